//! What can be said at the prompt.

use std::path::PathBuf;
use std::time::SystemTime;

use clap::{Args as ClapArgs, Parser, Subcommand};
use placet::{Profile, Qualifier, Usage};

/// May this crawler use this URL, and which words of the site say so?
#[derive(Debug, Parser)]
#[command(
    name = "placet",
    version,
    arg_required_else_help = true,
    after_help = "\
Exit status: 0 permitted or done, 1 prohibited, 2 it could not be found out.

Try it:
  placet check https://example.com/drafts/42 --agent ExampleBot --robots examples/robots.txt
  placet matrix https://example.com/news/1 --agent ExampleBot --robots examples/acap.txt
  placet records examples/robots.txt
  placet page examples/page.html"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(Check),
    Matrix(Matrix),
    Decide(Decide),
    Records(Records),
    Page(Page),
    Extract(Extract),
}

/// Decide about one use of one URL, and show the lines of the site that made the decision
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Exit status: 0 permitted, 1 prohibited, 2 it could not be found out.

Examples:
  placet check https://example.com/drafts/42 --agent ExampleBot --robots robots.txt
  placet check /drafts/42 --agent 'Mozilla/5.0 (compatible; ExampleBot/2.1)' --robots robots.txt
  placet check /news/1 --agent ExampleBot --robots acap.txt --usage present-snippet --purpose news
  placet check / --agent ExampleBot --usage index --html page.html --header 'Robots-Tag: *;noindex'
  curl -s https://example.com/robots.txt | placet check / --agent ExampleBot --robots - --json")]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) asked: Asked,

    /// What the crawler wants to do with the URL: crawl, follow, index, preserve, present,
    /// present-snippet, train-ai, ...
    #[arg(short, long, default_value = "crawl", value_parser = usage)]
    pub(crate) usage: Usage,

    /// Print the decision as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Decide about every use of one URL: a table of all usages, with conditions and deciding lines
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example:
  placet matrix https://example.com/news/1 --agent ExampleBot --robots examples/acap.txt")]
pub(crate) struct Matrix {
    #[command(flatten)]
    pub(crate) asked: Asked,

    /// Print the decisions as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What is asked: who, about what, of which site, when.
#[derive(Debug, ClapArgs)]
pub(crate) struct Asked {
    /// The URL: absolute, or a path that begins with /
    pub(crate) url: String,

    /// The crawler, by its product token or its whole User-Agent field
    #[arg(short, long, value_name = "NAME")]
    pub(crate) agent: String,

    /// The site's robots.txt; - reads it from standard input. May be left out where something of
    /// the page is given: then the site is taken to say nothing
    #[arg(short, long, value_name = "FILE", required_unless_present_any = ["header", "html"])]
    pub(crate) robots: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) page: PageGiven,

    /// The element of the page asked about, by its id
    #[arg(long, value_name = "ID")]
    pub(crate) element: Option<String>,

    #[command(flatten)]
    pub(crate) who: Who,
}

/// What else is known of the crawler and of the use.
#[derive(Debug, ClapArgs)]
pub(crate) struct Who {
    /// The User-Agent field the crawler sends, where --agent is only its token
    #[arg(long, value_name = "FIELD")]
    pub(crate) user_agent: Option<String>,

    /// A purpose the crawler serves, a name or a URI; may be given several times
    #[arg(long, value_name = "PURPOSE")]
    pub(crate) purpose: Vec<String>,

    /// A type of condition the crawler can honour beyond those all are taken to; with a leading
    /// ! one that it cannot
    #[arg(long, value_name = "TYPE", value_parser = honour)]
    pub(crate) honours: Vec<(Qualifier, bool)>,

    /// The crawler does not work on the elements of pages: whatever is said of one about a usage
    /// prohibits it for the page
    #[arg(long)]
    pub(crate) no_element_level: bool,

    /// The time of the use, to judge time limits by: a date or an RFC 3339 instant
    #[arg(long, value_name = "TIME", value_parser = moment)]
    pub(crate) now: Option<SystemTime>,

    /// When the resource was first indexed, copied or presented
    #[arg(long, value_name = "TIME", value_parser = moment)]
    pub(crate) first_used: Option<SystemTime>,

    /// The resource has been crawled again since
    #[arg(long)]
    pub(crate) recrawled: bool,

    /// A file that the robots.txt refers to, by the path it refers to it with
    #[arg(long, value_name = "PATH=FILE", value_parser = reference)]
    pub(crate) reference: Vec<(String, PathBuf)>,
}

/// What is given of a page.
#[derive(Debug, ClapArgs)]
pub(crate) struct PageGiven {
    /// A field line of the page's response, as 'Name: value'; may be given several times
    #[arg(long, value_name = "LINE", value_parser = header)]
    pub(crate) header: Vec<(String, String)>,

    /// The page as it was sent; - reads it from standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,

    /// The page as scripts left it
    #[arg(long, value_name = "FILE")]
    pub(crate) rendered: Option<PathBuf>,
}

/// Show what a page says to crawlers: to whom, about what, on which lines, and what is wrong with it
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  placet page examples/page.html
  placet page page.html --header 'Robots-Tag: *;max-snippet=50' --header 'Cache-Control: max-age=3600'")]
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

    /// Print it as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Take the part out of a page that a usage may touch
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Elements that are closed to the usage are left out, and so are those marked data-nosnippet where it
shows snippets. Where only an element may be used (must-use-resource), only that is left.

