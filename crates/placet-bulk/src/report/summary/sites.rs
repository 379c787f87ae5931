//! What the table `sites` has: outcomes, facts about the files, families of signals.

use super::Totals;
use crate::report::sql::{COUNTED, columns, count_if, files, name, number_of_sites};
use crate::report::tally::{Column, Counters, Tally, TallyRow};
use crate::report::{COUNTED as COUNTED_NAMES, ReportError, Tables};
use crate::tables::Table;

/// Facts about a file that was read: the name, and the condition of the query.
const FACTS: [(&str, &str); 9] = [
    ("without groups", "\"groups\" = 0"),
    ("without rules", "\"rules\" = 0"),
    ("with sitemaps", "\"sitemaps\" > 0"),
    ("with lines that cannot be read as intended", "\"problems\" > 0"),
    ("HTML or XML instead of robots.txt", "\"html\""),
    ("longer than 512,000 bytes", "\"cut\""),
    ("not UTF-8", "\"encoding\" <> 'UTF-8'"),
    ("with ACAP", "\"acap\""),
    ("empty", "\"size\" = 0"),
];

pub(super) fn tallies(tables: &Tables) -> Result<(Vec<Tally>, Totals), ReportError> {
    let asked = [
        "outcome", "groups", "rules", "sitemaps", "problems", "html", "cut", "encoding", "acap",
        "size", "signals",
    ];
    let (mut totals, mut all, mut facts) = (Totals::default(), 0, [0_u64; FACTS.len()]);
    let mut outcomes = Counters::new(Table::Sites, 1);
    let mut families = Counters::new(Table::Sites, 1);
    tables.each(Table::Sites, &asked, &mut |row| {
        let [outcome, groups, rules, sitemaps, problems, html, cut, encoding, acap, size, signals] =
            row
        else {
            return Ok(());
        };
        all += 1;
        outcomes.add(&[outcome.text()], 0, 1)?;
        if !COUNTED_NAMES.contains(&outcome.text()) {
            return Ok(());
        }
        totals.counted += 1;
        for family in signals.items() {
            families.add(&[family], 0, 1)?;
        }
        if outcome.text() == "available" {
            totals.available += 1;
            let has = [
                groups.number() == 0,
                rules.number() == 0,
                sitemaps.number() > 0,
                problems.number() > 0,
                html.flag() == Some(true),
                cut.flag() == Some(true),
                encoding.text() != "UTF-8",
                acap.flag() == Some(true),
                size.number() == 0,
            ];
            for (count, has) in facts.iter_mut().zip(has) {
                *count += u64::from(has);
            }
        }
        Ok(())
    })?;
    let mut found = vec![
        outcome_tally(outcomes.rows_of(all)),
        fact_tally(totals, &facts),
        family_tally(families.rows_of(totals.counted)),
    ];
    for tally in &mut found {
        tally.sort_by(1);
    }
    Ok((found, totals))
}

fn outcome_tally(rows: Vec<TallyRow>) -> Tally {
    let sites = files(Table::Sites);
    let number = number_of_sites("");
    Tally {
        id: "outcomes".to_owned(),
        title: "What the sites answered".to_owned(),
        note:
            "The meaning of each answer in RFC 9309: without a robots.txt (unavailable) everything \
               is permitted; of a site that is unreachable everything is prohibited."
                .to_owned(),
        keys: vec!["outcome"],
        counts: vec![Column::denominator("of"), Column::drawn("count", "answers", 3)],
        rows,
        query: format!(
            "SELECT outcome,\n  {number},\n  count(*) AS count\nFROM {sites}\nGROUP BY outcome\n\
             ORDER BY count DESC, outcome"
        ),
    }
}

fn fact_tally(totals: Totals, facts: &[u64]) -> Tally {
    let conditions = FACTS.iter().map(|(fact, condition)| count_if(condition, &name(fact)));
    let mut asked = vec!["count(*) AS answers".to_owned()];
    asked.extend(conditions);
    let row = |(fact, count): (&(&str, &str), &u64)| {
        TallyRow::new([fact.0], vec![totals.available, *count])
    };
    let rows = FACTS.iter().zip(facts).filter(|(_, count)| **count > 0).map(row).collect();
    Tally {
        id: "files".to_owned(),
        title: "What the files look like".to_owned(),
        note: "Of the answers that are a file (outcome available).".to_owned(),
        keys: vec!["fact"],
        counts: vec![Column::denominator("of"), Column::drawn("count", "files", 3)],
        rows,
        query: format!(
            "SELECT fact, answers, count\nFROM (UNPIVOT (SELECT\n  {}\n  FROM {} WHERE outcome = \
             'available')\n  ON COLUMNS(* EXCLUDE answers) INTO NAME fact VALUE count)\n\
             WHERE count > 0\nORDER BY count DESC, fact",
            columns(&asked),
            files(Table::Sites)
        ),
    }
}

fn family_tally(rows: Vec<TallyRow>) -> Tally {
    let sites = files(Table::Sites);
    let number = number_of_sites(COUNTED);
    Tally {
        id: "families".to_owned(),
        title: "Which signals the sites use".to_owned(),
        note: "Of the answers with the outcome available, unavailable or unreachable. \
               control-token counts if a group names a token, such as Google-Extended."
            .to_owned(),
        keys: vec!["family"],
        counts: vec![Column::denominator("of"), Column::drawn("count", "answers", 3)],
        rows,
        query: format!(
            "SELECT family,\n  {number},\n  count(*) AS count\nFROM (SELECT unnest(signals) AS \
             family FROM {sites}\n  WHERE {COUNTED})\nGROUP BY family\nORDER BY count DESC, family"
        ),
    }
}
