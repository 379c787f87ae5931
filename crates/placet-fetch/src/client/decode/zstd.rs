//! Zstandard (RFC 8878), with as many frames as there are.

use std::fmt;
use std::ops::ControlFlow;

use zstd::stream::raw::{DParameter, Decoder, InBuffer, Operation as _, OutBuffer};

use super::{PIECE, Take, Undecodable};

/// The greatest window, as a power of two: 8 MiB, which is all that RFC 9659 §3 lets servers use.
const WINDOW: u32 = 23;

/// A decoder that is fed.
pub(super) struct Zstd {
    decoder: Decoder<'static>,
    /// Whether what arrived so far ends with a frame.
    whole: bool,
}

impl Zstd {
    pub(super) fn new() -> Result<Self, Undecodable> {
        let mut decoder = Decoder::new().map_err(|_| Undecodable)?;
        decoder.set_parameter(DParameter::WindowLogMax(WINDOW)).map_err(|_| Undecodable)?;
        Ok(Self { decoder, whole: false })
    }

    pub(super) fn push(
        &mut self,
        octets: &[u8],
        take: Take<'_>,
    ) -> Result<ControlFlow<()>, Undecodable> {
        let mut input = InBuffer::around(octets);
        let mut piece = [0; PIECE];
        loop {
            let mut output = OutBuffer::around(&mut piece[..]);
            let hint = self.decoder.run(&mut input, &mut output).map_err(|_| Undecodable)?;
            let filled = output.pos() == output.capacity();
            let decoded = output.as_slice();
            if !decoded.is_empty() && take(decoded).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            // Nothing is awaited between frames.
            self.whole = hint == 0;
            let left = octets.len().saturating_sub(input.pos());
            // A full piece may not be all that there is, unless the frame is over.
            if left == 0 && (!filled || self.whole) {
                return Ok(ControlFlow::Continue(()));
            }
        }
    }

    pub(super) fn finish(&self) -> Result<(), Undecodable> {
        if self.whole { Ok(()) } else { Err(Undecodable) }
    }
}

impl fmt::Debug for Zstd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Zstd").field("whole", &self.whole).finish_non_exhaustive()
    }
}
