//! Asking: one crawler, any number of URLs.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use smallvec::SmallVec;

use crate::evaluate::decision::Decision;
use crate::law::acap::{Applicable, ElementSays, Entry, Origin, View};
use crate::law::combine::{Hearing, Ruling};
use crate::law::ground::Ground;
use crate::law::rfc9309::Choice;
use crate::law::{acap, rfc9309};
use crate::pattern::target::Site;
use crate::pattern::{Index, InvalidUrl, Target};
use crate::policy::{
    Acap, AgentLine, At, Availability, Definitions, Group, PagePolicy, Record, RobotsPolicy, Rule,
    RulePart, Statement,
};
use crate::syntax::robots::Key;
use crate::text::limits;
use crate::vocabulary::{Agent, Crawler, Occasion, Profile, Rank, Usage, Verdict};

/// A crawler before a site's robots.txt: the groups that apply to it, chosen once, so that each
/// question costs only the matching.
///
/// It holds its policy, so it can be kept and sent between threads.
///
/// # Limits
/// A verdict costs at most one pass over the path for each rule that could match it. Where there
/// are more than [`limits::RULES_UNINDEXED`] rules an index leaves few of those.
#[derive(Debug, Clone)]
pub struct Inquiry {
    policy: RobotsPolicy,
    crawler: Crawler,
    choice: Choice,
    /// The `User-agent` lines that make groups apply, by their place in the tables.
    lines: SmallVec<[u32; 4]>,
    /// The groups that apply.
    groups: SmallVec<[u32; 4]>,
    index: Option<Arc<Index>>,
    /// The ACAP statements that apply, in the file and in those it refers to.
    applicable: Option<Arc<Applicable>>,
    /// The conventional side of the files that records refer the crawler to (A-37).
    referred: Arc<[Self]>,
    /// The page asked about, where it was given.
    page: Option<Arc<PageAsked>>,
    /// The site that the policy speaks for, where it is known.
    site: Option<Arc<Site>>,
    /// The present, where it is known.
    now: Option<SystemTime>,
}

/// A page before a crawler.
#[derive(Debug)]
pub(crate) struct PageAsked {
    pub(crate) policy: PagePolicy,
    /// What its META elements say to the crawler, for each purpose.
    pub(crate) views: Vec<View>,
    /// The id of the element asked about.
    pub(crate) element: Option<Box<str>>,
    /// Whether the crawler works on elements.
    pub(crate) elements: bool,
    /// Whether ACAP is read in the page.
    pub(crate) reads_acap: bool,
    /// What robots.txt defines: class attributes may name it (A-52).
    definitions: Option<Arc<Definitions>>,
}

impl PageAsked {
    /// A page before a crawler. ACAP is read in the full profile alone; rules in header and META
    /// bind in every profile (docs/decision.md).
    fn new(
        policy: PagePolicy,
        crawler: &Crawler,
        site: &RobotsPolicy,
        element: Option<Box<str>>,
    ) -> Self {
        let reads_acap = site.profile() == Profile::Full;
        let definitions = site.parts.acap().map(|acap| Arc::clone(&acap.definitions));
        let views = acap::purposes_of(crawler)
            .filter(|_| reads_acap)
            .map(|purpose| {
                let source = std::iter::once((Origin::Page, &policy.parts.acap));
                View::new(source, crawler, purpose)
            })
            .collect();
        let elements = crawler.works_on_elements();
        Self { policy, views, element, elements, reads_acap, definitions }
    }

    /// What the site's robots.txt defines.
    pub(crate) fn definitions(&self) -> Option<&Definitions> {
        self.definitions.as_deref()
    }

    /// What is said of the element asked about.
    pub(crate) fn says(&self) -> ElementSays<'_> {
        let parts = &*self.policy.parts;
        let heard = self.elements && self.reads_acap;
        match self.element.as_deref().filter(|_| heard) {
            Some(id) => ElementSays::new(&parts.marks, self.definitions(), parts.chains(id)),
            None => ElementSays::default(),
        }
    }

    /// The element that keeps the one asked about out of snippets.
    pub(crate) fn without_snippets(&self) -> Option<At> {
        self.policy.parts.without_snippets(self.element.as_deref()?)
    }

    /// The statement of an entry, where it stands in a META element.
    pub(crate) fn statement(&self, entry: Entry) -> Option<(&Acap, &Statement)> {
        let acap = &self.policy.parts.acap;
        let in_page = entry.origin == Origin::Page;
        in_page.then(|| Some((acap, acap.statements.get(entry.statement as usize)?)))?
    }
}

impl Inquiry {
    pub(crate) fn new(policy: RobotsPolicy, crawler: Crawler) -> Self {
        let applicable = Applicable::new(&policy, &crawler).map(Arc::new);
        let referred = applicable.iter().flat_map(|it| it.files.iter().skip(1));
        let referred = referred.map(|file| Self::plain(file.clone(), crawler.clone())).collect();
        Self { applicable, referred, ..Self::plain(policy, crawler) }
    }

