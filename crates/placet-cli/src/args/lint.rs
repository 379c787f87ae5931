//! `placet lint` and `placet rule`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use placet_lint::Format;

/// Find what the author of a robots.txt, of response fields or of a page most likely did not mean
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Of an origin (https://example.com) the robots.txt is fetched; of any other URL the site's
robots.txt, the response and the page, which are then linted together: a noindex that nobody can
read, scripts that are closed to crawlers, a META that contradicts the header. The page is fetched
whatever robots.txt says, once, as a browser would, unless a group names placet. Files are linted
together with --url, which says where they are met.

A file is taken for a page where its name ends in .html or .htm, for the fields of a response (a
saved `curl -I`) where it begins with HTTP/, else for a robots.txt; --as says it.

A comment `# placet: ignore R101` silences a rule on its line and the line below, `# placet:
ignore-file R101` in the whole file. Settings are read from placet.toml in the present folder, table
lint, or from --config: select, ignore, severity.

Exit status: 0 clean, 1 something was found, 2 something could not be read or fetched.

Examples:
  placet lint robots.txt
  placet lint robots.txt --select R,A1 --ignore R309 --format concise
  placet lint robots.txt --fix
  placet lint robots.txt --fix --unsafe-fixes --diff
  placet lint robots.txt pages/*.html --format sarif
  placet lint robots.txt headers.txt page.html --url https://example.com/news/1
  placet lint https://example.com https://example.com/news/1")]
pub(crate) struct Lint {
    /// Files, of which - is standard input; or URLs of http or https
    #[arg(value_name = "FILE|URL", required = true)]
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

    /// How findings are shown: full, concise, json, json-lines, sarif, github
    #[arg(short, long, default_value = "full", value_parser = format)]
    pub(crate) format: Format,
}

/// How what is linted is fetched, where that is.
#[derive(Debug, ClapArgs)]
pub(crate) struct Live {
    /// The User-Agent field to send where something is fetched [default: placet's own]
    #[arg(long, value_name = "FIELD")]
    pub(crate) user_agent: Option<String>,

    /// How long an answer may take, redirects and further tries included [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: Option<u64>,

    /// Connect to loopback and private addresses too, which sites could else abuse
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
