//! Findings as text, one line per rule and file.

use std::fmt::Write as _;

use placet_lint::{Places, Report};

use super::fold::fold;

pub(super) fn render(reports: &[Report<'_>]) -> String {
    let mut text = String::new();
    for report in reports {
        let places = Places::new(report.subject().text());
        for folded in fold(report) {
            let finding = folded.first;
            let start = places.of(finding.primary().span.start);
            let rule = finding.rule();
            let _ = write!(
                text,
                "{}:{}:{}: {} {} {}: {}",
                report.subject().origin(),
                start.line,
                start.column,
                finding.severity(),
                rule.code(),
                rule.name(),
                finding.message()
            );
            let others = folded.others(&places).map_or_else(String::new, |it| format!(" ({it})"));
            let _ = writeln!(text, "{others}");
        }
    }
    text
}
