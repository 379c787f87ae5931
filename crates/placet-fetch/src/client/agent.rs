//! Questions by one crawler.

use std::sync::Arc;

use placet::signals::Families;
use placet::{AgentPolicy, AskedAt, Crawler, Decision, InvalidUrl, Profile, Target, Usage};

use super::{Client, ClientError};
use crate::entry::Entry;
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
        let crawler = Arc::new(crawler.into());
        let (profile, longest) = (self.profile, self.shared.settings.longest);
        let asker = Asker { crawler, profile, families: Families::ALL, longest };
        AgentClient { client: self.clone(), asker }
    }
}

impl AgentClient {
    /// The crawler.
    pub fn crawler(&self) -> &Crawler {
        &self.asker.crawler
    }

    /// The same for questions in another [profile](super::ClientBuilder::profile).
    #[must_use]
    pub fn profile(mut self, profile: Profile) -> Self {
        (self.client.profile, self.asker.profile) = (profile, profile);
        self
    }

    /// Reads these families of signals only, and fetches no file of another family.
    #[must_use]
    pub fn families(mut self, families: Families) -> Self {
        self.asker.families = families;
        self
    }

    /// Whether the crawler may crawl this URL, according to the site's robots.txt.
    ///
    /// # Errors
    /// As [`Client::site`].
    pub async fn allows(&self, url: impl AsRef<str>) -> Result<bool, ClientError> {
        let url = url.as_ref();
        self.ask(url, |policy, asked_at| {
            let target = policy.target(url)?;
            Ok(policy.verdict_on(Usage::Crawl, &target, asked_at).is_permit())
        })
        .await
    }

    /// Whether the crawler may make this use of this URL, according to the site's robots.txt and the
    /// files with signals that are about this use, with every statement that took part.
    ///
    /// These files are fetched only if the crawler may crawl the URL; otherwise the decision does not
    /// depend on them. [`Client::signal_files`] fetches them with their evidence.
    ///
    /// The page's own statements are known only when it is [fetched](Client::fetch_page).
    ///
    /// # Errors
    /// As [`Client::site`].
    pub async fn may(&self, usage: Usage, url: impl AsRef<str>) -> Result<Decision, ClientError> {
        let url = url.as_ref();
        // No signal is about access.
        if matches!(usage, Usage::Crawl | Usage::Follow) {
            let decide = |policy: &Arc<AgentPolicy>, asked_at: &AskedAt| {
                Ok(policy.decide_on(usage, &policy.target(url)?, asked_at))
            };
            return self.ask(url, decide).await;
        }
        let kept = |policy: &Arc<_>, asked_at: &AskedAt| Ok((Arc::clone(policy), *asked_at));
        let (policy, asked_at) = self.ask(url, kept).await?;
        let target = policy.target(url)?;
        let with_signals = self.with_signals(&policy, usage, url, &target, &asked_at);
        let with_signals = Box::pin(with_signals).await?;
        Ok(with_signals.as_ref().unwrap_or(&policy).decide_on(usage, &target, &asked_at))
    }

    /// The policy of a URL's site for the crawler: its robots.txt, and the files that ACAP records refer
    /// the crawler to, without files with signals. It is bound to the origin of the URL.
    ///
    /// # Errors
    /// As [`Client::site`].
    pub async fn policy(&self, url: impl AsRef<str>) -> Result<Arc<AgentPolicy>, ClientError> {
        self.ask(url.as_ref(), |policy, _| Ok(Arc::clone(policy))).await
    }

    /// The robots.txt of a URL's site and the [policy](Self::policy) that it has for the crawler, if both
    /// are in memory, still valid, and no other file takes part. The URL is not parsed: one that spells
    /// its origin in an unusual way has none. They are only lent to `read`: if each question cloned
    /// them, all cores would write to their reference counts.
    pub fn held<T>(
        &self,
        url: impl AsRef<str>,
        read: impl FnOnce(&Arc<Entry>, &Arc<AgentPolicy>) -> T,
    ) -> Option<T> {
        let origin = origin::written(url.as_ref())?;
        let memory = self.client.shared.store.memory()?;
        memory.view(origin, &self.asker, self.client.shared.now(), read)
    }

    /// The policy with the files that a decision depends on; `None` if it depends on none.
    async fn with_signals(
        &self,
        policy: &AgentPolicy,
        usage: Usage,
        url: &str,
        target: &Target<'_>,
        asked_at: &AskedAt,
    ) -> Result<Option<AgentPolicy>, ClientError> {
        if !policy.verdict_on(Usage::Crawl, target, asked_at).is_permit() {
            return Ok(None);
        }
        let needed = policy.signal_files_needed(usage, target);
        if needed.is_empty() {
            return Ok(None);
        }
        let signals = self.client.signal_files(&url.parse()?, needed).await?;
        Ok(Some(policy.signal_files(&signals.files())))
    }

    /// The answer of the policy of a URL's site for this crawler, which is bound to its origin.
    async fn ask<T>(
        &self,
        url: &str,
        answer: impl Fn(&Arc<AgentPolicy>, &AskedAt) -> Result<T, InvalidUrl>,
    ) -> Result<T, ClientError> {
        let now = self.client.shared.now();
        let stored = |origin| self.stored(origin, now, |policy| answer(policy, &at(now)));
        if let Some(answer) = origin::written(url).and_then(stored) {
            return Ok(answer?);
        }
        // On the heap, so that a question that needs no request is a small future.
        let (policy, now) = Box::pin(self.find_policy(url)).await?;
        Ok(answer(&policy, &at(now))?)
    }

    /// Reads the stored view of the robots.txt of an origin, if it is still valid. It is not cloned:
    /// all cores would write to its reference count.
    fn stored<T>(
        &self,
        origin: &str,
        now: Time,
        read: impl FnOnce(&Arc<AgentPolicy>) -> T,
    ) -> Option<T> {
        self.client.shared.store.memory()?.view(origin, &self.asker, now, |_, policy| read(policy))
    }

    /// The policy of a URL's site, from the store or fetched.
    async fn find_policy(&self, url: &str) -> Result<(Arc<AgentPolicy>, Time), ClientError> {
        let Self { client, asker } = self;
        let origin: Origin = url.parse()?;
        let now = client.shared.now();
        if let Some(policy) = self.stored(origin.as_str(), now, Arc::clone) {
            return Ok((policy, now));
        }
        let crawler = &*asker.crawler;
        let site = client.joined(&origin, Some(crawler)).await?;
        let policy = site.policy().for_agent(crawler).of_site(origin.as_str())?;
        let policy = Arc::new(policy.families(asker.families));
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
