//! Output formats and colours: `--format`, `--json`, `--color`.

use clap::{Args as ClapArgs, ValueEnum};

// Values without doc comments are listed on one line of the help.

/// The output format of a command: text for people, one JSON document, or JSON lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    Text,
    Json,
    Jsonl,
}

/// The output format, for commands that have all three.
#[derive(Debug, Clone, Copy, ClapArgs)]
pub(crate) struct OutputArgs {
    /// The output format: text for people, one JSON document, or JSON lines
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = OutputFormat::Text)]
    format: OutputFormat,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl OutputArgs {
    pub(crate) fn format(self) -> OutputFormat {
        if self.json { OutputFormat::Json } else { self.format }
    }

    /// Whether the format is for programs.
    pub(crate) fn is_json(self) -> bool {
        self.format() != OutputFormat::Text
    }
}

/// The output format, for commands that only print JSON lines.
#[derive(Debug, Clone, Copy, ClapArgs)]
pub(crate) struct JsonLinesArgs {
    /// The output format: JSON lines, one object per line
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = JsonLines::Jsonl)]
    format: JsonLines,

    /// Short for --format jsonl
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// The only format of [`JsonLinesArgs`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum JsonLines {
    Jsonl,
}

/// When to use colours: as the environment says, always, or never.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// The value of `--color`, read before the other arguments so that help and errors obey it.
    pub(crate) fn from_env_args() -> Self {
        let mut args = std::env::args_os().skip(1).take_while(|arg| arg != "--");
        let mut color = None;
        while let Some(arg) = args.next() {
            let Some(arg) = arg.to_str() else { continue };
            let value = match arg.strip_prefix("--color") {
                Some("") => args.next().and_then(|it| it.into_string().ok()),
                Some(value) => value.strip_prefix('=').map(str::to_owned),
                None => None,
            };
            color = value.and_then(|it| Self::from_str(&it, false).ok()).or(color);
        }
        color.unwrap_or(Self::Auto)
    }

    /// The choice for help and errors.
    pub(crate) fn for_help(self) -> clap::ColorChoice {
        match self {
            Self::Auto => clap::ColorChoice::Auto,
            Self::Always => clap::ColorChoice::Always,
            Self::Never => clap::ColorChoice::Never,
        }
    }

    /// Sets the choice for all further output.
    pub(crate) fn apply(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}
