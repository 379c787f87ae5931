//! What was said and had no part in a decision, and why.

mod page;

use std::collections::HashSet;

use crate::evaluate::AgentPolicy;
use crate::law::Ruling;
use crate::law::acap::Origin;
use crate::law::rfc9309::{Conventional, GroupChoice, patterns};
use crate::pattern::Target;
use crate::policy::{AgentLine, At, RobotsPolicy, Rule, Source, Statement};
use crate::text::{Span, limits};
use crate::vocabulary::Usage;

/// A statement that had no part in a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotApplied {
    source: Source,
    line: usize,
    column: usize,
    text: String,
    why: NotAppliedReason,
    concerns: bool,
}

/// Why a statement had no part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NotAppliedReason {
    /// It is said to another crawler.
    OtherCrawler,
    /// It is said to every crawler that no group names, and one names this crawler (RFC 9309
    /// §2.2.1).
    Named,
    /// Its pattern does not match.
    OtherResource,
    /// It is about other usages.
    OtherUsage,
    /// It is said of an element that was not asked about.
    OtherElement,
    /// What was heard before it settled the question.
    Settled,
    /// The profile that is followed does not read it.
    OtherProfile,
}

impl NotAppliedReason {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OtherCrawler => "other-crawler",
            Self::Named => "named",
            Self::OtherResource => "other-resource",
            Self::OtherUsage => "other-usage",
            Self::OtherElement => "other-element",
            Self::Settled => "settled",
            Self::OtherProfile => "other-profile",
        }
    }

    /// The same in a few words, for people.
    pub const fn message(self) -> &'static str {
        match self {
            Self::OtherCrawler => "said to another crawler",
            Self::Named => "`*` gives way to the group that names the crawler",
            Self::OtherResource => "does not match",
            Self::OtherUsage => "about another usage",
            Self::OtherElement => "said of an element that was not asked about",
            Self::Settled => "not needed: the question was settled without it",
            Self::OtherProfile => "not read in this profile",
        }
    }
}

impl NotApplied {
    /// Where it is.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The line, counted as [`Reason::line`](super::Reason::line) does.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column it begins at, counted in bytes from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// The statement; what is not UTF-8 is replaced.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Why it had no part.
    pub fn why(&self) -> NotAppliedReason {
        self.why
    }

    /// Whether it is about the URL all the same: its pattern matches, or it has none. A `User-agent`
    /// line is where a rule of its group is.
    pub fn concerns(&self) -> bool {
        self.concerns
    }
}

/// A list with a ceiling.
#[derive(Default)]
struct List {
    listed: Vec<NotApplied>,
    unlisted: usize,
}

impl List {
    /// Adds a statement; what it says is put into words only where there is room.
    fn push(&mut self, aside: impl FnOnce() -> NotApplied) {
        if self.listed.len() < limits::NOT_APPLIED {
            self.listed.push(aside());
        } else {
            self.unlisted += 1;
        }
    }
}

/// What had no part where the usages `needed` were ruled on, and how many more than are listed.
pub(super) fn not_applied<'r>(
    inquiry: &AgentPolicy,
    target: &Target<'_>,
    needed: &[Usage],
    rulings: impl Iterator<Item = &'r Ruling>,
) -> (Vec<NotApplied>, usize) {
    let mut heard = Heard::default();
    for ruling in rulings {
        heard.statements.extend(ruling.statements.iter().map(|it| match it.entry.origin {
            Origin::File(file) => (Some(file), it.entry.statement),
            Origin::Page => (None, it.entry.statement),
        }));
        heard.marks.extend(ruling.marks.iter().map(|&(mark, _)| mark));
        heard.hidden = heard.hidden.or(ruling.without_snippets);
    }
    let mut list = List::default();
    for asked in inquiry.conventional() {
        conventional(asked, target, &mut list);
    }
    fields(inquiry, target, needed, &heard, &mut list);
    page::page(inquiry, needed, &heard, &mut list);
    (list.listed, list.unlisted)
}

/// What had a part, by places in the tables.
#[derive(Default)]
struct Heard {
    statements: HashSet<(Option<u32>, u32)>,
    marks: HashSet<u32>,
    hidden: Option<At>,
}

