//! What can be said at the prompt.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};
use placet::{Profile, Usage};

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
  placet records examples/robots.txt"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(Check),
    Decide(Decide),
    Records(Records),
}

/// Decide about one URL, and show the lines of robots.txt that made the decision
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Exit status: 0 permitted, 1 prohibited, 2 it could not be found out.

Examples:
  placet check https://example.com/drafts/42 --agent ExampleBot --robots robots.txt
  placet check /drafts/42 --agent 'Mozilla/5.0 (compatible; ExampleBot/2.1)' --robots robots.txt
  curl -s https://example.com/robots.txt | placet check / --agent ExampleBot --robots - --json")]
pub(crate) struct Check {
    /// The URL: absolute, or a path that begins with /
    pub(crate) url: String,

    /// The crawler, by its product token or its whole User-Agent field
    #[arg(short, long, value_name = "NAME")]
    pub(crate) agent: String,

    /// The site's robots.txt; - reads it from standard input
    #[arg(short, long, value_name = "FILE")]
    pub(crate) robots: PathBuf,

    #[command(flatten)]
    pub(crate) reading: Reading,

    /// What the crawler wants to do with the URL
    #[arg(short, long, default_value = "crawl", value_parser = usage)]
    pub(crate) usage: Usage,

    /// Print the decision as JSON
    #[arg(long)]
    pub(crate) json: bool,
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
  usage       crawl (the default)
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

fn profile(name: &str) -> Result<Profile, placet::UnknownProfile> {
    name.parse()
}

fn usage(name: &str) -> Result<Usage, placet::UnknownUsage> {
    name.parse()
}
