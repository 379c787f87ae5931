//! The description of the API agrees with the server and with the file in the repository.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::support::{Reply, Running, Site, escaped};

/// The file in the repository.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/reference/openapi.json");

#[test]
fn the_file_is_up_to_date() {
    let text = placet_server::openapi();
    if std::env::var_os("INSTA_UPDATE").is_some_and(|it| it == "always") {
        std::fs::write(FILE, &text).unwrap();
    }
    let file = std::fs::read_to_string(Path::new(FILE)).unwrap_or_default();
    assert!(file == text, "run this test with INSTA_UPDATE=always, and read the difference");
}

/// The schema of a response. Nothing may be in it that the schema does not describe.
fn validator(document: &Value, path: &str, method: &str, reply: &Reply) -> Option<Validator> {
    let responses = &document["paths"][path][method]["responses"];
    let media_type = reply.field("content-type").split(';').next().unwrap_or_default();
    let response = match &responses[reply.status.to_string()] {
        Value::Null => &responses["default"],
        response => response,
    };
    assert!(response.is_object(), "{method} {path}: {} is not described", reply.status);
    if reply.body.is_empty() {
        return None;
    }
    let content = &response["content"][media_type];
    assert!(content.is_object(), "{method} {path}: {media_type} is not described");
    if !media_type.ends_with("json") {
        return None;
    }
    let mut schema = content["schema"].clone();
    schema["components"] = document["components"].clone();
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    close(&mut schema, false);
    Some(jsonschema::validator_for(&schema).unwrap())
}

/// Refuses properties that a schema does not name. The parts of `allOf` are closed together: each sees
/// only its own properties.
fn close(schema: &mut Value, is_part: bool) {
    match schema {
        Value::Object(fields) => {
            for (key, value) in fields.iter_mut() {
                match value {
                    Value::Array(parts) if key == "allOf" || is_part && key.ends_with("Of") => {
                        for part in parts.iter_mut() {
                            close(part, true);
                        }
                    }
                    value => close(value, false),
                }
            }
            let is_object = fields.contains_key("allOf") || fields.contains_key("properties");
            if is_object && !is_part {
                fields.insert("unevaluatedProperties".to_owned(), false.into());
            }
        }
        Value::Array(all) => all.iter_mut().for_each(|it| close(it, false)),
        _ => {}
    }
}

/// Where a schema that is referred to from `allOf` is itself closed, the whole could never be valid;
/// such references are replaced by what they refer to.
fn inlined(value: &Value, document: &Value, in_all_of: bool) -> Value {
    match value {
        Value::Object(fields) => {
            if let (true, Some(Value::String(name))) = (in_all_of, fields.get("$ref")) {
                let name = name.rsplit('/').next().unwrap();
                return inlined(&document["components"]["schemas"][name], document, true);
            }
            let each = fields.iter().map(|(key, value)| {
                let value = match value {
                    Value::Array(parts) if key == "allOf" => {
                        parts.iter().map(|it| inlined(it, document, true)).collect()
                    }
                    // A part that may be missing.
                    Value::Array(parts) if in_all_of && key == "anyOf" => {
                        parts.iter().map(|it| inlined(it, document, true)).collect()
                    }
                    value => inlined(value, document, false),
                };
                (key.clone(), value)
            });
            Value::Object(each.collect())
        }
        Value::Array(all) => all.iter().map(|it| inlined(it, document, false)).collect(),
        value => value.clone(),
    }
}

