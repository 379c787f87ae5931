//! The header fields that statements are read from.

use crate::syntax::rule::Directives;
use crate::syntax::{robots_tag, x_robots_tag};

/// A header field that statements are read from.
pub(super) struct Header {
    /// Its name, in lower case.
    pub(super) name: &'static str,
    /// Reads all lines of the field, in order; the flag tells that they may have been joined.
    pub(super) read: fn(&[&[u8]], bool) -> Vec<Directives>,
}

/// All header fields. Another one needs a row here and a reader in `syntax`.
pub(super) const HEADERS: [Header; 2] = [
    // All lines of the field are one list (RFC 9651 §4.2).
    Header { name: "robots-tag", read: |lines, _| robots_tag::read_lines(lines) },
    Header {
        name: "x-robots-tag",
        read: |lines, joined| lines.iter().map(|line| x_robots_tag::read(line, joined)).collect(),
    },
];

/// Whether statements are read from the field of this name.
pub(super) fn is_read(name: &str) -> bool {
    HEADERS.iter().any(|header| name.eq_ignore_ascii_case(header.name))
}
