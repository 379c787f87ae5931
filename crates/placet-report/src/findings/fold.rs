//! Merges the findings of one rule in one file that have the same message, for people.

use std::collections::HashMap;

use placet_lint::{Finding, Places, Report};

/// How many line numbers are listed for merged findings.
const LINES_LISTED: usize = 8;

/// How many different messages of one rule are shown for one file. The findings after them are merged
/// with the last one.
const MESSAGES_SHOWN: usize = 10;

/// Findings of one rule in one file; the first is shown in full.
pub(super) struct Folded<'f> {
    pub(super) first: &'f Finding,
    others: Vec<&'f Finding>,
}

/// The findings of a report, merged by rule and message, in the order of the first of each.
pub(super) fn fold<'f>(report: &'f Report<'_>) -> Vec<Folded<'f>> {
    let mut folded: Vec<Folded<'f>> = Vec::new();
    // The places of the messages of each rule.
    let mut shown: HashMap<&str, Vec<usize>> = HashMap::new();
    for finding in report.findings() {
        let places = shown.entry(finding.rule().code()).or_default();
        let is_same = |place: &usize| {
            folded.get(*place).is_some_and(|it| it.first.message() == finding.message())
        };
        let same = places.iter().copied().find(is_same);
        let last = places.last().copied().filter(|_| places.len() >= MESSAGES_SHOWN);
        if let Some(same) = same.or(last).and_then(|place| folded.get_mut(place)) {
            same.others.push(finding);
        } else {
            places.push(folded.len());
            folded.push(Folded { first: finding, others: Vec::new() });
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
