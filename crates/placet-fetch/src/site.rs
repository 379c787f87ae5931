//! The entries of one origin as a policy.

use std::sync::Arc;
use std::time::Duration;

use placet::{AgentPolicy, Crawler, Profile, RobotsPolicy};
use url::Url;

use crate::body::{self, BodyProblem};
use crate::entry::{Entry, Hop};
use crate::evidence::Evidence;
use crate::origin::{InvalidOrigin, Origin};
use crate::signals;
use crate::state::Standing;
use crate::time::{Clock, DAY, Time};

impl Entry {
    /// The policy of this entry: the rules of the file, everything permitted, or everything
    /// prohibited (RFC 9309 §2.3.1, F-31 to F-35).
    pub fn policy(&self, profile: Profile) -> RobotsPolicy {
        match (self.standing, self.copy()) {
            (Standing::Fetched | Standing::Stale, Some(copy)) => copy.body().policy_by(profile),
            (standing, _) => {
                RobotsPolicy::builder().profile(profile).without(standing.availability())
            }
        }
    }

    /// Problems of its body as a robots.txt, the most serious first. A file with signals has other
    /// forms, so only its length can be one.
    pub fn body_problems(&self) -> Vec<BodyProblem> {
        let Some(copy) = self.copy() else { return Vec::new() };
        let first = copy.chain().first().map_or(copy.url(), Hop::url);
        let (bytes, is_cut) = (copy.body().bytes(), copy.body().is_cut());
        let mut problems = body::problems(bytes, copy.fields(), is_cut);
        if signals::is_signal_file(first, bytes) {
            problems.retain(|problem| *problem == BodyProblem::Cut);
        }
        problems
    }
}

/// The robots.txt of one origin and the files that it refers to, for any number of crawlers.
///
/// [`Client::site`](crate::Client) fetches it by URL; [`Site::new`] makes it from an entry.
///
/// ```
/// use std::sync::Arc;
/// use placet::{Profile, Usage};
/// use placet_fetch::{Action, Event, Fetch, Origin, Settings, Site, Time};
///
/// # let (now, fields) = (Time::now(), http::HeaderMap::new());
/// # let origin: Origin = "https://example.com/".parse()?;
/// # let mut fetch = Fetch::new(origin.robots_txt().clone(), Settings::new(), None, now);
/// # fetch.handle(Event::Head { status: 200, fields: &fields }, now);
/// # fetch.handle(Event::Chunk(b"User-agent: SlowBot\nDisallow: /drafts/\n"), now);
/// # let Action::Done(entry) = fetch.handle(Event::End, now) else { unreachable!() };
/// let site = Site::new(entry, Profile::default())?;
/// let (slow, other) = (site.for_agent("SlowBot"), site.for_agent("OtherBot"));
/// assert!(!slow.may(Usage::Crawl, "https://example.com/drafts/42")?.verdict().is_permit());
/// assert!(other.may(Usage::Crawl, "https://example.com/drafts/42")?.verdict().is_permit());
/// // A robots.txt does not apply to another origin.
/// assert!(other.may(Usage::Crawl, "https://other.example/").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Site {
    origin: Origin,
    entry: Arc<Entry>,
    references: Vec<Arc<Entry>>,
    policy: RobotsPolicy,
    is_from_store: bool,
    /// How long any entry is valid at most.
    longest: Duration,
    clock: Clock,
}

impl Site {
    /// The site of a robots.txt entry.
    ///
    /// The files that its ACAP records refer to are not known yet: until they are
    /// [joined](Site::join), everything is prohibited for the crawlers concerned (A-37).
    ///
    /// # Errors
    /// If the entry is not about a file fetched over http or https.
    pub fn new(entry: Arc<Entry>, profile: Profile) -> Result<Self, InvalidOrigin> {
        // An archived entry is not stored under its URL; its copy has the URL first requested.
        let first = entry.copy().map(|copy| copy.chain().first().map_or(copy.url(), Hop::url));
        let origin = match (Origin::of(entry.url()), first) {
            (Err(_), Some(first)) => Origin::of(first),
            (origin, _) => origin,
        }?;
        let (policy, references) = (entry.policy(profile), Vec::new());
        let (longest, clock) = (DAY, Clock::default());
        Ok(Self { origin, entry, references, policy, is_from_store: true, longest, clock })
    }

