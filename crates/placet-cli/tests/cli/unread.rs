//! A robots.txt that is longer than the size limit.

use std::fmt::Write as _;

use serde_json::Value;

use crate::run::placet;
use crate::server::{Server, ok};

/// 512,000 bytes, followed by this many rules.
fn long(rules: usize) -> String {
    let mut text = "User-agent: *\nDisallow: /a\n".to_owned();
    while text.len() < 512_000 {
        let line = (512_000 - text.len()).min(80);
        writeln!(text, "{:#<1$}", "", line - 1).unwrap();
    }
    for at in 0..rules {
        writeln!(text, "Disallow: /b{at}").unwrap();
    }
    text
}

const NOTE: &str = "12,721 rules after byte 512,000 are not read";

#[test]
fn rules_past_the_ceiling_are_reported_by_every_command() {
    let robots = long(12_721);
    for command in [
        &["check", "/b1", "-a", "ExampleBot", "-r", "-"][..],
        &["matrix", "/b1", "-a", "ExampleBot", "-r", "-"],
        &["explain", "/b1", "-a", "ExampleBot", "-r", "-"],
        &["records", "-"],
    ] {
        let run = placet(command, robots.as_bytes());
        assert_eq!(run.status, 0, "{command:?}");
        assert!(run.out.contains(NOTE), "{command:?}\n{}", run.out);
        let run = placet(&[command, &["--json"]].concat(), robots.as_bytes());
        let json: Value = serde_json::from_str(&run.out).unwrap();
        let unread = json["unread"].get(0).unwrap_or(&json["unread"]);
        assert_eq!(unread["message"], NOTE, "{command:?}");
        assert_eq!((&unread["rules"], &unread["after"]), (&12_721.into(), &512_000.into()));
    }
}

#[test]
fn answers_report_unread_rules() {
    let question = serde_json::json!({"robots": long(12_721), "agent": "a", "url": "/b1"});
    for more in [&[][..], &["--verdict-only"]] {
        let run = placet(&[&["decide"], more].concat(), question.to_string().as_bytes());
        let json: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(json["unread"][0]["message"], NOTE, "{json}");
    }
}

#[test]
fn a_long_file_without_more_records_is_not_reported() {
    for rest in ["", "# Disallow: /\n", "\n\n\n", "<p>\n"] {
        let robots = long(0) + rest;
        let run = placet(&["check", "/b1", "-a", "a", "-r", "-"], robots.as_bytes());
        assert!(!run.out.contains("not read"), "{rest:?}\n{}", run.out);
        let run = placet(&["check", "/b1", "-a", "a", "-r", "-", "--json"], robots.as_bytes());
        assert!(!run.out.contains("unread"), "{rest:?}");
    }
    // A higher ceiling reads more.
    let robots = long(1);
    let more = ["check", "/b0", "-a", "a", "-r", "-", "--ceiling", "600000"];
    let run = placet(&more, robots.as_bytes());
    assert_eq!(run.status, 1);
    assert!(!run.out.contains("not read"), "{}", run.out);
}

#[test]
fn a_fetched_file_that_is_cut_is_reported() {
    let robots = long(10);
    let site = Server::new(move |_| ok("text/plain", &robots));
    let url = site.url("/b1");
    for command in ["check", "matrix", "explain"] {
        let args = [command, &url, "-a", "ExampleBot", "--store", "memory", "--allow-private"];
        let run = placet(&args, b"");
        assert!(run.out.contains("everything after byte 512,000 is not read"), "{}", run.out);
        let run = placet(&[&args[..], &["--json"]].concat(), b"");
        let json: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(json["unread"][0]["after"], 512_000, "{json}");
        assert_eq!(json["unread"][0]["rules"], Value::Null);
    }
}

#[test]
fn a_referenced_file_is_reported_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("more.txt");
    std::fs::write(&file, long(3)).unwrap();
    let reference = format!("/more.txt={}", file.display());
    let robots = b"ACAP-crawler: *\nACAP-permissions-reference: /more.txt\n";
    let args = ["check", "/b1", "-a", "a", "-r", "-", "--reference", &reference];
    let run = placet(&args, robots);
    let note = format!("{}: 3 rules after byte 512,000 are not read", file.display());
    assert!(run.out.contains(&note), "{}", run.out);
}
