//! Looking for URLs that are answered otherwise before and after.

use std::cell::LazyCell;

use placet::{Agent, Inquiry, RobotsPolicy};

use super::{Converted, Example, Loss, LossKind};
use crate::limits::QUESTIONS;

/// A crawler that no file names.
pub(super) const ANOTHER: &str = "another-crawler";

/// What was found to differ.
#[derive(Debug, Default)]
pub(super) struct Differences {
    /// For whatever reason.
    pub(super) plain: Option<Example>,
    /// Something opens for the case of its letters.
    pub(super) opened: Option<Example>,
    /// Something closes for the case of its letters.
    pub(super) closed: Option<Example>,
}

/// Looks for crawlers of names that go on from one that is named: ACAP addresses them by it,
/// RFC 9309 does not.
pub(super) fn compare_names(
    before: &RobotsPolicy,
    after: &RobotsPolicy,
    agents: &[Agent],
    patterns: &[String],
    out: &mut Converted,
) {
    let is_known = |name: &str| agents.iter().any(|it| it.name().eq_ignore_ascii_case(name));
    let longer: Vec<Agent> = agents
        .iter()
        .filter(|agent| agent.name() != ANOTHER)
        .map(|agent| format!("{}-x", agent.name()))
        .filter(|name| !is_known(name))
        .map(|name| Agent::new(&name))
        .collect();
    let Some(example) = compare(before, after, &longer, patterns).plain else { return };
    let why = "ACAP addresses by a name those that go on from it, robots.txt does not";
    let loss = Loss::new(LossKind::Name, None, why);
    let told = if example.opens() { &mut out.losses } else { &mut out.notes };
    told.push(loss.shown_by(example));
}

/// Asks both about paths made of patterns: as they are written, and in the other case.
pub(super) fn compare(
    before: &RobotsPolicy,
    after: &RobotsPolicy,
    agents: &[Agent],
    patterns: &[String],
) -> Differences {
    let mut found = Differences::default();
    let folded = |policy: &RobotsPolicy| RobotsPolicy::parse(&policy.text().to_ascii_lowercase());
    let (folded_before, folded_after) = (folded(before), folded(after));
    let each = (QUESTIONS / QUESTIONS_EACH / agents.len().max(1)).max(1);
    let step = patterns.len().div_ceil(each).max(1);
    for (at, agent) in agents.iter().enumerate().take(QUESTIONS / QUESTIONS_EACH) {
        let (one, other) = (before.ask(agent), after.ask(agent));
        let example = |path: &str| {
            let verdict = |it: &Inquiry| it.target(path).ok().map(|target| it.verdict(&target));
            let (before, after) = (verdict(&one)?, verdict(&other)?);
            (before != after).then(|| Example::new(agent.name(), path, before, after))
        };
        // What no longer differs where all letters are small differs for their case.
        let folded = LazyCell::new(|| (folded_before.ask(agent), folded_after.ask(agent)));
        let is_case = |path: &str| {
            let path = path.to_ascii_lowercase();
            let ask = |it: &Inquiry| it.target(&path).ok().map(|target| it.verdict(&target));
            ask(&folded.0) == ask(&folded.1)
        };
        // Different crawlers are asked about different ones.
        for pattern in patterns.iter().skip(at % step).step_by(step) {
            for filler in ["", "x"] {
                let path = pattern.trim_end_matches('$').replace('*', filler);
                let path = if path.starts_with('/') { path } else { format!("/{path}") };
                for path in [format!("{path}x"), path] {
                    for path in [path.clone(), other_case(&path)] {
                        if let Some(example) = example(&path) {
                            found.add(example, || is_case(&path));
                        }
                    }
                }
            }
        }
        if found.is_full() {
            break;
        }
    }
    found
}

/// How many questions one pattern is good for.
const QUESTIONS_EACH: usize = 8;

/// The path with its letters in the other case; triplets stay what they are.
fn other_case(path: &str) -> String {
    let turn = |c: char| {
        if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
    };
    path.chars().map(turn).collect()
}

impl Differences {
    /// Takes in what was found, unless something of the kind was before.
    fn add(&mut self, example: Example, is_case: impl Fn() -> bool) {
        let of_case = if example.opens() { &mut self.opened } else { &mut self.closed };
        if of_case.is_some() && self.plain.is_some() {
            return;
        }
        let kind = if is_case() { of_case } else { &mut self.plain };
        kind.get_or_insert(example);
    }

    fn is_full(&self) -> bool {
        self.plain.is_some() && self.opened.is_some() && self.closed.is_some()
    }

    /// As losses and notes: what closes only because letters are told apart no more, or no less, is
    /// no loss.
    pub(super) fn tell(self, law: &str, out: &mut Converted) {
        if let Some(example) = self.plain {
            let why = "the other law decides otherwise";
            out.losses.push(Loss::new(LossKind::Law, None, why).shown_by(example));
        }
        let case = |example| Loss::new(LossKind::Case, None, law).shown_by(example);
        out.losses.extend(self.opened.map(case));
        out.notes.extend(self.closed.map(case));
    }
}
