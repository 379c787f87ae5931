//! The project's own vectors, through the library.

#![expect(clippy::print_stdout, reason = "a test says what it ran and stops at the first surprise")]

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
