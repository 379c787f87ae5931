//! Patterns in an order in which the first that matches decides.

use super::classes::{Class, Classes};
use crate::limits::STARS;

/// A pattern, by its place, and what it decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry<A> {
    pub(super) pattern: usize,
    pub(super) answer: A,
}

/// Entries that give each class its answer: the first that matches decides, and the last matches every
/// path. Where no order of the patterns does, classes with different answers get the `join` of them.
///
/// A pattern whose remaining classes all have one answer can come first without changing any other
/// answer. So taking such patterns as long as there are any finds an order if there is one.
pub(super) fn entries<A: Clone + PartialEq>(
    classes: &Classes,
    answers: &[A],
    join: impl Fn(&A, &A) -> A,
) -> Vec<Entry<A>> {
    let mut left: Vec<(&Class, &A)> = classes.all.iter().zip(answers).collect();
    let mut entries: Vec<Entry<A>> = Vec::new();
    while !left.is_empty() {
        // The longest first, as authors write them.
        let longest = (0..classes.patterns.len()).rev();
        let candidates: Vec<(usize, usize, bool, A)> = longest
            .filter_map(|pattern| {
                let mut its = left.iter().filter(|(class, _)| class.matches(pattern));
                let first = its.next()?.1;
                let (mut count, mut is_same, mut answer) = (1, true, first.clone());
                for (_, other) in its {
                    count += 1;
                    is_same &= *other == first;
                    answer = join(&answer, other);
                }
                Some((pattern, count, is_same, answer))
            })
            .collect();
        let exact = candidates.iter().find(|it| it.2);
        let chosen = exact.or_else(|| candidates.iter().min_by_key(|it| it.1));
        let Some((pattern, _, _, answer)) = chosen else { break };
        left.retain(|(class, _)| !class.matches(*pattern));
        entries.push(Entry { pattern: *pattern, answer: answer.clone() });
    }
    prune(classes, &mut entries);
    entries
}

/// The entries with what one language states of each answer.
pub(super) fn projected<A, B: Clone + PartialEq>(
    classes: &Classes,
    entries: &[Entry<A>],
    project: impl Fn(&A) -> B,
) -> Vec<Entry<B>> {
    let project = |it: &Entry<A>| Entry { pattern: it.pattern, answer: project(&it.answer) };
    let mut projected: Vec<Entry<B>> = entries.iter().map(project).collect();
    prune(classes, &mut projected);
    projected
}

/// Removes entries without which every class has the same answer.
fn prune<A: Clone + PartialEq>(classes: &Classes, entries: &mut Vec<Entry<A>>) {
    let decides = |entries: &[Entry<A>], class: &Class| {
        entries.iter().find(|it| class.matches(it.pattern)).map(|it| it.answer.clone())
    };
    let mut at = 0;
    while at < entries.len() {
        let mut without = entries.clone();
        without.remove(at);
        let is_same = |class: &Class| decides(entries, class) == decides(&without, class);
        if classes.all.iter().all(is_same) {
            *entries = without;
        } else {
            at += 1;
        }
    }
}

/// The patterns of entries, written so that the longest that matches decides as the first in the list
/// does: `*` are added where a shorter one must decide (RFC 9309 §2.2.2, F-23). They are returned
/// from the last entry to the first.
pub(super) fn by_length<'e, A: PartialEq>(
    classes: &Classes,
    entries: &'e [Entry<A>],
) -> Vec<(String, &'e A)> {
    let mut written: Vec<(String, &Entry<A>)> = Vec::new();
    for entry in entries.iter().rev() {
        let overlaps = |other: &Entry<A>| {
            let both = |it: &Class| it.matches(entry.pattern) && it.matches(other.pattern);
            classes.all.iter().any(both)
        };
        let below = written
            .iter()
            .filter(|(_, other)| other.answer != entry.answer && overlaps(other))
            .map(|(text, _)| text.len() + 1)
            .max();
        let text = classes.patterns.get(entry.pattern).map_or("/", |it| it);
        let more = below.unwrap_or(0).saturating_sub(text.len());
        written.push((padded(text, more.min(STARS)), entry));
    }
    written.into_iter().map(|(text, entry)| (text, &entry.answer)).collect()
}

/// The pattern with so many more `*`, which do not change what it matches. A single path cannot have
/// any.
fn padded(text: &str, more: usize) -> String {
    let stars = "*".repeat(more);
    match text.split_once('*') {
        Some((head, tail)) => format!("{head}*{stars}{tail}"),
        None if text.ends_with('$') => text.to_owned(),
        None => format!("{text}{stars}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The entries for a policy that is given by a function of the path.
    fn listed(patterns: &[&str], refuses: impl Fn(&str) -> bool) -> Vec<(String, bool)> {
        let classes = Classes::new(patterns.iter().map(|&it| it.to_owned()));
        let answers: Vec<bool> = classes.all.iter().map(|it| refuses(&it.path)).collect();
        let entries = entries(&classes, &answers, |one, other| *one || *other);
        by_length(&classes, &entries).into_iter().map(|(text, it)| (text, *it)).collect()
    }

    #[test]
    fn a_longer_pattern_decides_within_a_shorter_one() {
        let listed =
            listed(&["/a/", "/a/b/"], |path| path.starts_with("/a/") && !path.starts_with("/a/b/"));
        let expected = [("/", false), ("/a/", true), ("/a/b/", false)];
        assert_eq!(listed, expected.map(|(text, it)| (text.to_owned(), it)));
    }

    #[test]
    fn a_shorter_pattern_that_decides_gets_stars() {
        let listed = listed(&["/*.pdf", "/private/"], |path| {
            path.starts_with("/private/") && !path.contains(".pdf")
        });
        let expected = [("/", false), ("/private/", true), ("/*****.pdf", false)];
        assert_eq!(listed, expected.map(|(text, it)| (text.to_owned(), it)));
    }

    #[test]
    fn patterns_that_change_nothing_are_left_out() {
        assert_eq!(listed(&["/a/", "/b/"], |_| true), [("/".to_owned(), true)]);
    }
}
