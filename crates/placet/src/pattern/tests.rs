//! Comparisons of patterns agree with a naive matcher, and are bounded.

use placet_testing::{pattern as naive, short_paths};
use proptest::prelude::*;

use super::normalise::{self, NormalPattern};
use super::search::witness_counting;
use super::*;
use crate::pattern::Target;
use crate::vocabulary::Profile;

/// A pattern as written, with its normal form and its naive counterpart.
struct Written {
    text: String,
    normal: NormalPattern,
    naive: Option<naive::Pattern>,
}

impl Written {
    fn new(text: String) -> Self {
        let as_written =
            || NormalPattern { bytes: text.clone().into(), in_query: None, len: text.len() };
        let normal = normalise::pattern(text.as_bytes()).unwrap_or_else(as_written);
        let naive = naive::Pattern::conventional(text.as_bytes());
        Self { text, normal, naive }
    }

    fn pattern(&self) -> Pattern<'_> {
        let NormalPattern { bytes, in_query, len } = &self.normal;
        Pattern::new(bytes, in_query.as_deref(), *len)
    }

    /// Whether the naive matcher matches it with a path.
    fn matches(&self, path: &Path) -> bool {
        self.naive.as_ref().is_some_and(|it| it.matches(&path.target, naive::Case::Kept))
    }

    fn matches_text(&self, path: &str) -> bool {
        self.matches(&Path::new(path.to_owned()))
    }
}

/// A path, and its form for the naive matcher.
struct Path {
    text: String,
    target: naive::Target,
}

impl Path {
    fn new(text: String) -> Self {
        Self { target: naive::Target::of_path(&text), text }
    }
}

/// All patterns of one of the beginnings followed by up to `most` pieces.
fn texts(beginnings: &[&str], pieces: &[&str], most: usize) -> Vec<String> {
    let paths = short_paths(pieces, most);
    let rests = || paths.iter().filter_map(|path| path.strip_prefix('/'));
    beginnings.iter().flat_map(|it| rests().map(move |rest| format!("{it}{rest}"))).collect()
}

/// Each pattern, with and without an anchor.
fn anchored(texts: Vec<String>) -> Vec<Written> {
    texts.into_iter().flat_map(|it| [format!("{it}$"), it]).map(Written::new).collect()
}

/// The distinct normal forms of short paths.
fn paths(most: usize) -> Vec<Path> {
    let normal = |path: &String| Target::new(path, Profile::Rfc9309).unwrap().to_string();
    let pieces = ["a", "/", "?", "%2F", "%41", "z"];
    let mut paths: Vec<String> = short_paths(&pieces, most).iter().map(normal).collect();
    paths.sort();
    paths.dedup();
    paths.into_iter().map(Path::new).collect()
}

/// Checks the relations of two patterns against the naive matcher: universal ones on `paths`,
/// existential ones on the witness.
fn check(one: &Written, other: &Written, paths: &[Path]) -> Result<(), TestCaseError> {
    let (pattern, second) = (one.pattern(), other.pattern());
    let both = format!("{} {}", one.text, other.text);
    let witness_of = |matched: &[Pattern<'_>], unmatched: &[Pattern<'_>]| match witness(
        matched,
        unmatched,
        u64::MAX,
    ) {
        Witness::Path(path) => Some(path),
        Witness::None => None,
        Witness::Unknown => panic!("unknown: {both}"),
    };
    if let Some(path) = witness_of(&[second], &[pattern]) {
        prop_assert!(!pattern.covers(&second), "covers: {both}");
        let fits = other.matches_text(&path) && !one.matches_text(&path);
        prop_assert!(fits, "{path} is not a witness: {both}");
    } else {
        prop_assert!(pattern.covers(&second), "does not cover: {both}");
        let one_form = pattern.in_query().or(second.in_query()).is_none() && !second.is_void();
        prop_assert!(!one_form || pattern.pairs() & !second.pairs() == 0, "{both}");
        let hit = paths.iter().find(|path| other.matches(path) && !one.matches(path));
        prop_assert!(hit.is_none(), "{both}");
    }
    if let Some(path) = witness_of(&[pattern, second], &[]) {
        prop_assert!(pattern.overlaps(&second), "does not overlap: {both}");
        let fits = other.matches_text(&path) && one.matches_text(&path);
        prop_assert!(fits, "{path} is not a witness: {both}");
    } else {
        prop_assert!(!pattern.overlaps(&second), "overlaps: {both}");
        let hit = paths.iter().find(|path| other.matches(path) && one.matches(path));
        prop_assert!(hit.is_none(), "{both}");
    }
    Ok(())
}

#[test]
fn short_patterns_compare_as_all_paths_do() {
    let patterns = anchored(texts(&["/", "*", "a"], &["a", "/", "*"], 2));
    let paths = paths(3);
    for one in &patterns {
        for other in &patterns {
            check(one, other, &paths).unwrap();
        }
    }
}

#[test]
fn short_patterns_of_two_forms_compare_as_all_paths_do() {
    let patterns = anchored(texts(&["/", "*"], &["*", "?", "%2F", "/"], 2));
    let paths = paths(3);
    for one in &patterns {
        for other in patterns.iter().step_by(3) {
            check(one, other, &paths).unwrap();
        }
    }
}

