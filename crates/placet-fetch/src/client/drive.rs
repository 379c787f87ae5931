//! The machine, driven.

use std::hash::{BuildHasher as _, RandomState};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};
use url::Url;

use super::exchange::Answer;
use super::{ClientError, Shared};
use crate::entry::Entry;
use crate::failure::Failure;
use crate::machine::{Event, Fetch, Step};

impl Shared {
    /// Gets a file and keeps what holds.
    pub(super) async fn fetch(&self, url: &Url) -> Result<Arc<Entry>, ClientError> {
        let _permit = self.permits.acquire().await.map_err(|_| ClientError::Ended)?;
        // Someone may have got it while this one waited.
        let now = self.now();
        let held = self.store.get(url, now).await?;
        if let Some(held) = held.as_ref().filter(|held| held.holds(now, &self.settings)) {
            return Ok(Arc::clone(held));
        }
        let by = Instant::now() + self.limits.total;
        let mut pauses = self.pauses(by);
        loop {
            let entry = self.attempt(url, held.clone(), by).await;
            let pause = pauses.next().filter(|_| entry.cause().is_worth_retrying());
            let Some(pause) = pause else {
                self.store.put(&entry).await?;
                return Ok(entry);
            };
            sleep(pause).await;
        }
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
    async fn attempt(&self, url: &Url, held: Option<Arc<Entry>>, by: Instant) -> Arc<Entry> {
        let mut fetch = Fetch::new(url.clone(), self.settings, held, self.now());
        let mut request = fetch.request();
        // The machine follows no more than five redirects, so this ends.
        loop {
            let step = match self.wire.send(&request, by).await {
                Ok(answer) => self.tell(&mut fetch, answer).await,
                Err(failure) => fetch.tell(Event::Failed(failure), self.now()),
            };
            match step {
                Step::Request(next) => request = next,
                Step::Done(entry) => return entry,
                // It asks for no reading where there is nothing to read; were it to, it is told
                // that there is nothing, and is done.
                Step::Read | Step::Enough => {
                    let failed = Event::Failed(Failure::Protocol);
                    if let Step::Done(entry) = fetch.tell(failed, self.now()) {
                        return entry;
                    }
                }
            }
        }
    }

    /// Tells the machine of an answer, and reads as much of it as it wants.
    async fn tell(&self, fetch: &mut Fetch, answer: Answer) -> Step {
        let head = Event::Head { status: answer.status, fields: &answer.fields };
        let step = fetch.tell(head, self.now());
        if !matches!(step, Step::Read) {
            return step;
        }
        let read = answer.body(|octets| match fetch.tell(Event::Chunk(octets), self.now()) {
            Step::Read => ControlFlow::Continue(()),
            Step::Enough | Step::Request(_) | Step::Done(_) => ControlFlow::Break(()),
        });
        let event = match read.await {
            Ok(()) => Event::End,
            Err(failure) => Event::Failed(failure),
        };
        fetch.tell(event, self.now())
    }
}

/// By chance between half and one and a half times as long.
fn jitter(pause: Duration) -> Duration {
    // The keys of a hasher are the chance that the standard library has to give.
    let chance = RandomState::new().hash_one(0) % 1_024;
    let chance = u32::try_from(chance).unwrap_or_default();
    (pause / 2).saturating_add(pause.saturating_mul(chance) / 1_024)
}
