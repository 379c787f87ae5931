//! Removes transfer and content codings, up to the bytes that are used.

use std::io::Read;

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use ruzstd::decoding::StreamingDecoder;

use crate::limits;

/// The chunks of `Transfer-Encoding: chunked` (RFC 9112 §7.1) joined; `None` if the bytes are not
/// chunked, as in archives that removed the coding and kept the field.
pub(super) fn dechunk(mut bytes: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = memchr::memchr(b'\n', bytes)?;
        let line = std::str::from_utf8(bytes.get(..end)?).ok()?;
        let size = line.split(';').next().unwrap_or_default().trim();
        let size = usize::from_str_radix(size, 16).ok()?;
        bytes = bytes.get(end + 1..)?;
        if size == 0 {
            return Some(body);
        }
        let Some(chunk) = bytes.get(..size) else {
            // The record ends within a chunk, or only its beginning is kept.
            body.extend_from_slice(bytes);
            return Some(body);
        };
        body.extend_from_slice(chunk);
        bytes = bytes.get(size..)?;
        bytes = bytes.strip_prefix(b"\r\n").or(bytes.strip_prefix(b"\n")).unwrap_or(bytes);
        if bytes.is_empty() || body.len() > limits::RECORD {
            return Some(body);
        }
    }
}

/// The bytes without the content codings of a `Content-Encoding` field (RFC 9110 §8.4), at most
/// [`limits::BODY`] of them.
pub(super) fn decode(codings: &str, bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    let mut bytes = bytes;
    // The last coding was applied last. More than two are not in use.
    for coding in codings.rsplit(',').map(str::trim).take(2) {
        let is = |name: &str| coding.eq_ignore_ascii_case(name);
        bytes = if coding.is_empty() || is("identity") {
            bytes
        } else if is("gzip") || is("x-gzip") {
            if !bytes.starts_with(&[0x1f, 0x8b]) {
                // Archives remove codings and keep the field.
                continue;
            }
            all(MultiGzDecoder::new(&*bytes), coding)?
        } else if is("deflate") {
            // Some servers leave out the zlib wrapper.
            all(ZlibDecoder::new(&*bytes), coding)
                .or_else(|_| all(DeflateDecoder::new(&*bytes), coding))
                .unwrap_or(bytes)
        } else if is("br") {
            match all(brotli_decompressor::Decompressor::new(&*bytes, 4096), coding) {
                Ok(decoded) => decoded,
                // Text is not brotli: the coding was removed.
                Err(_) if std::str::from_utf8(&bytes).is_ok() => bytes,
                Err(error) => return Err(error),
            }
        } else if is("zstd") {
            match StreamingDecoder::new(&*bytes) {
                Ok(decoder) => all(decoder, coding)?,
                Err(_) => bytes,
            }
        } else {
            return Err(format!("the content coding {coding:?} is unknown"));
        };
    }
    Ok(bytes)
}

/// Decodes up to the limit. Damage after the first bytes cuts the body, as a connection that breaks.
fn all(decoder: impl Read, coding: &str) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    match decoder.take(limits::BODY as u64).read_to_end(&mut body) {
        Err(error) if body.is_empty() => Err(format!("the body is not valid {coding}: {error}")),
        _ => Ok(body),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_joined_and_other_text_is_not_chunked() {
        assert_eq!(
            dechunk(b"3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n").as_deref(),
            Some(&b"abcde"[..])
        );
        assert_eq!(dechunk(b"ff\r\nabc").as_deref(), Some(&b"abc"[..]));
        assert_eq!(dechunk(b"User-agent: *\n"), None);
        assert_eq!(dechunk(b""), None);
    }

    #[test]
    fn codings_are_removed_if_they_are_there() {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut packed, b"User-agent: *\n").unwrap();
        let packed = packed.finish().unwrap();
        assert_eq!(decode("gzip", packed).unwrap(), b"User-agent: *\n");
        for coding in ["gzip", "br", "zstd", "identity", ""] {
            assert_eq!(decode(coding, b"User-agent: *\n".to_vec()).unwrap(), b"User-agent: *\n");
        }
        assert!(decode("compress", Vec::new()).is_err());
    }
}
