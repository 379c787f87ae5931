//! What changes in effect between two files: for people and for machines.

mod counts;
mod json;
mod text;

use std::collections::HashMap;
use std::fmt::Write as _;

use placet::compare::{Audience, Change, Changes, Effect};
use placet::explain::Reason;
use placet::extent::Closed;
use placet::statement::Source;
use placet::{Decision, Usage};

use crate::screen::shown;

pub use counts::{Count, Counts};
pub use json::Difference;
pub use text::text;

/// What the two files are called.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "made by hand, field by field")]
pub struct Named {
    /// The old one.
    pub old: String,
    /// The new one.
    pub new: String,
}

/// A change for all to whom it is the same.
#[derive(Debug)]
struct Entry<'c> {
    effect: Effect,
    what: What<'c>,
    usages: &'c [Usage],
    path: &'c str,
    who: Vec<String>,
    before: Side,
    after: Side,
}

/// How much of the site a change takes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum What<'c> {
    WholeSite,
    /// All of it that was open.
    RestOfSite,
    /// All that a pattern matches.
    All(&'c str),
    /// Something that a pattern matches, and perhaps not all.
    Within(&'c str),
}

impl<'c> What<'c> {
    fn of(change: &'c Change) -> Self {
        match (change.pattern(), change.is_entire()) {
            ("/", true) => Self::WholeSite,
            (pattern, true) => Self::All(pattern),
            (pattern, false) => Self::Within(pattern),
        }
    }
}

/// What one file decides, and where.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Side {
    verdict: &'static str,
    conditions: Vec<String>,
    /// The statement that decided as written, or what did where none did.
    by: String,
    /// Where it stands, other than in the file itself.
    source: Option<String>,
    /// The lines that say so, for any of those to whom the change is the same.
    lines: Vec<usize>,
}

impl Side {
    fn new(decision: &Decision) -> Self {
        let reasons: Vec<Reason<'_>> = decision.reasons().collect();
        let deciding = reasons.iter().find(|it| it.decides() && it.line().is_some());
        let source = deciding.map(Reason::source).filter(|it| **it != Source::RobotsTxt);
        Self {
            verdict: if decision.verdict().is_permit() { "permitted" } else { "prohibited" },
            conditions: decision.conditions().iter().map(ToString::to_string).collect(),
            by: deciding
                .and_then(Reason::text)
                .map_or_else(|| decision.code().message().to_owned(), shown),
            source: source.map(ToString::to_string),
            lines: deciding.and_then(Reason::line).into_iter().collect(),
        }
    }

    /// Without what differs between crawlers that a file says the same to in several places.
    fn wording(&self) -> Self {
        Self { lines: Vec::new(), ..self.clone() }
    }

    fn add(&mut self, other: &Self) {
        self.lines.extend(&other.lines);
        self.lines.sort_unstable();
        self.lines.dedup();
    }
}

/// All changes, those that are the same to several audiences put together; in the order of
/// [`Effect::ALL`], and else as they were found.
fn entries(changes: &Changes) -> Vec<Entry<'_>> {
    let mut places = HashMap::new();
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for audience in changes.audiences().iter().filter(|it| !it.changes().is_empty()) {
        let whole = whole_site(audience);
        let is_whole = |change: &Change| whole.is_some_and(|(it, _)| it == change.effect());
        // Of the whole site one path is enough.
        let all = audience.changes().iter();
        let shortest = all.filter(|it| is_whole(it)).min_by_key(|it| it.path().len());
        let others = audience.changes().iter().filter(|it| !is_whole(it));
        for change in shortest.into_iter().chain(others) {
            let (before, after) = (Side::new(change.before()), Side::new(change.after()));
            let whole = whole.filter(|_| is_whole(change)).map(|(_, what)| what);
            let what = whole.unwrap_or_else(|| What::of(change));
            let path = whole.is_none().then_some(change.path());
            let wording = (before.wording(), after.wording());
            let key = (change.effect(), what, change.usages(), path, wording);
            let place = *places.entry(key).or_insert(entries.len());
            if place == entries.len() {
                entries.push(Entry::new(change, what, before.wording(), after.wording()));
            }
            if let Some(entry) = entries.get_mut(place) {
                entry.who.extend(audience.members().iter().map(|it| shown(&it.to_string())));
                entry.before.add(&before);
                entry.after.add(&after);
            }
        }
    }
    entries.sort_by_key(|entry| entry.effect);
    entries
}

impl<'c> Entry<'c> {
    fn new(change: &'c Change, what: What<'c>, before: Side, after: Side) -> Self {
        Self {
            effect: change.effect(),
            what,
            usages: change.usages(),
            path: change.path(),
            who: Vec::new(),
            before,
            after,
        }
    }
}

/// Whether the whole site closes or opens to an audience, or what was left of it closes. Only
/// conventional rules are known to say the same of every use.
fn whole_site(audience: &Audience) -> Option<(Effect, What<'static>)> {
    if !audience.is_conventional() {
        return None;
    }
    match audience.closed() {
        (Closed::Nothing, Closed::Everything) => Some((Effect::Closes, What::WholeSite)),
        (Closed::Part, Closed::Everything) => Some((Effect::Closes, What::RestOfSite)),
        (Closed::Everything, Closed::Nothing) => Some((Effect::Opens, What::WholeSite)),
        _ => None,
    }
}

/// How many changes there are of an effect.
fn count(entries: &[Entry<'_>], effect: Effect) -> usize {
    entries.iter().filter(|entry| entry.effect == effect).count()
}

/// Why there may be more changes than are told, a line for each reason.
fn undetermined(changes: &Changes) -> String {
    let mut text = String::new();
    for why in changes.unfinished() {
        // A string takes all that is written to it.
        let _ =
            writeln!(text, "undetermined: {why}, so there may be more; what is told is certain");
    }
    text + &not_asked(changes.unlisted())
}

/// How many crawlers were left out, as a line; nothing where none was.
fn not_asked(unlisted: usize) -> String {
    match unlisted {
        0 => String::new(),
        1 => "1 more crawler is named and was not asked\n".to_owned(),
        _ => format!("{unlisted} more crawlers are named and were not asked\n"),
    }
}

/// Usages as people say them: nothing where it is all that were asked about, those left out where
/// that is shorter.
fn usages(usages: &[Usage], all: &[Usage]) -> Option<String> {
    let names = |usages: &mut dyn Iterator<Item = &Usage>| {
        usages.map(|usage| usage.name()).collect::<Vec<_>>().join(", ")
    };
    if usages.len() == all.len() {
        None
    } else if usages.len() * 2 > all.len() {
        let left_out = names(&mut all.iter().filter(|usage| !usages.contains(usage)));
        Some(format!("every use but {left_out}"))
    } else {
        Some(names(&mut usages.iter()))
    }
}
