//! Variable-length numbers, and positions in a text by their distances.

use crate::text::Span;

/// The bits of a byte that belong to the number; the highest bit tells that more bytes follow.
const BITS: u32 = 7;

/// Writes numbers below 2³².
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
    place: Place,
}

/// Where the previous position ended, and on which line.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    end: u32,
    line: u32,
}

impl Writer {
    pub(super) fn new(bytes: Vec<u8>) -> Self {
        Self { bytes, place: Place::default() }
    }

    /// A number, its lowest bits first.
    pub(super) fn number(&mut self, mut number: u32) {
        while number >> BITS != 0 {
            self.bytes.push(number.to_le_bytes()[0] | 1 << BITS);
            number >>= BITS;
        }
        self.bytes.push(number.to_le_bytes()[0]);
    }

    /// The count of a table.
    pub(super) fn table(&mut self, count: u32) {
        self.places();
        self.number(count);
    }

    /// Begins the positions of a table: the first is relative to the beginning of the text.
    pub(super) fn places(&mut self) {
        self.place = Place::default();
    }

    /// A position at or after the end of the previous one, on the same or a later line, and two
    /// bits.
    pub(super) fn place(&mut self, span: Span, line: u32, bits: u32) {
        let [start, len] =
            [span.start(), span.len()].map(|it| u32::try_from(it).unwrap_or(u32::MAX));
        self.number(line.saturating_sub(self.place.line) << 2 | bits & 3);
        self.number(start.saturating_sub(self.place.end));
        self.number(len);
        self.place = Place { end: start.saturating_add(len), line };
    }
}

/// Reads the output of a [`Writer`]; `None` where it is none.
#[derive(Debug)]
pub(super) struct Reader<'o> {
    bytes: &'o [u8],
    /// How many bytes the text has: no position is outside.
    text: u32,
    place: Place,
}

impl<'o> Reader<'o> {
    pub(super) fn new(bytes: &'o [u8], text: &[u8]) -> Self {
        let text = u32::try_from(text.len()).unwrap_or(u32::MAX);
        Self { bytes, text, place: Place::default() }
    }

    #[inline]
    pub(super) fn number(&mut self) -> Option<u32> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        if first >> BITS == 0 { Some(first.into()) } else { self.longer(first) }
    }

    /// A number that begins with `first` and continues.
    fn longer(&mut self, first: u8) -> Option<u32> {
        let mut number = u64::from(first) & !(1 << BITS);
        for shift in (BITS..u32::BITS).step_by(BITS as usize) {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            number |= u64::from(byte & !(1 << BITS)) << shift;
            if byte >> BITS == 0 {
                return number.try_into().ok();
            }
        }
        None
    }

    /// The count of a table.
    pub(super) fn table(&mut self) -> Option<u32> {
        let count = self.number()?;
        self.places(count)?;
        Some(count)
    }

    /// Begins the positions of a table. Each takes at least one byte, so that no more are allocated
    /// than there are bytes.
    pub(super) fn places(&mut self, count: u32) -> Option<()> {
        self.place = Place::default();
        (count as usize <= self.bytes.len()).then_some(())
    }

    /// A position within the text, the number of its line, and two bits.
    #[inline]
    pub(super) fn place(&mut self) -> Option<(Span, u32, u32)> {
        let (line, gap, len) = (self.number()?, self.number()?, self.number()?);
        let start = self.place.end.checked_add(gap)?;
        let end = start.checked_add(len).filter(|end| *end <= self.text)?;
        self.place = Place { end, line: self.place.line.checked_add(line >> 2)? };
        Some((Span::new(start as usize, end as usize), self.place.line, line & 3))
    }

    /// Whether all has been read.
    pub(super) fn is_done(&self) -> bool {
        self.bytes.is_empty()
    }
}
