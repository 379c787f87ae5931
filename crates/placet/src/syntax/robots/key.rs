//! Which record a key names.

/// Which record a key names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Key {
    /// `User-agent`: begins or extends a group (RFC 9309 §2.2.1).
    UserAgent,
    /// `Allow` (RFC 9309 §2.2.2).
    Allow,
    /// `Disallow` (RFC 9309 §2.2.2).
    Disallow,
    /// `Sitemap`, for the whole file (RFC 9309 §2.2.4).
    Sitemap,
    /// `Crawl-delay`, in seconds, for its group.
    CrawlDelay,
    /// `Request-rate`, for its group.
    RequestRate,
    /// `Visit-time`, for its group.
    VisitTime,
    /// `Host`, for the whole file.
    Host,
    /// `Clean-param`, for its group.
    CleanParam,
    /// `Noindex`, for its group.
    Noindex,
    /// `Content-Signal`, for its group.
    ContentSignal,
    /// `Content-Usage`, for its group.
    ContentUsage,
    /// `License`, for the whole file.
    License,
    /// Any other key.
    Unknown,
}

/// The records besides the RFC's own, which are recognised whole.
const EXTENSIONS: [(&str, Key); 9] = [
    ("crawl-delay", Key::CrawlDelay),
    ("request-rate", Key::RequestRate),
    ("visit-time", Key::VisitTime),
    ("host", Key::Host),
    ("clean-param", Key::CleanParam),
    ("noindex", Key::Noindex),
    ("content-signal", Key::ContentSignal),
    ("content-usage", Key::ContentUsage),
    ("license", Key::License),
];

/// How the RFC's keys may begin; the first of each kind is the right spelling (F-07).
///
/// The order is that of Google's parser, and of no consequence: no spelling of one kind begins
/// with a spelling of another.
const SPELLINGS: [(&str, Key); 12] = [
    ("user-agent", Key::UserAgent),
    ("useragent", Key::UserAgent),
    ("user agent", Key::UserAgent),
    ("allow", Key::Allow),
    ("disallow", Key::Disallow),
    ("dissallow", Key::Disallow),
    ("dissalow", Key::Disallow),
    ("disalow", Key::Disallow),
    ("diasllow", Key::Disallow),
    ("disallaw", Key::Disallow),
    ("sitemap", Key::Sitemap),
    ("site-map", Key::Sitemap),
];

impl Key {
    /// The record that `key` names, and whether it is spelt as the documents have it.
    ///
    /// Keys compare ignoring case. The RFC's own are recognised by how they begin, in a few
    /// deployed misspellings too (F-07); all others whole.
    pub fn recognise(key: &[u8]) -> (Self, bool) {
        if key.eq_ignore_ascii_case(b"disallow") {
            return (Self::Disallow, true);
        }
        if key.eq_ignore_ascii_case(b"allow") {
            return (Self::Allow, true);
        }
        if key.eq_ignore_ascii_case(b"user-agent") {
            return (Self::UserAgent, true);
        }
        let spelt = SPELLINGS.iter().find(|(spelling, _)| {
            key.get(..spelling.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(spelling.as_bytes()))
        });
        if let Some(&(_, kind)) = spelt {
            return (kind, key.eq_ignore_ascii_case(kind.name().as_bytes()));
        }
        let extension =
            EXTENSIONS.iter().find(|(name, _)| key.eq_ignore_ascii_case(name.as_bytes()));
        (extension.map_or(Self::Unknown, |&(_, kind)| kind), true)
    }

    /// The right spelling, in lower case; `unknown` for a key that is none of these.
    pub const fn name(self) -> &'static str {
        match self {
            Self::UserAgent => "user-agent",
            Self::Allow => "allow",
            Self::Disallow => "disallow",
            Self::Sitemap => "sitemap",
            Self::CrawlDelay => "crawl-delay",
            Self::RequestRate => "request-rate",
            Self::VisitTime => "visit-time",
            Self::Host => "host",
            Self::CleanParam => "clean-param",
            Self::Noindex => "noindex",
            Self::ContentSignal => "content-signal",
            Self::ContentUsage => "content-usage",
            Self::License => "license",
            Self::Unknown => "unknown",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_recognised_as_itself_in_any_case() {
        let all = SPELLINGS.iter().chain(&EXTENSIONS);
        for &(_, key) in all {
            let name = key.name();
            assert_eq!(Key::recognise(name.as_bytes()), (key, true));
            assert_eq!(Key::recognise(name.to_uppercase().as_bytes()), (key, true));
        }
    }

    #[test]
    fn keys_of_the_rfc_are_recognised_by_their_beginning() {
        for (key, kind) in [
            ("Disallowed", Key::Disallow),
            ("dissallow", Key::Disallow),
            ("User Agent", Key::UserAgent),
            ("useragents", Key::UserAgent),
            ("allowance", Key::Allow),
            ("Site-Map", Key::Sitemap),
        ] {
            assert_eq!(Key::recognise(key.as_bytes()), (kind, false), "{key}");
        }
    }

    #[test]
    fn near_misses_stay_unknown() {
        for key in ["", "dis", "x-disallow", "agent", "crawl-delays", "acap-disallow-crawl"] {
            assert_eq!(Key::recognise(key.as_bytes()), (Key::Unknown, true), "{key}");
        }
    }
}
