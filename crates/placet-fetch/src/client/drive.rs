//! Drives the state machine.

use std::hash::{BuildHasher as _, RandomState};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::SemaphorePermit;
use tokio::time::{Instant, sleep, timeout_at};
use url::Url;

use super::exchange::Answer;
use super::find::Found;
use super::local::{LocalFailure, Trouble};
use super::{ClientError, GRACE, Shared};
use crate::entry::Entry;
use crate::failure::Failure;
use crate::machine::{Action, Event, Fetch};

/// How long a process has the sole right to fetch a file of a shared store. If it ends before it stored
/// the result, others wait no longer than this.
const CLAIM: Duration = Duration::from_secs(10);

/// How often the others look for the result.
const LOOK: Duration = Duration::from_millis(50);

impl Shared {
    /// Fetches a file and stores the entry, unless another task or process does so now: then its result
    /// is used.
    pub(super) async fn fetch(
        &self,
        url: &Url,
        asked_by: Option<Instant>,
    ) -> Result<Found, ClientError> {
        let _permit = self.turn(asked_by).await?;
        let held = match self.held_or_claimed(url, asked_by).await? {
            ControlFlow::Break(entry) => return Ok(Found { entry, is_from_store: true }),
            ControlFlow::Continue(held) => held,
        };
        let found = self.request(url, held, asked_by).await;
        // Others wait a little longer if this fails.
        let _ = self.store.release(url).await;
        found
    }

    /// Fetches a file although its entry is valid, unless another process has done so within `time`.
    pub(super) async fn fetch_early(
        &self,
        url: &Url,
        time: Duration,
    ) -> Result<Option<Found>, ClientError> {
        let _permit = self.turn(None).await?;
        if !self.store.claim(url, time).await? {
            return Ok(None);
        }
        let held = self.store.get(url, self.now()).await?;
        let found = self.request(url, held, None).await;
        if found.is_err() {
            self.store.release(url).await?;
        }
        found.map(Some)
    }

    /// The entry that another task or process stored in the meantime; or the old entry, once no other
    /// process has the right to fetch the file.
    async fn held_or_claimed(
        &self,
        url: &Url,
        asked_by: Option<Instant>,
    ) -> Result<ControlFlow<Arc<Entry>, Option<Arc<Entry>>>, ClientError> {
        let patience = Instant::now() + CLAIM;
        let patience = asked_by.map_or(patience, |by| by.min(patience));
        loop {
            let now = self.now();
            let held = self.store.get(url, now).await?;
            if let Some(held) = held.as_ref().filter(|held| held.holds(now, &self.settings)) {
                return Ok(ControlFlow::Break(Arc::clone(held)));
            }
            // If the store fails, the file must be fetched all the same.
            let is_granted = self.store.claim(url, CLAIM).await.unwrap_or(true);
            if is_granted || Instant::now() >= patience {
                return Ok(ControlFlow::Continue(held));
            }
            sleep(LOOK).await;
        }
    }

    /// Requests a file and stores the entry.
    ///
    /// If the question's deadline is sooner than the file's own, a result that is late only for that
    /// reason is returned but not stored; nor is the refusal of an address. A problem of this machine is
    /// an error.
    async fn request(
        &self,
        url: &Url,
        held: Option<Arc<Entry>>,
        asked_by: Option<Instant>,
    ) -> Result<Found, ClientError> {
        let (by, is_hurried) = self.due(asked_by);
        let mut pauses = self.pauses(by);
        loop {
            let attempt = self.attempt(url, held.clone(), by).await;
            let retry = match &attempt {
                Ok(entry) => entry.cause().is_worth_retrying(),
                Err(local) => local.is_worth_retrying(),
            };
            if let Some(pause) = pauses.next().filter(|_| retry) {
                sleep(pause).await;
                continue;
            }
            let entry = attempt.map_err(ClientError::Local)?;
            let is_late = entry.cause().failure() == Some(Failure::TotalTimeout);
            // Which addresses are refused is a setting of this client, not a fact about the site,
            // unless the site redirects there.
            let is_refused = entry.cause().failure() == Some(Failure::Address)
                && entry.evidence().chain.is_empty();
            if !(is_hurried && is_late || is_refused) {
                self.store.put(&entry).await?;
            }
            return Ok(Found { entry, is_from_store: false });
        }
    }

