//! What changed between two audits: who changed what for whom.

mod changes;
mod queries;
mod side;

use std::hash::{BuildHasher as _, RandomState};

use serde::Serialize;

use super::{Listing, ReportError, Tables, Tally};
use crate::limits;
use crate::tables::Table;
use changes::Changes;
use side::{Keys, Side};

/// What changed between two audits. A site is compared by its last answer in each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Comparison {
    /// The folder of the earlier audit.
    pub before: String,
    /// The folder of the later one.
    pub after: String,
    /// The numbers: sites, extents by crawler, signals.
    pub tallies: Vec<Tally>,
    /// The sites that changed, each with both values.
    pub listings: Vec<Listing>,
}

impl Comparison {
    /// Compares two audits. Crawlers, usages and families that only one of them asked about are left
    /// out.
    ///
    /// # Errors
    /// If a table cannot be read, or the audits have no crawler in common.
    pub fn of(before: &Tables, after: &Tables) -> Result<Self, ReportError> {
        let common = Common::of(before, after)?;
        let mut changes = Changes::new(&common);
        let mut keys = Keys::default();
        let passes = passes(before, after, &common);
        let hasher = RandomState::new();
        for pass in 0..passes {
            let is_in = |origin: &str| hasher.hash_one(origin) % passes == pass;
            let old = Side::read(before, &common, &mut keys, &is_in)?;
            let new = Side::read(after, &common, &mut keys, &is_in)?;
            changes.add(&old, &new, &keys);
        }
        let (tallies, listings) = changes.finish(&common, before, after);
        Ok(Self {
            before: before.folder().display().to_string(),
            after: after.folder().display().to_string(),
            tallies,
            listings,
        })
    }
}

/// How often the tables are read, so that each time the sites fit in memory.
fn passes(before: &Tables, after: &Tables, common: &Common) -> u64 {
    /// The origin, the source and the signals of a site, about.
    const SITE: u64 = 400;
    let captures = before.manifest().captures().max(after.manifest().captures());
    let bytes = captures.saturating_mul(SITE + common.agents.len() as u64);
    bytes.div_ceil(limits::COMPARED_BYTES).max(1)
}

/// What both audits asked about.
#[derive(Debug)]
struct Common {
    agents: Vec<String>,
    has_access: bool,
    has_signals: bool,
    /// The condition on rows of `signals` if the audits asked about different things; empty if not.
    condition: String,
    usages: Vec<String>,
    families: Vec<String>,
}

impl Common {
    fn of(before: &Tables, after: &Tables) -> Result<Self, ReportError> {
        let both = |a: &[String], b: &[String]| -> Vec<String> {
            a.iter().filter(|it| b.contains(it)).cloned().collect()
        };
        let (old, new) = (&before.manifest().settings, &after.manifest().settings);
        let agents = both(&old.agents, &new.agents);
        if agents.is_empty() {
            return Err(ReportError::NothingInCommon);
        }
        let has = |table: Table| before.has(table) && after.has(table);
        let families = both(&old.families, &new.families);
        let usages = both(&signal_usages(&old.usages), &signal_usages(&new.usages));
        let is_equal =
            old.families == new.families && old.usages == new.usages && old.agents == new.agents;
        let condition = if is_equal {
            String::new()
        } else {
            let mut everyone = agents.clone();
            everyone.push("*".to_owned());
            queries::signals_in(&usages, &families, &everyone)
        };
        Ok(Self {
            has_access: has(Table::Access),
            has_signals: has(Table::Signals),
            agents,
            condition,
            usages,
            families,
        })
    }

    /// Whether both audits asked about a row of `signals`.
    fn has_signal(&self, family: &str, usage: &str, agent: &str) -> bool {
        self.condition.is_empty()
            || self.families.iter().any(|it| it == family)
                && self.usages.iter().any(|it| it == usage)
                && (agent == "*" || self.agents.iter().any(|it| it == agent))
    }
}

/// The usages that the table `signals` of an audit is about: some always, and those asked about.
fn signal_usages(asked: &[String]) -> Vec<String> {
    let mut usages: Vec<String> =
        crate::audit::SIGNAL_USAGES.iter().map(ToString::to_string).collect();
    usages.extend(asked.iter().filter(|it| !usages.contains(it)).cloned().collect::<Vec<_>>());
    usages
}
