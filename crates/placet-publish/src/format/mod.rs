//! One stable form for a robots.txt.
//!
//! Every line is read and written again in the usual spelling (`line.rs`), then blank lines are set
//! where groups and records begin (`layout.rs`). What was read before and after is compared in every
//! profile, so that the form can be ugly but never wrong.

mod layout;
mod line;

use std::fmt;

use placet::syntax::robots::{Content, Encoding, Key, Lines, is_markup};
use placet::write::same_meaning;
use placet::{Profile, RobotsPolicy, limits};

use line::Formed;

/// The UTF-8 byte order mark.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Why a file is left as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Left {
    /// Before or after, it is longer than all readers read (RFC 9309 §2.5): other lines could come
    /// to stand before the ceiling.
    TooLong,
    /// It is UTF-16 or UTF-32, of which no byte can be moved alone.
    Utf16,
    /// It is a page of HTML or other markup, of which no line is meant as a record.
    Page,
    /// It would be read otherwise in some profile.
    OtherMeaning,
}

impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong => "it is longer than the 500 KiB that all crawlers read",
            Self::Utf16 => "it is UTF-16 or UTF-32; save it as UTF-8",
            Self::Page => "it is a web page, not a robots.txt",
            Self::OtherMeaning => "in another form it would mean something else",
        })
    }
}

impl std::error::Error for Left {}

/// A robots.txt in its stable form.
///
/// - Names of fields in the usual spelling, one space behind the colon and before a comment, no
///   other white space at either end of a line, no byte order mark. Lines end in LF; in CR LF where all ACAP fields do
///   (R-006).
/// - One blank line before each group and each ACAP record, none inside; elsewhere no two in a row.
///   A comment that stands right above a group stays there.
/// - Values and comments are kept to the byte, and so are lines that are no records, hold a NUL,
///   are longer than Google's parser reads, or would be read otherwise.
/// - A comment `# placet: ignore …` keeps the line it speaks of.
///
/// In every profile the result is read as the file was, and its form is its own form.
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
/// When the file has to be left as it is.
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
    // What Google's matcher skips too. Other marks stay: their line is read otherwise there.
    let mark = Lines::new(text, Profile::Google).next().map_or(0, |line| line.mark);
    let body = text.get(mark..).unwrap_or_default();
    // Behind a mark, what looks like another one is no mark.
    let google = Lines::new(body, Profile::Google);
    let lines: Vec<Formed<'_>> =
        Lines::new(body, Profile::Full).zip(google).map(|pair| line::form(body, pair)).collect();
    let mut formed = layout::set(&lines);
    if keeps_returns(body) {
        formed = with_returns(&formed);
    }
    if formed.first() == MARK.first() {
        // What begins like a mark would be read as one; right behind a mark it is none.
        let guard = if mark > 0 && body.starts_with(MARK) { MARK } else { b"\n" };
        formed.splice(..0, guard.iter().copied());
    }
    if formed.len() > limits::FILE_MIN {
        return Err(Left::TooLong);
    }
    // Without marks and odd white space it may look like one of these only now.
    if Encoding::of(&formed).is_wide() {
        return Err(Left::Utf16);
    }
    if is_markup(&formed) {
        return Err(Left::Page);
    }
    if is_read_alike(text, &formed) { Ok(formed) } else { Err(Left::OtherMeaning) }
}

/// Whether lines end in CR LF: ACAP's grammar knows nothing else (R-006), so a file whose ACAP fields
/// all end so is right as it is.
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

/// Whether two texts say the same in every profile.
fn is_read_alike(one: &[u8], other: &[u8]) -> bool {
    one == other
        || Profile::ALL.into_iter().all(|profile| {
            let read = |text| RobotsPolicy::builder().profile(profile).parse(text);
            same_meaning(&read(one), &read(other))
        })
}

#[cfg(test)]
mod tests;
