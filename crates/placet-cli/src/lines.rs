//! Reads lines, up to a maximum length.

use std::io::{self, BufRead};
use std::iter;

use memchr::memchr;

/// Replaces a line that is too long. No valid line starts like this.
pub(crate) const TOO_LONG: &[u8] = b"\0";

/// Whole lines, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    pub(crate) text: Vec<u8>,
    /// The number of lines.
    pub(crate) count: u64,
}

impl Lines {
    /// Each line without its newline.
    pub(crate) fn split(&self) -> impl Iterator<Item = &[u8]> {
        let mut rest = &*self.text;
        iter::from_fn(move || {
            let end = memchr(b'\n', rest).unwrap_or(rest.len());
            let line = rest.get(..end).filter(|_| !rest.is_empty())?;
            rest = rest.get(end + 1..).unwrap_or_default();
            Some(line)
        })
    }
}

/// Reads whole lines until they have `bytes` bytes, at least one line; none at the end of the input.
/// A line longer than `longest` becomes [`TOO_LONG`]. They replace the lines of `used`, whose memory is
/// used again.
pub(crate) fn batch(
    input: &mut impl BufRead,
    bytes: usize,
    longest: usize,
    used: Lines,
) -> io::Result<Lines> {
    let mut lines = Lines { count: 0, ..used };
    lines.text.clear();
    // Not more than a few lines need.
    lines.text.shrink_to(2 * bytes);
    lines.text.reserve(bytes + bytes / 8);
    while lines.text.len() < bytes {
        let before = lines.text.len();
        if !next(input, longest, &mut lines.text)? {
            lines.text.truncate(before);
            lines.text.extend_from_slice(TOO_LONG);
            lines.text.push(b'\n');
        }
        if lines.text.len() == before {
            break;
        }
        lines.count += 1;
    }
    Ok(lines)
}

/// Appends the next line with its newline to `text`; nothing at the end of the input. Appends only the
/// start of a line longer than `longest`, and returns false.
pub(crate) fn next(
    input: &mut impl BufRead,
    longest: usize,
    text: &mut Vec<u8>,
) -> io::Result<bool> {
    let mut left = longest;
    while left > 0 {
        let buffer = filled(input)?;
        let buffer = buffer.get(..left).unwrap_or(buffer);
        let end = memchr(b'\n', buffer).map(|at| at + 1);
        let read = end.and_then(|end| buffer.get(..end)).unwrap_or(buffer);
        text.extend_from_slice(read);
        let len = read.len();
        input.consume(len);
        if end.is_some() || len == 0 {
            return Ok(true);
        }
        left -= len;
    }
    skip_line(input)?;
    Ok(false)
}

/// Skips the rest of a line.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = filled(input)?;
        let end = memchr(b'\n', buffer);
        let len = end.map_or(buffer.len(), |at| at + 1);
        let done = end.is_some() || buffer.is_empty();
        input.consume(len);
        if done {
            return Ok(());
        }
    }
}

/// The bytes that are read but not consumed; empty at the end of the input.
fn filled(input: &mut impl BufRead) -> io::Result<&[u8]> {
    loop {
        match input.fill_buf() {
            // At a terminal, another read would wait for more.
            Ok([]) => return Ok(&[]),
            // Nothing is read again while something is left.
            Ok(_) => return input.fill_buf(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
