//! Reads lines, up to a maximum length.

use std::io::{self, BufRead, Read as _};

/// Replaces a line that is too long. No valid line starts like this.
pub(crate) const TOO_LONG: &[u8] = b"\0";

/// Reads whole lines until they have `bytes` bytes, at least one line; empty at the end of the input.
/// A line longer than `longest` becomes [`TOO_LONG`].
pub(crate) fn batch(input: &mut impl BufRead, bytes: usize, longest: usize) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    while text.len() < bytes {
        let before = text.len();
        if !next(input, longest, &mut text)? {
            text.truncate(before);
            text.extend_from_slice(TOO_LONG);
            text.push(b'\n');
        }
        if text.len() == before {
            break;
        }
    }
    Ok(text)
}

/// Appends the next line with its newline to `text`; nothing at the end of the input. Appends only the
/// start of a line longer than `longest`, and returns false.
pub(crate) fn next(
    input: &mut impl BufRead,
    longest: usize,
    text: &mut Vec<u8>,
) -> io::Result<bool> {
    let read = input.by_ref().take(longest as u64).read_until(b'\n', text)?;
    let is_whole = read < longest || text.last() == Some(&b'\n');
    if !is_whole {
        skip_line(input)?;
    }
    Ok(is_whole)
}

/// Skips the rest of a line.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let len = end.map_or(buffer.len(), |at| at + 1);
        let done = end.is_some() || buffer.is_empty();
        input.consume(len);
        if done {
            return Ok(());
        }
    }
}
