//! The normal forms of patterns: the RFC's, that of scopes, and Google's.

use memchr::{memchr, memchr2};

use super::NormalPattern;
use super::byte::{
    Class, Unit, class, is_delimiter, is_reserved, is_unreserved, keeps, push_triplet, units,
};
use crate::text::scan;

/// The RFC's normal form of a pattern, or `None` where it is written in that form already.
pub(crate) fn pattern(written: &[u8]) -> Option<NormalPattern> {
    let body = written.strip_suffix(b"$").unwrap_or(written);
    if is_normal(body) {
        return None;
    }
    let (plain, rest) = plain_start(body);
    // Enough for most; a triplet has two bytes more.
    let mut bytes = Vec::with_capacity(written.len() + 32);
    bytes.extend_from_slice(plain);
    let mut normal = NormalPattern { bytes, in_query: None, len: plain.len() };
    let mut behind_star = memchr(b'*', plain).is_some();
    let mut behind_mark = memchr(b'?', plain).is_some();
    for unit in units(rest) {
        let start = normal.bytes.len();
        let mut bare = None;
        normal.len += 1;
        match unit {
            Unit::Triplet(plain) if is_unreserved(plain) => normal.bytes.push(plain),
            // It equals its triplet here, but counts as written (F-22, F-23).
            Unit::Triplet(byte) if is_reserved(byte) || is_delimiter(byte) && behind_mark => {
                normal.bytes.push(byte);
                normal.len += 2;
            }
            Unit::Triplet(kept) => {
                push_triplet(&mut normal.bytes, kept);
                normal.len += 2;
                bare = (is_delimiter(kept) && behind_star).then_some(kept);
            }
            Unit::Byte(anchor @ b'$') => push_triplet(&mut normal.bytes, anchor),
            Unit::Byte(byte) if class(byte) == Class::Encode => {
                push_triplet(&mut normal.bytes, byte);
                // A byte outside ASCII is a triplet in the RFC's own form already (§2.2.2).
                normal.len += if byte.is_ascii() { 0 } else { 2 };
            }
            Unit::Byte(byte) => {
                behind_star |= byte == b'*';
                behind_mark |= byte == b'?';
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

/// Whether a pattern without its anchor is written in the RFC's normal form, and in only one.
fn is_normal(body: &[u8]) -> bool {
    let mut rest = body;
    while let (before, [byte, behind @ ..]) = plain_start(rest) {
        let wild = || {
            let passed = body.len() - rest.len() + before.len();
            memchr2(b'*', b'?', body.get(..passed).unwrap_or_default()).is_some()
        };
        match byte {
            b'!' | b'~' => {}
            b'%' if keeps(behind, wild) => {}
            _ => return false,
        }
        rest = behind;
    }
    true
}

/// A pattern up to the first byte that needs a closer look, and the rest of it.
fn plain_start(body: &[u8]) -> (&[u8], &[u8]) {
    body.split_at_checked(scan::other(body)).unwrap_or((body, &[]))
}

/// The form in which the scopes of patterns are compared: the RFC's, but with every triplet of a
/// delimiter kept, after the first `?` too.
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

/// Google's normal form of a pattern, or `None` where it is written in that form already.
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
