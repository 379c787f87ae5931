//! The queries over two audits.

use super::Common;
use crate::limits;
use crate::report::Tables;
use crate::report::sql::{COUNTED, columns, count_if, text};
use crate::report::summary::ONE_ROW;

/// Makes the queries.
#[derive(Debug)]
pub(super) struct Queries {
    folders: [(&'static str, String); 2],
    condition: String,
}

/// The condition on rows of `signals` that both audits can have.
pub(super) fn signals_in(usages: &[String], families: &[String], agents: &[String]) -> String {
    let list = |items: &[String]| items.iter().map(|it| text(it)).collect::<Vec<_>>().join(", ");
    format!(
        " AND usage IN ({})\n    AND family IN ({})\n    AND agent IN ({})",
        list(usages),
        list(families),
        list(agents)
    )
}

impl Queries {
    pub(super) fn new(before: &Tables, after: &Tables, common: &Common) -> Self {
        let folder = |tables: &Tables| tables.folder().display().to_string();
        let folders = [("before", folder(before)), ("after", folder(after))];
        Self { folders, condition: common.condition.clone() }
    }

    /// Tables with the last answer of each site, and what follows.
    fn with(&self, tables: &[String]) -> String {
        let site = |(side, folder): &(&str, String)| {
            let files = text(&format!("{folder}/sites/*.parquet"));
            // The files of a table have numbers with leading zeros.
            let order = "filename || printf('%012d', file_row_number)";
            format!(
                "{side}_sites AS (\n  SELECT origin, max_by(source, {order}) AS source,\n    \
                 max_by(outcome, {order}) AS outcome\n  FROM read_parquet({files}, filename = \
                 true, file_row_number = true)\n  WHERE origin IS NOT NULL\n    AND {COUNTED}\n  \
                 GROUP BY origin)"
            )
        };
        let sites = self.folders.iter().map(site).chain(tables.iter().cloned());
        format!("WITH {}", sites.collect::<Vec<_>>().join(",\n"))
    }

    /// A table of both audits, with the rows of the last answers.
    fn both(&self, table: &str, asked: &str, condition: &str) -> Vec<String> {
        let one = |(side, folder): &(&str, String)| {
            let files = text(&format!("{folder}/{table}/*.parquet"));
            format!(
                "{side} AS (\n  SELECT origin, {asked}\n  FROM {files} AS found JOIN {side}_sites \
                 USING (origin, source){condition})"
            )
        };
        self.folders.iter().map(one).collect()
    }

    fn access(&self) -> String {
        self.with(&self.both("access", "agent, extent", ""))
    }

    /// Statements before and after, of the sites in both audits.
    fn statements(&self) -> String {
        let condition = format!("\n  WHERE {ONE_ROW}{}", self.condition);
        let asked = "family, usage, agent, found.outcome";
        let mut tables = self.both("signals", asked, &condition);
        tables.push(
            "changes AS (\n  SELECT origin, family, usage, agent,\n    coalesce(before.outcome, \
             'none') AS before,\n    coalesce(after.outcome, 'none') AS after\n  FROM before FULL \
             JOIN after USING (origin, family, usage, agent)\n  WHERE origin IN (SELECT origin FROM \
             before_sites JOIN after_sites USING (origin)))"
                .to_owned(),
        );
        self.with(&tables)
    }

    pub(super) fn sites(&self) -> String {
        format!(
            "{}\nSELECT CASE WHEN before_sites.origin IS NULL THEN 'new'\n  WHEN after_sites.origin \
             IS NULL THEN 'vanished' ELSE 'in both' END AS sites,\n  sum(count(*)) OVER () AS \
             answers,\n  count(*) AS count\nFROM before_sites FULL JOIN after_sites ON \
             before_sites.origin = after_sites.origin\nGROUP BY sites\nORDER BY count DESC, sites",
            self.with(&[])
        )
    }

    /// The sites that only one audit has.
    pub(super) fn only(&self, side: &str) -> String {
        let other = if side == "after" { "before" } else { "after" };
        format!(
            "{}\nSELECT origin, outcome FROM {side}_sites\nWHERE origin NOT IN (SELECT origin FROM \
             {other}_sites)\nORDER BY origin\nLIMIT {}",
            self.with(&[]),
            limits::LISTED
        )
    }

    pub(super) fn agents(&self) -> String {
        let (old, new) = ("before.extent", "after.extent");
        let determined = format!("'undetermined' NOT IN ({old}, {new})");
        let counted = [
            "count(*) AS answers".to_owned(),
            count_if(&format!("{new} = 'everything' AND {old} IN ('nothing', 'part')"), "closed"),
            count_if(&format!("{new} = 'part' AND {old} = 'nothing'"), "partly_closed"),
            count_if(&format!("{new} = 'part' AND {old} = 'everything'"), "partly_opened"),
            count_if(&format!("{new} = 'nothing' AND {old} IN ('part', 'everything')"), "opened"),
            count_if(&format!("{new} <> {old} AND NOT {determined}"), "undetermined"),
            count_if(&format!("{new} = {old}"), "same"),
        ];
        format!(
            "{}\nSELECT agent,\n  {}\nFROM before JOIN after USING (origin, agent)\nGROUP BY agent\n\
             ORDER BY closed DESC, agent",
            self.access(),
            columns(&counted)
        )
    }

    pub(super) fn changed_access(&self) -> String {
        format!(
            "{}\nSELECT origin, agent, before.extent AS before, after.extent AS after\nFROM before \
             JOIN after USING (origin, agent)\nWHERE before.extent <> after.extent\n\
             ORDER BY origin, agent\nLIMIT {}",
            self.access(),
            limits::LISTED
        )
    }

    pub(super) fn signals(&self) -> String {
        let counted = [
            "(SELECT count(*) FROM before_sites JOIN after_sites USING (origin)) AS answers"
                .to_owned(),
            count_if("after = 'disallow' AND before <> 'disallow'", "new_no"),
            count_if("after = 'allow' AND before <> 'allow'", "new_yes"),
            count_if(
                "before IN ('allow', 'disallow') AND after IN ('none', 'silent')",
                "withdrawn",
            ),
        ];
        format!(
            "{}\nSELECT family, usage, agent,\n  {}\nFROM changes\nGROUP BY family, usage, agent\n\
             HAVING new_no + new_yes + withdrawn > 0\nORDER BY new_no DESC, family, usage, agent",
            self.statements(),
            columns(&counted)
        )
    }

    pub(super) fn changed_signals(&self) -> String {
        format!(
            "{}\nSELECT origin, family, usage, agent, before, after\nFROM changes\nWHERE before <> \
             after\n  AND (before IN ('allow', 'disallow') OR after IN ('allow', 'disallow'))\n\
             ORDER BY origin, family, usage, agent\nLIMIT {}",
            self.statements(),
            limits::LISTED
        )
    }
}
