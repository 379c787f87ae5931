//! The commands that work on what they are given.

use std::path::PathBuf;
use std::time::SystemTime;

use clap::Args as ClapArgs;
use placet::{Agent, Usage};

use super::value::{header, moment, usage};
use super::{Named, Reading, Shown, ShownLines, Who};

/// Show what a page says to crawlers: to whom, about what, on which lines, and what is wrong with it
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Exit status:
  0  shown
  2  a file could not be read

Examples:
  placet page examples/page.html
  placet page examples/page.html --header 'Robots-Tag: *;max-snippet=50'
  placet page examples/page.html --header 'Cache-Control: max-age=60' --received 2026-11-15")]
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

    #[command(flatten)]
    pub(crate) shown: Shown,
}

/// Take the part out of a page that a usage may touch
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Elements that are closed to the usage are left out, and so are those marked data-nosnippet where it
shows snippets. Where only an element may be used (must-use-resource), only that is left; where no
more than a length may be (max-length), what is left ends with the last whole word that fits. That,
all other conditions, and elements that conditions name and the page lacks, are told on standard
error, and in JSON.

Exit status:
  0  something may be used
  1  nothing may be used
  2  a file could not be read

Examples:
  placet extract examples/page.html --usage index --agent ExampleBot
  placet extract examples/page.html --usage present-snippet --agent ExampleBot --format html
  placet extract examples/page.html -u present-snippet -a a --header 'Robots-Tag: *;max-snippet=50'
  placet extract examples/page.html -u present-snippet -a ExampleBot --json")]
pub(crate) struct Extract {
    /// The page as it was sent; - reads it from standard input
    #[arg(value_name = "FILE")]
    pub(crate) html: PathBuf,

    /// What the crawler wants to do with it
    #[arg(short, long, default_value = "index", value_parser = usage())]
    pub(crate) usage: Usage,

    #[command(flatten)]
    pub(crate) named: Named,

    /// As what it is printed
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    pub(crate) format: Format,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

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
    /// Ranges of bytes, START-END with the end left out, one a line
    Ranges,
    /// One JSON document: text, ranges, conditions, and the decision
    Json,
    /// The same on one line
    Jsonl,
}

/// Decide about many URLs: questions as JSON lines in, decisions as JSON lines out
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A question is one JSON object on one line:
  {\"id\": 1, \"robots\": \"User-agent: *\\nDisallow: /x\", \"agent\": \"ExampleBot\", \"url\": \"/x/y\"}

  id          any JSON value, given back with the answer
  robots      the text of the robots.txt; or robots_b64, its bytes in base64; or robots_file, the
              path of a file, from the present folder (default: --robots)
  agent       a product token or a whole User-Agent field; or agent_exact, a name that is taken
              as it is, whatever it looks like (default: --agent, --agent-exact)
  url         an absolute URL, or a path that begins with / (default: --url)
  usage       crawl, index, preserve, present-snippet, train-ai, ... (default: --usage, or crawl)
  purpose     a purpose of the crawler, or a list of them
  honours     a condition type the crawler declares to honour, with a leading ! one that it cannot;
              or a list of them
  now         the time of the use; crawled, when the resource was first used; recrawled, true
  refs        the files that the robots.txt refers to: {path: text}
  headers     the field lines of the page's response: [[name, value], ...]
  html        the page as it was sent (or html_b64, its bytes); rendered, as scripts left it
  element     the id of the element asked about; element_level, false for a crawler that does
              not work on elements
  profile     full, rfc9309 or google (default: --profile)

Answers come in the order of the questions:
  {\"id\": 1, \"verdict\": \"prohibit\", \"conditions\": [], \"profile\": \"full\", \"reasons\": [...]}
A line that is no valid question, has an unknown key, or names a file that cannot be read gives
{\"id\": ..., \"line\": ..., \"error\": ...}, and the run goes on. The keys of test vectors that say
nothing about the question (why, expected, ...) are passed over. A robots.txt that is given again
is parsed once, one that is named as a file once for all.

A line of `placet fetch --with-body` is a question, too: about --url, of the site it names, which
its answer gives back as origin. A site without a robots.txt permits, one that cannot be reached
prohibits, and one that was not asked because its address is private gives an error.

Exit status:
  0  every question is answered
  2  some are not, or the questions could not be read

Examples:
  placet decide questions.jsonl > answers.jsonl
  placet decide --verdict-only --profile google < questions.jsonl
  placet decide examples/questions.jsonl --robots examples/robots.txt --agent ExampleBot
  placet fetch --with-body example.com | placet decide --agent ExampleBot --usage index --url /")]
pub(crate) struct Decide {
    /// The questions; standard input where no file is given, or -
    #[arg(value_name = "FILE")]
    pub(crate) questions: Option<PathBuf>,

    /// The robots.txt of questions that give none; - reads it from standard input
    #[arg(short, long, value_name = "FILE")]
    pub(crate) robots: Option<PathBuf>,

    /// The crawler of questions that name none, by its product token or its whole User-Agent field
    #[arg(short, long, value_name = "NAME")]
    agent: Option<String>,

    /// The same by exactly this name, also where it looks like a User-Agent field
    #[arg(long, value_name = "NAME", conflicts_with = "agent")]
    agent_exact: Option<String>,

    /// What the crawler wants to do, in questions that do not say [default: crawl]
    #[arg(short, long, value_parser = usage())]
    pub(crate) usage: Option<Usage>,

    /// The URL of questions that have none: absolute, or a path that begins with /
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,

    #[command(flatten)]
    pub(crate) reading: Reading,

    /// Leave the reasons out
    #[arg(long)]
    pub(crate) verdict_only: bool,

    /// How many threads decide [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<std::num::NonZeroUsize>,

    #[command(flatten)]
    pub(crate) shown: ShownLines,
}

impl Decide {
    /// The crawler of questions that name none, if one is given.
    pub(crate) fn agent(&self) -> Option<Agent> {
        let exact = self.agent_exact.as_deref().map(Agent::exact);
        exact.or_else(|| self.agent.as_deref().map(Agent::new))
    }
}

/// Show what a robots.txt holds: who is addressed, how much is closed to whom and by which lines,
/// sitemaps, other records, problems
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
How much is closed is found out exactly, not by trying URLs: nothing, part, everything, or
undetermined where that would take too long. /robots.txt itself is left aside.

Exit status:
  0  shown
  2  a file could not be read

Examples:
  placet records examples/robots.txt
  curl -s https://example.com/robots.txt | placet records - --json")]
pub(crate) struct Records {
    /// The robots.txt; - reads it from standard input
    #[arg(value_name = "FILE")]
    pub(crate) robots: PathBuf,

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) shown: Shown,
}
