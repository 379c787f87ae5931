//! `placet page` and `placet extract`.

use std::path::PathBuf;
use std::time::SystemTime;

use clap::Args as ClapArgs;
use placet::Usage;

use super::value::{header, moment, usage};
use super::{AgentArgs, CrawlerArgs, FetchArgs, OutputArgs, ReadArgs, ReferenceArgs, SignalArgs};

/// Show the statements of a page: for which crawlers, about what, on which lines, with problems
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
If the page or its header fields have signals about the use of content, or a file with signals is
given, a second table shows what they say to crawlers. robots.txt is not read.

From a URL, placet fetches the page with its header fields, unless robots.txt closes it to placet.
The second table then includes the signals of robots.txt, tdmrep.json, trust.txt, ai.txt and the RSL
licences that page and site refer to.

Exit status:
  0  shown
  2  a file is unreadable, or the page is unavailable

Examples:
  Show the statements of a saved page:
    placet page examples/page.html
  Show the statements of a live page, and what the signals of its site say:
    placet page https://example.com/
  Include a response header field:
    placet page examples/page.html --header 'Robots-Tag: *;max-snippet=50'
  Show signals about the use of content, with a copy of the licence that the page refers to:
    placet page page.html --url https://example.com/ --rsl https://example.com/license.xml=l.xml
  Show until when the statements are fresh:
    placet page examples/page.html --header 'Cache-Control: max-age=60' --received 2026-11-15")]
pub(crate) struct Page {
    /// The page as the server sent it; - reads standard input; or an http or https URL
    #[arg(value_name = "FILE|URL")]
    pub(crate) html: PathBuf,

    /// A header field of the page's response, as 'Name: value'; can be repeated
    #[arg(long, value_name = "FIELD", value_parser = header)]
    pub(crate) header: Vec<(String, String)>,

    /// The page after its scripts have run
    #[arg(long, value_name = "FILE")]
    pub(crate) rendered: Option<PathBuf>,

    /// When the response was received, to compute until when it is fresh: a date or an RFC 3339
    /// timestamp
    #[arg(long, value_name = "TIME", value_parser = moment)]
    pub(crate) received: Option<SystemTime>,

    /// The URL of a local page, which its signals are read for [default: /]
    #[arg(long)]
    pub(crate) url: Option<String>,

    #[command(flatten)]
    pub(crate) signals: SignalArgs,

    #[command(flatten)]
    pub(crate) fetching: FetchArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Print the part of a page that a crawler may use
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Elements that are closed to the usage are left out; for snippets, so are elements with
data-nosnippet. If only one element may be used (must-use-resource), only that element is printed.
If the length is limited (max-length), the text ends with the last whole word that fits. placet
reports this, all other conditions, and conditions on elements that the page does not have, on
standard error and in JSON.

Exit status:
  0  something may be used
  1  nothing may be used
  2  a file is unreadable, or another error

Examples:
  Print the text that may be indexed:
    placet extract examples/page.html --usage index --agent ExampleBot
  Print the HTML that may appear in a snippet:
    placet extract examples/page.html --usage present-snippet --agent ExampleBot --format html
  Apply a length limit from a response header field:
    placet extract examples/page.html -u present-snippet -a a --header 'Robots-Tag: *;max-snippet=9'
  Print text, ranges, conditions and the decision as JSON:
    placet extract examples/page.html -u present-snippet -a ExampleBot --json")]
pub(crate) struct Extract {
    /// The page as the server sent it; - reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) html: PathBuf,

    /// What the crawler wants to do with the page
    #[arg(short, long, default_value = "index", value_parser = usage())]
    pub(crate) usage: Usage,

    #[command(flatten)]
    pub(crate) agent: AgentArgs,

    /// The output format
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = ExtractFormat::Text)]
    pub(crate) format: ExtractFormat,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// The URL of the page
    #[arg(long, default_value = "/")]
    pub(crate) url: String,

    /// The site's robots.txt; - reads standard input [default: a site without statements]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) robots: Option<PathBuf>,

    /// A header field of the page's response, as 'Name: value'; can be repeated
    #[arg(long, value_name = "FIELD", value_parser = header)]
    pub(crate) header: Vec<(String, String)>,

    #[command(flatten)]
    pub(crate) reading: ReadArgs,

    #[command(flatten)]
    pub(crate) crawler: CrawlerArgs,

    #[command(flatten)]
    pub(crate) references: ReferenceArgs,
}

/// The output format of `placet extract`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ExtractFormat {
    /// The text
    Text,
    /// The HTML as written in the page
    Html,
    /// Byte ranges, one START-END per line; END is exclusive
    Ranges,
    /// One JSON document: text, ranges, conditions and the decision
    Json,
    /// The same JSON on one line
    Jsonl,
}
