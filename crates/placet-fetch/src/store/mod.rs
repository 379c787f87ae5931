//! Stores for entries, for one process, one machine or a fleet.

#[cfg(feature = "embedded")]
mod embedded;
mod error;
mod memory;
#[cfg(any(feature = "embedded", feature = "redis"))]
mod notice;
#[cfg(feature = "redis")]
mod redis;
mod tiers;

use std::fmt::Debug;
use std::future::ready;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use url::Url;

#[cfg(feature = "embedded")]
pub use embedded::{AGE_MAX, Embedded, EmbeddedBuilder, SIZE_MAX};
pub use error::StoreError;
pub use memory::Memory;
#[cfg(feature = "client")]
pub(crate) use memory::{Asker, MEMORY};
#[cfg(any(feature = "embedded", feature = "redis"))]
pub use notice::Notice;
#[cfg(feature = "redis")]
pub use redis::RedisStore;
#[cfg(feature = "redis")]
pub(crate) use redis::{connect, within};
pub use tiers::{TierHealth, Tiers};

use crate::entry::Entry;
use crate::time::Time;

/// The future result of a store operation.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A store of entries by URL.
///
/// A store never fails because of its content: a value that is damaged or in another version of the
/// [stored form](crate::FORMAT) counts as absent. It may drop any entry at any time. It returns
/// entries even after they [expired](Entry::holds): they can still be revalidated (RFC 9111 §4.3) and
/// used as the last good copy (F-35).
///
/// Await a future to be sure of its effect; a dropped future may or may not have had it.
pub trait Store: Debug + Send + Sync {
    /// The entry for a URL.
    ///
    /// A store with several tiers looks further if the first entry it finds is not valid `now`.
    fn get<'a>(&'a self, url: &'a Url, now: Time) -> Pending<'a, Option<Arc<Entry>>>;

    /// Stores an entry under its [URL](Entry::url) and replaces the previous one.
    fn put<'a>(&'a self, entry: &'a Arc<Entry>) -> Pending<'a, ()>;

    /// Removes the entry for a URL, and returns whether there was one.
    fn remove<'a>(&'a self, url: &'a Url) -> Pending<'a, bool>;

    /// Whether more than one crawler uses it, which makes it a shared cache (RFC 9111 §1).
    fn is_shared(&self) -> bool {
        false
    }

    /// The URLs of all entries, sorted, including values that cannot be read.
    fn urls(&self) -> Pending<'_, Vec<Url>>;

    /// Claims the right to fetch a URL for a time, and returns whether no other process has it. A store
    /// that only one process uses always grants it.
    fn claim<'a>(&'a self, url: &'a Url, time: Duration) -> Pending<'a, bool> {
        let _ = (url, time);
        Box::pin(ready(Ok(true)))
    }

    /// Gives the claim of a URL back before its time ends.
    fn release<'a>(&'a self, url: &'a Url) -> Pending<'a, ()> {
        let _ = url;
        Box::pin(ready(Ok(())))
    }

    /// The memory that it looks in first, if there is one. A client looks there without a future, and
    /// stores views of the files there.
    fn memory(&self) -> Option<&Memory> {
        None
    }
}
