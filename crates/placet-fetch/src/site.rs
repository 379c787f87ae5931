//! What holds, as the engine asks it.

use std::sync::Arc;
use std::time::SystemTime;

use placet::{Crawler, Inquiry, Profile, RobotsPolicy};
use url::Url;

use crate::body::{self, BodyProblem};
use crate::entry::{Entry, Hop};
use crate::evidence::Evidence;
use crate::origin::Origin;
use crate::state::Standing;

impl Entry {
    /// What holds, as the engine reads it: the rules of the file, silence, or everything
    /// prohibited (RFC 9309 §2.3.1, F-31 to F-35).
    pub fn policy(&self, profile: Profile) -> RobotsPolicy {
        match (self.standing, self.copy()) {
            (Standing::Fetched | Standing::Stale, Some(copy)) => copy.body().policy_by(profile),
            (standing, _) => {
                RobotsPolicy::builder().profile(profile).without(standing.availability())
            }
        }
    }

    /// What makes its body doubtful, the gravest first.
    pub fn body_problems(&self) -> Vec<BodyProblem> {
        self.copy().map_or_else(Vec::new, |copy| {
            body::problems(copy.body().octets(), copy.fields(), copy.body().is_cut())
        })
    }
}

/// A site: what holds for its robots.txt, joined with the files that it refers to.
#[derive(Debug, Clone)]
pub struct Site {
    entry: Arc<Entry>,
    references: Vec<Arc<Entry>>,
    policy: RobotsPolicy,
}

impl Site {
    /// A site by what is held about its robots.txt.
    ///
    /// Files that ACAP records refer to are not known yet: everything is prohibited to the
    /// crawlers concerned until they are [joined](Site::join).
    pub fn new(entry: Arc<Entry>, profile: Profile) -> Self {
        let policy = entry.policy(profile);
        Self { entry, references: Vec::new(), policy }
    }

    /// The site, whose root references are taken from.
    ///
    /// An archived entry is not kept under its URL; the first that was asked for is in its copy.
    fn origin(&self) -> Option<Origin> {
        let copy = self.entry.copy();
        let first = copy.map(|copy| copy.chain().first().map_or(copy.url(), Hop::url));
        Origin::of(self.entry.url()).ok().or_else(|| Origin::of(first?).ok())
    }

    /// The URLs of the files that ACAP records refer a crawler to, without those that
    /// cannot be fetched.
    pub fn references(&self, crawler: &Crawler) -> Vec<Url> {
        let Some(origin) = self.origin() else { return Vec::new() };
        let mut urls: Vec<Url> =
            self.policy.references(crawler).filter_map(|target| origin.reference(target)).collect();
        urls.sort();
        urls.dedup();
        urls
    }

    /// The site joined with what is held about files that its records refer to. What could not be
    /// read, 404 included, prohibits everything to the crawlers concerned.
    #[must_use]
    pub fn join(self, references: Vec<Arc<Entry>>) -> Self {
        let Some(origin) = self.origin() else { return self };
        let policy = self.policy.join(|target| {
            let url = origin.reference(target)?;
            let entry = references.iter().find(|entry| *entry.url() == url)?;
            let read = matches!(entry.standing(), Standing::Fetched | Standing::Stale);
            let copy = entry.copy().filter(|_| read)?;
            Some(copy.body().policy().text().to_vec())
        });
        Self { references, policy, ..self }
    }

    /// Chooses what applies to a crawler, once for any number of URLs of this site, at the present
    /// time: time limits are held against the moment of this call. Ask again for questions that
    /// come much later.
    #[expect(clippy::disallowed_methods, reason = "ask_at takes the time from who has it")]
    pub fn ask(&self, crawler: impl Into<Crawler>) -> Inquiry {
        self.ask_at(crawler, SystemTime::now())
    }

    /// The same at another time.
    ///
    /// A URL of another site is none to ask about; [`Site::policy`] can be asked about any.
    pub fn ask_at(&self, crawler: impl Into<Crawler>, now: SystemTime) -> Inquiry {
        let inquiry = self.policy.ask(crawler).at(now);
        let origin = self.origin().map(|origin| inquiry.of_site(origin.robots_txt().as_str()));
        origin.and_then(Result::ok).unwrap_or(inquiry)
    }

    /// What the site says.
    pub fn policy(&self) -> &RobotsPolicy {
        &self.policy
    }

    /// What is held about its robots.txt.
    pub fn entry(&self) -> &Arc<Entry> {
        &self.entry
    }

    /// What is held about the files it refers to.
    pub fn joined(&self) -> &[Arc<Entry>] {
        &self.references
    }

    /// What makes the body of its robots.txt doubtful, to be told with decisions.
    pub fn body_problems(&self) -> Vec<BodyProblem> {
        self.entry.body_problems()
    }

    /// What decisions are made from: the robots.txt first, then the files it refers to.
    pub fn evidence(&self) -> Vec<Evidence> {
        let all = std::iter::once(&self.entry).chain(&self.references);
        all.map(|entry| entry.evidence()).collect()
    }
}
