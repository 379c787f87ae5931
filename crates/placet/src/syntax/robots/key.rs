//! Keys of records.

use crate::syntax::acap;
use crate::vocabulary::Profile;

/// The key of a record.
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

/// What a record applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "a record applies to its group or to the file")]
pub enum RecordScope {
    /// The group that contains it.
    Group,
    /// The whole file.
    File,
}

/// The spelling and the scope of a record.
struct Row {
    key: Key,
    /// The usual spelling.
    written: &'static str,
    /// The usual spelling in lower case.
    name: &'static str,
    /// Common misspellings, in lower case (F-07).
    misspellings: &'static [&'static str],
    scope: RecordScope,
    /// Whether RFC 9309 defines it: where keys are recognised by their beginning, these are.
    is_rfc: bool,
    /// Whether it is accepted without its colon, if white space separates exactly two words (F-07).
    /// Signals about usages need the colon.
    may_lack_colon: bool,
}

impl Row {
    const fn new(key: Key, written: &'static str, name: &'static str, scope: RecordScope) -> Self {
        Self { key, written, name, misspellings: &[], scope, is_rfc: false, may_lack_colon: true }
    }

    /// A record that RFC 9309 defines.
    const fn rfc(self, misspellings: &'static [&'static str]) -> Self {
        Self { misspellings, is_rfc: true, ..self }
    }

    /// A signal about usages.
    const fn signal(self) -> Self {
        Self { may_lack_colon: false, ..self }
    }
}

const GROUP: RecordScope = RecordScope::Group;
const FILE: RecordScope = RecordScope::File;

/// All records with known keys, in the order of [`Key`]. No spelling begins with a spelling of
/// another record that RFC 9309 defines.
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

/// The rows whose names begin with a lower-case letter, as a bit set.
const fn rows_of(letter: u8) -> u16 {
    let (mut rest, mut index, mut found): (&[Row], u32, u16) = (&TABLE, 0, 0);
    while let [row, others @ ..] = rest {
        if let [first, ..] = row.name.as_bytes()
            && *first == letter
        {
            found |= 1 << index;
        }
        (rest, index) = (others, index + 1);
    }
    found
}

/// [`rows_of`] for every byte, in either case. Every line without a common form needs this.
const ROWS: [u16; 256] = {
    let mut rows = [0; 256];
    let mut byte = 0_u8;
    loop {
        #[expect(clippy::indexing_slicing, reason = "there is an entry for every byte")]
        {
            rows[byte as usize] = rows_of(byte.to_ascii_lowercase());
        }
        if byte == u8::MAX {
            break rows;
        }
        byte += 1;
    }
};

/// The rows whose names begin with a letter.
#[inline]
fn rows(first: u8) -> impl Iterator<Item = &'static Row> {
    let mut left = ROWS.get(usize::from(first)).copied().unwrap_or_default();
    std::iter::from_fn(move || {
        let row = TABLE.get(left.trailing_zeros() as usize)?;
        left &= left.wrapping_sub(1);
        Some(row)
    })
}

/// A byte that a key can contain.
const CONTAINED: u8 = 1;
/// A byte that a key can begin with.
const FIRST: u8 = 2;
/// A byte that a known key begins with.
const FIRST_KNOWN: u8 = 4;

/// Where in a key each byte can occur. Every line needs this several times, so it is precomputed.
const POSITIONS: [u8; 256] = {
    let mut positions = [0; 256];
    let mut byte = 0_u8;
    loop {
        let first =
            byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'(' | b')');
        let lowered = byte.to_ascii_lowercase();
        let known = rows_of(lowered) != 0;
        #[expect(clippy::indexing_slicing, reason = "there is an entry for every byte")]
        {
            positions[byte as usize] = match byte {
                b' ' | b'\t' => CONTAINED,
                _ if known => CONTAINED | FIRST | FIRST_KNOWN,
                _ if first => CONTAINED | FIRST,
                _ => 0,
            };
        }
        if byte == u8::MAX {
            break positions;
        }
        byte += 1;
    }
};

