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

/// What a record is said of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "a file has groups and nothing else")]
pub enum RecordScope {
    /// The group that it stands in.
    Group,
    /// The whole file.
    File,
}

/// How a record is spelt and what it is said of.
struct Row {
    key: Key,
    /// As it is usually written.
    written: &'static str,
    /// The same in lower case.
    name: &'static str,
    /// Deployed misspellings, in lower case (F-07).
    misspelt: &'static [&'static str],
    scope: RecordScope,
    /// It is the RFC's own: where keys are known by how they begin, this one is.
    is_rfc: bool,
    /// It is read without its colon, where white space separates exactly two words (F-07). Signals
    /// about usages need theirs.
    may_lack_colon: bool,
}

impl Row {
    const fn new(key: Key, written: &'static str, name: &'static str, scope: RecordScope) -> Self {
        Self { key, written, name, misspelt: &[], scope, is_rfc: false, may_lack_colon: true }
    }

    /// One of RFC 9309's.
    const fn rfc(self, misspelt: &'static [&'static str]) -> Self {
        Self { misspelt, is_rfc: true, ..self }
    }

    /// One about usages.
    const fn signal(self) -> Self {
        Self { may_lack_colon: false, ..self }
    }
}

const GROUP: RecordScope = RecordScope::Group;
const FILE: RecordScope = RecordScope::File;

/// All records that are known by name, in the order of [`Key`]. No spelling of one begins with a
/// spelling of another that is the RFC's own.
const TABLE: [Row; 15] = [
    Row::new(Key::UserAgent, "User-agent", "user-agent", GROUP).rfc(&["useragent", "user agent"]),
    Row::new(Key::Allow, "Allow", "allow", GROUP).rfc(&[]),
    Row::new(Key::Disallow, "Disallow", "disallow", GROUP).rfc(&[
        "dissallow",
        "dissalow",
        "disalow",
        "diasllow",
        "disallaw",
    ]),
    Row::new(Key::Sitemap, "Sitemap", "sitemap", FILE).rfc(&["site-map"]),
    Row::new(Key::CrawlDelay, "Crawl-delay", "crawl-delay", GROUP),
    Row::new(Key::RequestRate, "Request-rate", "request-rate", GROUP),
    Row::new(Key::VisitTime, "Visit-time", "visit-time", GROUP),
    Row::new(Key::Host, "Host", "host", FILE),
    Row::new(Key::CleanParam, "Clean-param", "clean-param", GROUP),
    Row::new(Key::Noindex, "Noindex", "noindex", GROUP),
    Row::new(Key::ContentSignal, "Content-Signal", "content-signal", GROUP).signal(),
    Row::new(Key::ContentUsage, "Content-Usage", "content-usage", GROUP).signal(),
    Row::new(Key::License, "License", "license", FILE).signal(),
    Row::new(Key::DisallowAiTraining, "DisallowAITraining", "disallowaitraining", GROUP).signal(),
    Row::new(Key::AllowAiTraining, "AllowAITraining", "allowaitraining", GROUP).signal(),
];

/// The rows of the records that begin with a lower-case letter, as a set of their places.
const fn rows_of(letter: u8) -> u16 {
    let (mut rest, mut place, mut found): (&[Row], u32, u16) = (&TABLE, 0, 0);
    while let [row, behind @ ..] = rest {
        if let [first, ..] = row.name.as_bytes()
            && *first == letter
        {
            found |= 1 << place;
        }
        (rest, place) = (behind, place + 1);
    }
    found
}

/// The same for every byte, in either case: it is asked of every line that is not a common one.
const ROWS: [u16; 256] = {
    let mut rows = [0; 256];
    let mut byte = 0_u8;
    loop {
        #[expect(clippy::indexing_slicing, reason = "there is a place for every byte")]
        {
            rows[byte as usize] = rows_of(byte.to_ascii_lowercase());
        }
        if byte == u8::MAX {
            break rows;
        }
        byte += 1;
    }
};

/// The records that begin with a letter.
#[inline]
fn rows(first: u8) -> impl Iterator<Item = &'static Row> {
    let mut left = ROWS.get(usize::from(first)).copied().unwrap_or_default();
    std::iter::from_fn(move || {
        let row = TABLE.get(left.trailing_zeros() as usize)?;
        left &= left.wrapping_sub(1);
        Some(row)
    })
}

/// Anywhere in a key.
const HELD: u8 = 1;
/// First in a key.
const FIRST: u8 = 2;
/// First in a key that is known by name.
const FIRST_KNOWN: u8 = 4;

