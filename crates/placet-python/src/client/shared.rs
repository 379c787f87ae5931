//! What a client does on its threads: find sites, fetch pages, keep the pace.

use std::sync::Arc;
use std::time::Duration;

use placet::Crawler;
use placet::signals::{Families, SignalFile};
use placet_fetch::client::ClientError;
use placet_fetch::{
    Client, Digest, Entry, FilePacer, Origin, Pace, Pacer, SharedPacer, SignalEntries, Site, Time,
};
use pyo3::prelude::*;

use super::ask::{Ask, Reply};
use crate::convert::{seconds, system_time};

/// The time that a client takes as the present.
pub(super) type Clock = Arc<dyn Fn() -> Time + Send + Sync>;

/// The times that a function of Python returns. Where it fails, the time is that of the system.
pub(super) fn clock_of(clock: Option<Py<PyAny>>) -> Clock {
    let Some(clock) = clock else { return Arc::new(Time::now) };
    Arc::new(move || {
        let read = Python::try_attach(|py| {
            let time = clock.call0(py).and_then(|it| system_time(it.bind(py)));
            time.map_err(|error| error.write_unraisable(py, Some(clock.bind(py)))).ok()
        });
        read.flatten().map_or_else(Time::now, Time::from)
    })
}

pub(super) struct Shared {
    pub(super) client: Client,
    pub(super) pacing: Pacing,
    pub(super) min_interval: Duration,
    pub(super) clock: Clock,
    pub(super) profile: placet::Profile,
    pub(super) families: Families,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("client", &self.client).finish_non_exhaustive()
    }
}

#[derive(Debug)]
pub(super) enum Pacing {
    Local(Pacer),
    File(FilePacer),
    Redis(SharedPacer),
}

impl Shared {
    pub(super) async fn answer(&self, ask: &Ask) -> Result<Reply, ClientError> {
        match ask {
            Ask::Site(url) => {
                Ok(Reply::Site(Box::new(self.site(url).await?), SignalEntries::default()))
            }
            Ask::Signals(site, files) => {
                let entries = self.client.signal_files(site.origin(), files.iter().cloned());
                let entries = entries.await?;
                Ok(Reply::Site(site.clone(), entries))
            }
            Ask::Page(url) => Ok(Reply::Page(Box::new(self.client.fetch_page(url).await?))),
            Ask::Turn(url, crawler, longest) => {
                self.turn(url, crawler, *longest).await.map(Reply::Seconds)
            }
            Ask::Purge(url) => self.purge(url.as_deref()).await.map(Reply::Count),
            Ask::Replay(url, digest, crawler) => {
                let site = self.replay(url, digest, crawler).await?;
                let reply = |site| Reply::Site(Box::new(site), SignalEntries::default());
                Ok(site.map_or(Reply::Missing, reply))
            }
        }
    }

    /// A site. The bytes of what was fetched are kept under their digest, for [`Shared::replay`].
    pub(super) async fn site(&self, url: &str) -> Result<Site, ClientError> {
        let site = self.client.site(url).await?;
        if !site.is_from_store() {
            let store = self.client.store();
            for entry in site.entries().filter_map(|it| it.archived()) {
                if let Ok(None) = store.get(entry.url(), (self.clock)()).await {
                    // A store that fails is reported by the client.
                    let _ = store.put(&Arc::new(entry)).await;
                }
            }
        }
        Ok(site)
    }

    /// Reserves the next request to a site, unless it is too late: the seconds to wait.
    async fn turn(
        &self,
        url: &str,
        crawler: &Crawler,
        longest: Duration,
    ) -> Result<Option<f64>, ClientError> {
        let site = self.site(url).await?;
        let view = site.for_agent(crawler);
        let pace = Pace::of(&view).at_least(self.min_interval);
        let (origin, agent, now) = (site.origin(), view.agent(), (self.clock)());
        let wait = match &self.pacing {
            Pacing::Local(pacer) => {
                pacer.next_within(origin, agent, pace, now, longest).map(|at| at.since(now))
            }
            Pacing::File(pacer) => {
                let turn = pacer.next_within(origin, agent, pace, now, longest).await?;
                turn.map(|at| at.since(now))
            }
            Pacing::Redis(pacer) => pacer.next_within(origin, agent, pace, longest).await?,
        };
        Ok(wait.map(seconds))
    }

    async fn purge(&self, url: Option<&str>) -> Result<usize, ClientError> {
        let store = self.client.store();
        let Some(url) = url else {
            let mut removed = 0;
            for url in &store.urls().await? {
                // Bytes that are kept under their digest are not counted.
                let is_removed = store.remove(url).await?;
                removed += usize::from(is_removed && url.scheme().starts_with("http"));
            }
            return Ok(removed);
        };
        let origin: Origin = url.parse()?;
        for file in [SignalFile::Tdmrep, SignalFile::TrustTxt, SignalFile::AiTxt] {
            for url in origin.signal_urls(&file) {
                store.remove(&url).await?;
            }
        }
        Ok(usize::from(store.remove(origin.robots_txt()).await?))
    }

    /// The site of a URL by the bytes of a digest, without any request.
    async fn replay(
        &self,
        url: &str,
        digest: &Digest,
        crawler: &Crawler,
    ) -> Result<Option<Site>, ClientError> {
        let origin: Origin = url.parse()?;
        let (store, now) = (self.client.store(), (self.clock)());
        let has_digest = |it: &Entry| it.copy().is_some_and(|it| it.body().digest() == *digest);
        let archived = match digest.key() {
            Some(key) => store.get(&key, now).await?,
            None => None,
        };
        let entry = match archived.filter(|it| has_digest(it)) {
            Some(entry) => Arc::new(entry.held_about(origin.robots_txt().clone())),
            None => match store.get(origin.robots_txt(), now).await?.filter(|it| has_digest(it)) {
                Some(entry) => entry,
                None => return Ok(None),
            },
        };
        let site = Site::new(entry, self.profile)?;
        let mut references = Vec::new();
        for url in site.references(crawler) {
            // One that is not stored counts as unreadable, and prohibits.
            references.extend(store.get(&url, now).await?);
        }
        Ok(Some(if references.is_empty() { site } else { site.join(references) }))
    }
}