/// Where in a key a byte can occur.
#[inline]
fn positions(byte: u8) -> u8 {
    POSITIONS.get(usize::from(byte)).copied().unwrap_or_default()
}

impl Key {
    /// Returns the record with this key, and whether the key is spelled as in the documents.
    ///
    /// Keys are compared as a whole, ignoring case. A few common misspellings of the keys of RFC
    /// 9309 are recognised (F-07). A key that only begins with a known one is another record.
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

    /// Same as [`recognise`](Key::recognise), for a profile: Google's matcher recognises the keys
    /// of RFC 9309 by their beginning.
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
            let mut spellings = std::iter::once(&row.name).chain(row.misspellings);
            if spellings.any(|spelling| is(spelling.as_bytes())) {
                return (row.key, key.eq_ignore_ascii_case(row.name.as_bytes()));
            }
        }
        if acap::is_acap(key) {
            return (Self::Acap, true);
        }
        let has_name = |row: &&Row| !row.is_rfc && key.eq_ignore_ascii_case(row.name.as_bytes());
        (rows(first).find(has_name).map_or(Self::Unknown, |row| row.key), true)
    }

    /// The row of the key in the table.
    const fn row(self) -> Option<&'static Row> {
        let index = self as usize;
        #[expect(clippy::indexing_slicing, reason = "the rows are in the order of the keys")]
        if index < TABLE.len() { Some(&TABLE[index]) } else { None }
    }

    /// The usual spelling of the key, such as `Crawl-delay`; `None` for ACAP fields and unknown
    /// keys, which have many.
    pub const fn written(self) -> Option<&'static str> {
        match self.row() {
            Some(row) => Some(row.written),
            None => None,
        }
    }

    /// What a record with this key applies to; `None` for ACAP fields, which have ACAP records, and
    /// for unknown keys.
    pub const fn scope(self) -> Option<RecordScope> {
        match self.row() {
            Some(row) => Some(row.scope),
            None => None,
        }
    }

    /// Whether a record with this key is accepted without its colon. Unknown keys are not.
    pub(super) fn may_lack_colon(self) -> bool {
        self.row().map_or(self == Self::Acap, |row| row.may_lack_colon)
    }

    /// Whether text before a colon can be the key of a record: letters, digits, blanks and `-`,
    /// `_`, `.`, `(`, `)`. HTML pages served as robots.txt are full of other colons.
    pub(super) fn is_possible(key: &[u8]) -> bool {
        !key.is_empty() && key.iter().all(|&byte| Self::can_contain(byte))
    }

    /// Whether a key can contain the byte.
    #[inline]
    pub(super) fn can_contain(byte: u8) -> bool {
        positions(byte) & CONTAINED != 0
    }

    /// Whether a key can begin with the byte.
    #[inline]
    pub(super) fn can_begin(byte: u8) -> bool {
        positions(byte) & FIRST != 0
    }

    /// Whether a known key begins with the byte.
    #[inline]
    pub(super) fn begins_known(byte: u8) -> bool {
        positions(byte) & FIRST_KNOWN != 0
    }

    /// The correct spelling, in lower case; `unknown` for an unknown key.
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
    fn every_key_is_recognised_in_any_case() {
        for (index, Row { key, written, name, .. }) in (0..).zip(&TABLE) {
            let (key, name) = (*key, *name);
            assert_eq!((key as usize, written.to_ascii_lowercase()), (index, name.to_owned()));
            assert_eq!(Key::recognise(name.as_bytes()), (key, true));
            assert_eq!(Key::recognise(name.to_uppercase().as_bytes()), (key, true));
        }
    }

    #[test]
    fn common_misspellings_are_recognised() {
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
    fn only_google_recognises_keys_by_their_beginning() {
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
    fn other_keys_are_unknown() {
        for key in ["", "dis", "x-disallow", "agent", "crawl-delays", "acap", "user  agent"] {
            for profile in Profile::ALL {
                let found = Key::recognise_as(key.as_bytes(), profile);
                assert_eq!(found, (Key::Unknown, true), "{key}");
            }
        }
    }
}
