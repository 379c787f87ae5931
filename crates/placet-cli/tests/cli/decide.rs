//! `placet decide`: order, errors, bounds.

use std::fmt::Write as _;

use crate::run::placet;
use serde_json::{Value, json};

fn answers(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn answers_come_in_the_order_of_the_questions() {
    let mut questions = String::new();
    for at in 0..20_000 {
        let robots = format!("User-agent: *\nDisallow: /{}\n", at / 7);
        let question =
            json!({"id": at, "robots": robots, "agent": "a", "url": format!("/{}", at % 3000)});
        writeln!(questions, "{question}").unwrap();
    }
    let run = placet(&["decide", "--verdict-only", "--threads", "4"], questions.as_bytes());
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let answers = answers(&run.out);
    assert_eq!(answers.len(), 20_000);
    for (at, answer) in answers.iter().enumerate() {
        assert_eq!(answer["id"], at);
        let closed = format!("/{}", at % 3000).starts_with(&format!("/{}", at / 7));
        assert_eq!(answer["verdict"], if closed { "prohibit" } else { "permit" }, "{at}");
    }
}

#[test]
fn an_answer_has_the_keys_that_are_documented() {
    let question = json!({
        "id": {"any": [1, null]}, "robots": "User-agent: *\nDisallow: /x\nCrawl-delay: 2.5\n",
        "agent": "Mozilla/5.0 (compatible; ExampleBot/2.1)", "url": "https://example.com/x/y",
        "usage": "crawl", "profile": "rfc9309", "why": "passed over",
    });
    let run = placet(&["decide"], question.to_string().as_bytes());
    let expected = json!({
        "id": {"any": [1, null]}, "verdict": "prohibit", "conditions": [], "profile": "rfc9309",
        "crawl_delay": 2.5,
        "reasons": [
            {"part": "group", "source": "robots.txt", "line": 1, "column": 1,
             "text": "User-agent: *", "why": "no group names ExampleBot, so `*` applies"},
            {"part": "decided", "source": "robots.txt", "line": 2, "column": 1,
             "text": "Disallow: /x", "octets": 2, "by": "longest",
             "section": "RFC 9309 section 2.2.2", "why": "longest match, 2 octets"},
        ],
    });
    assert_eq!(answers(&run.out), [expected]);
}

#[test]
fn a_line_that_is_no_question_is_answered_with_an_error_and_the_run_goes_on() {
    let good = r#"{"id": "good", "robots": "", "agent": "a", "url": "/"}"#;
    let lines = [
        "not JSON",
        r#"{"id": 1, "robots": "", "agent": "a"}"#,
        r#"{"id": 2, "robots": "", "agent": "a", "url": "no url"}"#,
        r#"{"id": 3, "agent": "a", "url": "/"}"#,
        r#"{"id": 4, "robots": "", "agent": "a", "url": "/", "profile": "x"}"#,
        r#"{"id": 5, "robots": "", "agent": "a", "url": "/", "usage": "eat"}"#,
        r#"{"id": 6, "robots_b64": "?", "agent": "a", "url": "/"}"#,
        r#"{"id": 7, "robots": "", "agent": "a", "url": "/", "html_b64": "?"}"#,
        "[]",
        good,
    ];
    let run = placet(&["decide"], lines.join("\n").as_bytes());
    assert_eq!(run.status, 2);
    let answers = answers(&run.out);
    assert_eq!(answers.len(), lines.len());
    let ids: Vec<_> = answers.iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(json!(ids), json!([null, 1, 2, 3, 4, 5, 6, 7, null, "good"]));
    for answer in &answers[..9] {
        assert!(answer["error"].is_string(), "{answer}");
        assert_eq!(answer["verdict"], Value::Null);
    }
    assert_eq!(answers[9]["verdict"], "permit");
}

#[test]
fn google_answers_any_name_and_any_text() {
    let question =
        r#"{"robots": "user-agent: 1\ndisallow: /", "agent": "", "url": "", "profile": "google"}"#;
    let run = placet(&["decide"], question.as_bytes());
    assert_eq!(answers(&run.out)[0]["verdict"], "prohibit");
}

#[test]
fn a_reader_that_has_seen_enough_ends_the_run() {
    use std::process::{Command, Stdio};
    let question = "{\"robots\":\"\",\"agent\":\"a\",\"url\":\"/\"}\n".repeat(200_000);
    let file = std::env::temp_dir().join(format!("placet-decide-{}.jsonl", std::process::id()));
    std::fs::write(&file, question).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_placet"))
        .arg("decide")
        .arg(&file)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let status = child.wait().unwrap();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(status.code(), Some(0));
}
