//! Every rule over real files, which may lie beside the checkout: no panic, every fix holds, and
//! how often each rule finds something.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use placet_conformance::shared::{RealFile, corpus};
use placet_lint::{Applicability, Config, Family, Format, Style, Subject, apply, lint, rules};

/// The files of an archive, without the list of them that one has.
fn files(archive: &str) -> Option<Vec<RealFile>> {
    let files = corpus(archive).ok().flatten()?;
    Some(files.into_iter().filter(|(name, _)| !has_ending(name, "tsv")).collect())
}

fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|it| it.eq_ignore_ascii_case(ending))
}

/// The ACAP archive holds pages too.
fn is_page(name: &str) -> bool {
    has_ending(name, "html")
}

fn subject<'t>(name: &str, text: &'t [u8]) -> Subject<'t> {
    if is_page(name) { Subject::page(name, text) } else { Subject::new("robots.txt", text) }
}

#[derive(Default)]
struct Count {
    files: usize,
    findings: usize,
}

#[test]
fn how_often_each_rule_finds_something_is_written_down() {
    let (Some(robots), Some(acap)) = (files("robots"), files("acap")) else { return };
    let mut table = BTreeMap::<&str, [Count; 2]>::new();
    let mut clean = [0; 2];
    for (column, files) in [&robots, &acap].into_iter().enumerate() {
        for (name, text) in files {
            let subject = subject(name, text);
            let report = lint(&subject, &Config::default());
            clean[column] += usize::from(report.findings().is_empty());
            let mut seen = Vec::new();
            for finding in report.findings() {
                let code = finding.rule().code();
                let count = &mut table.entry(code).or_default()[column];
                count.findings += 1;
                if !seen.contains(&code) {
                    seen.push(code);
                    count.files += 1;
                }
            }
        }
    }
    let pages = acap.iter().filter(|(name, _)| is_page(name)).count();
    let mut page = format!(
        "# How often each rule finds something\n\n\
         Counted over {} robots.txt files of real sites, 2019 to 2024, of which {} are clean, and over\n\
         {} files with ACAP in them, 2013 to 2019, {pages} pages among them, of which {} are clean: in\n\
         how many files, and how many times. No more than 1,000 findings of a rule are counted in one\n\
         file. The rules X need several files of one site and are left out. A test keeps this page\n\
         right.\n\n\
         | code | name | files | findings | ACAP files | findings |\n|---|---|---|---|---|---|\n",
        robots.len(),
        clean[0],
        acap.len(),
        clean[1]
    );
    for rule in rules().filter(|rule| rule.family() != Family::Visit) {
        let [robots, acap] = table.remove(rule.code()).unwrap_or_default();
        let (code, name) = (rule.code(), rule.name());
        let _ = writeln!(
            page,
            "| {code} | `{name}` | {} | {} | {} | {} |",
            robots.files, robots.findings, acap.files, acap.findings
        );
    }
    expect_page("docs/lint-frequency.md", &page);
}

/// The page is as it should be. `INSTA_UPDATE=always` writes it.
fn expect_page(path: &str, page: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    #[expect(clippy::disallowed_methods, reason = "the same setting as for snapshots")]
    if std::env::var("INSTA_UPDATE").is_ok_and(|it| it == "always") {
        let _ = std::fs::write(&path, page);
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == page, "{} is out of date: INSTA_UPDATE=always writes it", path.display());
}

#[test]
fn the_manual_is_up_to_date() {
    expect_page("docs/rules.md", &placet_lint::rules_page());
}

#[test]
fn safe_fixes_of_real_files_change_no_answer() {
    let archives = ["robots", "acap"].into_iter().filter_map(files).flatten();
    let short = archives.filter(|(name, text)| text.len() < 20_000 && !is_page(name));
    for (name, text) in short {
        let subject = Subject::new("robots.txt", &text);
        let report = lint(&subject, &Config::default());
        if report.fixable(Applicability::Safe) == 0 {
            continue;
        }
        let fixed = apply(&text, report.findings(), Applicability::Safe).text;
        let after = placet::RobotsPolicy::parse(&fixed);
        let before = subject.policy();
        let agents = before.addressees().into_iter().take(8).chain([placet::Agent::new("other")]);
        for agent in agents {
            let (one, other) = (before.ask(&agent), after.ask(&agent));
            assert_eq!(one.crawl_delay(), other.crawl_delay(), "{name} {agent}");
            let rules: Vec<String> = one.rules().map(|rule| rule.pattern().into_owned()).collect();
            for rule in rules {
                for filler in ["", "x"] {
                    let path = rule.trim_end_matches('$').replace('*', filler);
                    for path in [format!("{path}x"), path] {
                        let verdict =
                            |it: &placet::Inquiry| Some(it.verdict(&it.target(&path).ok()?));
                        assert_eq!(verdict(&one), verdict(&other), "{name} {agent} {path}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_format_shows_real_files() {
    let Some(files) = files("acap") else { return };
    let subjects: Vec<Subject<'_>> = files.iter().map(|(name, text)| subject(name, text)).collect();
    let reports: Vec<_> = subjects.iter().map(|it| lint(it, &Config::default())).collect();
    for format in Format::ALL {
        let shown = placet_lint::render(&reports, format, Style::Plain);
        assert!(shown.ends_with('\n'), "{format}");
    }
}
