//! A store in memory, bounded in bytes.

mod order;
mod table;
#[cfg(feature = "client")]
mod view;

use std::future::ready;
use std::hash::{BuildHasher, Hasher as _, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use url::{Position, Url};

use self::order::Order;
use self::table::{Place, Table};
#[cfg(feature = "client")]
pub(crate) use self::view::Asker;
use super::{Pending, Store};
use crate::entry::Entry;
use crate::time::Time;

/// The part of the bound that one entry may take: it evicts no more than that.
const PART: usize = 16;

/// The default bound, in bytes.
pub(crate) const MEMORY: usize = 256 * 1024 * 1024;

/// The overhead of the tables per entry, in bytes.
const PLACE: usize = 256;

/// The path of most entries.
const ROBOTS_TXT: &str = "/robots.txt";

/// A store in memory.
///
/// It takes no more bytes than its bound, parsed files included. To make room it evicts the oldest
/// entries that were not used since they were stored or last spared (the clock algorithm). An entry
/// of more than a sixteenth of the bound is not stored.
///
/// Entries are shared, so a file is parsed once however often it is used. A client stores the views
/// that its crawlers have of a file together with the entry. Reading takes no lock.
#[derive(Debug)]
pub struct Memory {
    table: Table,
    /// Locked for every change of the table.
    order: Mutex<Order>,
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
        let (table, order) = (Table::new(bytes), Mutex::default());
        Self { table, order, hasher: RandomState::new(), bound: bytes }
    }

    /// How many bytes it takes, approximately.
    pub fn bytes(&self) -> usize {
        self.order().bytes()
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.order().len()
    }

    /// Whether it has no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A panic elsewhere leaves the order consistent: each change is complete before the next.
    fn order(&self) -> MutexGuard<'_, Order> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The hash of a URL that is given in two parts: everything before its path, and the rest. An
    /// entry replaces another one with the same hash.
    fn hash(&self, (origin, rest): (&str, &str)) -> u64 {
        let mut hasher = self.hasher.build_hasher();
        hasher.write(origin.as_bytes());
        // No URL ends before its path, so the origin alone can mean its robots.txt.
        if rest != ROBOTS_TXT {
            hasher.write(rest.as_bytes());
        }
        hasher.finish()
    }

    fn hash_of(&self, url: &Url) -> u64 {
        self.hash((&url[..Position::BeforePath], &url[Position::BeforePath..]))
    }

    /// The entry for a URL; the same as [`Store::get`], synchronously.
    pub fn find(&self, url: &Url) -> Option<Arc<Entry>> {
        let found = self.table.read(self.hash_of(url), |place| {
            place.mark_used();
            Arc::clone(&place.entry)
        });
        found.filter(|entry| entry.url() == url)
    }

    /// Stores an entry; the same as [`Store::put`], synchronously.
    pub fn keep(&self, entry: &Arc<Entry>) {
        let place = Place::new(self.hash_of(entry.url()), Arc::clone(entry));
        let bytes = size(entry);
        let mut order = self.order();
        if bytes <= self.bound / PART {
            self.insert(&mut order, place, bytes);
        } else if order.remove(place.hash) {
            self.table.remove(place.hash);
        }
    }

    /// Inserts a place of at most [`PART`] of the bound, after it evicted others to make room. An entry
    /// that was used since its turn was given gets another turn.
    fn insert(&self, order: &mut Order, place: Place, bytes: usize) {
        order.remove(place.hash);
        while order.bytes() + bytes > self.bound
            && let Some(hash) = order.next()
        {
            if self.table.read(hash, Place::take_used) == Some(true) {
                order.postpone(hash);
            } else {
                order.remove(hash);
                self.table.remove(hash);
            }
        }
        order.insert(place.hash, bytes);
        self.table.insert(place);
    }

    fn forget(&self, url: &Url) -> bool {
        let hash = self.hash_of(url);
        let mut order = self.order();
        let is_stored = self.table.read(hash, |place| place.entry.url() == url) == Some(true);
        if is_stored {
            order.remove(hash);
            self.table.remove(hash);
        }
        is_stored
    }
}

/// How many bytes an entry takes, parsed and in the tables.
fn size(entry: &Entry) -> usize {
    // Parsed here, so that its size is known.
    if let Some(copy) = entry.copy() {
        copy.body().policy();
    }
    entry.heap_size() + PLACE
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
        let mut urls: Vec<Url> =
            self.table.places().map(|place| place.entry.url().clone()).collect();
        urls.sort();
        Box::pin(ready(Ok(urls)))
    }

    fn memory(&self) -> Option<&Memory> {
        Some(self)
    }
}
