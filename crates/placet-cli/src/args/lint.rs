//! `placet lint` and `placet rule`.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use placet_lint::Severity;
use placet_report::Format;

use super::value::lint_format;
use super::{NetworkArgs, SignalArgs};

/// Find mistakes in robots.txt files, response header fields, pages and files about AI
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
What to lint:
  A file is always linted. placet guesses what it is: a page if its name ends in .html or .htm,
  response header fields (a saved `curl -I`) if it starts with HTTP/, Robots-Tag:, X-Robots-Tag: or
  tdm-reservation:, a tdmrep.json, trust.txt or ai.txt by these names (also
  example.com.tdmrep.json), an RSL licence if its name is license.xml or ends in .rsl.xml or .rsl,
  or if it is XML with the namespace of RSL, otherwise a robots.txt. Use --as to override the guess.
  A folder means the files below it whose names end in robots.txt, ignoring case
  (example.com.robots.txt), except in hidden folders (.git) and symbolic links.
  A glob pattern (*, ?, [a-z], and ** for any folders) means the matching files.
  An origin (https://example.com) means the robots.txt of the site and its files with signals:
  tdmrep.json, trust.txt, ai.txt, and the RSL licences that robots.txt refers to.
  Any other URL means the same, the response and the page, linted together: a noindex that no
  crawler can read, scripts that are closed to crawlers, a META element that contradicts the header.
  The page is fetched once, as a browser would, whatever robots.txt says, unless a group names
  placet. With --url, local files are linted together in the same way.
  The options --tdmrep, --trust-txt, --ai-txt and --rsl add files about the use of content. With
  --url they are linted together with the others, so that signals that contradict each other are
  found; with a live site they replace its own. --signals none fetches and checks none of them.

How to silence a rule:
  The comment `# placet: ignore ROB101` silences a rule on that line and the next, and
  `# placet: ignore-file ROB101` in the whole file. The table lint of placet.toml in the current
  folder, or of the file given with --config, takes select, ignore, fail-on and signals like the
  options; the table lint.rules sets a severity (note, warning, error) or off per rule, by code,
  prefix of a code, or name:

    [lint.rules]
    ROB304 = \"off\"
    everything-closed = \"error\"

Output:
  text and concise show findings of one rule with the same message in one file together, with the
  line numbers. The other formats list every finding. --statistics counts the findings of each rule
  in all files, as text or JSON.

Fixes:
  --fix applies safe fixes only. A safe fix changes no decision for any crawler and any URL in
  the profiles full, rfc9309 and google, and removes no comment and no line that may have been meant
  differently. placet proves this for the three profiles before it writes, as `placet diff` does,
  and skips a fix that it cannot prove. A crawler that reads robots.txt in another way may decide
  differently after a fix. The changes are reported on standard error.

Exit status:
  0  no finding is as severe as --fail-on
  1  a finding is at least as severe as --fail-on; with --fix on standard input or --diff, also if
     something changes
  2  something could not be read, fetched or written; the rest was linted

Examples:
  Lint a file:
    placet lint robots.txt
  Lint a folder and a glob, one JSON object per finding:
    placet lint sites/ 'corpus/**/*.txt' --format jsonl
  Choose rules, print one line per rule, and fail on notes too:
    placet lint robots.txt --select ROB,ACA1 --ignore ROB309 --format concise --fail-on note
  Apply safe fixes, or preview all fixes:
    placet lint robots.txt --fix
    placet lint robots.txt --fix --unsafe-fixes --diff
  Write a report for code scanning:
    placet lint robots.txt pages/*.html --format sarif
  Lint local files as one page of a site:
    placet lint robots.txt headers.txt page.html --url https://example.com/news/1
  Lint a live site and a live page:
    placet lint https://example.com https://example.com/news/1
  Lint files about AI, alone or together with a robots.txt:
    placet lint examples/tdmrep.json
    placet lint examples/signals.txt --tdmrep examples/tdmrep.json --url https://example.com/
  Count the findings of each rule in many files:
    placet lint sites/ --statistics")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Lint {
    /// Files (- for standard input), folders, glob patterns, or http and https URLs
    #[arg(value_name = "FILE|FOLDER|URL", required = true)]
    pub(crate) subjects: Vec<PathBuf>,

    /// Lint the files together, as the robots.txt, the response and the page of this URL
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,

    /// What the files are [default: guess from name and first bytes]
    #[arg(long = "as", value_enum, value_name = "KIND")]
    pub(crate) kind: Option<LintKind>,

    /// Run only these rules: codes, prefixes of codes, names, or ALL
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub(crate) select: Vec<String>,

    /// Do not run these rules
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub(crate) ignore: Vec<String>,

    /// The lowest severity that makes the exit status 1 [default: warning]
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<FailOn>,

    /// The settings file [default: placet.toml in the current folder, if it exists]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Apply safe fixes to the files
    #[arg(long)]
    pub(crate) fix: bool,

    /// With --fix: also apply fixes that may change what a file means
    #[arg(long, requires = "fix")]
    pub(crate) unsafe_fixes: bool,

    /// With --fix: show what would change, and write nothing
    #[arg(long, requires = "fix")]
    pub(crate) diff: bool,

    /// The User-Agent field to send [default: placet's own]
    #[arg(long, value_name = "FIELD")]
    pub(crate) user_agent: Option<String>,

    #[command(flatten)]
    pub(crate) signal_files: SignalArgs,

    /// Show how often each rule finds something, in place of the findings
    #[arg(long)]
    pub(crate) statistics: bool,

    #[command(flatten)]
    pub(crate) network: NetworkArgs,

    /// The output format
    #[arg(short, long, default_value = "text", value_name = "FORMAT", value_parser = lint_format())]
    format: LintFormat,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl Lint {
    pub(crate) fn format(&self) -> LintFormat {
        if self.json { LintFormat::Report(Format::Json) } else { self.format }
    }
}

/// The output format of `placet lint`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LintFormat {
    Report(Format),
    /// SARIF 2.1.0, which only findings have.
    Sarif,
}

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FailOn {
    /// Worth knowing; the file works as written
    Note,
    /// Probably not what the author meant, or crawlers differ in how they read it
    Warning,
    /// The line has no effect, or a different effect than it appears to have
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

/// How many bytes of a file are searched for the namespace of RSL.
const RSL_SEARCHED: usize = 4096;

/// What a file to lint is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum LintKind {
    /// A robots.txt
    Robots,
    /// Response header fields, as saved by `curl -I`
    Fields,
    /// An HTML page
    Page,
    /// A /.well-known/tdmrep.json
    Tdmrep,
    /// An RSL licence
    Rsl,
    /// A trust.txt
    TrustTxt,
    /// An ai.txt
    AiTxt,
}

impl LintKind {
    /// Guesses from the name and the first bytes of a file.
    pub(crate) fn guess(path: &Path, bytes: &[u8]) -> Self {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let is_named = |wanted: &str| {
            let rest = name.strip_suffix(wanted);
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        let head = bytes.get(..RSL_SEARCHED).unwrap_or(bytes);
        let has_namespace = bytes.trim_ascii_start().starts_with(b"<")
            && memchr::memmem::find(head, b"//rslstandard.org/rsl").is_some();
        let is_rsl = ["license.xml", "rsl.xml", "rsl"].iter().any(|it| is_named(it));
        match FileKind::guess(path, bytes) {
            FileKind::Page => Self::Page,
            _ if is_named("tdmrep.json") => Self::Tdmrep,
            _ if is_named("trust.txt") => Self::TrustTxt,
            _ if is_named("ai.txt") => Self::AiTxt,
            _ if is_rsl || has_namespace => Self::Rsl,
            FileKind::Fields => Self::Fields,
            FileKind::Robots => Self::Robots,
        }
    }
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FileKind {
    /// A robots.txt
    Robots,
    /// Response header fields, as saved by `curl -I`
    Fields,
    /// An HTML page
    Page,
}

impl FileKind {
    /// Guesses from the name and the first bytes of a file.
    pub(crate) fn guess(path: &Path, bytes: &[u8]) -> Self {
        let has_extension = |wanted: &&str| {
            path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
        };
        let starts_with = |start: &&str| {
            bytes.get(..start.len()).is_some_and(|it| it.eq_ignore_ascii_case(start.as_bytes()))
        };
        if ["html", "htm"].iter().any(has_extension) {
            Self::Page
        } else if ["HTTP/", "Robots-Tag:", "X-Robots-Tag:", "tdm-reservation:"]
            .iter()
            .any(starts_with)
        {
            Self::Fields
        } else {
            Self::Robots
        }
    }
}

/// Explain a lint rule, or list rules
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Exit status:
  0  shown
  2  unknown rule

Examples:
  List all rules:
    placet rule
  Explain a rule, by code or by name:
    placet rule ROB101
    placet rule rule-outside-group
  List the rules whose codes begin with SIG1:
    placet rule SIG1")]
pub(crate) struct Rule {
    /// The rule, by its code or its name, or the beginning of codes [default: list all rules]
    #[arg(value_name = "RULE")]
    pub(crate) rule: Option<String>,
}
