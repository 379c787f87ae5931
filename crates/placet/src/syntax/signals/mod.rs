//! The grammars of signals about the use of content, one a file (signals-law).
//!
//! Each reader gives what a text states, with the bytes that state it, and what is wrong with the
//! text. None of them fails: what a family ignores is left out and reported.

pub mod aipref;
pub mod content_signal;
pub mod link;
mod problem;
pub(crate) mod reference;
pub mod rsl;
pub mod tdmrep;
pub mod trust_txt;

pub(crate) use problem::FamilyProblem;
pub use problem::{SignalProblemAt, SignalProblemKind};

/// Where `part`, a piece of `whole`, begins in it.
fn offset(part: &[u8], whole: &[u8]) -> usize {
    part.as_ptr().addr().saturating_sub(whole.as_ptr().addr())
}

/// A text without the byte order mark that it begins with (S-116), and the length of
/// that.
pub(crate) fn without_mark(text: &[u8]) -> (&[u8], usize) {
    match text.strip_prefix(b"\xEF\xBB\xBF") {
        Some(rest) => (rest, 3),
        None => (text, 0),
    }
}

/// Counts the lines of a text up to places that mostly follow each other.
#[cfg(feature = "signals")]
#[derive(Debug)]
struct LineCount<'t> {
    text: &'t [u8],
    /// How far lines are counted, and the line there.
    counted: (usize, u32),
}

#[cfg(feature = "signals")]
impl<'t> LineCount<'t> {
    fn new(text: &'t [u8]) -> Self {
        Self { text, counted: (0, 1) }
    }

    /// The line of an offset, counted from 1.
    fn at(&mut self, at: usize) -> u32 {
        let (from, line) = if at < self.counted.0 { (0, 1) } else { self.counted };
        let between = self.text.get(from..at).unwrap_or_default();
        let more = u32::try_from(super::robots::line_ends(between)).unwrap_or(u32::MAX);
        self.counted = (at, line.saturating_add(more));
        self.counted.1
    }
}
