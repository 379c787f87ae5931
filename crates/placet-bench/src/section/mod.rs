//! The measurements.

pub(crate) mod acap;
pub(crate) mod allocation;
pub(crate) mod bulk;
pub(crate) mod cold;
pub(crate) mod decide;
pub(crate) mod extent;
pub(crate) mod hostile;
pub(crate) mod lint;
pub(crate) mod matching;
pub(crate) mod page;
pub(crate) mod parse;
pub(crate) mod size;
pub(crate) mod store;
pub(crate) mod warm;

/// A measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Section {
    /// From bytes to a policy.
    Parse,
    /// From bytes to the answer to one question.
    Cold,
    /// How often decisions allocate.
    Allocation,
    /// From a path to a verdict.
    Match,
    /// How much of a site is closed.
    Extent,
    /// ACAP fields.
    Acap,
    /// Statements in pages.
    Page,
    /// Linting.
    Lint,
    /// Decisions from stores.
    Store,
    /// Decisions of a client that has the files.
    Warm,
    /// `placet decide`, from questions in a file to answers.
    Decide,
    /// `placet audit`, from archives to tables.
    Bulk,
    /// Patterns designed to be slow.
    Hostile,
    /// The memory of a policy.
    Size,
}
