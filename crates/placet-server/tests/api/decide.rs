//! `POST /v1/decide`.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::support::{Running, config};

const ROBOTS: &str = "User-agent: *\nDisallow: /drafts/\n";

#[test]
fn one_question_an_array_and_shared_fields() {
    let server = Running::default();
    let one = json!({ "id": [1], "robots": ROBOTS, "url": "/drafts/1", "agent": "A" });
    let answer = server.post("/v1/decide", &one).json();
    assert_eq!((&answer["id"], &answer["verdict"]), (&json!([1]), &"prohibit".into()));
    let reasons = answer["reasons"].as_array().unwrap();
    assert!(reasons.iter().any(|it| it["part"] == "decided" && it["line"] == 2), "{answer}");

    let other = json!({ "robots": "", "url": "/drafts/1", "agent": "A", "reasons": false });
    let answers = server.post("/v1/decide", &json!([one, other])).json();
    assert_eq!(
        (&answers[0]["verdict"], &answers[1]["verdict"]),
        (&"prohibit".into(), &"permit".into())
    );
    assert_eq!(answers[1]["reasons"], Value::Null);

    let digest = server.put_file(ROBOTS);
    let shared = json!({
        "digest": digest, "agent": "A", "reasons": false,
        "questions": [
            { "url": "/a" }, { "url": "/drafts/" }, { "url": "/drafts/", "robots": "", "digest": null },
            { "url": 3 }, { "url": "/a", "usage": "fly", "id": "x" }, {},
        ],
    });
    let answers = server.post("/v1/decide", &shared).json();
    let verdicts: Vec<&Value> =
        answers.as_array().unwrap().iter().map(|it| &it["verdict"]).collect();
    assert_eq!(verdicts[..3], ["permit", "prohibit", "permit"], "{answers}");
    for (at, words) in [(3, "`url`"), (4, "`usage`"), (5, "`url` is missing")] {
        assert!(answers[at]["error"].as_str().unwrap().contains(words), "{answers}");
        assert_eq!(answers[at]["line"], at + 1);
    }
    assert_eq!(answers[4]["id"], "x");
}

#[test]
fn wrong_bodies_are_refused() {
    let mut config = config();
    config.max_batch = 3;
    config.max_body = 1_000;
    let server = Running::start(config);
    let send = |body: &str| server.send("POST", "/v1/decide", &[], body.as_bytes());
    for body in ["", "{", "[1", "3", "[{}] x", "{\"url\":\"/\",\"urls\":1}"] {
        send(body).assert_problem(400, "bad-request");
    }
    server.send("POST", "/v1/decide", &[], b"\xff").assert_problem(400, "bad-request");
    send("[{},{},{},{}]").assert_problem(413, "batch-too-large");
    send(&" ".repeat(1_001)).assert_problem(413, "too-large");
    let file = json!({ "robots_file": "/etc/passwd", "url": "/", "agent": "A" });
    let refused = server.post("/v1/decide", &file);
    refused.assert_problem(400, "bad-request");
    assert!(refused.text().contains("reads no files"));
}

#[test]
fn a_stream_is_answered_line_by_line() {
    let server = Running::default();
    let digest = server.put_file(ROBOTS);
    let mut lines = String::new();
    for number in 0..10_000 {
        let path = if number % 2 == 0 { "/a" } else { "/drafts/" };
        let question = json!({
            "id": number, "digest": digest, "url": format!("{path}{number}"), "agent": "A",
            "reasons": false,
        });
        writeln!(lines, "{question}").unwrap();
    }
    lines += "\n{\"id\":\"last\",\"url\":\"/\",\"agent\":\"A\",\"robots\":\"\"}";
    let fields = [("Content-Type", "application/x-ndjson; charset=utf-8")];
    let reply = server.send("POST", "/v1/decide", &fields, lines.as_bytes());
    assert_eq!((reply.status, reply.field("content-type")), (200, "application/x-ndjson"));
    let text = reply.text();
    let answers: Vec<Value> = text.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert_eq!(answers.len(), 10_001);
    for (number, answer) in answers[..10_000].iter().enumerate() {
        let verdict = if number % 2 == 0 { "permit" } else { "prohibit" };
        assert_eq!((&answer["id"], &answer["verdict"]), (&number.into(), &verdict.into()));
    }
    assert_eq!(answers[10_000]["id"], "last");
    let unknown = format!("sha256:{}", "0".repeat(64));
    let question = json!({ "digest": unknown, "url": "/", "agent": "A" });
    let body = format!("{question}\nnot json\n");
    let reply = server.send("POST", "/v1/decide", &fields, body.as_bytes());
    let text = reply.text();
    let answers: Vec<Value> = text.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert!(answers[0]["error"].as_str().unwrap().contains("PUT /v1/files"), "{answers:?}");
    assert_eq!((&answers[1]["line"], answers.len()), (&2.into(), 2), "{answers:?}");
}
