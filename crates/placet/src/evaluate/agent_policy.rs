//! Asking: one crawler, any number of URLs.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::decision::Decision;
use super::evaluation::{Evaluation, before_facts, closed};
use crate::law::acap::Applicable;
use crate::law::rfc9309::Conventional;
use crate::law::signals::is_controlled;
use crate::law::{
    GroupChoice, PageContext, Question, ReasonCode, Ruling, SiteStatements, Statements,
};
use crate::pattern::target::Site;
use crate::pattern::{InvalidUrl, Target};
use crate::policy::{
    AgentLine, Availability, Files, Group, PagePolicy, Record, RobotsPolicy, Rule, SignalFile,
    SignalFiles,
};
use crate::syntax::robots::Key;
use crate::vocabulary::{Agent, AskedAt, Crawler, Families, Family, Rank, Usage, Verdict};

impl RobotsPolicy {
    /// Chooses the groups and records that apply to a crawler, once for any number of URLs.
    pub fn for_agent(&self, crawler: impl Into<Crawler>) -> AgentPolicy {
        AgentPolicy::new(self.clone(), crawler.into())
    }
}

/// A crawler before a site's robots.txt: the groups that apply to it, chosen once, so that each
/// question costs only the matching.
///
/// It holds its policy, so it can be kept and sent between threads.
///
/// # Limits
/// A verdict costs at most one pass over the path for each rule that could match it. Where there
/// are more than [`RULES_UNINDEXED`](crate::limits::RULES_UNINDEXED) rules, an index leaves few of those after the first
/// [`QUESTIONS_UNINDEXED`](crate::limits::QUESTIONS_UNINDEXED) questions; the question that builds it allocates.
#[derive(Debug, Clone)]
pub struct AgentPolicy {
    crawler: Crawler,
    /// The conventional records of the file.
    own: Conventional,
    /// The ACAP statements that apply, in the file and in those it refers to.
    applicable: Option<Arc<Applicable>>,
    /// The conventional records of the files that records refer the crawler to (A-37).
    referred: Arc<[Conventional]>,
    /// The page asked about, where it was given.
    page: Option<Arc<PageContext>>,
    /// The site that the policy speaks for, where it is known.
    site: Option<Arc<Site>>,
    /// The present, where it is known.
    now: Option<SystemTime>,
    /// The files of signals that were supplied.
    files: Option<Arc<Files>>,
    /// The families of signals that are read.
    families: Families,
}

impl AgentPolicy {
    fn new(policy: RobotsPolicy, crawler: Crawler) -> Self {
        let applicable = Applicable::new(&policy, &crawler).map(Arc::new);
        let conventional = |file: &RobotsPolicy| Conventional::new(file.clone(), crawler.agent());
        let referred = applicable.iter().flat_map(|it| it.files.iter().skip(1));
        let referred = referred.map(conventional).collect();
        let own = Conventional::new(policy, crawler.agent());
        let (page, site, now, files) = (None, None, None, None);
        let families = Families::ALL;
        Self { crawler, own, applicable, referred, page, site, now, files, families }
    }

    /// The crawler that asks.
    pub fn agent(&self) -> &Agent {
        self.crawler.agent()
    }

    /// The crawler that asks, with all it said of itself.
    pub fn crawler(&self) -> &Crawler {
        &self.crawler
    }

    pub(crate) fn applicable(&self) -> Option<&Arc<Applicable>> {
        self.applicable.as_ref()
    }

    pub(crate) fn page_asked(&self) -> Option<&Arc<PageContext>> {
        self.page.as_ref()
    }

    /// The same crawler before a page of the site: what that says lies over robots.txt.
    ///
    /// Rules in header and META bind in every profile; ACAP in the page is read in the full profile
    /// alone, and in others is listed by [`Decision::not_applied`].
    ///
    /// A second page is united with the first: what both say binds, as where the header and the
    /// HTML of one page were read apart. To ask about another page, start from an `AgentPolicy`
    /// without one.
    #[must_use]
    pub fn page(&self, page: &PagePolicy) -> Self {
        match &self.page {
            Some(asked) => self.with_page(&asked.policy.united(page), asked.element.clone()),
            None => self.with_page(page, None),
        }
    }

    /// The same crawler before one element of the page, by its id; before the page as a whole where
    /// nothing is said of that element, or where no [page](AgentPolicy::page) was given. Where several
    /// elements have the id, the strictest answer counts.
    #[must_use]
    pub fn element(&self, id: &str) -> Self {
        match &self.page {
            Some(page) => self.with_page(&page.policy, Some(id.into())),
            None => self.clone(),
        }
    }

