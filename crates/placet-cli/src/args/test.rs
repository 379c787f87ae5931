//! `placet test`.

use std::path::PathBuf;
use std::time::SystemTime;

use clap::Args as ClapArgs;
use placet_report::expected;

use super::value::{moment, reference};
use super::{Fetching, Reading};

/// Check that a robots.txt says what it is meant to say: expectations kept beside it, against the
/// file or the live site
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Expectations stand in placet.toml, beside the settings of the linter:

  [test]
  file = \"robots.txt\"                # what is tested where nothing is named

  [[test.expect]]
  agent = [\"ExampleBot\", \"OtherBot\"] # one or several: each is asked about each URL
  url = [\"/\", \"/news/1\"]             # paths, or absolute URLs
  expect = \"permit\"                  # or prohibit

  [[test.expect]]
  agent = \"ExampleBot\"
  usage = \"index\"                    # crawl where it is left out
  url = \"/news/1\"
  expect = \"permit\"
  conditions = [\"time-limit=30-days\"] # as check prints them; [] for none
  purpose = \"news\"
  html = \"page.html\"                 # the page, beside placet.toml
  headers = [\"Robots-Tag: *;max-snippet=50\"]

or in a table, CSV or TSV, whose first line names its columns: agent, usage, url, expect, conditions,
purpose.

--init writes a first set: for each crawler that the file names and for one that it does not, a URL
that each rule matches and one that it only just does not, with the answers of the present file.

Of a site its robots.txt is fetched as check does; one that cannot be reached meets no expectation.
Only the path of an absolute URL counts, so that a copy of the site can be tested. With --page the
pages are fetched too; where one cannot be had, what depends on it is not found out.

Exit status:
  0  all are met
  1  some are not
  2  it is not known, or the table or the file could not be read

Examples:
  placet test
  placet test --expectations examples/placet.toml
  placet test public/robots.txt --format github
  placet test robots.txt --init
  placet test https://example.com/ --expectations expected.csv")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct Test {
    /// Files, or sites; - reads a file from standard input [default: what the table names, else
    /// robots.txt beside it]
    #[arg(value_name = "FILE|URL")]
    pub(crate) what: Vec<String>,

    /// The table of expectations [default: placet.toml in the present folder]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) expectations: Option<PathBuf>,

    /// Write a first set of expectations from the present file
    #[arg(long)]
    pub(crate) init: bool,

    /// With --init: put expectations that there are aside
    #[arg(long, requires = "init")]
    pub(crate) force: bool,

    /// How expectations that are not met are shown
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = Shown::Text)]
    pub(crate) format: Shown,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// Of a site, fetch the pages too, where the crawler may crawl them and the table gives none
    #[arg(long)]
    pub(crate) page: bool,

    #[command(flatten)]
    pub(crate) reading: Reading,

    /// The time of the use, to judge time limits by: a date or an RFC 3339 instant
    #[arg(long, value_name = "TIME", value_parser = moment)]
    pub(crate) now: Option<SystemTime>,

    /// A file that the robots.txt refers to, by the path it refers to it with
    #[arg(long, value_name = "PATH=FILE", value_parser = reference)]
    pub(crate) reference: Vec<(String, PathBuf)>,

    /// The User-Agent field to send where something is fetched [default: placet's own]
    #[arg(long, value_name = "FIELD")]
    pub(crate) user_agent: Option<String>,

    #[command(flatten)]
    pub(crate) fetching: Fetching,
}

/// How expectations that are not met are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Shown {
    /// With the lines that decided
    #[value(alias = "full")]
    Text,
    /// One line each
    Concise,
    /// One JSON array
    Json,
    /// JSON lines: an object for each file
    Jsonl,
    /// Commands for GitHub Actions that annotate the files
    Github,
}

impl From<Shown> for expected::Format {
    fn from(shown: Shown) -> Self {
        match shown {
            Shown::Text => Self::Full,
            Shown::Concise => Self::Concise,
            Shown::Json => Self::Json,
            Shown::Jsonl => Self::Jsonl,
            Shown::Github => Self::Github,
        }
    }
}
