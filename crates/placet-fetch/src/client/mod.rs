//! A client over HTTP/1.1 and HTTP/2, with TLS.
//!
//! ```no_run
//! use placet::Usage;
//! use placet_fetch::Client;
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let client = Client::builder("ExampleBot/1.0 (+https://example.com/bot)").build()?;
//! let url = "https://example.com/drafts/42";
//! let site = client.site(url).await?;
//! let decision = site.for_agent("ExampleBot").may(Usage::Crawl, url)?;
//! # Ok(())
//! # }
//! ```
//!
//! # What it does
//! - Concurrent questions about a URL share one request, which goes on if the first caller stops
//!   waiting.
//! - Addresses are checked after names are resolved, and the client connects to the checked address
//!   (F-37). Proxies from the environment are not used, since they would resolve names themselves.
//! - The [state machine](crate::Fetch) follows redirects, and each hop is checked (F-32, F-37).
//! - Bodies are decoded as they arrive, up to a ceiling (F-37). Every byte that is received
//!   [counts](received_max), protocol overhead included.
//! - A problem of this machine is a [`LocalFailure`] and says nothing about the site.
//! - Temporary failures are retried within the time limit. A status is an answer: after a 503 the
//!   site is asked again when the entry expires.
//! - Connections are not kept open: most sites are asked for one file a day.
//!
//! It must be used within a tokio runtime.

mod agent;
mod builder;
mod classify;
mod connect;
mod decode;
mod drive;
mod error;
mod exchange;
mod find;
mod flight;
mod limits;
mod local;
mod meter;
mod page;
mod resolve;
mod signals;
mod tasks;
mod tls;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use placet::{Crawler, Decision, Profile, Usage};
use tokio::sync::Semaphore;
use tokio::time::Instant;

pub use agent::AgentClient;
pub use builder::ClientBuilder;
pub use error::{BuildError, ClientError};
pub use limits::{
    CONNECTIONS, HEAD_MAX, HEADERS_MAX, Limits, READ_AHEAD, RECEIVED_SLACK, received_max,
};
pub use local::LocalFailure;
pub use page::FetchedPage;
pub use resolve::{Resolve, Resolving, ThreadResolver};

use crate::entry::Entry;
use crate::origin::{self, Origin};
use crate::settings::Settings;
use crate::site::Site;
use crate::store::{Store, StoreError, Tiers};
use crate::time::{Clock, Time};
use exchange::Wire;
use flight::Flights;

/// Fetches and caches robots.txt and files with signals. Cheap to clone; clones share everything.
#[derive(Debug, Clone)]
pub struct Client {
    shared: Arc<Shared>,
    by: Option<Instant>,
    profile: Profile,
}

/// How long a late request may take to be concluded and stored.
const GRACE: Duration = Duration::from_millis(250);

/// What clones share.
struct Shared {
    wire: Wire,
    store: Arc<dyn Store>,
    /// The store, if it is memory in front of another one.
    tiers: Option<Arc<Tiers>>,
    flights: Flights,
    /// One permit per origin that may be asked at the same time.
    permits: Semaphore,
    settings: Settings,
    limits: Limits,
    clock: Clock,
}

impl Client {
    /// A client that sends this `User-Agent`.
    ///
    /// RFC 9309 §2.2.1 asks that it contain the product token.
    pub fn builder(user_agent: impl Into<String>) -> ClientBuilder {
        ClientBuilder::new(user_agent.into())
    }

    /// The same client with a deadline for one question: the robots.txt, redirects, files that it
    /// refers to, files with signals, the page, and the time that stores take.
    ///
    /// A site that does not answer by then is unreachable. If the deadline is sooner than [the time
    /// limit of a file](Limits::total), that result is not stored: it says little about the site.
    #[must_use]
    pub fn by(&self, moment: std::time::Instant) -> Self {
        Self { by: Some(moment.into()), ..self.clone() }
    }

    /// The same client for questions in another [profile](ClientBuilder::profile).
    #[must_use]
    pub fn profile(&self, profile: Profile) -> Self {
        Self { profile, ..self.clone() }
    }

