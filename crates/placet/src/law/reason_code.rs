//! What settles a question.

use super::kind::Law;
use super::section::Section;

/// What settled a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReasonCode {
    /// The file cannot be reached, so everything is prohibited (RFC 9309 §2.3.1.4, F-34).
    Unreachable,
    /// There is no file, so it is silent, and silence permits (RFC 9309 §2.3.1.3, F-33).
    Unavailable,
    /// The matching rule with the most bytes decides (RFC 9309 §2.2.2).
    Longest,
    /// An allow and a disallow of equal length match, and the allow wins (RFC 9309 §2.2.2).
    AllowOnTie,
    /// No rule of the group matches, so the URL is allowed (RFC 9309 §2.2.2).
    NothingMatched,
    /// No group applies to the crawler, so everything is allowed (RFC 9309 §2.2.1).
    NoGroup,
    /// `/robots.txt` is always allowed (RFC 9309 §2.2.2).
    RobotsTxt,
    /// The narrowest ACAP field decides (ACAP 1.0 §2.4.5).
    Narrowest,
    /// No ACAP field is the narrowest, so the usage is prohibited (ACAP 1.0 §2.4.5).
    Undetermined,
    /// An ACAP permission is not understood, so it prohibits (ACAP 1.1 §2.4.3).
    NotUnderstood,
    /// No statement is about the usage, and silence permits (ACAP 0.2 §4.4).
    Silence,
    /// A file that the record refers to cannot be read, so everything is prohibited.
    Unread,
    /// The time limit of the permission has expired (ACAP 1.0 §2.5.3.1).
    Expired,
    /// The crawler cannot honour a condition of the permission (ACAP 1.0 §2.5.5.2.3).
    NotHonoured,
    /// An ACAP META element of the page replaces robots.txt (Part 2 §2.2.8).
    Page,
    /// ACAP META elements contradict each other, so the usage is prohibited (Part 2 §2.2.8).
    PageConflict,
    /// A class attribute decides for its element (Part 2 §2.2.5).
    Element,
    /// A statement is about an element, and the crawler does not work on elements (Part 2 §2.2.6).
    ElementLevel,
    /// The permission is for another location only (Part 2 §2.2.9.1).
    Elsewhere,
    /// A condition needs a resource of the site that the crawler may not crawl (ACAP 1.0 §2.5.3.2,
    ///
    ResourceClosed,
    /// A rule in a header or META element prohibits it (Robots-Tag draft §3.1).
    Restricted,
    /// The resource may not be crawled, so it may not be used.
    NoCrawl,
    /// The copy may not be kept, so it may not be shown (ACAP 1.0 §2.5.5.1.2).
    NoPreserve,
    /// A signal about the use of content refuses the usage; or one allows it and no other statement
    /// is about it.
    Signal,
    /// The resource may not be mined, so it may not be used to train AI (TDM Reservation Protocol,
    /// Type of a Policy).
    NoMine,
    /// Only rules in headers and META elements are about the usage, and they permit on conditions
    /// (Robots-Tag draft §3.1).
    Conditioned,
    /// The URL is of another site, which this robots.txt is not about (RFC 9309 §2.3).
    OtherSite,
    /// The target was made for another profile, and its URL is invalid in this one.
    NoUrl,
}

