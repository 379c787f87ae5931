//! Counts and lists the changes.

use std::collections::BTreeSet;

use super::side::{EXTENTS, Keys, STATED, Side, Site};
use super::{Common, queries};
use crate::limits;
use crate::report::Tables;
use crate::report::tally::{Column, Listing, Tally, TallyRow};

/// The changes so far.
#[derive(Debug)]
pub(super) struct Changes {
    agents: Vec<String>,
    /// In both audits, new, vanished.
    sites: [u64; 3],
    /// For each crawler: closed, closed in part, opened in part, opened, undetermined, the same.
    extents: Vec<[u64; 6]>,
    /// For each number of a signal: new no, new yes, withdrawn.
    signals: Vec<[u64; 3]>,
    names: Vec<[String; 3]>,
    new: First,
    vanished: First,
    access: First,
    stated: First,
}

/// The first rows in their order, and the number of all.
#[derive(Debug, Default)]
struct First {
    rows: BTreeSet<Vec<String>>,
    total: u64,
}

impl First {
    fn add(&mut self, row: &[&str]) {
        self.total += 1;
        self.rows.insert(row.iter().map(|it| (*it).to_owned()).collect());
        if self.rows.len() > limits::LISTED {
            self.rows.pop_last();
        }
    }

    fn listing(
        self,
        (id, title): (&'static str, &'static str),
        columns: &[&'static str],
        query: String,
    ) -> Listing {
        let rows = self.rows.into_iter().collect();
        Listing { id, title, columns: columns.to_vec(), rows, total: self.total, query }
    }
}

impl Changes {
    pub(super) fn new(common: &Common) -> Self {
        Self {
            agents: common.agents.clone(),
            sites: [0; 3],
            extents: vec![[0; 6]; common.agents.len()],
            signals: Vec::new(),
            names: Vec::new(),
            new: First::default(),
            vanished: First::default(),
            access: First::default(),
            stated: First::default(),
        }
    }

    /// Compares some sites.
    pub(super) fn add(&mut self, before: &Side, after: &Side, keys: &Keys) {
        self.names.clone_from(&keys.names);
        self.signals.resize(keys.names.len(), [0; 3]);
        let [both, new, vanished] = &mut self.sites;
        for (origin, site) in &before.sites {
            if !after.sites.contains_key(origin) {
                *vanished += 1;
                self.vanished.add(&[origin, site.outcome]);
            }
        }
        let mut pairs = Vec::new();
        for (origin, site) in &after.sites {
            if let Some(old) = before.sites.get(origin) {
                *both += 1;
                pairs.push((origin, old, site));
            } else {
                *new += 1;
                self.new.add(&[origin, site.outcome]);
            }
        }
        for (origin, old, new) in pairs {
            self.add_extents(origin, old, new);
            self.add_signals(origin, old, new);
        }
    }

    fn add_extents(&mut self, origin: &str, old: &Site, new: &Site) {
        let agents = self.agents.iter().zip(&mut self.extents);
        for ((agent, counts), (old, new)) in agents.zip(old.extents.iter().zip(&new.extents)) {
            let name = |at: u8| EXTENTS.get(usize::from(at)).copied().unwrap_or_default();
            let (old, new) = (name(*old), name(*new));
            let at = match (old, new) {
                ("", _) | (_, "") => continue,
                (old, new) if old == new => 5,
                ("undetermined", _) | (_, "undetermined") => 4,
                (_, "everything") => 0,
                ("nothing", "part") => 1,
                ("everything", "part") => 2,
                _ => 3,
            };
            if let Some(count) = counts.get_mut(at) {
                *count += 1;
            }
            if at < 5 {
                self.access.add(&[origin, agent, old, new]);
            }
        }
    }

    fn add_signals(&mut self, origin: &str, old: &Site, new: &Site) {
        let numbers: BTreeSet<u32> =
            old.signals.iter().chain(&new.signals).map(|(number, _)| *number).collect();
        for number in numbers {
            let name = |site: &Site| {
                STATED.get(usize::from(site.stated(number))).copied().unwrap_or_default()
            };
            let (old, new) = (name(old), name(new));
            let at = match (old, new) {
                (old, new) if old == new => continue,
                (_, "disallow") => 0,
                (_, "allow") => 1,
                ("allow" | "disallow", _) => 2,
                // Conditions came or went.
                _ => continue,
            };
            let Some([family, usage, agent]) = self.names.get(number as usize) else { continue };
            if let Some(count) = self.signals.get_mut(number as usize).and_then(|it| it.get_mut(at))
            {
                *count += 1;
            }
            self.stated.add(&[origin, family, usage, agent, old, new]);
        }
    }

