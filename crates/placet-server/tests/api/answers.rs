//! Answers from files that were sent.

use placet::{RobotsPolicy, Usage};
use placet_report::evidence::Basis;
use placet_report::json::Check;
use serde_json::{Value, json};

use crate::support::{Running, config, escaped};

const ROBOTS: &str = "User-agent: *\nDisallow: /drafts/\nContent-Usage: train-ai=n\n\n\
    User-agent: GPTBot\nDisalow: /x\nDisallow: /\n";

#[test]
fn a_file_is_sent_once_and_referred_to_by_its_digest() {
    let server = Running::default();
    let first = server.send("PUT", "/v1/files", &[], ROBOTS.as_bytes());
    assert_eq!((first.status, &first.json()["octets"]), (201, &ROBOTS.len().into()));
    assert_eq!(server.send("PUT", "/v1/files", &[], ROBOTS.as_bytes()).status, 200);
    let digest = server.put_file(ROBOTS);
    let file = server.get(&format!("/v1/files/{digest}"));
    assert_eq!((file.status, file.text()), (200, ROBOTS.to_owned()));
    assert_eq!(file.field("content-type"), "text/plain; charset=utf-8");
    let tag = file.field("etag").to_owned();
    let same = server.send("GET", &format!("/v1/files/{digest}"), &[("If-None-Match", &tag)], b"");
    assert_eq!(same.status, 304);
    let unknown = format!("sha256:{}", "0".repeat(64));
    server.get(&format!("/v1/files/{unknown}")).assert_problem(404, "unknown-digest");
    server
        .get(&format!("/v1/check?url=/&agent=A&digest={unknown}"))
        .assert_problem(404, "unknown-digest");
    let questions = json!({ "digest": unknown, "questions": [{ "url": "/", "agent": "A" }] });
    server.post("/v1/decide", &questions).assert_problem(404, "unknown-digest");
    server.get("/v1/files/sha256:12").assert_problem(400, "bad-request");
}

#[test]
fn files_leave_when_there_is_no_room() {
    let mut config = config();
    config.file_memory = 300_000;
    let server = Running::start(config);
    let first = server.put_file("User-agent: *\nDisallow: /1\n");
    for number in 0..20 {
        server.put_file(&format!("# {number}\n{}", "Disallow: /a\n".repeat(1_000)));
    }
    server.get(&format!("/v1/files/{first}")).assert_problem(404, "unknown-digest");
}

#[test]
fn a_check_has_the_fields_of_the_command_line() {
    let server = Running::default();
    let digest = server.put_file(ROBOTS);
    for (agent, usage, url) in [
        ("Googlebot", Usage::Crawl, "/drafts/1"),
        ("Googlebot", Usage::TrainAi, "https://example.com/a"),
        ("GPTBot", Usage::Index, "/"),
        ("Mozilla/5.0 (compatible; Bingbot/2.0)", Usage::Crawl, "/?q=a b"),
    ] {
        let path = format!(
            "/v1/check?url={}&agent={}&usage={usage}&digest={digest}",
            escaped(url),
            escaped(agent)
        );
        let answer = server.get(&path).json();
        let policy = RobotsPolicy::parse(ROBOTS.as_bytes()).for_agent(agent);
        let decision = policy.may(usage, url).unwrap();
        let expected = serde_json::to_value(Check::new(&decision, Basis::default())).unwrap();
        for (key, value) in expected.as_object().unwrap() {
            assert!(key == "notes" || answer[key] == *value, "{path}: {key}\n{answer}");
        }
    }
}

#[test]
fn a_matrix_has_one_object_per_crawler() {
    let server = Running::default();
    let digest = server.put_file(ROBOTS);
    let path = format!("/v1/matrix?url=/drafts/1&digest={digest}");
    let answer = server.get(&format!("{path}&agent=Googlebot&agent=GPTBot")).json();
    let of = |at: usize, usage: &str| {
        let usages = answer[at]["usages"].as_array().unwrap();
        usages.iter().find(|it| it["usage"] == usage).unwrap()["verdict"].clone()
    };
    assert_eq!((of(0, "crawl"), of(1, "crawl")), ("prohibit".into(), "prohibit".into()));
    assert_eq!(answer[0]["usages"].as_array().unwrap().len(), Usage::ALL.len());
    let two = server.get(&format!("{path}&agent=A&usage=crawl&usage=train-ai")).json();
    assert_eq!(two[0]["usages"].as_array().unwrap().len(), 2);
    server.get(&path).assert_problem(400, "bad-request");
    let many = "&agent=A".repeat(17);
    server.get(&format!("{path}{many}")).assert_problem(400, "bad-request");
}

#[test]
fn explanations_and_signals_are_those_of_the_command_line() {
    let server = Running::default();
    let digest = server.put_file(ROBOTS);
    let explained = server
        .get(&format!("/v1/explain?url=/a&agent=Googlebot&usage=train-ai&digest={digest}"))
        .json();
    assert_eq!(explained["verdict"], "prohibit");
    assert!(explained["laws"].as_array().unwrap().len() > 3, "{explained}");
    let signals = server.get(&format!("/v1/signals?url=/a&digest={digest}")).json();
    assert_eq!(
        (&signals["agent"], &signals["usages"][0]["usage"]),
        (&"*".into(), &"train-ai".into())
    );
    assert_eq!(signals["usages"][0]["families"][0]["outcome"], "disallow");
    let closed = signals["closed"].as_array().unwrap();
    assert!(closed.iter().any(|it| it["agent"] == "GPTBot"), "{signals}");
}

