//! A client as it was asked for at the prompt.

use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use placet::{Crawler, Profile};
use placet_fetch::address::Reach;
use placet_fetch::client::Limits;
use placet_fetch::store::StoreError;
use placet_fetch::{
    Client, ClientError, Entry, Failure, FetchedPage, Origin, Settings, Site, Time,
};
use tokio::runtime::{Handle, Runtime};
use tokio::time::timeout_at;
use url::Url;

use crate::args::Fetching;
use crate::output;

/// What is sent where no `--user-agent` is given.
///
/// It is not the crawler's name: whoever asks about a crawler need not be it, and sites that let
/// only some crawlers in should not be told that it is one of them.
const USER_AGENT: &str =
    concat!("placet/", env!("CARGO_PKG_VERSION"), " (+https://github.com/placet/placet)");

/// How long stores may take beyond the time for a question, to keep what came of it.
const GRACE: Duration = Duration::from_millis(500);

/// Gets files, and keeps them.
#[derive(Debug)]
pub(crate) struct Fetcher {
    /// Taken at the end.
    runtime: Option<Runtime>,
    handle: Handle,
    asker: Asker,
    /// How long all that a question needs may take together, and when the one at hand must be
    /// answered.
    total: Duration,
    by: Cell<Instant>,
}

/// The part of it that tasks share.
#[derive(Debug, Clone)]
pub(crate) struct Asker {
    client: Client,
    allow_private: bool,
}

impl Fetching {
    /// A client by these settings, that asks so many origins at the same time.
    pub(crate) fn open(
        &self,
        user_agent: Option<&str>,
        profile: Profile,
        ceiling: usize,
        jobs: usize,
    ) -> Result<Fetcher> {
        let begun = Instant::now();
        let runtime = Runtime::new().context("cannot start the threads that fetch")?;
        let settings = Settings::new().ceiling(ceiling);
        let settings = match self.max_age {
            Some(seconds) => settings.longest(Duration::from_secs(seconds)),
            None => settings,
        };
        let limits = Limits::new().origins(jobs);
        let limits = match self.timeout {
            Some(seconds) => limits.total(Duration::from_secs(seconds)),
            None => limits,
        };
        let total = limits.total_time();
        // Some stores begin to work when they are made.
        let entered = runtime.enter();
        let store = self.kept.going_on(total / 2)?;
        let builder = Client::builder(user_agent.unwrap_or(USER_AGENT))
            .settings(settings)
            .limits(limits)
            .profile(profile)
            .reach(if self.allow_private { Reach::Private } else { Reach::Public });
        let client = match store {
            Some(store) => builder.store(store),
            None => builder,
        };
        let asker = Asker { client: client.build()?, allow_private: self.allow_private };
        drop(entered);
        let handle = runtime.handle().clone();
        let by = Cell::new(begun + total);
        Ok(Fetcher { runtime: Some(runtime), handle, asker, total, by })
    }
}

impl Fetcher {
    /// Begins another question, which has the whole time again. Unless it is called, everything
    /// that a command asks is one question.
    pub(crate) fn another_question(&self) {
        self.by.set(Instant::now() + self.total);
    }

    /// What holds for a site, with the files it refers this crawler to, or any crawler. The bytes are
    /// kept under their digests, so that what is decided from them can be decided again.
    pub(crate) fn site(&self, origin: &Origin, crawler: Option<&Crawler>) -> Result<Site> {
        let client = self.asker.client.by(self.by.get());
        self.within(async {
            self.asker.forget_refusal(origin).await?;
            let site = match crawler {
                Some(crawler) => client.site_for(crawler, origin).await?,
                None => client.site(origin).await?,
            };
            for entry in site.entries() {
                self.asker.archive(entry).await?;
            }
            Ok(site)
        })
        .with_context(|| format!("cannot ask {origin}"))
    }

    /// What holds for a site's robots.txt alone.
    pub(crate) fn robots(&self, origin: &Origin) -> Result<Arc<Entry>> {
        let client = self.asker.client.by(self.by.get());
        self.within(async {
            self.asker.forget_refusal(origin).await?;
            client.robots(origin).await
        })
        .with_context(|| format!("cannot ask {origin}"))
    }

    /// Gets a page that the crawler was permitted to crawl.
    pub(crate) fn page(&self, url: &Url) -> Result<FetchedPage, ClientError> {
        let client = self.asker.client.by(self.by.get());
        self.within(client.fetch_page(url))
    }

    /// Does something for the question at hand, in its time.
    fn within<T>(
        &self,
        work: impl Future<Output = Result<T, ClientError>>,
    ) -> Result<T, ClientError> {
        let by = (self.by.get() + GRACE).into();
        self.handle.block_on(async { timeout_at(by, work).await.unwrap_or(Err(ClientError::Late)) })
    }

    pub(crate) fn runtime(&self) -> &Handle {
        &self.handle
    }

    pub(crate) fn asker(&self) -> &Asker {
        &self.asker
    }

    /// Tells of stores that failed, if any did.
    pub(crate) fn tell_trouble(&self) {
        if let Some(error) = self.asker.client.store_error() {
            output::tell(&format!("{error}; this run goes on without it"));
        }
    }
}

impl Drop for Fetcher {
    /// Lookups and stores that hang are not waited for.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Asker {
    /// What holds for a site's robots.txt, in the time that one site may take.
    pub(crate) async fn robots(&self, origin: &Origin) -> Result<Arc<Entry>, ClientError> {
        self.forget_refusal(origin).await?;
        self.client.robots(origin).await
    }

    /// That an address was refused is no answer to someone who allows it.
    async fn forget_refusal(&self, origin: &Origin) -> Result<(), StoreError> {
        if self.allow_private {
            let store = self.client.store();
            let held = store.get(origin.robots_txt(), Time::now()).await?;
            if held.is_some_and(|held| held.cause().failure() == Some(Failure::Address)) {
                store.remove(origin.robots_txt()).await?;
            }
        }
        Ok(())
    }

    async fn archive(&self, entry: &Entry) -> Result<(), StoreError> {
        let Some(archived) = entry.archived() else { return Ok(()) };
        let store = self.client.store();
        match store.get(archived.url(), Time::now()).await? {
            Some(_) => Ok(()),
            None => store.put(&Arc::new(archived)).await,
        }
    }
}

/// The origin that text names; https where it names no scheme.
pub(crate) fn origin(text: &str) -> Result<Origin, placet_fetch::InvalidOrigin> {
    if text.contains("://") { text.parse() } else { format!("https://{text}").parse() }
}
