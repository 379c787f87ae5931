//! Runs every rule on real files, if they are next to the checkout: nothing panics, safe fixes change
//! no decision, and docs/src/reference/lint-frequency.md counts the findings of each rule.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use placet::compare::Compare;
use placet::{Agent, Profile, RobotsPolicy};
use placet_conformance::shared::{RealFile, corpus};
use placet_lint::{Applicability, Config, Report, Severity, Subject, fix, lint, rules};

/// The files of an archive, without the table of contents that one of them has.
fn files(archive: &str) -> Option<Vec<RealFile>> {
    let files = corpus(archive).ok().flatten()?;
    Some(files.into_iter().filter(|(name, _)| !has_ending(name, "tsv")).collect())
}

fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|it| it.eq_ignore_ascii_case(ending))
}

/// The ACAP archive also contains pages.
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

/// The findings in the files of one archive.
#[derive(Default)]
struct Found {
    by_rule: BTreeMap<&'static str, Count>,
    by_severity: BTreeMap<Severity, Count>,
    /// The number of files without a finding, with notes only, and with others.
    clean: usize,
    noted: usize,
    failing: usize,
}

impl Found {
    fn add(&mut self, report: &Report<'_>) {
        let mut seen = Vec::new();
        for finding in report.findings() {
            let (code, severity) = (finding.rule().code(), finding.severity());
            let count = self.by_rule.entry(code).or_default();
            count.findings += 1;
            if !seen.contains(&code) {
                seen.push(code);
                count.files += 1;
            }
            self.by_severity.entry(severity).or_default().findings += 1;
        }
        for severity in [Severity::Note, Severity::Warning, Severity::Error] {
            let is_found = usize::from(report.count(severity) > 0);
            self.by_severity.entry(severity).or_default().files += is_found;
        }
        match (report.findings().is_empty(), report.status(Severity::Warning)) {
            (true, _) => self.clean += 1,
            (false, 0) => self.noted += 1,
            (false, _) => self.failing += 1,
        }
    }
}

#[test]
fn the_frequencies_are_up_to_date() {
    let (Some(robots), Some(acap)) = (files("robots"), files("acap")) else { return };
    let found = [&robots, &acap].map(|files| {
        let mut found = Found::default();
        for (name, text) in files {
            found.add(&lint(&subject(name, text), &Config::default()));
        }
        found
    });
    let pages = acap.iter().filter(|(name, _)| is_page(name)).count();
    let mut page = format!(
        "# How often each rule finds something\n\n\
         The table counts findings in {} robots.txt files of real sites from 2019 to 2024, and in {}\n\
         files with ACAP from 2013 to 2019, of which {pages} are pages. Rules that need several files of\n\
         one site, such as `MIX`, are not in it. A test keeps this page up to date.\n\n\
         | | files | ACAP files |\n|---|---|---|\n",
        robots.len(),
        acap.len(),
    );
    let [robots, acap] = &found;
    for (what, count) in [
        ("no finding", [robots.clean, acap.clean]),
        ("notes only", [robots.noted, acap.noted]),
        ("a warning or an error: `placet lint` exits with 1", [robots.failing, acap.failing]),
    ] {
        let _ = writeln!(page, "| {what} | {} | {} |", count[0], count[1]);
    }
    let _ = write!(
        page,
        "\n| severity | files | findings | ACAP files | findings |\n|---|---|---|---|---|\n"
    );
    let none = Count::default();
    for severity in [Severity::Error, Severity::Warning, Severity::Note] {
        let [robots, acap] =
            [robots, acap].map(|it| it.by_severity.get(&severity).unwrap_or(&none));
        let _ = writeln!(page, "| {severity} | {} |", columns(robots, acap));
    }
    let _ = write!(
        page,
        "\n| code | name | severity | files | findings | ACAP files | findings |\n\
         |---|---|---|---|---|---|---|\n"
    );
    for rule in rules().filter(|rule| !rule.is_about_visits()) {
        let [robots, acap] = [robots, acap].map(|it| it.by_rule.get(rule.code()).unwrap_or(&none));
        let (code, name, severity) = (rule.code(), rule.name(), rule.severity());
        let columns = columns(robots, acap);
        let _ = writeln!(page, "| {code} | `{name}` | {severity} | {columns} |");
    }
    expect_page("docs/src/reference/lint-frequency.md", &page);
}

fn columns(robots: &Count, acap: &Count) -> String {
    format!("{} | {} | {} | {}", robots.files, robots.findings, acap.files, acap.findings)
}

/// Compares the page with the one in the repository. `INSTA_UPDATE=always` writes it.
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
    expect_page("docs/src/reference/rules.md", &placet_lint::rules_page());
    let summary = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/SUMMARY.md");
    let summary = std::fs::read_to_string(summary).unwrap_or_default();
    for rule in rules() {
        let (code, name) = (rule.code(), rule.name());
        expect_page(&format!("docs/src/reference/rules/{code}.md"), &rule.manual().to_string());
        let line = format!("  - [{code} {name}](reference/rules/{code}.md)\n");
        assert!(summary.contains(&line), "missing in SUMMARY.md: {line}");
    }
}

/// How many real files are fixed, unless `PLACET_FIXED` is set.
const FIXED: usize = 400;

/// The result of safe fixes of real files.
#[derive(Debug, Default)]
struct Done {
    files: usize,
    changed: usize,
    fixes: usize,
    /// For these, the comparison reached its ceiling in some profile.
    undetermined: usize,
}

/// Fixes real files and compares each with the original: no decision changes in any profile.
#[test]
#[expect(clippy::print_stderr, reason = "shows how many files were fixed")]
fn safe_fixes_of_real_files_change_nothing() {
    let archives: Vec<_> = ["acap", "robots"].into_iter().filter_map(files).flatten().collect();
    let robots: Vec<_> = archives.into_iter().filter(|(name, _)| !is_page(name)).collect();
    #[expect(clippy::disallowed_methods, reason = "a setting of the test")]
    let wanted = std::env::var("PLACET_FIXED").ok().and_then(|it| it.parse().ok());
    let every = robots.len().div_ceil(wanted.unwrap_or(FIXED)).max(1);
    let mut done = Done::default();
    for (name, text) in robots.iter().step_by(every) {
        done.files += 1;
        let subject = Subject::new("robots.txt", text);
        let fixed = fix(&subject, &Config::default(), Applicability::Safe);
        if fixed.text == *text {
            assert_eq!(fixed.applied, [], "{name}");
            continue;
        }
        done.changed += 1;
        done.fixes += fixed.applied.len();
        let mut is_complete = true;
        for profile in Profile::ALL {
            let read = |text: &[u8]| RobotsPolicy::builder().profile(profile).parse(text);
            let (before, after) = (read(text), read(&fixed.text));
            let changes = Compare::new(&before, &after).run();
            let found: Vec<_> = changes.all().collect();
            assert!(found.is_empty(), "{name} {profile}: {:?} {found:?}", fixed.applied);
            is_complete &= changes.is_complete();
            for agent in before.addressees().into_iter().take(8).chain([Agent::new("other")]) {
                let delays = [&before, &after].map(|it| it.for_agent(&agent).crawl_delay());
                assert_eq!(delays[0], delays[1], "{name} {profile} {agent}");
            }
        }
        done.undetermined += usize::from(!is_complete);
    }
    eprintln!("{done:?}");
}
