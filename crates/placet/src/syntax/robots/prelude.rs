//! What stands before the first group.
//!
//! No rule there counts (RFC 9309 §2.2.2, F-04), so a decision does not depend on it, and it is read
//! only when somebody asks what else the file says. That is most of what there is to read where a
//! server sent a page in place of a robots.txt.

use std::sync::LazyLock;

use aho_corasick::packed::Searcher;
use memchr::{memchr, memchr_iter, memmem, memrchr2};

use super::mark;
use crate::text::scan;

/// Finds how every spelling of `User-agent` ends (F-07), and how every ACAP field begins. A table
/// that never changes.
///
/// None on a machine for which there is no such search: there nothing is taken for the prelude.
static BEGINNINGS: LazyLock<Option<Searcher>> =
    LazyLock::new(|| scan::in_any_case(&["gent", "acap"]));

/// How many bytes of `text`, which are whole lines, stand before the first line that may begin a
/// group or hold an ACAP field. If the last line of the text is not `whole`, it is none of them.
pub(crate) fn prelude(text: &[u8], whole: bool) -> usize {
    // Most files begin with their first group, a few with what is left of a byte order mark.
    if text.first().is_none_or(|&first| may_begin(first)) || mark::mojibake(text) > 0 {
        return 0;
    }
    let Some(beginnings) = &*BEGINNINGS else { return 0 };
    let last_line = |bytes: &[u8]| memrchr2(b'\n', b'\r', bytes).map(|end| end + 1);
    let mut seen = 0;
    for found in beginnings.find_iter(text) {
        let line = match last_line(text.get(seen..found.start()).unwrap_or_default()) {
            Some(at) => seen + at,
            None if seen == 0 => 0,
            // It stands on a line that was looked at.
            None => continue,
        };
        seen = found.start();
        let first = text.get(line..).and_then(|line| line.get(scan::first_nonblank(line)));
        if first.is_none_or(|&first| may_begin(first)) {
            return line;
        }
    }
    if whole { text.len() } else { last_line(text).unwrap_or(0) }
}

/// Whether the first byte of a line but for blanks is one that `User-agent` and ACAP fields have.
/// A byte order mark may stand before it (F-01).
fn may_begin(first: u8) -> bool {
    matches!(first, b'U' | b'u' | b'A' | b'a' | 0xEF)
}

/// How many lines end in `text` (RFC 9309 §2.2, EOL).
pub(crate) fn line_ends(text: &[u8]) -> usize {
    let feeds = memchr_iter(b'\n', text).count();
    match memchr(b'\r', text) {
        None => feeds,
        Some(_) => {
            feeds + memchr_iter(b'\r', text).count() - memmem::find_iter(text, b"\r\n").count()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_ends_with_the_line_before_the_first_group() {
        let cases: [(&[u8], usize); 11] = [
            (b"", 0),
            (b"User-agent: *\n", 0),
            (b"# A site\nUser-agent: *\n", 9),
            (b"Sitemap: /s\r\n \tuSeRaGeNt *\r", 13),
            (b"<html>\rACAP-crawler: *", 7),
            (b"<html>\nOf an AGENT\nand agents\n</html>\n", 19),
            (b"<html>\nof an AGENT\n\xEF\xBB\xBFan agent\n", 19),
            (b"<html>\nof an engineer\n</html>\n", 30),
            (b"an agent\n", 0),
            ("ï»¿User-agent: *\n".as_bytes(), 0),
            (b"<html>", 6),
        ];
        for (text, expected) in cases {
            assert_eq!(prelude(text, true), expected, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn a_line_that_goes_on_is_none_of_it() {
        assert_eq!(prelude(b"<html>\n<p>of an a", false), 7);
        assert_eq!(prelude(b"<html>\n", false), 7);
        assert_eq!(prelude(b"<html>", false), 0);
    }

    #[test]
    fn lines_end_in_three_ways() {
        assert_eq!(line_ends(b"a\nb\n\nc"), 3);
        assert_eq!(line_ends(b"a\rb\r\n\r\r\n\nc"), 5);
        assert_eq!(line_ends(b"a\n\r"), 2);
    }
}
