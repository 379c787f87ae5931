//! The views that crawlers have of stored files.

use std::sync::Arc;
use std::time::Duration;

use placet::signals::Families;
use placet::{AgentPolicy, Crawler, Profile};
use smallvec::SmallVec;

use super::table::Place;
use super::{Memory, PART, ROBOTS_TXT, size};
use crate::entry::Entry;
use crate::settings::SKEW;
use crate::time::Time;

/// How many views of one file are stored: most clients have one crawler. The oldest is replaced.
const VIEWS: usize = 8;

/// How many bytes an index takes for each rule, at most.
const RULE: usize = 256;

/// The views of one file. One of them is in the place itself, which is a memory access less.
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
#[derive(Debug, Clone)]
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
    /// Reads the robots.txt of an origin and the view that a crawler has of it, if they are stored and
    /// still [valid](Entry::holds).
    ///
    /// The view may be of another origin that has the same hash. A view is bound to its origin, so it
    /// has no target for URLs of another one.
    pub(crate) fn view<T>(
        &self,
        origin: &str,
        asker: &Asker,
        now: Time,
        read: impl FnOnce(&Arc<Entry>, &Arc<AgentPolicy>) -> T,
    ) -> Option<T> {
        let find = |place: &Place| {
            let stored = place.views.iter().find(|stored| stored.is_for(asker))?;
            let is_valid = now >= stored.from && now < stored.until;
            is_valid.then(|| {
                place.mark_used();
                read(&place.entry, &stored.view)
            })
        };
        self.table.read(self.hash((origin, ROBOTS_TXT)), find).flatten()
    }

    /// Stores a view of an entry together with it, if the entry is stored here and both together are
    /// not too large.
    pub(crate) fn keep_view(&self, entry: &Arc<Entry>, asker: &Asker, view: &Arc<AgentPolicy>) {
        let hash = self.hash_of(entry.url());
        let mut order = self.order();
        let views = self.table.read(hash, |place| {
            let is_known = place.views.iter().any(|stored| stored.is_for(asker));
            (Arc::ptr_eq(&place.entry, entry) && !is_known).then(|| place.views.clone())
        });
        let Some(mut views) = views.flatten() else { return };
        if views.len() >= VIEWS {
            views.remove(0);
        }
        views.push(Stored {
            view: Arc::clone(view),
            asker: asker.clone(),
            from: entry.checked().before(SKEW),
            until: entry.expires_within(asker.longest),
        });
        let bytes = size(entry) + views.iter().map(|it| heap_size(&it.view)).sum::<usize>();
        if bytes <= self.bound / PART {
            let mut place = Place::new(hash, Arc::clone(entry));
            place.views = views;
            place.mark_used();
            self.insert(&mut order, place, bytes);
        }
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
