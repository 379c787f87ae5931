//! `placet explain`.

use clap::Args as ClapArgs;
use placet::Usage;

use super::value::usage;
use super::{OutputArgs, QuestionArgs};

/// Explain a decision step by step: every source read, each law in order, and the statements that
/// did not apply
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
explain takes the same arguments as check and reaches the same decision. A > marks the statement
that decides, and -> shows the result after each law. The end lists the statements that did not
apply, each with the reason.

The laws, in order:
  0  availability of robots.txt: if it is unreachable, everything is prohibited
  1  RFC 9309: which groups apply, and which of their rules decides about crawling
  2  ACAP in robots.txt and in the files it refers to
  3  RFC 9309 and ACAP together: both must permit crawling
  4  ACAP in the page: META elements and class attributes
  5  Robots-Tag, X-Robots-Tag and robots META elements, which can only restrict
  6  signals about the use of content: Content-Usage, Content-Signal, TDMRep, RSL and others
  7  conditions: time limits, locations, and what the crawler can honour
  8  dependencies: without crawling no usage, without keeping a copy no showing of it, without
     mining no training

Exit status; for several URLs, the highest:
  0  permitted
  1  prohibited
  2  unknown, or an error

Examples:
  Explain a decision about a live site:
    placet explain https://example.com/drafts/42 --agent ExampleBot
  Explain decisions about two paths, from a local robots.txt:
    placet explain /drafts/42 /news/1 --agent ExampleBot --robots examples/robots.txt
  Explain why snippets have conditions:
    placet explain /news/1 --agent ExampleBot --usage present-snippet --robots examples/acap.txt
  Explain what a saved page and a header field add:
    placet explain / -a a -u index --html examples/page.html --header 'Robots-Tag: *;noindex'
  Read the live page as well and print JSON:
    placet explain https://example.com/ --agent ExampleBot --page --json")]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    /// More URLs
    #[arg(value_name = "URL")]
    pub(crate) more: Vec<String>,

    /// What the crawler wants to do with the URLs
    #[arg(short, long, default_value = "crawl", value_parser = usage())]
    pub(crate) usage: Usage,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
