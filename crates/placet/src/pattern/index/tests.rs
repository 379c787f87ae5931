//! The index finds what trying every pattern finds, and the work it does is bounded.

use placet_testing::Random;

use super::*;
use crate::pattern::normalise;
use crate::pattern::normalise::NormalPattern;
use crate::vocabulary::{Profile, RuleKind};

struct Patterns(Vec<(NormalPattern, RuleKind)>);

impl Patterns {
    fn new(patterns: impl IntoIterator<Item = (String, RuleKind)>) -> Self {
        let normal = patterns.into_iter().map(|(written, kind)| {
            let as_written = || NormalPattern {
                bytes: written.clone().into(),
                in_query: None,
                len: written.len(),
            };
            (normalise::pattern(written.as_bytes()).unwrap_or_else(as_written), kind)
        });
        Self(normal.collect())
    }

    fn ranked(&self) -> impl Iterator<Item = (Pattern<'_>, Rank, u32)> {
        (0..).zip(&self.0).map(|(number, (normal, kind))| {
            let pattern = Pattern::new(&normal.bytes, normal.in_query.as_deref(), normal.len);
            (pattern, Rank::new(normal.len, *kind), number)
        })
    }

    fn bytes(&self) -> usize {
        self.0.iter().map(|(normal, _)| normal.bytes.len()).sum()
    }
}

fn highest_one_by_one(patterns: &Patterns, target: &Target<'_>) -> Rank {
    patterns
        .ranked()
        .filter(|(pattern, ..)| pattern.matches(target))
        .map(|(_, rank, _)| rank)
        .max()
        .unwrap_or_default()
}

/// A text over a small alphabet, from a seed.
fn text(seed: u64, alphabet: &[&str]) -> String {
    let mut random = Random::new(seed);
    let count = random.below(7);
    format!("/{}", random.text(alphabet, count))
}

#[test]
fn the_index_equals_trying_every_pattern() {
    let in_patterns = ["a", "b", "/", "*", "*", "$", "?", "%2F", "ab", "aab/"];
    let in_paths = ["a", "b", "/", "?", "%2F", "ab", "aab/"];
    for round in 0..300 {
        let patterns = Patterns::new((0..40).map(|at| {
            let kind = if at % 3 == 0 { RuleKind::Allow } else { RuleKind::Disallow };
            (text(round * 1_000_003 + at * 7_919, &in_patterns), kind)
        }));
        let index = Index::new(patterns.0.len(), patterns.ranked());
        for at in 0..60 {
            let path = text(round * 31 + at * 104_729, &in_paths);
            let target = Target::new(&path, Profile::Rfc9309).unwrap();
            assert_eq!(
                index.highest_counting(&target, &mut 0),
                highest_one_by_one(&patterns, &target),
                "{path}"
            );
        }
    }
}

/// So many that they are divided by their second byte.
#[test]
fn a_divided_index_equals_trying_every_pattern() {
    let in_patterns = ["a", "b", "/", "*", "$", "?", "%2F", "aab/", "c/", "d-", "x.html", "\u{e9}"];
    let in_paths = ["a", "b", "/", "?", "%2F", "aab/", "c/", "d-", "x.html", "%C3%A9", "z"];
    for round in 0..20 {
        let kinds = [RuleKind::Allow, RuleKind::Disallow];
        let patterns = Patterns::new(
            (0..2_000_u64)
                .zip(kinds.into_iter().cycle())
                .map(|(at, kind)| (text(round * 1_000_003 + at * 7_919, &in_patterns), kind)),
        );
        let index = Index::new(patterns.0.len(), patterns.ranked());
        assert!(index.parts.len() > 5);
        for at in 0..60 {
            let path = text(round * 31 + at * 104_729, &in_paths);
            let target = Target::new(&path, Profile::Rfc9309).unwrap();
            let highest = highest_one_by_one(&patterns, &target);
            assert_eq!(index.highest_counting(&target, &mut 0), highest, "{path}");
            let matching: Vec<u32> = patterns
                .ranked()
                .filter(|(pattern, ..)| pattern.matches(&target))
                .map(|(.., number)| number)
                .collect();
            assert_eq!(index.matching(&target).to_vec(), matching, "{path}");
        }
    }
}

/// The bound documented at [`Index::highest_counting`].
fn bound(patterns: &Patterns, path: &str) -> u64 {
    let (n, p, m) = (patterns.0.len() as u64, patterns.bytes() as u64, path.len() as u64);
    let log = u64::from(n.ilog2() + 1);
    2 * m + (m / 8 + 1) * (log + 18) + 2 * n + 3 * m * 65 + 4 * p + 4 * n * m
}

