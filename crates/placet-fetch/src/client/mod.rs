//! A client that drives the machine over HTTP/1.1 and 2, with TLS.
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
mod find;
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

use placet::{Crawler, Decision, Profile, Usage};
use tokio::sync::Semaphore;
use tokio::time::Instant;

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
    /// The store, where it is memory before another.
    tiers: Option<Arc<Tiers>>,
    flights: Flights,
    /// A permit for each origin that may be asked at the same time.
    permits: Semaphore,
    settings: Settings,
    limits: Limits,
    profile: Profile,
    clock: Clock,
}

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

    /// The site of a URL, for any number of crawlers: what its robots.txt says, joined with the
    /// files that ACAP records in it refer any of them to (A-37). What is kept and still holds is
    /// not fetched again.
    ///
    /// That a robots.txt is unavailable or unreachable is an answer too (F-33, F-34). A file that it
    /// refers to and that cannot be read prohibits everything to the crawlers concerned; so do files
    /// beyond [a number](Limits::references), which are not fetched.
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
    /// When the URL is not http or https, when this machine cannot ask, and when the store fails
    /// and there is no [memory](ClientBuilder::memory) in front of it: what cannot be kept would be
    /// fetched again for each question.
    pub async fn site(&self, url: impl AsRef<str>) -> Result<Site, ClientError> {
        self.joined(&url.as_ref().parse()?, None).await
    }

    /// The site of a URL for one crawler: only the files are fetched that ACAP records refer this
    /// crawler to, and none after one of them cannot be read.
    ///
    /// Ask it for this crawler only: everything is prohibited to others that are referred to files.
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

    /// Whether a crawler may make this use of this URL, by what the site's robots.txt says.
    ///
    /// What a page says of its use is known when it is [fetched](Client::fetch_page).
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
        let (crawler, url) = (crawler.into(), url.as_ref());
        let site = self.joined(&url.parse()?, Some(&crawler)).await?;
        Ok(site.for_agent(crawler).may(usage, url)?)
    }

    /// What holds for the robots.txt of a URL's site alone: what is kept, or what comes of fetching
    /// it.
    ///
    /// # Errors
    /// As [`Client::site`].
    pub async fn robots(&self, url: impl AsRef<str>) -> Result<Arc<Entry>, ClientError> {
        let origin: Origin = url.as_ref().parse()?;
        Ok(self.find(origin.robots_txt()).await?.entry)
    }

    /// Fetches an ordinary page: its fields, and its body up to a
    /// [ceiling](Limits::page_bytes). By the same rules as robots.txt, but nothing is kept and
    /// redirects are not followed: where one [leads](FetchedPage::redirect) is another URL, about
    /// which the site must be asked first.
    ///
    /// The caller must have decided that the crawler may crawl this very URL; nothing here asks.
    ///
    /// # Errors
    /// When there is no answer that can be read, only a part of the page was sent, or the URL is
    /// neither http nor https.
    pub async fn fetch_page(&self, url: impl AsRef<str>) -> Result<FetchedPage, ClientError> {
        let url = origin::parse(url.as_ref())?;
        Origin::of(&url)?;
        self.shared.page(origin::bare(url), self.by).await
    }

    /// Where entries are kept: the store that was given, with memory in front of it.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.shared.store
    }

    /// What went wrong with the store when it last failed, unless it has worked since. Meanwhile
    /// what is fetched is kept in [memory](ClientBuilder::memory) alone.
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
