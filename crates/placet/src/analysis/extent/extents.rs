//! How much is closed to each of many crawlers.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Extent, within};
use crate::analysis::addressed::collect_addressed;
use crate::policy::RobotsPolicy;
use crate::text::limits::{EXTENT_STEPS, EXTENTS_AUDIENCE_STEPS, EXTENTS_STEPS};
use crate::vocabulary::{Agent, Crawler};

/// How much of a site is closed to each of many crawlers. Crawlers with the same statements are
/// examined once.
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
/// Each extent takes at most [`EXTENT_STEPS`], all together [`EXTENTS_STEPS`], and grouping
/// crawlers [`EXTENTS_AUDIENCE_STEPS`]. Beyond these an extent is undetermined.
#[derive(Debug)]
pub struct Extents<'p> {
    policy: &'p RobotsPolicy,
    /// By the statements that address a crawler.
    known: HashMap<Vec<usize>, Arc<Extent>>,
    grouping_steps: u64,
    steps: u64,
}

impl<'p> Extents<'p> {
    /// The extents of a file.
    pub fn new(policy: &'p RobotsPolicy) -> Self {
        Self { policy, known: HashMap::new(), grouping_steps: 0, steps: 0 }
    }

    /// How much is closed to a crawler; equal to
    /// [`AgentPolicy::extent`](crate::AgentPolicy::extent).
    pub fn of(&mut self, agent: &Agent) -> Arc<Extent> {
        if self.grouping_steps > EXTENTS_AUDIENCE_STEPS {
            return Arc::new(Extent::unknown());
        }
        let mut addressed = Vec::new();
        collect_addressed(
            self.policy,
            &Crawler::from(agent),
            &mut addressed,
            &mut self.grouping_steps,
        );
        if let Some(known) = self.known.get(&addressed) {
            return Arc::clone(known);
        }
        let left = EXTENTS_STEPS.saturating_sub(self.steps);
        if left == 0 {
            return Arc::new(Extent::unknown());
        }
        let extent = Arc::new(within(&self.policy.for_agent(agent), left.min(EXTENT_STEPS)));
        self.steps += extent.steps();
        self.known.insert(addressed, Arc::clone(&extent));
        extent
    }
}
