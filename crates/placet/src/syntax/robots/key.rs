//! Which record a key names.

use crate::syntax::acap;
use crate::vocabulary::Profile;

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
    /// `DisallowAITraining`, for its group.
    DisallowAiTraining,
    /// `AllowAITraining`, for its group.
    AllowAiTraining,
    /// `ACAP-` and a name: a field of the Automated Content Access Protocol.
    Acap,
    /// Any other key.
    Unknown,
}

/// How the RFC's keys are spelt, the right spelling and deployed misspellings (F-07), by their first
/// letter. No spelling of one kind begins with a spelling of another, so the order is of no
/// consequence.
const fn spellings(first: u8) -> &'static [(&'static str, Key)] {
    match first {
        b'u' => &[
            ("user-agent", Key::UserAgent),
            ("useragent", Key::UserAgent),
            ("user agent", Key::UserAgent),
        ],
        b'a' => &[("allow", Key::Allow)],
        b'd' => &[
            ("disallow", Key::Disallow),
            ("dissallow", Key::Disallow),
            ("dissalow", Key::Disallow),
            ("disalow", Key::Disallow),
            ("diasllow", Key::Disallow),
            ("disallaw", Key::Disallow),
        ],
        b's' => &[("sitemap", Key::Sitemap), ("site-map", Key::Sitemap)],
        _ => &[],
    }
}

/// The other records, which are recognised whole, by their first letter.
const fn extensions(first: u8) -> &'static [(&'static str, Key)] {
    match first {
        b'c' => &[
            ("crawl-delay", Key::CrawlDelay),
            ("clean-param", Key::CleanParam),
            ("content-signal", Key::ContentSignal),
            ("content-usage", Key::ContentUsage),
        ],
        b'r' => &[("request-rate", Key::RequestRate)],
        b'v' => &[("visit-time", Key::VisitTime)],
        b'h' => &[("host", Key::Host)],
        b'n' => &[("noindex", Key::Noindex)],
        b'l' => &[("license", Key::License)],
        b'd' => &[("disallowaitraining", Key::DisallowAiTraining)],
        b'a' => &[("allowaitraining", Key::AllowAiTraining)],
        _ => &[],
    }
}

/// Anywhere in a key.
const HELD: u8 = 1;
/// First in a key.
const FIRST: u8 = 2;
/// First in a key that is known by name.
const FIRST_KNOWN: u8 = 4;

/// Where in a key an octet can stand. Every line asks this several times over, so it is worked out
/// beforehand.
const PLACES: [u8; 256] = {
    let mut places = [0; 256];
    let mut octet = 0_u8;
    loop {
        let first =
            octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'_' | b'.' | b'(' | b')');
        let lowered = octet.to_ascii_lowercase();
        let known = !spellings(lowered).is_empty() || !extensions(lowered).is_empty();
        #[expect(clippy::indexing_slicing, reason = "there is a place for every octet")]
        {
            places[octet as usize] = match octet {
                b' ' | b'\t' => HELD,
                _ if known => HELD | FIRST | FIRST_KNOWN,
                _ if first => HELD | FIRST,
                _ => 0,
            };
        }
        if octet == u8::MAX {
            break places;
        }
        octet += 1;
    }
};

#[inline]
fn places(octet: u8) -> u8 {
    PLACES.get(usize::from(octet)).copied().unwrap_or_default()
}

impl Key {
    /// The record that `key` names, and whether it is spelt as the documents have it.
    ///
    /// Keys compare ignoring case and whole; of the RFC's own a few deployed misspellings are known
    /// (F-07). A key that only begins like one is another record.
    ///
    /// ```
    /// use placet::syntax::robots::Key;
    ///
    /// assert_eq!(Key::recognise(b"Disalow"), (Key::Disallow, false));
    /// assert_eq!(Key::recognise(b"Disallowed"), (Key::Unknown, true));
    /// assert_eq!(Key::recognise_as(b"Disallowed", placet::Profile::Google), (Key::Disallow, false));
    /// ```
    pub fn recognise(key: &[u8]) -> (Self, bool) {
        Self::find(key, |spelling| key.eq_ignore_ascii_case(spelling))
    }

    /// The same as a profile reads it: Google's matcher knows the RFC's keys by how they begin.
    pub fn recognise_as(key: &[u8], profile: Profile) -> (Self, bool) {
        match profile {
            Profile::Full | Profile::Rfc9309 => Self::recognise(key),
            Profile::Google => Self::find(key, |spelling| {
                key.get(..spelling.len()).is_some_and(|start| start.eq_ignore_ascii_case(spelling))
            }),
        }
    }

