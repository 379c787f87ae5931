//! What changes in effect between two files, whatever the URL.
//!
//! Crawlers that get the same statements of both files are one [audience](Audience). Its answers
//! depend on a URL only through the set of patterns that match, and there are finitely many sets.
//! So this [visits](crate::analysis::paths) every possible set, and asks both files about one path
//! for each. Every change that is listed is real, and where none is listed there is none.

mod audience;
mod compared;
mod fields;
mod finding;
mod measure;
mod rules;
mod unfinished;

use std::collections::BTreeSet;

use crate::analysis::extent::Closed;
use crate::analysis::paths::Budget;
use crate::analysis::paths::signals::has_signals;
use crate::evaluate::AgentPolicy;
use crate::pattern::InvalidUrl;
use crate::policy::{RobotsPolicy, SignalFiles};
use crate::text::limits::{CHANGE_CRAWLERS, CHANGE_STEPS};
use crate::vocabulary::{AskedAt, Crawler, Families, Family, Usage, Verdict};

pub use audience::Member;
use compared::Compared;
pub use finding::{Change, Effect};
use finding::{Findings, effect};
pub use unfinished::Unfinished;

/// Two files to be compared, for all crawlers and usages or for some.
///
/// ```
/// use placet::compare::{Compare, Effect};
/// use placet::RobotsPolicy;
///
/// let old = RobotsPolicy::parse(b"User-agent: *\nDisallow: /drafts/\n");
/// let new = RobotsPolicy::parse(b"User-agent: *\nDisallow: /drafts\n");
/// let changes = Compare::new(&old, &new).run();
/// assert!(changes.is_complete());
///
/// let change = &changes.audiences()[0].changes()[0];
/// assert_eq!(change.effect(), Effect::Closes);
/// assert_eq!((change.pattern(), change.path()), ("/drafts", "/drafts"));
/// assert_eq!(change.after().to_string(), "robots.txt:2 Disallow: /drafts");
/// ```
///
/// It compares verdicts and conditions, by everything in robots.txt that affects them: rules, ACAP,
/// and signals about the use of content; and by the [files](Compare::signal_files) with signals that
/// are given. The statements of pages do not count.
///
/// Both files should have been read with the same profile; differences between profiles are not
/// found.
#[derive(Debug, Clone)]
pub struct Compare<'p> {
    old: &'p RobotsPolicy,
    new: &'p RobotsPolicy,
    crawlers: Vec<Crawler>,
    usages: Vec<Usage>,
    families: Families,
    /// The files with signals, old and new.
    files: [SignalFiles; 2],
    steps: u64,
}

impl<'p> Compare<'p> {
    /// Compares the old file with the new one.
    pub fn new(old: &'p RobotsPolicy, new: &'p RobotsPolicy) -> Self {
        let (crawlers, usages, families) = (Vec::new(), Vec::new(), Families::ALL);
        let files = [SignalFiles::new(), SignalFiles::new()];
        Self { old, new, crawlers, usages, families, files, steps: CHANGE_STEPS }
    }

    /// Compares for this crawler, and only for others that are also given.
    #[must_use]
    pub fn crawler(mut self, crawler: impl Into<Crawler>) -> Self {
        self.crawlers.push(crawler.into());
        self
    }

    /// Compares for this usage, and only for others that are also given.
    #[must_use]
    pub fn usage(mut self, usage: Usage) -> Self {
        self.usages.push(usage);
        self
    }

    /// Reads these families of signals only; all by default.
    #[must_use]
    pub fn families(mut self, families: Families) -> Self {
        self.families = families;
        self
    }

    /// Compares the files with signals too: those next to the old robots.txt, and those next to the
    /// new one. A file that only one of them has is a change.
    ///
    /// Questions are about paths, so what an RSL document states about any site counts; see
    /// [`SignalFiles::of_site`].
    ///
    /// ```
    /// use placet::RobotsPolicy;
    /// use placet::compare::{Compare, Effect};
    /// use placet::signals::SignalFiles;
    ///
    /// let site = RobotsPolicy::parse(b"");
    /// let old = SignalFiles::new();
    /// let new = SignalFiles::new().tdmrep(br#"[{"location": "/news/", "tdm-reservation": 1}]"#);
    /// let changes = Compare::new(&site, &site).signal_files(&old, &new).run();
    /// let change = changes.all().next().unwrap();
    /// assert_eq!((change.effect(), change.pattern()), (Effect::Closes, "/news/"));
    /// ```
    #[must_use]
    pub fn signal_files(mut self, old: &SignalFiles, new: &SignalFiles) -> Self {
        self.files = [old.clone(), new.clone().sharing(old)];
        self
    }