#[test]
fn every_path_answers_as_described() {
    let server = Running::default();
    let document = server.get("/openapi.json").json();
    assert_eq!(document["openapi"].as_str().unwrap().split('.').next(), Some("3"));
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"), "{}", document["openapi"]);
    let document = inlined(&document, &document, false);
    let robots = "User-agent: *\nCrawl-delay: 1\nDisallow: /drafts/\nContent-Usage: train-ai=n\n\
        Content-Signal: ai-train=yes\nDisalow: /x\nSitemap: https://example.com/s\n\n\
        ACAP-crawler: *\nACAP-allow-present-snippet: / max-length=10 words\n";
    let site = Site::start(robots, Duration::ZERO);
    let digest = server.put_file(robots);
    let url = escaped(&site.url("/noindex"));
    let origin = escaped(&site.url(""));
    let mut answered = BTreeSet::new();
    let mut check = |method: &str, path: &str, query: &str, body: &[u8]| {
        let target = path.replace("{digest}", &digest) + query;
        let reply = server.send(&method.to_uppercase(), &target, &[], body);
        if let Some(validator) = validator(&document, path, method, &reply) {
            let json = reply.json();
            let errors: Vec<String> =
                validator.iter_errors(&json).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{method} {target}:\n{errors:#?}\n{json:#}");
        }
        answered.insert(format!("{method} {path}"));
        reply.status
    };
    let ok = |status: u16| assert!((200..300).contains(&status), "{status}");
    for usage in ["crawl", "index", "train-ai", "present-snippet"] {
        for query in [
            format!("?url={url}&agent=ExampleBot&usage={usage}&page=true"),
            format!("?url={url}&agent=GPTBot&usage={usage}&profile=google"),
            format!("?url=/drafts/1&agent=ExampleBot&usage={usage}&digest={digest}"),
            format!("?url={}&agent=A&usage={usage}", escaped("http://127.0.0.1:1/")),
        ] {
            ok(check("get", "/v1/check", &query, b""));
            ok(check("get", "/v1/explain", &query, b""));
            ok(check("get", "/v1/matrix", &query, b""));
            ok(check("get", "/v1/signals", &query, b""));
        }
    }
    let question = json!({ "id": 1, "robots": robots, "url": "/drafts/1", "agent": "A" });
    ok(check("post", "/v1/decide", "", question.to_string().as_bytes()));
    let array = json!([question, { "url": 3 }, {
        "id": null, "robots_b64": "", "agent_exact": "A", "url": "https://example.com/", "usage": "index",
        "purpose": ["x"], "honours": ["max-length"], "now": "2026-01-01", "crawled": "2025-01-01",
        "recrawled": true, "refs": { "/a": "" }, "tdmrep": "[]", "trust_txt": "", "ai_txt": "",
        "rsl": { "https://example.com/l": "" }, "signals": ["aipref"], "headers": [["a", "b"]],
        "html": "<p id=a>", "rendered": "<p>", "element": "a", "element_level": false,
        "profile": "full", "reasons": true,
    }]);
    ok(check("post", "/v1/decide", "", array.to_string().as_bytes()));
    check("post", "/v1/decide", "", b"{");
    ok(check("put", "/v1/files", "", b"new"));
    ok(check("put", "/v1/files", "", b"new"));
    ok(check("get", "/v1/files/{digest}", "", b""));
    let by_digest = json!({ "digest": digest }).to_string();
    ok(check("post", "/v1/lint", "", by_digest.as_bytes()));
    ok(check("post", "/v1/records", "", by_digest.as_bytes()));
    let sides = json!({ "old": { "digest": digest }, "new": { "site": site.url("") } });
    ok(check("post", "/v1/diff", "", sides.to_string().as_bytes()));
    let sides = json!({ "old": { "digest": digest }, "new": { "robots": "" } });
    ok(check("post", "/v1/diff", "", sides.to_string().as_bytes()));
    ok(check("get", "/v1/page", &format!("?url={url}&agent=A"), b""));
    ok(check("get", "/v1/crawlers", "", b""));
    ok(check("get", "/v1/crawlers", &format!("?url={url}&usage=train-ai"), b""));
    ok(check("get", "/v1/robots", &format!("?origin={origin}&fetch=true&body=true"), b""));
    ok(check("get", "/v1/robots", &format!("?origin={origin}"), b""));
    ok(check("delete", "/v1/robots", &format!("?origin={origin}"), b""));
    assert_eq!(check("get", "/v1/robots", &format!("?origin={origin}"), b""), 404);
    let turn = json!({ "url": site.url("/"), "agent": "A", "at_least": 1 }).to_string();
    ok(check("post", "/v1/permits", "", turn.as_bytes()));
    for path in ["/healthz", "/readyz", "/metrics", "/openapi.json"] {
        ok(check("get", path, "", b""));
    }
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys() {
            assert!(
                answered.contains(&format!("{method} {path}")),
                "{method} {path} is not tested"
            );
        }
    }
}
