//! For people: one line each.

use std::fmt::Write as _;

use super::place::Places;
use crate::report::Report;

pub(super) fn render(reports: &[Report<'_>]) -> String {
    let mut text = String::new();
    for report in reports {
        let places = Places::new(report.subject().text());
        for finding in report.findings() {
            let place = places.of(finding.primary().span.start);
            let rule = finding.rule();
            let _ = writeln!(
                text,
                "{}:{}:{}: {} {} {}: {}",
                report.subject().origin(),
                place.line,
                place.column,
                finding.severity(),
                rule.code(),
                rule.name(),
                finding.message()
            );
        }
    }
    text
}
