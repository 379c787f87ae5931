//! The machine, driven.

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

impl Shared {
    /// Gets a file and keeps what holds.
    ///
    /// Where the question's time ends before the file's own, what is late for that alone is told
    /// and not kept. What this machine lacks is neither.
    pub(super) async fn fetch(
        &self,
        url: &Url,
        asked_by: Option<Instant>,
    ) -> Result<Found, ClientError> {
        let _permit = self.turn(asked_by).await?;
        // Someone may have got it while this one waited.
        let now = self.now();
        let held = self.store.get(url, now).await?;
        if let Some(held) = held.as_ref().filter(|held| held.holds(now, &self.settings)) {
            return Ok(Found { entry: Arc::clone(held), is_from_store: true });
        }
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
            if !(is_hurried && is_late) {
                self.store.put(&entry).await?;
            }
            return Ok(Found { entry, is_from_store: false });
        }
    }

    /// Waits for the turn, no longer than the question may take.
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

    /// When an answer must be there, and whether that is sooner than it may take.
    pub(super) fn due(&self, by: Option<Instant>) -> (Instant, bool) {
        let own = Instant::now() + self.limits.total;
        // The time it took to come here is not what makes the difference.
        let is_hurried = by.is_some_and(|by| by + GRACE < own);
        (by.map_or(own, |by| by.min(own)), is_hurried)
    }

    /// How long to wait before each further try, as long as there is time for one.
    pub(super) fn pauses(&self, by: Instant) -> impl Iterator<Item = Duration> + use<> {
        let (first, retries) = (self.limits.pause, self.limits.retries.min(16));
        (0..retries).map_while(move |turn| {
            let pause = jitter(first.saturating_mul(1 << turn));
            (Instant::now() + pause < by).then_some(pause)
        })
    }

    /// Drives the machine once, from the first request to what holds.
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
                Ok(answer) => self.tell(&mut fetch, answer).await?,
                Err(Trouble::Site(failure)) => fetch.tell(Event::Failed(failure), self.now()),
                Err(Trouble::Local(failure)) => return Err(failure),
            };
            match action {
                Action::Request(next) => request = next,
                Action::Done(entry) => return Ok(entry),
                // It asks for no reading where there is nothing to read; were it to, it is told
                // that there is nothing, and is done.
                Action::Read | Action::Enough => {
                    let failed = Event::Failed(Failure::Protocol);
                    if let Action::Done(entry) = fetch.tell(failed, self.now()) {
                        return Ok(entry);
                    }
                }
            }
        }
    }

    /// Tells the machine of an answer, and reads as much of it as it wants.
    async fn tell(&self, fetch: &mut Fetch, answer: Answer) -> Result<Action, LocalFailure> {
        let head = Event::Head { status: answer.status, fields: &answer.fields };
        let action = fetch.tell(head, self.now());
        if !matches!(action, Action::Read) {
            return Ok(action);
        }
        let read = answer.body(|bytes| match fetch.tell(Event::Chunk(bytes), self.now()) {
            Action::Read => ControlFlow::Continue(()),
            Action::Enough | Action::Request(_) | Action::Done(_) => ControlFlow::Break(()),
        });
        let event = match read.await {
            Ok(()) => Event::End,
            Err(Trouble::Site(failure)) => Event::Failed(failure),
            Err(Trouble::Local(failure)) => return Err(failure),
        };
        Ok(fetch.tell(event, self.now()))
    }
}

/// By chance between half and one and a half times as long.
fn jitter(pause: Duration) -> Duration {
    // The keys of a hasher are the chance that the standard library has to give.
    let chance = RandomState::new().hash_one(0) % 1_024;
    let chance = u32::try_from(chance).unwrap_or_default();
    (pause / 2).saturating_add(pause.saturating_mul(chance) / 1_024)
}