    /// Waits for a permit, at most until the question's deadline.
    pub(super) async fn turn(
        &self,
        by: Option<Instant>,
    ) -> Result<SemaphorePermit<'_>, ClientError> {
        let turn = self.permits.acquire();
        let turn = match by {
            Some(by) => timeout_at(by, turn).await.map_err(|_| ClientError::Late)?,
            None => turn.await,
        };
        turn.map_err(|_| ClientError::Ended)
    }

    /// The deadline, and whether it is sooner than the file's own time limit.
    pub(super) fn due(&self, by: Option<Instant>) -> (Instant, bool) {
        let own = Instant::now() + self.limits.total;
        // The time until here does not count.
        let is_hurried = by.is_some_and(|by| by + GRACE < own);
        (by.map_or(own, |by| by.min(own)), is_hurried)
    }

    /// The pauses before retries, as long as there is time for one.
    pub(super) fn pauses(&self, by: Instant) -> impl Iterator<Item = Duration> + use<> {
        let (first, retries) = (self.limits.pause, self.limits.retries.min(16));
        (0..retries).map_while(move |turn| {
            let pause = jitter(first.saturating_mul(1 << turn));
            (Instant::now() + pause < by).then_some(pause)
        })
    }

    /// Drives the machine once, from the first request to the entry.
    async fn attempt(
        &self,
        url: &Url,
        held: Option<Arc<Entry>>,
        by: Instant,
    ) -> Result<Arc<Entry>, LocalFailure> {
        let mut fetch = Fetch::new(url.clone(), self.settings, held, self.now());
        let mut request = fetch.request();
        // The machine follows no more than five redirects, so this ends.
        loop {
            let action = match self.wire.send(&request, self.settings.ceiling, by).await {
                Ok(answer) => self.pass_on(&mut fetch, answer).await?,
                Err(Trouble::Site(failure)) => fetch.handle(Event::Failed(failure), self.now()),
                Err(Trouble::Local(failure)) => return Err(failure),
            };
            match action {
                Action::Request(next) => request = next,
                Action::Done(entry) => return Ok(entry),
                // The machine does not ask to read here; if it did, the body would end at once.
                Action::Read | Action::Enough => {
                    let failed = Event::Failed(Failure::Protocol);
                    if let Action::Done(entry) = fetch.handle(failed, self.now()) {
                        return Ok(entry);
                    }
                }
            }
        }
    }

    /// Passes a response to the machine, and reads as much of it as it asks for.
    async fn pass_on(&self, fetch: &mut Fetch, answer: Answer) -> Result<Action, LocalFailure> {
        let head = Event::Head { status: answer.status, fields: &answer.fields };
        let action = fetch.handle(head, self.now());
        if !matches!(action, Action::Read) {
            return Ok(action);
        }
        let read = answer.body(|bytes| match fetch.handle(Event::Chunk(bytes), self.now()) {
            Action::Read => ControlFlow::Continue(()),
            Action::Enough | Action::Request(_) | Action::Done(_) => ControlFlow::Break(()),
        });
        let event = match read.await {
            Ok(()) => Event::End,
            Err(Trouble::Site(failure)) => Event::Failed(failure),
            Err(Trouble::Local(failure)) => return Err(failure),
        };
        Ok(fetch.handle(event, self.now()))
    }
}

/// Jitter: a random factor between 0.5 and 1.5.
fn jitter(pause: Duration) -> Duration {
    // The keys of a hasher are the only randomness in the standard library.
    let chance = RandomState::new().hash_one(0) % 1_024;
    let chance = u32::try_from(chance).unwrap_or_default();
    (pause / 2).saturating_add(pause.saturating_mul(chance) / 1_024)
}
