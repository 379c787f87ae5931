//! The rows of `findings`.

use placet_lint::{Config, Finding, Places, Subject, lint};

use crate::tables::{Key, Rows};

/// Lints a file and adds a row for each rule that found something, in the order of their codes.
pub(super) fn push(key: Key<'_>, text: &[u8], rows: &mut Rows) {
    let Some(table) = &mut rows.findings else { return };
    let subject = Subject::new(key.origin.unwrap_or("robots.txt"), text);
    let report = lint(&subject, &Config::default());
    let mut found: Vec<&Finding> = report.findings().iter().collect();
    if found.is_empty() {
        return;
    }
    // The sort is stable, so that the first finding of a rule stays the first.
    found.sort_by_key(|it| it.rule().code());
    let places = Places::new(text);
    let number = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    for same in found.chunk_by(|a, b| a.rule().code() == b.rule().code()) {
        let Some(first) = same.first() else { continue };
        let line = places.of(first.primary().span.start).line;
        let severity = same.iter().map(|it| it.severity()).max().unwrap_or(first.severity());
        table.push(key, (first.rule(), severity), (number(same.len()), number(line)));
        rows.bytes += key.len() + 40;
    }
}
