//! The views that crawlers have of stored files.

use std::sync::Arc;
use std::time::Duration;

use placet::signals::Families;
use placet::{AgentPolicy, Crawler, Profile};
use smallvec::SmallVec;

use super::{Memory, parts};
use crate::entry::Entry;
use crate::settings::SKEW;
use crate::time::Time;

/// How many views of one file are stored: most clients have one crawler. The oldest is replaced.
const VIEWS: usize = 8;

/// How many bytes an index takes for each rule, at most.
const RULE: usize = 256;

/// The views of one file. One of them is in the table itself, which is a memory access less.
pub(super) type Views = SmallVec<[Stored; 1]>;

/// Who asks: the crawler, the profile that its client reads files with, the families of signals that
/// it reads, and how long it uses files at most.
#[derive(Debug, Clone)]
pub(crate) struct Asker {
    pub(crate) crawler: Arc<Crawler>,
    pub(crate) profile: Profile,
    pub(crate) families: Families,
    pub(crate) longest: Duration,
}

/// A stored view, with what is needed to find it and to know whether it is still valid.
#[derive(Debug)]
pub(super) struct Stored {
    view: Arc<AgentPolicy>,
    asker: Asker,
    from: Time,
    until: Time,
}

impl Stored {
    /// Whether it is for this asker: decisions name the crawler as it was given.
    fn is_for(&self, asker: &Asker) -> bool {
        let is_same = |own: &Crawler, other: &Crawler| {
            own == other
                && own.agent().name() == other.agent().name()
                && own.agent().user_agent() == other.agent().user_agent()
        };
        let own = &self.asker;
        own.profile == asker.profile
            && own.families == asker.families
            && own.longest == asker.longest
            && (Arc::ptr_eq(&own.crawler, &asker.crawler) || is_same(&own.crawler, &asker.crawler))
    }
}

impl Memory {
    /// The view that a crawler has of the robots.txt of an origin, if it is stored and still
    /// [valid](Entry::holds).
    ///
    /// The view may be of another origin that has the same hash. A view is bound to its origin, so it
    /// has no target for URLs of another one.
    pub(crate) fn view(&self, origin: &str, asker: &Asker, now: Time) -> Option<Arc<AgentPolicy>> {
        self.read((origin, "/robots.txt"), |place| {
            let stored = place.views.iter().find(|stored| stored.is_for(asker))?;
            let is_valid = now >= stored.from && now < stored.until;
            is_valid.then(|| Arc::clone(&stored.view))
        })
    }

    /// Stores a view of an entry together with it, if the entry is stored here and both together are
    /// not too large.
    pub(crate) fn keep_view(&self, entry: &Arc<Entry>, asker: &Asker, view: &Arc<AgentPolicy>) {
        let Some((shard, hash)) = self.shard(parts(entry.url())) else { return };
        let mut shard = shard.write();
        let Some(place) = shard.places.get_mut(&hash) else { return };
        let is_other = !Arc::ptr_eq(place.entry(), entry);
        if is_other || place.views.iter().any(|stored| stored.is_for(asker)) {
            return;
        }
        let before = place.bytes;
        if place.views.len() >= VIEWS {
            let oldest = place.views.remove(0);
            place.bytes = place.bytes.saturating_sub(heap_size(&oldest.view));
        }
        let bytes = place.bytes + heap_size(view);
        if bytes <= self.bound {
            place.bytes = bytes;
            place.views.push(Stored {
                view: Arc::clone(view),
                asker: asker.clone(),
                from: entry.checked().before(SKEW),
                until: entry.expires_within(asker.longest),
            });
        }
        place.mark_used();
        let after = place.bytes;
        shard.bytes = shard.bytes.saturating_sub(before) + after;
        shard.make_room(self.bound);
    }
}

/// How many bytes a view takes on the heap at most, in addition to its policy: its index contains the
/// patterns of the rules, and the ACAP statements that it selects are about as large as the policy.
fn heap_size(view: &AgentPolicy) -> usize {
    size_of::<Stored>()
        + size_of::<AgentPolicy>()
        + view.rules().count() * RULE
        + view.policy().heap_size()
}
