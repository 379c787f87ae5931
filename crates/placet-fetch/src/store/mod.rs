//! Where entries are kept, for one process, one machine or a fleet.

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
use std::pin::Pin;
use std::sync::Arc;

use url::Url;

#[cfg(feature = "embedded")]
pub use embedded::{AGE_MAX, Embedded, EmbeddedBuilder, SIZE_MAX};
pub use error::StoreError;
#[cfg(feature = "client")]
pub(crate) use memory::MEMORY;
pub use memory::Memory;
#[cfg(any(feature = "embedded", feature = "redis"))]
pub use notice::Notice;
#[cfg(feature = "redis")]
pub use redis::RedisStore;
#[cfg(feature = "redis")]
pub(crate) use redis::{connect, within};
pub use tiers::{TierHealth, Tiers};

use crate::entry::Entry;
use crate::time::Time;

/// What a store answers, in time.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A place where entries are kept by their URLs.
///
/// A store never fails for what it holds: a value that is damaged or in another version of the
/// [stored form](crate::FORMAT) is absent. It may forget anything at any time. It gives back what
/// was put, also after it ceased to [hold](Entry::holds): what has run out is still good for being
/// confirmed (RFC 9111 §4.3) and as the last good copy (F-35).
///
/// Futures must be awaited to be sure of their effect; one that is dropped may have had it.
pub trait Store: Debug + Send + Sync {
    /// What is kept about a URL.
    ///
    /// A store made of several looks further where what it finds first does not hold `now`.
    fn get<'a>(&'a self, url: &'a Url, now: Time) -> Pending<'a, Option<Arc<Entry>>>;

    /// Keeps an entry by its [URL](Entry::url) in place of what was kept.
    fn put<'a>(&'a self, entry: &'a Arc<Entry>) -> Pending<'a, ()>;

    /// Forgets what is kept about a URL, and says whether there was anything.
    fn remove<'a>(&'a self, url: &'a Url) -> Pending<'a, bool>;

    /// Whether it is kept for more than one crawler, which makes it a shared cache (RFC 9111 §1).
    fn is_shared(&self) -> bool {
        false
    }

    /// The URLs about which something is kept, sorted; those of values that cannot be read too.
    fn urls(&self) -> Pending<'_, Vec<Url>>;
}
