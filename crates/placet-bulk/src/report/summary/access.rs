//! What the table `access` has: how much is closed to each crawler, and the verdicts.

use super::usages::Verdicts;
use crate::report::sql::{columns, count_if, files, name};
use crate::report::tally::{Captures, Column, Counters, Tally};
use crate::report::{ReportError, Tables};
use crate::tables::Table;

/// How much is closed, in the order of the columns.
const EXTENTS: [&str; 4] = ["everything", "part", "nothing", "undetermined"];

/// How a crawler is addressed, in the order of the columns.
const ADDRESSED: [&str; 3] = ["named", "global", "none"];

/// Who closes how much: `addressed`, `extent` and the name, in the order of the columns.
const CLOSED: [(&str, &str, &str); 5] = [
    ("named", "everything", "named_everything"),
    ("named", "part", "named_part"),
    ("global", "everything", "global_everything"),
    ("global", "part", "global_part"),
    ("none", "everything", "none_everything"),
];

pub(super) fn tallies(tables: &Tables) -> Result<Vec<Tally>, ReportError> {
    let mut verdicts_of = Verdicts::of(tables);
    let columns = verdicts_of.columns();
    let mut names = vec!["origin", "source", "agent", "addressed", "extent"];
    names.extend(columns.iter().map(String::as_str));
    let counters = |columns| Counters::new(Table::Access, columns);
    let (mut extents, mut addressings, mut closed) = (counters(5), counters(4), counters(6));
    let mut captures = Captures::default();
    tables.each(Table::Access, &names, &mut |row| {
        let [origin, source, agent, addressed, extent, verdicts @ ..] = row else { return Ok(()) };
        let (agent, addressed, extent) = ([agent.text()], addressed.text(), extent.text());
        let extent_at = EXTENTS.iter().position(|it| *it == extent);
        let addressed_at = ADDRESSED.iter().position(|it| *it == addressed);
        let closed_at =
            CLOSED.iter().position(|(who, much, _)| (*who, *much) == (addressed, extent));
        let all =
            [(&mut extents, extent_at), (&mut addressings, addressed_at), (&mut closed, closed_at)];
        for (counters, at) in all {
            counters.add(&agent, 0, 1)?;
            if let Some(at) = at {
                counters.add(&agent, at + 1, 1)?;
            }
        }
        verdicts_of.add(captures.number(origin.text(), source.text()), agent, verdicts)?;
        Ok(())
    })?;
    let mut tallies =
        vec![extent_tally(extents), closed_tally(closed), addressed_tally(addressings)];
    for tally in &mut tallies {
        tally.sort_by(1);
    }
    tallies.extend(verdicts_of.tallies());
    Ok(tallies)
}

fn extent_tally(counters: Counters) -> Tally {
    let condition = |extent: &&str| count_if(&format!("extent = '{extent}'"), extent);
    Tally {
        id: "agents".to_owned(),
        title: "How much is closed to each crawler".to_owned(),
        note: "Closed wholly: every URL of the site. A site that is unreachable is closed wholly."
            .to_owned(),
        keys: vec!["agent"],
        counts: vec![
            Column::denominator("of"),
            Column::drawn("everything", "closed wholly", 1),
            Column::drawn("part", "in part", 2),
            Column::drawn("nothing", "not at all", 3),
            Column::drawn("undetermined", "undetermined", 6),
        ],
        rows: counters.rows(),
        query: by_agent(EXTENTS.iter().map(condition).collect(), "everything"),
    }
}

fn closed_tally(counters: Counters) -> Tally {
    let condition = |(addressed, extent, name): &(&str, &str, &str)| {
        count_if(&format!("addressed = '{addressed}' AND extent = '{extent}'"), name)
    };
    Tally {
        id: "closed".to_owned(),
        title: "Who is closed out by name, and who by *".to_owned(),
        note: "By name: a group names the crawler. By *: no group names it, and the groups for * \
               apply. The last column has sites that are unreachable: they prohibit everything."
            .to_owned(),
        keys: vec!["agent"],
        counts: vec![
            Column::denominator("of"),
            Column::drawn("named_everything", "wholly, by name", 1),
            Column::drawn("named_part", "in part, by name", 2),
            Column::drawn("global_everything", "wholly, by *", 5),
            Column::drawn("global_part", "in part, by *", 4),
            Column::drawn("none_everything", "unreachable", 6),
        ],
        rows: counters.rows(),
        query: by_agent(CLOSED.iter().map(condition).collect(), "named_everything"),
    }
}

fn addressed_tally(counters: Counters) -> Tally {
    let condition =
        |addressed: &&str| count_if(&format!("addressed = '{addressed}'"), &name(addressed));
    Tally {
        id: "addressed".to_owned(),
        title: "How each crawler is addressed".to_owned(),
        note: "Whether the site closes anything to it or not.".to_owned(),
        keys: vec!["agent"],
        counts: vec![
            Column::denominator("of"),
            Column::drawn("named", "by name", 1),
            Column::drawn("global", "by *", 4),
            Column::drawn("none", "not at all", 6),
        ],
        rows: counters.rows(),
        query: by_agent(ADDRESSED.iter().map(condition).collect(), "\"named\""),
    }
}

/// The query of counts for each crawler.
fn by_agent(mut counted: Vec<String>, order: &str) -> String {
    counted.insert(0, "count(*) AS answers".to_owned());
    let (counted, files) = (columns(&counted), files(Table::Access));
    format!(
        "SELECT agent,\n  {counted}\nFROM {files}\nGROUP BY agent\nORDER BY {order} DESC, agent"
    )
}
