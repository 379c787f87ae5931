//! What is measured.

pub(crate) mod acap;
pub(crate) mod cold;
pub(crate) mod hostile;
pub(crate) mod lint;
pub(crate) mod matching;
pub(crate) mod page;
pub(crate) mod parse;
pub(crate) mod size;
pub(crate) mod store;

/// A thing to measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Section {
    /// From bytes to a policy.
    Parse,
    /// From bytes to the answer to one question.
    Cold,
    /// From a path to a verdict.
    Match,
    /// ACAP fields.
    Acap,
    /// What pages say.
    Page,
    /// What authors most likely did not mean.
    Lint,
    /// Decisions from stores.
    Store,
    /// Patterns made to be slow.
    Hostile,
    /// What a policy holds in memory.
    Size,
}
