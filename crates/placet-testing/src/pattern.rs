//! Path patterns: normalising, matching, comparing, written from the specifications as plainly as
//! possible.

use std::cmp::Ordering;
use std::collections::BTreeSet;

/// The part of a URL that patterns match: path and query, normalised.
#[derive(Debug)]
pub struct Target {
    bytes: Vec<u8>,
    /// The position of the first `?`.
    query: Option<usize>,
}

impl Target {
    /// F-20, A-13: path plus query, up to `#`; an empty path is `/`.
    pub fn new(url: &str) -> Self {
        let url = url.split('#').next().unwrap_or_default();
        let after_scheme = url.split_once("://").map_or(url, |(_, rest)| rest);
        let start = after_scheme.find(['/', '?']).unwrap_or(after_scheme.len());
        let text = after_scheme.split_at(start).1;
        if text.starts_with('/') { Self::of_path(text) } else { Self::of_path(&format!("/{text}")) }
    }

    /// A path with its query, unchanged.
    pub fn of_path(path: &str) -> Self {
        let mut target = Self { bytes: Vec::new(), query: None };
        let mut rest = path.as_bytes();
        while let Some((&byte, after)) = rest.split_first() {
            rest = after;
            if let (b'%', Some(value)) = (byte, hex(after)) {
                rest = after.split_at(2).1;
                // F-22: `/` and `?` are decoded after the first `?`, other reserved characters
                // everywhere.
                let is_query = target.query.is_some();
                if is_unreserved(value) || is_reserved(value) || is_delimiter(value) && is_query {
                    target.bytes.push(value);
                } else {
                    target.bytes.extend(triplet(value));
                }
            } else if byte > 127 || is_equal_to_triplet(byte) || matches!(byte, b'*' | b'$') {
                // F-22: a literal `*` or `$` in the URI equals its encoded form.
                target.bytes.extend(triplet(byte));
            } else {
                if byte == b'?' && target.query.is_none() {
                    target.query = Some(target.bytes.len());
                }
                target.bytes.push(byte);
            }
        }
        target
    }

    /// Bytes that are matched unchanged.
    pub fn raw(bytes: Vec<u8>) -> Self {
        Self { bytes, query: None }
    }

    /// F-26: the path `/robots.txt`, exactly, with any query.
    pub fn is_robots_txt(&self) -> bool {
        let end = self.query.unwrap_or(self.bytes.len());
        self.bytes.split_at(end).0 == b"/robots.txt"
    }
}

/// One part of a normalised pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// `*` (F-21, R-070).
    Any,
    /// `$` as the last character (F-21, R-071).
    End,
    Byte(u8),
    /// The triplet of `/` or `?`, with the decoded character.
    Delimiter(u8),
}

/// Whether matching is case-sensitive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "tests match on all of it")]
pub enum Case {
    /// Conventional rules (F-20).
    Kept,
    /// ACAP fields.
    Folded,
}

/// How wide one pattern is compared with another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "tests match on all of it")]
pub enum Scope {
    /// It matches less.
    Narrower,
    /// It matches more.
    Broader,
    /// It is the same.
    Same,
    /// neither is narrower.
    Unknown,
}

/// A pattern as F-22 and A-44 normalise it.
#[derive(Debug, Clone)]
pub struct Pattern {
    units: Vec<Unit>,
    /// F-23: the bytes of the normalised pattern.
    pub length: usize,
}

impl Pattern {
    /// A pattern of an ACAP field.: one that does not begin with `/` gets one.
    pub fn acap(text: &[u8]) -> Self {
        if text.starts_with(b"/") {
            Self::normalise(text)
        } else {
            Self::normalise(&[b"/", text].concat())
        }
    }

    /// A pattern of a conventional rule. F-25, F-27: what is empty or begins otherwise than with
    /// `/` or `*` matches nothing.
    pub fn conventional(text: &[u8]) -> Option<Self> {
        (text.starts_with(b"/") || text.starts_with(b"*")).then(|| Self::normalise(text))
    }

    /// A pattern in which only `*` and a `$` at the end mean something.
    pub fn plain(text: &[u8]) -> Self {
        let last = text.len().wrapping_sub(1);
        let unit = |(at, &byte): (usize, &u8)| match byte {
            b'*' => Unit::Any,
            b'$' if at == last => Unit::End,
            byte => Unit::Byte(byte),
        };
        Self { units: text.iter().enumerate().map(unit).collect(), length: text.len() }
    }

    /// A pattern, whatever it begins with.
    pub fn normalise(text: &[u8]) -> Self {
        let mut units = Vec::new();
        let mut length = 0;
        let mut rest = text;
        while let Some((&byte, after)) = rest.split_first() {
            rest = after;
            let (unit, counted): (Vec<Unit>, usize) = match byte {
                b'*' => (vec![Unit::Any], 1),
                b'$' if after.is_empty() => (vec![Unit::End], 1),
                // A-14, F-21: elsewhere an ordinary character.
                b'$' => (triplet(byte).map(Unit::Byte).to_vec(), 1),
                b'%' if hex(after).is_some() => {
                    rest = after.split_at(2).1;
                    match hex(after).unwrap_or_default() {
                        value if is_unreserved(value) => (vec![Unit::Byte(value)], 1),
                        // It equals its triplet, but counts three (F-23).
                        value if is_reserved(value) => (vec![Unit::Byte(value)], 3),
                        value if is_delimiter(value) => (vec![Unit::Delimiter(value)], 3),
                        value => (triplet(value).map(Unit::Byte).to_vec(), 3),
                    }
                }
                128.. => (triplet(byte).map(Unit::Byte).to_vec(), 3),
                _ if is_equal_to_triplet(byte) => (triplet(byte).map(Unit::Byte).to_vec(), 1),
                _ => (vec![Unit::Byte(byte)], 1),
            };
            units.extend(unit);
            length += counted;
        }
        Self { units, length }
    }

