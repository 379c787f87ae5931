//! Recognises what is in a file by its first bytes.

use std::io::{self, Read};

use flate2::read::MultiGzDecoder;

/// How many bytes are examined: enough to unpack the first header of a compressed archive.
const HEAD: usize = 64 * 1024;

/// The place of the mark in a tar header, and the size of a header.
const TAR_MARK: std::ops::Range<usize> = 257..262;

/// How the bytes are compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    None,
    Gzip,
    Zstd,
}

/// What is in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Warc,
    Parquet,
    Tar,
    JsonLines,
    /// Anything else is one robots.txt.
    Robots,
}

/// The first bytes.
pub(super) fn head(bytes: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    bytes.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// How the file is compressed, and what is in it. What is in zstd is only known when it is
/// [unpacked](unpacked): a decoder gives nothing before it has a whole window.
pub(super) fn recognise(head: &[u8]) -> (Packing, Kind) {
    if head.starts_with(&[0x1f, 0x8b, 8]) {
        (Packing::Gzip, unpacked(&start(&mut MultiGzDecoder::new(head))))
    } else if head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        (Packing::Zstd, Kind::Robots)
    } else if head.starts_with(b"PAR1") {
        (Packing::None, Kind::Parquet)
    } else {
        (Packing::None, unpacked(head))
    }
}

/// What unpacked bytes are.
pub(super) fn unpacked(head: &[u8]) -> Kind {
    if head.starts_with(b"WARC/") {
        Kind::Warc
    } else if head.get(TAR_MARK) == Some(b"ustar") {
        Kind::Tar
    } else if head.trim_ascii_start().starts_with(b"{") {
        Kind::JsonLines
    } else {
        Kind::Robots
    }
}

/// As much of the first bytes as can be unpacked.
pub(super) fn start(packed: &mut impl Read) -> Vec<u8> {
    let mut start = vec![0; 1024];
    let mut filled = 0;
    while let Some(rest) = start.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match packed.read(rest) {
            Ok(0) | Err(_) => break,
            Ok(read) => filled += read,
        }
    }
    start.truncate(filled);
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_recognised_by_their_first_bytes() {
        assert_eq!(recognise(b"WARC/1.0\r\n"), (Packing::None, Kind::Warc));
        assert_eq!(recognise(b" {\"a\": 1}\n"), (Packing::None, Kind::JsonLines));
        assert_eq!(recognise(b"PAR1"), (Packing::None, Kind::Parquet));
        assert_eq!(recognise(b"User-agent: *\n"), (Packing::None, Kind::Robots));
        assert_eq!(recognise(b""), (Packing::None, Kind::Robots));
        assert_eq!(recognise(&[0x1f, 0x8b, 8, 0]), (Packing::Gzip, Kind::Robots));
    }
}
