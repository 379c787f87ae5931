//! The answer: a verdict and everything that led to it.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::law::acap::{Applicable, Entry};
use crate::law::rfc9309::Access;
use crate::law::{GroupChoice, Outcome, PageContext, ReasonCode, Ruling, Unchecked};
use crate::pattern::Target;
use crate::policy::{
    Acap, ActionKind, At, FileContent, Files, PagePolicy, RobotsPolicy, Rule, SignalFile, Statement,
};
use crate::syntax::robots::Garbled;
use crate::vocabulary::{Agent, Condition, Families, Profile, Usage, Verdict};

/// A rule that matched, and what became of it.
#[derive(Debug, Clone, Copy)]
pub struct Matched<'d> {
    rule: Rule<'d>,
    bytes: usize,
    outcome: Outcome,
}

impl<'d> Matched<'d> {
    /// The rule.
    pub fn rule(&self) -> Rule<'d> {
        self.rule
    }

    /// The number of bytes that rules are compared by (RFC 9309 §2.2.2, F-23).
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// What became of it.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }
}

/// The answer to a question, with everything that led to it.
#[derive(Debug, Clone)]
pub struct Decision {
    pub(super) policy: RobotsPolicy,
    pub(super) agent: Agent,
    pub(super) target: Box<str>,
    pub(super) choice: GroupChoice,
    pub(super) crawl_delay: Option<Duration>,
    /// The last one decides; those before it led to it.
    pub(super) rulings: Vec<Ruling>,
    /// The files that ACAP statements are looked up in.
    pub(super) applicable: Option<Arc<Applicable>>,
    pub(super) page: Option<Arc<PageContext>>,
    /// The files that signals are looked up in.
    pub(super) files: Option<Arc<Files>>,
    /// The families of signals that were read.
    pub(super) families: Families,
    /// The elements that the permission excludes.
    pub(super) closed: Vec<At>,
}

impl Decision {
    pub(crate) fn closed(&self) -> &[At] {
        &self.closed
    }

    /// Why the robots.txt is not read as its author meant it; `None` where it is.
    pub fn garbled(&self) -> Option<Garbled> {
        self.policy.garbled()
    }

    /// Whether the end of the robots.txt was [not read](RobotsPolicy::is_cut).
    pub fn is_cut(&self) -> bool {
        self.policy.is_cut()
    }

    fn ruling(&self) -> Option<&Ruling> {
        self.rulings.last()
    }

    pub(crate) fn rulings(&self) -> &[Ruling] {
        &self.rulings
    }

    pub(crate) fn applicable(&self) -> Option<&Applicable> {
        self.applicable.as_deref()
    }

    pub(crate) fn page_asked(&self) -> Option<&PageContext> {
        self.page.as_deref()
    }

    /// The files with signals that were [supplied](crate::AgentPolicy::signal_files), each with its
    /// length in bytes; `None` for one that is unavailable.
    pub fn signal_files(&self) -> impl Iterator<Item = (&SignalFile, Option<usize>)> {
        self.files().into_iter().flat_map(Files::iter).map(|read| {
            let is_there = !matches!(read.says, FileContent::Absent);
            (&read.file, is_there.then_some(read.text.len()))
        })
    }

    pub(crate) fn files(&self) -> Option<&Files> {
        self.files.as_deref()
    }

    pub(crate) fn families(&self) -> Families {
        self.families
    }

    /// The statement of an entry, in the files or in the page.
    pub(crate) fn statement(&self, entry: Entry) -> Option<(&Acap, &Statement)> {
        let in_files = self.applicable.as_ref().and_then(|it| it.statement(entry));
        in_files.or_else(|| self.page.as_ref()?.statement(entry))
    }

