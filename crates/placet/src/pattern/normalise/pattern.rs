//! Normalisation of patterns: for RFC 9309, for scopes, and for Google.

use memchr::{memchr, memchr2};

use super::NormalPattern;
use super::byte::{
    Class, Unit, class, is_delimiter, is_reserved, is_unreserved, keeps, push_triplet, units,
};
use crate::text::scan;

/// Returns the normal form of a pattern, or `None` if it already has that form.
pub(crate) fn pattern(written: &[u8]) -> Option<NormalPattern> {
    let body = written.strip_suffix(b"$").unwrap_or(written);
    if is_normal(body) {
        return None;
    }
    let (plain, rest) = plain_start(body);
    // Enough for most patterns; each triplet adds two bytes.
    let mut bytes = Vec::with_capacity(written.len() + 32);
    bytes.extend_from_slice(plain);
    let mut normal = NormalPattern { bytes, in_query: None, len: plain.len() };
    let mut after_star = memchr(b'*', plain).is_some();
    let mut in_query_part = memchr(b'?', plain).is_some();
    for unit in units(rest) {
        let start = normal.bytes.len();
        let mut bare = None;
        normal.len += 1;
        match unit {
            Unit::Triplet(plain) if is_unreserved(plain) => normal.bytes.push(plain),
            // Here it equals its triplet, but it counts as written (F-22, F-23).
            Unit::Triplet(byte) if is_reserved(byte) || is_delimiter(byte) && in_query_part => {
                normal.bytes.push(byte);
                normal.len += 2;
            }
            Unit::Triplet(kept) => {
                push_triplet(&mut normal.bytes, kept);
                normal.len += 2;
                bare = (is_delimiter(kept) && after_star).then_some(kept);
            }
            Unit::Byte(anchor @ b'$') => push_triplet(&mut normal.bytes, anchor),
            Unit::Byte(byte) if class(byte) == Class::Encode => {
                push_triplet(&mut normal.bytes, byte);
                // RFC 9309 itself writes a byte outside ASCII as a triplet (§2.2.2).
                normal.len += if byte.is_ascii() { 0 } else { 2 };
            }
            Unit::Byte(byte) => {
                after_star |= byte == b'*';
                in_query_part |= byte == b'?';
                normal.bytes.push(byte);
            }
        }
        let NormalPattern { bytes, in_query, .. } = &mut normal;
        let (before, pushed) = bytes.split_at_checked(start).unwrap_or_default();
        match (bare, in_query) {
            (Some(delimiter), in_query) => {
                in_query.get_or_insert_with(|| before.to_vec()).push(delimiter);
            }
            (None, Some(in_query)) => in_query.extend_from_slice(pushed),
            (None, None) => {}
        }
    }
    if written.len() > body.len() {
        normal.bytes.push(b'$');
        normal.in_query.iter_mut().for_each(|in_query| in_query.push(b'$'));
        normal.len += 1;
    }
    Some(normal)
}

/// Whether a pattern without its anchor is in normal form, and has only one.
fn is_normal(body: &[u8]) -> bool {
    let mut rest = body;
    while let (before, [byte, after @ ..]) = plain_start(rest) {
        let wild = || {
            let passed = body.len() - rest.len() + before.len();
            memchr2(b'*', b'?', body.get(..passed).unwrap_or_default()).is_some()
        };
        match byte {
            b'!' | b'~' => {}
            b'%' if keeps(after, wild) => {}
            _ => return false,
        }
        rest = after;
    }
    true
}

/// Splits a pattern at its first [special](scan::first_special) byte.
fn plain_start(body: &[u8]) -> (&[u8], &[u8]) {
    body.split_at_checked(scan::first_special(body)).unwrap_or((body, &[]))
}

/// Returns the form in which the scopes of patterns are compared: the normal form, but with every
/// triplet of a delimiter kept, even after the first `?`.
pub(crate) fn scope(written: &[u8]) -> Vec<u8> {
    let body = written.strip_suffix(b"$").unwrap_or(written);
    let mut normal = Vec::with_capacity(written.len());
    for unit in units(body) {
        match unit {
            Unit::Triplet(plain) if is_unreserved(plain) || is_reserved(plain) => {
                normal.push(plain);
            }
            Unit::Triplet(kept) => push_triplet(&mut normal, kept),
            Unit::Byte(byte) if byte == b'$' || class(byte) == Class::Encode => {
                push_triplet(&mut normal, byte);
            }
            Unit::Byte(byte) => normal.push(byte),
        }
    }
    normal.extend_from_slice(written.get(body.len()..).unwrap_or_default());
    normal
}

/// Returns Google's normal form of a pattern, or `None` if it already has that form.
pub(crate) fn google_pattern(written: &[u8]) -> Option<NormalPattern> {
    if written.iter().all(|&byte| byte.is_ascii() && byte != b'%') {
        return None;
    }
    let mut bytes = Vec::with_capacity(written.len());
    for unit in units(written) {
        match unit {
            Unit::Byte(byte) if byte.is_ascii() => bytes.push(byte),
            Unit::Byte(byte) | Unit::Triplet(byte) => push_triplet(&mut bytes, byte),
        }
    }
    let len = bytes.len();
    (bytes != written).then_some(NormalPattern { bytes, in_query: None, len })
}