/// Checks that none of the patterns matches the path, within the bound. Returns the steps.
fn check_bound(path: &str, patterns: impl IntoIterator<Item = String>) -> u64 {
    let patterns = Patterns::new(patterns.into_iter().map(|it| (it, RuleKind::Disallow)));
    let target = Target::new(path, Profile::Rfc9309).unwrap();
    let mut steps = 0;
    let highest =
        Index::new(patterns.0.len(), patterns.ranked()).highest_counting(&target, &mut steps);
    assert_eq!(highest, Rank::NONE);
    assert!(steps <= bound(&patterns, path), "{steps} steps");
    steps
}

#[test]
fn ten_thousand_hostile_patterns_stay_within_the_bound() {
    let path = format!("/{}", "a".repeat(10_000));
    let steps = check_bound(&path, (0..10_000).map(|at| format!("/{}b{at}", "*a".repeat(500))));
    // All of them need a `b`, which the path lacks, so none is tried.
    assert!(steps <= 10 * path.len() as u64, "{steps} steps");
}

#[test]
fn patterns_that_must_be_tried_stay_within_the_bound() {
    let path = format!("/{}", "ab".repeat(5_000));
    check_bound(&path, (0..300).map(|at| format!("/{}bb", "*ab".repeat(500 + at))));
}

#[test]
fn patterns_with_nested_prefixes_stay_within_the_bound() {
    let path = format!("/{}", "a".repeat(3_000));
    check_bound(&path, (1..2_000).map(|at| format!("/{}*b", "a".repeat(at))));
}

#[test]
fn of_many_patterns_with_one_prefix_few_are_tried() {
    let path = "/shop/list?size=4&colour=red";
    let steps = check_bound(path, (0..10_000).map(|at| format!("/shop/*shade={at}")));
    assert!(steps <= 10 * path.len() as u64, "{steps} steps");
}

#[test]
fn keys_chosen_for_their_hashes_do_not_make_the_table_slow() {
    let is_chosen = |word: &String| {
        let bits = u32::from_le_bytes(word.as_bytes().try_into().unwrap());
        bits.wrapping_mul(0x9E37_79B1) >> 25 == 0
    };
    let letters = || (b'a'..=b'z').map(char::from);
    let words = letters().flat_map(|a| letters().map(move |b| format!("{a}{b}")));
    let words: Vec<String> = words.collect();
    let fours = words.iter().flat_map(|a| words.iter().map(move |b| format!("{a}{b}")));
    let chosen: Vec<String> = fours.filter(is_chosen).take(2_000).collect();
    assert_eq!(chosen.len(), 2_000, "enough words with hashes that begin alike");
    let patterns = || chosen.iter().map(|word| format!("/*{word}$"));
    check_bound(&format!("/{}/", chosen[..200].concat()), patterns());
    let patterns = Patterns::new(patterns().map(|it| (it, RuleKind::Disallow)));
    let index = Index::new(patterns.0.len(), patterns.ranked());
    for (number, word) in (0..).zip(&chosen) {
        let path = format!("/x/{word}");
        let target = Target::new(&path, Profile::Rfc9309).unwrap();
        assert_eq!(index.matching(&target).to_vec(), [number], "{path}");
    }
}

#[test]
fn a_path_with_every_key_tries_each_pattern_once() {
    let words: Vec<String> = (0..2_000).map(|at| format!("w{at:04}")).collect();
    let path = format!("/{}", words.join("/"));
    check_bound(&path, words.iter().map(|word| format!("/*{word}*never")));
}

#[test]
fn the_steps_do_not_grow_with_the_number_of_rules() {
    let steps = |rules: usize| {
        let patterns = Patterns::new((0..rules).map(|at| {
            let pattern = match at % 10 {
                0 => format!("/*/section{at}/"),
                1 => format!("/files/*.ext{at}$"),
                _ => format!("/dir{at}/sub/"),
            };
            (pattern, RuleKind::Disallow)
        }));
        let index = Index::new(patterns.0.len(), patterns.ranked());
        let mut steps = 0;
        for at in 0..100 {
            let path = format!("/dir{at}/some/section{at}0/page-{at}.html?x={at}");
            let target = Target::new(&path, Profile::Rfc9309).unwrap();
            index.highest_counting(&target, &mut steps);
        }
        steps
    };
    let (few, many) = (steps(100), steps(10_000));
    assert!(many <= 3 * few, "{many} steps for 10,000 rules, {few} for 100");
}
