//! Resource path patterns: normalising, matching, comparing.

use std::cmp::Ordering;
use std::collections::BTreeSet;

/// What a URL is matched by: path and query, normalised.
#[derive(Debug)]
pub(crate) struct Target {
    octets: Vec<u8>,
    /// Where the first `?` stands.
    query: Option<usize>,
}

impl Target {
    /// F-20, A-13: path plus query, up to `#`; an empty path is `/`.
    pub(crate) fn new(url: &str) -> Self {
        let url = url.split('#').next().unwrap_or_default();
        let after_scheme = url.split_once("://").map_or(url, |(_, rest)| rest);
        let start = after_scheme.find(['/', '?']).unwrap_or(after_scheme.len());
        let mut text = after_scheme.split_at(start).1.to_owned();
        if !text.starts_with('/') {
            text.insert(0, '/');
        }
        let mut target = Self { octets: Vec::new(), query: None };
        let mut rest = text.as_bytes();
        while let Some((&octet, after)) = rest.split_first() {
            rest = after;
            if let (b'%', Some(value)) = (octet, hex(after)) {
                rest = after.split_at(2).1;
                // F-22: `/` and `?` are decoded after the first `?`, other reserved characters
                // everywhere.
                let is_query = target.query.is_some();
                if is_unreserved(value) || is_reserved(value) || is_delimiter(value) && is_query {
                    target.octets.push(value);
                } else {
                    target.octets.extend(triplet(value));
                }
            } else if octet > 127 || is_equal_to_triplet(octet) || matches!(octet, b'*' | b'$') {
                // F-22: a literal `*` or `$` in the URI equals its encoded form.
                target.octets.extend(triplet(octet));
            } else {
                if octet == b'?' && target.query.is_none() {
                    target.query = Some(target.octets.len());
                }
                target.octets.push(octet);
            }
        }
        target
    }

    /// F-26: the path `/robots.txt`, exactly, with any query.
    pub(crate) fn is_robots_txt(&self) -> bool {
        let end = self.query.unwrap_or(self.octets.len());
        self.octets.split_at(end).0 == b"/robots.txt"
    }
}

/// One part of a normalised pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// `*` (F-21, R-070).
    Any,
    /// `$` as the last character (F-21, R-071).
    End,
    Octet(u8),
    /// The triplet of `/` or `?`, with the character it stands for.
    Delimiter(u8),
}

/// Whether letters are told apart by case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    /// Conventional rules (F-20).
    Kept,
    /// ACAP fields.
    Folded,
}

/// How wide one pattern is beside another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    Narrower,
    Broader,
    Same,
    /// no rule tells.
    Unknown,
}

/// A pattern as F-22 and A-44 normalise it.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    units: Vec<Unit>,
    /// F-23: the octets of the normalised pattern.
    pub(crate) length: usize,
}

impl Pattern {
    /// A pattern of an ACAP field.: one that does not begin with `/` gets one.
    pub(crate) fn acap(text: &[u8]) -> Self {
        if text.starts_with(b"/") {
            Self::normalise(text)
        } else {
            Self::normalise(&[b"/", text].concat())
        }
    }

    /// A pattern of a conventional rule. F-25, F-27: what is empty or begins otherwise than with
    /// `/` or `*` matches nothing.
    pub(crate) fn conventional(text: &[u8]) -> Option<Self> {
        (text.starts_with(b"/") || text.starts_with(b"*")).then(|| Self::normalise(text))
    }

    fn normalise(text: &[u8]) -> Self {
        let mut units = Vec::new();
        let mut length = 0;
        let mut rest = text;
        while let Some((&octet, after)) = rest.split_first() {
            rest = after;
            let (unit, octets): (Vec<Unit>, usize) = match octet {
                b'*' => (vec![Unit::Any], 1),
                b'$' if after.is_empty() => (vec![Unit::End], 1),
                // A-14, F-21: elsewhere an ordinary character.
                b'$' => (triplet(octet).map(Unit::Octet).to_vec(), 1),
                b'%' if hex(after).is_some() => {
                    rest = after.split_at(2).1;
                    match hex(after).unwrap_or_default() {
                        value if is_unreserved(value) => (vec![Unit::Octet(value)], 1),
                        // It equals its triplet, but counts three (F-23).
                        value if is_reserved(value) => (vec![Unit::Octet(value)], 3),
                        value if is_delimiter(value) => (vec![Unit::Delimiter(value)], 3),
                        value => (triplet(value).map(Unit::Octet).to_vec(), 3),
                    }
                }
                128.. => (triplet(octet).map(Unit::Octet).to_vec(), 3),
                _ if is_equal_to_triplet(octet) => (triplet(octet).map(Unit::Octet).to_vec(), 1),
                _ => (vec![Unit::Octet(octet)], 1),
            };
            units.extend(unit);
            length += octets;
        }
        Self { units, length }
    }