    /// Whether the pattern matches from the first byte on; a pattern is a prefix (F-21, R-071).
    pub fn matches(&self, target: &Target, case: Case) -> bool {
        // Every place in the target that the units so far can lead to.
        let mut places = BTreeSet::from([0]);
        for &unit in &self.units {
            let first = places.first().copied().unwrap_or(target.bytes.len() + 1);
            places = match unit {
                Unit::Any => (first..=target.bytes.len()).collect(),
                unit => places.iter().filter_map(|&at| step(unit, target, at, case)).collect(),
            };
        }
        !places.is_empty()
    }

    /// 2.4.5: compares left to right, without case, up to the first difference.
    pub fn scope_against(&self, other: &Self) -> Scope {
        // a pattern that runs out is broader than what goes on. R-065: `$` is broader than
        // anything else. R-066: `*` is broader than anything but `$`.
        let rank = |character: Option<&Unit>| match character {
            None => 0,
            Some(Unit::End) => 1,
            Some(Unit::Any) => 2,
            Some(_) => 3,
        };
        let (mine, theirs) = (self.characters(Case::Folded), other.characters(Case::Folded));
        for at in 0..mine.len().max(theirs.len()) {
            let (mine, theirs) = (mine.get(at), theirs.get(at));
            if mine != theirs {
                return match rank(mine).cmp(&rank(theirs)) {
                    Ordering::Less => Scope::Broader,
                    Ordering::Greater => Scope::Narrower,
                    // two ordinary characters.
                    Ordering::Equal => Scope::Unknown,
                };
            }
        }
        Scope::Same
    }

    /// whether this pattern of a conventional rule is the same as that of an ACAP field,
    /// after normalising (the slash of A-18 put on both) and with case.
    pub fn is_same_as_acap(&self, acap: &Self) -> bool {
        let mut mine = self.characters(Case::Kept);
        if mine.first() == Some(&Unit::Any) {
            mine.insert(0, Unit::Byte(b'/'));
        }
        mine == acap.characters(Case::Kept)
    }

    /// The pattern character by character, triplets written out.
    fn characters(&self, case: Case) -> Vec<Unit> {
        let mut characters = Vec::new();
        for &unit in &self.units {
            match unit {
                Unit::Delimiter(value) => characters.extend(triplet(value).map(Unit::Byte)),
                other => characters.push(other),
            }
        }
        for character in &mut characters {
            if let (Unit::Byte(byte), Case::Folded) = (character, case) {
                byte.make_ascii_lowercase();
            }
        }
        characters
    }
}

/// Where a unit that begins at `at` ends, if it is there.
fn step(unit: Unit, target: &Target, at: usize, case: Case) -> Option<usize> {
    let past = |wanted: &[u8]| has(target, at, wanted, case).then(|| at + wanted.len());
    match unit {
        Unit::Any => Some(at),
        Unit::End => (at == target.bytes.len()).then_some(at),
        Unit::Byte(byte) => past(&[byte]),
        // F-22: the triplet before the first `?`, the raw character after it.
        Unit::Delimiter(value) if target.query.is_some_and(|query| at > query) => past(&[value]),
        Unit::Delimiter(value) => past(&triplet(value)),
    }
}

fn has(target: &Target, at: usize, wanted: &[u8], case: Case) -> bool {
    target.bytes.get(at..at + wanted.len()).is_some_and(|found| match case {
        Case::Kept => found == wanted,
        Case::Folded => found.eq_ignore_ascii_case(wanted),
    })
}

/// The value of two hexadecimal digits at the start of `text`.
pub(crate) fn hex(text: &[u8]) -> Option<u8> {
    let digits = text.get(..2)?;
    let valid = digits.iter().all(u8::is_ascii_hexdigit);
    valid.then(|| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok())?
}

/// F-22: hex digits compare without case, so all triplets are written in upper case.
pub(crate) fn triplet(byte: u8) -> [u8; 3] {
    let digit = |value: u8| if value < 10 { b'0' + value } else { b'A' + value - 10 };
    [b'%', digit(byte >> 4), digit(byte & 15)]
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// F-22: what differs from its triplet before the first `?` and equals it after it.
fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b'/' | b'?')
}

/// F-22: what equals its triplet everywhere.
fn is_reserved(byte: u8) -> bool {
    b":@[]!'()+,;=&".contains(&byte)
}

/// F-22: characters that equal their triplets everywhere, control characters among them.
fn is_equal_to_triplet(byte: u8) -> bool {
    byte.is_ascii_control()
        || matches!(byte, b' ' | b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}')
}