    /// The same, as a client found it.
    #[cfg(feature = "client")]
    pub(crate) fn found(self, is_from_store: bool, longest: Duration, clock: Clock) -> Self {
        Self { is_from_store, longest, clock, ..self }
    }

    /// The URLs of the files that ACAP records refer a crawler to (A-37), without those that
    /// cannot be fetched.
    pub fn references(&self, crawler: &Crawler) -> Vec<Url> {
        self.urls(self.policy.references(crawler))
    }

    /// The same for any crawler.
    #[cfg(feature = "client")]
    pub(crate) fn all_references(&self) -> Vec<Url> {
        let records = self.policy.acap_records();
        self.urls(records.flat_map(|record| record.references()).map(|(_, target)| target))
    }

    fn urls<'a>(&self, targets: impl Iterator<Item = &'a str>) -> Vec<Url> {
        let mut urls: Vec<Url> =
            targets.filter_map(|target| self.origin.reference(target)).collect();
        urls.sort();
        urls.dedup();
        urls
    }

    /// The site joined with the entries of the files that its records refer to. A file that could
    /// not be read, 404 included, prohibits everything for the crawlers concerned (A-37).
    #[must_use]
    pub fn join(self, references: Vec<Arc<Entry>>) -> Self {
        let policy = self.policy.join(|target| {
            let url = self.origin.reference(target)?;
            let entry = references.iter().find(|entry| *entry.url() == url)?;
            let read = matches!(entry.standing(), Standing::Fetched | Standing::Stale);
            let copy = entry.copy().filter(|_| read)?;
            Some(copy.body().policy().text().to_vec())
        });
        Self { references, policy, ..self }
    }

    /// The site as one crawler sees it: selects the statements for the crawler once, for any number
    /// of URLs of this origin.
    ///
    /// Time limits are compared with the time of this call; [`AgentPolicy::at`] sets another. A URL of
    /// another origin is an error; [`Site::policy`] accepts any URL.
    pub fn for_agent(&self, crawler: impl Into<Crawler>) -> AgentPolicy {
        let view = self.policy.for_agent(crawler);
        let view = match self.clock.now().to_system() {
            Some(now) => view.at(now),
            None => view,
        };
        // The origin is a URL, so this does not fail.
        view.of_site(self.origin.as_str()).unwrap_or(view)
    }

    /// Scheme, host and port: the URLs that its robots.txt applies to.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The policy of the site.
    pub fn policy(&self) -> &RobotsPolicy {
        &self.policy
    }

    /// The entry of its robots.txt.
    pub fn entry(&self) -> &Arc<Entry> {
        &self.entry
    }

    /// The entries of the files it refers to.
    pub fn joined(&self) -> &[Arc<Entry>] {
        &self.references
    }

    /// All entries: the robots.txt first, then the files it refers to.
    pub fn entries(&self) -> impl Iterator<Item = &Arc<Entry>> {
        std::iter::once(&self.entry).chain(&self.references)
    }

    /// Whether no request was needed: every entry was in the store, or given.
    pub fn is_from_store(&self) -> bool {
        self.is_from_store
    }

    /// When the first of its files expires; ask the client again then.
    pub fn expires(&self) -> Time {
        let all = self.entries().map(|entry| entry.expires_within(self.longest));
        all.min().unwrap_or_default()
    }

    /// Problems of the body of its robots.txt, to be reported with decisions.
    pub fn body_problems(&self) -> Vec<BodyProblem> {
        self.entry.body_problems()
    }

    /// The evidence of its decisions: the robots.txt first, then the files it refers to.
    pub fn evidence(&self) -> Vec<Evidence> {
        self.entries().map(|entry| entry.evidence()).collect()
    }
}
