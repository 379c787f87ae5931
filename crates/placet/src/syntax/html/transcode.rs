//! Decodes pages in whose bytes markup cannot be recognised: UTF-16 and ISO-2022-JP.

use encoding_rs::{CoderResult, Decoder, Encoding};

/// Decodes a page to UTF-8, and records where each byte comes from.
pub(super) struct Transcoder {
    decoder: Decoder,
    /// The position in the input of the next character.
    start: usize,
    /// The number of input bytes read.
    read: usize,
}

impl std::fmt::Debug for Transcoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Transcoder").field("read", &self.read).finish_non_exhaustive()
    }
}

/// UTF-8, and for each byte and for the end its position in the input.
#[derive(Debug, Default)]
pub(super) struct Decoded {
    pub(super) text: Vec<u8>,
    pub(super) map: Vec<u32>,
}

impl Transcoder {
    /// Creates a decoder for a page in `encoding` whose text begins at `start`.
    pub(super) fn new(encoding: &'static Encoding, start: usize) -> Self {
        Self { decoder: encoding.new_decoder_without_bom_handling(), start, read: start }
    }

    /// Decodes the next bytes.
    pub(super) fn decode(&mut self, input: &[u8], last: bool) -> Decoded {
        let mut decoded = Decoded::default();
        for byte in input {
            self.bytes(std::slice::from_ref(byte), false, &mut decoded);
        }
        if last {
            self.bytes(&[], true, &mut decoded);
        }
        decoded.map.push(Self::position(self.start));
        decoded
    }

    #[expect(clippy::cast_possible_truncation, reason = "a page has less than 4 G bytes")]
    fn position(at: usize) -> u32 {
        at as u32
    }

    fn bytes(&mut self, mut input: &[u8], last: bool, decoded: &mut Decoded) {
        self.read += input.len();
        loop {
            let mut buffer = [0; 16];
            let (result, read, written, _) = self.decoder.decode_to_utf8(input, &mut buffer, last);
            if written > 0 {
                decoded.text.extend_from_slice(buffer.get(..written).unwrap_or_default());
                let start = Self::position(self.start);
                decoded.map.extend(std::iter::repeat_n(start, written));
                self.start = self.read;
            }
            input = input.get(read..).unwrap_or_default();
            if result == CoderResult::InputEmpty {
                return;
            }
        }
    }
}
