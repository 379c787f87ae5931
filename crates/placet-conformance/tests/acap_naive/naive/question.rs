//! What is asked, and what is answered.

use std::collections::BTreeMap;

/// A crawler's question about one usage of one URL.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    /// The bytes of the robots.txt.
    pub(crate) robots: Vec<u8>,
    /// What permissions references resolve to; one that is absent cannot be read.
    pub(crate) refs: BTreeMap<String, Vec<u8>>,
    /// A product token or a `User-Agent` string (F-10).
    pub(crate) agent: String,
    /// The usage purpose the crawler states, if any.
    pub(crate) purpose: Option<String>,
    /// The usage, in lower case.
    pub(crate) usage: String,
    /// An absolute URL.
    pub(crate) url: String,
    /// Seconds since 1970-01-01T00:00:00Z; without it no time is checked.
    pub(crate) now: Option<i64>,
    /// When the resource was first indexed, copied or presented, in the same seconds.
    pub(crate) crawled: Option<i64>,
    /// Whether the resource was crawled again since.
    pub(crate) recrawled: bool,
    /// Qualifier types the crawler declares beyond the default.
    pub(crate) honours: Vec<String>,
}

/// Where a statement is: the file and the line.
pub(crate) type Place = (String, usize);

/// The answer, in the form of `expected` in the vectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    /// Whether the usage is permitted.
    pub(crate) allowed: bool,
    /// `type=value`, sorted, none twice; empty when prohibited.
    pub(crate) conditions: Vec<String>,
}
