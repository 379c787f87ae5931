//! The project's own vectors, asked of the library.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test prints what it ran and stops at the first surprise"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use placet_conformance::{Library, Surface, Vector, all_vectors, run, shared, vectors};

/// Every vector in a file or folder holds, and there are at least so many.
fn holds(path: &str, at_least: usize) {
    let vectors = vectors(path).unwrap();
    assert!(vectors.len() >= at_least, "{path} has only {} vectors", vectors.len());
    let differences = run(&mut Library, &vectors);
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    println!("conformance: {} vectors of {path} hold", vectors.len());
}

#[test]
fn the_library_answers_every_vector_of_robots_txt() {
    holds("rep", 973);
}

#[test]
fn the_library_answers_every_vector_of_acap_in_robots_txt() {
    holds("acap/robots.jsonl", 718);
}

#[test]
fn the_library_answers_every_vector_of_acap() {
    holds("acap", 1_245);
}

#[test]
fn the_library_answers_every_vector_of_headers_and_meta_rules() {
    holds("robots-tag", 461);
}

#[test]
fn every_vector_has_its_own_name_and_gives_a_reason() {
    let mut names = BTreeSet::new();
    for vector in all_vectors().unwrap() {
        assert!(!vector.why.is_empty(), "{} has no why", vector.id);
        assert!(names.insert(vector.id.clone()), "{} occurs twice", vector.id);
    }
}

#[test]
fn every_requirement_of_robots_txt_has_vectors_with_both_verdicts() {
    let vectors = vectors("rep").unwrap();
    let mut verdicts: BTreeMap<&str, BTreeSet<bool>> = BTreeMap::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for vector in &vectors {
        verdicts.entry(&vector.requirement).or_default().insert(vector.expected.allowed);
        *counts.entry(&vector.requirement).or_default() += 1;
    }
    for number in (1..=9).chain(10..=14).chain(20..=28) {
        let requirement = format!("F-{number:02}");
        let count = counts.get(requirement.as_str()).copied().unwrap_or_default();
        assert!(count >= 4, "{requirement} has {count} vectors");
        assert_eq!(verdicts[requirement.as_str()].len(), 2, "{requirement} has one verdict only");
    }
}

#[test]
fn every_requirement_of_pages_has_two_vectors() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for vector in all_vectors().unwrap() {
        for requirement in vector.requirement.split_whitespace() {
            *counts.entry(requirement.to_owned()).or_default() += 1;
        }
    }
    // Lifetimes (T-13) are not questions; the tests of `placet-fetch` cover them.
    let rules = (1..=14).filter(|number| *number != 13).map(|number| format!("T-{number:02}"));
    for requirement in rules.chain((140..=155).map(|number| format!("R-{number}"))) {
        let count = counts.get(requirement.as_str()).copied().unwrap_or_default();
        assert!(count >= 2, "{requirement} has {count} vectors");
    }
}

/// The shared vectors, if they are next to the checkout, are all here and unchanged, apart from what
/// decides.
#[test]
fn the_shared_vectors_are_all_here() {
    for (suite, files) in [
        ("acap", &["robots", "meta", "elements", "combined"][..]),
        ("robots-tag", &["robots-tag", "x-robots-tag", "meta", "head", "combined"]),
    ] {
        let Some(given) = shared::vectors(suite).unwrap() else { continue };
        let mut own = BTreeMap::new();
        for file in files {
            let path = format!("../../conformance/{suite}/{file}.jsonl");
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
            for mut vector in shared::objects(&path).unwrap() {
                vector["expected"].as_object_mut().unwrap().remove("by").unwrap();
                own.insert(vector["id"].as_str().unwrap().to_owned(), vector);
            }
        }
        for vector in &given {
            assert_eq!(own.get(vector["id"].as_str().unwrap()), Some(vector));
        }
        println!("conformance: {} shared vectors of {suite} are here", given.len());
    }
}

/// A line that decides is needed: without it, the answer changes or another statement decides.
#[test]
fn without_its_deciding_line_a_file_decides_otherwise() {
    let without = |vector: &Vector| {
        let (by, text) = (vector.expected.by.as_ref()?, vector.robots.as_ref()?);
        let line = by.line.filter(|_| by.source.as_deref() == Some("robots.txt"))?;
        // A line of its own, so that all others keep their numbers.
        if vector.robots_b64.is_some() || text.contains('\r') {
            return None;
        }
        let kept =
            text.split('\n').enumerate().map(|(at, it)| if at + 1 == line { "" } else { it });
        let robots = kept.collect::<Vec<_>>().join("\n");
        let mut vector = vector.clone();
        vector.robots = Some(robots);
        Some(vector)
    };
    let vectors: Vec<Vector> = all_vectors().unwrap().iter().filter_map(without).collect();
    assert!(vectors.len() > 1_000, "{}", vectors.len());
    for (vector, answer) in vectors.iter().zip(Library.answers(&vectors)) {
        let answer = answer.unwrap();
        assert!(!vector.expected.is_met_by(&answer), "{}: {:?}", vector.id, vector.expected.by);
    }
}

#[test]
fn the_library_answers_every_vector_of_signals() {
    holds("signals", 399);
}

#[test]
fn every_requirement_of_signals_has_a_vector() {
    let vectors = vectors("signals").unwrap();
    let numbers: BTreeSet<&str> =
        vectors.iter().flat_map(|it| it.requirement.split_whitespace()).collect();
    // Redirects (S-117) are for the caller, who fetches.
    for number in (1..=123).filter(|number| *number != 117) {
        let requirement = format!("S-{number:03}");
        assert!(numbers.contains(requirement.as_str()), "{requirement} has no vector");
    }
}
