//! Every format renders any file and any number of findings.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

use placet_conformance::shared::corpus;
use placet_lint::{Config, Subject, lint};
use placet_report::findings::{render, sarif};
use placet_report::{Format, Style};
use proptest::prelude::*;

fn show(subjects: &[Subject<'_>]) {
    let reports: Vec<_> = subjects.iter().map(|it| lint(it, &Config::default())).collect();
    let count: usize = reports.iter().map(|report| report.findings().len()).sum();
    let log: serde_json::Value = serde_json::from_str(&sarif(&reports)).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), count);
    for format in Format::ALL {
        let text = render(&reports, format, Style::Coloured);
        let lines = text.lines().count();
        match format {
            Format::Json => {
                let all: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
                assert_eq!(all.len(), count);
            }
            Format::Jsonl | Format::Github => assert_eq!(lines, count, "{format}"),
            Format::Concise => assert!(lines <= count && (lines == 0) == (count == 0), "{format}"),
            _ => assert_eq!(text == "no findings\n", count == 0, "{text}"),
        }
    }
}

fn show_all(text: &[u8]) {
    show(&[
        Subject::new("robots.txt", text),
        Subject::fields("headers", text),
        Subject::page("page.html", text),
    ]);
}

/// Each of these would take minutes if every finding counted lines or columns from the start.
#[test]
fn many_findings_are_rendered_in_linear_time() {
    for text in [
        "\r".repeat(500_000),
        "Disallow: /a\n".repeat(40_000),
        format!("User-agent: *\nDisallow: /{}\n", "%z /".repeat(125_000)),
        format!("User-agent: *\n{}", "Disallow: /x*\n".repeat(35_000)),
    ] {
        show(&[Subject::new("robots.txt", text.as_bytes())]);
    }
    let page = "<meta name=robots content='all, noindex, frob'>".repeat(12_000);
    show(&[Subject::page("page.html", page.as_bytes())]);
    let fields = "Robots-Tag: *;all;noindex;frob\n".repeat(12_000);
    show(&[Subject::fields("headers", fields.as_bytes())]);
}

#[test]
fn every_format_renders_real_files() {
    let Some(files) = corpus("acap").ok().flatten() else { return };
    let subjects: Vec<_> = files.iter().map(|(_, text)| Subject::new("robots.txt", text)).collect();
    show(&subjects);
}

proptest! {
    #[test]
    fn any_bytes_are_rendered(text in prop::collection::vec(any::<u8>(), 0..400)) {
        show_all(&text);
    }

    #[test]
    fn any_parts_are_rendered(parts in prop::collection::vec(prop::sample::select(vec![
        "Disallow: /a ", "User-agent: *", "Dissalow: ", "é", "\u{FEFF}", "\u{202E}", "\t", "\r", "\n",
        "\r\n", "%zz", "$", "<meta name=robots content='all, noidnex'>", "Robots-Tag: noindex, *;index",
    ]), 0..30)) {
        show_all(parts.concat().as_bytes());
    }
}
