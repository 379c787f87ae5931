//! Questions by one crawler.

use std::sync::Arc;

use placet::{AgentPolicy, AskedAt, Crawler, Decision, Usage};

use super::{Client, ClientError, Shared};
use crate::origin::{self, Origin};
use crate::store::Asker;
use crate::time::Time;

/// A client for the questions of one crawler.
///
/// It keeps the groups and records that apply to the crawler together with the file, in the memory
/// of the client. While a file is valid, a question about a URL of its site needs no request, no
/// parsing and no task switch.
///
/// ```no_run
/// use placet::Usage;
///
/// # async fn example(client: placet_fetch::Client) -> Result<(), Box<dyn std::error::Error>> {
/// let bot = client.for_agent("ExampleBot");
/// for url in ["https://example.com/a", "https://example.org/b"] {
///     if bot.allows(url).await? {
///         println!("{}", bot.may(Usage::Index, url).await?);
///     }
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct AgentClient {
    client: Client,
    asker: Asker,
}

impl Client {
    /// The client for the questions of one crawler.
    pub fn for_agent(&self, crawler: impl Into<Crawler>) -> AgentClient {
        let Shared { profile, settings, .. } = &*self.shared;
        let crawler = Arc::new(crawler.into());
        let asker = Asker { crawler, profile: *profile, longest: settings.longest };
        AgentClient { client: self.clone(), asker }
    }
}

impl AgentClient {
    /// The crawler.
    pub fn crawler(&self) -> &Crawler {
        &self.asker.crawler
    }

    /// Whether the crawler may crawl this URL, according to the site's robots.txt.
    ///
    /// # Errors
    /// As [`Client::site`].
    pub async fn allows(&self, url: impl AsRef<str>) -> Result<bool, ClientError> {
        let url = url.as_ref();
        let (policy, now) = self.policy(url).await?;
        let target = policy.target(url)?;
        Ok(policy.verdict_on(Usage::Crawl, &target, &at(now)).is_permit())
    }

    /// Whether the crawler may make this use of this URL, according to the site's robots.txt, with
    /// every statement that took part.
    ///
    /// The page's own statements are known only when it is [fetched](Client::fetch_page).
    ///
    /// # Errors
    /// As [`Client::site`].
    pub async fn may(&self, usage: Usage, url: impl AsRef<str>) -> Result<Decision, ClientError> {
        let url = url.as_ref();
        let (policy, now) = self.policy(url).await?;
        let target = policy.target(url)?;
        Ok(policy.decide_on(usage, &target, &at(now)))
    }

    /// The policy of a URL's site for this crawler, bound to its origin, and the current time.
    async fn policy(&self, url: &str) -> Result<(Arc<AgentPolicy>, Time), ClientError> {
        let now = self.client.shared.now();
        match origin::written(url).and_then(|origin| self.stored(origin, now)) {
            Some(policy) => Ok((policy, now)),
            // On the heap, so that a question that needs no request is a small future.
            None => Box::pin(self.find_policy(url)).await,
        }
    }

    /// The stored view of the robots.txt of an origin, if it is still valid.
    fn stored(&self, origin: &str, now: Time) -> Option<Arc<AgentPolicy>> {
        self.client.shared.store.memory()?.view(origin, &self.asker, now)
    }

    /// The policy of a URL's site, from the store or fetched.
    async fn find_policy(&self, url: &str) -> Result<(Arc<AgentPolicy>, Time), ClientError> {
        let Self { client, asker } = self;
        let origin: Origin = url.parse()?;
        let now = client.shared.now();
        if let Some(policy) = self.stored(origin.as_str(), now) {
            return Ok((policy, now));
        }
        let crawler = &*asker.crawler;
        let site = client.joined(&origin, Some(crawler)).await?;
        let policy = Arc::new(site.policy().for_agent(crawler).of_site(origin.as_str())?);
        // A view of several files would have to change with each of them.
        let is_alone = site.references(crawler).is_empty();
        if let Some(memory) = client.shared.store.memory().filter(|_| is_alone) {
            memory.keep_view(site.entry(), asker, &policy);
        }
        Ok((policy, client.shared.now()))
    }
}

fn at(now: Time) -> AskedAt {
    now.to_system().map_or_else(AskedAt::new, |now| AskedAt::new().now(now))
}
