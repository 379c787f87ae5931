//! The paths that a pattern matches, and how a conversion writes them.

use std::hash::{Hash, Hasher};

use placet::pattern::Pattern;

use crate::limits::PATTERN_STEPS;

/// The paths that a pattern matches, whatever the case of its letters.
///
/// In the one form that every such set has: it begins with `/`, no two `*` are next to each other, and
/// none is at the end.
#[derive(Debug, Clone)]
pub(super) struct PathSet {
    /// The pattern, with the case in which it is written.
    text: Vec<u8>,
    /// In lower case, by which it is compared.
    folded: Vec<u8>,
}

impl PartialEq for PathSet {
    fn eq(&self, other: &Self) -> bool {
        self.folded == other.folded
    }
}

impl Eq for PathSet {}

impl Hash for PathSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.folded.hash(state);
    }
}

/// What comparing patterns may still cost.
#[derive(Debug)]
pub(super) struct Steps(u64);

/// Comparing patterns took too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooLong;

impl Steps {
    pub(super) fn new() -> Self {
        Self(PATTERN_STEPS)
    }

    pub(super) fn take(&mut self, steps: usize) -> Result<(), TooLong> {
        self.spend(steps as u64)
    }

    fn spend(&mut self, steps: u64) -> Result<(), TooLong> {
        self.0 = self.0.checked_sub(steps).ok_or(TooLong)?;
        Ok(())
    }
}

impl PathSet {
    /// The sets that a pattern in normal form matches together: none where it matches nothing
    /// (F-25, F-27), and two for `*/a`, which matches `/a` as well as `/x/a`.
    pub(super) fn of(normal: &[u8]) -> Vec<Self> {
        let body = normal.strip_suffix(b"$").unwrap_or(normal);
        let mut text = body.to_vec();
        text.dedup_by(|one, other| (*one, *other) == (b'*', b'*'));
        if text.pop_if(|last| *last == b'*').is_none() && body.len() < normal.len() {
            text.push(b'$');
        }
        match body {
            [b'/', ..] => vec![Self::new(text)],
            [b'*', ..] if text.is_empty() => vec![Self::everything()],
            [b'*', ..] => Self::new(text).after(b"/"),
            _ => Vec::new(),
        }
    }

    /// All paths.
    pub(super) fn everything() -> Self {
        Self::new(b"/".to_vec())
    }

    fn new(text: Vec<u8>) -> Self {
        let folded = text.to_ascii_lowercase();
        Self { text, folded }
    }

    fn pattern(&self) -> Pattern<'_> {
        Pattern::from_normal_form(&self.folded).unwrap_or(Pattern::EVERYTHING)
    }

    /// What every path of it begins with, as written.
    pub(super) fn head(&self) -> &[u8] {
        self.text.get(..self.folded_head().len()).unwrap_or_default()
    }

    /// The same in lower case.
    pub(super) fn folded_head(&self) -> &[u8] {
        self.pattern().literal_prefix()
    }

    /// Whether it is one path.
    pub(super) fn is_path(&self) -> bool {
        self.pattern().is_path()
    }

    /// Whether it is all paths that begin so.
    pub(super) fn is_prefix(&self) -> bool {
        self.pattern().is_prefix()
    }

    /// All paths that begin as these do.
    pub(super) fn prefix(&self) -> Self {
        Self::new(self.head().to_vec())
    }

    /// Its paths that begin with `head`, which goes on from its own, as the sets they make up.
    pub(super) fn after(&self, head: &[u8]) -> Vec<Self> {
        let places = self.pattern().positions_after(&head.to_ascii_lowercase());
        let rest = |place: usize| self.text.get(place..).unwrap_or_default();
        places.into_iter().map(|place| Self::new([head, rest(place)].concat())).collect()
    }

    /// Whether every path of the other is one of it.
    pub(super) fn covers(&self, other: &Self, steps: &mut Steps) -> Result<bool, TooLong> {
        let mut taken = 0;
        let covers = self.pattern().covers_counting(&other.pattern(), &mut taken);
        steps.spend(taken).map(|()| covers)
    }

    /// Whether some path is in both.
    pub(super) fn overlaps(&self, other: &Self, steps: &mut Steps) -> Result<bool, TooLong> {
        let mut taken = 0;
        let overlaps = self.pattern().overlaps_counting(&other.pattern(), &mut taken);
        steps.spend(taken).map(|()| overlaps)
    }

    /// As a pattern, with so many `*` in place of the first one.
    pub(super) fn with_stars(&self, stars: usize) -> String {
        let mut text = String::with_capacity(self.text.len() + stars);
        let first = self.head().len();
        for (at, &byte) in self.text.iter().enumerate() {
            let times = if at == first && byte == b'*' { stars } else { 1 };
            text.extend(std::iter::repeat_n(char::from(byte), times));
        }
        text
    }

    /// As a pattern, with so many `*` more at its end, which match nothing more.
    pub(super) fn with_tail(&self, stars: usize) -> String {
        let mut text = self.with_stars(1);
        text.extend(std::iter::repeat_n('*', stars));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leading_star_takes_the_slash_or_not() {
        let texts = |pattern: &str| -> Vec<String> {
            PathSet::of(pattern.as_bytes()).iter().map(|it| it.with_stars(1)).collect()
        };
        assert_eq!(texts("*/a/"), ["/*/a/", "/a/"]);
        assert_eq!(texts("*.gif$"), ["/*.gif$"]);
        assert_eq!(texts("/a**$"), ["/a"]);
        assert_eq!(texts("*$"), ["/"]);
        assert!(texts("a").is_empty() && texts("").is_empty());
    }

    #[test]
    fn what_comes_after_a_head_is_a_few_sets() {
        let paths = PathSet::of(b"/*Ab$").remove(0);
        let after: Vec<String> = paths.after(b"/xa").iter().map(|it| it.with_stars(1)).collect();
        assert_eq!(after, ["/xa*Ab$", "/xab$"]);
        assert_eq!(paths.with_stars(3), "/***Ab$");
        assert_eq!(PathSet::of(b"/a").remove(0).with_tail(2), "/a**");
    }
}
