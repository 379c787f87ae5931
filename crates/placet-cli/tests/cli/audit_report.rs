//! `placet audit --summary`, `--report` and `--compare`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{Run, placet};

const BEFORE: &str = r#"{"origin": "a.example", "robots": "User-agent: GPTBot\nDisallow: /\n"}
{"origin": "b.example", "robots": "User-agent: *\nDisallow: /news/\n"}
{"origin": "c.example", "status": 404}
"#;

const AFTER: &str = r#"{"origin": "a.example", "robots": ""}
{"origin": "b.example", "robots": "User-agent: *\nDisallow: /\nContent-Signal: ai-train=no\n"}
{"origin": "d.example", "status": 503}
"#;

fn audit(folder: &Path, more: &[&str], input: &str) -> Run {
    let folder = folder.to_str().unwrap();
    let args = [&["audit", "--output", folder, "--agent", "GPTBot"][..], more].concat();
    placet(&args, input.as_bytes())
}

#[test]
fn tables_are_made_counted_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let (before, after) = (folder.path().join("before"), folder.path().join("after"));
    let page = folder.path().join("report.html");
    assert_eq!(audit(&before, &["-"], BEFORE).status, 0);
    let options =
        ["-", "--compare", before.to_str().unwrap(), "--report", page.to_str().unwrap(), "--json"];
    let run = audit(&after, &options, AFTER);
    assert_eq!((run.status, &*run.err), (0, ""));
    let result: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(result["captures"], 3);
    let changes = result["changes"]["listings"].as_array().unwrap();
    let access = changes.iter().find(|it| it["id"] == "changed-access").unwrap();
    assert_eq!(
        access["rows"].to_string(),
        r#"[["https://a.example","GPTBot","everything","nothing"],["https://b.example","GPTBot","part","everything"]]"#
    );
    assert!(fs::read_to_string(page).unwrap().contains("What changed for each crawler"));

    // A finished audit is read without an input.
    let run = audit(&after, &["--summary"], "");
    assert_eq!((run.status, &*run.err), (0, ""));
    assert!(run.out.contains("How much is closed to each crawler [agents]"), "{}", run.out);
    assert!(run.out.contains("GPTBot     2 (66.7 %)"), "{}", run.out);
    let run = audit(&after, &["--compare", before.to_str().unwrap()], "");
    assert!(run.out.contains("\nNew sites: 1 [new-sites]\n"), "{}", run.out);
}

#[test]
fn a_folder_without_an_audit_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let run = audit(folder.path(), &["--summary"], "");
    assert_eq!(run.status, 2);
    assert!(run.err.contains("has no audit: there is no manifest.json"), "{}", run.err);
}
