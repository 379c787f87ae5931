//! `placet diff`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use placet::Usage;
use placet::compare::Effect;

use super::value::{reference, usage};
use super::{Fetching, Reading, Shown};

/// Show what changes in effect between two robots.txt: what closes, what opens, for whom
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
What changes is found out exactly, not by trying URLs: for every crawler that either file names and
for all others, for every use, on every path, each with a path that shows it and the line that
decides on either side. A change of text without a change in effect is none. Where a file is made so
that finding out would take too long, what was found is told, and that there may be more.

Conditions are compared as they are stated, whatever the day is. Crawlers are told apart by their
names, and by one purpose where the files speak of purposes; give --agent with a whole User-Agent
field where a file addresses parts of that.

With --urls the URLs of a list are counted instead: how many close, open, or may be used on other
conditions. Lines that are empty or begin with # are passed over.

Exit status:
  0  nothing changes
  1  something does; with --fail-on only where it is a change of that kind
  2  it is not known: a file could not be read, or there may be changes beyond those found

Examples:
  placet diff robots.txt new-robots.txt
  placet diff examples/robots.txt examples/acap.txt --agent ExampleBot --usage crawl
  placet diff https://example.com robots.txt --fail-on closes
  git show HEAD:robots.txt | placet diff - robots.txt --agent GPTBot --agent Googlebot
  placet diff old.txt new.txt --usage index --usage train-ai --json
  placet diff old.txt new.txt --urls urls.txt")]
pub(crate) struct Diff {
    /// The old robots.txt: a file, - for standard input, or the URL of a site to fetch it from
    pub(crate) old: String,

    /// The new one
    pub(crate) new: String,

    /// Compare for this crawler alone, by its product token or its whole User-Agent field; may be
    /// given several times
    #[arg(short, long, value_name = "NAME", group = "crawlers")]
    pub(crate) agent: Vec<String>,

    /// Compare for the crawler of exactly this name alone, also where it looks like a User-Agent
    /// field; may be given several times
    #[arg(long, value_name = "NAME", group = "crawlers")]
    pub(crate) agent_exact: Vec<String>,

    /// A purpose that the crawlers given serve; may be given several times
    #[arg(long, value_name = "PURPOSE", requires = "crawlers")]
    pub(crate) purpose: Vec<String>,

    /// Compare for this usage alone; may be given several times
    #[arg(short, long, value_parser = usage())]
    pub(crate) usage: Vec<Usage>,

    /// Exit with 1 only where something closes, opens, or has other conditions
    #[arg(long, value_enum, value_name = "EFFECT", value_delimiter = ',')]
    pub(crate) fail_on: Vec<FailOn>,

    /// Count what changes over the URLs of a list, one a line; - reads standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) urls: Option<PathBuf>,

    /// How many threads count [default: one for each core]
    #[arg(long, value_name = "N", requires = "urls")]
    pub(crate) threads: Option<NonZeroUsize>,

    /// A file that either robots.txt refers to, by the path it refers to it with
    #[arg(long, value_name = "PATH=FILE", value_parser = reference)]
    pub(crate) reference: Vec<(String, PathBuf)>,

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) fetching: Fetching,

    #[command(flatten)]
    pub(crate) shown: Shown,
}

/// On what the exit status is 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FailOn {
    /// A use that was permitted is prohibited
    Closes,
    /// A use that was prohibited is permitted
    Opens,
    /// A use is permitted on other conditions
    Conditions,
}

impl From<FailOn> for Effect {
    fn from(fail_on: FailOn) -> Self {
        match fail_on {
            FailOn::Closes => Self::Closes,
            FailOn::Opens => Self::Opens,
            FailOn::Conditions => Self::Conditions,
        }
    }
}
