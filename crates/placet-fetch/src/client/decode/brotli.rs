//! Brotli (RFC 7932).

use std::fmt;
use std::ops::ControlFlow;

use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};

use super::{PIECE, Take, Undecodable};

/// A decoder that is fed.
pub(super) struct Brotli {
    state: BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>,
    ended: bool,
}

impl Default for Brotli {
    fn default() -> Self {
        let alloc = StandardAlloc::default;
        // Strict: windows of more than 16 MiB are an extension, with which a few hundred bytes
        // make the decoder fill a gigabyte before it produces any.
        Self { state: BrotliState::new_strict(alloc(), alloc(), alloc()), ended: false }
    }
}

impl Brotli {
    pub(super) fn push(
        &mut self,
        bytes: &[u8],
        take: Take<'_>,
    ) -> Result<ControlFlow<()>, Undecodable> {
        if self.ended {
            return Err(Undecodable::Coding);
        }
        let (mut left, mut used) = (bytes.len(), 0);
        let mut piece = [0; PIECE];
        loop {
            let (mut room, mut length, mut total) = (PIECE, 0, 0);
            let result = BrotliDecompressStream(
                &mut left,
                &mut used,
                bytes,
                &mut room,
                &mut length,
                &mut piece,
                &mut total,
                &mut self.state,
            );
            let decoded = piece.get(..length).unwrap_or_default();
            if !decoded.is_empty() && take(decoded).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            match result {
                BrotliResult::NeedsMoreOutput => {}
                BrotliResult::NeedsMoreInput => return Ok(ControlFlow::Continue(())),
                BrotliResult::ResultSuccess if left == 0 => {
                    self.ended = true;
                    return Ok(ControlFlow::Continue(()));
                }
                // Bytes after the end are an error.
                BrotliResult::ResultSuccess | BrotliResult::ResultFailure => {
                    return Err(Undecodable::Coding);
                }
            }
        }
    }

    pub(super) fn finish(&self) -> Result<(), Undecodable> {
        if self.ended { Ok(()) } else { Err(Undecodable::Coding) }
    }
}

impl fmt::Debug for Brotli {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Brotli").field("ended", &self.ended).finish_non_exhaustive()
    }
}
