//! How much is closed to each of many crawlers.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Extent, within};
use crate::analysis::addressed::hears;
use crate::policy::RobotsPolicy;
use crate::text::limits::{EXTENT_STEPS, EXTENTS_AUDIENCE_STEPS, EXTENTS_STEPS};
use crate::vocabulary::{Agent, Crawler};

/// How much of a site is closed to each of many crawlers: what a file says to several in the same
/// words is looked at once.
///
/// ```
/// use placet::extent::{Closed, Extents};
/// use placet::{Agent, RobotsPolicy};
///
/// let site = RobotsPolicy::parse(b"User-agent: a\nUser-agent: b\nDisallow: /\n");
/// let mut extents = Extents::new(&site);
/// assert_eq!(extents.of(&Agent::new("a")).closed(), Closed::Everything);
/// assert_eq!(extents.of(&Agent::new("c")).closed(), Closed::Nothing);
/// ```
///
/// # Limits
/// Each extent takes at most [`EXTENT_STEPS`], all together [`EXTENTS_STEPS`], and telling crawlers
/// apart [`EXTENTS_AUDIENCE_STEPS`]. Beyond these an extent is undetermined.
#[derive(Debug)]
pub struct Extents<'p> {
    policy: &'p RobotsPolicy,
    /// By what a crawler hears of the file.
    known: HashMap<Vec<usize>, Arc<Extent>>,
    hearing: u64,
    steps: u64,
}

impl<'p> Extents<'p> {
    /// The extents of what a file says.
    pub fn new(policy: &'p RobotsPolicy) -> Self {
        Self { policy, known: HashMap::new(), hearing: 0, steps: 0 }
    }

    /// How much is closed to a crawler, as [`AgentPolicy::extent`](crate::AgentPolicy::extent) says it.
    pub fn of(&mut self, agent: &Agent) -> Arc<Extent> {
        if self.hearing > EXTENTS_AUDIENCE_STEPS {
            return Arc::new(Extent::unknown());
        }
        let mut heard = Vec::new();
        hears(self.policy, &Crawler::from(agent), &mut heard, &mut self.hearing);
        if let Some(known) = self.known.get(&heard) {
            return Arc::clone(known);
        }
        let left = EXTENTS_STEPS.saturating_sub(self.steps);
        if left == 0 {
            return Arc::new(Extent::unknown());
        }
        let extent = Arc::new(within(&self.policy.for_agent(agent), left.min(EXTENT_STEPS)));
        self.steps += extent.steps();
        self.known.insert(heard, Arc::clone(&extent));
        extent
    }
}
