//! Expectations of a site's policy, and whether they are met.
//!
//! ```
//! use placet::{Agent, AskedAt, RobotsPolicy};
//! use placet_publish::expect::Expectations;
//!
//! let expected = Expectations::from_toml(
//!     "[[test.expect]]\n\
//!      agent = 'ExampleBot'\n\
//!      url = ['/drafts/1', '/drafts/2']\n\
//!      expect = 'prohibit'\n",
//! )?;
//! let site = RobotsPolicy::parse(b"User-agent: *\nDisallow: /drafts/1\n");
//! let met: Vec<bool> = expected
//!     .all
//!     .iter()
//!     .map(|it| Ok(it.is_met_by(&it.decide(&site.for_agent(it.agent()), &AskedAt::new())?)))
//!     .collect::<Result<_, placet::InvalidUrl>>()?;
//! assert_eq!(met, [true, false]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This module does no I/O.

mod csv;
mod fields;
mod first;
mod toml;
mod write;

use std::fmt;
use std::sync::Arc;

use placet::{Agent, AgentPolicy, AskedAt, Crawler, Decision, InvalidUrl, Usage, Verdict};

pub use first::{First, FirstTable, first};
pub use write::{table, with_settings};

/// All expectations of a site.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Expectations {
    /// The file they are about, if the table names one; relative to the table.
    pub file: Option<String>,
    /// The expectations, in the order of the table.
    pub all: Vec<Expectation>,
}

/// One crawler, one usage, one URL, and the expected decision.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Expectation {
    /// The crawler, by its product token or its whole `User-Agent` value.
    pub agent: String,
    /// Its purposes.
    pub purposes: Arc<[String]>,
    /// What it wants to do.
    pub usage: Usage,
    /// The URL, or a path that begins with `/`.
    pub url: String,
    /// The expected verdict.
    pub verdict: Verdict,
    /// The expected conditions as text, sorted; `None` if they do not matter.
    pub conditions: Option<Arc<[String]>>,
    /// The page, if given.
    pub page: Arc<Page>,
    /// The line of the table, counted from 1.
    pub line: usize,
}

/// A page as given in an expectation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Page {
    /// The file of its HTML, relative to the table.
    pub html: Option<String>,
    /// The headers of its response: name and value.
    pub headers: Vec<(String, String)>,
    /// The id of the element asked about.
    pub element: Option<String>,
}

impl Page {
    /// Whether nothing is given.
    pub fn is_empty(&self) -> bool {
        self.html.is_none() && self.headers.is_empty()
    }
}

impl Expectation {
    /// The agent, without purposes.
    pub fn agent(&self) -> Agent {
        Agent::new(&self.agent)
    }

    /// The crawler with its purposes.
    #[must_use]
    pub fn crawler(&self, crawler: Crawler) -> Crawler {
        self.purposes.iter().fold(crawler, |crawler, purpose| crawler.purpose(purpose))
    }

    /// The decision of the site.
    ///
    /// # Errors
    /// If the URL is invalid; see [`placet::Target::new`].
    pub fn decide(
        &self,
        agent_policy: &AgentPolicy,
        occasion: &AskedAt,
    ) -> Result<Decision, InvalidUrl> {
        Ok(agent_policy.decide_on(self.usage, &agent_policy.target(&self.url)?, occasion))
    }

    /// Whether a decision is as expected: its verdict and, if they matter, its conditions in any
    /// order.
    pub fn is_met_by(&self, decision: &Decision) -> bool {
        self.verdict == decision.verdict()
            && self.conditions.as_ref().is_none_or(|expected| **expected == *conditions(decision))
    }
}

impl fmt::Display for Expectation {
    /// The expectation as text: `permit`, `permit on condition time-limit=30-days`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.verdict.name())?;
        match self.conditions.as_deref() {
            Some([]) if self.verdict.is_permit() => f.write_str(" without conditions"),
            Some([]) | None => Ok(()),
            Some(conditions) => write!(f, " on condition {}", conditions.join(", ")),
        }
    }
}

/// The conditions of a decision as text, sorted.
fn conditions(decision: &Decision) -> Vec<String> {
    let mut conditions: Vec<String> =
        decision.conditions().iter().map(ToString::to_string).collect();
    conditions.sort();
    conditions
}

/// The table of expectations is invalid; the message says what is wrong, and on which line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidTable(Box<str>);

impl InvalidTable {
    fn new(message: impl Into<Box<str>>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for InvalidTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InvalidTable {}

/// A row of a table: every crawler with every usage and every URL.
#[derive(Debug, Default)]
struct Row {
    agents: Vec<String>,
    usages: Vec<Usage>,
    urls: Vec<String>,
    conditions: Option<Vec<String>>,
    purposes: Vec<String>,
    page: Page,
    line: usize,
}

impl Expectations {
    /// Adds the expectations of a row.
    fn add(&mut self, verdict: Verdict, row: Row) -> Result<(), InvalidTable> {
        let Row { agents, usages, urls, conditions, purposes, page, line } = row;
        let unnamed =
            |names: &[String]| names.is_empty() || names.iter().any(|it| it.trim().is_empty());
        if unnamed(&agents) || unnamed(&urls) {
            return Err(InvalidTable::new(format!("line {line}: no crawler or no URL is named")));
        }
        let each = agents.len().saturating_mul(usages.len()).saturating_mul(urls.len());
        let most = crate::limits::EXPECTATIONS;
        if self.all.len().saturating_add(each) > most {
            let message = format!(
                "line {line}: the table has more than {most} expectations, counting all crawlers with all URLs"
            );
            return Err(InvalidTable::new(message));
        }
        let conditions = conditions.map(|mut conditions| {
            conditions.sort();
            conditions.into()
        });
        let (purposes, page): (Arc<[String]>, _) = (purposes.into(), Arc::new(page));
        for agent in &agents {
            for &usage in &usages {
                self.all.extend(urls.iter().map(|url| Expectation {
                    agent: agent.clone(),
                    purposes: Arc::clone(&purposes),
                    usage,
                    url: url.clone(),
                    verdict,
                    conditions: conditions.clone(),
                    page: Arc::clone(&page),
                    line,
                }));
            }
        }
        Ok(())
    }
}

/// The verdict of this name.
fn verdict(name: &str) -> Result<Verdict, String> {
    [Verdict::Permit, Verdict::Prohibit]
        .into_iter()
        .find(|verdict| verdict.name() == name)
        .ok_or_else(|| format!("expected permit or prohibit, not {}", cited(name)))
}

/// How many characters of a word are quoted in messages.
const CITED: usize = 60;

/// A word of the table as quoted in messages: shortened, and without control characters.
fn cited(word: &str) -> String {
    let visible = |c: char| if c.is_control() { '\u{FFFD}' } else { c };
    let more = if word.chars().nth(CITED).is_some() { "…" } else { "" };
    format!("\"{}{more}\"", word.chars().take(CITED).map(visible).collect::<String>())
}