    /// The conventional side alone.
    fn plain(policy: RobotsPolicy, crawler: Crawler) -> Self {
        let parts = &*policy.parts;
        let (choice, lines) = rfc9309::addressing(parts, crawler.agent());
        let mut groups: SmallVec<[u32; 4]> = lines
            .iter()
            .filter_map(|&line| parts.agents.get(line as usize))
            .map(|line| line.group)
            .collect();
        groups.dedup();
        let mut inquiry = Self {
            policy,
            crawler,
            choice,
            lines,
            groups,
            index: None,
            applicable: None,
            referred: Arc::default(),
            page: None,
            site: None,
            now: None,
        };
        if inquiry.rule_parts().count() > limits::RULES_UNINDEXED {
            inquiry.index = Some(Arc::new(inquiry.build_index()));
        }
        inquiry
    }

    fn build_index(&self) -> Index {
        let parts = &*self.policy.parts;
        Index::new(self.rule_parts().flat_map(|rule| {
            rfc9309::patterns(parts, rule)
                .map(move |pattern| (pattern, Rank::new(pattern.len(), rule.kind())))
        }))
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

    pub(crate) fn page_asked(&self) -> Option<&Arc<PageAsked>> {
        self.page.as_ref()
    }

    /// The statement of an entry, in the files or in the page.
    pub(crate) fn statement(&self, entry: Entry) -> Option<(&Acap, &Statement)> {
        match entry.origin {
            Origin::File(_) => self.applicable.as_ref()?.statement(entry),
            Origin::Page => self.page.as_ref()?.statement(entry),
        }
    }

    /// The same crawler before a page of the site: what that says lies over robots.txt.
    ///
    /// Rules in header and META bind in every profile; ACAP in the page is read in the full profile
    /// alone, and in others is listed among what is [not weighed](Decision::unweighed).
    ///
    /// A second page is united with the first: what both say binds, as where the header and the
    /// HTML of one page were read apart. To ask about another page, begin with the inquiry that has
    /// none.
    #[must_use]
    pub fn page(&self, page: &PagePolicy) -> Self {
        match &self.page {
            Some(asked) => self.with_page(&asked.policy.united(page), asked.element.clone()),
            None => self.with_page(page, None),
        }
    }

    /// The same crawler before one element of the page, by its id; before the page as a whole where
    /// nothing is said of that element, or where no [page](Inquiry::page) was given. Where several
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
        let page = PageAsked::new(page.clone(), &self.crawler, &self.policy, element);
        Self { page: Some(Arc::new(page)), ..self.clone() }
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
    /// let crawler = site.ask(Agent::new("ExampleBot")).of_site("https://example.com/")?;
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

    /// The target as this policy reads it; else on what ground nothing can be permitted: it is of
    /// another site, or its URL is none in this profile.
    pub(crate) fn suited<'t>(&self, target: &'t Target<'t>) -> Result<Cow<'t, Target<'t>>, Ground> {
        let profile = self.policy.profile();
        let target = if target.profile() == profile {
            Cow::Borrowed(target)
        } else {
            Cow::Owned(target.in_profile(profile).map_err(|_| Ground::NoUrl)?)
        };
        match &self.site {
            Some(site) if !target.may_be_of(site) => Err(Ground::OtherSite),
            _ => Ok(target),
        }
    }

    /// The occasion with the time of this inquiry, where it has none of its own.
    pub(crate) fn occasion(&self, occasion: &Occasion) -> Occasion {
        Occasion { now: occasion.now.or(self.now), ..*occasion }
    }

    /// The same crawler before the site, whatever page was given: another resource is asked about.
    pub(crate) fn without_page(&self) -> Self {
        Self { page: None, ..self.clone() }
    }

