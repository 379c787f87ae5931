//! A client that drives the machine over HTTP/1.1 and 2, with TLS.
//!
//! ```no_run
//! use placet::{Agent, Crawler, Usage};
//! use placet_fetch::{Client, Origin};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let client = Client::builder("ExampleBot/1.0 (+https://example.com/bot)").build()?;
//! let origin: Origin = "https://example.com/".parse()?;
//! let crawler = Crawler::new(Agent::new("ExampleBot"));
//! let site = client.site(&origin, &crawler).await?;
//! let decision = site.ask(crawler).may(Usage::Crawl, "/drafts/42");
//! # Ok(())
//! # }
//! ```
//!
//! # What it sees to
//! - One request is under way for a URL, whoever asks; it goes on when who asked first goes away.
//! - Addresses are checked after names are resolved, and what was checked is connected to (F-37).
//!   Proxies of the environment are not used, since they would resolve names themselves.
//! - Redirects are followed by the [machine](crate::Fetch), each hop checked anew (F-32, F-37).
//! - Bodies are decoded as they arrive, and left alone once there is enough of them (F-37). Every
//!   byte that comes in [counts](received_max), whatever it is for.
//! - What is wrong with this machine is a [`LocalFailure`] and says nothing about the site.
//! - A failure that may pass is tried again, within the time that an answer may take. A status is
//!   an answer: what said 503 is asked again when what holds runs out.
//! - No connection outlives its answer: one file a day from each site is no reason to keep them.
//!
//! It must be used within a tokio runtime.

mod builder;
mod classify;
mod connect;
mod decode;
mod drive;
mod error;
mod exchange;
mod flight;
mod limits;
mod local;
mod meter;
mod page;
mod resolve;
mod tasks;
mod tls;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use placet::{Crawler, Profile};
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};
use url::Url;

pub use builder::ClientBuilder;
pub use error::{BuildError, ClientError};
pub use limits::{
    CONNECTIONS, HEAD_MAX, HEADERS_MAX, Limits, READ_AHEAD, RECEIVED_SLACK, received_max,
};
pub use local::LocalFailure;
pub use page::FetchedPage;
pub use resolve::{Resolve, Resolving, ThreadResolver};

use crate::entry::Entry;
use crate::origin::Origin;
use crate::settings::Settings;
use crate::site::Site;
use crate::state::Standing;
use crate::store::Store;
use crate::time::Time;
use exchange::Wire;
use flight::Flights;

/// Gets robots.txt files and keeps them; cheap to clone, and clones share everything.
#[derive(Debug, Clone)]
pub struct Client {
    shared: Arc<Shared>,
    by: Option<Instant>,
}

/// How long the end of a request, once it is late, may take to be told and kept.
const GRACE: Duration = Duration::from_millis(250);

/// What clones share.
struct Shared {
    wire: Wire,
    store: Arc<dyn Store>,
    flights: Flights,
    /// A permit for each origin that may be asked at the same time.
    permits: Semaphore,
    settings: Settings,
    limits: Limits,
    profile: Profile,
    clock: Clock,
}

/// Says what time it is.
type Clock = Arc<dyn Fn() -> Time + Send + Sync>;

impl Client {
    /// A client that names itself so in `User-Agent`.
    ///
    /// RFC 9309 §2.2.1 asks that the product token be part of it.
    pub fn builder(user_agent: impl Into<String>) -> ClientBuilder {
        ClientBuilder::new(user_agent.into())
    }

    /// The same client for one question, all of whose answers must be there by a moment: the
    /// robots.txt, redirects, files that it refers to, the page, and what stores take.
    ///
    /// A site that does not answer by then could not be reached. Where the time was shorter than
    /// [what a file may take](Limits::total), that is not kept: it says little about the site.
    #[must_use]
    pub fn by(&self, moment: std::time::Instant) -> Self {
        Self { shared: Arc::clone(&self.shared), by: Some(moment.into()) }
    }

    /// What holds for a site's robots.txt: what is kept, or what is had by fetching it.
    ///
    /// That it cannot be had is an answer too (F-33, F-34).
    ///
    /// # Errors
    /// When the store fails. What cannot be kept is not answered: it would be fetched again for
    /// each question. A [memory](crate::store::Memory) before it, as a
    /// [tier](crate::store::Tiers), goes on without it.
    pub async fn robots(&self, origin: &Origin) -> Result<Arc<Entry>, ClientError> {
        self.entry(origin.robots_txt()).await
    }

    /// What holds for a site, joined with the files that ACAP records refer this crawler to, each
    /// had by the same rules (A-37).
    ///
    /// What of them cannot be read prohibits everything to the crawler, so the others are not
    /// fetched any more; nor are those beyond [a number](Limits::references), which prohibit
    /// everything too. Ask it for this crawler only: what others are referred to was not looked
    /// for, and prohibits everything to them.
    ///
    /// # Errors
    /// As [`Client::robots`].
    pub async fn site(&self, origin: &Origin, crawler: &Crawler) -> Result<Site, ClientError> {
        let site = Site::new(self.robots(origin).await?, self.shared.profile);
        let together = Instant::now() + self.shared.limits.total;
        let by = self.by.map_or(together, |by| by.min(together));
        let hurried = Self { shared: Arc::clone(&self.shared), by: Some(by) };
        let mut references = Vec::new();
        // One after the other: most lie on one host.
        for url in site.references(crawler).iter().take(self.shared.limits.references) {
            let entry = hurried.entry(url).await?;
            let is_read = matches!(entry.standing(), Standing::Fetched | Standing::Stale)
                && entry.copy().is_some_and(|copy| copy.body().policy().is_robots_txt());
            references.push(entry);
            if !is_read {
                break;
            }
        }
        Ok(if references.is_empty() { site } else { site.join(references) })
    }

    /// Gets an ordinary page: its fields, and its body up to a
    /// [ceiling](Limits::page_octets). By the same rules as robots.txt, but nothing is kept and
    /// redirects are not followed: where one [leads](FetchedPage::redirect) is another URL, about which
    /// the site must be asked first.
    ///
    /// The caller must have decided that the crawler may crawl this very URL; nothing here asks.
    ///
    /// # Errors
    /// When there is no answer that can be read, only a part of the page was sent, or the URL is
    /// neither http nor https.
    pub async fn page(&self, url: &Url) -> Result<FetchedPage, ClientError> {
        Origin::of(url)?;
        self.shared.page(crate::origin::bare(url.clone()), self.by).await
    }

    /// What holds for one URL.
    async fn entry(&self, url: &Url) -> Result<Arc<Entry>, ClientError> {
        let (shared, by) = (&self.shared, self.by);
        let work = async {
            if let Some(held) = shared.held(url).await? {
                return Ok(held);
            }
            let (own, target) = (Arc::clone(shared), url.clone());
            let fetch = async move { own.fetch(&target, by).await };
            shared.flights.join(url, fetch).await
        };
        match by {
            Some(by) => timeout_at(by + GRACE, work).await.unwrap_or(Err(ClientError::Late)),
            None => work.await,
        }
    }
}

impl Shared {
    fn now(&self) -> Time {
        (self.clock)()
    }

    /// What is kept, if it still holds.
    async fn held(&self, url: &Url) -> Result<Option<Arc<Entry>>, ClientError> {
        let now = self.now();
        let held = self.store.get(url, now).await?;
        Ok(held.filter(|held| held.holds(now, &self.settings)))
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared")
            .field("store", &self.store)
            .field("settings", &self.settings)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
