//! The entries by the hash of their URL, for readers on all cores.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arc_swap::ArcSwapOption;
use smallvec::SmallVec;

use crate::entry::Entry;

/// The bounds of the number of buckets.
const BUCKETS_LEAST: usize = 64;
const BUCKETS_MOST: usize = 64 * 1024;

/// How many bytes the entries of one bucket have, approximately: most entries have less.
const BUCKET: usize = 16 * 1024;

/// A hash table. Readers never wait, and write to no memory that other cores read: each bucket is an
/// immutable list, which a change replaces. Callers make one change at a time.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Box<[ArcSwapOption<Bucket>]>,
}

/// The entries whose hashes have the same lowest bits.
type Bucket = SmallVec<[Arc<Place>; 1]>;

/// An entry in the table.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) hash: u64,
    pub(super) entry: Arc<Entry>,
    /// Whether it was used since it got its turn.
    used: AtomicBool,
    /// The views that crawlers have of it.
    #[cfg(feature = "client")]
    pub(super) views: super::view::Views,
}

impl Place {
    pub(super) fn new(hash: u64, entry: Arc<Entry>) -> Self {
        Self {
            hash,
            entry,
            used: AtomicBool::new(false),
            #[cfg(feature = "client")]
            views: super::view::Views::new(),
        }
    }

    pub(super) fn mark_used(&self) {
        // Written only if it changes, because all cores read the cache line.
        if !self.used.load(Ordering::Relaxed) {
            self.used.store(true, Ordering::Relaxed);
        }
    }

    /// Whether it was used since the last call.
    pub(super) fn take_used(&self) -> bool {
        self.used.swap(false, Ordering::Relaxed)
    }
}

impl Table {
    /// A table for entries of this many bytes together. The number of buckets is a power of two.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / BUCKET).clamp(BUCKETS_LEAST, BUCKETS_MOST).next_power_of_two();
        Self { buckets: (0..buckets).map(|_| ArcSwapOption::empty()).collect() }
    }

    fn bucket(&self, hash: u64) -> Option<&ArcSwapOption<Bucket>> {
        let lowest = hash & (self.buckets.len() as u64 - 1);
        self.buckets.get(usize::try_from(lowest).ok()?)
    }

    /// Reads the place for a hash.
    pub(super) fn read<T>(&self, hash: u64, read: impl FnOnce(&Place) -> T) -> Option<T> {
        let bucket = self.bucket(hash)?.load();
        bucket.as_ref()?.iter().find(|place| place.hash == hash).map(|place| read(place))
    }

    /// Inserts a place, and replaces the one with the same hash.
    pub(super) fn insert(&self, place: Place) {
        self.replace(place.hash, Some(Arc::new(place)));
    }

    /// Removes the place for a hash.
    pub(super) fn remove(&self, hash: u64) {
        self.replace(hash, None);
    }

    fn replace(&self, hash: u64, place: Option<Arc<Place>>) {
        let Some(bucket) = self.bucket(hash) else { return };
        let before = bucket.load();
        let others = before.iter().flat_map(|all| all.iter()).filter(|other| other.hash != hash);
        let after: Bucket = others.cloned().chain(place).collect();
        bucket.store((!after.is_empty()).then(|| Arc::new(after)));
    }

    /// All places, in no order.
    pub(super) fn places(&self) -> impl Iterator<Item = Arc<Place>> {
        let buckets = self.buckets.iter().filter_map(ArcSwapOption::load_full);
        buckets.flat_map(|bucket| (*bucket).clone())
    }
}
