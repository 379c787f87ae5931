//! `placet decide`: order, errors, limits.

use std::fmt::Write as _;

use crate::run::placet;
use serde_json::{Value, json};

fn answers(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn answers_have_the_order_of_the_questions() {
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
fn an_answer_has_the_documented_keys() {
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
             "section": "RFC 9309 section 2.2.2", "why": "longest match, 2 bytes"},
        ],
    });
    assert_eq!(answers(&run.out), [expected]);
}

#[test]
fn an_invalid_line_gives_an_error_and_the_run_continues() {
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
fn the_google_profile_accepts_any_name_and_any_text() {
    let question =
        r#"{"robots": "user-agent: 1\ndisallow: /", "agent": "", "url": "", "profile": "google"}"#;
    let run = placet(&["decide"], question.as_bytes());
    assert_eq!(answers(&run.out)[0]["verdict"], "prohibit");
}

#[test]
fn a_closed_output_ends_the_run() {
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

/// The error of a line, with its line and column.
fn error(line: &str) -> (String, Value) {
    // A blank line counts.
    let run = placet(&["decide"], format!("\n{line}\n").as_bytes());
    assert_eq!(run.status, 2, "{line}");
    let answer = answers(&run.out).remove(0);
    assert_eq!(answer["line"], 2, "{line}");
    (answer["error"].as_str().unwrap().to_owned(), answer["column"].clone())
}

#[test]
fn errors_name_the_key_the_line_and_the_column() {
    for (line, message, column) in [
        // Unknown keys.
        (
            r#"{"robots": "", "agnet": "a", "url": "/"}"#,
            "unknown key `agnet`; did you mean `agent`?",
            16,
        ),
        (
            r#"{"robot": "", "agent": "a", "url": "/"}"#,
            "unknown key `robot`; did you mean `robots`?",
            2,
        ),
        (
            r#"{"robots": "", "agent": "a", "url": "/", "element-level": false}"#,
            "unknown key `element-level`; did you mean `element_level`?",
            42,
        ),
        (r#"{"robots": "", "url": "/", "url": "/a"}"#, "the key `url` occurs twice", 28),
        // Invalid JSON.
        ("not JSON", "expected a value", 2),
        (r#"{"robots": "" "agent": "a"}"#, "expected a comma or a closing brace", 15),
        (r#"{"robots": "", "agent": "a""#, "the JSON value is not complete", 27),
        (r#"{"robots": "a"#, "the JSON value is not complete", 13),
        (r#"{"robots": ""} {}"#, "unexpected text after the JSON value", 16),
        (r#"{"robots": "",}"#, "unexpected comma at the end", 15),
        (r#"{"robots"; ""}"#, "expected a colon", 10),
        (r#"{robots: ""}"#, "a key must be a string in quotation marks", 2),
        (r#"{"robots": "\q"}"#, "invalid escape in a string", 14),
        ("[]", "expected an object", 1),
        ("7", "expected an object", 1),
        // Values of the wrong type.
        (r#"{"robots": "", "agent": 5}"#, "`agent`: expected a string, found a number", 25),
        (
            r#"{"agent": "a", "url": "/", "robots": ["a"]}"#,
            "`robots`: expected a string, found a list",
            38,
        ),
        (
            r#"{"robots": "", "agent": "a", "url": "/", "recrawled": "yes"}"#,
            "`recrawled`: expected true or false, found a string",
            55,
        ),
        (
            r#"{"robots": "", "agent": "a", "url": "/", "purpose": {"a": 1}}"#,
            "`purpose`: expected a string or a list of strings, found an object",
            53,
        ),
        (
            r#"{"robots": "", "agent": "a", "url": "/", "headers": [["a"]]}"#,
            "`headers`: expected a list of pairs of strings",
            53,
        ),
        (
            r#"{"robots": "", "agent": "a", "url": "/", "refs": {"/a": 1}}"#,
            "`refs`: expected an object whose values are strings",
            50,
        ),
        (
            r#"{"robots": "", "agent": "a", "url": "/", "now": "soon"}"#,
            "`now`: \"soon\" is neither a date nor an RFC 3339 timestamp",
            49,
        ),
    ] {
        assert_eq!(
            error(line),
            (format!("line 2, column {column}: {message}"), Value::from(column)),
            "{line}"
        );
    }
    for (line, message) in [
        (
            r#"{"robots": "", "robots_b64": "", "agent": "a", "url": "/"}"#,
            "`robots` and `robots_b64` exclude each other; remove one of them",
        ),
        (
            r#"{"robots": "", "robots_file": "a", "agent": "a", "url": "/"}"#,
            "`robots` and `robots_file` exclude each other; remove one of them",
        ),
        (
            r#"{"robots": "", "agent": "a", "url": "/", "html": "", "html_b64": ""}"#,
            "`html` and `html_b64` exclude each other; remove one of them",
        ),
        (
            r#"{"robots": "", "agent": "a"}"#,
            "`url` is missing; add it to the question or use --url",
        ),
        (
            r#"{"robots": "", "url": "/"}"#,
            "`agent` is missing; add it to the question or use --agent",
        ),
        (
            r#"{"agent": "a", "url": "/"}"#,
            "there is no robots.txt; add `robots`, `robots_b64` or `robots_file` to the question, or \
             use --robots",
        ),
        (r#"{"robots_b64": "?", "agent": "a", "url": "/"}"#, "`robots_b64`: not base64"),
    ] {
        assert_eq!(error(line), (message.to_owned(), Value::Null), "{line}");
    }
    let run = placet(&["decide"], b"{\"agent\": \"\xFF\"}");
    assert_eq!(answers(&run.out)[0]["error"], "line 1, column 12: not UTF-8");
}

#[test]
fn errors_do_not_mention_the_parser() {
    let values = ["null", "1", "1.5", "true", "\"x\"", "[]", "[1]", "[[1]]", "{}", "{\"a\": []}"];
    let keys = [
        "robots",
        "robots_b64",
        "robots_file",
        "agent",
        "usage",
        "url",
        "profile",
        "purpose",
        "now",
        "crawled",
        "recrawled",
        "honours",
        "refs",
        "headers",
        "html",
        "html_b64",
        "rendered",
        "element",
        "element_level",
        "standing",
        "origin",
        "id",
    ];
    let mut lines = String::new();
    for key in keys {
        for value in values {
            let mut question = json!({"robots": "", "agent": "a", "url": "/"});
            question.as_object_mut().unwrap().remove(key);
            if key.starts_with("robots") {
                question.as_object_mut().unwrap().remove("robots");
            }
            let rest = question.to_string();
            writeln!(lines, "{{\"{key}\": {value}, {}", &rest[1..]).unwrap();
        }
    }
    let run = placet(&["decide"], lines.as_bytes());
    assert_eq!(run.out.lines().count(), keys.len() * values.len());
    for word in ["serde", "invalid type", "missing field", "EOF", "expected struct", "Option", "::"]
    {
        assert!(!run.out.contains(word), "{word}: {}", run.out);
    }
}

#[test]
fn honours_works_as_on_the_command_line() {
    let robots = "ACAP-crawler: *\nACAP-allow-present-snippet: / max-length=9-words\n";
    let verdict = |honours: Value| {
        let question = json!({"robots": robots, "agent": "a", "url": "/",
            "usage": "present-snippet", "honours": honours});
        answers(&placet(&["decide"], question.to_string().as_bytes()).out)[0]["verdict"].clone()
    };
    assert_eq!(verdict(json!([])), "permit");
    assert_eq!(verdict(json!("max-length")), "permit");
    assert_eq!(verdict(json!(["!max-length"])), "prohibit");
    assert_eq!(verdict(json!("!Max-Length")), "prohibit");
    assert_eq!(verdict(json!(["!max-length", "max-length"])), "prohibit");
    let args = ["check", "/", "-a", "a", "-u", "present-snippet", "-r", "-"];
    for (honours, status) in [("max-length", 0), ("!max-length", 1), ("!!max-length", 2)] {
        let run = placet(&[&args[..], &["--honours", honours]].concat(), robots.as_bytes());
        assert_eq!(run.status, status, "{honours}");
    }
    let unknown = json!({"robots": "", "agent": "a", "url": "/", "honours": ["!!max-length"]});
    let (message, _) = error(&unknown.to_string());
    assert!(
        message.contains("unknown condition type \"!max-length\", expected one of time-limit,")
    );
}

#[test]
fn a_file_is_named_by_an_option_or_in_questions() {
    let run = placet(
        &[
            "decide",
            "-",
            "--robots",
            "examples/robots.txt",
            "--agent",
            "SomeBot",
            "--url",
            "/drafts/1",
        ],
        br#"{"id": 1}
{"id": 2, "url": "/"}
{"id": 3, "agent": "ExampleBot"}
{"id": 4, "robots": ""}
{"id": 5, "robots_file": "examples/acap.txt", "usage": "train-ai"}
{"id": 6, "robots_file": "missing.txt"}
{"id": 7, "robots_file": "examples"}
{"id": 8, "profile": "google"}
{"id": 9, "robots_file": "examples/acap.txt", "usage": "train-ai", "profile": "rfc9309"}"#,
    );
    assert_eq!(run.status, 2);
    let answers = answers(&run.out);
    let verdicts: Vec<_> = answers.iter().map(|it| it["verdict"].as_str()).collect();
    let (permit, prohibit) = (Some("permit"), Some("prohibit"));
    assert_eq!(
        verdicts,
        [prohibit, permit, permit, permit, prohibit, None, None, prohibit, permit]
    );
    assert_eq!(answers[0]["reasons"][1]["line"], 4);
    assert_eq!(
        answers[5]["error"],
        "`robots_file`: cannot read missing.txt: No such file or directory (os error 2)"
    );
    assert_eq!(
        answers[6]["error"],
        "`robots_file`: cannot read examples: it is not a regular file"
    );
    let both = placet(&["decide", "-", "--robots", "-"], b"");
    assert_eq!(both.err, "placet: standard input (-) can be used for one file only\n");
    let missing = placet(&["decide", "--robots", "missing.txt"], b"");
    assert_eq!((missing.status, missing.out.as_str()), (2, ""));
}

#[test]
fn many_questions_share_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("robots.txt");
    let mut rules = String::new();
    for at in 0..5_000 {
        writeln!(rules, "Disallow: /p{at}$").unwrap();
    }
    std::fs::write(&file, format!("User-agent: *\n{rules}")).unwrap();
    // Questions alternate between two files: parsing each time would take minutes.
    let other = folder.path().join("other.txt");
    std::fs::write(&other, format!("User-agent: *\n{rules}Disallow: /last\n")).unwrap();
    let mut questions = String::new();
    for at in 0..40_000 {
        let of = if at % 2 == 0 { &file } else { &other };
        let question = json!({"id": at, "robots_file": of, "url": format!("/p{}", at % 7_000)});
        writeln!(questions, "{question}").unwrap();
    }
    let run = placet(&["decide", "--agent", "a", "--verdict-only"], questions.as_bytes());
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    for (at, answer) in answers(&run.out).iter().enumerate() {
        let closed = at % 7_000 < 5_000;
        assert_eq!(answer["verdict"], if closed { "prohibit" } else { "permit" }, "{at}");
    }
}

#[test]
fn keys_of_test_vectors_are_ignored() {
    let question = json!({"id": 1, "robots": "", "agent": "a", "url": "/", "why": "x",
        "expected": {"allowed": true}, "requirement": "F-01", "basis": "text"});
    let run = placet(&["decide"], question.to_string().as_bytes());
    assert_eq!((run.status, &answers(&run.out)[0]["verdict"]), (0, &json!("permit")));
}
