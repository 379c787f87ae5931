//! Zstandard (RFC 8878), with as many frames as there are.
//!
//! The decoder holds back a window of what it decoded, up to 8 MiB, until the frame is over; a
//! ceiling must count before that. So what arrived of a frame is kept, and whenever it has doubled,
//! its whole blocks are decoded as if the frame ended there: at most twice the work of once.

use std::fmt;
use std::io::Read as _;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::{PIECE, Take, Undecodable};

/// The greatest window: 8 MiB, which is all that RFC 9659 §3 lets servers use.
const WINDOW: u64 = 8 * 1024 * 1024;

/// How much of a frame is there before any of it is decoded, unless it ends before.
const FIRST: usize = 64 * 1024;

/// What begins a frame, and what begins one that is to be skipped, but for its last digit (§3.1).
const MAGIC: u32 = 0xFD2F_B528;
const SKIPPABLE: u32 = 0x184D_2A50;

/// The greatest block (§3.1.1.2.4).
const BLOCK_MAX: usize = 128 * 1024;

/// An empty last block, and what stands for a checksum where there is to be one.
const CUT: &[u8] = &[1, 0, 0, 0, 0, 0, 0];

/// A decoder that is fed.
pub(super) struct Zstd {
    decoder: FrameDecoder,
    /// What arrived of the frame at hand.
    frame: Vec<u8>,
    /// How much of it is its header and whole blocks.
    whole: usize,
    /// How much of that was decoded when it was last tried.
    tried: usize,
    /// How much of what it comes to was handed on.
    handed: usize,
    /// How much of a frame to be skipped is still to come.
    skip: usize,
    /// How much input was decoded or skipped.
    settled: usize,
}

/// What there is at the beginning of the input.
enum Found {
    /// Less than can be worked on.
    Part,
    /// A frame of that length, to be skipped, behind its header.
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

    /// How much of the input is worked off; of a frame that goes on, as much as was tried.
    pub(super) fn settled(&self) -> usize {
        self.settled + self.tried
    }

    pub(super) fn finish(&self) -> Result<(), Undecodable> {
        let whole = self.frame.is_empty() && self.skip == 0;
        if whole { Ok(()) } else { Err(Undecodable::Coding) }
    }

    /// Looks how far the frame at the beginning of the input goes (§3.1.1, §3.1.2).
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
            // The second kind is one byte, many times over.
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

    /// Decodes a frame, or its beginning, and hands on what was not before.
    fn decode(
        &mut self,
        frame: &[u8],
        is_whole: bool,
        take: Take<'_>,
    ) -> Result<ControlFlow<()>, Undecodable> {
        let work = AssertUnwindSafe(|| self.run(frame, is_whole, take));
        // A decoder that comes to a state which it holds to be impossible must not end the program.
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
        let said = self.decoder.get_checksum_from_data();
        let is_summed = said.is_none() || said == self.decoder.get_calculated_checksum();
        let is_sized = [0, total].contains(&self.decoder.content_size());
        if is_whole && !(is_summed && is_sized) {
            return Err(Undecodable::Coding);
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// How long the header of a frame is, with what begins it (§3.1.1.1).
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
