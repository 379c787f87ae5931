//! Normalisation of patterns: for RFC 9309, for scopes, and for Google.

use std::cell::LazyCell;

use memchr::{memchr, memchr2};

use super::NormalPattern;
use super::byte::{
    Class, Unit, class, is_delimiter, is_reserved, is_unreserved, keeps, push_triplet, split_unit,
    units,
};
use crate::text::scan;

/// Returns the normal form of a pattern, or `None` if it already has that form.
pub(crate) fn pattern(written: &[u8]) -> Option<NormalPattern> {
    let body = written.strip_suffix(b"$").unwrap_or(written);
    let (kept, mut rest) = body.split_at_checked(first_change(body)?)?;
    // Enough for most patterns; each triplet adds two bytes.
    let mut bytes = Vec::with_capacity(written.len() + 32);
    bytes.extend_from_slice(kept);
    let mut normal = NormalPattern { bytes, in_query: None, len: kept.len() };
    // Searched for at most once, so that a pattern of many triplets takes linear time.
    let first = |byte: u8| LazyCell::new(move || memchr(byte, body).unwrap_or(body.len()));
    let (star, question) = (first(b'*'), first(b'?'));
    loop {
        let (plain, special) = plain_start(rest);
        normal.len += plain.len();
        normal.bytes.extend_from_slice(plain);
        normal.in_query.iter_mut().for_each(|it| it.extend_from_slice(plain));
        let Some((unit, after)) = split_unit(special) else { break };
        rest = after;
        let at = body.len() - special.len();
        let start = normal.bytes.len();
        let mut bare = None;
        normal.len += 1;
        match unit {
            Unit::Triplet(plain) if is_unreserved(plain) => normal.bytes.push(plain),
            // Here it equals its triplet, but it counts as written (F-22, F-23).
            Unit::Triplet(byte) if is_reserved(byte) || is_delimiter(byte) && *question < at => {
                normal.bytes.push(byte);
                normal.len += 2;
            }
            Unit::Triplet(kept) => {
                push_triplet(&mut normal.bytes, kept);
                normal.len += 2;
                bare = (is_delimiter(kept) && *star < at).then_some(kept);
            }
            Unit::Byte(anchor @ b'$') => push_triplet(&mut normal.bytes, anchor),
            Unit::Byte(byte) if class(byte) == Class::Encode => {
                push_triplet(&mut normal.bytes, byte);
                // RFC 9309 itself writes a byte outside ASCII as a triplet (§2.2.2).
                normal.len += if byte.is_ascii() { 0 } else { 2 };
            }
            // Neither `*` nor `?` is special.
            Unit::Byte(byte) => normal.bytes.push(byte),
        }
        let NormalPattern { bytes, in_query, .. } = &mut normal;
        if let Some(delimiter) = bare {
            let before = || bytes.get(..start).unwrap_or_default().to_vec();
            in_query.get_or_insert_with(before).push(delimiter);
        } else if let Some(in_query) = in_query {
            in_query.extend_from_slice(bytes.get(start..).unwrap_or_default());
        }
    }
    if written.len() > body.len() {
        normal.bytes.push(b'$');
        normal.in_query.iter_mut().for_each(|in_query| in_query.push(b'$'));
        normal.len += 1;
    }
    Some(normal)
}

/// The index of the first byte of a pattern without its anchor that its normal form writes in
/// another way, or that has a second normal form; `None` if there is no such byte.
fn first_change(body: &[u8]) -> Option<usize> {
    let wild = LazyCell::new(|| memchr2(b'*', b'?', body).unwrap_or(body.len()));
    let mut rest = body;
    while let (_, special @ [byte, after @ ..]) = plain_start(rest) {
        let at = body.len() - special.len();
        match byte {
            b'!' | b'~' => {}
            b'%' if keeps(after, || *wild < at) => {}
            _ => return Some(at),
        }
        rest = after;
    }
    None
}

/// Splits a pattern at its first [special](scan::first_special) byte.
#[inline]
fn plain_start(body: &[u8]) -> (&[u8], &[u8]) {
    // Triplets follow one another.
    if let [b'%', ..] = body {
        return (&[], body);
    }
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
