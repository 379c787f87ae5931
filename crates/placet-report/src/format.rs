//! The formats that findings and expectations share.

use std::fmt;

/// A format for findings and for expectations that are not met.
///
/// Findings have SARIF too: [`findings::sarif`](crate::findings::sarif).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Format {
    /// For people: excerpts with the lines concerned.
    #[default]
    Text,
    /// For people: one line each.
    Concise,
    /// For programs: one JSON array.
    Json,
    /// For programs: one JSON object per line.
    Jsonl,
    /// For GitHub Actions: workflow commands that annotate the files.
    Github,
}

impl Format {
    /// All formats, in the order of the documentation.
    pub const ALL: [Self; 5] = [Self::Text, Self::Concise, Self::Json, Self::Jsonl, Self::Github];

    /// The value of `--format`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Concise => "concise",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Github => "github",
        }
    }

    /// Whether the format is for people at a terminal.
    pub const fn is_for_people(self) -> bool {
        matches!(self, Self::Text | Self::Concise)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
