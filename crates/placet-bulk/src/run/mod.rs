//! Runs an audit: from inputs to the files of a folder, on all cores, in constant memory.
//!
//! One thread reads captures into numbered chunks, several make and encode their rows, and one writes
//! them in order. Only a few chunks for each thread are in progress: the writer returns a permit for
//! each, and the reader waits for one.

mod coded;
mod dataset;
mod encode;
mod hybrid;
mod manifest;
mod numbered;
mod parts;
mod pipeline;
mod text;

use std::fmt;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::audit::Audit;
use crate::input::{Columns, Input};
use crate::limits;
pub use dataset::Dataset;
pub use manifest::{InputState, Manifest, Part, RunSettings};
pub(crate) use parts::part_path;

/// The format of the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(clippy::exhaustive_enums, reason = "the command line lists all")]
pub enum Format {
    /// Apache Parquet, compressed with Snappy.
    #[default]
    Parquet,
    /// Comma-separated values (RFC 4180) with a header line.
    Csv,
    /// One JSON object on each line.
    Jsonl,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Parquet, Self::Csv, Self::Jsonl];

    /// Its name, which is also the extension of its files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
        }
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or(UnknownFormat)
    }
}

/// The name is not that of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("unknown format, expected parquet, csv or jsonl")]
#[non_exhaustive]
pub struct UnknownFormat;

/// An audit of some inputs into a folder.
///
/// The folder gets a folder for each table, and `manifest.json`, which lists the inputs and the parts
/// that are finished. If the run is interrupted, even by `kill -9`, the same call continues it: no
/// capture is missing and none is there twice.
#[derive(Debug, Clone)]
pub struct Run<'a> {
    audit: &'a Audit,
    folder: PathBuf,
    format: Format,
    jobs: usize,
    part_captures: u64,
    columns: Columns,
}

/// What a run did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// How many captures the tables have.
    pub captures: u64,
    /// How many of them are places of an input that are unreadable.
    pub errors: u64,
    /// How many captures an earlier run had finished.
    pub continued: u64,
}

/// How far a run is, for a progress bar.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    read: Arc<AtomicU64>,
    captures: AtomicU64,
}

impl Progress {
    /// Nothing is done yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many bytes of files are read.
    pub fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// How many captures are written.
    pub fn captures(&self) -> u64 {
        self.captures.load(Ordering::Relaxed)
    }
}

impl<'a> Run<'a> {
    /// An audit into this folder, which is created if it does not exist.
    pub fn new(audit: &'a Audit, folder: impl Into<PathBuf>) -> Self {
        Self {
            audit,
            folder: folder.into(),
            format: Format::default(),
            jobs: std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
            part_captures: limits::PART_CAPTURES,
            columns: Columns::default(),
        }
    }

    /// Sets the format of the tables.
    #[must_use]
    pub fn format(mut self, format: Format) -> Self {
        self.format = format;
        self
    }

    /// Sets how many threads make rows; by default one for each core.
    #[must_use]
    pub fn jobs(mut self, jobs: NonZeroUsize) -> Self {
        self.jobs = jobs.get();
        self
    }

    /// Sets how many captures the files of one part have.
    #[must_use]
    pub fn part_captures(mut self, captures: u64) -> Self {
        self.part_captures = captures.max(1);
        self
    }

    /// Names the columns of Parquet files and JSON lines.
    #[must_use]
    pub fn columns(mut self, columns: Columns) -> Self {
        self.columns = columns;
        self
    }

    /// Reads the inputs and writes the tables.
    ///
    /// # Errors
    /// If the folder cannot be written, or has another audit. What an input contains is never an error:
    /// it becomes a row.
    pub fn start(&self, inputs: &[Input], progress: &Progress) -> Result<Summary, RunError> {
        pipeline::run(self, inputs, progress)
    }
}

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// A file cannot be read or written.
    #[error("cannot {action} {}: {error}", path.display())]
    File {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// Why it failed.
        error: io::Error,
    },
    /// Another process writes to the folder.
    #[error("another audit is running in {}", .0.display())]
    Locked(PathBuf),
    /// The folder has files, but no manifest.
    #[error("{} is not empty and has no audit in it; choose another folder", .0.display())]
    NotEmpty(PathBuf),
    /// The manifest cannot be understood.
    #[error("{} is not the manifest of an audit: {error}", path.display())]
    Manifest {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: String,
    },
    /// The folder has an audit with other settings.
    #[error("{} has an audit with other settings ({what}); choose another folder or the same settings", folder.display())]
    OtherSettings {
        /// The folder.
        folder: PathBuf,
        /// Which setting differs.
        what: &'static str,
    },
    /// The inputs that were read before are not the same.
    #[error("{} has an audit of other inputs: {what}; choose another folder", folder.display())]
    OtherInputs {
        /// The folder.
        folder: PathBuf,
        /// Which input differs, and how.
        what: String,
    },
    /// Arrow or Parquet failed.
    #[error("cannot encode a table: {0}")]
    Encode(String),
    /// The tables are in a format that is not read back.
    #[error("{} has tables in {format}; only parquet is read back", folder.display())]
    OtherFormat {
        /// The folder.
        folder: PathBuf,
        /// Their format.
        format: &'static str,
    },
    /// A thread ended by a bug.
    #[error("a thread panicked; please report this as a bug")]
    Panicked,
}

impl RunError {
    fn file(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::File { action, path, error }
    }

    fn encode(error: impl fmt::Display) -> Self {
        Self::Encode(error.to_string())
    }
}
