//! What one family says about one usage (S-002).

use std::collections::BTreeSet;

/// S-001: the families, in their order.
pub(crate) const FAMILIES: [&str; 9] = [
    "aipref",
    "content-signal",
    "tdmrep",
    "rsl",
    "noai",
    "ai-training",
    "control-token",
    "trust-txt",
    "ai-txt",
];

/// S-021: the search usages.
pub(crate) const SEARCH: [&str; 4] =
    ["index", "present-link", "present-snippet", "present-oldsnippet"];

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Outcome {
    #[default]
    Silent,
    Allow,
    Disallow,
}

/// The outcome of one family, or of a part of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Finding {
    pub(crate) outcome: Outcome,
    pub(crate) conditions: BTreeSet<String>,
    /// Source and line of every statement that refuses, in the order of S-107.
    pub(crate) refusals: Vec<(String, usize)>,
    pub(crate) problems: BTreeSet<&'static str>,
    /// S-059.
    pub(crate) policy: Option<String>,
    /// S-019: it disallows through RSL documents alone that themselves allow `train-ai`.
    pub(crate) spares_training: bool,
}

impl Finding {
    pub(crate) fn report(&mut self, problem: &'static str) {
        self.problems.insert(problem);
    }

    /// Adds statements of the same family: any refusal gives `disallow`, else any permission gives
    /// `allow`. Two that differ are a conflict (section 15).
    pub(crate) fn add(&mut self, statements: &[Stated]) {
        for stated in statements {
            match stated.outcome {
                Outcome::Disallow => self.refusals.push((stated.source.clone(), stated.line)),
                Outcome::Allow | Outcome::Silent => {}
            }
        }
        let has = |outcome| statements.iter().any(|stated| stated.outcome == outcome);
        if has(Outcome::Allow) && has(Outcome::Disallow) {
            self.report("signal-conflict");
        }
        if has(Outcome::Disallow) {
            self.outcome = Outcome::Disallow;
        } else if has(Outcome::Allow) && self.outcome == Outcome::Silent {
            self.outcome = Outcome::Allow;
        }
    }
}

/// One statement about the usage asked.
#[derive(Debug, Clone)]
pub(crate) struct Stated {
    pub(crate) outcome: Outcome,
    pub(crate) source: String,
    pub(crate) line: usize,
}

impl Stated {
    pub(crate) fn new(is_refusal: bool, source: &str, line: usize) -> Self {
        let outcome = if is_refusal { Outcome::Disallow } else { Outcome::Allow };
        Self { outcome, source: source.to_owned(), line }
    }
}
