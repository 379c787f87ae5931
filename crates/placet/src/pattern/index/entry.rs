//! One pattern of an index.

use crate::pattern::Pattern;
use crate::vocabulary::Rank;

/// A pattern whose bytes are in the text of its index.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) start: u32,
    pub(super) len: u32,
    /// The length of the form for queries, which follows; 0 if there is none.
    in_query: u32,
    pub(super) anchored: bool,
    /// One more than the byte after the slash that every path has which the pattern matches; 0 if
    /// there is no such byte.
    pub(super) part: u16,
    pub(super) rank: Rank,
    /// The number of the pattern among all patterns.
    pub(super) number: u32,
}

impl Entry {
    /// Adds the bytes of a pattern to the text.
    pub(super) fn new(text: &mut Vec<u8>, pattern: Pattern<'_>, rank: Rank, number: u32) -> Self {
        let start = narrow(text.len());
        text.extend_from_slice(pattern.body());
        let in_query = pattern.in_query().unwrap_or_default();
        text.extend_from_slice(in_query);
        Self {
            start,
            len: narrow(pattern.body().len()),
            in_query: narrow(in_query.len()),
            anchored: pattern.is_anchored(),
            part: match *pattern.body() {
                [b'/', second, ..] if second != b'*' => u16::from(second) + 1,
                _ => 0,
            },
            rank,
            number,
        }
    }

    pub(super) fn body<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        slice(text, self.start, self.len)
    }

    /// The form for queries, where it differs.
    pub(super) fn in_query<'t>(&self, text: &'t [u8]) -> Option<&'t [u8]> {
        (self.in_query > 0).then(|| slice(text, self.start + self.len, self.in_query))
    }

    pub(super) fn pattern<'t>(&self, text: &'t [u8]) -> Pattern<'t> {
        Pattern::from_body(self.body(text), self.in_query(text), self.anchored)
    }
}

/// The bytes of a text from `start`.
pub(super) fn slice(text: &[u8], start: u32, len: u32) -> &[u8] {
    text.get(start as usize..(start + len) as usize).unwrap_or_default()
}

/// Narrows an offset into the bytes of patterns, which the ceiling on a file keeps below 32 bits.
pub(super) fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