    /// The same crawler before this page, whatever page there was before.
    pub(crate) fn with_page(&self, page: &PagePolicy, element: Option<Box<str>>) -> Self {
        let page = PageContext::new(page.clone(), &self.crawler, self.policy(), element);
        Self { page: Some(Arc::new(page)), ..self.clone() }
    }

    /// The same crawler before the files of the site that hold signals about the use of content. Files
    /// that were supplied before count no more.
    #[must_use]
    pub fn signal_files(&self, files: &SignalFiles) -> Self {
        Self { files: Some(Arc::clone(&files.files)), ..self.clone() }
    }

    /// The same crawler, reading these families of signals only. A family that is not among them has
    /// no outcome, sets no condition and reports no problem.
    #[must_use]
    pub fn families(&self, families: Families) -> Self {
        Self { families, ..self.clone() }
    }

    /// Whether a family of signals is read.
    pub(crate) fn reads(&self, family: Family) -> bool {
        self.families.contains(family)
    }

    /// The files that an answer about this use of a target depends on and that were not
    /// [supplied](AgentPolicy::signal_files): those of the families that are read and speak about the
    /// usage. Nothing where the target is not one of the [site asked](AgentPolicy::of_site).
    ///
    /// ```
    /// use placet::signals::{SignalFile, SignalFiles};
    /// use placet::{RobotsPolicy, Usage};
    ///
    /// let site = RobotsPolicy::parse(b"License: https://example.com/license.xml\n");
    /// let bot = site.for_agent("ExampleBot");
    /// let target = bot.target("https://example.com/news/1")?;
    /// let license = SignalFile::Rsl("https://example.com/license.xml".into());
    /// assert_eq!(bot.signal_files_needed(Usage::Index, &target), [license.clone()]);
    /// assert_eq!(bot.signal_files_needed(Usage::Mine, &target), [SignalFile::Tdmrep, license]);
    /// assert!(bot.signal_files_needed(Usage::Crawl, &target).is_empty());
    /// # Ok::<(), placet::InvalidUrl>(())
    /// ```
    pub fn signal_files_needed(&self, usage: Usage, target: &Target<'_>) -> Vec<SignalFile> {
        let Ok(target) = self.suited(target) else { return Vec::new() };
        let occasion = AskedAt::new();
        let evaluation = self.evaluation(&target, &occasion);
        evaluation.sources().map_or_else(Vec::new, |sources| sources.files_needed(usage))
    }

    /// Whether a signal may speak about a usage. Where it does not, an answer is found without one.
    fn may_have_signals(&self, usage: Usage) -> bool {
        let is_read = self.policy().profile().behaviour().reads_signals;
        is_read
            && !usage.is_access()
            && !self.families.is_empty()
            && (self.files.is_some()
                || is_controlled(self.agent(), usage)
                || self.policy().parts.signals().is_some())
    }

    /// The same crawler at this time, to hold time limits against. A question that carries a time of
    /// its own goes before.
    #[must_use]
    pub fn at(&self, now: SystemTime) -> Self {
        Self { now: Some(now), ..self.clone() }
    }

    /// The same crawler before the site of this URL, by its scheme, host and port: a URL of another
    /// site is then no URL to ask about (RFC 9309 §2.3).
    ///
    /// ```
    /// use placet::{Agent, RobotsPolicy, Usage};
    ///
    /// let site = RobotsPolicy::parse(b"User-agent: *\nDisallow: /drafts/\n");
    /// let crawler = site.for_agent(Agent::new("ExampleBot")).of_site("https://example.com/")?;
    /// assert!(crawler.may(Usage::Crawl, "https://example.com/a").is_ok());
    /// assert!(crawler.may(Usage::Crawl, "https://other.example/a").is_err());
    /// # Ok::<(), placet::InvalidUrl>(())
    /// ```
    ///
    /// # Errors
    /// When `url` is no absolute URL.
    pub fn of_site(&self, url: &str) -> Result<Self, InvalidUrl> {
        let site = Some(Arc::new(Site::of(url)?));
        Ok(Self { site, ..self.clone() })
    }

