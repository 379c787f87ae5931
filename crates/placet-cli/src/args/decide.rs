//! `placet decide`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::SystemTime;

use clap::Args as ClapArgs;
use placet::{Agent, Usage};

use super::value::{moment, usage};
use super::{JsonLinesArgs, ReadArgs, SignalArgs};

/// Answer many questions: JSON lines in, JSON lines out
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A question is a JSON object on one line:
  {\"id\": 1, \"robots\": \"User-agent: *\\nDisallow: /x\", \"agent\": \"ExampleBot\", \"url\": \"/x/y\"}

  id          any JSON value, repeated in the answer
  robots      the text of robots.txt; or robots_b64, its bytes in base64; or robots_file, the path
              of a file, relative to the current folder (default: --robots)
  agent       a product token or a whole User-Agent field; or agent_exact, a product token that is
              used as it is, whatever it looks like (default: --agent, --agent-exact)
  url         an absolute URL, or a path that starts with / (default: --url)
  usage       crawl, index, preserve, present-snippet, train-ai, ... (default: --usage, or crawl)
  purpose     a purpose of the crawler, or a list of purposes
  honours     a condition type that the crawler can honour, or cannot with a leading !; or a list
  now         the time of the usage
  crawled     when the crawler first used the resource
  recrawled   true if the crawler has crawled the resource again since then
  refs        the files that robots.txt refers to: {path: text}
  headers     the header fields of the page's response: [[name, value], ...]
  html        the page as the server sent it; or html_b64, its bytes in base64
  rendered    the page after its scripts have run
  tdmrep, trust_txt, ai_txt
              the texts of the site's tdmrep.json, trust.txt and ai.txt (default: --tdmrep, ...)
  rsl         the RSL licences that the site refers to: {URL: text} (default: --rsl)
  signals     the families of signals to read, a list of names (default: --signals)
  element     the id of an element of the page
  element_level
              false if the crawler processes whole pages only
  profile     full, rfc9309 or google (default: --profile)

The answers have the order of the questions:
  {\"id\": 1, \"verdict\": \"prohibit\", \"conditions\": [], \"profile\": \"full\", \"reasons\": [...]}
A line that is not a valid question, has an unknown key, or names an unreadable file gives
{\"id\": ..., \"line\": ..., \"error\": ...}; the run continues, and standard error says at the end
how many there were. Blank lines are skipped. Keys of test vectors that are not part of a question
(why, expected, ...) are ignored. A robots.txt that several questions share is parsed once, and a
file that they name is read once.

A line of `placet fetch --with-body` is also a question, about --url on the site of that line; the
answer repeats the site as origin. A site without a robots.txt permits everything, an unreachable
one prohibits everything, and one that placet did not ask because its address is private gives an
error.

Exit status:
  0  every question is answered
  2  at least one question is not answered, or the input is unreadable

Examples:
  Answer the questions in a file:
    placet decide questions.jsonl > answers.jsonl
  Print verdicts without reasons, as Google's matcher decides:
    placet decide --verdict-only --profile google < questions.jsonl
  Give what all questions share once:
    placet decide examples/questions.jsonl --robots examples/robots.txt --agent ExampleBot
  Ask about the home pages of fetched sites:
    placet fetch --with-body example.com | placet decide --agent ExampleBot --usage index --url /")]
pub(crate) struct Decide {
    /// The questions; - reads standard input [default: -]
    #[arg(value_name = "FILE")]
    pub(crate) questions: Option<PathBuf>,

    /// The robots.txt for questions without one; - reads standard input
    #[arg(short, long, value_name = "FILE")]
    pub(crate) robots: Option<PathBuf>,

    /// The crawler for questions without one, by its product token or its whole User-Agent field
    #[arg(short, long, value_name = "NAME")]
    agent: Option<String>,

    /// The crawler for questions without one, by exactly this product token, even if it looks like a
    /// User-Agent field
    #[arg(long, value_name = "NAME", conflicts_with = "agent")]
    agent_exact: Option<String>,

    /// What the crawler wants to do, for questions that do not say [default: crawl]
    #[arg(short, long, value_parser = usage())]
    pub(crate) usage: Option<Usage>,

    /// The URL for questions without one: absolute, or a path that starts with /
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,

    #[command(flatten)]
    pub(crate) reading: ReadArgs,

    /// Leave out the reasons
    #[arg(long)]
    pub(crate) verdict_only: bool,

    /// The time of the usage, for questions without `now`; without either, time limits are not
    /// checked, and the answers say so
    #[arg(long, value_name = "TIME", value_parser = moment)]
    pub(crate) now: Option<SystemTime>,

    #[command(flatten)]
    pub(crate) signals: SignalArgs,

    /// How many threads to use [default: one per core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) output: JsonLinesArgs,
}

impl Decide {
    /// The crawler for questions without one.
    pub(crate) fn agent(&self) -> Option<Agent> {
        let exact = self.agent_exact.as_deref().map(Agent::exact);
        exact.or_else(|| self.agent.as_deref().map(Agent::new))
    }
}