/// Where in a key a byte can stand. Every line asks this several times over, so it is worked out
/// beforehand.
const PLACES: [u8; 256] = {
    let mut places = [0; 256];
    let mut byte = 0_u8;
    loop {
        let first =
            byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'(' | b')');
        let lowered = byte.to_ascii_lowercase();
        let known = rows_of(lowered) != 0;
        #[expect(clippy::indexing_slicing, reason = "there is a place for every byte")]
        {
            places[byte as usize] = match byte {
                b' ' | b'\t' => HELD,
                _ if known => HELD | FIRST | FIRST_KNOWN,
                _ if first => HELD | FIRST,
                _ => 0,
            };
        }
        if byte == u8::MAX {
            break places;
        }
        byte += 1;
    }
};

#[inline]
fn places(byte: u8) -> u8 {
    PLACES.get(usize::from(byte)).copied().unwrap_or_default()
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
        if !profile.behaviour().keys_by_beginning {
            return Self::recognise(key);
        }
        Self::find(key, |spelling| {
            key.get(..spelling.len()).is_some_and(|start| start.eq_ignore_ascii_case(spelling))
        })
    }

    fn find(key: &[u8], is: impl Fn(&[u8]) -> bool) -> (Self, bool) {
        let Some(&first) = key.first() else { return (Self::Unknown, true) };
        for row in rows(first).filter(|row| row.is_rfc) {
            let mut spellings = std::iter::once(&row.name).chain(row.misspelt);
            if spellings.any(|spelling| is(spelling.as_bytes())) {
                return (row.key, key.eq_ignore_ascii_case(row.name.as_bytes()));
            }
        }
        if acap::is_acap(key) {
            return (Self::Acap, true);
        }
        let named = |row: &&Row| !row.is_rfc && key.eq_ignore_ascii_case(row.name.as_bytes());
        (rows(first).find(named).map_or(Self::Unknown, |row| row.key), true)
    }

    const fn row(self) -> Option<&'static Row> {
        let place = self as usize;
        #[expect(clippy::indexing_slicing, reason = "the rows are in the order of the keys")]
        if place < TABLE.len() { Some(&TABLE[place]) } else { None }
    }

    /// The key as it is usually written, `Crawl-delay`; none for ACAP fields and unknown keys, of
    /// which there are many.
    pub const fn written(self) -> Option<&'static str> {
        match self.row() {
            Some(row) => Some(row.written),
            None => None,
        }
    }

    /// What a record of this key is said of; none for ACAP fields, which have records of their own,
    /// and for unknown keys.
    pub const fn scope(self) -> Option<RecordScope> {
        match self.row() {
            Some(row) => Some(row.scope),
            None => None,
        }
    }

    /// Whether a record of this key is read without its colon. What is unknown is no record then.
    pub(super) fn may_lack_colon(self) -> bool {
        self.row().map_or(self == Self::Acap, |row| row.may_lack_colon)
    }

    /// Whether text before a colon can be the key of a record at all: letters, digits, blanks and
    /// `-`, `_`, `.`, `(`, `)`. Pages of HTML served as robots.txt are full of other colons.
    pub(super) fn is_possible(key: &[u8]) -> bool {
        !key.is_empty() && key.iter().all(|&byte| Self::can_hold(byte))
    }

    /// Whether the key of a record can hold the byte.
    #[inline]
    pub(super) fn can_hold(byte: u8) -> bool {
        places(byte) & HELD != 0
    }

    /// Whether the key of a record can begin with the byte.
    #[inline]
    pub(super) fn can_begin(byte: u8) -> bool {
        places(byte) & FIRST != 0
    }

    /// Whether a key that is known by name begins with the byte.
    #[inline]
    pub(super) fn begins_known(byte: u8) -> bool {
        places(byte) & FIRST_KNOWN != 0
    }

    /// The right spelling, in lower case; `unknown` for a key that is none of these.
    pub const fn name(self) -> &'static str {
        match (self.row(), self) {
            (Some(row), _) => row.name,
            (None, Self::Acap) => "acap",
            (None, _) => "unknown",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_recognised_as_itself_in_any_case() {
        for (place, Row { key, written, name, .. }) in (0..).zip(&TABLE) {
            let (key, name) = (*key, *name);
            assert_eq!((key as usize, written.to_ascii_lowercase()), (place, name.to_owned()));
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
