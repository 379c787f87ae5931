//! A store in memory, bounded in bytes.

use std::collections::{BTreeMap, HashMap};
use std::future::ready;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use url::Url;

use super::{Pending, Store};
use crate::entry::Entry;
use crate::time::Time;

/// The number of shards, each with its own lock and bound.
const SHARDS: usize = 16;

/// The default bound, in bytes.
pub(crate) const MEMORY: usize = 256 * 1024 * 1024;

/// The overhead of the tables per entry, in bytes.
const PLACE: usize = 256;

/// A store in memory.
///
/// It takes no more bytes than its bound, parsed files included, and evicts the least recently used
/// entry. An entry of more than a sixteenth of the bound is not stored.
///
/// Entries are shared, so a file is parsed once however often it is used.
#[derive(Debug)]
pub struct Memory {
    shards: [Mutex<Shard>; SHARDS],
    hasher: RandomState,
    bound: usize,
}

#[derive(Debug, Default)]
struct Shard {
    places: HashMap<Url, Place>,
    /// The URLs in order of last use.
    order: BTreeMap<u64, Url>,
    clock: u64,
    bytes: usize,
}

#[derive(Debug)]
struct Place {
    entry: Arc<Entry>,
    bytes: usize,
    used: u64,
}

impl Default for Memory {
    /// A store of at most 256 MiB.
    fn default() -> Self {
        Self::new(MEMORY)
    }
}

impl Memory {
    /// A store of at most this many bytes.
    pub fn new(bytes: usize) -> Self {
        let shards = std::array::from_fn(|_| Mutex::default());
        Self { shards, hasher: RandomState::new(), bound: bytes / SHARDS }
    }

    /// How many bytes it takes, approximately.
    pub fn bytes(&self) -> usize {
        self.shards.iter().map(|shard| lock(shard).bytes).sum()
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.shards.iter().map(|shard| lock(shard).places.len()).sum()
    }

    /// Whether it has no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn shard(&self, url: &Url) -> Option<MutexGuard<'_, Shard>> {
        let hash = self.hasher.hash_one(url) % SHARDS as u64;
        self.shards.get(usize::try_from(hash).ok()?).map(lock)
    }

    /// The entry for a URL; the same as [`Store::get`], synchronously.
    pub fn find(&self, url: &Url) -> Option<Arc<Entry>> {
        self.shard(url)?.find(url)
    }

    /// Stores an entry; the same as [`Store::put`], synchronously.
    pub fn keep(&self, entry: &Arc<Entry>) {
        // Parsed here, so that its size is known.
        if let Some(copy) = entry.copy() {
            copy.body().policy();
        }
        let bytes = entry.heap_size() + 2 * entry.url().as_str().len() + PLACE;
        if let Some(mut shard) = self.shard(entry.url()) {
            shard.remove(entry.url());
            if bytes <= self.bound {
                shard.make_room(self.bound - bytes);
                shard.insert(entry, bytes);
            }
        }
    }
}

/// A panic elsewhere leaves a shard consistent: each change is complete before the next.
fn lock(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shard {
    fn find(&mut self, url: &Url) -> Option<Arc<Entry>> {
        let place = self.places.get_mut(url)?;
        self.clock += 1;
        let key = self.order.remove(&place.used).unwrap_or_else(|| url.clone());
        self.order.insert(self.clock, key);
        place.used = self.clock;
        Some(Arc::clone(&place.entry))
    }

    fn insert(&mut self, entry: &Arc<Entry>, bytes: usize) {
        self.clock += 1;
        self.bytes += bytes;
        self.order.insert(self.clock, entry.url().clone());
        let place = Place { entry: Arc::clone(entry), bytes, used: self.clock };
        self.places.insert(entry.url().clone(), place);
    }

    fn remove(&mut self, url: &Url) -> bool {
        let Some(place) = self.places.remove(url) else { return false };
        self.order.remove(&place.used);
        self.bytes = self.bytes.saturating_sub(place.bytes);
        true
    }

    /// Evicts the least recently used entries until the shard takes no more than this many bytes.
    fn make_room(&mut self, bytes: usize) {
        while self.bytes > bytes {
            let Some((_, oldest)) = self.order.pop_first() else { return };
            self.remove(&oldest);
        }
    }
}

impl Store for Memory {
    fn get<'a>(&'a self, url: &'a Url, _: Time) -> Pending<'a, Option<Arc<Entry>>> {
        Box::pin(ready(Ok(self.find(url))))
    }

    fn put<'a>(&'a self, entry: &'a Arc<Entry>) -> Pending<'a, ()> {
        self.keep(entry);
        Box::pin(ready(Ok(())))
    }

    fn remove<'a>(&'a self, url: &'a Url) -> Pending<'a, bool> {
        let removed = self.shard(url).is_some_and(|mut shard| shard.remove(url));
        Box::pin(ready(Ok(removed)))
    }

    fn urls(&self) -> Pending<'_, Vec<Url>> {
        let mut urls: Vec<Url> = self
            .shards
            .iter()
            .flat_map(|shard| lock(shard).order.values().cloned().collect::<Vec<_>>())
            .collect();
        urls.sort();
        Box::pin(ready(Ok(urls)))
    }
}
