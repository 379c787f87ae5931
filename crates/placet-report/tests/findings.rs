//! Findings are shown in every format, whatever the file is and however many there are.

use placet_conformance::shared::corpus;
use placet_lint::{Config, Subject, lint};
use placet_report::Style;
use placet_report::findings::{Format, render};
use proptest::prelude::*;

fn show(subjects: &[Subject<'_>]) {
    let reports: Vec<_> = subjects.iter().map(|it| lint(it, &Config::default())).collect();
    let count: usize = reports.iter().map(|report| report.findings().len()).sum();
    for format in Format::ALL {
        let shown = render(&reports, format, Style::Coloured);
        assert!(shown.is_empty() && count == 0 || shown.ends_with('\n'), "{format}");
    }
}

fn show_all(text: &[u8]) {
    show(&[
        Subject::new("robots.txt", text),
        Subject::fields("headers", text),
        Subject::page("page.html", text),
    ]);
}

/// Each of these would take minutes if lines or columns were counted anew for every finding.
#[test]
fn findings_without_end_are_shown_in_time() {
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
fn every_format_shows_real_files() {
    let Some(files) = corpus("acap").ok().flatten() else { return };
    let subjects: Vec<_> = files.iter().map(|(_, text)| Subject::new("robots.txt", text)).collect();
    show(&subjects);
}

proptest! {
    #[test]
    fn any_bytes_are_shown(text in prop::collection::vec(any::<u8>(), 0..400)) {
        show_all(&text);
    }

    #[test]
    fn any_parts_are_shown(parts in prop::collection::vec(prop::sample::select(vec![
        "Disallow: /a ", "User-agent: *", "Dissalow: ", "é", "\u{FEFF}", "\u{202E}", "\t", "\r", "\n",
        "\r\n", "%zz", "$", "<meta name=robots content='all, noidnex'>", "Robots-Tag: noindex, *;index",
    ]), 0..30)) {
        show_all(parts.concat().as_bytes());
    }
}
