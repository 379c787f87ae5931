//! Zstandard (RFC 8878), with any number of frames.
//!
//! The decoder holds back a window of output, up to 8 MiB, until the frame ends; a ceiling must apply
//! before that. So the input of a frame is buffered, and each time it has doubled, its whole blocks
//! are decoded as if the frame ended there: at most twice the work.

use std::fmt;
use std::io::Read as _;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::{PIECE, Take, Undecodable};

/// The largest window: 8 MiB, the limit of RFC 9659 §3.
const WINDOW: u64 = 8 * 1024 * 1024;

/// How much of a frame is buffered before it is first decoded, unless it ends sooner.
const FIRST: usize = 64 * 1024;

/// The magic numbers of a frame and of a skippable frame, without its last digit (§3.1).
const MAGIC: u32 = 0xFD2F_B528;
const SKIPPABLE: u32 = 0x184D_2A50;

/// The largest block (§3.1.1.2.4).
const BLOCK_MAX: usize = 128 * 1024;

/// An empty last block, and a placeholder for the checksum.
const CUT: &[u8] = &[1, 0, 0, 0, 0, 0, 0];

/// A decoder that is fed.
pub(super) struct Zstd {
    decoder: FrameDecoder,
    /// The input of the current frame.
    frame: Vec<u8>,
    /// How much of it is its header and whole blocks.
    whole: usize,
    /// How much of that was decoded the last time.
    tried: usize,
    /// How much of its output was passed on.
    handed: usize,
    /// The remaining length of a skippable frame.
    skip: usize,
    /// How many bytes of input were decoded or skipped.
    settled: usize,
}

/// What the input begins with.
enum Found {
    /// An incomplete block or header.
    Part,
    /// A skippable frame of that length after its header.
    Skippable(usize),
    /// A frame that ends there.
    Frame(usize),
}

impl Default for Zstd {
    fn default() -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(WINDOW);
        let (frame, whole, tried, handed, skip, settled) = (Vec::new(), 0, 0, 0, 0, 0);
        Self { decoder, frame, whole, tried, handed, skip, settled }
    }
}

