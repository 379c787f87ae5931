//! The HTTP client, configured from the command line.

use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use placet::signals::SignalFile;
use placet::{Crawler, Profile};
use placet_fetch::address::Reach;
use placet_fetch::client::Limits;
use placet_fetch::store::StoreError;
use placet_fetch::{
    Client, ClientError, Entry, Failure, FetchedPage, Origin, Settings, SignalEntries, Site, Time,
};
use tokio::runtime::{Handle, Runtime};
use tokio::time::timeout_at;
use url::Url;

use crate::args::FetchArgs;
use crate::output;

/// The default User-Agent field.
///
/// It is not the name of the crawler in question: placet is not that crawler, and must not pretend to
/// be it.
const USER_AGENT: &str =
    concat!("placet/", env!("CARGO_PKG_VERSION"), " (+https://github.com/placet/placet)");

/// How many requests a command makes at the same time that asks one question after the other: for the
/// files with signals of one site.
pub(crate) const ONE_QUESTION: usize = 16;

/// How much longer than the timeout a store may take to save the result.
const GRACE: Duration = Duration::from_millis(500);

/// Fetches and stores files.
#[derive(Debug)]
pub(crate) struct Fetcher {
    /// Taken on drop.
    runtime: Option<Runtime>,
    handle: Handle,
    client: SharedClient,
    /// The time limit for a question, and the deadline of the current one.
    timeout: Duration,
    deadline: Cell<Instant>,
}

/// The part of a [`Fetcher`] that tasks share.
#[derive(Debug, Clone)]
pub(crate) struct SharedClient {
    client: Client,
    allow_private: bool,
}

impl FetchArgs {
    /// A client with these settings that asks at most `jobs` origins at the same time.
    pub(crate) fn open(
        &self,
        user_agent: Option<&str>,
        profile: Profile,
        ceiling: usize,
        jobs: usize,
    ) -> Result<Fetcher> {
        let start = Instant::now();
        let runtime = Runtime::new().context("cannot start the threads of the client")?;
        let settings = Settings::new().ceiling(ceiling);
        let settings = match self.max_age {
            Some(seconds) => settings.longest(Duration::from_secs(seconds)),
            None => settings,
        };
        let limits = Limits::new().origins(jobs);
        let limits = match self.network.timeout {
            Some(seconds) => limits.total(Duration::from_secs(seconds)),
            None => limits,
        };
        let timeout = limits.total_time();
        // The constructors of some stores spawn tasks.
        let entered = runtime.enter();
        let store = self.store.open_for_fetching(timeout / 2)?;
        let builder = Client::builder(user_agent.unwrap_or(USER_AGENT))
            .settings(settings)
            .limits(limits)
            .profile(profile)
            .reach(if self.network.allow_private { Reach::Private } else { Reach::Public });
        let client = match store {
            Some(store) => builder.store(store),
            None => builder,
        };
        let allow_private = self.network.allow_private;
        let client = SharedClient { client: client.build()?, allow_private };
        drop(entered);
        let handle = runtime.handle().clone();
        let deadline = Cell::new(start + timeout);
        Ok(Fetcher { runtime: Some(runtime), handle, client, timeout, deadline })
    }
}

impl Fetcher {
    /// Starts another question with a new deadline. Without this, all requests of a command share
    /// one.
    pub(crate) fn restart_timeout(&self) {
        self.deadline.set(Instant::now() + self.timeout);
    }

    /// The robots.txt of a site, with the files that it refers this crawler (or any crawler) to. The
    /// bytes are stored under their digests, so that `placet replay` can repeat the decision.
    pub(crate) fn site(&self, origin: &Origin, crawler: Option<&Crawler>) -> Result<Site> {
        let client = self.client.client.by(self.deadline.get());
        self.within(async {
            self.client.forget_refusal(origin.robots_txt()).await?;
            let site = match crawler {
                Some(crawler) => client.site_for(crawler, origin).await?,
                None => client.site(origin).await?,
            };
            for entry in site.entries() {
                self.client.archive(entry).await?;
            }
            Ok(site)
        })
        .with_context(|| format!("cannot fetch robots.txt of {origin}"))
    }

