//! How much of a site is closed to a crawler, whatever the URL.
//!
//! A line matters if it decides about some URL. Silence counts as one more line, which opens. Then
//! nothing is closed if no closing line matters, and everything is closed if only closing lines do.
//!
//! A URL shows that a line matters, by asking the laws themselves. Most such URLs are found at
//! once: the pattern's own text, about which [plain](plain) rules are compared directly. A line does
//! not matter if a rule that outranks it covers its pattern; otherwise a
//! [walk](crate::analysis::paths) along all URLs that its pattern matches, which are of finitely
//! many kinds, shows it.

mod example;
mod extents;
mod judge;
mod plain;
mod survey;

use crate::evaluate::AgentPolicy;
use crate::policy::{Availability, Source};
use crate::text::limits::EXTENT_STEPS;
use crate::vocabulary::RuleKind;

use example::Example;
pub use extents::Extents;
use survey::Survey;

/// How much of a site is closed to a crawler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "there is no fifth case")]
pub enum Closed {
    /// No URL is closed.
    Nothing,
    /// Some URLs are closed and some are open.
    Part,
    /// Every URL is closed.
    Everything,
    /// It was not determined within [`EXTENT_STEPS`].
    Undetermined,
}

impl Closed {
    /// The name used at the prompt and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Part => "part",
            Self::Everything => "everything",
            Self::Undetermined => "undetermined",
        }
    }
}

/// How much of a site is closed to a crawler, and by which lines.
///
/// It covers everything that affects crawling: conventional rules, ACAP fields, the files they
/// refer to, and whether there is a file at all. It does not cover the statements of pages, nor
/// `/robots.txt`, which is open to all crawlers (RFC 9309 §2.2.2), nor malformed paths in which a
/// decoded character completes a triplet (`/%%33a`). Signals about the use of content are not about
/// crawling and do not count.
///
/// ```
/// use placet::extent::Closed;
/// use placet::{Agent, RobotsPolicy};
///
/// let site = RobotsPolicy::parse(
///     b"User-agent: *\nAllow: /\n\nACAP-crawler: *\nACAP-disallow-crawl: /drafts/\n",
/// );
/// let extent = site.for_agent(Agent::new("ExampleBot")).extent();
/// assert_eq!(extent.closed(), Closed::Part);
/// let lines: Vec<_> = extent.lines().iter().map(|it| (it.line(), it.example())).collect();
/// assert_eq!(lines, [(2, "/"), (5, "/drafts/")]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extent {
    closed: Closed,
    lines: Box<[ExtentLine]>,
    complete: bool,
    steps: u64,
}

impl Extent {
    /// How much is closed.
    pub fn closed(&self) -> Closed {
        self.closed
    }

    /// The lines that decide about at least one URL each, those of the robots.txt first, in the
    /// order of the file.
    ///
    /// Where a conventional rule and an ACAP field agree about a URL, both are listed, and so is a
    /// line that repeats another: each would decide alone.
    pub fn lines(&self) -> &[ExtentLine] {
        &self.lines
    }

    /// Whether every line was examined within the limit, so that those not in
    /// [`lines`](Extent::lines) are known to decide nothing.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// How many steps it took; beyond the limit by at most the cost of one byte.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// An undetermined extent.
    fn unknown() -> Self {
        Self { closed: Closed::Undetermined, lines: Box::default(), complete: false, steps: 0 }
    }
}

/// A line that decides about at least one URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtentLine {
    source: Source,
    line: usize,
    kind: RuleKind,
    example: Example,
}

impl ExtentLine {
    fn new(source: Source, line: usize, kind: RuleKind, example: Example) -> Self {
        Self { source, line, kind, example }
    }

    /// The file it is in: the robots.txt, or one that it refers to.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Its number, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Whether it opens or closes: an ACAP permission that the crawler cannot make use of closes.
    pub fn kind(&self) -> RuleKind {
        self.kind
    }

    /// A path that it decides about. To ask about it, put a scheme and a host before it:
    /// [`Profile::Google`](crate::Profile::Google) reads a leading `//` as a host.
    pub fn example(&self) -> &str {
        self.example.as_str()
    }
}

impl AgentPolicy {
    /// How much of the site is closed to the crawler, whatever the URL.
    pub fn extent(&self) -> Extent {
        within(self, EXTENT_STEPS)
    }
}

/// The extent, as far as it is determined within so many steps.
fn within(agent_policy: &AgentPolicy, ceiling: u64) -> Extent {
    if agent_policy.page_asked().is_some() {
        // The statements of a page are not about the site.
        return within(&agent_policy.policy().for_agent(agent_policy.crawler()), ceiling);
    }
    let unread = agent_policy.applicable().and_then(|applicable| applicable.unread);
    if agent_policy.policy().availability() == Availability::Unreachable {
        everything(None)
    } else if let Some(unread) = unread {
        everything(Some(unread.line as usize))
    } else {
        Survey::new(agent_policy, ceiling).extent()
    }
}

/// Everything is closed: the file cannot be reached, or one that a line refers to cannot be read
/// (RFC 9309 §2.3.1.4, A-37).
fn everything(by: Option<usize>) -> Extent {
    let line = |line| ExtentLine::new(Source::RobotsTxt, line, RuleKind::Disallow, "/".into());
    let lines = by.map(line).into_iter().collect();
    Extent { closed: Closed::Everything, lines, complete: true, steps: 0 }
}

#[cfg(test)]
mod short_paths;
#[cfg(test)]
mod tests;
