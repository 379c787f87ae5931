//! The kinds of paths that some patterns distinguish, with one path of each.

use placet::Target;
use placet::pattern::{Pattern, Witness, witness};

use crate::convert::PathSet;
use crate::limits::{PATH_KINDS, WITNESS_STEPS};

/// The paths that match the same patterns.
#[derive(Debug, Clone)]
pub(super) struct Class {
    /// One of them.
    pub(super) path: String,
    /// Whether each pattern matches, by its place.
    pub(super) matched: Vec<bool>,
}

impl Class {
    pub(super) fn matches(&self, pattern: usize) -> bool {
        self.matched.get(pattern).copied().unwrap_or(false)
    }
}

/// Patterns, and the kinds of paths that they distinguish.
#[derive(Debug, Clone)]
pub(super) struct Classes {
    /// The patterns, by length; the first matches every path, and all begin with `/`.
    pub(super) patterns: Vec<String>,
    pub(super) all: Vec<Class>,
    /// Whether these are all kinds.
    pub(super) is_complete: bool,
}

impl Classes {
    /// The kinds of paths that patterns in normal form distinguish.
    pub(super) fn new(normal: impl IntoIterator<Item = String>) -> Self {
        let rooted = normal.into_iter().flat_map(|it| PathSet::of(it.as_bytes()));
        let mut patterns: Vec<String> = rooted.map(|it| it.with_stars(1)).collect();
        patterns.push("/".to_owned());
        patterns.sort_unstable_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
        patterns.dedup();
        let mut classes = Self { patterns, all: Vec::new(), is_complete: true };
        classes.split();
        classes
    }

    /// Which patterns match a path.
    fn matched(&self, path: &str) -> Vec<bool> {
        let target = Target::new(path, placet::Profile::Full).ok();
        let matches = |it: &String| target.as_ref().is_some_and(|target| is_match(it, target));
        self.patterns.iter().map(matches).collect()
    }

    /// The place of the class of a path.
    pub(super) fn kind(&self, path: &str) -> Option<usize> {
        let matched = self.matched(path);
        self.all.iter().position(|it| it.matched == matched)
    }

    fn add(&mut self, path: String) {
        let matched = self.matched(&path);
        if !self.all.iter().any(|it| it.matched == matched) {
            self.all.push(Class { path, matched });
        }
    }

    /// Splits all paths by one pattern after the other.
    fn split(&mut self) {
        // A path, and how many patterns divided the paths that it is one of.
        let mut to_do = vec![("/".to_owned(), 0)];
        while let Some((path, from)) = to_do.pop() {
            let matched = self.matched(&path);
            for next in from..self.patterns.len() {
                let wanted = |at: usize| matched.get(at).is_some_and(|it| *it != (at == next));
                let places = 0..=next;
                let (of, against): (Vec<usize>, Vec<usize>) = places.partition(|at| wanted(*at));
                match self.witness(&of, &against) {
                    Witness::Path(other) => to_do.push((other, next + 1)),
                    Witness::None => {}
                    Witness::Unknown => self.is_complete = false,
                }
            }
            self.add(path);
            if self.all.len() + to_do.len() > PATH_KINDS {
                self.by_pairs();
                return;
            }
        }
    }

    /// One path of each pattern and of each two patterns, where there are too many kinds.
    fn by_pairs(&mut self) {
        self.is_complete = false;
        self.all.clear();
        let count = self.patterns.len();
        let others = |than: &[usize]| -> Vec<usize> {
            let covers = |at: usize| than.iter().any(|it| self.covers(at, *it));
            (0..count).filter(|at| !than.contains(at) && !covers(*at)).collect()
        };
        let mut found = vec!["/".to_owned()];
        let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| [one, other]));
        for both in (0..count).map(|one| [one, one]).chain(pairs) {
            let path = |unmatched: &[usize]| match self.witness(&both, unmatched) {
                Witness::Path(path) => Some(path),
                Witness::None | Witness::Unknown => None,
            };
            found.extend(path(&others(&both)).or_else(|| path(&[])));
            if found.len() > PATH_KINDS {
                break;
            }
        }
        for path in found {
            self.add(path);
        }
    }

    fn covers(&self, one: usize, other: usize) -> bool {
        let pattern = |at: usize| self.patterns.get(at).and_then(|it| parse(it));
        pattern(one).zip(pattern(other)).is_some_and(|(one, other)| one.covers(&other))
    }

    fn witness(&self, matched: &[usize], unmatched: &[usize]) -> Witness {
        let patterns = |places: &[usize]| -> Vec<Pattern<'_>> {
            places.iter().filter_map(|at| self.patterns.get(*at).and_then(|it| parse(it))).collect()
        };
        witness(&patterns(matched), &patterns(unmatched), WITNESS_STEPS)
    }

    /// The longest pattern that matches the paths of a class.
    pub(super) fn label(&self, class: &Class) -> &str {
        let mut matching = self.patterns.iter().enumerate().filter(|(at, _)| class.matches(*at));
        matching.next_back().map_or("/", |(_, it)| it)
    }
}

fn parse(text: &str) -> Option<Pattern<'_>> {
    Pattern::from_normal_form(text.as_bytes())
}

fn is_match(pattern: &str, target: &Target<'_>) -> bool {
    parse(pattern).is_some_and(|it| it.matches(target))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(patterns: &[&str]) -> Vec<(String, String)> {
        let classes = Classes::new(patterns.iter().map(|&it| it.to_owned()));
        assert!(classes.is_complete);
        let shown = |it: &Class| (it.path.clone(), classes.label(it).to_owned());
        let mut all: Vec<(String, String)> = classes.all.iter().map(shown).collect();
        all.sort();
        all
    }

    #[test]
    fn each_combination_of_patterns_that_can_match_has_a_path() {
        let pair = |path: &str, label: &str| (path.to_owned(), label.to_owned());
        assert_eq!(kinds(&[]), [pair("/", "/")]);
        assert_eq!(
            kinds(&["/a/", "/a/b"]),
            [pair("/", "/"), pair("/a/", "/a/"), pair("/a/b", "/a/b")]
        );
        assert_eq!(kinds(&["/a/", "/*.gif$"]).len(), 4);
    }

    #[test]
    fn too_many_combinations_are_tried_by_pairs() {
        let patterns: Vec<String> = (0..16).map(|at| format!("*.{at:x}")).collect();
        let classes = Classes::new(patterns);
        assert!(!classes.is_complete);
        assert!(classes.all.len() >= 16 + 16 * 15 / 2, "{}", classes.all.len());
    }
}
