//! Pacing for the processes of one machine that share a store.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use placet::Agent;

use super::{Pace, Turn};
use crate::origin::Origin;
use crate::store::{Embedded, StoreError};
use crate::time::Time;

/// Gives permits to make requests, no faster than a site asks, to all processes that share a store in
/// a file.
///
/// Like [`Pacer`](super::Pacer), for many processes of one machine. If the file cannot be read or
/// written, there is no permit: it is then unknown whether another process makes requests.
///
/// ```
/// use std::time::Duration;
/// use placet::Agent;
/// use placet_fetch::store::Embedded;
/// use placet_fetch::{FilePacer, Origin, Pace, Time};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("cache.redb");
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let pacer = FilePacer::new(Embedded::shared(&path, Duration::from_secs(10))?);
/// let (origin, agent): (Origin, _) = ("https://example.com/".parse()?, Agent::new("ExampleBot"));
/// let (pace, now) = (Pace::every(Duration::from_millis(500)), Time::from_secs(1_000));
/// assert_eq!(pacer.next(&origin, &agent, pace, now).await?, now);
/// // In this process or in another:
/// assert_eq!(pacer.next(&origin, &agent, pace, now).await?, now + Duration::from_millis(500));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct FilePacer {
    store: Embedded,
}

impl FilePacer {
    /// A pacer through a store, which must be [shared](Embedded::shared) for several processes to
    /// use it.
    pub fn new(store: Embedded) -> Self {
        Self { store }
    }

    /// The time from which the caller may make one request to the site.
    ///
    /// # Errors
    /// If the file cannot be read or written; there is no permit then.
    pub async fn next(
        &self,
        origin: &Origin,
        agent: &Agent,
        pace: Pace,
        now: Time,
    ) -> Result<Time, StoreError> {
        let next = move |last| Turn::next(last, pace, now);
        Ok(self.store.turn(key(origin, agent), next, now).await?.at)
    }

    /// The same if the wait is at most `longest`. Otherwise there is no permit, and the next caller
    /// does not wait longer.
    ///
    /// # Errors
    /// As [`FilePacer::next`].
    pub async fn next_within(
        &self,
        origin: &Origin,
        agent: &Agent,
        pace: Pace,
        now: Time,
        longest: Duration,
    ) -> Result<Option<Time>, StoreError> {
        let is_taken = Arc::new(AtomicBool::new(false));
        let taken = Arc::clone(&is_taken);
        let next = move |last: Option<Turn>| {
            let turn = Turn::next(last, pace, now);
            let is_within = turn.is_within(longest, now);
            taken.store(is_within, Ordering::Relaxed);
            // The first turn is at once, so a turn that is too late has one before it.
            last.filter(|_| !is_within).unwrap_or(turn)
        };
        let turn = self.store.turn(key(origin, agent), next, now).await?;
        Ok(is_taken.load(Ordering::Relaxed).then_some(turn.at))
    }

    /// Sleeps until the caller may make one request to the site.
    ///
    /// # Errors
    /// As [`FilePacer::next`], at once.
    pub async fn wait(&self, origin: &Origin, agent: &Agent, pace: Pace) -> Result<(), StoreError> {
        let next = self.next(origin, agent, pace, Time::now()).await?;
        tokio::time::sleep(next.since(Time::now())).await;
        Ok(())
    }
}

fn key(origin: &Origin, agent: &Agent) -> String {
    format!("{}:{origin}", agent.name().to_ascii_lowercase())
}
