//! Content codings, undone as bytes arrive (RFC 9110 §8.4).
//!
//! What a body comes to is handed on in pieces and can be refused at any of them, so that a few
//! kilobytes that stand for gigabytes cost no more than what is taken (F-37).
//!
//! Each coding can go on for ever without coming to anything: empty blocks, metadata, frames to be
//! skipped. So the work is counted: [`OVERHEAD`] bytes of input beyond what they come to are enough.
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

/// What is said to be understood; what [`Decoder::of`] knows.
pub(super) const ACCEPTED: &str = "gzip, br, zstd";

/// The greatest piece that is handed on.
const PIECE: usize = 16 * 1024;

/// How many bytes of a coded body may come to nothing.
///
/// No encoder adds more than a thousandth to what it cannot compress; headers with a name and a
/// comment, and the blocks that a server flushes now and then, are far below.
pub(super) const OVERHEAD: usize = 64 * 1024;

/// Why a body cannot be decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(super) enum Undecodable {
    /// It is not what its coding says, was cut short, or has a coding that is not known.
    #[error("the body cannot be decoded")]
    Coding,
    /// Much arrived that comes to nothing.
    #[error("the body is padded")]
    Padded,
}

/// Takes decoded bytes; breaks when it has enough.
pub(super) type Take<'a> = &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>;

/// Undoes one content coding.
#[derive(Debug)]
pub(super) struct Decoder {
    coding: Coding,
    /// How many bytes were worked off, and how many they came to.
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
    /// A decoder for the coding that the fields say.
    ///
    /// Two codings, one upon the other, are not known: nobody was told that they are accepted.
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

    /// The body ended: hands on what is left of it. An empty one is empty in every coding.
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