    /// The files whose conventional records count, this one first (R-131, A-37).
    pub(crate) fn conventional(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&*self.referred).filter(|inquiry| {
            let acap = inquiry.policy.parts.acap();
            !acap.is_some_and(|acap| acap.ignores_conventional)
        })
    }

    /// The policy asked.
    pub fn policy(&self) -> &RobotsPolicy {
        &self.policy
    }

    /// Which groups apply, and why.
    pub fn choice(&self) -> Choice {
        self.choice
    }

    /// The `User-agent` lines that make groups apply, in the order of the file.
    pub fn lines(&self) -> impl Iterator<Item = AgentLine<'_>> {
        let parts = &*self.policy.parts;
        self.lines
            .iter()
            .filter_map(|&line| parts.agents.get(line as usize))
            .map(move |&part| AgentLine { parts, part })
    }

    pub(crate) fn line_places(&self) -> &[u32] {
        &self.lines
    }

    /// The groups that apply; taken together they are the crawler's group (RFC 9309 §2.2.1).
    pub fn groups(&self) -> impl Iterator<Item = Group<'_>> {
        self.groups.iter().filter_map(|&group| self.policy.parts.group(group as usize))
    }

    /// The rules that apply, in the order of the file.
    pub fn rules(&self) -> impl Iterator<Item = Rule<'_>> {
        let parts = &*self.policy.parts;
        self.rule_parts().map(move |part| Rule { parts, part })
    }

    fn rule_parts(&self) -> impl Iterator<Item = RulePart> {
        self.groups().flat_map(|group| group.rule_parts().iter().copied())
    }

    /// The records of the groups that apply, in the order of the file.
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> {
        self.policy.plain_records().filter(|record| {
            record
                .group()
                .and_then(|group| u32::try_from(group).ok())
                .is_some_and(|group| self.groups.binary_search(&group).is_ok())
        })
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
    /// [the one asked](Inquiry::of_site).
    pub fn target<'u>(&self, url: &'u str) -> Result<Target<'u>, InvalidUrl> {
        let target = Target::new(url, self.policy.profile())?;
        match &self.site {
            Some(site) if !target.may_be_of(site) => Err(InvalidUrl::OTHER_SITE),
            _ => Ok(target),
        }
    }

    /// The verdict on crawling alone; without an allocation where the file has no ACAP fields.
    ///
    /// A target that was made for another profile is read anew, and one of another site than
    /// [the one asked](Inquiry::of_site) prohibited; this holds for all questions about targets.
    pub fn verdict(&self, target: &Target<'_>) -> Verdict {
        let Ok(target) = self.suited(target) else { return Verdict::Prohibit };
        if self.applicable.is_some() || self.page.is_some() {
            let occasion = self.occasion(&Occasion::new());
            let ruled = Hearing::new(self, &target, &occasion).rule(Usage::Crawl);
            return ruled.last().map_or(Verdict::Prohibit, |ruling| ruling.verdict);
        }
        if self.policy.availability() == Availability::Unreachable {
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
        if let Some(index) = &self.index {
            return index.highest_counting(target, steps);
        }
        let parts = &*self.policy.parts;
        self.rule_parts().fold(Rank::NONE, |highest, rule| {
            rfc9309::patterns(parts, rule).fold(highest, |highest, pattern| {
                *steps += 1;
                let rank = Rank::new(pattern.len(), rule.kind());
                let higher = rank > highest && pattern.matches_counting(target, steps);
                if higher { rank } else { highest }
            })
        })
    }

    /// The decision on crawling a target, with every statement that took part.
    pub fn decide(&self, target: &Target<'_>) -> Decision {
        self.decide_on(Usage::Crawl, target, &Occasion::new())
    }

    /// The decision on a use of a target on an occasion, with every statement that took part.
    pub fn decide_on(&self, usage: Usage, target: &Target<'_>, occasion: &Occasion) -> Decision {
        match self.suited(target) {
            Ok(target) => self.decide_suited(usage, &target, &self.occasion(occasion)),
            Err(ground) => self.bar(usage, target, ground),
        }
    }

    /// The same about a target that [suits](Inquiry::suited), on an occasion with its time.
    pub(crate) fn decide_suited(
        &self,
        usage: Usage,
        target: &Target<'_>,
        occasion: &Occasion,
    ) -> Decision {
        let hearing = Hearing::new(self, target, occasion);
        let rulings = hearing.rule(usage);
        Decision::new(self, target, rulings).with_closed(&hearing)
    }

    /// The decision on a target that cannot be judged by this policy.
    pub(crate) fn bar(&self, usage: Usage, target: &Target<'_>, ground: Ground) -> Decision {
        Decision::new(self, target, vec![Ruling::barred(usage, ground)])
    }

    /// The decisions on all usages of a target, from one pass over the statements.
    pub fn matrix(&self, target: &Target<'_>, occasion: &Occasion) -> Vec<Decision> {
        let suited = match self.suited(target) {
            Ok(suited) => suited,
            Err(ground) => {
                return Usage::ALL.map(|usage| self.bar(usage, target, ground)).into();
            }
        };
        let occasion = self.occasion(occasion);
        let hearing = Hearing::new(self, &suited, &occasion);
        let rulings = hearing.rule_all(&Usage::ALL);
        rulings.map(|rulings| Decision::new(self, &suited, rulings).with_closed(&hearing)).collect()
    }

    /// Whether the crawler may make this use of this URL, with every statement that took part.
    ///
    /// Time limits are held against the time that was [given](Inquiry::at); without one they are
    /// listed among what is [not checked](Decision::unchecked).
    ///
    /// # Errors
    /// As [`Inquiry::target`].
    pub fn may(&self, usage: Usage, url: &str) -> Result<Decision, InvalidUrl> {
        Ok(self.decide_on(usage, &self.target(url)?, &Occasion::new()))
    }
}
