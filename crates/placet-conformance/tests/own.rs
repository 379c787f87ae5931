//! The project's own vectors, through the library.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test says what it ran and stops at the first surprise"
)]

use std::collections::{BTreeMap, BTreeSet};

use placet_conformance::{Library, run, vectors};

#[test]
fn the_library_answers_every_vector_of_robots_txt() {
    let vectors = vectors("rep").unwrap();
    let differences = run(&mut Library, &vectors);
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    println!("conformance: {} vectors of robots.txt hold", vectors.len());
}

#[test]
fn every_requirement_has_vectors_and_every_vector_a_name() {
    let vectors = vectors("rep").unwrap();
    assert!(vectors.len() >= 200, "{} vectors", vectors.len());
    let mut names = BTreeSet::new();
    let mut verdicts: BTreeMap<&str, BTreeSet<bool>> = BTreeMap::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for vector in &vectors {
        assert!(names.insert(&vector.id), "{} stands twice", vector.id);
        assert!(!vector.why.is_empty(), "{} says no why", vector.id);
        verdicts.entry(&vector.requirement).or_default().insert(vector.expected.allowed);
        *counts.entry(&vector.requirement).or_default() += 1;
    }
    for number in (1..=9).chain(10..=14).chain(20..=28) {
        let requirement = format!("F-{number:02}");
        let count = counts.get(requirement.as_str()).copied().unwrap_or_default();
        assert!(count >= 4, "{requirement} has {count} vectors");
        assert_eq!(verdicts[requirement.as_str()].len(), 2, "{requirement} is never contradicted");
    }
}

#[test]
fn the_library_answers_every_vector_of_acap() {
    let vectors = vectors("acap/robots.jsonl").unwrap();
    let differences = run(&mut Library, &vectors);
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    println!("conformance: {} vectors of ACAP in robots.txt hold", vectors.len());
}

#[test]
fn the_library_answers_every_vector_of_pages() {
    let vectors = page_vectors();
    let differences = run(&mut Library, &vectors);
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    println!("conformance: {} vectors of headers and pages hold", vectors.len());
}

#[test]
fn every_requirement_of_pages_has_two_vectors() {
    let vectors = page_vectors();
    let mut names = BTreeSet::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for vector in &vectors {
        assert!(names.insert(&vector.id), "{} stands twice", vector.id);
        assert!(!vector.why.is_empty(), "{} says no why", vector.id);
        for requirement in vector.requirement.split_whitespace() {
            *counts.entry(requirement).or_default() += 1;
        }
    }
    // Lifetimes (T-13) are no answers to questions; tests of the library show them.
    let rules = (1..=14).filter(|number| *number != 13).map(|number| format!("T-{number:02}"));
    for requirement in rules.chain((140..=155).map(|number| format!("R-{number}"))) {
        let count = counts.get(requirement.as_str()).copied().unwrap_or_default();
        assert!(count >= 2, "{requirement} has {count} vectors");
    }
}

fn page_vectors() -> Vec<placet_conformance::Vector> {
    let mut vectors = vectors("robots-tag").unwrap();
    vectors.extend(placet_conformance::vectors("acap/page.jsonl").unwrap());
    vectors.extend(placet_conformance::vectors("acap/page-more.jsonl").unwrap());
    vectors
}

#[test]
fn the_library_answers_every_vector_of_signals() {
    let vectors = vectors("signals").unwrap();
    let differences = run(&mut Library, &vectors);
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    println!("conformance: {} vectors of signals hold", vectors.len());
}

#[test]
fn every_requirement_of_signals_has_a_vector() {
    let vectors = vectors("signals").unwrap();
    let mut names = BTreeSet::new();
    let mut numbers = BTreeSet::new();
    for vector in &vectors {
        assert!(names.insert(&vector.id), "{} is there twice", vector.id);
        numbers.extend(vector.requirement.split_whitespace());
    }
    // Redirects (S-117) are for whoever fetches.
    for number in (1..=123).filter(|number| *number != 117) {
        let requirement = format!("S-{number:03}");
        assert!(numbers.contains(requirement.as_str()), "{requirement} has no vector");
    }
}
