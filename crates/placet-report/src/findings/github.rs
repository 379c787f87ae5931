//! Findings as workflow commands for GitHub Actions, which annotate the files.
//!
//! ```text
//! ::error file=robots.txt,line=2,col=1,endLine=2,endColumn=9,title=ROB101 rule-outside-group::message
//! ```

use std::fmt::Write as _;

use placet_lint::{Places, Report, Severity};

use crate::workflow::{data, property};

pub(super) fn render(reports: &[Report<'_>]) -> String {
    let mut text = String::new();
    for report in reports {
        let places = Places::new(report.subject().text());
        for finding in report.findings() {
            let command = match finding.severity() {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "notice",
            };
            let span = &finding.primary().span;
            let (start, end) = (places.of(span.start), places.of(span.end));
            let rule = finding.rule();
            let _ = write!(text, "::{command} file={}", property(report.subject().origin()));
            let _ = write!(text, ",line={},col={}", start.line, start.column);
            let _ = write!(text, ",endLine={},endColumn={}", end.line, end.column);
            let _ = write!(text, ",title={} {}", rule.code(), rule.name());
            let _ = writeln!(text, "::{}", data(finding.message()));
        }
    }
    text
}
