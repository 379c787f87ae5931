//! How answers are printed: `--format`, `--json`, `--color`.

use clap::{Args as ClapArgs, ValueEnum};

// What is said of a value makes help print each on a line of its own; so few words need none.

/// In which form a command prints what it found out: for people, as one JSON document, or as JSON
/// lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    Text,
    Json,
    Jsonl,
}

/// The form, for commands that have the three of them.
#[derive(Debug, Clone, Copy, ClapArgs)]
pub(crate) struct Shown {
    /// How it is printed: as text for people, as a JSON document, or as JSON lines
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

    /// Whether it is one for programs.
    pub(crate) fn is_json(self) -> bool {
        self.form() != Form::Text
    }
}

/// The form, for commands that print lines for programs only.
#[derive(Debug, Clone, Copy, ClapArgs)]
pub(crate) struct ShownLines {
    /// How it is printed: as JSON lines, each object on one line
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = LinesForm::Jsonl)]
    format: LinesForm,

    /// Short for --format jsonl
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// The only form of lines for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LinesForm {
    Jsonl,
}

/// When colours are shown: by what the environment says, always, or never.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// What was asked for, found before all else is read, so that help and errors obey it too.
    pub(crate) fn asked() -> Self {
        let mut args = std::env::args_os().skip(1).take_while(|arg| arg != "--");
        let mut asked = None;
        while let Some(arg) = args.next() {
            let Some(arg) = arg.to_str() else { continue };
            let value = match arg.strip_prefix("--color") {
                Some("") => args.next().and_then(|it| it.into_string().ok()),
                Some(value) => value.strip_prefix('=').map(str::to_owned),
                None => None,
            };
            asked = value.and_then(|it| Self::from_str(&it, false).ok()).or(asked);
        }
        asked.unwrap_or(Self::Auto)
    }

    /// For help and errors.
    pub(crate) fn of_help(self) -> clap::ColorChoice {
        match self {
            Self::Auto => clap::ColorChoice::Auto,
            Self::Always => clap::ColorChoice::Always,
            Self::Never => clap::ColorChoice::Never,
        }
    }

    /// For all that is printed from now on.
    pub(crate) fn apply(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}
