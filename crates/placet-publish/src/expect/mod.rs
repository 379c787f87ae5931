//! What a site is meant to say: expectations kept beside the file, and whether they are met.
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
//! Nothing here reads a file or asks a site.

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

/// All that is expected of a site.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Expectations {
    /// The file they are about, where the table says so; beside the table.
    pub file: Option<String>,
    /// Each of them, in the order of the table.
    pub all: Vec<Expectation>,
}

/// One crawler, one usage, one URL, and what is expected of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Expectation {
    /// The crawler, by its product token or its whole `User-Agent` field.
    pub agent: String,
    /// The purposes it serves.
    pub purposes: Arc<[String]>,
    /// What it wants to do.
    pub usage: Usage,
    /// With what: an absolute URL, or a path that begins with `/`.
    pub url: String,
    /// Whether it may.
    pub verdict: Verdict,
    /// On which conditions, as they are shown, sorted; none where they do not matter.
    pub conditions: Option<Arc<[String]>>,
    /// What is given of the page.
    pub page: Arc<Page>,
    /// The line of the table that says so, counted from 1.
    pub line: usize,
}

/// What is given of a page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Page {
    /// The file of its HTML, beside the table.
    pub html: Option<String>,
    /// The field lines of its response: name and value.
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
    /// The crawler by its name or field alone.
    pub fn agent(&self) -> Agent {
        Agent::new(&self.agent)
    }

    /// The crawler with the purposes it serves.
    #[must_use]
    pub fn crawler(&self, crawler: Crawler) -> Crawler {
        self.purposes.iter().fold(crawler, |crawler, purpose| crawler.purpose(purpose))
    }

    /// What the site decides.
    ///
    /// # Errors
    /// When the URL is none; see [`placet::Target::new`].
    pub fn decide(
        &self,
        inquiry: &AgentPolicy,
        occasion: &AskedAt,
    ) -> Result<Decision, InvalidUrl> {
        Ok(inquiry.decide_on(self.usage, &inquiry.target(&self.url)?, occasion))
    }

    /// Whether a decision is the one expected: by its verdict and, where they matter, by its
    /// conditions in whatever order.
    pub fn is_met_by(&self, decision: &Decision) -> bool {
        self.verdict == decision.verdict()
            && self.conditions.as_ref().is_none_or(|expected| **expected == *conditions(decision))
    }
}

impl fmt::Display for Expectation {
    /// What is expected: `permit`, `permit on condition time-limit=30-days`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.verdict.name())?;
        match self.conditions.as_deref() {
            Some([]) if self.verdict.is_permit() => f.write_str(" without conditions"),
            Some([]) | None => Ok(()),
            Some(conditions) => write!(f, " on condition {}", conditions.join(", ")),
        }
    }
}

/// The conditions of a decision as they are shown, sorted.
fn conditions(decision: &Decision) -> Vec<String> {
    let mut conditions: Vec<String> =
        decision.conditions().iter().map(ToString::to_string).collect();
    conditions.sort();
    conditions
}

/// The table of expectations cannot be used: it says what is wrong, and on which line.
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
    /// Adds what a row comes to.
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
            let message = format!("line {line}: all crawlers with all URLs are more than {most}");
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

/// How many characters of a word are cited.
const CITED: usize = 60;

/// A word of the table as messages cite it: without what would move the cursor, and not too much of
/// it.
fn cited(word: &str) -> String {
    let visible = |c: char| if c.is_control() { '\u{FFFD}' } else { c };
    let more = if word.chars().nth(CITED).is_some() { "…" } else { "" };
    format!("\"{}{more}\"", word.chars().take(CITED).map(visible).collect::<String>())
}