impl ReasonCode {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Unavailable => "unavailable",
            Self::Longest => "longest",
            Self::AllowOnTie => "allow-on-tie",
            Self::NothingMatched => "nothing-matched",
            Self::NoGroup => "no-group",
            Self::RobotsTxt => "robots-txt",
            Self::Narrowest => "narrowest",
            Self::Undetermined => "undetermined",
            Self::NotUnderstood => "not-understood",
            Self::Silence => "silence",
            Self::Unread => "unread",
            Self::Expired => "expired",
            Self::NotHonoured => "not-honoured",
            Self::Page => "page",
            Self::PageConflict => "page-conflict",
            Self::Element => "element",
            Self::ElementLevel => "element-level",
            Self::Elsewhere => "elsewhere",
            Self::ResourceClosed => "resource-closed",
            Self::Restricted => "restricted",
            Self::NoCrawl => "no-crawl",
            Self::NoPreserve => "no-preserve",
            Self::Signal => "signal",
            Self::NoMine => "no-mine",
            Self::Conditioned => "conditioned",
            Self::OtherSite => "other-site",
            Self::NoUrl => "no-url",
        }
    }

    /// Whether it comes from ACAP or from rules about the page, not from RFC 9309.
    pub const fn is_acap(self) -> bool {
        !matches!(
            self,
            Self::Unreachable
                | Self::Unavailable
                | Self::Longest
                | Self::AllowOnTie
                | Self::NothingMatched
                | Self::NoGroup
                | Self::RobotsTxt
                | Self::OtherSite
                | Self::NoUrl
        )
    }

    /// The law that settles a question for this reason.
    pub const fn law(self) -> Law {
        match self {
            Self::Unreachable | Self::Unavailable => Law::Availability,
            Self::Longest
            | Self::AllowOnTie
            | Self::NothingMatched
            | Self::NoGroup
            | Self::RobotsTxt
            | Self::OtherSite
            | Self::NoUrl => Law::Access,
            Self::Narrowest
            | Self::Undetermined
            | Self::NotUnderstood
            | Self::Silence
            | Self::Unread => Law::Acap,
            Self::Page | Self::PageConflict | Self::Element | Self::ElementLevel => Law::Page,
            Self::Restricted | Self::Conditioned => Law::Restrictions,
            Self::Signal => Law::Signals,
            Self::Expired | Self::NotHonoured | Self::Elsewhere | Self::ResourceClosed => {
                Law::Facts
            }
            Self::NoCrawl | Self::NoPreserve | Self::NoMine => Law::Dependence,
        }
    }

    /// The section that says so, or that is read that way (A-20, A-26, A-37, A-40, A-46, A-49,
    /// A [`Citation`](crate::explain::Citation) is more exact.
    pub const fn section(self) -> Section {
        match self {
            Self::Unreachable => Section::text("RFC 9309 section 2.3.1.4"),
            Self::Unavailable => Section::text("RFC 9309 section 2.3.1.3"),
            Self::Longest
            | Self::AllowOnTie
            | Self::NothingMatched
            | Self::RobotsTxt
            | Self::NoUrl => Section::text("RFC 9309 section 2.2.2"),
            Self::OtherSite => Section::text("RFC 9309 section 2.3"),
            Self::NoGroup => Section::text("RFC 9309 section 2.2.1"),
            Self::Narrowest | Self::Undetermined => Section::text("ACAP 1.0 section 2.4.5"),
            Self::NotUnderstood => Section::reading("ACAP 1.1 section 2.4.3"),
            Self::Silence => Section::text("ACAP 0.2 section 4.4"),
            Self::Unread => Section::reading("ACAP 1.0 section 2.3.2"),
            Self::Expired => Section::text("ACAP 1.0 section 2.5.3.1"),
            Self::NotHonoured => Section::reading("ACAP 1.0 section 2.5.5.2.3"),
            Self::Page | Self::PageConflict => Section::text("ACAP part 2 section 2.2.8"),
            Self::Element => Section::reading("ACAP part 2 section 2.2.5"),
            Self::ElementLevel => Section::text("ACAP part 2 section 2.2.6"),
            Self::Elsewhere => Section::text("ACAP part 2 section 2.2.9.1"),
            Self::ResourceClosed => Section::reading("ACAP 1.0 section 2.5.3.2"),
            Self::Restricted | Self::Conditioned => Section::text("Robots-Tag draft section 3.1"),
            Self::NoCrawl => Section::reading("ACAP 1.0 sections 2.5.2 to 2.5.4"),
            Self::NoPreserve => Section::reading("ACAP 1.0 section 2.5.5.1"),
            Self::Signal => Section::reading("draft-ietf-aipref-vocab-08 section 5.1"),
            Self::NoMine => Section::reading("TDM Reservation Protocol, Type of a Policy"),
        }
    }

    /// What follows from it, in a few words.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Unreachable => "where robots.txt cannot be reached, everything is prohibited",
            Self::Unavailable => "where there is no robots.txt, everything is allowed",
            Self::Longest | Self::AllowOnTie => "the most bytes win; on a tie, allow wins",
            Self::NothingMatched => "what no rule matches is allowed",
            Self::NoGroup => "where no group applies, everything is allowed",
            Self::RobotsTxt => "/robots.txt is always allowed",
            Self::Narrowest => "the narrowest pattern decides",
            Self::Undetermined => "if the narrowest cannot be determined, the usage is prohibited",
            Self::NotUnderstood => "a permission that is not understood is a prohibition",
            Self::Silence => "a usage without a statement is permitted",
            Self::Unread => "where a file referred to cannot be read, everything is prohibited",
            Self::Expired => "the time limit of the permission has run out",
            Self::NotHonoured => "a crawler that cannot honour a condition may not",
            Self::Page => "a statement in the page overrides robots.txt",
            Self::PageConflict => {
                "where META elements contradict each other, the usage is prohibited"
            }
            Self::Element => "the innermost class attribute decides for its element",
            Self::ElementLevel => {
                "to a crawler that does not work on elements, the whole page is prohibited"
            }
            Self::Elsewhere => "the resource does not lie where its permission says",
            Self::ResourceClosed => "a condition needs a resource that the crawler may not crawl",
            Self::Restricted => "rules in header and META only restrict",
            Self::NoCrawl => "what may not be crawled may not be used",
            Self::NoPreserve => "a copy that may not be kept may not be shown",
            Self::Signal => {
                "a signal that refuses a use prohibits it, and one that allows it overrides nothing"
            }
            Self::NoMine => "what may not be mined may not be used to train AI",
            Self::Conditioned => "rules in header and META permit it on conditions",
            Self::OtherSite => "a robots.txt speaks for its own scheme, host and port only",
            Self::NoUrl => "the URL was read for another profile and is none in this one",
        }
    }
}
