//! What the laws are called (docs/src/law/decision.md).

use super::section::Section;

/// A law: a step on the way from statements to one decision.
///
/// They are applied in this order; each changes the answer of those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Law {
    /// Whether there is a robots.txt at all (F-31 to F-35).
    Availability,
    /// The conventional records about crawling (F-10 to F-28).
    Access,
    /// ACAP in robots.txt and the files it refers to.
    Acap,
    /// Crawling, where both must permit.
    Crawl,
    /// ACAP in the page: META elements and class attributes.
    Page,
    /// Rules in headers and META elements, which only restrict (T-03, T-04, T-12).
    Restrictions,
    /// Signals about the use of content, each family by its own law (S-106).
    Signals,
    /// The conditions, checked against the facts.
    Facts,
    /// Usages that depend on another: without crawling no usage.
    Dependence,
}

impl Law {
    /// All of them, in their order.
    pub const ALL: [Self; 9] = [
        Self::Availability,
        Self::Access,
        Self::Acap,
        Self::Crawl,
        Self::Page,
        Self::Restrictions,
        Self::Signals,
        Self::Facts,
        Self::Dependence,
    ];

    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Availability => "availability",
            Self::Access => "access",
            Self::Acap => "acap",
            Self::Crawl => "crawl",
            Self::Page => "page",
            Self::Restrictions => "restrictions",
            Self::Signals => "signals",
            Self::Facts => "facts",
            Self::Dependence => "dependence",
        }
    }

    /// Its position in the order, counted from 0.
    pub const fn number(self) -> usize {
        self as usize
    }

    /// What it is about, in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Availability => "whether there is a robots.txt",
            Self::Access => "access by robots.txt",
            Self::Acap => "ACAP in robots.txt",
            Self::Crawl => "crawling, where both must permit",
            Self::Page => "ACAP in the page",
            Self::Restrictions => "rules in header and META, which only restrict",
            Self::Signals => "signals about the use of content",
            Self::Facts => "conditions against facts",
            Self::Dependence => {
                "no crawl, no use; no copy kept, no copy shown; no mining, no training"
            }
        }
    }

    /// The sections that it follows, or that are read that way.
    pub const fn section(self) -> Section {
        match self {
            Self::Availability => Section::text("RFC 9309 section 2.3.1"),
            Self::Access => Section::text("RFC 9309 section 2.2"),
            Self::Acap => Section::text("ACAP 1.0 sections 2.2 to 2.5"),
            Self::Crawl => Section::reading("ACAP 1.0 section 2.9.2"),
            Self::Page => Section::text("ACAP part 2 section 2.2"),
            Self::Restrictions => Section::text("Robots-Tag draft section 3.1"),
            Self::Signals => Section::reading("draft-ietf-aipref-vocab-08 section 5.1"),
            Self::Facts => Section::text("ACAP 1.0 section 2.5"),
            Self::Dependence => Section::reading("ACAP 1.0 sections 2.5.2 to 2.5.5"),
        }
    }
}