    /// The page, where one was given.
    pub fn page(&self) -> Option<&PagePolicy> {
        self.page.as_ref().map(|page| &page.policy)
    }

    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        self.ruling().map_or(Verdict::Prohibit, |ruling| ruling.verdict)
    }

    /// Whether the [verdict](Decision::verdict) is [`Verdict::Permit`].
    pub fn is_permitted(&self) -> bool {
        self.verdict().is_permit()
    }

    /// The conditions of the permission; empty where the usage is prohibited.
    pub fn conditions(&self) -> &[Condition] {
        self.ruling().map_or(&[], |ruling| &ruling.conditions)
    }

    /// The conditions that name an element, by id or class, that is not in the page (ACAP 1.0
    /// §2.5.3.2, A-46).
    ///
    /// A condition is listed only where the [page](crate::page::PagePolicyBuilder::site) was read
    /// as one of this site, was read completely, and has the element in neither form. This does not
    /// prohibit: the crawled page may be another version.
    ///
    /// This is about the conditions on the page as a whole.
    /// [`Permitted::absent`](crate::page::Permitted::absent) is about one text that a part is
    /// extracted from: it includes the conditions on its elements, and looks for META elements.
    pub fn absent(&self) -> impl Iterator<Item = &Condition> {
        self.conditions().iter().filter(|condition| {
            let (page, element) = (self.page.as_ref(), condition.element());
            page.zip(element).is_some_and(|(page, element)| page.policy.parts.lacks(element))
        })
    }

    /// When the first time limit among the conditions expires, where that is known.
    pub fn ends(&self) -> Option<SystemTime> {
        self.ruling().and_then(|ruling| ruling.ends)
    }

    /// The time limits that may have expired, because the question has no time to compare them
    /// with: those among the conditions, and among the conditions of usages that this one depends
    /// on. Empty where the usage is prohibited.
    pub fn unchecked(&self) -> &[Unchecked] {
        self.ruling().map_or(&[], |ruling| &ruling.unchecked)
    }

    /// The policy of the site.
    pub fn policy(&self) -> &RobotsPolicy {
        &self.policy
    }

    /// The profile that was used.
    pub fn profile(&self) -> Profile {
        self.policy.profile()
    }

    /// The agent of the crawler.
    pub fn agent(&self) -> &Agent {
        &self.agent
    }

    /// The usage asked about.
    pub fn usage(&self) -> Usage {
        self.ruling().map_or(Usage::Other, |ruling| ruling.usage)
    }

    /// The path and query asked about, in normal form.
    pub fn target(&self) -> &str {
        &self.target
    }

    /// Which conventional groups apply, and why.
    pub fn choice(&self) -> GroupChoice {
        self.choice
    }

    /// What settled the question.
    pub fn code(&self) -> ReasonCode {
        self.ruling().map_or(ReasonCode::Silence, |ruling| ruling.code)
    }

    /// The answer of the file's own conventional rules, where they were consulted.
    pub(crate) fn access(&self) -> Option<&Access> {
        self.rulings.iter().find_map(|ruling| ruling.accesses.first())
    }

    /// The conventional rule that decided, if one did. [`reason`](Decision::reason) is also about ACAP
    /// fields, pages and silence.
    pub fn deciding(&self) -> Option<Rule<'_>> {
        self.matched().find(|matched| matched.outcome == Outcome::Decided).map(|it| it.rule)
    }

    /// Every conventional rule that matched, in the order of the file.
    pub fn matched(&self) -> impl Iterator<Item = Matched<'_>> {
        self.access().into_iter().flat_map(|access| {
            let parts = &*access.policy().parts;
            access.matched.iter().map(move |part| Matched {
                rule: Rule { parts, part: part.rule },
                bytes: part.bytes,
                outcome: part.outcome,
            })
        })
    }

    /// The time to leave between two requests.
    pub fn crawl_delay(&self) -> Option<Duration> {
        self.crawl_delay
    }

    /// The actions that the site requests for the resource. They change no permission (ACAP 1.0
    /// §2.6, A-39).
    pub fn actions(&self) -> impl Iterator<Item = ActionKind> {
        let agent = &self.agent;
        let files = self.applicable.iter().flat_map(|applicable| &applicable.files);
        files
            .filter_map(|file| file.parts.acap())
            .flat_map(move |acap| {
                acap.actions.iter().filter(move |action| {
                    let record = acap.records.get(action.record as usize);
                    record.is_some_and(|record| record.addresses(agent).is_some())
                        && Target::new(&action.path, Profile::Full)
                            .is_ok_and(|named| named.bytes() == self.target.as_bytes())
                })
            })
            .map(|action| action.kind)
    }
}
