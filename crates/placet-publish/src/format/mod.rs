//! One stable form for a robots.txt.
//!
//! Every line is parsed and written in the usual spelling (`line.rs`), then blank lines are set where
//! groups and records begin (`layout.rs`). The meanings before and after are compared in every profile,
//! so that the result can be ugly but never wrong.

mod layout;
mod line;

use std::fmt;

use placet::syntax::robots::{Content, Encoding, Key, Lines, is_markup};
use placet::write::same_meaning;
use placet::{Profile, RobotsPolicy, limits};

use line::Formed;

/// The UTF-8 byte order mark.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Why a file is not formatted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Left {
    /// Before or after, it is longer than all readers read (RFC 9309 §2.5): other lines could move
    /// below the ceiling.
    TooLong,
    /// It is UTF-16 or UTF-32, of which no byte can be moved alone.
    Utf16,
    /// It is a page of HTML or other markup, of which no line is meant as a record.
    Page,
    /// Some profile would read it differently.
    OtherMeaning,
}

impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong => "it is longer than the 500 KiB that all crawlers read",
            Self::Utf16 => "it is UTF-16 or UTF-32; save it as UTF-8",
            Self::Page => "it is a web page, not a robots.txt",
            Self::OtherMeaning => "formatting would change its meaning",
        })
    }
}

impl std::error::Error for Left {}

/// A robots.txt in its stable form.
///
/// - Keys in the usual spelling, one space after the colon and before a comment, no other white space
///   at either end of a line, no byte order mark. Lines end with LF, or with CR LF if all ACAP fields
///   do (R-006).
/// - One blank line before each group and each ACAP record, none inside; elsewhere no two in a row.
///   A comment directly above a group stays there.
/// - Values and comments are not changed, nor are lines that are not records, contain a NUL, are
///   longer than Google's parser reads, or would be read differently.
/// - A comment `# placet: ignore …` stays with its line.
///
/// Every profile reads the result as it reads the file, and formatting again changes nothing.
///
/// ```
/// let text = b"\xEF\xBB\xBFuseragent:*\r\nDisallow :/a   # why\r\nUser-agent: b\r\n\r\nallow:/";
/// let formed = placet_publish::format::format(text)?;
/// assert_eq!(
///     String::from_utf8_lossy(&formed),
///     "User-agent: *\nDisallow: /a # why\n\nUser-agent: b\nAllow: /\n"
/// );
/// # Ok::<(), placet_publish::format::Left>(())
/// ```
///
/// # Errors
/// If the file cannot be formatted safely.
///
/// # Limits
/// No more than [`limits::FILE_MIN`] bytes, before and after.
pub fn format(text: &[u8]) -> Result<Vec<u8>, Left> {
    if text.len() > limits::FILE_MIN {
        return Err(Left::TooLong);
    }
    if Encoding::of(text).is_wide() {
        return Err(Left::Utf16);
    }
    if is_markup(text) {
        return Err(Left::Page);
    }
    // Google's matcher skips this too. Other marks stay: it reads their line differently.
    let mark = Lines::new(text, Profile::Google).next().map_or(0, |line| line.mark);
    let body = text.get(mark..).unwrap_or_default();
    // After a mark, bytes that look like another one are not a mark.
    let google = Lines::new(body, Profile::Google);
    let lines: Vec<Formed<'_>> =
        Lines::new(body, Profile::Full).zip(google).map(|pair| line::form(body, pair)).collect();
    let mut formed = layout::set(&lines);
    if keeps_returns(body) {
        formed = with_returns(&formed);
    }
    if formed.first() == MARK.first() {
        // A text that begins like a mark would be read as one; right after a mark it is not.
        let guard = if mark > 0 && body.starts_with(MARK) { MARK } else { b"\n" };
        formed.splice(..0, guard.iter().copied());
    }
    if formed.len() > limits::FILE_MIN {
        return Err(Left::TooLong);
    }
    // It may look like one of these only after marks and white space are removed.
    if Encoding::of(&formed).is_wide() {
        return Err(Left::Utf16);
    }
    if is_markup(&formed) {
        return Err(Left::Page);
    }
    if is_read_alike(text, &formed) { Ok(formed) } else { Err(Left::OtherMeaning) }
}

/// Whether lines end with CR LF: ACAP's grammar allows nothing else (R-006), so a file whose ACAP
/// fields all do is not changed.
fn keeps_returns(text: &[u8]) -> bool {
    let mut ends = Lines::new(text, Profile::Full)
        .filter(|line| matches!(line.content, Content::Record(it) if it.kind == Key::Acap))
        .map(|line| line.span.of(text).ends_with(b"\r\n"))
        .peekable();
    ends.peek().is_some() && ends.all(|it| it)
}

/// The text with CR LF for every LF.
fn with_returns(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + text.len() / 16);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        out.extend_from_slice(line.strip_suffix(b"\n").unwrap_or(line));
        out.extend_from_slice(b"\r\n");
    }
    out
}

/// Whether two texts have the same meaning in every profile.
fn is_read_alike(one: &[u8], other: &[u8]) -> bool {
    one == other
        || Profile::ALL.into_iter().all(|profile| {
            let read = |text| RobotsPolicy::builder().profile(profile).parse(text);
            same_meaning(&read(one), &read(other))
        })
}

#[cfg(test)]
mod tests;
