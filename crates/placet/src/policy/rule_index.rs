//! Indexes over the rules of groups, each shared by all crawlers that get the same groups.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use crate::pattern::{Index, Target};
use crate::text::limits;
use crate::vocabulary::Rank;

/// The index over the rules of some groups, built once questions have paid for it.
///
/// Most files are asked one question: trying every rule once costs a tenth of building an index.
#[derive(Debug, Default)]
pub(crate) struct RuleIndex {
    groups: SmallVec<[u32; 4]>,
    /// How many questions were answered without the index.
    questions: AtomicU32,
    index: OnceLock<Index>,
    /// The path of the first question, and the highest rank among the rules that match it: many
    /// crawlers may ask about one URL.
    first: OnceLock<(SmallVec<[u8; limits::PATH_REMEMBERED]>, Rank)>,
    /// The index of another set of groups.
    next: OnceLock<Arc<Self>>,
}

impl RuleIndex {
    /// Returns the index over the rules of these groups from the chain that begins with `first`. All
    /// callers with the same groups share it, up to [`limits::RULE_INDEXES_SHARED`] different sets
    /// of groups.
    pub(super) fn shared(first: &OnceLock<Arc<Self>>, groups: &[u32]) -> Arc<Self> {
        let mut slot = first;
        for _ in 0..limits::RULE_INDEXES_SHARED {
            let shared = slot.get_or_init(|| Arc::new(Self::new(groups)));
            if *shared.groups == *groups {
                return Arc::clone(shared);
            }
            slot = &shared.next;
        }
        Arc::new(Self::new(groups))
    }

    fn new(groups: &[u32]) -> Self {
        Self { groups: groups.into(), ..Self::default() }
    }

    /// Returns the index if it exists.
    pub(crate) fn built(&self) -> Option<&Index> {
        self.index.get()
    }

    /// The highest rank among the rules that match a path, if that was the first question.
    pub(crate) fn remembered(&self, target: &Target<'_>) -> Option<Rank> {
        let (path, rank) = self.first.get()?;
        (**path == *target.bytes()).then_some(*rank)
    }

    /// Remembers the highest rank among the rules that match a path, if that is the first question.
    pub(crate) fn remember(&self, target: &Target<'_>, rank: Rank) -> Rank {
        if target.bytes().len() <= limits::PATH_REMEMBERED && self.first.get().is_none() {
            self.first.get_or_init(|| (target.bytes().into(), rank));
        }
        rank
    }

    /// Returns the index if it exists, and builds it with the last question that
    /// [`limits::QUESTIONS_UNINDEXED`] lets go without it.
    pub(crate) fn get(&self, build: impl FnOnce() -> Index) -> Option<&Index> {
        if let Some(index) = self.index.get() {
            return Some(index);
        }
        let asked = self.questions.fetch_add(1, Ordering::Relaxed);
        (asked >= limits::QUESTIONS_UNINDEXED).then(|| self.index.get_or_init(build))
    }

    /// Returns the index, built now if need be.
    pub(crate) fn get_now(&self, build: impl FnOnce() -> Index) -> &Index {
        self.index.get_or_init(build)
    }
}
