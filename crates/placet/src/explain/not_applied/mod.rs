//! The statements that did not apply to a decision, and why.

mod file;
mod not_read;
mod page;

use std::collections::HashSet;

use crate::evaluate::AgentPolicy;
use crate::law::Ruling;
use crate::law::acap::Origin;
use crate::pattern::Target;
use crate::policy::{At, PageParts, RobotsPolicy, Source};
use crate::text::{Span, limits};
use crate::vocabulary::Usage;

/// A statement that did not apply to a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotApplied {
    source: Source,
    line: usize,
    column: usize,
    text: String,
    reason: NotAppliedReason,
    concerns: bool,
}

/// Why a statement did not apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NotAppliedReason {
    /// It addresses another crawler.
    OtherCrawler,
    /// It addresses every crawler that no group names, and a group names this one (RFC 9309
    /// §2.2.1).
    Named,
    /// Its pattern does not match.
    OtherResource,
    /// It is about other usages.
    OtherUsage,
    /// It is about an element of the page that was not asked about.
    OtherElement,
    /// Other statements settled the question before it was consulted.
    Settled,
    /// The profile does not read it.
    OtherProfile,
    /// It is a signal about the use of content, and its family is not read.
    Signal,
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
            Self::Signal => "signal",
        }
    }

    /// The same in a few words, for people.
    pub const fn message(self) -> &'static str {
        match self {
            Self::OtherCrawler => "addressed to another crawler",
            Self::Named => "`*` gives way to the group that names the crawler",
            Self::OtherResource => "does not match",
            Self::OtherUsage => "about another usage",
            Self::OtherElement => "about an element that was not asked about",
            Self::Settled => "not needed: the question was settled without it",
            Self::OtherProfile => "not read in this profile",
            Self::Signal => "a signal of a family that is not read",
        }
    }

    /// Why a statement does not apply that took no part, in the order in which statements are
    /// chosen: by crawler, by usage, by pattern.
    fn of(addresses: bool, about: bool, matches: bool) -> Self {
        match (addresses, about, matches) {
            (false, ..) => Self::OtherCrawler,
            (true, false, _) => Self::OtherUsage,
            (true, true, false) => Self::OtherResource,
            (true, true, true) => Self::Settled,
        }
    }
}

impl NotApplied {
    /// A statement of a file.
    fn in_file(file: &RobotsPolicy, line: usize, span: Span, reason: NotAppliedReason) -> Self {
        let text = &*file.parts.text;
        Self {
            source: file.source().clone(),
            line,
            column: span.column(text),
            text: String::from_utf8_lossy(span.of(text)).into_owned(),
            reason,
            concerns: true,
        }
    }

    /// A statement of a page or a header field.
    fn in_page(parts: &PageParts, at: At, text: String, reason: NotAppliedReason) -> Self {
        Self {
            source: parts.source(at),
            line: parts.line(at),
            column: parts.column(at),
            text,
            reason,
            concerns: true,
        }
    }

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

    /// Why it did not apply.
    pub fn reason(&self) -> NotAppliedReason {
        self.reason
    }

    /// Whether it is nevertheless about the URL: its pattern matches, or it has none. A `User-agent`
    /// line is about the URL where a rule of its group is.
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
    /// Adds a statement; it is made only where there is room.
    fn push(&mut self, statement: impl FnOnce() -> NotApplied) {
        if self.listed.len() < limits::NOT_APPLIED {
            self.listed.push(statement());
        } else {
            self.unlisted += 1;
        }
    }
}

/// The statements that did not apply to the rulings on the usages `needed`, and how many there are
/// beyond those listed.
pub(super) fn not_applied<'r>(
    agent_policy: &AgentPolicy,
    target: &Target<'_>,
    needed: &[Usage],
    rulings: impl Iterator<Item = &'r Ruling>,
) -> (Vec<NotApplied>, usize) {
    let mut applied = Applied::default();
    for ruling in rulings {
        applied.statements.extend(ruling.statements.iter().map(|it| match it.entry.origin {
            Origin::File(file) => (Some(file), it.entry.statement),
            Origin::Page => (None, it.entry.statement),
        }));
        applied.marks.extend(ruling.marks.iter().map(|&(mark, _)| mark));
        applied.hidden = applied.hidden.or(ruling.without_snippets);
    }
    let mut list = List::default();
    for file in agent_policy.conventional() {
        file::conventional(file, target, &mut list);
    }
    file::acap(agent_policy, target, needed, &applied, &mut list);
    page::page(agent_policy, needed, &applied, &mut list);
    (list.listed, list.unlisted)
}

/// The statements that took part, by their places in the tables.
#[derive(Default)]
struct Applied {
    statements: HashSet<(Option<u32>, u32)>,
    marks: HashSet<u32>,
    hidden: Option<At>,
}

/// Whether a usage is one of those needed, covers one, or is consulted where nothing else is stated.
fn is_about(needed: &[Usage], usage: Usage) -> bool {
    usage == Usage::Other || needed.iter().any(|it| *it == usage || it.general() == Some(usage))
}
