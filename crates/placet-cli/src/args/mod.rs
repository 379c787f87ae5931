//! What can be said at the prompt.

mod convert;
mod crawlers;
mod diff;
mod explain;
mod fetching;
mod fmt;
mod given;
mod lint;
mod output;
mod shell;
mod test;
mod value;

use std::path::PathBuf;
use std::time::SystemTime;

use clap::{Args as ClapArgs, Parser, Subcommand};
use placet::condition::Qualifier;
use placet::{Agent, Profile, Usage};

pub(crate) use convert::{Convert, Language};
pub(crate) use crawlers::Crawlers;
pub(crate) use diff::Diff;
pub(crate) use explain::Explain;
pub(crate) use fetching::{Cache, Fetch, Fetching, Kept, List, Place, Purge, Replay, Show, Task};
pub(crate) use fmt::Fmt;
pub(crate) use given::{Decide, Extract, Format, Page, Records};
pub(crate) use lint::{Kind, Lint, Rule};
pub(crate) use output::{Color, Form, Shown, ShownLines};
pub(crate) use shell::{Completions, Man};
pub(crate) use test::Test;
use value::{Honour, ceiling, header, moment, profile, reference, usage};

/// May this crawler use this URL, and which words of the site say so?
#[derive(Debug, Parser)]
#[command(
    name = "placet",
    version,
    arg_required_else_help = true,
    after_help = "\
Every command that prints answers has --format, with text for people, json or jsonl for programs,
and --json as its short form.

Exit status:
  0  yes, or done: permitted, clean, unchanged, as expected
  1  no: prohibited, something found, changed, lost, not as expected or not reached
  2  it is not known, or could not be done
What it is of each command, its own --help says, and docs/exit-status.md lists.

Examples:
  placet check https://example.com/ --agent ExampleBot
  placet check https://example.com/drafts/42 --agent ExampleBot --robots examples/robots.txt
  placet matrix https://example.com/news/1 --agent ExampleBot --robots examples/acap.txt
  placet records examples/robots.txt
  placet page examples/page.html
  placet lint examples/robots.txt
  placet diff examples/robots.txt examples/acap.txt
  placet fmt --diff examples/robots.txt
  placet convert examples/robots.txt --to acap
  placet test --expectations examples/placet.toml"
)]
pub(crate) struct Args {
    #[arg(
        long,
        help = "When colours are shown; auto shows them on a terminal unless NO_COLOR is set, and \
                elsewhere where CLICOLOR_FORCE is",
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value_t = Color::Auto,
        display_order = 1000
    )]
    pub(crate) color: Color,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(Check),
    Explain(Explain),
    Matrix(Matrix),
    Decide(Decide),
    Records(Records),
    Page(Page),
    Extract(Extract),
    Fetch(Fetch),
    Cache(Cache),
    Replay(Replay),
    Lint(Lint),
    Rule(Rule),
    Crawlers(Crawlers),
    Diff(Diff),
    Fmt(Fmt),
    Convert(Convert),
    Test(Test),
    Completions(Completions),
    Man(Man),
}

/// Decide about one use of one URL, and show the lines of the site that made the decision
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The site's robots.txt is fetched, or taken from the store, where --robots gives none: by RFC 9309 a
site that has none permits, and one that cannot be reached prohibits. A private address is not asked
without --allow-private, and nothing is known of the site.

What is fetched is asked for under placet's own name, not the crawler's, unless --user-agent gives
the field to send: whoever asks about a crawler need not be it. What the store holds is used whoever
it was sent to; give --store where sites should be asked anew under another name.

With --page the page is fetched too, if the crawler may crawl it. Where it may not, that is said and
the site's word alone decides. Where the page is unavailable, it is not known whether a use beyond
crawling that the site permits is permitted.

Exit status:
  0  permitted
  1  prohibited
  2  it is not known, or the question could not be asked

Examples:
  placet check https://example.com/drafts/42 --agent ExampleBot
  placet check https://example.com/news/1 --agent ExampleBot --usage index --page --evidence
  placet check https://example.com/drafts/42 --agent OtherBot --robots examples/robots.txt
  placet check /drafts/42 -a 'Mozilla/5.0 (compatible; ExampleBot/2.1)' -r examples/robots.txt
  placet check /news/1 --agent ExampleBot --robots examples/acap.txt --usage present-snippet
  placet check / -a ExampleBot -u index --html examples/page.html --header 'Robots-Tag: *;noindex'
  curl -s https://example.com/robots.txt | placet check / --agent ExampleBot --robots - --json")]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) asked: Asked,

    /// What the crawler wants to do with the URL
    #[arg(short, long, default_value = "crawl", value_parser = usage())]
    pub(crate) usage: Usage,

    #[command(flatten)]
    pub(crate) shown: Shown,
}

/// Decide about every use of one URL: a table of all usages, with conditions and deciding lines
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Exit status:
  0  every use is decided
  2  some are not known, as with check, or the question could not be asked

Examples:
  placet matrix https://example.com/news/1 --agent ExampleBot --page
  placet matrix https://example.com/news/1 --agent ExampleBot --robots examples/acap.txt")]
pub(crate) struct Matrix {
    #[command(flatten)]
    pub(crate) asked: Asked,

    #[command(flatten)]
    pub(crate) shown: Shown,
}

/// What is asked: who, about what, of which site, when.
#[derive(Debug, ClapArgs)]
pub(crate) struct Asked {
    /// The URL: absolute, or a path that begins with /
    pub(crate) url: String,

