//! What changes in effect between two files: for people and for machines.

mod counts;
mod json;
mod text;

use std::collections::HashMap;

use placet::{Audience, Change, Changes, Closed, Decision, Effect, Reason, Usage};

use crate::records::shown;

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
    /// None where it is the whole site.
    pattern: Option<&'c str>,
    usages: &'c [Usage],
    path: &'c str,
    who: Vec<String>,
    before: Side,
    after: Side,
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
        let source = deciding.map(Reason::source).filter(|source| *source != "robots.txt");
        Self {
            verdict: if decision.verdict().is_permit() { "permitted" } else { "prohibited" },
            conditions: decision.conditions().iter().map(ToString::to_string).collect(),
            by: deciding
                .and_then(Reason::text)
                .map_or_else(|| decision.ground().law().to_owned(), shown),
            source: source.map(str::to_owned),
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
        let is_whole = |change: &Change| Some(change.effect()) == whole;
        // Of the whole site one path is enough.
        let all = audience.changes().iter();
        let shortest = all.filter(|it| is_whole(it)).min_by_key(|it| it.path().len());
        let others = audience.changes().iter().filter(|it| !is_whole(it));
        for change in shortest.into_iter().chain(others) {
            let (before, after) = (Side::new(change.before()), Side::new(change.after()));
            let pattern = (!is_whole(change)).then_some(change.pattern());
            let path = pattern.map(|_| change.path());
            let wording = (before.wording(), after.wording());
            let key = (change.effect(), pattern, change.usages(), path, wording);
            let place = *places.entry(key).or_insert(entries.len());
            if place == entries.len() {
                entries.push(Entry::new(change, pattern, before.wording(), after.wording()));
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
    fn new(change: &'c Change, pattern: Option<&'c str>, before: Side, after: Side) -> Self {
        Self {
            effect: change.effect(),
            pattern,
            usages: change.usages(),
            path: change.path(),
            who: Vec::new(),
            before,
            after,
        }
    }
}

/// Whether the whole site closes or opens to an audience.
fn whole_site(audience: &Audience) -> Option<Effect> {
    match audience.closed() {
        (Closed::Nothing | Closed::Part, Closed::Everything) => Some(Effect::Closes),
        (Closed::Everything, Closed::Nothing) => Some(Effect::Opens),
        _ => None,
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
