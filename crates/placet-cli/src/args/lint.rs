//! `placet lint` and `placet rule`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use placet_lint::Format;

/// Find what the author of a robots.txt, of response fields or of a page most likely did not mean
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A file is taken for a page where its name ends in .html or .htm, for the fields of a response (a
saved `curl -I`) where it begins with HTTP/, else for a robots.txt; --as says it.

A comment `# placet: ignore R101` silences a rule on its line and the line below, `# placet:
ignore-file R101` in the whole file. Settings are read from placet.toml in the present folder, table
lint, or from --config: select, ignore, severity.

Exit status: 0 clean, 1 something was found, 2 a file could not be read.

Examples:
  placet lint robots.txt
  placet lint robots.txt --select R,A1 --ignore R309 --format concise
  placet lint robots.txt --fix
  placet lint robots.txt --fix --unsafe-fixes --diff
  placet lint robots.txt pages/*.html --format sarif")]
pub(crate) struct Lint {
    /// The files; - reads one from standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// What the files are
    #[arg(long = "as", value_enum, value_name = "KIND")]
    pub(crate) kind: Option<Kind>,

    /// Ask only these rules: codes, beginnings of codes, names, ALL
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub(crate) select: Vec<String>,

    /// Do not ask these rules
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub(crate) ignore: Vec<String>,

    /// The settings [default: placet.toml in the present folder, where there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Apply the fixes that are safe to the files
    #[arg(long)]
    pub(crate) fix: bool,

    /// With --fix: apply those too that may change what a file means
    #[arg(long, requires = "fix")]
    pub(crate) unsafe_fixes: bool,

    /// With --fix: show what would change, and change nothing
    #[arg(long, requires = "fix")]
    pub(crate) diff: bool,

    /// How findings are shown: full, concise, json, json-lines, sarif, github
    #[arg(short, long, default_value = "full", value_parser = format)]
    pub(crate) format: Format,
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Kind {
    /// A robots.txt
    Robots,
    /// The fields of a response, as `curl -I` saves them
    Fields,
    /// An HTML page
    Page,
}

/// Show the manual page of a rule of the linter, or list all rules
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  placet rule
  placet rule R101
  placet rule rule-outside-group")]
pub(crate) struct Rule {
    /// The rule, by its code or its name; all where none is given
    #[arg(value_name = "RULE")]
    pub(crate) rule: Option<String>,
}

fn format(name: &str) -> Result<Format, placet_lint::UnknownFormat> {
    name.parse()
}