    /// Takes at most so many steps, and never more than [`CHANGE_STEPS`].
    #[must_use]
    pub fn steps(mut self, most: u64) -> Self {
        self.steps = most.min(CHANGE_STEPS);
        self
    }

    /// The audiences of the files: for each name in either file, for each purpose in either, and
    /// for all others. This compares nothing yet.
    ///
    /// The number counts the crawlers omitted, beyond [`CHANGE_CRAWLERS`] audiences or
    /// [`CHANGE_AUDIENCE_STEPS`].
    ///
    /// [`CHANGE_AUDIENCE_STEPS`]: crate::text::limits::CHANGE_AUDIENCE_STEPS
    pub fn audiences(&self) -> (Vec<Audience>, usize) {
        let reads_ai_txt = self.families.contains(Family::AiTxt);
        let [old, new] = &self.files;
        let ai_txt = [new, old].into_iter().filter_map(|it| it.ai_policy());
        let files = [self.new, self.old].into_iter().chain(ai_txt.filter(|_| reads_ai_txt));
        let files: Vec<&RobotsPolicy> = files.collect();
        let (audiences, unlisted) = if self.crawlers.is_empty() {
            audience::of_files(files)
        } else {
            audience::of_crawlers(files, &self.crawlers)
        };
        let audience = |members: Vec<Member>| {
            let pair = self.pair(members.first()?.crawler());
            Some(Audience {
                members,
                pair,
                changes: Vec::new(),
                unfinished: Some(Unfinished::Steps),
            })
        };
        (audiences.into_iter().filter_map(audience).collect(), unlisted)
    }

    /// Finds the changes.
    ///
    /// # Limits
    /// Exact within [`CHANGE_STEPS`], or the [steps](Compare::steps) given. Each audience and each
    /// changed statement has a share, and a larger one where others leave steps unused. Beyond the
    /// limit the changes found are listed, and the result is not [complete](Changes::is_complete).
    pub fn run(&self) -> Changes {
        let (mut audiences, mut unlisted) = self.audiences();
        let usages = self.usages();
        let mut budget = Budget { steps: 0, ceiling: self.steps };
        let [old_files, new_files] = &self.files;
        if self.old == self.new && old_files.is_same(new_files) {
            // Identical files say the same to the crawlers omitted as well.
            unlisted = 0;
            for audience in &mut audiences {
                audience.unfinished = None;
            }
        } else {
            let all = audiences.iter_mut().collect();
            budget.in_rounds(all, self.steps, |audience, budget| {
                audience.compare(&usages, budget);
                audience.unfinished != Some(Unfinished::Steps)
            });
            // The remaining steps are for finding whether each change is about all of its pattern.
            budget.ceiling = self.steps.min(budget.steps + self.steps / 8);
            for audience in &mut audiences {
                audience.measure(&mut budget);
            }
        }
        Changes { audiences, unlisted, usages, steps: budget.steps }
    }

    /// Both files for one crawler.
    fn pair(&self, crawler: &Crawler) -> Pair {
        let view = |file: &RobotsPolicy, files: &SignalFiles| {
            let policy = file.for_agent(crawler).families(self.families);
            if files.iter().next().is_some() { policy.signal_files(files) } else { policy }
        };
        let [old, new] = &self.files;
        Pair { old: view(self.old, old), new: view(self.new, new) }
    }

    /// The usages compared, in the order of [`Usage::ALL`].
    pub fn usages(&self) -> Vec<Usage> {
        let wanted = |usage: &Usage| self.usages.is_empty() || self.usages.contains(usage);
        Usage::ALL.into_iter().filter(wanted).collect()
    }
}

/// One crawler and both files.
#[derive(Debug, Clone)]
struct Pair {
    old: AgentPolicy,
    new: AgentPolicy,
}

/// What changes in effect between two files. `/robots.txt` itself is excluded.
#[derive(Debug, Clone)]
pub struct Changes {
    audiences: Vec<Audience>,
    unlisted: usize,
    usages: Vec<Usage>,
    steps: u64,
}

impl Changes {
    /// The audiences, and the changes for each.
    pub fn audiences(&self) -> &[Audience] {
        &self.audiences
    }

    /// How many crawlers were not examined: there were more audiences than [`CHANGE_CRAWLERS`], or
    /// grouping crawlers took too long.
    pub fn unlisted(&self) -> usize {
        self.unlisted
    }