#[test]
fn a_pattern_matches_as_the_naive_matcher_does() {
    let patterns = anchored(texts(&["/", "*"], &["a", "*", "?", "%2F", "%41", "$"], 3));
    let paths = paths(3);
    for pattern in patterns.iter().step_by(5) {
        for path in &paths {
            let target = Target::new(&path.text, Profile::Rfc9309).unwrap();
            let is_matched = pattern.pattern().matches(&target);
            assert_eq!(is_matched, pattern.matches(path), "{} {}", pattern.text, path.text);
        }
    }
}

fn written() -> impl Strategy<Value = Written> {
    let piece =
        prop::sample::select(vec!["*", "*", "$", "%41", "%2F", "?", "/", "a", "b", "ab", "A"]);
    let body = prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat());
    let start = prop::sample::select(vec!["/", "/", "/a", "*", "*/"]);
    let end = prop::sample::select(vec!["", "$"]);
    (start, body, end).prop_map(|(start, body, end)| Written::new(format!("{start}{body}{end}")))
}

impl std::fmt::Debug for Written {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn patterns_compare_as_the_naive_matcher_says(one in written(), other in written()) {
        check(&one, &other, &[])?;
    }

    #[test]
    fn a_witness_of_many_patterns_matches_some_and_not_others(
        matched in prop::collection::vec(written(), 1..4),
        unmatched in prop::collection::vec(written(), 0..4),
    ) {
        let wanted: Vec<_> = matched.iter().map(Written::pattern).collect();
        let others: Vec<_> = unmatched.iter().map(Written::pattern).collect();
        let mut taken = 0;
        match witness_counting(&wanted, &others, 200_000, &mut taken) {
            Witness::Path(path) => {
                prop_assert!(matched.iter().all(|it| it.matches_text(&path)), "{path}");
                prop_assert!(!unmatched.iter().any(|it| it.matches_text(&path)), "{path}");
            }
            Witness::None => {
                let is_hit = |path: &Path| {
                    matched.iter().all(|it| it.matches(path)) && !unmatched.iter().any(|it| it.matches(path))
                };
                prop_assert!(!paths(2).iter().any(is_hit));
            }
            Witness::Unknown => prop_assert!(taken > 200_000),
        }
    }

    #[test]
    fn an_example_is_matched_and_a_near_miss_is_not(pattern in written()) {
        prop_assert!(pattern.matches_text(&pattern.pattern().example()));
        let miss = pattern.pattern().near_miss();
        prop_assert!(miss.is_none_or(|path| !pattern.matches_text(&path)));
    }

    #[test]
    fn the_rest_of_a_path_is_matched_from_one_of_the_positions(
        pattern in written(), beginning in "/[a/]{0,3}", rest in "[a/]{0,3}",
    ) {
        let compiled = pattern.pattern();
        prop_assume!(compiled.in_query().is_none());
        let normal = &pattern.normal.bytes;
        let positions = compiled.positions_after(beginning.as_bytes());
        let target = naive::Target::raw(rest.clone().into());
        let from = |&at: &usize| naive::Pattern::plain(&normal[at..]);
        let goes_on =
            positions.iter().map(from).any(|it| it.matches(&target, naive::Case::Kept));
        prop_assert_eq!(goes_on, pattern.matches_text(&format!("{beginning}{rest}")));
    }
}

/// Comparing patterns that are built to be slow stays within the counted steps.
#[test]
fn hostile_patterns_are_compared_in_one_pass() {
    let patterns: Vec<Written> = [
        format!("/{}", "*a".repeat(300)),
        format!("/{}b$", "*a".repeat(300)),
        format!("/{}b", "*aaaaaaab".repeat(60)),
        format!("*{}$", "a".repeat(600)),
        format!("/{}*", "*".repeat(600)),
    ]
    .map(Written::new)
    .into();
    for one in &patterns {
        for other in &patterns {
            let (pattern, second) = (one.pattern(), other.pattern());
            let bound = 2 * (1 + one.text.len() + other.text.len()) as u64;
            let (mut covering, mut overlapping) = (0, 0);
            pattern.covers_counting(&second, &mut covering);
            pattern.overlaps_counting(&second, &mut overlapping);
            assert!(covering <= bound && overlapping <= bound, "{covering} {overlapping} {bound}");
        }
    }
}

#[test]
fn a_search_among_hostile_patterns_stops_at_its_ceiling() {
    let many: Vec<Written> =
        (0..40).map(|at| Written::new(format!("/*a{at:02}*%2F{}", "*b".repeat(9)))).collect();
    let patterns: Vec<Pattern<'_>> = many.iter().map(Written::pattern).collect();
    let (matched, unmatched) = patterns.split_at(20);
    for ceiling in [1_000, 100_000] {
        let mut taken = 0;
        assert_eq!(witness_counting(matched, unmatched, ceiling, &mut taken), Witness::Unknown);
        // One byte moves each automaton by a few positions, and the state is kept.
        let byte: usize = many.iter().map(|it| it.text.len() + 16).sum();
        assert!(taken <= ceiling + byte as u64, "{taken}");
    }
    let two = [
        Written::new(format!("/{}x", "*%2Fa".repeat(60))),
        Written::new(format!("/{}", "*a%3F".repeat(60))),
    ];
    let [one, other] = [two[0].pattern(), two[1].pattern()];
    // If the steps do not suffice, the result errs on the safe side.
    assert!(!one.covers(&other) && one.overlaps(&other));
}
