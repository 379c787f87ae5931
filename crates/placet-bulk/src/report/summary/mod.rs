//! The summary of an audit: shares by outcome, crawler, usage and signal; contradictions, problems and
//! findings.

mod access;
mod findings;
mod signals;
mod sites;
mod usages;

use serde::Serialize;

use super::{ReportError, Tables, Tally};
use crate::run::Format;
pub(super) use signals::{ONE_ROW, is_one_row};

/// The summary of an audit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// The folder of the audit.
    pub folder: String,
    /// How many answers the audit has. A site that was captured twice counts twice.
    pub answers: u64,
    /// Whether every input of the audit is finished.
    pub finished: bool,
    /// The format of the tables. The queries are for Parquet.
    pub format: &'static str,
    /// The numbers.
    pub tallies: Vec<Tally>,
}

/// The denominators.
#[derive(Debug, Clone, Copy, Default)]
struct Totals {
    /// Answers that state something about access.
    counted: u64,
    /// Files that were read.
    available: u64,
}

impl Summary {
    /// Counts the rows of the tables.
    ///
    /// # Errors
    /// If a table cannot be read.
    pub fn of(tables: &Tables) -> Result<Self, ReportError> {
        let (mut tallies, totals) = sites::tallies(tables)?;
        tallies.extend(access::tallies(tables)?);
        tallies.extend(signals::tallies(tables, totals)?);
        tallies.extend(findings::tallies(tables, totals)?);
        tallies.retain(|tally| tally.rows.iter().any(|row| row.denominator() > 0));
        let manifest = tables.manifest();
        Ok(Self {
            folder: tables.folder().display().to_string(),
            answers: manifest.captures(),
            finished: manifest.finished,
            format: manifest.settings.format.parse().map_or("", Format::name),
            tallies,
        })
    }

    /// A tally by its name.
    pub fn tally(&self, id: &str) -> Option<&Tally> {
        self.tallies.iter().find(|tally| tally.id == id)
    }
}
