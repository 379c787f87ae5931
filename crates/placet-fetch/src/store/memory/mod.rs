//! A store in memory, bounded in bytes.

mod shard;
#[cfg(feature = "client")]
mod view;

use std::future::ready;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use url::{Position, Url};

use self::shard::{Lock, Place};
#[cfg(feature = "client")]
pub(crate) use self::view::Asker;
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
/// It takes no more bytes than its bound, parsed files included. To make room it evicts the oldest
/// entries that were not used since they were stored or last spared (the clock algorithm). An entry
/// of more than a sixteenth of the bound is not stored.
///
/// Entries are shared, so a file is parsed once however often it is used. A client stores the views
/// that its crawlers have of a file together with the entry.
#[derive(Debug)]
pub struct Memory {
    shards: [Lock; SHARDS],
    hasher: RandomState,
    bound: usize,
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
        let shards = std::array::from_fn(|_| Lock::default());
        Self { shards, hasher: RandomState::new(), bound: bytes / SHARDS }
    }

    /// How many bytes it takes, approximately.
    pub fn bytes(&self) -> usize {
        self.shards.iter().map(|shard| shard.read().bytes).sum()
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.read().places.len()).sum()
    }

    /// Whether it has no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The shard of a URL that is given in [parts](parts), and the hash of the URL.
    fn shard(&self, url: (&str, &str)) -> Option<(&Lock, u64)> {
        let hash = self.hasher.hash_one(url);
        // The tables of the shards use the lowest and the highest bits.
        let shard = self.shards.get(usize::try_from(hash >> 32).ok()? % SHARDS)?;
        Some((shard, hash))
    }

    /// Reads the place for the hash of a URL that is given in [parts](parts). If `read` returns
    /// something, the place counts as used.
    fn read<T>(&self, url: (&str, &str), read: impl FnOnce(&Place) -> Option<T>) -> Option<T> {
        let (shard, hash) = self.shard(url)?;
        let shard = shard.read();
        let place = shard.place(hash)?;
        let found = read(place)?;
        place.mark_used();
        Some(found)
    }

    /// The entry for a URL; the same as [`Store::get`], synchronously.
    pub fn find(&self, url: &Url) -> Option<Arc<Entry>> {
        self.read(parts(url), |place| Some(place.entry()).filter(|it| it.url() == url).cloned())
    }

    /// Stores an entry; the same as [`Store::put`], synchronously.
    pub fn keep(&self, entry: &Arc<Entry>) {
        // Parsed here, so that its size is known.
        if let Some(copy) = entry.copy() {
            copy.body().policy();
        }
        let bytes = entry.heap_size() + PLACE;
        if let Some((shard, hash)) = self.shard(parts(entry.url())) {
            let mut shard = shard.write();
            shard.remove(hash);
            if bytes <= self.bound {
                shard.make_room(self.bound - bytes);
                shard.insert(hash, entry, bytes);
            }
        }
    }

    fn forget(&self, url: &Url) -> bool {
        let Some((shard, hash)) = self.shard(parts(url)) else { return false };
        let mut shard = shard.write();
        let is_stored = shard.place(hash).is_some_and(|place| place.entry().url() == url);
        is_stored && shard.remove(hash)
    }
}

/// A URL in two parts: everything before its path, and the rest.
fn parts(url: &Url) -> (&str, &str) {
    (&url[..Position::BeforePath], &url[Position::BeforePath..])
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
        Box::pin(ready(Ok(self.forget(url))))
    }

    fn urls(&self) -> Pending<'_, Vec<Url>> {
        let mut urls = Vec::new();
        for shard in &self.shards {
            urls.extend(shard.read().entries().map(|entry| entry.url().clone()));
        }
        urls.sort();
        Box::pin(ready(Ok(urls)))
    }

    fn memory(&self) -> Option<&Memory> {
        Some(self)
    }
}
