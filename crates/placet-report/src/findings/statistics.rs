//! How often each rule finds something.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use placet_lint::{Applicability, Report, Rule, Severity, rules};
use serde::Serialize;

use crate::format::Format;

/// The findings of one rule in all files.
#[derive(Serialize)]
struct Statistic {
    code: &'static str,
    name: &'static str,
    /// The highest severity that a finding has.
    severity: Severity,
    findings: usize,
    /// The number of files with a finding.
    files: usize,
    /// The number of findings with a safe fix.
    fixable: usize,
}

/// Renders how often each rule finds something in all files: the most frequent first, rules without a
/// finding left out. [`Format::Json`] is an array, [`Format::Jsonl`] one object per line; the other
/// formats are text. The document ends in a newline unless it is empty.
///
/// ```
/// use placet_lint::{Config, Subject, lint};
/// use placet_report::Format;
/// use placet_report::findings::statistics;
///
/// let subject = Subject::new("robots.txt", b"Disallow: /a\nDisallow: /b\n");
/// let report = lint(&subject, &Config::default());
/// let text = statistics(&[report], Format::Text);
/// assert!(text.starts_with("2  1 file  ROB101  error  rule-outside-group\n"));
/// ```
pub fn statistics(reports: &[Report<'_>], format: Format) -> String {
    let all = count(reports);
    let json = |it: &Statistic| serde_json::to_string(it).unwrap_or_default();
    match format {
        Format::Json if all.is_empty() => "[]\n".to_owned(),
        Format::Json => {
            format!("[\n  {}\n]\n", all.iter().map(json).collect::<Vec<_>>().join(",\n  "))
        }
        Format::Jsonl => all.iter().map(|it| json(it) + "\n").collect(),
        _ => text(&all, reports.len()),
    }
}

fn count(reports: &[Report<'_>]) -> Vec<Statistic> {
    let mut found: BTreeMap<&'static str, Statistic> = BTreeMap::new();
    for report in reports {
        let mut seen = Vec::new();
        for finding in report.findings() {
            let (rule, severity) = (finding.rule(), finding.severity());
            let it = found.entry(rule.code()).or_insert_with(|| Statistic::new(rule, severity));
            it.severity = it.severity.max(severity);
            it.findings += 1;
            let is_safe = finding.fix().is_some_and(|it| it.applicability == Applicability::Safe);
            it.fixable += usize::from(is_safe);
            if !seen.contains(&rule.code()) {
                seen.push(rule.code());
                it.files += 1;
            }
        }
    }
    // At a tie, the order of the rules.
    let mut all: Vec<Statistic> = rules().filter_map(|rule| found.remove(rule.code())).collect();
    all.sort_by_key(|it| std::cmp::Reverse(it.findings));
    all
}

impl Statistic {
    fn new(rule: &'static Rule, severity: Severity) -> Self {
        let (code, name) = (rule.code(), rule.name());
        Self { code, name, severity, findings: 0, files: 0, fixable: 0 }
    }
}

/// One line for each rule, and a line with the sum.
fn text(all: &[Statistic], linted: usize) -> String {
    let width = |lens: &mut dyn Iterator<Item = usize>| lens.max().unwrap_or(0);
    let counts = width(&mut all.iter().map(|it| it.findings.to_string().len()));
    let places = width(&mut all.iter().map(|it| files(it.files).len()));
    let severities = width(&mut all.iter().map(|it| it.severity.name().len()));
    let mut text = String::new();
    for it in all {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{:>counts$}  {:>places$}  {}  {:severities$}  {}",
            it.findings,
            files(it.files),
            it.code,
            it.severity.name(),
            it.name
        );
        if it.fixable > 0 {
            let _ = write!(text, " ({} fixable with --fix)", it.fixable);
        }
        text.push('\n');
    }
    let sum: usize = all.iter().map(|it| it.findings).sum();
    let plural = if sum == 1 { "" } else { "s" };
    let _ = writeln!(text, "{sum} finding{plural} in {}", files(linted));
    text
}

fn files(count: usize) -> String {
    if count == 1 { "1 file".to_owned() } else { format!("{count} files") }
}
