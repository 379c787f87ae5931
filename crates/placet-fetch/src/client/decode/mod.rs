//! Streaming decoders for content codings (RFC 9110 §8.4).
//!
//! Decoded bytes are passed on in pieces, and the receiver can stop at any of them, so that a few
//! kilobytes that decompress to gigabytes cost no more than the bytes taken (F-37).
//!
//! Each coding can go on forever without output: empty blocks, metadata, skippable frames. So the
//! work is counted: input may exceed output by at most [`OVERHEAD`] bytes.
//!
//! # Limits
//! | coding | memory | reason |
//! |---|---|---|
//! | gzip | 32 KiB, and a chunk of input | RFC 1951 §2 |
//! | br | 16 MiB while a piece is decoded | RFC 7932 §9.1; the larger windows of its extension are refused |
//! | zstd | 8 MiB, and what arrived of a frame | RFC 9659 §3 |

mod brotli;
mod gzip;
mod zstd;

use std::ops::ControlFlow;

use http::HeaderMap;
use http::header::CONTENT_ENCODING;
use thiserror::Error;

use self::brotli::Brotli;
use self::gzip::Gzip;
use self::zstd::Zstd;

/// The value of `Accept-Encoding`: the codings that [`Decoder::of`] knows.
pub(super) const ACCEPTED: &str = "gzip, br, zstd";

/// The largest piece that is passed on.
const PIECE: usize = 16 * 1024;

/// How many bytes of a coded body may produce no output.
///
/// No encoder adds more than a thousandth to incompressible data; headers with a name and a comment,
/// and flushed blocks, need far less.
pub(super) const OVERHEAD: usize = 64 * 1024;

/// Why a body cannot be decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(super) enum Undecodable {
    /// It is invalid, incomplete, or has an unknown coding.
    #[error("the body cannot be decoded")]
    Coding,
    /// Too much of it produces no output.
    #[error("the body is padded")]
    Padded,
}

/// Receives decoded bytes; breaks when it has enough.
pub(super) type Take<'a> = &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>;

/// A decoder of one content coding.
#[derive(Debug)]
pub(super) struct Decoder {
    coding: Coding,
    /// How many bytes were consumed, and how many were produced.
    input: usize,
    output: usize,
    /// Whether anything arrived.
    begun: bool,
}

#[derive(Debug)]
enum Coding {
    Identity,
    Gzip(Box<Gzip>),
    Brotli(Box<Brotli>),
    Zstd(Box<Zstd>),
}

impl Decoder {
    /// A decoder for the coding in the headers.
    ///
    /// Two codings, one on top of the other, are an error: they were not offered.
    pub(super) fn of(fields: &HeaderMap) -> Result<Self, Undecodable> {
        let mut coding = Coding::Identity;
        for value in fields.get_all(CONTENT_ENCODING) {
            let value = value.to_str().map_err(|_| Undecodable::Coding)?;
            for name in value.split(',').map(str::trim).filter(|name| !name.is_empty()) {
                let next = Coding::of(&name.to_ascii_lowercase())?;
                if !matches!(next, Coding::Identity) {
                    let before = std::mem::replace(&mut coding, next);
                    if !matches!(before, Coding::Identity) {
                        return Err(Undecodable::Coding);
                    }
                }
            }
        }
        Ok(Self { coding, input: 0, output: 0, begun: false })
    }

    /// Decodes bytes that arrived.
    pub(super) fn push(
        &mut self,
        input: &[u8],
        take: Take<'_>,
    ) -> Result<ControlFlow<()>, Undecodable> {
        for part in input.chunks(PIECE) {
            self.begun = true;
            let output = &mut self.output;
            let counting = &mut |decoded: &[u8]| {
                *output = output.saturating_add(decoded.len());
                take(decoded)
            };
            self.input = self.input.saturating_add(part.len());
            let flow = match &mut self.coding {
                Coding::Identity => counting(part),
                Coding::Gzip(gzip) => gzip.push(part, counting)?,
                Coding::Brotli(brotli) => brotli.push(part, counting)?,
                Coding::Zstd(zstd) => {
                    let flow = zstd.push(part, counting)?;
                    self.input = zstd.settled();
                    flow
                }
            };
            if flow.is_break() {
                return Ok(flow);
            }
            if self.input > self.output.saturating_add(self.output / 8).saturating_add(OVERHEAD) {
                return Err(Undecodable::Padded);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The body ended: passes on the remaining bytes. An empty body is empty in every coding.
    pub(super) fn finish(&mut self, take: Take<'_>) -> Result<(), Undecodable> {
        match &mut self.coding {
            _ if !self.begun => Ok(()),
            Coding::Identity => Ok(()),
            Coding::Gzip(gzip) => gzip.finish(take),
            Coding::Brotli(brotli) => brotli.finish(),
            Coding::Zstd(zstd) => zstd.finish(),
        }
    }
}

impl Coding {
    fn of(name: &str) -> Result<Self, Undecodable> {
        match name {
            "identity" => Ok(Self::Identity),
            // RFC 9110 §8.4.1.3: the second is the same.
            "gzip" | "x-gzip" => Ok(Self::Gzip(Box::default())),
            "br" => Ok(Self::Brotli(Box::default())),
            "zstd" => Ok(Self::Zstd(Box::default())),
            _ => Err(Undecodable::Coding),
        }
    }
}

#[cfg(test)]
mod tests;
