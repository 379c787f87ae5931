//! The prelude of a file: everything before its first group.
//!
//! Rules in the prelude have no effect (RFC 9309 §2.2.2, F-04), so decisions do not depend on it.
//! It is parsed only when its records or problems are asked for. If a server sends a page instead
//! of a robots.txt, the prelude is most of the text.

use std::sync::LazyLock;

use aho_corasick::packed::Searcher;
use memchr::{memchr, memchr_iter, memmem, memrchr2};

use super::mark;
use crate::text::scan;

/// Finds the end of every spelling of `User-agent` (F-07) and the beginning of every ACAP field.
///
/// `None` on machines for which there is no such searcher; files then have no prelude.
static BEGINNINGS: LazyLock<Option<Searcher>> =
    LazyLock::new(|| scan::in_any_case(&["gent", "acap"]));

/// The length in bytes of the lines before the first line that may begin a group or contain an ACAP
/// field. The last line of `text` is excluded if it is not `whole`.
pub(crate) fn prelude(text: &[u8], whole: bool) -> usize {
    // Most files begin with their first group, a few with mojibake of a byte order mark.
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
            // This line was examined before.
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

/// Whether `User-agent` or an ACAP field can begin with this byte, or with the byte order mark that
/// it starts (F-01).
fn may_begin(first: u8) -> bool {
    matches!(first, b'U' | b'u' | b'A' | b'a' | 0xEF)
}

/// The number of line ends in `text` (RFC 9309 §2.2, EOL).
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
    fn the_prelude_ends_before_the_first_group() {
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
    fn an_unfinished_line_is_excluded() {
        assert_eq!(prelude(b"<html>\n<p>of an a", false), 7);
        assert_eq!(prelude(b"<html>\n", false), 7);
        assert_eq!(prelude(b"<html>", false), 0);
    }

    #[test]
    fn all_three_line_ends_are_counted_once() {
        assert_eq!(line_ends(b"a\nb\n\nc"), 3);
        assert_eq!(line_ends(b"a\rb\r\n\r\r\n\nc"), 5);
        assert_eq!(line_ends(b"a\n\r"), 2);
    }
}
