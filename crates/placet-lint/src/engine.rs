//! One file before all rules.

use crate::config::Config;
use crate::finding::Findings;
use crate::report::Report;
use crate::subject::Subject;
use crate::suppress::Suppressions;
use crate::view::View;

/// Puts a file to every rule that the settings select.
///
/// # Limits
/// Of each rule no more than [`FINDINGS_PER_RULE`](crate::limits::FINDINGS_PER_RULE) findings are
/// listed. Of a page of HTML nothing is told but that it is one.
pub fn lint<'s>(subject: &'s Subject<'_>, config: &Config) -> Report<'s> {
    let view = View::new(subject);
    let suppressions = Suppressions::read(&view);
    let mut findings = Vec::new();
    let mut unlisted = 0;
    for (rule, severity) in config.active() {
        if !rule.family().is_about(subject.kind()) {
            continue;
        }
        if view.is_page && rule.name != "html-page" {
            continue;
        }
        let mut found = Findings::new(rule, severity);
        (rule.check)(&view, &mut found);
        findings.append(&mut found.list);
        unlisted += found.unlisted;
    }
    if !suppressions.is_empty() {
        findings.retain(|finding| !suppressions.cover(finding, &view));
    }
    findings.sort_by(|one, other| {
        let place = |finding: &crate::Finding| (finding.primary.span.start, finding.rule.code);
        place(one).cmp(&place(other))
    });
    Report::new(subject, findings, unlisted)
}