    /// Whether the pattern matches from the first octet on; a pattern is a prefix (F-21, R-071).
    pub(crate) fn matches(&self, target: &Target, case: Case) -> bool {
        // Every place in the target that the units so far can lead to.
        let mut places = BTreeSet::from([0]);
        for &unit in &self.units {
            places = places.iter().flat_map(|&at| step(unit, target, at, case)).collect();
        }
        !places.is_empty()
    }

    /// 2.4.5: compares left to right, without case, up to the first difference.
    pub(crate) fn scope_beside(&self, other: &Self) -> Scope {
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
    pub(crate) fn is_same_as_acap(&self, acap: &Self) -> bool {
        let mut mine = self.characters(Case::Kept);
        if mine.first() == Some(&Unit::Any) {
            mine.insert(0, Unit::Octet(b'/'));
        }
        mine == acap.characters(Case::Kept)
    }

    /// The pattern character by character, triplets written out.
    fn characters(&self, case: Case) -> Vec<Unit> {
        let mut characters = Vec::new();
        for &unit in &self.units {
            match unit {
                Unit::Delimiter(value) => characters.extend(triplet(value).map(Unit::Octet)),
                other => characters.push(other),
            }
        }
        for character in &mut characters {
            if let (Unit::Octet(octet), Case::Folded) = (character, case) {
                octet.make_ascii_lowercase();
            }
        }
        characters
    }
}

/// Where a unit that begins at `at` can end.
fn step(unit: Unit, target: &Target, at: usize, case: Case) -> Vec<usize> {
    let end = target.octets.len();
    let past = |wanted: &[u8]| {
        if has(target, at, wanted, case) { vec![at + wanted.len()] } else { Vec::new() }
    };
    match unit {
        Unit::Any => (at..=end).collect(),
        Unit::End if at == end => vec![end],
        Unit::End => Vec::new(),
        Unit::Octet(octet) => past(&[octet]),
        // F-22: the triplet before the first `?`, the raw character after it.
        Unit::Delimiter(value) if target.query.is_some_and(|query| at > query) => past(&[value]),
        Unit::Delimiter(value) => past(&triplet(value)),
    }
}

fn has(target: &Target, at: usize, wanted: &[u8], case: Case) -> bool {
    target.octets.get(at..at + wanted.len()).is_some_and(|found| match case {
        Case::Kept => found == wanted,
        Case::Folded => found.eq_ignore_ascii_case(wanted),
    })
}

/// The value of two hexadecimal digits at the start of `text`.
fn hex(text: &[u8]) -> Option<u8> {
    let digits = text.get(..2)?;
    let valid = digits.iter().all(u8::is_ascii_hexdigit);
    valid.then(|| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok())?
}

/// F-22: hex digits compare without case, so all triplets are written in upper case.
fn triplet(octet: u8) -> [u8; 3] {
    let digit = |value: u8| if value < 10 { b'0' + value } else { b'A' + value - 10 };
    [b'%', digit(octet >> 4), digit(octet & 15)]
}

fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'.' | b'_' | b'~')
}

/// F-22: what differs from its triplet before the first `?` and equals it after it.
fn is_delimiter(octet: u8) -> bool {
    matches!(octet, b'/' | b'?')
}

/// F-22: what equals its triplet everywhere.
fn is_reserved(octet: u8) -> bool {
    b":@[]!'()+,;=&".contains(&octet)
}

/// F-22: characters that equal their triplets everywhere.
fn is_equal_to_triplet(octet: u8) -> bool {
    matches!(octet, b' ' | b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}')
}
