//! Questions that have no answer, because what could answer them was not read.

use placet::{Decision, Usage};

/// The verdict, in JSON and in tables, on a question that has no answer.
pub const UNKNOWN: &str = "unknown";

/// What is missing so that a question has no answer, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a decision is made from these two")]
pub enum Unknown {
    /// Nothing is known of the site: it was not asked.
    Site(String),
    /// The page was asked for and could not be read. It may prohibit what the site permits beyond
    /// crawling; what the site prohibits, it is not taken to permit.
    Page(String),
}

impl Unknown {
    /// Whether a decision does not stand because of it.
    pub fn about(&self, decision: &Decision) -> bool {
        match self {
            Self::Site(_) => true,
            Self::Page(_) => decision.verdict().is_permit() && decision.usage() != Usage::Crawl,
        }
    }

    /// The reason, for people.
    pub fn why(&self) -> &str {
        match self {
            Self::Site(why) | Self::Page(why) => why,
        }
    }
}
