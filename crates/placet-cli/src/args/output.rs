//! How answers are printed: `--format`, `--json`.

use clap::{Args as ClapArgs, ValueEnum};

/// In which form a command prints what it found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Text for people
    Text,
    /// One JSON document
    Json,
    /// JSON lines: each object on one line
    Jsonl,
}

/// The form, for commands that have the three of them.
#[derive(Debug, Clone, Copy, ClapArgs)]
pub(crate) struct Shown {
    /// How it is printed
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = Form::Text)]
    format: Form,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl Shown {
    /// The form asked for.
    pub(crate) fn form(self) -> Form {
        if self.json { Form::Json } else { self.format }
    }
}
