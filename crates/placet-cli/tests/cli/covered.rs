//! Notes and JSON about what a decision does not cover.

use serde_json::{Value, json};

use crate::run::placet;

fn check(more: &[&str], robots: &str) -> (i32, String) {
    let args = ["check", "https://example.com/a", "--agent", "ExampleBot", "--robots", "-"];
    let run = placet(&[&args[..], more].concat(), robots.as_bytes());
    assert_eq!(run.err, "");
    (run.status, run.out)
}

fn json(more: &[&str], robots: &str) -> Value {
    serde_json::from_str(&check(&[more, &["--json"]].concat(), robots).1).unwrap()
}

#[test]
fn a_header_applies_in_every_profile() {
    for profile in ["full", "rfc9309", "google"] {
        let header = ["-u", "index", "--header", "X-Robots-Tag: noindex", "-p", profile];
        let (status, out) = check(&header, "");
        assert!(status == 1 && out.starts_with("prohibited"), "{out}");
    }
    let header = ["-u", "train-ai", "--header", "X-Robots-Tag: noai", "-p", "google"];
    let (status, out) = check(&header, "");
    let note = "not considered, because the profile google does not read ACAP or signals: X-Robots-Tag:1 noai";
    assert!(status == 0 && out.contains(note), "{out}");
}

#[test]
fn signals_that_the_profile_does_not_read_are_named() {
    let robots = "User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n";
    let (status, out) = check(&["-u", "train-ai"], robots);
    assert!(status == 1 && out.contains("2 | Content-Signal: search=yes, ai-train=no"), "{out}");
    assert_eq!(json(&["-u", "train-ai"], robots)["unweighed"], Value::Null);
    let plain = ["-u", "train-ai", "-p", "rfc9309"];
    let (status, out) = check(&plain, robots);
    let note = "not considered, because the profile rfc9309 does not read ACAP or signals: standard input:2 \
                Content-Signal: search=yes, ai-train=no";
    assert!(status == 0 && out.contains(note), "{out}");
    assert!(out.contains("no statement that was considered covers this usage"), "{out}");
    assert_eq!(
        json(&plain, robots)["unweighed"],
        json!([{
            "source": "robots.txt",
            "line": 2,
            "column": 1,
            "text": "Content-Signal: search=yes, ai-train=no",
            "why": "profile"
        }])
    );
    assert_eq!(json(&["-u", "crawl", "-p", "rfc9309"], robots)["unweighed"], Value::Null);
    let args = ["matrix", "/a", "--agent", "ExampleBot", "--robots", "-", "-p", "rfc9309"];
    let matrix = placet(&args, robots.as_bytes()).out;
    assert!(matrix.contains("note: index, present-snippet"), "{matrix}");
    assert!(matrix.contains("train-ai: not considered"), "{matrix}");
}

#[test]
fn time_limits_are_checked_against_the_current_time() {
    let robots = "ACAP-crawler: *\nACAP-allow-index: / time-limit=until-2011-01-01\n";
    for command in ["check", "explain", "matrix"] {
        let args = [command, "/a", "--agent", "ExampleBot", "--robots", "-"];
        let usage: &[&str] = if command == "matrix" { &[] } else { &["-u", "index"] };
        let now = placet(&[&args[..], usage].concat(), robots.as_bytes()).out;
        assert!(now.contains("ACAP-allow-index: / time-limit"), "{now}");
        assert!(!now.contains("not checked"), "{now}");
        let then = [&args[..], usage, &["--now", "2010-01-01"]].concat();
        let then = placet(&then, robots.as_bytes()).out;
        assert_ne!(now, then, "{command}");
    }
    assert_eq!(check(&["-u", "index"], robots).0, 1);
    let question = json!({"robots": robots, "agent": "ExampleBot", "url": "/a", "usage": "index"});
    let question = question.to_string();
    for args in [&["decide"][..], &["decide", "--verdict-only"]] {
        let run = placet(args, question.as_bytes());
        let answer: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(answer["verdict"], "permit");
        assert_eq!(
            answer["unchecked"],
            json!([{
                "condition": "time-limit=until-2011-01-01",
                "ends": "2011-01-02T00:00:00Z",
                "message": "expires 2011-01-01"
            }])
        );
    }
    let run = placet(&["decide", "--now", "2026-01-01"], question.as_bytes());
    assert_eq!(serde_json::from_str::<Value>(&run.out).unwrap()["verdict"], "prohibit");
    let robots = "ACAP-crawler: *\nACAP-allow-present: / time-limit=30-days\n";
    let (status, out) = check(&["-u", "present"], robots);
    let note = "not checked: time-limit=30-days expires 30 days after the resource was first used";
    assert!(status == 0 && out.contains(note), "{out}");
}

#[test]
fn a_partial_permission_lists_closed_elements() {
    let args = ["check", "/p", "-a", "ExampleBot", "-u", "index", "--html", "-", "--offline"];
    let html = b"<p>a</p>\n<div id=x class=the-acap:disallow-index>b</div>";
    let run = placet(&args, html);
    let note = "this applies to part of the page only; these elements are closed: <div id=x> at \
                standard input:2:1";
    assert!(run.status == 0 && run.out.contains(note), "{}", run.out);
    let run = placet(&[&args[..], &["--json"]].concat(), html);
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(answer["partial"], true);
    assert_eq!(answer["closed_elements"][0]["id"], "x");
    assert_eq!(answer["closed_elements"][0]["line"], 2);
}

#[test]
fn conditions_are_shown_with_their_source() {
    let header = ["-u", "present-snippet", "--header", "X-Robots-Tag: max-snippet:20"];
    let (status, out) = check(&header, "");
    assert!(
        status == 0 && out.contains("on condition: max-length=20-chars (X-Robots-Tag:1)"),
        "{out}"
    );
    assert!(!out.contains("ACAP 0.2"), "{out}");
    let answer = json(&header, "");
    assert_eq!(answer["reasons"][0]["by"], "conditioned");
    assert_eq!(answer["reasons"][0]["sets"], json!(["max-length=20-chars"]));
}

#[test]
fn a_body_of_another_type_is_not_read() {
    let args = ["check", "/p", "-a", "ExampleBot", "-u", "index", "--html", "-", "--offline"];
    let typed = [&args[..], &["--header", "Content-Type: text/plain"]].concat();
    let html = b"<meta name=robots content=noindex>";
    assert_eq!(placet(&args, html).status, 1);
    let run = placet(&typed, html);
    assert_eq!(run.status, 0);
    assert!(
        run.out.contains("the page is text/plain, not HTML, so only its header fields were read")
    );
    let page = placet(&["page", "-", "--header", "Content-Type: text/plain"], html);
    assert!(page.out.contains("body not read, because text/plain is not HTML"), "{}", page.out);
}
