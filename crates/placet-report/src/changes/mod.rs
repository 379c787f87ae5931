//! How two files differ in effect, as text and as JSON.

mod also;
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

pub use also::also;
pub use counts::{Count, Counts};
pub use json::Difference;
pub use text::text;

/// The names of the two files.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "callers set every field")]
pub struct FileNames {
    /// The old file.
    pub old: String,
    /// The new file.
    pub new: String,
}

/// A change for all crawlers for which it is the same.
#[derive(Debug)]
struct Entry<'c> {
    effect: Effect,
    part: Part<'c>,
    usages: &'c [Usage],
    path: &'c str,
    crawlers: Vec<String>,
    before: Side,
    after: Side,
}

/// The part of the site that changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Part<'c> {
    WholeSite,
    /// Everything that did not have the new verdict.
    RestOfSite,
    /// Everything that a pattern matches.
    All(&'c str),
    /// Everything that a pattern matches and that did not have the new verdict.
    RestOf(&'c str),
    /// Something that a pattern matches, perhaps not everything.
    Within(&'c str),
}

impl<'c> Part<'c> {
    fn of(change: &'c Change) -> Self {
        match (change.pattern(), change.is_entire()) {
            ("/", true) => Self::WholeSite,
            (pattern, true) => Self::All(pattern),
            ("/", false) if change.is_rest() => Self::RestOfSite,
            (pattern, false) if change.is_rest() => Self::RestOf(pattern),
            (pattern, false) => Self::Within(pattern),
        }
    }
}

/// The decision of one file, with the deciding lines.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Side {
    verdict: &'static str,
    conditions: Vec<String>,
    /// The statement that decides as written, or the rule of law if none does.
    reason: String,
    /// The source of the statement, if it is not the file itself.
    source: Option<String>,
    /// The deciding lines, for any of the crawlers.
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
            reason: deciding
                .and_then(Reason::text)
                .map_or_else(|| decision.code().message().to_owned(), shown),
            source: source.map(ToString::to_string),
            lines: deciding.and_then(Reason::line).into_iter().collect(),
        }
    }

    /// The decision without line numbers, which differ if a file repeats a statement for another
    /// crawler.
    fn wording(&self) -> Self {
        Self { lines: Vec::new(), ..self.clone() }
    }

    fn add(&mut self, other: &Self) {
        self.lines.extend(&other.lines);
        self.lines.sort_unstable();
        self.lines.dedup();
    }
}

/// All changes, with those merged that are the same for several audiences; in the order of
/// [`Effect::ALL`], then as found.
fn entries(changes: &Changes) -> Vec<Entry<'_>> {
    let mut places = HashMap::new();
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for audience in changes.audiences().iter().filter(|it| !it.changes().is_empty()) {
        let whole = whole_site(audience);
        let is_whole = |change: &Change| whole.is_some_and(|(it, _)| it == change.effect());
        // For the whole site, one example path is enough.
        let all = audience.changes().iter();
        let shortest = all.filter(|it| is_whole(it)).min_by_key(|it| it.path().len());
        let others = audience.changes().iter().filter(|it| !is_whole(it));
        for change in shortest.into_iter().chain(others) {
            let (before, after) = (Side::new(change.before()), Side::new(change.after()));
            let whole = whole.filter(|_| is_whole(change)).map(|(_, part)| part);
            let part = whole.unwrap_or_else(|| Part::of(change));
            let path = whole.is_none().then_some(change.path());
            let wording = (before.wording(), after.wording());
            let key = (change.effect(), part, change.usages(), path, wording);
            let place = *places.entry(key).or_insert(entries.len());
            if place == entries.len() {
                entries.push(Entry::new(change, part, before.wording(), after.wording()));
            }
            if let Some(entry) = entries.get_mut(place) {
                entry.crawlers.extend(audience.members().iter().map(|it| shown(&it.to_string())));
                entry.before.add(&before);
                entry.after.add(&after);
            }
        }
    }
    entries.sort_by_key(|entry| entry.effect);
    entries
}

impl<'c> Entry<'c> {
    fn new(change: &'c Change, part: Part<'c>, before: Side, after: Side) -> Self {
        Self {
            effect: change.effect(),
            part,
            usages: change.usages(),
            path: change.path(),
            crawlers: Vec::new(),
            before,
            after,
        }
    }
}

/// Whether the whole site closes or opens for an audience, or the rest of it closes. This is known
/// only without ACAP, because rules of RFC 9309 apply to every usage alike.
fn whole_site(audience: &Audience) -> Option<(Effect, Part<'static>)> {
    if !audience.is_conventional() {
        return None;
    }
    match audience.closed() {
        (Closed::Nothing, Closed::Everything) => Some((Effect::Closes, Part::WholeSite)),
        (Closed::Part, Closed::Everything) => Some((Effect::Closes, Part::RestOfSite)),
        (Closed::Everything, Closed::Nothing) => Some((Effect::Opens, Part::WholeSite)),
        _ => None,
    }
}

/// The number of changes with an effect.
fn count(entries: &[Entry<'_>], effect: Effect) -> usize {
    entries.iter().filter(|entry| entry.effect == effect).count()
}

/// Why there may be more changes than listed, one line per reason.
fn undetermined(changes: &Changes) -> String {
    let mut text = String::new();
    for why in changes.unfinished() {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "undetermined: {why}, so there may be more changes; those listed are certain"
        );
    }
    text + &not_compared(changes.unlisted())
}

/// How many crawlers were left out, as a line; empty if none was.
fn not_compared(unlisted: usize) -> String {
    match unlisted {
        0 => String::new(),
        1 => "1 more crawler is named but was not compared\n".to_owned(),
        _ => format!("{unlisted} more crawlers are named but were not compared\n"),
    }
}

/// A list of usages: none if it is all of them, the exceptions if that is shorter.
fn usages(usages: &[Usage], all: &[Usage]) -> Option<String> {
    let names = |usages: &mut dyn Iterator<Item = &Usage>| {
        usages.map(|usage| usage.name()).collect::<Vec<_>>().join(", ")
    };
    if usages.len() == all.len() {
        None
    } else if usages.len() * 2 > all.len() {
        let left_out = names(&mut all.iter().filter(|usage| !usages.contains(usage)));
        Some(format!("every usage except {left_out}"))
    } else {
        Some(names(&mut usages.iter()))
    }
}