    /// The usages that were compared.
    pub fn usages(&self) -> &[Usage] {
        &self.usages
    }

    /// Whether every change was found within the limits, so that everything not listed is
    /// unchanged.
    pub fn is_complete(&self) -> bool {
        self.unlisted == 0 && self.audiences.iter().all(Audience::is_complete)
    }

    /// Why not every change was found, each reason once.
    pub fn unfinished(&self) -> impl Iterator<Item = Unfinished> {
        let most = self.audiences.len() + 1 >= CHANGE_CRAWLERS;
        let why = if most { Unfinished::Crawlers } else { Unfinished::AudienceSteps };
        let reasons = self.audiences.iter().filter_map(Audience::unfinished);
        let unlisted = (self.unlisted > 0).then_some(why);
        reasons.chain(unlisted).collect::<BTreeSet<_>>().into_iter()
    }

    /// Whether nothing changes: no change was found, and the result is complete.
    pub fn is_none(&self) -> bool {
        self.is_complete() && self.all().next().is_none()
    }

    /// All changes, audience by audience.
    pub fn all(&self) -> impl Iterator<Item = &Change> {
        self.audiences.iter().flat_map(|audience| &audience.changes)
    }

    /// How many steps it took; beyond the limit by at most the cost of one byte.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

/// Crawlers that get the same statements of both files, and the changes for them.
#[derive(Debug, Clone)]
pub struct Audience {
    members: Vec<Member>,
    pair: Pair,
    changes: Vec<Change>,
    unfinished: Option<Unfinished>,
}

impl Audience {
    /// The crawlers.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// What changes for them.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Whether that is all.
    pub fn is_complete(&self) -> bool {
        self.unfinished.is_none()
    }

    /// Why that may not be all.
    pub fn unfinished(&self) -> Option<Unfinished> {
        self.unfinished
    }

    /// Whether both files have only conventional rules for them.
    pub fn is_conventional(&self) -> bool {
        let Pair { old, new } = &self.pair;
        [old, new].into_iter().all(|it| it.applicable().is_none() && !has_signals(it))
    }

    /// How much of the site is closed to them, before and after.
    pub fn closed(&self) -> (Closed, Closed) {
        (self.pair.old.extent().closed(), self.pair.new.extent().closed())
    }

    /// The change of each of these usages of one URL, if it changes.
    ///
    /// # Errors
    /// When `url` is not a URL; see [`Target::new`](crate::Target::new).
    pub fn effects(&self, usages: &[Usage], url: &str) -> Result<Vec<Option<Effect>>, InvalidUrl> {
        let Pair { old, new } = &self.pair;
        let (before, after) = (old.target(url)?, new.target(url)?);
        if self.is_conventional() {
            // A URL that may not be crawled may not be used (A-20), and no other statement matters.
            let changed = match (old.verdict(&before), new.verdict(&after)) {
                (Verdict::Permit, Verdict::Prohibit) => Some(Effect::Closes),
                (Verdict::Prohibit, Verdict::Permit) => Some(Effect::Opens),
                _ => None,
            };
            return Ok(vec![changed; usages.len()]);
        }
        let asked_at = AskedAt::new();
        let before = old.evaluation(&before, &asked_at);
        let after = new.evaluation(&after, &asked_at);
        let rulings = before.rule_all(usages).zip(after.rule_all(usages));
        Ok(rulings.map(|(before, after)| effect(&before, &after)).collect())
    }

    fn compare(&mut self, usages: &[Usage], budget: &mut Budget) {
        let mut findings = Findings::new(&self.pair.old, &self.pair.new, usages);
        if self.pair.old.policy().profile() == self.pair.new.policy().profile() {
            let ceiling = budget.ceiling / 4;
            let compared = Compared::new(&self.pair, ceiling, &mut budget.steps);
            if compared.plain {
                rules::survey(&self.pair, &compared, &mut findings, budget);
            } else {
                fields::survey(&self.pair, &compared, &mut findings, budget);
            }
        } else {
            findings.unfinished = Some(Unfinished::Profiles);
        }
        (self.changes, self.unfinished) = findings.done();
    }

    /// Finds the changes that are about all of their pattern.
    fn measure(&mut self, budget: &mut Budget) {
        if !self.changes.is_empty() && !budget.is_spent() {
            let ceiling = budget.ceiling / 4;
            let compared = Compared::new(&self.pair, ceiling, &mut budget.steps);
            for change in &mut self.changes {
                change.measure(&self.pair, &compared.terms, budget);
            }
        }
    }
}

#[cfg(test)]
mod tests;
