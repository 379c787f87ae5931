//! The SARIF output is valid by a schema of the properties that placet writes.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "test code may stop at once")]

use jsonschema::Validator;
use placet_lint::{Config, Report, Subject, Visit, lint, lint_visit, rules};
use placet_report::findings::sarif;
use serde_json::{Value, json};

fn schema() -> Validator {
    let schema = include_str!("data/sarif-2.1.0-parts.json");
    jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap()
}

fn log(reports: &[Report<'_>]) -> Value {
    serde_json::from_str(&sarif(reports)).unwrap()
}

#[track_caller]
fn expect_valid(log: &Value) {
    let errors: Vec<String> = schema()
        .iter_errors(log)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for result in log["runs"][0]["results"].as_array().unwrap() {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
    }
}

/// A file with findings of every severity, with labels and with fixes.
const ROBOTS: &[u8] = b"\xEF\xBB\xBFDisallow: /a\r\nUser-agent: \xC3\xA9*\nDissallow: /b, c\n\
                        User-agent: *\nDisallow: /x\nDisallow: /x\nDisallow: /\xFF\n";

fn full_log() -> Value {
    let subject = Subject::new("a b\u{e9}\"/[1]%\\robots.txt", ROBOTS);
    log(&[lint(&subject, &Config::default())])
}

#[test]
fn a_log_is_valid() {
    let log = full_log();
    expect_valid(&log);
    let results = log["runs"][0]["results"].as_array().unwrap();
    for part in ["relatedLocations", "fixes"] {
        assert!(results.iter().any(|result| !result[part].is_null()), "{part}");
    }
    for level in ["note", "warning", "error"] {
        assert!(results.iter().any(|result| result["level"] == level), "{level}");
    }
    expect_valid(&self::log(&[]));
    expect_valid(&self::log(&[lint(&Subject::new("robots.txt", b""), &Config::default())]));
}

#[test]
fn every_rule_is_described() {
    let log = log(&[]);
    let described = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap().clone();
    assert_eq!(described.len(), rules().count());
    for (rule, is) in rules().zip(&described) {
        assert_eq!(
            (is["id"].as_str(), is["name"].as_str()),
            (Some(rule.code()), Some(rule.name()))
        );
        assert!(!is["shortDescription"]["text"].as_str().unwrap().is_empty(), "{rule:?}");
    }
}

#[test]
fn labels_in_other_files_name_those_files() {
    let files = vec![
        Subject::new("https://example.com/robots.txt", b"User-agent: *\nDisallow: /a\n"),
        Subject::fields(
            "https://example.com/a (header)",
            b"HTTP/1.1 200\r\nRobots-Tag: *;none\r\nX-Robots-Tag: none\r\n",
        ),
        Subject::page("https://example.com/a", b"<meta name=robots content=index>"),
    ];
    let visit = Visit::new("https://example.com/a", files).unwrap();
    let log = log(&lint_visit(&visit, &Config::default()));
    expect_valid(&log);
    let unread = &log["runs"][0]["results"][0];
    assert_eq!(unread["ruleId"], "MIX101");
    let uri = |location: &Value| location["physicalLocation"]["artifactLocation"]["uri"].clone();
    assert_eq!(uri(&unread["locations"][0]), "https://example.com/a%20(header)");
    assert_eq!(uri(&unread["relatedLocations"][0]), "https://example.com/robots.txt");
}

/// Shows that the schema rejects something.
#[test]
fn the_schema_rejects_invalid_logs() {
    let (schema, good) = (schema(), full_log());
    let changes: [(&str, Value); 12] = [
        ("/version", json!("2.0.0")),
        ("/runs/0/tool", json!({})),
        ("/runs/0/columnKind", json!("bytes")),
        ("/runs/0/tool/driver/informationUri", json!("placet")),
        ("/runs/0/results/0/level", json!("fatal")),
        ("/runs/0/results/0/message", json!({})),
        ("/runs/0/results/0/ruleIndex", json!("0")),
        ("/runs/0/results/0/locations/0/physicalLocation/region/startLine", json!(0)),
        ("/runs/0/results/0/locations/0/physicalLocation/region", json!({})),
        ("/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri", json!("a b")),
        ("/runs/0/results/0/locations/0", json!({ "place": 1 })),
        ("/runs/0/results/0/fixes", json!([{ "artifactChanges": [] }])),
    ];
    for (pointer, value) in changes {
        let mut log = good.clone();
        match log.pointer_mut(pointer) {
            Some(part) => *part = value,
            None => log["runs"][0]["results"][0]["fixes"] = value,
        }
        assert!(!schema.is_valid(&log), "{pointer}");
    }
}