Exit status: 0 something may be used, 1 nothing, 2 it could not be found out.

Examples:
  placet extract page.html --usage index --agent ExampleBot
  placet extract page.html --usage present-snippet --agent ExampleBot --format html")]
pub(crate) struct Extract {
    /// The page as it was sent; - reads it from standard input
    #[arg(value_name = "FILE")]
    pub(crate) html: PathBuf,

    /// What the crawler wants to do with it: index, preserve, present-snippet, train-ai, ...
    #[arg(short, long, default_value = "index", value_parser = usage)]
    pub(crate) usage: Usage,

    /// The crawler, by its product token or its whole User-Agent field
    #[arg(short, long, value_name = "NAME")]
    pub(crate) agent: String,

    /// As what: text, html as it stands in the page, or ranges of its octets, one a line
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,

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
    /// Ranges of octets, START-END with the end left out, one a line
    Ranges,
}

/// Decide about many URLs: questions as JSON lines in, decisions as JSON lines out
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A question is one JSON object on one line:
  {\"id\": 1, \"robots\": \"User-agent: *\\nDisallow: /x\", \"agent\": \"ExampleBot\", \"url\": \"/x/y\"}

  id          any JSON value, given back with the answer
  robots      the text of the robots.txt; or robots_b64, its octets in base64
  agent       a product token or a whole User-Agent field
  url         an absolute URL, or a path that begins with /
  usage       crawl (the default), index, preserve, present-snippet, train-ai, ...
  purpose     a purpose of the crawler, or a list of them
  honours     a list of condition types the crawler declares to honour
  now         the time of the use; crawled, when the resource was first used; recrawled, true
  refs        the files that the robots.txt refers to: {path: text}
  headers     the field lines of the page's response: [[name, value], ...]
  html        the page as it was sent (or html_b64, its octets); rendered, as scripts left it
  element     the id of the element asked about; element_level, false for a crawler that does
              not work on elements
  profile     full, rfc9309 or google (default: --profile)

Answers come in the order of the questions:
  {\"id\": 1, \"verdict\": \"prohibit\", \"conditions\": [], \"profile\": \"full\", \"reasons\": [...]}
A line that is no valid question gives {\"id\": ..., \"error\": ...}; the run goes on, and the exit
status is 2 at the end. Questions in a row that share a robots.txt have it parsed once.")]
pub(crate) struct Decide {
    /// The questions; standard input where no file is given, or -
    #[arg(value_name = "FILE")]
    pub(crate) questions: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: Reading,

    /// Leave the reasons out
    #[arg(long)]
    pub(crate) verdict_only: bool,

    /// How many threads decide [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<std::num::NonZeroUsize>,
}

/// Show what a robots.txt holds: who is addressed, how much is closed to whom and by which lines,
/// sitemaps, other records, problems
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
How much is closed is found out exactly, not by trying URLs: nothing, part, everything, or
undetermined where that would take too long. /robots.txt itself is left aside.")]
pub(crate) struct Records {
    /// The robots.txt; - reads it from standard input
    #[arg(value_name = "FILE")]
    pub(crate) robots: PathBuf,

    #[command(flatten)]
    pub(crate) reading: Reading,

    /// Print it as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// How robots.txt is read.
#[derive(Debug, ClapArgs)]
pub(crate) struct Reading {
    /// Whose rules are followed: full (all that the documents say), rfc9309 (a plain conforming
    /// crawler), google (Google's matcher, its peculiarities included)
    #[arg(short, long, default_value = "full", value_parser = profile)]
    pub(crate) profile: Profile,

    /// How many octets of a robots.txt are read; at least 512000 [default: 512000]
    #[arg(long, value_name = "OCTETS")]
    pub(crate) ceiling: Option<usize>,
}

impl Reading {
    /// The ceiling in force.
    pub(crate) fn ceiling(&self) -> usize {
        let asked = self.ceiling.unwrap_or(placet::limits::FILE_MIN);
        asked.clamp(placet::limits::FILE_MIN, placet::limits::FILE_MAX)
    }

    /// Reads a robots.txt in a profile.
    pub(crate) fn parse(&self, text: &[u8], profile: Profile) -> placet::RobotsPolicy {
        placet::RobotsPolicy::builder().profile(profile).ceiling(self.ceiling()).parse(text)
    }
}

fn honour(text: &str) -> Result<(Qualifier, bool), String> {
    let name = text.trim_start_matches('!');
    let qualifier = Qualifier::of_name(name).ok_or_else(|| {
        let names: Vec<_> = Qualifier::ALL.iter().map(|it| it.name()).collect();
        format!("expected one of {}", names.join(", "))
    })?;
    Ok((qualifier, name == text))
}

fn moment(text: &str) -> Result<SystemTime, String> {
    placet_report::json::moment(text).map_err(|error| error.to_string())
}

fn header(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once(':').ok_or("expected 'Name: value'")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

fn reference(text: &str) -> Result<(String, PathBuf), String> {
    let (path, file) = text.split_once('=').ok_or("expected PATH=FILE")?;
    Ok((path.to_owned(), file.into()))
}

fn profile(name: &str) -> Result<Profile, placet::UnknownProfile> {
    name.parse()
}

fn usage(name: &str) -> Result<Usage, placet::UnknownUsage> {
    name.parse()
}
