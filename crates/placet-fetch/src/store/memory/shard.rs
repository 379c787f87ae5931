//! One part of the memory: a table of entries, and the order in which they are evicted.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::entry::Entry;

/// A shard on cache lines of its own, so that readers of other shards do not slow it down.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct Lock(RwLock<Shard>);

/// A panic elsewhere leaves a shard consistent: each change is complete before the next.
impl Lock {
    pub(super) fn read(&self) -> RwLockReadGuard<'_, Shard> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn write(&self) -> RwLockWriteGuard<'_, Shard> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug, Default)]
pub(super) struct Shard {
    /// By the hash of the URL. An entry replaces another one with the same hash.
    pub(super) places: HashMap<u64, Place, BuildHasherDefault<Hashed>>,
    /// The hashes by turn.
    order: BTreeMap<u64, u64>,
    /// The last turn given.
    turn: u64,
    pub(super) bytes: usize,
}

/// An entry in the table.
#[derive(Debug)]
pub(super) struct Place {
    entry: Arc<Entry>,
    pub(super) bytes: usize,
    /// When it is considered for eviction.
    turn: u64,
    /// Whether it was used since it got its turn.
    used: AtomicBool,
    /// The views that crawlers have of it.
    #[cfg(feature = "client")]
    pub(super) views: super::view::Views,
}

impl Place {
    pub(super) fn entry(&self) -> &Arc<Entry> {
        &self.entry
    }

    pub(super) fn mark_used(&self) {
        // Written only if it changes, because all cores read the cache line.
        if !self.used.load(Ordering::Relaxed) {
            self.used.store(true, Ordering::Relaxed);
        }
    }
}

impl Shard {
    pub(super) fn entries(&self) -> impl Iterator<Item = &Arc<Entry>> {
        self.order.values().filter_map(|hash| self.place(*hash)).map(Place::entry)
    }

    pub(super) fn place(&self, hash: u64) -> Option<&Place> {
        self.places.get(&hash)
    }

    pub(super) fn insert(&mut self, hash: u64, entry: &Arc<Entry>, bytes: usize) {
        self.turn += 1;
        self.bytes += bytes;
        self.order.insert(self.turn, hash);
        let place = Place {
            entry: Arc::clone(entry),
            bytes,
            turn: self.turn,
            used: AtomicBool::new(false),
            #[cfg(feature = "client")]
            views: super::view::Views::new(),
        };
        self.places.insert(hash, place);
    }

    pub(super) fn remove(&mut self, hash: u64) -> bool {
        let Some(place) = self.places.remove(&hash) else { return false };
        self.order.remove(&place.turn);
        self.bytes = self.bytes.saturating_sub(place.bytes);
        true
    }

    /// Evicts entries until the shard takes no more than this many bytes. An entry that was used
    /// since its turn was given gets another turn.
    pub(super) fn make_room(&mut self, bytes: usize) {
        while self.bytes > bytes {
            let Some((_, hash)) = self.order.pop_first() else { return };
            let Some(place) = self.places.get_mut(&hash) else { continue };
            if std::mem::take(place.used.get_mut()) {
                self.turn += 1;
                place.turn = self.turn;
                self.order.insert(self.turn, hash);
            } else {
                self.remove(hash);
            }
        }
    }
}

/// The hasher for keys that are hashes.
#[derive(Debug, Default)]
pub(super) struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| hash << 8 | u64::from(byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
