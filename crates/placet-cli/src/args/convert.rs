//! `placet convert`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::lint::Kind;
use super::{Fetching, Shown};

/// Say the same policy in another language: robots.txt in ACAP's words and back, what fields and
/// META elements say as Robots-Tag
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
  --to acap        the rules of a robots.txt as ACAP records behind them, or --alone, written so that
                   the narrowest field decides as the longest rule does. More may close: ACAP does
                   not tell upper from lower case (Disallow: /x closes /X, too), and addresses by a
                   name the crawlers whose names go on from it (bot-news by bot). Lines end in
                   CR LF, as ACAP's grammar has it
  --to robots      what ACAP records say of crawling as the groups of a robots.txt
  --to robots-tag  what response fields (a saved `curl -I`) or the META elements of a page say, as
                   one Robots-Tag field
  --to meta        the same as META elements

A file is taken for a page where its name ends in .html or .htm, for the fields of a response where
it begins with HTTP/ or a Robots-Tag field, else for a robots.txt; --from says it. Of a URL the
site's robots.txt is fetched, or with --to robots-tag and meta the page with its fields.

What cannot be said in the other language is listed on standard error as lost: words with their
line, and what the other law decides otherwise with a crawler and a URL that show it. What only
closes for the case of letters or for longer names is noted there, and is no loss. Some URLs are
tried, not all: `placet diff` tells the whole difference.

Exit status:
  0  all is said
  1  something is lost
  2  nothing could be converted

Examples:
  placet convert robots.txt --to acap --output robots.new.txt
  placet convert examples/robots.txt --to acap --alone
  placet convert examples/acap.txt --to robots --json
  curl -sI https://example.com/ | placet convert - --to robots-tag
  placet convert examples/page.html --to robots-tag
  placet convert https://example.com/ --to acap")]
pub(crate) struct Convert {
    /// A file, - for standard input, or a URL
    #[arg(value_name = "FILE|URL")]
    pub(crate) source: PathBuf,

    /// The language to say it in
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub(crate) to: Language,

    /// What the source is
    #[arg(long, value_enum, value_name = "KIND")]
    pub(crate) from: Option<Kind>,

    /// With --to acap: the ACAP records alone, without the rules they are made of
    #[arg(long)]
    pub(crate) alone: bool,

    /// Write the result to this file instead of standard output
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["format", "json"])]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) shown: Shown,

    #[command(flatten)]
    pub(crate) fetching: Fetching,
}

/// A language that policies are said in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Language {
    /// ACAP records in robots.txt
    Acap,
    /// The groups of a robots.txt
    Robots,
    /// The response field Robots-Tag
    RobotsTag,
    /// META elements
    Meta,
}
