//! Every format, on a file with a finding of each severity.

use placet_lint::{Config, Severity, Subject, lint};
use placet_report::Style;
use placet_report::findings::{Format, render};

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

#[test]
fn results_in_sarif() {
    let log: serde_json::Value = serde_json::from_str(&shown(Format::Sarif)).unwrap();
    let results = &log["runs"][0]["results"];
    insta::assert_snapshot!("sarif", serde_json::to_string_pretty(results).unwrap());
}

#[test]
fn the_status_tells_of_findings() {
    let clean = Subject::new("robots.txt", b"User-agent: *\nDisallow: /a\n");
    assert_eq!(lint(&clean, &Config::default()).status(Severity::Note), 0);
    let found = Subject::new("robots.txt", TEXT);
    let report = lint(&found, &Config::default());
    assert_eq!(report.status(Severity::Error), 1);
    assert!(report.count(Severity::Error) > 0);
    let noted = Subject::new("robots.txt", b"User-agent: *\nDisallow: /a\nDisallow: /a\n");
    let report = lint(&noted, &Config::default());
    let statuses = [Severity::Note, Severity::Warning, Severity::Error].map(|it| report.status(it));
    assert_eq!(statuses, [1, 0, 0]);
}
