//! The part of a robots.txt past the size limit, which is not read (RFC 9309 §2.5).

use placet::Profile;
use placet::syntax::robots::{Content, Key, Lines};
use placet_fetch::Entry;
use serde::Serialize;

/// How many bytes past the size limit are searched for rules: 32 MiB.
///
/// The rules of a longer file are not written by hand; the message then says "at least".
pub const SEARCHED: usize = 32 * 1024 * 1024;

/// The part of a file that is not read, if it contains or may contain records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Unread {
    file: String,
    after: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    records: Option<usize>,
    message: String,
}

impl Unread {
    /// The part of a text past the ceiling; none if it contains no records.
    ///
    /// `text` is the whole file, or at least [`SEARCHED`] bytes past the ceiling. A line that crosses
    /// the ceiling is not read, so it counts too.
    pub fn of_text(file: &str, text: &[u8], ceiling: usize, profile: Profile) -> Option<Self> {
        let (read, rest) = text.split_at_checked(ceiling).filter(|(_, rest)| !rest.is_empty())?;
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let last = read.iter().rposition(is_end).map_or(0, |end| end + 1);
        let line = read.get(last..).unwrap_or_default();
        // If only a comment crosses the ceiling, the record before it is complete.
        let whole =
            line.iter().any(|byte| matches!(byte, b'#' | 0)) || rest.first().is_some_and(is_end);
        let start = if whole { ceiling } else { last };
        let end = text.len().min(ceiling.saturating_add(SEARCHED));
        let mut rest = text.get(start..end).unwrap_or_default();
        if whole && !rest.first().is_some_and(is_end) {
            // Skip the rest of that comment.
            let end = rest.iter().position(is_end).unwrap_or(rest.len());
            rest = rest.get(end..).unwrap_or_default();
        }
        if rest.contains(&0) {
            // UTF-16 or binary: the lines cannot be found here.
            return Some(Self::uncounted(file, ceiling));
        }
        let (mut rules, mut records) = (0, 0);
        for line in Lines::new(rest, profile) {
            let Content::Record(record) = line.content else { continue };
            match record.kind {
                Key::Allow | Key::Disallow => rules += 1,
                Key::Acap if profile == Profile::Full && is_rule(record.key.of(rest)) => rules += 1,
                Key::Unknown => {}
                _ => records += 1,
            }
        }
        if rules + records == 0 {
            return None;
        }
        let hedge = if end < text.len() { "at least " } else { "" };
        let (count, what) = if rules > 0 { (rules, "rule") } else { (records, "record") };
        let (s, are) = if count == 1 { ("", "is") } else { ("s", "are") };
        let message = format!(
            "{hedge}{} {what}{s} after byte {} {are} not read",
            grouped(count),
            grouped(ceiling)
        );
        let file = file.to_owned();
        Some(Self { file, after: ceiling, rules: Some(rules), records: Some(records), message })
    }

    /// The part of a fetched file past the ceiling, which was not fetched.
    pub fn of_entry(entry: &Entry) -> Option<Self> {
        let copy = entry.copy().filter(|copy| copy.body().is_cut())?;
        Some(Self::uncounted(entry.url().as_str(), copy.body().ceiling()))
    }

    /// The part of a file after this many bytes, when that part is not available.
    pub fn uncounted(file: &str, after: usize) -> Self {
        let message = format!("everything after byte {} is not read", grouped(after));
        Self { file: file.to_owned(), after, rules: None, records: None, message }
    }

    /// A message that does not name the file.
    pub fn note(&self) -> &str {
        &self.message
    }

    /// The name of the file.
    pub fn file(&self) -> &str {
        &self.file
    }
}

/// Whether an ACAP key permits or prohibits a usage.
fn is_rule(key: &[u8]) -> bool {
    let key = key.to_ascii_lowercase();
    key.starts_with(b"acap-allow-") || key.starts_with(b"acap-disallow-")
}

/// A number with thousands separators: `12,721`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(text: &str, ceiling: usize) -> Option<String> {
        let unread = Unread::of_text("robots.txt", text.as_bytes(), ceiling, Profile::Full);
        unread.map(|it| it.note().to_owned())
    }

    #[test]
    fn rules_past_the_ceiling_are_counted() {
        let text = "User-agent: *\nDisallow: /a\nDisallow: /b\n# x\nAllow: /c\n";
        let of = |at: usize| note(text, at);
        assert_eq!(of(text.len()), None);
        assert_eq!(of(14).unwrap(), "3 rules after byte 14 are not read");
        // A line that crosses the ceiling is not read.
        assert_eq!(of(20).unwrap(), "3 rules after byte 20 are not read");
        // Unless only its newline is past the ceiling.
        assert_eq!(of(26).unwrap(), "2 rules after byte 26 are not read");
        assert_eq!(of(27).unwrap(), "2 rules after byte 27 are not read");
        assert_eq!(of(40).unwrap(), "1 rule after byte 40 is not read");
        // Inside the comment.
        assert_eq!(of(42).unwrap(), "1 rule after byte 42 is not read");
        assert_eq!(of(text.len() - 1), None);
    }

    #[test]
    fn text_without_records_is_not_reported() {
        for rest in ["\n\n\n", "# Disallow: /\n", "<p>text</p>\n", "", "foo: bar\n"] {
            assert_eq!(note(&format!("User-agent: *\n{rest}"), 14), None, "{rest:?}");
        }
        let groups = note("User-agent: *\nUser-agent: a\nSitemap: /s\n", 14);
        assert_eq!(groups.unwrap(), "2 records after byte 14 are not read");
        let acap = note("User-agent: *\nACAP-crawler: *\nACAP-disallow-crawl: /\n", 14);
        assert_eq!(acap.unwrap(), "1 rule after byte 14 is not read");
        let wide = note("User-agent: *\nD\0i\0s\0", 14);
        assert_eq!(wide.unwrap(), "everything after byte 14 is not read");
        let comment = note("Disallow: /a # Disallow: /b\n", 14);
        assert_eq!(comment, None);
    }

    #[test]
    fn a_file_too_long_to_search_is_reported_as_at_least() {
        let mut text = "Disallow: /a\n".repeat(100);
        text.extend(std::iter::repeat_n('\n', SEARCHED + 10));
        assert_eq!(note(&text, 13).unwrap(), "at least 99 rules after byte 13 are not read");
    }

    #[test]
    fn numbers_have_thousands_separators() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (12_721, "12,721")] {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
