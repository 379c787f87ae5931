//! Merges the findings of one rule in one file, for people.

use placet_lint::{Finding, Places, Report};

/// How many line numbers are listed for merged findings.
const LINES_LISTED: usize = 8;

/// The findings of one rule in one file; the first is shown in full.
pub(super) struct Folded<'f> {
    pub(super) first: &'f Finding,
    others: Vec<&'f Finding>,
}

/// The findings of a report, merged by rule, in the order of the first of each.
pub(super) fn fold<'f>(report: &'f Report<'_>) -> Vec<Folded<'f>> {
    let mut folded: Vec<Folded<'f>> = Vec::new();
    for finding in report.findings() {
        match folded.iter_mut().find(|it| it.first.rule() == finding.rule()) {
            Some(same) => same.others.push(finding),
            None => folded.push(Folded { first: finding, others: Vec::new() }),
        }
    }
    folded
}

impl Folded<'_> {
    /// The number and the lines of the other findings; none if there are no others.
    pub(super) fn others(&self, places: &Places<'_>) -> Option<String> {
        let line = |finding: &&Finding| places.line(finding.primary().span.start) + 1;
        let mut lines: Vec<usize> = self.others.iter().map(line).collect();
        lines.dedup();
        let (shown, rest) = lines.split_at_checked(LINES_LISTED).unwrap_or((&lines, &[]));
        let shown: Vec<String> = shown.iter().map(usize::to_string).collect();
        let rest = if rest.is_empty() { "" } else { ", …" };
        let word = if lines.len() == 1 { "line" } else { "lines" };
        let count = self.others.len();
        (count > 0).then(|| format!("{count} more on {word} {}{rest}", shown.join(", ")))
    }
}
