//! The arguments that several commands share: the URL, the crawler, robots.txt, the page.

use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use placet::condition::Qualifier;
use placet::{Agent, Profile};

use super::value::{Honour, ceiling, header, moment, profile, reference};
use super::{FetchArgs, SignalArgs};

/// One question: which crawler, which URL, and what to read.
#[derive(Debug, ClapArgs)]
pub(crate) struct QuestionArgs {
    /// The URL: absolute, or a path that starts with /
    pub(crate) url: String,

    #[command(flatten)]
    pub(crate) agent: AgentArgs,

    /// The site's robots.txt; - reads standard input [default: fetch it]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) robots: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: ReadArgs,

    #[command(flatten)]
    pub(crate) page: PageArgs,

    /// Also fetch the page, if the crawler may crawl it, and read its header fields and HTML
    #[arg(long = "page", conflicts_with_all = ["header", "html", "offline"])]
    pub(crate) fetch_page: bool,

    /// Send no requests. Without --robots, the site is treated as having no statements; --header or
    /// --html is then required. A URL that is only a path implies --offline
    #[arg(long)]
    pub(crate) offline: bool,

    #[command(flatten)]
    pub(crate) fetching: FetchArgs,

    /// Show which bytes the decision is based on: digest, times, final URL
    #[arg(long)]
    pub(crate) evidence: bool,

    /// Ask about the element of the page with this id
    #[arg(long, value_name = "ID")]
    pub(crate) element: Option<String>,

    #[command(flatten)]
    pub(crate) crawler: CrawlerArgs,

    #[command(flatten)]
    pub(crate) references: ReferenceArgs,

    #[command(flatten)]
    pub(crate) signals: SignalArgs,
}

/// The agent of the crawler.
#[derive(Debug, ClapArgs)]
#[group(required = true, multiple = false)]
pub(crate) struct AgentArgs {
    /// The crawler: its product token, or its whole User-Agent field. Text with a version (name/1)
    /// or a comment in parentheses is read as a field
    #[arg(short, long, value_name = "NAME")]
    agent: Vec<String>,

    /// The crawler with exactly this product token, even if it looks like a User-Agent field
    #[arg(long, value_name = "NAME")]
    agent_exact: Option<String>,
}

impl AgentArgs {
    /// All agents.
    pub(crate) fn all(&self) -> Result<Vec<Agent>> {
        let named = self.agent.iter().map(|text| match Agent::new(text) {
            agent if agent.name().contains(',') => {
                bail!("{text:?} is not one crawler; repeat --agent, or use --agent-exact")
            }
            agent => Ok(agent),
        });
        named.chain(self.agent_exact.as_deref().map(|name| Ok(Agent::exact(name)))).collect()
    }

    /// The agent, for commands that answer for one.
    pub(crate) fn agent(&self) -> Result<Agent> {
        let mut all = self.all()?;
        match (all.pop(), all.is_empty()) {
            (Some(agent), true) => Ok(agent),
            _ => bail!("this command answers for one crawler; use --agent once"),
        }
    }
}

/// What else is known about the crawler and the time of the usage.
#[derive(Debug, Default, ClapArgs)]
pub(crate) struct CrawlerArgs {
    /// The User-Agent field of the crawler, if --agent is only its product token; placet also sends
    /// it in its own requests
    #[arg(long, value_name = "FIELD")]
    pub(crate) user_agent: Option<String>,

    /// A purpose of the crawler, a name or a URI; can be repeated
    #[arg(long, value_name = "PURPOSE")]
    pub(crate) purpose: Vec<String>,

    /// A condition type that the crawler can honour in addition to the default ones, such as
    /// target-condition; with a leading !, one that it cannot honour, such as !max-length; can be
    /// repeated
    #[arg(
        long,
        value_name = "TYPE",
        value_parser = Honour,
        hide_possible_values = true
    )]
    pub(crate) honours: Vec<(Qualifier, bool)>,

    /// The crawler processes whole pages only, not single elements: a statement about any element
    /// of a page prohibits that usage for the whole page
    #[arg(long, alias = "no-element-level")]
    pub(crate) whole_pages_only: bool,

    /// The time of the usage, which decides whether time limits have expired: a date or an RFC 3339
    /// timestamp [default: now]
    #[arg(long, value_name = "TIME", value_parser = moment)]
    pub(crate) now: Option<SystemTime>,

    /// When the crawler first indexed, copied or presented the resource
    #[arg(long, value_name = "TIME", value_parser = moment)]
    pub(crate) first_used: Option<SystemTime>,

    /// The crawler has crawled the resource again since then
    #[arg(long)]
    pub(crate) recrawled: bool,
}

/// Local copies of the files that a robots.txt refers to.
#[derive(Debug, Default, Clone, ClapArgs)]
pub(crate) struct ReferenceArgs {
    /// A local copy of a file that robots.txt refers to, by the path in robots.txt; can be repeated
    #[arg(long, value_name = "PATH=FILE", value_parser = reference)]
    pub(crate) reference: Vec<(String, PathBuf)>,
}

/// Local copies of a page and its header fields.
#[derive(Debug, Default, ClapArgs)]
pub(crate) struct PageArgs {
    /// A header field of the page's response, as 'Name: value'; can be repeated
    #[arg(long, value_name = "FIELD", value_parser = header)]
    pub(crate) header: Vec<(String, String)>,

    /// The page as the server sent it; - reads standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,

    /// The page after its scripts have run
    #[arg(long, value_name = "FILE")]
    pub(crate) rendered: Option<PathBuf>,
}

/// How to read robots.txt.
#[derive(Debug, ClapArgs)]
pub(crate) struct ReadArgs {
    /// Whose rules to apply: full reads every supported standard, rfc9309 reads RFC 9309 only, and
    /// google answers as Google's robots.txt matcher does
    #[arg(short, long, default_value = "full", value_parser = profile())]
    pub(crate) profile: Profile,

    /// How many bytes of a robots.txt to read, at least 512000 [default: 512000]
    #[arg(long, value_name = "BYTES", value_parser = ceiling)]
    pub(crate) ceiling: Option<usize>,
}

impl ReadArgs {
    /// How many bytes of a robots.txt to read.
    pub(crate) fn ceiling(&self) -> usize {
        self.ceiling.unwrap_or(placet::limits::FILE_MIN)
    }

    /// Parses a robots.txt in a profile.
    pub(crate) fn parse(&self, text: &[u8], profile: Profile) -> placet::RobotsPolicy {
        placet::RobotsPolicy::builder().profile(profile).ceiling(self.ceiling()).parse(text)
    }
}
