//! Questions without an answer, because a source that could decide was not read.

use placet::{Decision, Usage};

/// The verdict, in JSON and in tables, for a question without an answer.
pub const UNKNOWN: &str = "unknown";

/// Which source is missing, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a decision has these two sources")]
pub enum Unknown {
    /// The site was not asked, so nothing is known about it.
    Site(String),
    /// The page is unavailable. It can prohibit usages other than crawling that robots.txt permits;
    /// it is not taken to permit what robots.txt prohibits.
    Page(String),
}

impl Unknown {
    /// Whether the missing source could change this decision.
    pub fn applies_to(&self, decision: &Decision) -> bool {
        match self {
            Self::Site(_) => true,
            Self::Page(_) => decision.verdict().is_permit() && decision.usage() != Usage::Crawl,
        }
    }

    /// Why the source is missing, for people.
    pub fn reason(&self) -> &str {
        match self {
            Self::Site(reason) | Self::Page(reason) => reason,
        }
    }
}