    #[command(flatten)]
    pub(crate) named: Named,

    /// The site's robots.txt; - reads it from standard input [default: it is fetched]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) robots: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) page: PageGiven,

    /// Fetch the page too, if the crawler may crawl it, and hear its header and HTML
    #[arg(long = "page", conflicts_with_all = ["header", "html", "offline"])]
    pub(crate) fetch_page: bool,

    /// Fetch nothing: where no --robots is given, the site is taken to say nothing, if something of
    /// the page is given. So it is for a URL that is only a path
    #[arg(long)]
    pub(crate) offline: bool,

    #[command(flatten)]
    pub(crate) fetching: Fetching,

    /// Tell which bytes the decision is made from: digest, times, where they came from
    #[arg(long)]
    pub(crate) evidence: bool,

    /// The element of the page asked about, by its id
    #[arg(long, value_name = "ID")]
    pub(crate) element: Option<String>,

    #[command(flatten)]
    pub(crate) who: Who,
}

/// Which crawler is asked about.
#[derive(Debug, ClapArgs)]
#[group(required = true, multiple = false)]
pub(crate) struct Named {
    /// The crawler, by its product token or its whole User-Agent field: text with a version (name/1)
    /// or a comment in parentheses is a field
    #[arg(short, long, value_name = "NAME")]
    agent: Option<String>,

    /// The crawler of exactly this name, also where it looks like a User-Agent field
    #[arg(long, value_name = "NAME")]
    agent_exact: Option<String>,
}

impl Named {
    /// The crawler.
    pub(crate) fn agent(&self) -> Agent {
        let exact = self.agent_exact.as_deref().map(Agent::exact);
        exact.unwrap_or_else(|| Agent::new(self.agent.as_deref().unwrap_or_default()))
    }
}

/// What else is known of the crawler and of the use.
#[derive(Debug, Default, ClapArgs)]
pub(crate) struct Who {
    /// The User-Agent field the crawler sends, where --agent is only its token; also what is sent
    /// where something is fetched
    #[arg(long, value_name = "FIELD")]
    pub(crate) user_agent: Option<String>,

    /// A purpose the crawler serves, a name or a URI; may be given several times
    #[arg(long, value_name = "PURPOSE")]
    pub(crate) purpose: Vec<String>,

    /// A type of condition the crawler can honour beyond those all are taken to, such as
    /// target-condition; with a leading ! one that it cannot, such as !max-length
    #[arg(
        long,
        value_name = "TYPE",
        value_parser = Honour,
        hide_possible_values = true
    )]
    pub(crate) honours: Vec<(Qualifier, bool)>,

    /// The crawler does not work on the elements of pages: whatever is said of one about a usage
    /// prohibits it for the page
    #[arg(long)]
    pub(crate) no_element_level: bool,

    /// The time of the use, to judge time limits by: a date or an RFC 3339 instant [default: the
    /// present]
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
#[derive(Debug, Default, ClapArgs)]
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

/// How robots.txt is read.
#[derive(Debug, ClapArgs)]
pub(crate) struct Reading {
    /// Whose rules are followed: all that the documents say, those of a plain conforming crawler, or
    /// those of Google's matcher, its peculiarities included
    #[arg(short, long, default_value = "full", value_parser = profile())]
    pub(crate) profile: Profile,

    /// How many bytes of a robots.txt are read; at least 512000 [default: 512000]
    #[arg(long, value_name = "BYTES", value_parser = ceiling)]
    pub(crate) ceiling: Option<usize>,
}

impl Reading {
    /// The ceiling in force.
    pub(crate) fn ceiling(&self) -> usize {
        self.ceiling.unwrap_or(placet::limits::FILE_MIN)
    }

    /// Reads a robots.txt in a profile.
    pub(crate) fn parse(&self, text: &[u8], profile: Profile) -> placet::RobotsPolicy {
        placet::RobotsPolicy::builder().profile(profile).ceiling(self.ceiling()).parse(text)
    }
}

#[cfg(test)]
mod tests {
    use clap::{Command as ClapCommand, CommandFactory as _};

    use super::*;

    /// The words of an example up to a pipe; what stands in single quotes is one.
    fn words(example: &str) -> Vec<String> {
        let mut words = vec![String::new()];
        let mut quoted = false;
        for character in example.chars() {
            match character {
                '\'' => quoted = !quoted,
                ' ' if !quoted => words.push(String::new()),
                _ => words.last_mut().unwrap().push(character),
            }
        }
        let end = words.iter().position(|it| matches!(&**it, "|" | ">" | ">>" | "<"));
        words.truncate(end.unwrap_or(words.len()));
        words
    }

    fn check_examples(command: &ClapCommand, checked: &mut usize) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        for line in help.lines().filter(|line| line.starts_with("  ")) {
            // Commands of others may stand before it.
            for example in line.split(" | ").map(str::trim).filter(|it| it.starts_with("placet ")) {
                let parsed = Args::try_parse_from(words(example));
                assert!(parsed.is_ok(), "{example}\n{}", parsed.unwrap_err());
                *checked += 1;
            }
        }
        command.get_subcommands().for_each(|within| check_examples(within, checked));
    }

    #[test]
    fn every_example_in_a_help_text_is_a_valid_command() {
        let mut checked = 0;
        check_examples(&Args::command(), &mut checked);
        assert!(checked > 60, "{checked}");
    }
}