    /// The site of a URL, for any number of crawlers: its robots.txt, joined with the files that
    /// its ACAP records refer to (A-37). Cached files that are still valid are not fetched again.
    ///
    /// An unavailable or unreachable robots.txt is an answer too (F-33, F-34). A referenced file that
    /// cannot be read prohibits everything for the crawlers concerned; so do files beyond
    /// [a limit](Limits::references), which are not fetched.
    ///
    /// ```no_run
    /// # async fn example(client: placet_fetch::Client) -> Result<(), Box<dyn std::error::Error>> {
    /// let url = "https://example.com/drafts/42";
    /// let site = client.site(url).await?;
    /// for name in ["ExampleBot", "OtherBot"] {
    ///     println!("{name}: {}", site.for_agent(name).may(placet::Usage::Crawl, url)?);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If the URL is not http or https, if this machine cannot make requests, or if the store fails
    /// and has no [memory](ClientBuilder::memory) in front of it: files that cannot be stored would
    /// be fetched again for each question.
    pub async fn site(&self, url: impl AsRef<str>) -> Result<Site, ClientError> {
        self.joined(&url.as_ref().parse()?, None).await
    }

    /// The site of a URL for one crawler: fetches only the files that ACAP records refer this
    /// crawler to, and stops at the first that cannot be read.
    ///
    /// Use it for this crawler only: for other crawlers with references, everything is prohibited.
    ///
    /// # Errors
    /// As [`Client::site`].
    pub async fn site_for(
        &self,
        crawler: impl Into<Crawler>,
        url: impl AsRef<str>,
    ) -> Result<Site, ClientError> {
        self.joined(&url.as_ref().parse()?, Some(&crawler.into())).await
    }

    /// Whether a crawler may make this use of this URL, according to the site's robots.txt and the
    /// files with signals that are about this use; see [`AgentClient::may`].
    ///
    /// The page's own statements are known only when it is [fetched](Client::fetch_page).
    ///
    /// ```no_run
    /// use placet::Usage;
    ///
    /// # async fn example(client: placet_fetch::Client) -> Result<(), Box<dyn std::error::Error>> {
    /// let decision = client.may("ExampleBot", Usage::Crawl, "https://example.com/drafts/42").await?;
    /// println!("{}: {decision}", decision.verdict());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Client::site`].
    pub async fn may(
        &self,
        crawler: impl Into<Crawler>,
        usage: Usage,
        url: impl AsRef<str>,
    ) -> Result<Decision, ClientError> {
        self.for_agent(crawler).may(usage, url).await
    }

    /// The entry for the robots.txt of a URL's site alone, from the store or fetched.
    ///
    /// # Errors
    /// As [`Client::site`].
    pub async fn robots(&self, url: impl AsRef<str>) -> Result<Arc<Entry>, ClientError> {
        let origin: Origin = url.as_ref().parse()?;
        Ok(self.find(origin.robots_txt()).await?.entry)
    }

    /// Fetches a robots.txt again before its entry expires, so that no question has to wait for it.
    /// Returns whether it was fetched: of the processes that share a store, one does so within `time`.
    ///
    /// # Errors
    /// As [`Client::site`].
    pub async fn refresh(&self, url: impl AsRef<str>, time: Duration) -> Result<bool, ClientError> {
        let origin: Origin = url.as_ref().parse()?;
        Ok(self.shared.fetch_early(origin.robots_txt(), time).await?.is_some())
    }

    /// Fetches an ordinary page: its headers, and its body up to a [ceiling](Limits::page_bytes). The
    /// rules are those for robots.txt, but nothing is stored and redirects are not followed: the
    /// [target](FetchedPage::redirect) is another URL, which needs its own decision.
    ///
    /// The caller must have decided that the crawler may crawl this URL; it is not checked here.
    ///
    /// # Errors
    /// If there is no readable response, the server sent only a part of the page, or the URL is
    /// neither http nor https.
    pub async fn fetch_page(&self, url: impl AsRef<str>) -> Result<FetchedPage, ClientError> {
        let url = origin::parse(url.as_ref())?;
        Origin::of(&url)?;
        self.shared.page(origin::bare(url), self.by).await
    }

    /// The store for entries: the one that was given, with memory in front of it.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.shared.store
    }

    /// The last error of the store, unless it has worked since. Until then, entries are kept in
    /// [memory](ClientBuilder::memory) only.
    pub fn store_error(&self) -> Option<StoreError> {
        let tiers = self.shared.tiers.as_ref()?;
        tiers.health().into_iter().find_map(|tier| tier.error)
    }
}

impl Shared {
    fn now(&self) -> Time {
        self.clock.now()
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
