//! Finds where a client with scripts ends a `noscript`: at the first `</noscript`, whatever
//! contains it.
//!
//! A client without scripts may be inside a comment, an attribute or an `iframe` at that point, and
//! read other tags from there.

use memchr::memchr;

use super::window::is_blank;

/// The text to find; a byte that ends a name must follow.
const END: &[u8] = b"</noscript";

/// A search that continues from window to window.
#[derive(Debug, Clone, Default)]
pub(super) struct Watch {
    /// How much of [`END`] was found so far.
    found: usize,
    /// The position in the input at which that begins.
    start: usize,
}

impl Watch {
    /// Searches the bytes of a window from `at` on; `position` returns their positions in the
    /// input. Returns the position of the end tag in the input, and the index in the window after
    /// its name.
    pub(super) fn find(
        &mut self,
        data: &[u8],
        mut at: usize,
        position: impl Fn(usize) -> usize,
    ) -> Option<(usize, usize)> {
        loop {
            if self.found == 0 {
                at += memchr(b'<', data.get(at..)?)?;
            }
            let byte = *data.get(at)?;
            if byte == b'<' {
                self.start = position(at);
                self.found = 1;
            } else if let Some(selected) = END.get(self.found) {
                let goes_on = byte.eq_ignore_ascii_case(selected);
                self.found = if goes_on { self.found + 1 } else { 0 };
            } else if is_blank(byte) || matches!(byte, b'/' | b'>') {
                return Some((self.start, at));
            } else {
                self.found = 0;
            }
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_found_wherever_the_text_is_split() {
        for (text, start) in [
            ("</noscript>", Some(0)),
            ("a<</NoScript\n>", Some(2)),
            ("</noscripts></noscrip></noscript/", Some(22)),
            ("</noscript", None),
            ("<noscript></no script>", None),
        ] {
            for cut in 0..=text.len() {
                let mut watch = Watch::default();
                let (first, second) = text.as_bytes().split_at(cut);
                let found = watch
                    .find(first, 0, |at| at)
                    .or_else(|| watch.find(second, 0, |at| cut + at).map(|(a, b)| (a, cut + b)));
                assert_eq!(found, start.map(|start| (start, start + END.len())), "{text} at {cut}");
            }
        }
    }
}
