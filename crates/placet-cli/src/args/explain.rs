//! `placet explain`.

use clap::Args as ClapArgs;
use placet::Usage;

use super::value::usage;
use super::{Asked, Shown};

/// Explain a decision at length: all that was heard, every law in its order with what it found and
/// left, and what had no part
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
It takes what check takes, and comes to the same decision. A statement that decided is marked >, and
behind each -> stands what a law leaves. What the site says to other crawlers and about other URLs
and usages is listed at the end, with the reason why it had no part.

The laws, in their order:
  0  whether there is a robots.txt: what cannot be reached prohibits all
  1  RFC 9309: which groups apply, which of their rules decides about crawling
  2  ACAP in robots.txt and the files it refers to
  3  both together: each must permit crawling
  4  ACAP in the page: META elements and class attributes
  5  Robots-Tag, X-Robots-Tag and robots META, which only restrict
  6  signals about the use of content: Content-Usage, Content-Signal, TDMRep, RSL and others
  7  conditions against facts: time, place, what the crawler can honour
  8  no crawl, no use; no copy kept, no copy shown; no mining, no training

Exit status, of several URLs the highest:
  0  permitted
  1  prohibited
  2  it is not known, or the question could not be asked

Examples:
  placet explain https://example.com/drafts/42 --agent ExampleBot
  placet explain /drafts/42 /news/1 --agent ExampleBot --robots examples/robots.txt
  placet explain /news/1 --agent ExampleBot --usage present-snippet --robots examples/acap.txt
  placet explain / -a ExampleBot -u index --html examples/page.html --header 'Robots-Tag: *;noindex'
  placet explain https://example.com/ --agent ExampleBot --page --json")]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) asked: Asked,

    /// More URLs
    #[arg(value_name = "URL")]
    pub(crate) more: Vec<String>,

    /// What the crawler wants to do with the URLs
    #[arg(short, long, default_value = "crawl", value_parser = usage())]
    pub(crate) usage: Usage,

    #[command(flatten)]
    pub(crate) shown: Shown,
}
