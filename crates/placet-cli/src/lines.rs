//! Reading lines, bounded.

use std::io::{self, BufRead, Read as _};

/// What stands for a line that is too long; no text that is read here begins like this.
pub(crate) const TOO_LONG: &[u8] = b"\0";

/// The next batch of whole lines: at least one, and no more once they have so many bytes. Empty
/// at the end. A line longer than `longest` is [`TOO_LONG`].
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

/// Puts the next line, with its end, behind some text; nothing at the end of the input. Of a line
/// longer than `longest`, its beginning, and the answer is that it is not whole.
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

/// Passes over the rest of a line.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let held = input.fill_buf()?;
        let end = held.iter().position(|&byte| byte == b'\n');
        let (len, done) = (end.map_or(held.len(), |at| at + 1), end.is_some() || held.is_empty());
        input.consume(len);
        if done {
            return Ok(());
        }
    }
}
