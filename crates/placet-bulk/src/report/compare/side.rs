//! One of the two audits: the last answer of each site.

use std::collections::{BTreeMap, HashMap};

use super::Common;
use crate::limits;
use crate::report::summary::is_one_row;
use crate::report::{COUNTED, ReportError, Tables};
use crate::tables::Table;

/// How much of a site is closed to a crawler. `0` is unknown.
pub(super) const EXTENTS: [&str; 5] = ["", "nothing", "part", "everything", "undetermined"];

/// What a family states; `0` is nothing.
pub(super) const STATED: [&str; 4] = ["none", "silent", "allow", "disallow"];

/// Some of the sites of an audit.
#[derive(Debug, Default)]
pub(super) struct Side {
    pub(super) sites: BTreeMap<String, Site>,
}

/// The last answer of a site.
#[derive(Debug)]
pub(super) struct Site {
    source: String,
    pub(super) outcome: &'static str,
    /// An index of [`EXTENTS`] for each crawler.
    pub(super) extents: Vec<u8>,
    /// The number of a family, usage and crawler, and an index of [`STATED`].
    pub(super) signals: Vec<(u32, u8)>,
}

/// Numbers for families, usages and crawlers.
#[derive(Debug, Default)]
pub(super) struct Keys {
    numbers: HashMap<[String; 3], u32>,
    pub(super) names: Vec<[String; 3]>,
}

impl Keys {
    fn number(&mut self, key: [&str; 3]) -> Result<u32, ReportError> {
        let key = key.map(str::to_owned);
        if let Some(&number) = self.numbers.get(&key) {
            return Ok(number);
        }
        let length: usize = key.iter().map(String::len).sum();
        if self.names.len() >= limits::TALLY_ROWS || length > limits::TALLY_KEY {
            return Err(ReportError::TooMany(Table::Signals));
        }
        let number =
            u32::try_from(self.names.len()).map_err(|_| ReportError::TooMany(Table::Signals))?;
        self.names.push(key.clone());
        self.numbers.insert(key, number);
        Ok(number)
    }
}

impl Side {
    /// Reads the sites whose origins are asked for.
    pub(super) fn read(
        tables: &Tables,
        common: &Common,
        keys: &mut Keys,
        is_in: &dyn Fn(&str) -> bool,
    ) -> Result<Self, ReportError> {
        let mut sites: BTreeMap<String, Site> = BTreeMap::new();
        tables.each(Table::Sites, &["origin", "source", "outcome"], &mut |row| {
            let [origin, source, outcome] = row else { return Ok(()) };
            let outcome = COUNTED.into_iter().find(|it| *it == outcome.text());
            let (origin, Some(outcome)) = (origin.text(), outcome) else { return Ok(()) };
            if !origin.is_empty() && is_in(origin) {
                let (source, extents) = (source.text().to_owned(), vec![0; common.agents.len()]);
                let site = Site { source, outcome, extents, signals: Vec::new() };
                sites.insert(origin.to_owned(), site);
            }
            Ok(())
        })?;
        let mut side = Self { sites };
        if common.has_access {
            side.read_access(tables, common)?;
        }
        if common.has_signals {
            side.read_signals(tables, common, keys)?;
        }
        Ok(side)
    }

    fn read_access(&mut self, tables: &Tables, common: &Common) -> Result<(), ReportError> {
        let agents: HashMap<&str, usize> =
            common.agents.iter().enumerate().map(|(at, agent)| (agent.as_str(), at)).collect();
        tables.each(Table::Access, &["origin", "source", "agent", "extent"], &mut |row| {
            let [origin, source, agent, extent] = row else { return Ok(()) };
            let Some(site) = self.site(origin.text(), source.text()) else { return Ok(()) };
            let at = agents.get(agent.text()).and_then(|at| site.extents.get_mut(*at));
            if let Some(known) = at {
                *known = index(&EXTENTS, extent.text());
            }
            Ok(())
        })
    }

    fn read_signals(
        &mut self,
        tables: &Tables,
        common: &Common,
        keys: &mut Keys,
    ) -> Result<(), ReportError> {
        let asked = ["origin", "source", "agent", "path", "usage", "family", "outcome"];
        tables.each(Table::Signals, &asked, &mut |row| {
            let [origin, source, agent, path, usage, family, outcome] = row else { return Ok(()) };
            let (agent, usage, family) = (agent.text(), usage.text(), family.text());
            let is_asked =
                is_one_row(path.text(), agent, family) && common.has_signal(family, usage, agent);
            let site = if is_asked { self.site(origin.text(), source.text()) } else { None };
            if let Some(site) = site {
                let number = keys.number([family, usage, agent])?;
                site.signals.push((number, index(&STATED, outcome.text())));
            }
            Ok(())
        })
    }

    /// The site of a row, if the row is of its last answer.
    fn site(&mut self, origin: &str, source: &str) -> Option<&mut Site> {
        self.sites.get_mut(origin).filter(|site| site.source == source)
    }
}

impl Site {
    /// What a family states to a crawler about a usage: an index of [`STATED`].
    pub(super) fn stated(&self, number: u32) -> u8 {
        self.signals.iter().rev().find(|(it, _)| *it == number).map_or(0, |(_, stated)| *stated)
    }
}

fn index(names: &[&str], name: &str) -> u8 {
    names.iter().position(|it| *it == name).and_then(|at| u8::try_from(at).ok()).unwrap_or(0)
}
