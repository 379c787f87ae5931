//! What the table `signals` has: what families state about usages, and where they contradict each other.

use super::Totals;
use crate::report::sql::{COUNTED, captures_if, columns, count_if, files, number_of_sites};
use crate::report::tally::{Captures, Column, Counters, Tally, TallyRow};
use crate::report::{ReportError, Tables};
use crate::tables::Table;

/// The condition on rows of which a capture has one for each family and usage.
pub(in crate::report) const ONE_ROW: &str =
    "path = '/' AND (agent = '*' OR family = 'control-token')";

/// Whether a row has that condition.
pub(in crate::report) fn is_one_row(path: &str, agent: &str, family: &str) -> bool {
    path == "/" && (agent == "*" || family == "control-token")
}

pub(super) fn tallies(tables: &Tables, totals: Totals) -> Result<Vec<Tally>, ReportError> {
    let asked = ["origin", "source", "agent", "path", "usage", "family", "outcome", "contradicts"];
    let mut families = Counters::new(Table::Signals, 3);
    let mut usages = Counters::new(Table::Signals, 4);
    let mut contradictions = Counters::new(Table::Signals, 1);
    let mut captures = Captures::default();
    tables.each(Table::Signals, &asked, &mut |row| {
        let [origin, source, agent, path, usage, family, outcome, contradicts] = row else {
            return Ok(());
        };
        let (agent, usage, family) = (agent.text(), usage.text(), family.text());
        let capture = captures.number(origin.text(), source.text());
        let column = match outcome.text() {
            "disallow" => 0,
            "allow" => 1,
            _ => 2,
        };
        if is_one_row(path.text(), agent, family) {
            families.add(&[family, usage, agent], column, 1)?;
        }
        let contradicts = contradicts.items();
        usages.add(&[usage], 0, 0)?;
        if column == 0 {
            usages.once(&[usage], 0, capture)?;
            if family != "control-token" {
                usages.once(&[usage], 1, capture)?;
            }
            for permits in &contradicts {
                contradictions.once(&[usage, family, permits], 0, capture)?;
            }
        } else if column == 1 {
            usages.once(&[usage], 2, capture)?;
        }
        if !contradicts.is_empty() {
            usages.once(&[usage], 3, capture)?;
        }
        Ok(())
    })?;
    let mut tallies = vec![
        usage_tally(usages.rows_of(totals.counted)),
        family_tally(families.rows_of(totals.counted)),
        contradiction_tally(contradictions.rows_of(totals.counted)),
    ];
    for tally in &mut tallies {
        tally.sort_by(1);
    }
    Ok(tallies)
}

fn usage_tally(rows: Vec<TallyRow>) -> Tally {
    let counted = [
        number_of_sites(COUNTED),
        captures_if("outcome = 'disallow'", "refused"),
        captures_if("outcome = 'disallow' AND family <> 'control-token'", "refused_without_tokens"),
        captures_if("outcome = 'allow'", "permitted"),
        captures_if("len(contradicts) > 0", "contradicted"),
    ];
    Tally {
        id: "signal-usages".to_owned(),
        title: "How many sites refuse a usage by any signal".to_owned(),
        note: "To at least one crawler, at one of the paths asked about. Of the answers with the \
               outcome available, unavailable or unreachable. A site that is closed to all crawlers \
               also refuses by control tokens, so the second number leaves these out."
            .to_owned(),
        keys: vec!["usage"],
        counts: vec![
            Column::denominator("of"),
            Column::drawn("refused", "refused", 1),
            Column::share("refused_without_tokens", "refused, not counting control tokens"),
            Column::share("permitted", "permitted"),
            Column::share("contradicted", "both: contradictions"),
        ],
        rows,
        query: format!(
            "SELECT usage,\n  {}\nFROM {}\nGROUP BY usage\nORDER BY refused DESC, usage",
            columns(&counted),
            files(Table::Signals)
        ),
    }
}

fn family_tally(rows: Vec<TallyRow>) -> Tally {
    let counted = [
        number_of_sites(COUNTED),
        count_if("outcome = 'disallow'", "refused"),
        count_if("outcome = 'allow'", "permitted"),
        count_if("outcome = 'silent'", "silent"),
    ];
    Tally {
        id: "signals".to_owned(),
        title: "What each signal states about each usage".to_owned(),
        note: "At the path /. Neither: the site uses the family, but it does not state yes or no \
               about the usage. The agent * is every crawler that no group names; a control token \
               applies to the crawler that it controls."
            .to_owned(),
        keys: vec!["family", "usage", "agent"],
        counts: vec![
            Column::denominator("of"),
            Column::drawn("refused", "no", 1),
            Column::drawn("permitted", "yes", 3),
            Column::drawn("silent", "neither", 6),
        ],
        rows,
        query: format!(
            "SELECT family, usage, agent,\n  {}\nFROM {}\nWHERE {ONE_ROW}\n\
             GROUP BY family, usage, agent\nORDER BY refused DESC, family, usage, agent",
            columns(&counted),
            files(Table::Signals)
        ),
    }
}

fn contradiction_tally(rows: Vec<TallyRow>) -> Tally {
    let signals = files(Table::Signals);
    let number = number_of_sites(COUNTED);
    Tally {
        id: "contradictions".to_owned(),
        title: "Where signals of one site contradict each other".to_owned(),
        note:
            "One family refuses the usage, and another one permits it, to the same crawler at the \
               same path."
                .to_owned(),
        keys: vec!["usage", "refuses", "permits"],
        counts: vec![Column::denominator("of"), Column::drawn("count", "answers", 1)],
        rows,
        query: format!(
            "SELECT usage, refuses, permits,\n  {number},\n  count(DISTINCT (origin, source)) AS \
             count\nFROM (SELECT *, family AS refuses, unnest(contradicts) AS permits FROM {signals}\n  \
             WHERE outcome = 'disallow')\nGROUP BY usage, refuses, permits\n\
             ORDER BY count DESC, usage, refuses, permits"
        ),
    }
}
