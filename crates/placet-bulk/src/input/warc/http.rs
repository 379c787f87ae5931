//! The head of an HTTP response.

use super::record::header_end;
use crate::limits;

/// The head of a response.
#[derive(Debug)]
pub(super) struct Head<'r> {
    pub(super) status: u16,
    /// The lines of its fields.
    pub(super) fields: &'r [u8],
    /// Its size, with the empty line after it.
    pub(super) size: usize,
}

/// The head of a response; `None` if it has no status line, or no end.
pub(super) fn head(bytes: &[u8]) -> Option<Head<'_>> {
    let searched = bytes.get(..limits::HEADER).unwrap_or(bytes);
    let line_end = memchr::memchr(b'\n', searched)?;
    let line = searched.get(..line_end)?;
    let rest = line.strip_prefix(b"HTTP/")?;
    let space = memchr::memchr(b' ', rest)?;
    let status = rest.get(space + 1..)?.trim_ascii_start().get(..3)?;
    let status = std::str::from_utf8(status).ok()?.parse().ok()?;
    // A response without fields has only the empty line.
    let size = match searched.get(line_end + 1..)? {
        [b'\r', b'\n', ..] => line_end + 3,
        [b'\n', ..] => line_end + 2,
        _ => header_end(searched)?,
    };
    Some(Head { status, fields: searched.get(line_end + 1..size)?, size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_line_is_read() {
        let read = head(b"HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody").unwrap();
        assert_eq!((read.status, read.fields, read.size), (200, &b"A: b\r\n\r\n"[..], 25));
        assert_eq!(head(b"HTTP/2 404\n\nbody").unwrap().size, 12);
        for bytes in [
            &b""[..],
            b"HTTP/1.1 200 OK",
            b"HTTP/1.1 2x0\r\n\r\n",
            b"User-agent: *\n\n",
            b"HTTP/1.1 200\r\nA: b\r\n",
        ] {
            assert!(head(bytes).is_none());
        }
    }
}
