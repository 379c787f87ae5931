//! Findings of every severity in each format.

use placet_lint::{Config, Report, Severity, Subject, lint};
use placet_report::findings::{render, sarif};
use placet_report::{Format, Style};

const TEXT: &[u8] = "Disallow: /a\r\nUser-agent: é*\nDissallow: /b, c\n".as_bytes();

/// Renders the findings of two files.
fn rendered(render: impl Fn(&[Report<'_>]) -> String) -> String {
    let (one, other) = (Subject::new("a b/robots.txt", TEXT), Subject::new("robots.txt", b""));
    let config = Config::default();
    render(&[lint(&one, &config), lint(&other, &config)])
}

#[test]
fn formats_for_people_and_programs() {
    for format in Format::ALL {
        let text = rendered(|reports| render(reports, format, Style::Plain));
        insta::assert_snapshot!(format.name(), text);
    }
}

#[test]
fn sarif_results() {
    let log: serde_json::Value = serde_json::from_str(&rendered(sarif)).unwrap();
    let results = &log["runs"][0]["results"];
    insta::assert_snapshot!("sarif", serde_json::to_string_pretty(results).unwrap());
}

#[test]
fn the_status_depends_on_the_severity() {
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
