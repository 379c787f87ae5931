//! What a crawler wants to do with a resource.

use std::fmt;
use std::str::FromStr;

/// What a crawler wants to do with a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Usage {
    /// Fetch it.
    Crawl,
}

impl Usage {
    /// All usages.
    pub const ALL: [Self; 1] = [Self::Crawl];

    /// The name used at the prompt and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Crawl => "crawl",
        }
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Usage {
    type Err = UnknownUsage;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|usage| usage.name() == name).ok_or(UnknownUsage)
    }
}

/// The name is none of the usages'.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownUsage;

impl fmt::Display for UnknownUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown usage, expected crawl")
    }
}

impl std::error::Error for UnknownUsage {}
