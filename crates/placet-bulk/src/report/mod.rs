//! Reads the tables of an audit and counts: summaries, reports in HTML, and what changed between two
//! audits.
//!
//! Every number is a cell of a [`Tally`], which is what one SQL query over the tables gives: the tally
//! has the text of its query.
//!
//! ```no_run
//! use placet_bulk::report::{Comparison, Summary, Tables, html};
//!
//! let tables = Tables::open("audit")?;
//! let summary = Summary::of(&tables)?;
//! let changes = Comparison::of(&Tables::open("audit-of-last-year")?, &tables)?;
//! std::fs::write("report.html", html(&summary, Some(&changes)))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Memory does not grow with the tables: a summary has counters only, and a comparison reads the tables
//! as often as needed to compare a bounded number of sites at a time.

mod compare;
mod csv;
mod html;
mod read;
mod sql;
mod summary;
mod tally;
mod text;

#[cfg(test)]
mod tests;

use std::path::PathBuf;

use crate::run::RunError;
use crate::tables::Table;

pub use compare::Comparison;
pub use html::html;
pub use read::Tables;
pub use summary::Summary;
pub use tally::{Column, Listing, Tally, TallyRow};
pub use text::{comparison_text, summary_text};

/// The outcomes of answers that state something about access; the others are places of the input.
const COUNTED: [&str; 3] = ["available", "unavailable", "unreachable"];

/// Why the tables of an audit cannot be counted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The folder cannot be read.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The folder has no audit.
    #[error("{} has no audit: there is no manifest.json", .0.display())]
    NoAudit(PathBuf),
    /// A file of a table cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why it failed.
        error: String,
    },
    /// A row is not one of an audit.
    #[error("{}, line {line}: {error}", path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// What is wrong.
        error: String,
    },
    /// A table has more different values than an audit can have.
    #[error("the table {0} has more different values than an audit writes; was it made by placet?")]
    TooMany(Table),
    /// The audits were made with different crawlers.
    #[error("the two audits have no crawler in common")]
    NothingInCommon,
}
