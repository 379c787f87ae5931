//! What pages and the fields of their responses say, as the rules look at it.

use std::ops::Range;

use placet::{Fault, Usage};

/// Something that a page or its fields say.
#[derive(Debug)]
pub(crate) struct Said {
    /// In the engine's words: `noindex`, `allow-index`.
    pub(crate) what: String,
    /// In lower case; none where it is said to all.
    pub(crate) to: Option<String>,
    pub(crate) span: Range<usize>,
    pub(crate) fault: Option<Fault>,
    /// It is said of an element, not of the page.
    pub(crate) of_element: bool,
    /// For which purpose, in lower case; none where it is for all.
    pub(crate) purpose: Option<String>,
}

impl Said {
    /// Whether this restricts what a rule of that name seems to open; rules only restrict, so it
    /// holds (T-03, T-04).
    pub(crate) fn closes(&self, open: &str) -> bool {
        let what = self.what.as_str();
        match open {
            "index" => matches!(what, "noindex" | "none"),
            "follow" => matches!(what, "nofollow" | "none"),
            "archive" => matches!(what, "noarchive" | "nocache"),
            "snippet" => what == "nosnippet",
            "all" => matches!(what, "noindex" | "nofollow" | "none" | "noarchive" | "nosnippet"),
            _ => false,
        }
    }

    /// Whether this rule restricts a usage, whatever ACAP permits.
    pub(crate) fn restricts(&self, usage: &str) -> bool {
        match usage {
            "index" => self.closes("index"),
            "follow" => self.closes("follow"),
            "present-snippet" => self.closes("snippet"),
            "present-currentcopy" => self.closes("archive"),
            _ => false,
        }
    }

    /// Whether it keeps the page out of an index.
    pub(crate) fn keeps_out(&self) -> bool {
        self.closes("index") || self.what == "disallow-index" && !self.of_element
    }

    /// Whether it binds whom the other is said to.
    pub(crate) fn binds(&self, other: &Self) -> bool {
        self.to.is_none() || self.to == other.to
    }

    /// The name of the usage that it permits in ACAP's words.
    pub(crate) fn permits(&self) -> Option<&str> {
        self.what.strip_prefix("allow-")?.split(' ').next()
    }

    /// The usages that it says are open.
    pub(crate) fn opens(&self) -> Vec<Usage> {
        match self.what.as_str() {
            "index" => vec![Usage::Index],
            "follow" => vec![Usage::Follow],
            "all" => vec![Usage::Index, Usage::Follow],
            _ => self.permits().and_then(|usage| usage.parse().ok()).into_iter().collect(),
        }
    }

    /// The rule without its value, and the value; none where it has none.
    pub(crate) fn value(&self) -> Option<(&str, &str)> {
        self.what.split_once(':')
    }
}
