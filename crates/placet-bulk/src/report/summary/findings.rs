//! What the tables `findings` and `records` have.

use super::Totals;
use crate::report::sql::{files, number_of_sites};
use crate::report::tally::{Captures, Column, Counters, Tally, TallyRow};
use crate::report::{ReportError, Tables};
use crate::tables::Table;

/// The condition on files that were read.
const AVAILABLE: &str = "outcome = 'available'";

pub(super) fn tallies(tables: &Tables, totals: Totals) -> Result<Vec<Tally>, ReportError> {
    let mut findings = Counters::new(Table::Findings, 2);
    tables.each(Table::Findings, &["rule", "name", "severity", "count"], &mut |row| {
        let [rule, name, severity, count] = row else { return Ok(()) };
        let key = [rule.text(), name.text(), severity.text()];
        findings.add(&key, 0, 1)?;
        findings.add(&key, 1, count.number())
    })?;
    let mut records = Counters::new(Table::Records, 2);
    let mut captures = Captures::default();
    tables.each(Table::Records, &["origin", "source", "kind"], &mut |row| {
        let [origin, source, kind] = row else { return Ok(()) };
        records.once(&[kind.text()], 0, captures.number(origin.text(), source.text()))?;
        records.add(&[kind.text()], 1, 1)
    })?;
    let mut tallies = vec![
        finding_tally(findings.rows_of(totals.available)),
        record_tally(records.rows_of(totals.available)),
    ];
    for tally in &mut tallies {
        tally.sort_by(1);
    }
    Ok(tallies)
}

fn finding_tally(rows: Vec<TallyRow>) -> Tally {
    let (findings, number) = (files(Table::Findings), number_of_sites(AVAILABLE));
    Tally {
        id: "findings".to_owned(),
        title: "What the linter finds most often".to_owned(),
        note: "Files in which a rule finds something, of the answers that are a file, and the \
               number of findings in them."
            .to_owned(),
        keys: vec!["rule", "name", "severity"],
        counts: vec![
            Column::denominator("of"),
            Column::drawn("files", "files", 2),
            Column::plain("findings", "findings"),
        ],
        rows,
        query: format!(
            "SELECT rule, name, severity,\n  {number},\n  count(*) AS files,\n  sum(count) AS \
             findings\nFROM {findings}\nGROUP BY rule, name, severity\n\
             ORDER BY files DESC, rule, name, severity"
        ),
    }
}

fn record_tally(rows: Vec<TallyRow>) -> Tally {
    let (records, number) = (files(Table::Records), number_of_sites(AVAILABLE));
    Tally {
        id: "records".to_owned(),
        title: "Which other records the files have".to_owned(),
        note: "Records that are neither a rule nor a User-agent line. unknown: a key that placet \
               does not know; the table records has it as written."
            .to_owned(),
        keys: vec!["kind"],
        counts: vec![
            Column::denominator("of"),
            Column::drawn("files", "files", 3),
            Column::plain("records", "records"),
        ],
        rows,
        query: format!(
            "SELECT kind,\n  {number},\n  count(DISTINCT (origin, source)) AS files,\n  count(*) AS \
             records\nFROM {records}\nGROUP BY kind\nORDER BY files DESC, kind"
        ),
    }
}
