//! What the linter found, one file a format, and what it fixed.
//!
//! ```
//! use placet_lint::{Config, Subject, lint};
//! use placet_report::Style;
//! use placet_report::findings::{Format, render};
//!
//! let subject = Subject::new("robots.txt", b"Disallow: /private/\nUser-agent: *\nDisallow: /x\n");
//! let report = lint(&subject, &Config::default());
//! assert_eq!(
//!     render(&[report], Format::Concise, Style::Plain),
//!     "robots.txt:1:1: error ROB101 rule-outside-group: the rule belongs to no group, so no crawler \
//!      applies it\n"
//! );
//! ```

mod concise;
mod files;
mod fixed;
mod fold;
mod full;
mod github;
mod json;
mod sarif;

use std::fmt;
use std::str::FromStr;

use placet_lint::Report;

pub use fixed::fixed;

use crate::text::Style;

/// How findings are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Format {
    /// For people: the lines concerned, with what there is to say about them. What one rule finds
    /// in one file is shown once, with the lines of the other findings.
    #[default]
    Full,
    /// For people: one line for each rule and file.
    Concise,
    /// For programs: one JSON array.
    Json,
    /// For programs: one JSON object a line.
    JsonLines,
    /// For code scanning: SARIF 2.1.0.
    Sarif,
    /// For GitHub Actions: commands that annotate the files.
    Github,
}

impl Format {
    /// Whether people read it, on a terminal.
    pub const fn is_for_people(self) -> bool {
        matches!(self, Self::Full | Self::Concise)
    }

    /// All formats, in the order in which they are documented.
    pub const ALL: [Self; 6] =
        [Self::Full, Self::Concise, Self::Json, Self::JsonLines, Self::Sarif, Self::Github];

    /// The name used at the prompt.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Concise => "concise",
            Self::Json => "json",
            Self::JsonLines => "json-lines",
            Self::Sarif => "sarif",
            Self::Github => "github",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or(UnknownFormat)
    }
}

/// The name is none of the formats'.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownFormat;

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "unknown format, expected one of full, concise, json, json-lines, sarif, github",
        )
    }
}

impl std::error::Error for UnknownFormat {}

/// The reports of several files as one document, which ends in a line end unless it is empty.
///
/// Only [`Format::Full`] has colours. The formats for programs list every finding.
pub fn render(reports: &[Report<'_>], format: Format, style: Style) -> String {
    match format {
        Format::Full => full::render(reports, style),
        Format::Concise => concise::render(reports),
        Format::Json => json::render(reports),
        Format::JsonLines => json::render_lines(reports),
        Format::Sarif => sarif::render(reports),
        Format::Github => github::render(reports),
    }
}