    /// The numbers and the lists.
    pub(super) fn finish(
        self,
        common: &Common,
        before: &Tables,
        after: &Tables,
    ) -> (Vec<Tally>, Vec<Listing>) {
        let queries = queries::Queries::new(before, after, common);
        let [both, ..] = self.sites;
        let mut tallies = vec![site_tally(self.sites, &queries)];
        let mut listings = vec![
            self.new.listing(
                ("new-sites", "New sites"),
                &["origin", "outcome"],
                queries.only("after"),
            ),
            self.vanished.listing(
                ("vanished-sites", "Vanished sites"),
                &["origin", "outcome"],
                queries.only("before"),
            ),
        ];
        if common.has_access {
            tallies.push(extent_tally(&self.agents, &self.extents, &queries));
            listings.push(self.access.listing(
                ("changed-access", "Sites that closed or opened something"),
                &["origin", "agent", "before", "after"],
                queries.changed_access(),
            ));
        }
        if common.has_signals {
            tallies.push(signal_tally(both, self.names, &self.signals, &queries));
            listings.push(self.stated.listing(
                ("changed-signals", "Sites that changed a signal"),
                &["origin", "family", "usage", "agent", "before", "after"],
                queries.changed_signals(),
            ));
        }
        listings.retain(|listing| listing.total > 0);
        tallies.retain(|tally| !tally.rows.is_empty());
        (tallies, listings)
    }
}

fn site_tally(sites: [u64; 3], queries: &queries::Queries) -> Tally {
    let all = sites.iter().sum();
    let rows = ["in both", "new", "vanished"].into_iter().zip(sites);
    let rows = rows.filter(|(_, count)| *count > 0);
    let mut tally = Tally {
        id: "changed-sites".to_owned(),
        title: "Which sites the two audits have".to_owned(),
        note:
            "Sites with an answer that is available, unavailable or unreachable; the last answer \
               of each counts."
                .to_owned(),
        keys: vec!["sites"],
        counts: vec![Column::denominator("of"), Column::drawn("count", "sites", 3)],
        rows: rows.map(|(name, count)| TallyRow::new([name], vec![all, count])).collect(),
        query: queries.sites(),
    };
    tally.sort_by(1);
    tally
}

fn extent_tally(agents: &[String], extents: &[[u64; 6]], queries: &queries::Queries) -> Tally {
    let row = |(agent, counts): (&String, &[u64; 6])| {
        let all: u64 = counts.iter().sum();
        TallyRow::new([agent.as_str()], std::iter::once(all).chain(*counts).collect())
    };
    let rows = agents.iter().zip(extents).map(row).filter(|row| row.denominator() > 0);
    let mut tally = Tally {
        id: "changed-agents".to_owned(),
        title: "What changed for each crawler".to_owned(),
        note:
            "Of the sites in both audits. Closed: now every URL, before not. Opened: now no URL is \
               closed, before at least one."
                .to_owned(),
        keys: vec!["agent"],
        counts: vec![
            Column::denominator("of"),
            Column::drawn("closed", "closed wholly", 1),
            Column::drawn("partly_closed", "closed in part", 2),
            Column::drawn("partly_opened", "opened in part", 4),
            Column::drawn("opened", "opened", 3),
            Column::share("undetermined", "from or to undetermined"),
            Column::share("same", "the same"),
        ],
        rows: rows.collect(),
        query: queries.agents(),
    };
    tally.sort_by(1);
    tally
}

fn signal_tally(
    both: u64,
    names: Vec<[String; 3]>,
    signals: &[[u64; 3]],
    queries: &queries::Queries,
) -> Tally {
    let rows = names.into_iter().zip(signals).filter(|(_, counts)| counts.iter().any(|it| *it > 0));
    let row = |(names, counts): ([String; 3], &[u64; 3])| {
        TallyRow::new(names, std::iter::once(both).chain(*counts).collect())
    };
    let mut tally = Tally {
        id: "changed-signal-statements".to_owned(),
        title: "Which signals changed".to_owned(),
        note: "Of the sites in both audits, at the path /. New no: now it refuses, before not. \
               Withdrawn: before it refused or permitted, now it does neither."
            .to_owned(),
        keys: vec!["family", "usage", "agent"],
        counts: vec![
            Column::denominator("of"),
            Column::drawn("new_no", "new no", 1),
            Column::drawn("new_yes", "new yes", 3),
            Column::drawn("withdrawn", "withdrawn", 6),
        ],
        rows: rows.map(row).collect(),
        query: queries.signals(),
    };
    tally.sort_by(1);
    tally
}
