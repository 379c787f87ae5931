//! Every format, on a file with a finding of each severity.

use placet_lint::{Config, Format, Severity, Style, Subject, lint, render};

const TEXT: &[u8] = "Disallow: /a\r\nUser-agent: é*\nDissallow: /b, c\n".as_bytes();

fn shown(format: Format) -> String {
    let (one, other) = (Subject::new("a b/robots.txt", TEXT), Subject::new("robots.txt", b""));
    let config = Config::default();
    render(&[lint(&one, &config), lint(&other, &config)], format, Style::Plain)
}

#[test]
fn formats_for_people_and_programs() {
    insta::assert_snapshot!("full", shown(Format::Full));
    insta::assert_snapshot!("concise", shown(Format::Concise));
    insta::assert_snapshot!("json", shown(Format::Json));
    insta::assert_snapshot!("json-lines", shown(Format::JsonLines));
    insta::assert_snapshot!("github", shown(Format::Github));
}

/// What the schema of SARIF 2.1.0 asks for of the parts that are used.
#[test]
fn sarif_holds_what_its_schema_asks_for() {
    let log: serde_json::Value = serde_json::from_str(&shown(Format::Sarif)).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "placet");
    let rules = driver["rules"].as_array().unwrap();
    assert!(rules.iter().all(|rule| rule["id"].is_string()));
    for result in run["results"].as_array().unwrap() {
        assert!(result["message"]["text"].is_string());
        assert!(matches!(result["level"].as_str(), Some("note" | "warning" | "error")));
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "a%20b/robots.txt");
        for key in ["startLine", "startColumn", "endLine", "endColumn"] {
            assert!(place["region"][key].as_u64().unwrap() >= 1, "{key}");
        }
    }
    insta::assert_snapshot!("sarif", serde_json::to_string_pretty(&run["results"]).unwrap());
}

#[test]
fn the_status_tells_of_findings() {
    let clean = Subject::new("robots.txt", b"User-agent: *\nDisallow: /a\n");
    assert_eq!(lint(&clean, &Config::default()).status(), 0);
    let found = Subject::new("robots.txt", TEXT);
    let report = lint(&found, &Config::default());
    assert_eq!(report.status(), 1);
    assert!(report.findings().iter().any(|finding| finding.severity() == Severity::Error));
}