    /// The robots.txt of a site, without the files that it refers to.
    pub(crate) fn robots(&self, origin: &Origin) -> Result<Arc<Entry>> {
        let client = self.client.client.by(self.deadline.get());
        self.within(async {
            self.client.forget_refusal(origin.robots_txt()).await?;
            client.robots(origin).await
        })
        .with_context(|| format!("cannot fetch robots.txt of {origin}"))
    }

    /// Fetches files with signals, all at the same time. Their bytes are stored under their digests,
    /// too.
    pub(crate) fn signal_files(
        &self,
        origin: &Origin,
        files: Vec<SignalFile>,
    ) -> Result<SignalEntries> {
        let client = self.client.client.by(self.deadline.get());
        self.within(async {
            for url in files.iter().flat_map(|file| origin.signal_urls(file)) {
                self.client.forget_refusal(&url).await?;
            }
            let entries = client.signal_files(origin, files).await?;
            for it in entries.iter() {
                self.client.archive(it.entry()).await?;
            }
            Ok(entries)
        })
        .with_context(|| format!("cannot fetch the files with signals of {origin}"))
    }

    /// Fetches a page.
    pub(crate) fn page(&self, url: &Url) -> Result<FetchedPage, ClientError> {
        let client = self.client.client.by(self.deadline.get());
        self.within(client.fetch_page(url))
    }

    /// Runs a request of the current question until its deadline.
    fn within<T>(
        &self,
        work: impl Future<Output = Result<T, ClientError>>,
    ) -> Result<T, ClientError> {
        let deadline = (self.deadline.get() + GRACE).into();
        self.handle
            .block_on(async { timeout_at(deadline, work).await.unwrap_or(Err(ClientError::Late)) })
    }

    pub(crate) fn runtime(&self) -> &Handle {
        &self.handle
    }

    pub(crate) fn shared_client(&self) -> &SharedClient {
        &self.client
    }

    /// Whether `--allow-private` is set.
    pub(crate) fn allows_private(&self) -> bool {
        self.client.allow_private
    }

    /// Reports if the store failed.
    pub(crate) fn report_store_error(&self) {
        if let Some(error) = self.client.client.store_error() {
            output::message(&format!("{error}; continuing without the store"));
        }
    }
}

impl Drop for Fetcher {
    /// Does not wait for name lookups and stores that hang.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl SharedClient {
    /// The robots.txt of a site, within the time limit for one site.
    pub(crate) async fn robots(&self, origin: &Origin) -> Result<Arc<Entry>, ClientError> {
        self.forget_refusal(origin.robots_txt()).await?;
        self.client.robots(origin).await
    }

    /// Files with signals of a site, all at the same time.
    pub(crate) async fn signal_files(
        &self,
        origin: &Origin,
        files: Vec<SignalFile>,
    ) -> Result<SignalEntries, ClientError> {
        self.client.signal_files(origin, files).await
    }

    /// With `--allow-private`, removes a stored refusal of the address.
    async fn forget_refusal(&self, url: &Url) -> Result<(), StoreError> {
        if self.allow_private {
            let store = self.client.store();
            let entry = store.get(url, Time::now()).await?;
            if entry.is_some_and(|entry| entry.cause().failure() == Some(Failure::Address)) {
                store.remove(url).await?;
            }
        }
        Ok(())
    }

    /// Stores the bytes of an entry under their digest.
    async fn archive(&self, entry: &Entry) -> Result<(), StoreError> {
        let Some(archived) = entry.archived() else { return Ok(()) };
        let store = self.client.store();
        match store.get(archived.url(), Time::now()).await? {
            Some(_) => Ok(()),
            None => store.put(&Arc::new(archived)).await,
        }
    }
}

/// Parses an origin; the default scheme is https.
pub(crate) fn origin(text: &str) -> Result<Origin, placet_fetch::InvalidOrigin> {
    if text.contains("://") { text.parse() } else { format!("https://{text}").parse() }
}