    /// The target as this policy reads it.
    ///
    /// # Errors
    /// The reason why nothing can be permitted: the target is of another site, or its URL is invalid
    /// in this profile.
    pub(crate) fn suited<'t>(
        &self,
        target: &'t Target<'t>,
    ) -> Result<Cow<'t, Target<'t>>, ReasonCode> {
        let profile = self.policy().profile();
        let target = if target.profile() == profile {
            Cow::Borrowed(target)
        } else {
            Cow::Owned(target.in_profile(profile).map_err(|_| ReasonCode::NoUrl)?)
        };
        match &self.site {
            Some(site) if !target.may_be_of(site) => Err(ReasonCode::OtherSite),
            _ => Ok(target),
        }
    }

    /// The occasion, with the time of this policy where it has none.
    pub(crate) fn occasion(&self, occasion: &AskedAt) -> AskedAt {
        AskedAt { now: occasion.now.or(self.now), ..*occasion }
    }

    /// The files whose conventional records count, this one first (R-131, A-37).
    pub(crate) fn conventional(&self) -> impl Iterator<Item = &Conventional> {
        self.said().conventional()
    }

    /// What the site says to the crawler.
    fn said(&self) -> SiteStatements<'_> {
        let applicable = self.applicable.as_deref();
        let (families, files) = (self.families, self.files.as_deref());
        SiteStatements { own: &self.own, referred: &self.referred, applicable, families, files }
    }

    /// The question about a target, with the statements about it.
    pub(crate) fn evaluation<'q>(
        &'q self,
        target: &'q Target<'q>,
        occasion: &'q AskedAt,
    ) -> Evaluation<'q> {
        let crawler = &self.crawler;
        let statements = Statements::new(crawler, target, self.said(), self.page.as_deref());
        Evaluation::new(Question { crawler, target, occasion, closed, before_facts }, statements)
    }

    /// The policy asked.
    pub fn policy(&self) -> &RobotsPolicy {
        self.own.policy()
    }

    /// Which groups apply, and why.
    pub fn choice(&self) -> GroupChoice {
        self.own.choice()
    }

    /// The `User-agent` lines that make groups apply, in the order of the file.
    pub fn lines(&self) -> impl Iterator<Item = AgentLine<'_>> {
        self.own.lines()
    }

    /// The groups that apply; taken together they are the crawler's group (RFC 9309 §2.2.1).
    pub fn groups(&self) -> impl Iterator<Item = Group<'_>> {
        self.own.groups()
    }

    /// The rules that apply, in the order of the file.
    pub fn rules(&self) -> impl Iterator<Item = Rule<'_>> {
        self.own.rules()
    }

    /// The records of the groups that apply, in the order of the file.
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> {
        let records = self.policy().plain_records();
        records.filter(|record| record.group().is_some_and(|group| self.own.has(group)))
    }

    /// The time the crawler is asked to leave between two requests: the longest where its groups
    /// ask for several.
    pub fn crawl_delay(&self) -> Option<Duration> {
        self.records()
            .filter(|record| record.kind() == Key::CrawlDelay)
            .filter_map(|record| record.seconds())
            .max()
    }

    /// The target of a URL, as the policy's profile reads it.
    ///
    /// # Errors
    /// When `url` is no URL, see [`Target::new`]; or one of another site than
    /// [the one asked](AgentPolicy::of_site).
    pub fn target<'u>(&self, url: &'u str) -> Result<Target<'u>, InvalidUrl> {
        let target = Target::new(url, self.policy().profile())?;
        match &self.site {
            Some(site) if !target.may_be_of(site) => Err(InvalidUrl::OTHER_SITE),
            _ => Ok(target),
        }
    }

    /// The verdict on crawling alone; without an allocation where the file has no ACAP fields.
    ///
    /// A target that was made for another profile is read anew, and one of another site than
    /// [the one asked](AgentPolicy::of_site) prohibited; this holds for all questions about targets.
    pub fn verdict(&self, target: &Target<'_>) -> Verdict {
        let Ok(target) = self.suited(target) else { return Verdict::Prohibit };
        if self.applicable.is_some() || self.page.is_some() {
            let occasion = self.occasion(&AskedAt::new());
            return self.evaluation(&target, &occasion).verdict(Usage::Crawl);
        }
        if self.policy().availability() == Availability::Unreachable {
            return Verdict::Prohibit;
        }
        if target.is_robots_txt() {
            return Verdict::Permit;
        }
        let rank = self.rank_counting(&target, &mut 0);
        if rank.closes() { Verdict::Prohibit } else { Verdict::Permit }
    }

    /// The highest rank among the rules that match, adding to `steps` what was looked at.
    pub(crate) fn rank_counting(&self, target: &Target<'_>, steps: &mut u64) -> Rank {
        self.own.highest_rank(target, steps)
    }

    /// The verdict on a use of a target, when it is asked; without an allocation where neither ACAP
    /// fields, nor signals, nor a page say more than conventional rules do.
    pub fn verdict_on(&self, usage: Usage, target: &Target<'_>, asked_at: &AskedAt) -> Verdict {
        if self.applicable.is_none() && self.page.is_none() && !self.may_have_signals(usage) {
            // Where crawling is permitted, silence permits the rest.
            return self.verdict(target);
        }
        let Ok(target) = self.suited(target) else { return Verdict::Prohibit };
        let occasion = self.occasion(asked_at);
        self.evaluation(&target, &occasion).verdict(usage)
    }

    /// Whether the crawler may crawl this URL. As fast as the [verdict](AgentPolicy::verdict).
    ///
    /// ```
    /// use placet::RobotsPolicy;
    ///
    /// let site = RobotsPolicy::parse(b"User-agent: *\nDisallow: /drafts/\n");
    /// let bot = site.for_agent("ExampleBot");
    /// assert!(bot.allows("https://example.com/news/1")?);
    /// assert!(!bot.allows("https://example.com/drafts/42")?);
    /// # Ok::<(), placet::InvalidUrl>(())
    /// ```
    ///
    /// # Errors
    /// As [`AgentPolicy::target`].
    pub fn allows(&self, url: impl AsRef<str>) -> Result<bool, InvalidUrl> {
        Ok(self.verdict(&self.target(url.as_ref())?).is_permit())
    }

    /// The decision on crawling a target, with every statement that took part.
    pub fn decide(&self, target: &Target<'_>) -> Decision {
        self.decide_on(Usage::Crawl, target, &AskedAt::new())
    }

    /// The decision on a use of a target on an occasion, with every statement that took part.
    pub fn decide_on(&self, usage: Usage, target: &Target<'_>, occasion: &AskedAt) -> Decision {
        match self.suited(target) {
            Ok(target) => self.decide_suited(usage, &target, &self.occasion(occasion)),
            Err(code) => self.bar(usage, target, code),
        }
    }

    /// The same about a target that [suits](AgentPolicy::suited), on an occasion with its time.
    pub(crate) fn decide_suited(
        &self,
        usage: Usage,
        target: &Target<'_>,
        occasion: &AskedAt,
    ) -> Decision {
        let evaluation = self.evaluation(target, occasion);
        self.decision(target, evaluation.rule(usage), Some(&evaluation))
    }

    /// The decision on a target that cannot be judged by this policy.
    pub(crate) fn bar(&self, usage: Usage, target: &Target<'_>, code: ReasonCode) -> Decision {
        self.decision(target, vec![Ruling::barred(usage, code)], None)
    }

    /// The decision that rulings come to. Where the evaluation is given, the elements that a
    /// permission does not hold for are found.
    pub(crate) fn decision(
        &self,
        target: &Target<'_>,
        rulings: Vec<Ruling>,
        evaluation: Option<&Evaluation<'_>>,
    ) -> Decision {
        let permitted = rulings.last().filter(|ruling| ruling.verdict == Verdict::Permit);
        let closed = evaluation.zip(permitted).map(|(it, ruling)| it.closed_elements(ruling.usage));
        Decision {
            policy: self.policy().clone(),
            agent: self.agent().clone(),
            target: target.to_string().into(),
            choice: self.choice(),
            crawl_delay: self.crawl_delay(),
            rulings,
            applicable: self.applicable.clone(),
            page: self.page.clone(),
            files: self.files.clone(),
            families: self.families,
            closed: closed.unwrap_or_default(),
        }
    }

    /// The decisions on all usages of a target, from one pass over the statements.
    pub fn matrix(&self, target: &Target<'_>, occasion: &AskedAt) -> Vec<Decision> {
        let suited = match self.suited(target) {
            Ok(suited) => suited,
            Err(code) => {
                return Usage::ALL.map(|usage| self.bar(usage, target, code)).into();
            }
        };
        let occasion = self.occasion(occasion);
        let evaluation = self.evaluation(&suited, &occasion);
        let rulings = evaluation.rule_all(&Usage::ALL);
        rulings.map(|rulings| self.decision(&suited, rulings, Some(&evaluation))).collect()
    }

    /// Whether the crawler may make this use of this URL, with every statement that took part.
    ///
    /// Time limits are held against the time that was [given](AgentPolicy::at); without one they are
    /// listed among what is [not checked](Decision::unchecked).
    ///
    /// # Errors
    /// As [`AgentPolicy::target`].
    pub fn may(&self, usage: Usage, url: impl AsRef<str>) -> Result<Decision, InvalidUrl> {
        Ok(self.decide_on(usage, &self.target(url.as_ref())?, &AskedAt::new()))
    }
}