    fn find(key: &[u8], is: impl Fn(&[u8]) -> bool) -> (Self, bool) {
        let Some(first) = key.first().map(u8::to_ascii_lowercase) else {
            return (Self::Unknown, true);
        };
        for &(spelling, kind) in spellings(first) {
            if is(spelling.as_bytes()) {
                return (kind, key.eq_ignore_ascii_case(kind.name().as_bytes()));
            }
        }
        if acap::is_acap(key) {
            return (Self::Acap, true);
        }
        for &(name, kind) in extensions(first) {
            if key.eq_ignore_ascii_case(name.as_bytes()) {
                return (kind, true);
            }
        }
        (Self::Unknown, true)
    }

    /// Whether a record of this key is read without its colon, where white space separates exactly
    /// two words (F-07). What is unknown is no record then, and signals about usages need theirs.
    pub(super) fn may_lack_colon(self) -> bool {
        !matches!(
            self,
            Self::Unknown
                | Self::ContentSignal
                | Self::ContentUsage
                | Self::License
                | Self::DisallowAiTraining
                | Self::AllowAiTraining
        )
    }

    /// Whether text before a colon can be the key of a record at all: letters, digits, blanks and
    /// `-`, `_`, `.`, `(`, `)`. Pages of HTML served as robots.txt are full of other colons.
    pub(super) fn is_possible(key: &[u8]) -> bool {
        !key.is_empty() && key.iter().all(|&octet| Self::can_hold(octet))
    }

    /// Whether the key of a record can hold the octet.
    #[inline]
    pub(super) fn can_hold(octet: u8) -> bool {
        places(octet) & HELD != 0
    }

    /// Whether the key of a record can begin with the octet.
    #[inline]
    pub(super) fn can_begin(octet: u8) -> bool {
        places(octet) & FIRST != 0
    }

    /// Whether a key that is known by name begins with the octet.
    #[inline]
    pub(super) fn begins_known(octet: u8) -> bool {
        places(octet) & FIRST_KNOWN != 0
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
            Self::DisallowAiTraining => "disallowaitraining",
            Self::AllowAiTraining => "allowaitraining",
            Self::Acap => "acap",
            Self::Unknown => "unknown",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_recognised_as_itself_in_any_case() {
        let all = (b'a'..=b'z').flat_map(|first| [spellings(first), extensions(first)].concat());
        for (_, key) in all {
            let name = key.name();
            assert_eq!(Key::recognise(name.as_bytes()), (key, true));
            assert_eq!(Key::recognise(name.to_uppercase().as_bytes()), (key, true));
        }
    }

    #[test]
    fn deployed_misspellings_are_known() {
        for (key, kind) in [
            ("UserAgent", Key::UserAgent),
            ("User Agent", Key::UserAgent),
            ("dissallow", Key::Disallow),
            ("dissalow", Key::Disallow),
            ("DISALOW", Key::Disallow),
            ("diasllow", Key::Disallow),
            ("disallaw", Key::Disallow),
            ("Site-Map", Key::Sitemap),
        ] {
            for profile in Profile::ALL {
                assert_eq!(Key::recognise_as(key.as_bytes(), profile), (kind, false), "{key}");
            }
        }
    }

    #[test]
    fn only_google_knows_keys_by_their_beginning() {
        for (key, kind, google) in [
            ("Disallowed", Key::Unknown, Key::Disallow),
            ("Disallow https", Key::Unknown, Key::Disallow),
            ("DisallowAITraining", Key::DisallowAiTraining, Key::Disallow),
            ("AllowAITraining", Key::AllowAiTraining, Key::Allow),
            ("allow_expand", Key::Unknown, Key::Allow),
            ("useragents", Key::Unknown, Key::UserAgent),
            ("user-agent*", Key::Unknown, Key::UserAgent),
            ("dissallowed", Key::Unknown, Key::Disallow),
            ("Sitemaps", Key::Unknown, Key::Sitemap),
        ] {
            let of = |profile| Key::recognise_as(key.as_bytes(), profile);
            assert_eq!(of(Profile::Rfc9309), (kind, true), "{key}");
            assert_eq!(of(Profile::Full), (kind, true), "{key}");
            assert_eq!(of(Profile::Google), (google, false), "{key}");
        }
    }

    #[test]
    fn near_misses_stay_unknown() {
        for key in ["", "dis", "x-disallow", "agent", "crawl-delays", "acap", "user  agent"] {
            for profile in Profile::ALL {
                let found = Key::recognise_as(key.as_bytes(), profile);
                assert_eq!(found, (Key::Unknown, true), "{key}");
            }
        }
    }
}