#[test]
fn findings_have_positions_and_fixes() {
    let server = Running::default();
    let digest = server.put_file(ROBOTS);
    let answer = server.post("/v1/lint", &json!({ "digest": digest })).json();
    assert_eq!(answer["digest"], digest);
    let finding = answer["findings"].as_array().unwrap().iter().find(|it| it["start"]["line"] == 6);
    let finding = finding.unwrap_or_else(|| panic!("{answer}"));
    assert_eq!(finding["fix"]["edits"][0]["content"], "Disallow");
    let text = server.post("/v1/lint", &json!({ "robots": ROBOTS, "select": ["ROB"] })).json();
    assert_eq!(text["digest"], digest);
    let none = server.post("/v1/lint", &json!({ "robots": ROBOTS, "ignore": ["ALL"] })).json();
    assert_eq!(none["findings"], json!([]));
    server
        .post("/v1/lint", &json!({ "robots": "", "select": ["NOSUCH"] }))
        .assert_problem(400, "bad-request");
    server.post("/v1/lint", &json!({})).assert_problem(400, "bad-request");
    server.post("/v1/lint", &json!({ "robtos": "" })).assert_problem(400, "bad-request");
}

#[test]
fn records_and_changes_are_those_of_the_command_line() {
    let server = Running::default();
    let digest = server.put_file(ROBOTS);
    let records = server.post("/v1/records", &json!({ "digest": digest })).json();
    assert_eq!(records["groups"][0]["rules"][0]["value"], "/drafts/");
    let new = "User-agent: *\nDisallow: /news/\n";
    let question = json!({
        "old": { "digest": digest }, "new": { "robots": new },
        "agent": ["Googlebot"], "usage": ["crawl"],
    });
    let answer = server.post("/v1/diff", &question).json();
    assert_eq!((&answer["opens"], &answer["closes"]), (&1.into(), &1.into()), "{answer}");
    assert_eq!(answer["audiences"][0]["changes"][0]["usages"], json!(["crawl"]));
    let wrong = json!({ "old": {}, "new": { "robots": new } });
    server.post("/v1/diff", &wrong).assert_problem(400, "bad-request");
}

#[test]
fn crawlers_have_groups_and_verdicts() {
    let server = Running::default();
    let all = server.get("/v1/crawlers");
    assert!(all.field("cache-control").contains("max-age="));
    let all = all.json();
    let all = all["crawlers"].as_array().unwrap();
    assert_eq!(all.len(), placet_crawlers::crawlers().len());
    for group in ["search", "ai-training", "ai-assistants", "archives", "seo-tools"] {
        assert!(all.iter().any(|it| it["group"] == group), "{group}");
    }
    assert!(all.iter().all(|it| it["verdict"] == Value::Null));
    let digest = server.put_file(ROBOTS);
    let path = format!("/v1/crawlers?url=/a&usage=crawl&digest={digest}");
    let asked = server.get(&path).json();
    for it in asked["crawlers"].as_array().unwrap() {
        let expected = match (it["control"].as_bool(), it["token"].as_str()) {
            (Some(true), _) => Value::Null,
            (_, Some("GPTBot")) => "prohibit".into(),
            _ => "permit".into(),
        };
        assert_eq!(it["verdict"], expected, "{it}");
    }
    let found = server.get("/v1/crawlers?q=openai").json();
    let found = found["crawlers"].as_array().unwrap();
    assert!(!found.is_empty() && found.iter().all(|it| it["operator"] == "OpenAI"));
}

#[test]
fn questions_with_mistakes_say_what_is_wrong() {
    let server = Running::default();
    for (path, words) in [
        ("/v1/check", "`url` is missing"),
        ("/v1/check?url=/a", "`agent` is missing"),
        ("/v1/check?url=/a&agent=A", "absolute"),
        ("/v1/check?url=/a&agent=A&agent=B", "one `agent`"),
        ("/v1/check?url=/a&url=/b&agent=A", "`url` occurs twice"),
        ("/v1/check?url=/a&agent=A&usage=fly", "`usage`"),
        ("/v1/check?url=/a&agent=A&profile=x", "`profile`"),
        ("/v1/check?url=/a&agent=A&page=maybe", "`page`"),
        ("/v1/check?url=/a&agent=A&now=soon", "RFC 3339"),
        ("/v1/check?url=/a&agnet=A", "agnet"),
        ("/v1/check?url=ftp://a.example/&agent=A", "absolute http"),
        ("/v1/robots?origin=", ""),
    ] {
        let reply = server.get(path);
        reply.assert_problem(400, "bad-request");
        assert!(reply.json()["detail"].as_str().unwrap().contains(words), "{}", reply.text());
    }
    server.get("/v1/nothing").assert_problem(404, "not-found");
    server.send("DELETE", "/v1/check", &[], b"").assert_problem(405, "method-not-allowed");
    server.send("POST", "/", &[], b"").assert_problem(405, "method-not-allowed");
}
