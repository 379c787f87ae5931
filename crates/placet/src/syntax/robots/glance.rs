//! Lines that are taken in at a glance: the few forms that almost all lines have.
//!
//! Nothing here is needed for being right: whatever [`glance`] finds, the reader of any line finds
//! too. It is what makes reading fast.

use memchr::{memchr2, memchr3};

use super::Key;

/// A line of a common form.
#[derive(Debug, Clone, Copy)]
pub(super) struct Glanced {
    /// Its length, with its line end.
    pub(super) len: usize,
    pub(super) content: Glance,
}

/// What a line of a common form says. Places are counted from the start of the line.
#[derive(Debug, Clone, Copy)]
pub(super) enum Glance {
    /// Nothing, or only a comment.
    Blank,
    /// Text that begins with something no key has.
    Unreadable { text: (usize, usize) },
    /// A rule or `User-agent` line, rightly spelt and without a comment.
    Record { kind: Key, key: (usize, usize), value: (usize, usize), plain: bool },
}

/// The line that `text` begins with, if it is of a common form and ends within the text. There
/// must be no NUL in it.
#[inline]
pub(super) fn glance(text: &[u8]) -> Option<Glanced> {
    let margin = text.iter().position(|octet| !is_blank(*octet))?;
    let line = text.get(margin..)?;
    match *line.first()? {
        b'D' | b'd' if begins(line, b"disallow", b":") => record(text, margin, Key::Disallow),
        b'U' | b'u' if begins(line, b"user-age", b"nt:") => record(text, margin, Key::UserAgent),
        b'A' | b'a' if begins(line, b"allo", b"w:") => record(text, margin, Key::Allow),
        b'\n' | b'\r' => Some(Glanced { len: margin + line_end(line), content: Glance::Blank }),
        b'#' => {
            let len = margin + memchr2(b'\n', b'\r', line)?;
            Some(Glanced { len: len + line_end(text.get(len..)?), content: Glance::Blank })
        }
        first if !Key::can_begin(first) => unreadable(text, margin),
        first if Key::none_begins(first) => {
            let behind = line.iter().position(|&octet| !Key::can_hold(octet))?;
            if line.get(behind) == Some(&b':') { None } else { unreadable(text, margin) }
        }
        _ => None,
    }
}

/// A line without a record.
#[inline]
fn unreadable(text: &[u8], margin: usize) -> Option<Glanced> {
    let end = margin + memchr3(b'\n', b'\r', b'#', text.get(margin..)?)?;
    let line_end = line_end(text.get(end..)?);
    let content = Glance::Unreadable { text: (margin, trimmed(text, margin, end)) };
    (line_end > 0).then_some(Glanced { len: end + line_end, content })
}

/// A record whose key, of a length known by its kind, stands behind the margin.
#[inline]
fn record(text: &[u8], margin: usize, kind: Key) -> Option<Glanced> {
    let key = (margin, margin + kind.name().len());
    let behind = text.get(key.1 + 1..)?;
    let start = key.1 + 1 + behind.iter().position(|octet| !is_blank(*octet))?;
    let end = start + memchr3(b'\n', b'\r', b'#', text.get(start..)?)?;
    let line_end = line_end(text.get(end..)?);
    if line_end == 0 {
        return None;
    }
    let value = (start, trimmed(text, start, end));
    let plain = is_plain(text.get(start..)?, value.1 - value.0);
    Some(Glanced { len: end + line_end, content: Glance::Record { kind, key, value, plain } })
}

#[inline]
fn is_blank(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t')
}

/// The end of `start..end` without the blanks before it.
#[inline]
fn trimmed(text: &[u8], start: usize, end: usize) -> usize {
    let written = text.get(start..end).unwrap_or_default();
    start + written.iter().rposition(|octet| !is_blank(*octet)).map_or(0, |last| last + 1)
}

/// How many octets the line end has that `text` begins with.
#[inline]
pub(super) fn line_end(text: &[u8]) -> usize {
    match text {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        _ => 0,
    }
}

/// Whether `text` begins with the letters and hyphens of `start` and then with `more`, ignoring
/// case; both are given in lower case.
#[inline]
fn begins<const N: usize, const M: usize>(text: &[u8], start: &[u8; N], more: &[u8; M]) -> bool {
    // Setting a bit lowers letters and leaves a hyphen; it makes a letter of nothing but letters,
    // and a hyphen of nothing but itself and CR.
    let lowered = |octet: u8| octet | 0x20;
    let Some((head, rest)) = text.split_first_chunk::<N>() else { return false };
    let Some(tail) = rest.first_chunk::<M>() else { return false };
    head.map(lowered) == *start && !head.contains(&b'\r') && tail.map(lowered) == more.map(lowered)
}

/// Whether the first `len` octets of `text` hold nothing but visible ASCII without `%`, `$` and
/// the characters that no URL has.
///
/// It looks at 32 octets at a time, whether there are as many or not, so that no branch depends
/// on the length of most values.
#[inline]
fn is_plain(text: &[u8], len: usize) -> bool {
    const WIDTH: u8 = 32;
    let mut text = text;
    let mut len = len;
    loop {
        let Some(chunk) = text.first_chunk::<{ WIDTH as usize }>() else {
            return text.iter().take(len).all(|octet| !is_other(*octet));
        };
        let counted = u8::try_from(len).unwrap_or(WIDTH);
        let others = (0..WIDTH)
            .zip(chunk)
            .fold(false, |others, (at, octet)| others | ((at < counted) & is_other(*octet)));
        if others || len <= usize::from(WIDTH) {
            return !others;
        }
        len -= usize::from(WIDTH);
        text = text.get(usize::from(WIDTH)..).unwrap_or_default();
    }
}

/// Whether an octet makes a value look other than plain. To be quick it also takes `!` and `~`,
/// which only costs the value a closer look.
#[inline]
fn is_other(octet: u8) -> bool {
    // Up to `%`; from `{` on; the grave; and, with three bits left aside, < > \ ^ and |.
    (octet <= b'%') | (octet >= b'{') | (octet == b'`') | (octet & 0x9D == 0x1C)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_values_of_every_length() {
        for len in 0..100 {
            let mut text = vec![b'a'; len];
            text.extend_from_slice(&[b'%'; 40]);
            assert!(is_plain(&text, len), "{len}");
            assert!(!is_plain(&text, len + 1), "{len}");
            assert!(is_plain(&text[..len], len), "{len}");
        }
    }

    #[test]
    fn what_normalising_changes_is_never_plain() {
        let plain = b"!&'()*+,-./:;=?@[]_~";
        for octet in 0..=255_u8 {
            if !octet.is_ascii_alphanumeric() && !plain.contains(&octet) {
                assert!(is_other(octet), "{octet:#x}");
            }
        }
        assert!(b"azAZ09/*?=&-_.,:;@()+[]'".iter().all(|&octet| !is_other(octet)));
    }
}
