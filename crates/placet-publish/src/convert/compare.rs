//! Looking for URLs that are answered otherwise before and after.

use placet::{Agent, Inquiry, RobotsPolicy, Usage};

use super::{Converted, Example, Loss, LossKind};
use crate::limits::EXAMPLES;

/// What was found to differ.
#[derive(Debug, Default)]
pub(super) struct Differences {
    /// With the letters as they are written.
    pub(super) plain: Option<Example>,
    /// Something opens with other letters.
    pub(super) opened: Option<Example>,
    /// Something closes with other letters.
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
    for agent in agents.iter().filter(|agent| agent.name() != "*") {
        let longer = format!("{}-x", agent.name());
        if agents.iter().any(|known| known.name().eq_ignore_ascii_case(&longer)) {
            continue;
        }
        let found = compare(before, after, &[Agent::new(&longer)], patterns).plain;
        let Some(example) = found else { continue };
        let why = "ACAP addresses by a name those that go on from it, robots.txt does not";
        let loss = Loss::new(LossKind::Name, None, why).of(agent.name());
        let told = if example.opens() { &mut out.losses } else { &mut out.notes };
        return told.push(loss.shown_by(example));
    }
}

/// Asks both about paths made of patterns: as they are written, and in the other case.
pub(super) fn compare(
    before: &RobotsPolicy,
    after: &RobotsPolicy,
    agents: &[Agent],
    patterns: &[String],
) -> Differences {
    let mut found = Differences::default();
    for agent in agents {
        let (one, other) = (before.ask(agent), after.ask(agent));
        let example = |path: &str| {
            let verdict = |it: &Inquiry| it.may(Usage::Crawl, path).ok().map(|it| it.verdict());
            let (before, after) = (verdict(&one)?, verdict(&other)?);
            (before != after).then(|| Example::new(agent.name(), path, before, after))
        };
        for pattern in patterns.iter().take(EXAMPLES) {
            for filler in ["", "x", "x/"] {
                let path = pattern.trim_end_matches('$').replace('*', filler);
                let path = if path.starts_with('/') { path } else { format!("/{path}") };
                for path in [format!("{path}x"), path] {
                    if found.plain.is_none() {
                        found.plain = example(&path);
                    }
                    if found.opened.is_none() || found.closed.is_none() {
                        match example(&other_case(&path)) {
                            Some(shown) if shown.opens() => found.opened = Some(shown),
                            Some(shown) => found.closed = Some(shown),
                            None => {}
                        }
                    }
                }
            }
        }
    }
    found
}

/// The path with its letters in the other case; triplets stay what they are.
fn other_case(path: &str) -> String {
    let turn = |c: char| {
        if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
    };
    path.chars().map(turn).collect()
}

impl Differences {
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
