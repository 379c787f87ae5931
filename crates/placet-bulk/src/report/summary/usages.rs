//! The verdicts of the table `access`: by crawler, and by site.

use placet::Usage;

use crate::limits;
use crate::report::read::Cell;
use crate::report::sql::{columns, count_if, files, name, text};
use crate::report::tally::{Column, Counters, Tally, TallyRow};
use crate::report::{ReportError, Tables};
use crate::tables::{Table, may_column};

/// Counts verdicts.
pub(super) struct Verdicts {
    asked: Vec<Asked>,
    /// How many the audit asked about that are not counted.
    left_out: usize,
    capture: u64,
}

/// A usage of a path that the audit asked about.
struct Asked {
    id: String,
    usage: Usage,
    path: String,
    column: String,
    agents: Counters,
    /// Whether a verdict of the capture that is read is a refusal, and whether one is a permission.
    seen: [bool; 2],
    /// How many sites refuse to all crawlers, to some, to none.
    sites: [u64; 3],
}

impl Verdicts {
    /// No verdicts yet, on the usages and paths of an audit.
    pub(super) fn of(tables: &Tables) -> Self {
        let settings = &tables.manifest().settings;
        let usages = || settings.usages.iter().filter_map(|usage| usage.parse::<Usage>().ok());
        let paths = settings.paths.iter().enumerate();
        let pairs = paths.flat_map(|(at, path)| usages().map(move |usage| (usage, at, path)));
        let asked = pairs.take(limits::TALLY_VERDICTS).map(|(usage, at, path)| Asked {
            id: format!("may-{usage}") + &if at == 0 { String::new() } else { format!("-{at}") },
            usage,
            path: path.clone(),
            column: may_column(usage, path),
            agents: Counters::new(Table::Access, 3),
            seen: [false; 2],
            sites: [0; 3],
        });
        let asked = if tables.has(Table::Access) { asked.collect() } else { Vec::new() };
        let all = usages().count() * settings.paths.len();
        Self { asked, left_out: all.saturating_sub(limits::TALLY_VERDICTS), capture: 0 }
    }

    /// The columns with the verdicts.
    pub(super) fn columns(&self) -> Vec<String> {
        self.asked.iter().map(|asked| asked.column.clone()).collect()
    }

    /// Counts the verdicts of a row.
    pub(super) fn add(
        &mut self,
        capture: u64,
        agent: [&str; 1],
        verdicts: &[Cell<'_>],
    ) -> Result<(), ReportError> {
        if capture != self.capture {
            self.asked.iter_mut().for_each(Asked::finish_capture);
            self.capture = capture;
        }
        for (asked, verdict) in self.asked.iter_mut().zip(verdicts) {
            // A crawler has a row also if none of its verdicts is known.
            let (seen, column) = match verdict.flag() {
                Some(false) => (0, 1),
                Some(true) => (1, 2),
                None => {
                    asked.agents.add(&agent, 0, 0)?;
                    continue;
                }
            };
            asked.agents.add(&agent, 0, 1)?;
            asked.agents.add(&agent, column, 1)?;
            if let Some(seen) = asked.seen.get_mut(seen) {
                *seen = true;
            }
        }
        Ok(())
    }

    /// The tallies: one by site, and one by crawler for each usage and path.
    pub(super) fn tallies(mut self) -> Vec<Tally> {
        self.asked.iter_mut().for_each(Asked::finish_capture);
        let mut tallies = vec![by_site(&self.asked, self.left_out)];
        tallies.extend(self.asked.into_iter().map(by_agent));
        tallies
    }
}

impl Asked {
    fn finish_capture(&mut self) {
        let [all, some, none] = &mut self.sites;
        match self.seen {
            [true, false] => *all += 1,
            [true, true] => *some += 1,
            [false, true] => *none += 1,
            [false, false] => {}
        }
        self.seen = [false; 2];
    }
}

fn by_site(asked: &[Asked], left_out: usize) -> Tally {
    let access = files(Table::Access);
    let row = |asked: &Asked| {
        let [all, some, none] = asked.sites;
        let keys = [asked.usage.name(), &asked.path];
        TallyRow::new(keys, vec![all + some + none, all, some, none])
    };
    let query = |asked: &Asked| {
        let counted = [
            "count(*) AS answers".to_owned(),
            count_if("refused AND NOT permitted", "to_all"),
            count_if("refused AND permitted", "to_some"),
            count_if("NOT refused", "to_none"),
        ];
        let column = name(&asked.column);
        format!(
            "SELECT {} AS usage, {} AS path,\n  {}\nFROM (SELECT bool_or(NOT {column}) AS refused, \
             bool_or({column}) AS permitted\n  FROM {access} WHERE {column} IS NOT NULL\n  \
             GROUP BY origin, source)",
            text(asked.usage.name()),
            text(&asked.path),
            columns(&counted)
        )
    };
    let more = match left_out {
        0 => String::new(),
        _ => format!(" The tables have {left_out} more pairs of a usage and a path."),
    };
    let note = "To how many of the crawlers that the audit asks about. Rules and signals count.";
    Tally {
        id: "usages".to_owned(),
        title: "Which usages the sites refuse".to_owned(),
        note: note.to_owned() + &more,
        keys: vec!["usage", "path"],
        counts: vec![
            Column::denominator("of"),
            Column::drawn("to_all", "to every crawler", 1),
            Column::drawn("to_some", "to some", 2),
            Column::drawn("to_none", "to none", 3),
        ],
        rows: asked.iter().map(row).collect(),
        query: asked.iter().map(query).collect::<Vec<_>>().join("\nUNION ALL\n"),
    }
}

fn by_agent(asked: Asked) -> Tally {
    let Asked { id, usage, path, column, agents, .. } = asked;
    let column = name(&column);
    let counted = [
        format!("count({column}) AS answers"),
        count_if(&format!("NOT {column}"), "refused"),
        count_if(&column, "permitted"),
    ];
    let mut tally = Tally {
        id,
        title: format!("Refused and permitted to each crawler: {usage} at {path}"),
        note: format!("The verdict on the usage {usage} of the path {path}, by rules and signals."),
        keys: vec!["agent"],
        counts: vec![
            Column::denominator("of"),
            Column::drawn("refused", "refused", 1),
            Column::drawn("permitted", "permitted", 3),
        ],
        rows: agents.rows(),
        query: format!(
            "SELECT agent,\n  {}\nFROM {}\nGROUP BY agent\nORDER BY refused DESC, agent",
            columns(&counted),
            files(Table::Access)
        ),
    };
    tally.sort_by(1);
    tally
}