impl Zstd {
    pub(super) fn push(
        &mut self,
        input: &[u8],
        take: Take<'_>,
    ) -> Result<ControlFlow<()>, Undecodable> {
        let mut buffer = std::mem::take(&mut self.frame);
        buffer.extend_from_slice(input);
        let mut at = 0;
        loop {
            let rest = buffer.get(at..).unwrap_or_default();
            let skipped = self.skip.min(rest.len());
            (self.skip, at) = (self.skip - skipped, at + skipped);
            self.settled += skipped;
            let rest = buffer.get(at..).unwrap_or_default();
            match self.scan(rest)? {
                Found::Skippable(length) => {
                    (self.skip, at) = (length, at + 8);
                    self.settled += 8;
                }
                Found::Frame(end) => {
                    let frame = rest.get(..end).unwrap_or(rest);
                    if self.decode(frame, true, take)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    at += end;
                    self.settled += end;
                    (self.whole, self.tried, self.handed) = (0, 0, 0);
                }
                Found::Part if self.whole >= FIRST.max(2 * self.tried) => {
                    self.tried = self.whole;
                    let whole = rest.get(..self.whole).unwrap_or(rest);
                    if self.decode(whole, false, take)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Found::Part => break,
            }
        }
        buffer.drain(..at);
        self.frame = buffer;
        Ok(ControlFlow::Continue(()))
    }

    /// How much of the input is consumed; for an unfinished frame, as much as was tried.
    pub(super) fn settled(&self) -> usize {
        self.settled + self.tried
    }

    pub(super) fn finish(&self) -> Result<(), Undecodable> {
        let whole = self.frame.is_empty() && self.skip == 0;
        if whole { Ok(()) } else { Err(Undecodable::Coding) }
    }

    /// Finds the end of the frame at the beginning of the input (§3.1.1, §3.1.2).
    fn scan(&mut self, input: &[u8]) -> Result<Found, Undecodable> {
        let Some((magic, rest)) = input.split_first_chunk::<4>() else { return Ok(Found::Part) };
        let magic = u32::from_le_bytes(*magic);
        if magic & !0xF == SKIPPABLE {
            let Some(length) = rest.first_chunk::<4>() else { return Ok(Found::Part) };
            return Ok(Found::Skippable(u32::from_le_bytes(*length) as usize));
        }
        if magic != MAGIC {
            return Err(Undecodable::Coding);
        }
        let Some(&descriptor) = rest.first() else { return Ok(Found::Part) };
        if self.whole == 0 {
            self.whole = header(descriptor);
        }
        let checksum = if descriptor & 4 == 0 { 0 } else { 4 };
        loop {
            let Some([a, b, c]) = input.get(self.whole..).and_then(<[u8]>::first_chunk) else {
                return Ok(Found::Part);
            };
            let block = u32::from_le_bytes([*a, *b, *c, 0]);
            let (is_last, kind, size) = (block & 1 == 1, block >> 1 & 3, (block >> 3) as usize);
            if kind == 3 || size > BLOCK_MAX {
                return Err(Undecodable::Coding);
            }
            // The second kind is one byte, repeated.
            let end = self.whole + 3 + if kind == 1 { 1 } else { size };
            let end = end + if is_last { checksum } else { 0 };
            if end > input.len() {
                return Ok(Found::Part);
            }
            if is_last {
                return Ok(Found::Frame(end));
            }
            self.whole = end;
        }
    }

    /// Decodes a frame, or its beginning, and passes on the new output.
    fn decode(
        &mut self,
        frame: &[u8],
        is_whole: bool,
        take: Take<'_>,
    ) -> Result<ControlFlow<()>, Undecodable> {
        let work = AssertUnwindSafe(|| self.run(frame, is_whole, take));
        // A panic in the decoder must not end the program.
        catch_unwind(work).unwrap_or(Err(Undecodable::Coding))
    }

    fn run(
        &mut self,
        frame: &[u8],
        is_whole: bool,
        take: Take<'_>,
    ) -> Result<ControlFlow<()>, Undecodable> {
        let failed = |_| Undecodable::Coding;
        let mut input = frame.chain(if is_whole { &[] } else { CUT });
        self.decoder.reset(&mut input).map_err(failed)?;
        let (mut piece, mut before, mut total) = ([0; PIECE], self.handed, 0);
        loop {
            let strategy = BlockDecodingStrategy::UptoBlocks(1);
            let is_over = self.decoder.decode_blocks(&mut input, strategy).map_err(failed)?;
            loop {
                let length = self.decoder.read(&mut piece).map_err(|_| Undecodable::Coding)?;
                if length == 0 {
                    break;
                }
                total += length as u64;
                let known = before.min(length);
                before -= known;
                let decoded = piece.get(known..length).unwrap_or_default();
                self.handed += decoded.len();
                if !decoded.is_empty() && take(decoded).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            if is_over {
                break;
            }
        }
        let expected = self.decoder.get_checksum_from_data();
        let is_summed = expected.is_none() || expected == self.decoder.get_calculated_checksum();
        let is_sized = [0, total].contains(&self.decoder.content_size());
        if is_whole && !(is_summed && is_sized) {
            return Err(Undecodable::Coding);
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// The length of a frame's header, magic number included (§3.1.1.1).
fn header(descriptor: u8) -> usize {
    let is_single = descriptor & 0x20 != 0;
    let dictionary = [0, 1, 2, 4].get(usize::from(descriptor & 3)).copied().unwrap_or_default();
    let size = match descriptor >> 6 {
        0 if is_single => 1,
        0 => 0,
        flag => 1 << flag,
    };
    5 + usize::from(!is_single) + dictionary + size
}

impl fmt::Debug for Zstd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Zstd").field("settled", &self.settled).finish_non_exhaustive()
    }
}
