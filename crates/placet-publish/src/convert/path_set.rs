//! The paths that a pattern matches, and how a conversion writes them.

use std::hash::{Hash, Hasher};

use placet::pattern::Pattern;

use crate::limits::PATTERN_STEPS;

/// The paths that a pattern matches, ignoring case.
///
/// In normal form: it begins with `/`, no two `*` are adjacent, and none is at the end.
#[derive(Debug, Clone)]
pub(crate) struct PathSet {
    /// The pattern in its original case.
    text: Vec<u8>,
    /// The same in lower case, for comparison.
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

/// The remaining budget for comparing patterns.
#[derive(Debug)]
pub(super) struct Steps(u64);

/// The budget is used up.
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
    /// The sets that make up the paths of a pattern in normal form: none if it matches nothing (F-25,
    /// F-27), and two for `*/a`, which matches `/a` and `/x/a`.
    pub(crate) fn of(normal: &[u8]) -> Vec<Self> {
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

    /// The common prefix of its paths, as written.
    pub(super) fn head(&self) -> &[u8] {
        self.text.get(..self.folded_head().len()).unwrap_or_default()
    }

    /// The same in lower case.
    pub(super) fn folded_head(&self) -> &[u8] {
        self.pattern().literal_prefix()
    }

    /// Whether it is a single path.
    pub(super) fn is_path(&self) -> bool {
        self.pattern().is_path()
    }

    /// Whether it is all paths with its prefix.
    pub(super) fn is_prefix(&self) -> bool {
        self.pattern().is_prefix()
    }

    /// All paths with the prefix of these.
    pub(super) fn prefix(&self) -> Self {
        Self::new(self.head().to_vec())
    }

    /// Its paths that begin with `head`, an extension of its own prefix, as sets.
    pub(super) fn after(&self, head: &[u8]) -> Vec<Self> {
        let places = self.pattern().positions_after(&head.to_ascii_lowercase());
        let rest = |place: usize| self.text.get(place..).unwrap_or_default();
        places.into_iter().map(|place| Self::new([head, rest(place)].concat())).collect()
    }

    /// Whether it contains every path of the other.
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

    /// As a pattern, with this many `*` in place of the first one.
    pub(crate) fn with_stars(&self, stars: usize) -> String {
        let mut text = String::with_capacity(self.text.len() + stars);
        let first = self.head().len();
        for (at, &byte) in self.text.iter().enumerate() {
            let times = if at == first && byte == b'*' { stars } else { 1 };
            text.extend(std::iter::repeat_n(char::from(byte), times));
        }
        text
    }

    /// As a pattern, with this many extra `*` at its end, which do not change what it matches.
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
    fn paths_after_a_head_are_a_few_sets() {
        let paths = PathSet::of(b"/*Ab$").remove(0);
        let after: Vec<String> = paths.after(b"/xa").iter().map(|it| it.with_stars(1)).collect();
        assert_eq!(after, ["/xa*Ab$", "/xab$"]);
        assert_eq!(paths.with_stars(3), "/***Ab$");
        assert_eq!(PathSet::of(b"/a").remove(0).with_tail(2), "/a**");
    }
}
