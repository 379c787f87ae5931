//! `placet write`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use placet::Usage;
use placet_publish::signals;
use url::Url;

use super::value::{preference, signal_language};
use super::{FetchArgs, OutputArgs, SignalArgs};

/// Write what a site says about AI and search, in every language that crawlers read
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
placet writes these files below --dir, or prints them without it:
  robots.txt               the rules of the source, with Content-Usage, Content-Signal and License
                           records, and groups that close the site to known AI crawlers
  .well-known/tdmrep.json  the TDM Reservation Protocol
  license.xml              an RSL licence; more of them if the source treats crawlers differently

The source is a robots.txt with rules, ACAP and signals, with the files of --tdmrep, --trust-txt,
--ai-txt and --rsl; those of a live site that are not given are fetched. --refuse and --allow
replace what it states about a usage; search is short for index, present-link, present-snippet and
present-oldsnippet. Signals and comments of the source are not kept: placet writes the signals anew.

The files are read back and compared with the source for each crawler, usage and kind of path. What
no language expresses is a loss. What a language refuses in addition, or leaves to another one, is
a note. Both are listed on standard error.

A group for a crawler is written where everything that the crawler is known for is refused; see
`placet crawlers ai-training`.

Exit status:
  0  written without losses
  1  written with losses
  2  not written

Examples:
  Refuse AI training and allow search (--dir FOLDER writes the files):
    placet write examples/robots.txt --site https://example.com --refuse train-ai --allow search
  Refuse AI training below /news/ only, in robots.txt:
    placet write examples/robots.txt --to content-usage,content-signal --refuse train-ai=/news/
  Write what ACAP and tdmrep.json state, as JSON:
    placet write examples/acap.txt --tdmrep examples/tdmrep.json --site https://example.com --json")]
pub(crate) struct Write {
    /// A robots.txt file, - for standard input, or a URL [default: an empty robots.txt]
    #[arg(value_name = "FILE|URL")]
    pub(crate) source: Option<PathBuf>,

    /// Refuse a usage, or search; with a pattern, only on the paths that it matches; can be repeated
    #[arg(long, value_name = "USAGE[=PATTERN]", value_parser = preference)]
    pub(crate) refuse: Vec<(Vec<Usage>, String)>,

    /// Allow a usage, or search, in the same way
    #[arg(long, value_name = "USAGE[=PATTERN]", value_parser = preference)]
    pub(crate) allow: Vec<(Vec<Usage>, String)>,

    /// The languages, separated by commas [default: all]
    #[arg(long, value_name = "LANGUAGES", value_parser = signal_language(), value_delimiter = ',')]
    pub(crate) to: Vec<signals::Language>,

    /// The address of the site, for the references to licences; required for rsl unless the source
    /// is a URL
    #[arg(long, value_name = "URL")]
    pub(crate) site: Option<Url>,

    /// Write the files below this folder instead of printing them
    #[arg(short, long, value_name = "FOLDER", conflicts_with_all = ["format", "json"])]
    pub(crate) dir: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) signals: SignalArgs,

    #[command(flatten)]
    pub(crate) format: OutputArgs,

    #[command(flatten)]
    pub(crate) fetching: FetchArgs,
}
