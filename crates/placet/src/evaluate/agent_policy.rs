//! Questions by one crawler about any number of URLs.

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
use crate::vocabulary::{Agent, AskedAt, Crawler, Families, Family, Profile, Rank, Usage, Verdict};

impl RobotsPolicy {
    /// Chooses the groups and records that apply to a crawler, once for any number of URLs.
    pub fn for_agent(&self, crawler: impl Into<Crawler>) -> AgentPolicy {
        AgentPolicy::new(self.clone(), crawler.into())
    }
}

/// The view that one crawler has of a site's robots.txt. The groups that apply to it are chosen
/// once, so that each question costs only the matching.
///
/// It owns its policy, so it can be kept and sent between threads.
///
/// # Limits
/// A verdict costs at most one pass over the path for each rule that could match it. Where there
/// are more than [`RULES_UNINDEXED`](crate::limits::RULES_UNINDEXED) rules, an index excludes most
/// of them after the first [`QUESTIONS_UNINDEXED`](crate::limits::QUESTIONS_UNINDEXED) questions.
/// The question that builds it allocates; where there are more than
/// [`PATTERNS_TOGETHER`](crate::limits::PATTERNS_TOGETHER), so does the first question about paths
/// with another byte after their first slash.
#[derive(Debug, Clone)]
pub struct AgentPolicy {
    /// The profile of the policy, which every question needs.
    profile: Profile,
    crawler: Crawler,
    /// The conventional records of the file.
    own: Conventional,
    /// The ACAP statements that apply, in the file and in those it refers to.
    applicable: Option<Arc<Applicable>>,
    /// The conventional records of the files that records refer the crawler to (A-37).
    referred: Vec<Conventional>,
    /// The page, where one was given.
    page: Option<Arc<PageContext>>,
    /// The site of the policy, where it is known.
    site: Option<Site>,
    /// The current time, where it is known.
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
        let profile = own.policy().profile();
        let (page, site, now, files) = (None, None, None, None);
        let families = Families::ALL;
        Self { profile, crawler, own, applicable, referred, page, site, now, files, families }
    }

    /// The agent of the crawler.
    pub fn agent(&self) -> &Agent {
        self.crawler.agent()
    }

    /// The crawler, with its purposes and what it can honour.
    pub fn crawler(&self) -> &Crawler {
        &self.crawler
    }

    pub(crate) fn applicable(&self) -> Option<&Arc<Applicable>> {
        self.applicable.as_ref()
    }

    pub(crate) fn page_asked(&self) -> Option<&Arc<PageContext>> {
        self.page.as_ref()
    }

    /// Adds a page of the site: its statements apply on top of robots.txt.
    ///
    /// Rules in headers and META elements bind in every profile. Only the full profile reads ACAP
    /// in the page; others list it by [`Decision::not_applied`].
    ///
    /// A second page is combined with the first, so that both bind, as when the header and the HTML
    /// of one page are read separately. To ask about another page, start from an `AgentPolicy`
    /// without one.
    #[must_use]
    pub fn page(&self, page: &PagePolicy) -> Self {
        match &self.page {
            Some(asked) => self.with_page(&asked.policy.united(page), asked.element.clone()),
            None => self.with_page(page, None),
        }
    }

    /// Asks about one element of the page, by its id. Where no statement is about that element, or
    /// where no [page](AgentPolicy::page) was given, the answer is that of the whole page. Where
    /// several elements have the id, the strictest answer counts.
    #[must_use]
    pub fn element(&self, id: &str) -> Self {
        match &self.page {
            Some(page) => self.with_page(&page.policy, Some(id.into())),
            None => self.clone(),
        }
    }

    /// Replaces the page.
    pub(crate) fn with_page(&self, page: &PagePolicy, element: Option<Box<str>>) -> Self {
        let page = PageContext::new(page.clone(), &self.crawler, self.policy(), element);
        Self { page: Some(Arc::new(page)), ..self.clone() }
    }

    /// Sets the files of the site that contain signals about the use of content. They replace the
    /// files that were set before.
    #[must_use]
    pub fn signal_files(&self, files: &SignalFiles) -> Self {
        Self { files: Some(Arc::clone(&files.files)), ..self.clone() }
    }

    /// Reads these families of signals only. Any other family has no outcome, sets no condition and
    /// reports no problem.
    #[must_use]
    pub fn families(&self, families: Families) -> Self {
        Self { families, ..self.clone() }
    }

    /// The files of signals that were supplied.
    pub(crate) fn files(&self) -> Option<&Files> {
        self.files.as_deref()
    }

    /// Whether a family of signals is read.
    pub(crate) fn reads(&self, family: Family) -> bool {
        self.families.contains(family)
    }

    /// The files that a decision about this usage of a target depends on and that were not
    /// [supplied](AgentPolicy::signal_files): those of the families that are read and are about the
    /// usage. Empty for a target of another site than [this one](AgentPolicy::of_site).
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
        // No signal is about access.
        let Some(target) = self.suited(target).ok().filter(|_| !usage.is_access()) else {
            return Vec::new();
        };
        let asked_at = AskedAt::new();
        let evaluation = self.evaluation(&target, &asked_at);
        evaluation.sources().map_or_else(Vec::new, |sources| sources.files_needed(usage))
    }

    /// Whether a signal may be about a usage. If not, no signal is parsed for the verdict.
    fn may_have_signals(&self, usage: Usage) -> bool {
        let is_read = self.policy().profile().behaviour().reads_signals;
        is_read
            && !usage.is_access()
            && !self.families.is_empty()
            && (self.files.is_some()
                || is_controlled(self.agent(), usage)
                || self.policy().parts.signals().is_some())
    }

    /// Sets the time that time limits are compared with. The time of a question, if it has one,
    /// takes precedence.
    #[must_use]
    pub fn at(&self, now: SystemTime) -> Self {
        Self { now: Some(now), ..self.clone() }
    }

    /// Binds the policy to the site of this URL, by its scheme, host and port. Asking about a URL
    /// of another site is then an error (RFC 9309 §2.3).
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
    /// When `url` is not an absolute URL.
    pub fn of_site(&self, url: &str) -> Result<Self, InvalidUrl> {
        Ok(Self { site: Some(Site::of(url)?), ..self.clone() })
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
        let profile = self.profile;
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

    /// The moment asked about, with the time of this policy where it has none.
    pub(crate) fn asked_at(&self, asked_at: &AskedAt) -> AskedAt {
        AskedAt { now: asked_at.now.or(self.now), ..*asked_at }
    }

    /// The groups of the robots.txt that apply.
    pub(crate) fn own(&self) -> &Conventional {
        &self.own
    }

    /// The files whose conventional records count, this one first (R-131, A-37).
    pub(crate) fn conventional(&self) -> impl Iterator<Item = &Conventional> {
        self.statements().conventional()
    }

    /// The statements of the site to the crawler.
    fn statements(&self) -> SiteStatements<'_> {
        let applicable = self.applicable.as_deref();
        let (families, files) = (self.families, self.files.as_deref());
        SiteStatements { own: &self.own, referred: &self.referred, applicable, families, files }
    }

    /// The question about a target, with the statements about it.
    pub(crate) fn evaluation<'q>(
        &'q self,
        target: &'q Target<'q>,
        asked_at: &'q AskedAt,
    ) -> Evaluation<'q> {
        let crawler = &self.crawler;
        let statements = Statements::new(crawler, target, self.statements(), self.page.as_deref());
        Evaluation::new(Question { crawler, target, asked_at, closed, before_facts }, statements)
    }

    /// The policy of the site.
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

    /// The time to leave between two requests: the longest where the groups ask for several.
    pub fn crawl_delay(&self) -> Option<Duration> {
        self.records()
            .filter(|record| record.kind() == Key::CrawlDelay)
            .filter_map(|record| record.seconds())
            .max()
    }

    /// The target of a URL, as the policy's profile reads it.
    ///
    /// # Errors
    /// When `url` is not a URL, see [`Target::new`], or is of another site than [the one bound
    /// to](AgentPolicy::of_site).
    #[inline]
    pub fn target<'u>(&self, url: &'u str) -> Result<Target<'u>, InvalidUrl> {
        match &self.site {
            Some(site) => Target::of_site(url, self.profile, site),
            None => Target::new(url, self.profile),
        }
    }

    /// The verdict on crawling, without reasons. It does not allocate where the file has no ACAP.
    ///
    /// A target that was made for another profile is parsed again. A target of another site than
    /// [the one bound to](AgentPolicy::of_site) is prohibited. The same is true of all questions
    /// about targets.
    pub fn verdict(&self, target: &Target<'_>) -> Verdict {
        match self.suited(target) {
            Ok(target) => self.verdict_suited(&target),
            Err(_) => Verdict::Prohibit,
        }
    }

    /// The same about a target that [suits](AgentPolicy::suited).
    #[inline]
    fn verdict_suited(&self, target: &Target<'_>) -> Verdict {
        if self.applicable.is_some() || self.page.is_some() {
            let asked_at = self.asked_at(&AskedAt::new());
            return self.evaluation(target, &asked_at).verdict(Usage::Crawl);
        }
        if self.policy().availability() == Availability::Unreachable {
            return Verdict::Prohibit;
        }
        if target.is_robots_txt() {
            return Verdict::Permit;
        }
        let rank = self.own.highest_rank(target);
        if rank.closes() { Verdict::Prohibit } else { Verdict::Permit }
    }

    /// The highest rank among the rules that match. Adds to `steps` the work done.
    pub(crate) fn rank_counting(&self, target: &Target<'_>, steps: &mut u64) -> Rank {
        self.own.highest_rank_counting(target, steps)
    }

    /// The verdict on a usage of a target, without reasons. It does not allocate where there are
    /// only conventional rules.
    pub fn verdict_on(&self, usage: Usage, target: &Target<'_>, asked_at: &AskedAt) -> Verdict {
        if self.applicable.is_none() && self.page.is_none() && !self.may_have_signals(usage) {
            // Where crawling is permitted, silence permits the rest.
            return self.verdict(target);
        }
        let Ok(target) = self.suited(target) else { return Verdict::Prohibit };
        let asked_at = self.asked_at(asked_at);
        self.evaluation(&target, &asked_at).verdict(usage)
    }

    /// Whether the crawler may crawl this URL. As fast as the [verdict](AgentPolicy::verdict).
    ///
    /// Pass an absolute URL. Text that begins with `/` is a path of the site as written: resolve
    /// links, such as `../drafts/` and `//other.example/`, first.
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
        // A target that it made itself suits.
        Ok(self.verdict_suited(&self.target(url.as_ref())?).is_permit())
    }

    /// The decision on crawling a target, with every statement that took part.
    pub fn decide(&self, target: &Target<'_>) -> Decision {
        self.decide_on(Usage::Crawl, target, &AskedAt::new())
    }

    /// The decision on a usage of a target, with every statement that took part.
    pub fn decide_on(&self, usage: Usage, target: &Target<'_>, asked_at: &AskedAt) -> Decision {
        match self.suited(target) {
            Ok(target) => self.decide_suited(usage, &target, &self.asked_at(asked_at)),
            Err(code) => self.bar(usage, target, code),
        }
    }

    /// The same about a target that [suits](AgentPolicy::suited), at a moment with its time.
    pub(crate) fn decide_suited(
        &self,
        usage: Usage,
        target: &Target<'_>,
        asked_at: &AskedAt,
    ) -> Decision {
        let evaluation = self.evaluation(target, asked_at);
        self.decision(target, evaluation.rule(usage), Some(&evaluation))
    }

    /// The prohibition of a target that this policy is not about.
    pub(crate) fn bar(&self, usage: Usage, target: &Target<'_>, code: ReasonCode) -> Decision {
        self.decision(target, vec![Ruling::barred(usage, code)], None)
    }

    /// Makes a decision of rulings. Where the evaluation is given, it finds the elements that the
    /// permission excludes.
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
            target: target.text().into(),
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
    pub fn matrix(&self, target: &Target<'_>, asked_at: &AskedAt) -> Vec<Decision> {
        let suited = match self.suited(target) {
            Ok(suited) => suited,
            Err(code) => {
                return Usage::ALL.map(|usage| self.bar(usage, target, code)).into();
            }
        };
        let asked_at = self.asked_at(asked_at);
        let evaluation = self.evaluation(&suited, &asked_at);
        let rulings = evaluation.rule_all(&Usage::ALL);
        rulings.map(|rulings| self.decision(&suited, rulings, Some(&evaluation))).collect()
    }

    /// Whether the crawler may make this usage of this URL, with every statement that took part.
    ///
    /// Pass an absolute URL; text that begins with `/` is a path of the site as written.
    ///
    /// Time limits are compared with the time that was [given](AgentPolicy::at); without one they
    /// are listed as [not checked](Decision::unchecked).
    ///
    /// # Errors
    /// As [`AgentPolicy::target`].
    pub fn may(&self, usage: Usage, url: impl AsRef<str>) -> Result<Decision, InvalidUrl> {
        Ok(self.decide_on(usage, &self.target(url.as_ref())?, &AskedAt::new()))
    }
}
