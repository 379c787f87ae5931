//! What do a million sites say to crawlers? Captures of robots.txt files in, tables out.
//!
//! ```
//! use placet_bulk::{Audit, Capture, Table};
//!
//! let audit = Audit::builder().agents(["GPTBot", "Googlebot"]).build()?;
//! let text = b"User-agent: GPTBot\nDisallow: /\n".to_vec();
//! for batches in audit.batches([Capture::file("https://example.com", "a", text)]) {
//!     let access = batches?.get(Table::Access).cloned();
//!     assert_eq!(access.map(|it| it.num_rows()), Some(2));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Steps
//! 1. An input is read into [`Capture`]s: the answer of one site each, or why there is none. A place
//!    of an input that is unreadable is a capture too, and becomes a row with an error.
//! 2. An [`Audit`] has the crawlers, usages and paths to ask about. [`Audit::batches`] makes
//!    [`Batches`] of rows, in the order of the captures: the same captures give the same rows.
//! 3. A [`Table`] has a documented [schema](Table::schema).
//! 4. A [`Run`] reads [`Input`]s on all cores and writes the tables to a folder, and [`Dataset`] reads
//!    them back.

#![warn(clippy::exhaustive_structs)]

pub mod limits;

mod audit;
mod capture;
mod input;
mod run;
mod tables;

pub use audit::{Audit, AuditBuilder, InvalidAudit};
pub use capture::{Capture, Failure, Outcome, origin};
pub use input::{
    BatchReader, Captures, Columns, Identity, Input, InvalidColumns, NoInput, expand, read,
};
pub use run::{
    Dataset, Format, InputState, Manifest, Part, Progress, Run, RunError, RunSettings, Summary,
    UnknownFormat,
};
pub use tables::{Batches, Table, UnknownTable, may_column};

/// The example of the README compiles and holds.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
