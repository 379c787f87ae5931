//! The commands that work on what they are given.

use std::path::PathBuf;
use std::time::SystemTime;

use clap::Args as ClapArgs;
use placet::Usage;

use super::value::{header, moment, usage};
use super::{Reading, Shown, Who};

/// Show what a page says to crawlers: to whom, about what, on which lines, and what is wrong with it
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  placet page examples/page.html
  placet page page.html --header 'Robots-Tag: *;max-snippet=50' --header 'Cache-Control: max-age=3600'")]
pub(crate) struct Page {
    /// The page as it was sent; - reads it from standard input
    #[arg(value_name = "FILE")]
    pub(crate) html: PathBuf,

    /// A field line of the page's response, as 'Name: value'; may be given several times
    #[arg(long, value_name = "LINE", value_parser = header)]
    pub(crate) header: Vec<(String, String)>,

    /// The page as scripts left it
    #[arg(long, value_name = "FILE")]
    pub(crate) rendered: Option<PathBuf>,

    /// When the response was received, to tell until when it is fresh: a date or an RFC 3339 instant
    #[arg(long, value_name = "TIME", value_parser = moment)]
    pub(crate) received: Option<SystemTime>,

    /// Print it as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Take the part out of a page that a usage may touch
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Elements that are closed to the usage are left out, and so are those marked data-nosnippet where it
shows snippets. Where only an element may be used (must-use-resource), only that is left.

Exit status: 0 something may be used, 1 nothing, 2 it could not be found out.

Examples:
  placet extract page.html --usage index --agent ExampleBot
  placet extract page.html --usage present-snippet --agent ExampleBot --format html")]
pub(crate) struct Extract {
    /// The page as it was sent; - reads it from standard input
    #[arg(value_name = "FILE")]
    pub(crate) html: PathBuf,

    /// What the crawler wants to do with it: index, preserve, present-snippet, train-ai, ...
    #[arg(short, long, default_value = "index", value_parser = usage)]
    pub(crate) usage: Usage,

    /// The crawler, by its product token or its whole User-Agent field
    #[arg(short, long, value_name = "NAME")]
    pub(crate) agent: String,

    /// As what: text, html as it stands in the page, or ranges of its octets, one a line
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,

    /// The URL of the page
    #[arg(long, default_value = "/")]
    pub(crate) url: String,

    /// The site's robots.txt; without it the site is taken to say nothing
    #[arg(short, long, value_name = "FILE")]
    pub(crate) robots: Option<PathBuf>,

    /// A field line of the page's response, as 'Name: value'; may be given several times
    #[arg(long, value_name = "LINE", value_parser = header)]
    pub(crate) header: Vec<(String, String)>,

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) who: Who,
}

/// As what the part of a page is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// The text of it
    Text,
    /// As it stands in the page
    Html,
    /// Ranges of octets, START-END with the end left out, one a line
    Ranges,
}

/// Decide about many URLs: questions as JSON lines in, decisions as JSON lines out
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A question is one JSON object on one line:
  {\"id\": 1, \"robots\": \"User-agent: *\\nDisallow: /x\", \"agent\": \"ExampleBot\", \"url\": \"/x/y\"}

  id          any JSON value, given back with the answer
  robots      the text of the robots.txt; or robots_b64, its octets in base64
  agent       a product token or a whole User-Agent field
  url         an absolute URL, or a path that begins with /
  usage       crawl (the default), index, preserve, present-snippet, train-ai, ...
  purpose     a purpose of the crawler, or a list of them
  honours     a list of condition types the crawler declares to honour
  now         the time of the use; crawled, when the resource was first used; recrawled, true
  refs        the files that the robots.txt refers to: {path: text}
  headers     the field lines of the page's response: [[name, value], ...]
  html        the page as it was sent (or html_b64, its octets); rendered, as scripts left it
  element     the id of the element asked about; element_level, false for a crawler that does
              not work on elements
  profile     full, rfc9309 or google (default: --profile)

Answers come in the order of the questions:
  {\"id\": 1, \"verdict\": \"prohibit\", \"conditions\": [], \"profile\": \"full\", \"reasons\": [...]}
A line that is no valid question gives {\"id\": ..., \"error\": ...}; the run goes on, and the exit
status is 2 at the end. Questions in a row that share a robots.txt have it parsed once.

Examples:
  placet decide questions.jsonl > answers.jsonl
  placet decide --verdict-only --profile google < questions.jsonl")]
pub(crate) struct Decide {
    /// The questions; standard input where no file is given, or -
    #[arg(value_name = "FILE")]
    pub(crate) questions: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: Reading,

    /// Leave the reasons out
    #[arg(long)]
    pub(crate) verdict_only: bool,

    /// How many threads decide [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<std::num::NonZeroUsize>,
}

/// Show what robots.txt files hold: who is addressed, how much is closed to whom and by which lines,
/// ACAP records, sitemaps, other records, problems
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
How much is closed to a crawler is computed exactly, not by trying URLs: nothing, part,
everything, or undetermined where that would take too long. Conventional rules and ACAP fields
count; /robots.txt itself is left out. Everything is closed to a crawler that an ACAP record
refers to another file, because that file is not read.

A directory stands for all files below it, hidden ones aside, in sorted order. A quoted glob
pattern ('sites/*/robots.txt', '**/*.txt') works too. With --format json one file is printed as
one document; several files, a directory or a pattern are printed as JSON lines. The object of
each file has its name in \"file\".

Exit status:
  0  shown
  2  a file could not be read; the others are shown

Examples:
  placet records examples/robots.txt
  placet records examples/robots.txt --agent GPTBot --agent ExampleBot
  placet records sites/ --format jsonl
  curl -s https://example.com/robots.txt | placet records - --json")]
pub(crate) struct Records {
    /// The robots.txt files, directories of them, or quoted glob patterns; - reads one from standard
    /// input
    #[arg(value_name = "FILE|DIR", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Show only what holds for this crawler, whether a file names it or not; may be given several
    /// times
    #[arg(short, long, value_name = "NAME")]
    pub(crate) agent: Vec<String>,

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) shown: Shown,
}
