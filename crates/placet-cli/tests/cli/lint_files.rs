//! `placet lint` with many files and many findings.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::run::placet;
use insta::assert_snapshot;
use serde_json::Value;

const NOTED: &[u8] =
    b"User-agent: *\nDisallow: /a/\nDisallow: /a/b\nDisallow: /c*\nDisallow: /a/d\n";

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn notes_fail_only_with_fail_on() {
    let status = |flags: &[&str]| placet(&[&["lint", "-"], flags].concat(), NOTED).status;
    assert_eq!(status(&[]), 0);
    assert_eq!(status(&["--fail-on", "note"]), 1);
    assert_eq!(status(&["--fail-on", "warning"]), 0);
    let closed = b"User-agent: *\nDisallow: /\n";
    assert_eq!(placet(&["lint", "-"], closed).status, 1);
    assert_eq!(placet(&["lint", "-", "--fail-on", "error"], closed).status, 0);
    let error = b"Disallow: /a\n";
    assert_eq!(placet(&["lint", "-", "--fail-on", "error"], error).status, 1);
}

#[test]
fn findings_of_one_rule_are_merged_for_people() {
    assert_snapshot!(placet(&["lint", "-"], NOTED).out, @r"
    note[ROB304]: this rule changes nothing: line 2 already closes these URLs
     --> standard input:3:1
      |
    2 | Disallow: /a/
      | ------------- decides the same
    3 | Disallow: /a/b
      | ^^^^^^^^^^^^^^
      |
      = help: --fix can remove the line
      = note: 1 more on line 5

    note[ROB309]: the final `*` matches nothing more: a rule for `/c` covers every URL that begins with it
     --> standard input:4:13
      |
    4 | Disallow: /c*
      |             ^
      |
      = help: remove it: crawlers count it as a character when they compare rules by length, so that this rule may win over another one
      = help: --fix --unsafe-fixes can remove it

    3 notes; 2 fixable with --fix
    ");
    assert_snapshot!(placet(&["lint", "-", "-f", "concise"], NOTED).out, @r"
    standard input:3:1: note ROB304 rule-redundant: this rule changes nothing: line 2 already closes these URLs (1 more on line 5)
    standard input:4:13: note ROB309 star-at-end: the final `*` matches nothing more: a rule for `/c` covers every URL that begins with it
    ");
}

#[test]
fn json_lists_every_finding() {
    let mut text = String::from("User-agent: *\nDisallow: /a/\n");
    for at in 0..2_500 {
        let _ = writeln!(text, "Disallow: /a/{at:04}");
    }
    let out = |format| placet(&["lint", "-", "-f", format], text.as_bytes()).out;
    assert_eq!(
        serde_json::from_str::<Value>(&out("json")).unwrap().as_array().unwrap().len(),
        2_500
    );
    assert_eq!(out("jsonl").lines().count(), 2_500);
    assert_eq!(out("github").lines().count(), 2_500);
    let sarif: Value = serde_json::from_str(&out("sarif")).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 2_500);
    assert_eq!(out("concise").lines().count(), 1);
    assert!(out("text").ends_with("\n2500 notes; 2500 fixable with --fix\n"));
}

#[test]
fn settings_turn_rules_off_and_set_severities() {
    let folder = tempfile::tempdir().unwrap();
    let lint = |settings: &str| {
        let config = write(folder.path(), "placet.toml", settings);
        let run = placet(&["lint", "-", "-f", "concise", "--config", &config], NOTED);
        let place = config.as_str();
        (run.status, run.out + &run.err.replace(place, "placet.toml"))
    };
    let rules = |rules: &str| lint(&format!("[lint.rules]\n{rules}\n"));
    assert_eq!(rules("ROB304 = 'off'\nstar-at-end = 'off'"), (0, String::new()));
    assert_eq!(rules("ROB3 = 'off'"), (0, String::new()));
    let (status, shown) = rules("rule-redundant = 'error'\nR309 = 'off'");
    assert_eq!(status, 1);
    assert!(shown.contains(": error ROB304 "), "{shown}");
    assert_eq!(lint("[lint]\nfail-on = 'note'\n").0, 1);
    for wrong in ["ROB999 = 'off'", "ROB304 = 'never'", "ROB304 = 1"] {
        let (status, message) = rules(wrong);
        assert_eq!(status, 2);
        assert!(message.starts_with("placet: cannot use placet.toml: "), "{message}");
    }
}

#[test]
fn an_unreadable_file_does_not_stop_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let good = write(folder.path(), "good.txt", "Disallow: /a\n");
    let none = folder.path().join("none.txt").to_str().unwrap().to_owned();
    let run = placet(&["lint", &none, &good, "-f", "concise"], b"");
    let masked = |text: &str| text.replace(folder.path().to_str().unwrap(), "FOLDER");
    assert_eq!(run.status, 2);
    assert_snapshot!(masked(&run.err), @r"
    placet: cannot open FOLDER/none.txt: No such file or directory (os error 2)
    ");
    assert_snapshot!(masked(&run.out), @r"
    FOLDER/good.txt:1:1: error ROB101 rule-outside-group: no crawler applies this rule: no `User-agent` line comes before it
    ");
    // Without any readable file there is no report.
    let run = placet(&["lint", &none], b"");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
}

#[test]
fn folders_and_globs_expand_to_sorted_files() {
    let folder = tempfile::tempdir().unwrap();
    let outside = "Disallow: /a\n";
    for name in ["b/robots.txt", "a/robots.txt", "a/notes.txt", ".git/robots.txt"] {
        write(folder.path(), name, outside);
    }
    let place = folder.path().to_str().unwrap();
    let lint = |given: &[&str]| {
        let given: Vec<String> = given.iter().map(|it| format!("{place}/{it}")).collect();
        let mut args = vec!["lint", "-f", "concise"];
        args.extend(given.iter().map(String::as_str));
        let run = placet(&args, b"");
        let files = run.out.lines().map(|line| line.split(':').next().unwrap());
        let files = files.map(|file| file[place.len() + 1..].to_owned()).collect::<Vec<_>>();
        (run.status, files, run.err.replace(place, "FOLDER"))
    };
    let robots = vec!["a/robots.txt".to_owned(), "b/robots.txt".to_owned()];
    assert_eq!(lint(&[""]), (1, robots.clone(), String::new()));
    assert_eq!(lint(&["*/robots.txt"]), (1, robots.clone(), String::new()));
    // Each file is linted once.
    assert_eq!(lint(&["a", "a/robots.txt", "**/robots.txt"]), (1, robots, String::new()));
    assert_eq!(lint(&["a/notes.txt"]).1, ["a/notes.txt"]);
    assert_eq!(lint(&["a/*.txt"]).1, ["a/notes.txt", "a/robots.txt"]);
    let message = "placet: FOLDER/*.html is not a file and matches none\n";
    assert_eq!(lint(&["*.html"]), (2, Vec::new(), message.to_owned()));
}

/// The values of `--format` are the same in all commands; old spellings still work.
#[test]
fn formats_have_the_same_names_as_in_other_commands() {
    let lint = |format: &str| placet(&["lint", "examples/robots.txt", "--format", format], b"").out;
    assert_eq!(lint("text"), lint("full"));
    assert_eq!(lint("jsonl"), lint("json-lines"));
    let short = placet(&["lint", "examples/robots.txt", "--json"], b"").out;
    assert!(short.starts_with('['), "{short}");
    assert_eq!(short, lint("json"));
}
