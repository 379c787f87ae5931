//! Parquet's hybrid of run lengths and packed bits, for small numbers.
//!
//! By "RLE / Bit-Packing Hybrid" in the Parquet format: a run of equal numbers is its length and the
//! number; other numbers are packed in groups of eight. The `parquet` crate has an encoder, but does not
//! promise to keep it public.

/// Runs of at least this length are written as one.
const RUN: usize = 8;

/// How many bits a number up to `max` takes.
pub(super) fn bit_width(max: usize) -> u8 {
    u8::try_from(usize::BITS - max.leading_zeros()).unwrap_or(u8::MAX)
}

/// Encodes numbers of some bits each.
pub(super) struct Hybrid {
    width: u8,
    out: Vec<u8>,
    /// The numbers before the last run, in whole groups or not.
    packed: Vec<u32>,
    /// The number of the last run and its length so far.
    last: u32,
    run: usize,
}

impl Hybrid {
    pub(super) fn new(width: u8) -> Self {
        Self { width, out: Vec::new(), packed: Vec::new(), last: 0, run: 0 }
    }

    /// Adds a number several times.
    pub(super) fn put(&mut self, number: u32, count: usize) {
        if number != self.last {
            self.end_run();
            self.last = number;
        }
        self.run += count;
    }

    /// Adds numbers without looking for runs, for those that hardly ever repeat in a row.
    pub(super) fn put_packed(&mut self, numbers: &[u32]) {
        self.end_run();
        self.packed.extend_from_slice(numbers);
    }

    /// The encoded numbers.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.end_run();
        pack(&self.packed, self.width, &mut self.out);
        self.out
    }

    fn end_run(&mut self) {
        // Groups of packed numbers are whole, except the last.
        let missing = self.packed.len().next_multiple_of(8) - self.packed.len();
        let filling = missing.min(self.run);
        let rest = self.run - filling;
        if rest < RUN {
            self.packed.extend(std::iter::repeat_n(self.last, self.run));
        } else {
            self.packed.extend(std::iter::repeat_n(self.last, filling));
            pack(&self.packed, self.width, &mut self.out);
            self.packed.clear();
            varint(rest << 1, &mut self.out);
            let bytes = usize::from(self.width).div_ceil(8);
            self.out.extend(self.last.to_le_bytes().iter().take(bytes));
        }
        self.run = 0;
    }
}

/// Appends numbers in groups of eight; zeros fill the last.
fn pack(numbers: &[u32], width: u8, out: &mut Vec<u8>) {
    if numbers.is_empty() {
        return;
    }
    let groups = numbers.len().div_ceil(8);
    varint(groups << 1 | 1, out);
    bits(numbers, width, out);
}

/// Appends the bits of numbers, the lowest first; zeros fill the last group of eight numbers.
pub(super) fn bits(numbers: &[u32], width: u8, out: &mut Vec<u8>) {
    let groups = numbers.len().div_ceil(8);
    let end = out.len() + groups * usize::from(width);
    let (mut rest, mut count) = (0_u64, 0);
    for number in numbers {
        rest |= u64::from(*number) << count;
        count += width;
        if count >= 32 {
            out.extend_from_slice(rest.to_le_bytes().first_chunk::<4>().unwrap_or(&[0; 4]));
            rest >>= 32;
            count -= 32;
        }
    }
    out.extend_from_slice(&rest.to_le_bytes());
    // The last number may end within these bytes, or before the end of its group.
    out.resize(end, 0);
}

/// Appends a number in groups of seven bits, the lowest first.
fn varint(mut number: usize, out: &mut Vec<u8>) {
    let low = |number: usize| number.to_le_bytes().first().copied().unwrap_or(0);
    while number >= 0x80 {
        out.push(low(number) | 0x80);
        number >>= 7;
    }
    out.push(low(number));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads what [`Hybrid`] wrote, by the description of the format.
    fn decode(mut bytes: &[u8], width: u8, count: usize) -> Vec<u32> {
        let mut numbers = Vec::new();
        while numbers.len() < count {
            let (mut header, mut shift) = (0_usize, 0);
            loop {
                let byte = bytes[0];
                bytes = &bytes[1..];
                header |= usize::from(byte & 0x7f) << shift;
                shift += 7;
                if byte < 0x80 {
                    break;
                }
            }
            if header & 1 == 0 {
                let size = usize::from(width).div_ceil(8);
                let number: u32 = (0..size).map(|at| u32::from(bytes[at]) << (8 * at)).sum();
                numbers.extend(std::iter::repeat_n(number, header >> 1));
                bytes = &bytes[size..];
                continue;
            }
            for at in 0..(header >> 1) * 8 {
                let bit = |it: usize| u32::from(bytes[it / 8] >> (it % 8) & 1);
                let first = at * usize::from(width);
                numbers.push((0..usize::from(width)).map(|it| bit(first + it) << it).sum());
            }
            bytes = &bytes[(header >> 1) * usize::from(width)..];
        }
        assert!(bytes.is_empty(), "nothing follows");
        numbers.truncate(count);
        numbers
    }

    #[test]
    fn numbers_of_every_width_and_pattern_are_read_back() {
        assert_eq!([0, 1, 2, 3, 255, 256].map(bit_width), [0, 1, 2, 2, 8, 9]);
        for width in 0..=32_u8 {
            let max = u32::try_from((1_u64 << width) - 1).unwrap();
            let mut state = 1_u32;
            for length in [0, 1, 7, 8, 9, 16, 30, 31, 64, 200, 1_000] {
                for runs in [1, 3, 8, 9, 30] {
                    let random = |at: usize| {
                        if at.is_multiple_of(runs) {
                            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        }
                        (state >> 3) & max
                    };
                    let numbers: Vec<u32> = (0..length).map(random).collect();
                    let mut hybrid = Hybrid::new(width);
                    for part in numbers.chunks(37) {
                        match part {
                            [number] => hybrid.put(*number, 1),
                            [number, rest @ ..] if runs == 1 => {
                                hybrid.put(*number, 1);
                                hybrid.put_packed(rest);
                            }
                            part => {
                                for number in part {
                                    hybrid.put(*number, 1);
                                }
                            }
                        }
                    }
                    let bytes = hybrid.finish();
                    assert_eq!(decode(&bytes, width, length), numbers, "{width} {length} {runs}");
                }
            }
        }
    }
}
