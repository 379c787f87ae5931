//! `placet test`.

use std::path::PathBuf;
use std::time::SystemTime;

use clap::Args as ClapArgs;
use placet_report::Format;

use super::value::{moment, report_format};
use super::{FetchArgs, ReadArgs, ReferenceArgs, SignalArgs};

/// Test a robots.txt or a live site against a list of expectations
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Write expectations in placet.toml, next to the settings of the linter:

  [test]
  file = \"robots.txt\"                # what to test if the command line names nothing

  [[test.expect]]
  agent = [\"ExampleBot\", \"OtherBot\"] # one or several; each is asked about each URL
  url = [\"/\", \"/news/1\"]             # paths, or absolute URLs
  expect = \"permit\"                  # or \"prohibit\"

  [[test.expect]]
  agent = \"ExampleBot\"
  usage = \"index\"                    # default: crawl
  url = \"/news/1\"
  expect = \"permit\"
  conditions = [\"time-limit=30-days\"] # as check prints them; [] for none
  purpose = \"news\"
  html = \"page.html\"                 # the page, relative to placet.toml
  headers = [\"Robots-Tag: *;max-snippet=50\"]

or in a CSV or TSV file whose first line names the columns: agent, usage, url, expect, conditions,
purpose.

--init writes a first set of expectations from the current behaviour of a file: for each crawler
that the file names and for one that it does not name, a URL that each rule matches and one that it
just fails to match.

For a site, placet fetches robots.txt and files with signals as check does. An unreachable
robots.txt is an error. Only the path and query of an absolute URL count, so that you can test a
staging copy of a site. With --page, placet also fetches the pages; if a page is unavailable, an
expectation that depends on it is an error.

Exit status:
  0  all expectations are met
  1  at least one expectation is not met
  2  unknown, or the expectations or the file are unreadable

Examples:
  Test the file that placet.toml names:
    placet test
  Use another list of expectations:
    placet test --expectations examples/placet.toml
  Annotate a pull request on GitHub:
    placet test public/robots.txt --format github
  Write a first set of expectations:
    placet test robots.txt --init
  Test a live site:
    placet test https://example.com/ --expectations expected.csv")]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent option")]
pub(crate) struct Test {
    /// Files or sites to test; - reads standard input [default: the file named in the expectations,
    /// otherwise robots.txt in the same folder]
    #[arg(value_name = "FILE|URL")]
    pub(crate) subjects: Vec<String>,

    /// The file with the expectations [default: placet.toml in the current folder]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) expectations: Option<PathBuf>,

    /// Write a first set of expectations from the current behaviour of a file
    #[arg(long)]
    pub(crate) init: bool,

    /// With --init: replace existing expectations
    #[arg(long, requires = "init")]
    pub(crate) force: bool,

    /// The output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text", value_parser = report_format())]
    format: Format,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// For a site, also fetch the pages that the crawler may crawl, unless the expectation has one
    #[arg(long)]
    pub(crate) page: bool,

    #[command(flatten)]
    pub(crate) reading: ReadArgs,

    /// The time of the usage, which decides whether time limits have expired: a date or an RFC 3339
    /// timestamp [default: now]
    #[arg(long, value_name = "TIME", value_parser = moment)]
    pub(crate) now: Option<SystemTime>,

    #[command(flatten)]
    pub(crate) references: ReferenceArgs,

    #[command(flatten)]
    pub(crate) signals: SignalArgs,

    /// The User-Agent field to send [default: placet's own]
    #[arg(long, value_name = "FIELD")]
    pub(crate) user_agent: Option<String>,

    #[command(flatten)]
    pub(crate) fetching: FetchArgs,
}

impl Test {
    pub(crate) fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}
