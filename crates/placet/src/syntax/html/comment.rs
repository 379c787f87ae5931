//! Finds the end of comments (HTML §13.2.5.43 to §13.2.5.52).

use memchr::memchr;

/// The state of a comment, as far as its end depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dashes {
    /// How many hyphens precede; at most two are counted.
    count: u8,
    /// Whether only hyphens were read so far.
    at_start: bool,
    /// Whether `--!` precedes.
    bang: bool,
}

impl Dashes {
    /// The state after `<!--`.
    pub(super) fn new() -> Self {
        Self { count: 0, at_start: true, bang: false }
    }

    /// The index in `text`, which continues the comment, at which it ends.
    pub(super) fn end(&mut self, text: &[u8]) -> Option<usize> {
        let mut at = 0;
        loop {
            if self.count == 0 && !self.at_start && !self.bang {
                at += memchr(b'-', text.get(at..)?)?;
            }
            match text.get(at)? {
                b'-' => {
                    self.count = if self.bang { 1 } else { (self.count + 1).min(2) };
                    self.bang = false;
                }
                b'>' if self.count == 2 || self.at_start || self.bang => return Some(at + 1),
                b'!' if self.count == 2 => *self = Self { count: 0, at_start: false, bang: true },
                _ => *self = Self { count: 0, at_start: false, bang: false },
            }
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_end_as_in_the_standard() {
        for (text, end) in [
            (">", Some(1)),
            ("->", Some(2)),
            ("-->", Some(3)),
            ("a-->", Some(4)),
            ("a->-->", Some(6)),
            ("a--!>", Some(5)),
            ("!>-->", Some(5)),
            ("-!>-->", Some(6)),
            ("--!>", Some(4)),
            ("a--!->b-->", Some(10)),
            ("a--!-->", Some(7)),
            ("a----->", Some(7)),
            ("a--b>-->", Some(8)),
            ("<!-->", Some(5)),
            ("a--", None),
            ("a--!", None),
        ] {
            assert_eq!(Dashes::new().end(text.as_bytes()), end, "{text}");
            for cut in 0..text.len() {
                let (first, second) = text.as_bytes().split_at(cut);
                let mut dashes = Dashes::new();
                let found = dashes.end(first).or_else(|| Some(cut + dashes.end(second)?));
                assert_eq!(found, end, "{text} at {cut}");
            }
        }
    }
}
