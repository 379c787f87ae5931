//! `placet lint` and `placet rule`.

use crate::run::placet;
use insta::assert_snapshot;
use serde_json::Value;

const ROBOTS: &[u8] = b"Disallow: /early\nUser-agent: *\nDisalow: /private\nAllow: /x*\n";

#[test]
fn findings_are_shown_with_their_lines_and_exit_1() {
    let run = placet(&["lint", "-"], ROBOTS);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert_snapshot!(run.out);
}

#[test]
fn a_clean_file_exits_0() {
    let run = placet(&["lint", "-"], b"User-agent: *\nDisallow: /private/\n");
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "no findings\n", ""));
}

#[test]
fn rules_are_selected_and_ignored() {
    let selected = placet(&["lint", "-", "--select", "ROB101", "--format", "concise"], ROBOTS);
    assert_snapshot!(selected.out, @"standard input:1:1: error ROB101 rule-outside-group: no crawler applies this rule: no `User-agent` line comes before it");
    assert_eq!(placet(&["lint", "-", "--ignore", "ALL"], ROBOTS).status, 0);
    let unknown = placet(&["lint", "-", "--select", "Q9"], ROBOTS);
    assert_eq!(unknown.status, 2);
    assert_eq!(unknown.err, "placet: no rule is selected by `Q9`\n");
}

#[test]
fn formats_for_programs_are_valid() {
    let json: Value =
        serde_json::from_str(&placet(&["lint", "-", "-f", "json"], ROBOTS).out).unwrap();
    assert!(!json.as_array().unwrap().is_empty());
    let sarif: Value =
        serde_json::from_str(&placet(&["lint", "-", "-f", "sarif"], ROBOTS).out).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    let lines = placet(&["lint", "-", "-f", "jsonl"], ROBOTS).out;
    assert!(lines.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
}

#[test]
fn fixes_are_shown_as_a_diff_or_applied() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("robots.txt");
    std::fs::write(&file, ROBOTS).unwrap();
    let path = file.to_str().unwrap();
    let diff = placet(&["lint", path, "--fix", "--diff"], b"");
    assert_eq!(diff.status, 1);
    assert!(diff.out.contains("\n-Disalow: /private\n"), "{}", diff.out);
    assert!(diff.out.contains("\n+Disallow: /private\n"), "{}", diff.out);
    assert_eq!(std::fs::read(&file).unwrap(), ROBOTS);
    placet(&["lint", path, "--fix"], b"");
    let fixed = String::from_utf8(std::fs::read(&file).unwrap()).unwrap();
    assert!(fixed.contains("Disallow: /private\n"), "{fixed}");
    let again = placet(&["lint", path, "--fix", "--diff"], b"").out;
    assert_eq!(again, "");
}

#[test]
fn pages_and_fields_are_recognized() {
    let fields = b"HTTP/1.1 200 OK\r\nX-Robots-Tag: noindex\r\n\r\n";
    let run = placet(&["lint", "-", "-f", "concise"], fields);
    assert!(run.out.contains(" TAG104 "), "{}", run.out);
    let page = b"<body><meta name=robots content=noindex>";
    let run = placet(&["lint", "-", "--as", "page", "-f", "concise"], page);
    assert_eq!(run.status, 1);
    assert!(run.out.contains(" HTM1"), "{}", run.out);
}

#[test]
fn a_rule_has_a_manual_page() {
    let run = placet(&["rule", "rule-outside-group"], b"");
    assert_eq!(run.status, 0);
    assert_snapshot!(run.out);
    // Former codes and names go on working.
    assert_eq!(placet(&["rule", "R101"], b"").out, run.out);
    let [former, current] = ["nul-octet", "ROB105"].map(|it| placet(&["rule", it], b"").out);
    assert_eq!(former, current);
    assert!(placet(&["rule"], b"").out.lines().count() >= 100);
    let none = placet(&["rule", "ROB999"], b"");
    assert_eq!(none.err, "placet: unknown rule \"ROB999\"; `placet rule` lists all rules\n");
}
