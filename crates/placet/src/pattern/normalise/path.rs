//! Normalisation of a path with its query.

use memchr::memchr;

use super::byte::{
    Class, Unit, class, is_delimiter, is_reserved, is_unreserved, keeps, push_triplet, units,
};
use crate::text::scan;

/// Returns the normal form of a path with its query, or `None` if it already has that form.
pub(crate) fn path(written: &[u8]) -> Option<Vec<u8>> {
    if scan::is_plain_path(written) || is_normal_path(written) {
        return None;
    }
    let mut normal = Vec::with_capacity(written.len() + 16);
    let mut in_query = false;
    for unit in units(written) {
        match unit {
            Unit::Triplet(plain) if is_unreserved(plain) || is_reserved(plain) => {
                normal.push(plain);
            }
            Unit::Triplet(delimiter) if in_query && is_delimiter(delimiter) => {
                normal.push(delimiter);
            }
            Unit::Triplet(kept) => push_triplet(&mut normal, kept),
            Unit::Byte(byte) if matches!(byte, b'*' | b'$') || class(byte) == Class::Encode => {
                push_triplet(&mut normal, byte);
            }
            Unit::Byte(byte) => {
                in_query |= byte == b'?';
                normal.push(byte);
            }
        }
    }
    Some(normal)
}

/// Whether a text is a path, with or without a query, in normal form.
pub(crate) fn is_path(text: &[u8]) -> bool {
    let is_normal = || is_normal_path(text) && memchr(b'#', text).is_none();
    text.first() == Some(&b'/') && (scan::is_plain_path(text) || is_normal())
}

/// Whether a path with its query is in normal form.
fn is_normal_path(written: &[u8]) -> bool {
    let mut in_query = false;
    let mut rest = written.iter();
    while let Some(&byte) = rest.next() {
        match class(byte) {
            Class::Plain => {}
            Class::Encode => return false,
            Class::Special => match byte {
                b'?' => in_query = true,
                b'%' if !keeps(rest.as_slice(), || in_query) => return false,
                b'%' => {}
                _ => return false,
            },
        }
    }
    true
}
