//! `placet lint` and `placet rule`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use placet_lint::Severity;
use placet_report::findings::{Format, UnknownFormat};

/// Find what the author of a robots.txt, of response fields or of a page most likely did not mean
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Of a folder the files are linted whose names end in robots.txt (in any case: example.com.robots.txt),
in it and in the folders below, but not in hidden ones (.git) or behind links. A glob (*, ?, [a-z],
and ** for any folders) stands for the files that match, whatever their names. They are taken in
order of their names; a file that is given by its own name is always linted.

Of an origin (https://example.com) the robots.txt is fetched; of any other URL the site's
robots.txt, the response and the page, which are then linted together: a noindex that nobody can
read, scripts that are closed to crawlers, a META that contradicts the header. The page is fetched
whatever robots.txt says, once, as a browser would, unless a group names placet. Files are linted
together with --url, which says where they are met.

A file is taken for a page where its name ends in .html or .htm, for the fields of a response (a
saved `curl -I`) where it begins with HTTP/, else for a robots.txt; --as says it.

A comment `# placet: ignore ROB101` silences a rule on its line and the line below, `# placet:
ignore-file ROB101` in the whole file. Settings are read from placet.toml in the present folder, table
lint, or from --config: select, ignore and fail-on as here; and in the table lint.rules a severity
(note, warning, error) or off for a rule, by its code, the beginning of it or its name:

  [lint.rules]
  ROB304 = \"off\"
  everything-closed = \"error\"

full and concise show what one rule finds in one file as one, with the lines of the others; the other
formats list every finding.

--fix applies safe fixes only: those after which every crawler gets the same answers about every URL
in the profiles full, rfc9309 and google, no comment is gone, and no line that may have been meant
otherwise, such as one of two that contradict each other. Before a file is written it is compared, as
by placet diff, with what it was; a fix that is not proved is left out. What is changed is written to
standard error, file by file.

Exit status: 0 nothing found that fails; 1 something found that is at least as severe as --fail-on
says, or, with --fix and --diff or standard input, something changes; 2 something could not be read,
fetched or written, and the rest was linted all the same.

Examples:
  placet lint robots.txt
  placet lint sites/ 'corpus/**/*.txt' --format json-lines
  placet lint robots.txt --select ROB,ACA1 --ignore ROB309 --format concise --fail-on note
  placet lint robots.txt --fix
  placet lint robots.txt --fix --unsafe-fixes --diff
  placet lint robots.txt pages/*.html --format sarif
  placet lint robots.txt headers.txt page.html --url https://example.com/news/1
  placet lint https://example.com https://example.com/news/1")]
pub(crate) struct Lint {
    /// Files, of which - is standard input; folders; globs; or URLs of http or https
    #[arg(value_name = "FILE|FOLDER|URL", required = true)]
    pub(crate) subjects: Vec<PathBuf>,

    /// The files are the robots.txt, the response and the page met at this URL, or some of them:
    /// lint them together
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,

    /// What the files are
    #[arg(long = "as", value_enum, value_name = "KIND")]
    pub(crate) kind: Option<Kind>,

    /// Ask only these rules: codes, beginnings of codes, names, ALL
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub(crate) select: Vec<String>,

    /// Do not ask these rules
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub(crate) ignore: Vec<String>,

    /// The least severity that makes the exit status 1 [default: warning]
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<FailOn>,

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

    #[command(flatten)]
    pub(crate) live: Live,

    #[command(flatten)]
    pub(crate) shown: Shown,
}

/// How findings are shown.
#[derive(Debug, Clone, Copy, ClapArgs)]
pub(crate) struct Shown {
    /// How findings are shown: full (or text), concise, json, jsonl (or json-lines), sarif, github
    #[arg(short, long, default_value = "full", value_parser = format)]
    format: Format,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl Shown {
    /// The format asked for.
    pub(crate) fn format(self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FailOn {
    /// Worth knowing; the file does what it says
    Note,
    /// Most likely something else was meant, or some crawlers read something else
    Warning,
    /// The line has no effect, or another one than it says
    Error,
}

impl From<FailOn> for Severity {
    fn from(fail_on: FailOn) -> Self {
        match fail_on {
            FailOn::Note => Self::Note,
            FailOn::Warning => Self::Warning,
            FailOn::Error => Self::Error,
        }
    }
}

/// How what is linted is fetched, where that is.
#[derive(Debug, ClapArgs)]
pub(crate) struct Live {
    /// The User-Agent field to send where something is fetched [default: placet's own]
    #[arg(long, value_name = "FIELD")]
    pub(crate) user_agent: Option<String>,

    /// How long all that is met at one URL may take together, redirects included [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: Option<u64>,

    /// Connect to loopback, private, link-local and other local addresses too, which sites could else
    /// abuse; never to a cloud's metadata service, nor to multicast and reserved addresses
    #[arg(long)]
    pub(crate) allow_private: bool,
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
Exit status: 0 shown, 2 there is no such rule.

Examples:
  placet rule
  placet rule ROB101
  placet rule rule-outside-group")]
pub(crate) struct Rule {
    /// The rule, by its code or its name; all where none is given
    #[arg(value_name = "RULE")]
    pub(crate) rule: Option<String>,
}

fn format(name: &str) -> Result<Format, UnknownFormat> {
    // As the other commands call them.
    match name {
        "text" => Ok(Format::Full),
        "jsonl" => Ok(Format::JsonLines),
        _ => name.parse(),
    }
}