/// A statement of a file, and why it had no part.
fn in_file(
    file: &RobotsPolicy,
    line: usize,
    span: Span,
    (why, concerns): (NotAppliedReason, bool),
) -> NotApplied {
    let text = &*file.parts.text;
    NotApplied {
        source: file.source().clone(),
        line,
        column: span.column(text),
        text: String::from_utf8_lossy(span.of(text)).into_owned(),
        why,
        concerns,
    }
}

/// Groups for others, line by line, and rules that do not match.
fn conventional(inquiry: &Conventional, target: &Target<'_>, list: &mut List) {
    let file = inquiry.policy();
    let parts = &*file.parts;
    let matches = |rule: &Rule<'_>| patterns(parts, rule.part).any(|it| it.matches(target));
    let mut applying = inquiry.groups().map(|group| group.index()).peekable();
    for group in inquiry.policy().groups() {
        if applying.next_if_eq(&group.index()).is_some() {
            for rule in group.rules().filter(|rule| !matches(rule)) {
                let why = (NotAppliedReason::OtherResource, false);
                list.push(|| in_file(file, rule.line(), rule.record(), why));
            }
            continue;
        }
        let concerns = group.rules().any(|rule| matches(&rule));
        let hidden =
            |line: &AgentLine<'_>| line.is_global() && inquiry.choice() == GroupChoice::Named;
        let why = |hidden: bool| {
            if hidden { NotAppliedReason::Named } else { NotAppliedReason::OtherCrawler }
        };
        for line in group.agents() {
            let why = (why(hidden(&line)), concerns);
            list.push(|| in_file(file, line.line(), line.record(), why));
        }
        let of_rules = why(group.agents().any(|line| hidden(&line)));
        for rule in group.rules() {
            let why = (of_rules, matches(&rule));
            list.push(|| in_file(file, rule.line(), rule.record(), why));
        }
    }
}

/// ACAP fields of the files, each line once.
fn fields(
    inquiry: &AgentPolicy,
    target: &Target<'_>,
    needed: &[Usage],
    heard: &Heard,
    list: &mut List,
) {
    let folded = target.bytes().to_ascii_lowercase();
    let folded = Target::of_bytes(&folded);
    let files = inquiry.applicable().into_iter().flat_map(|it| (0..).zip(&it.files));
    for (at, file) in files {
        let Some(acap) = file.parts.acap() else { continue };
        // A local usage stands for several statements on one line.
        let lines = |wanted: &dyn Fn(u32, &Statement) -> bool| -> HashSet<u32> {
            let all = (0..).zip(&acap.statements);
            all.filter(|&(place, it)| wanted(place, it)).map(|(_, it)| it.line).collect()
        };
        let mut told = lines(&|place, _| heard.statements.contains(&(Some(at), place)));
        let about = lines(&|_, statement| is_about(needed, statement.usage));
        for statement in &acap.statements {
            if !told.insert(statement.line) {
                continue;
            }
            let to_us = acap
                .records
                .get(statement.record as usize)
                .and_then(|record| record.addresses(inquiry.agent()));
            let matches = acap
                .patterns_of(statement)
                .is_none_or(|all| all.iter().any(|it| it.pattern().matches(&folded)));
            let why = why(to_us.is_some(), about.contains(&statement.line), matches);
            let line = statement.line as usize;
            list.push(|| in_file(file, line, statement.span, (why, matches)));
        }
    }
}

/// Whether a usage is one of those needed, covers one, or is consulted where nothing else is said.
pub(super) fn is_about(needed: &[Usage], usage: Usage) -> bool {
    usage == Usage::Other || needed.iter().any(|it| *it == usage || it.general() == Some(usage))
}

fn why(to_us: bool, about: bool, matches: bool) -> NotAppliedReason {
    match (to_us, about, matches) {
        (false, ..) => NotAppliedReason::OtherCrawler,
        (true, false, _) => NotAppliedReason::OtherUsage,
        (true, true, false) => NotAppliedReason::OtherResource,
        (true, true, true) => NotAppliedReason::Settled,
    }
}
