//! The answer: a verdict and all that led to it.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::evaluate::inquiry::{Inquiry, PageAsked};
use crate::explain::Unchecked;
use crate::law::acap::{Applicable, Entry};
use crate::law::combine::{Hearing, Ruling};
use crate::law::ground::Ground;
use crate::law::rfc9309::{Access, Choice};
use crate::pattern::Target;
use crate::policy::{Acap, ActionKind, At, PagePolicy, RobotsPolicy, Rule, Statement};
use crate::syntax::robots::Garbled;
use crate::vocabulary::{Agent, Condition, Profile, Usage, Verdict};

/// A rule that matched, and what became of it.
#[derive(Debug, Clone, Copy)]
pub struct Matched<'d> {
    rule: Rule<'d>,
    octets: usize,
    outcome: Outcome,
}

impl<'d> Matched<'d> {
    /// The rule.
    pub fn rule(&self) -> Rule<'d> {
        self.rule
    }

    /// The octets that counted (RFC 9309 §2.2.2, F-23).
    pub fn octets(&self) -> usize {
        self.octets
    }

    /// What became of it.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }
}

/// What became of a rule that matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// It decided.
    Decided,
    /// A longer rule overrode it.
    Shorter,
    /// It is a disallow, and an allow of the same length overrode it.
    LostTie,
    /// It says the same as the rule that decided, further down.
    Repeats,
    /// `/robots.txt` is always allowed, whatever rules say.
    Moot,
    /// An ACAP field contradicts it on the same pattern, so it is left out (ACAP 1.0 §2.9.2).
    Contradicted,
}

impl Outcome {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decided => "decided",
            Self::Shorter => "shorter",
            Self::LostTie => "lost-tie",
            Self::Repeats => "repeats",
            Self::Moot => "moot",
            Self::Contradicted => "contradicted",
        }
    }
}

/// The answer to a question, with all that led to it.
#[derive(Debug, Clone)]
pub struct Decision {
    policy: RobotsPolicy,
    agent: Agent,
    target: Box<str>,
    choice: Choice,
    crawl_delay: Option<Duration>,
    /// The last one holds; those before it led there.
    rulings: Vec<Ruling>,
    /// What the places of ACAP statements mean.
    applicable: Option<Arc<Applicable>>,
    page: Option<Arc<PageAsked>>,
    /// The elements that a permission does not hold for.
    closed: Vec<At>,
}

impl Decision {
    pub(crate) fn new(inquiry: &Inquiry, target: &Target<'_>, rulings: Vec<Ruling>) -> Self {
        Self {
            policy: inquiry.policy().clone(),
            agent: inquiry.agent().clone(),
            target: target.to_string().into(),
            choice: inquiry.choice(),
            crawl_delay: inquiry.crawl_delay(),
            rulings,
            applicable: inquiry.applicable().cloned(),
            page: inquiry.page_asked().cloned(),
            closed: Vec::new(),
        }
    }

    /// The same with the elements that a permission does not hold for.
    pub(crate) fn with_closed(mut self, hearing: &Hearing<'_>) -> Self {
        if self.verdict().is_permit() {
            self.closed = hearing.closed_elements(self.usage());
        }
        self
    }

    pub(crate) fn closed(&self) -> &[At] {
        &self.closed
    }

    /// Why the robots.txt is not read as its author meant it, if that is so.
    pub fn garbled(&self) -> Option<Garbled> {
        self.policy.garbled()
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

    pub(crate) fn page_asked(&self) -> Option<&PageAsked> {
        self.page.as_deref()
    }

    /// The statement of an entry, in the files or in the page.
    pub(crate) fn statement(&self, entry: Entry) -> Option<(&Acap, &Statement)> {
        let in_files = self.applicable.as_ref().and_then(|it| it.statement(entry));
        in_files.or_else(|| self.page.as_ref()?.statement(entry))
    }

    /// The page that was asked about, where it was given.
    pub fn page(&self) -> Option<&PagePolicy> {
        self.page.as_ref().map(|page| &page.policy)
    }

    /// Whether the crawler may.
    pub fn verdict(&self) -> Verdict {
        self.ruling().map_or(Verdict::Prohibit, |ruling| ruling.verdict)
    }

    /// The conditions on which it may; none where it may not.
    pub fn conditions(&self) -> &[Condition] {
        self.ruling().map_or(&[], |ruling| &ruling.conditions)
    }

    /// The conditions that name an element, by id or class, which the page has not (ACAP 1.0
    /// §2.5.3.2, A-46).
    ///
    /// Listed where the [page](crate::PagePolicyBuilder::site) was read as one of this site, and as
    /// a whole, and where no form of the page that was given has the element. It is no reason to
    /// prohibit: what was crawled may be another version.
    ///
    /// This is about the conditions on the page as a whole.
    /// [`Permitted::absent`](crate::Permitted::absent) is about one text that a part is taken from:
    /// the conditions on its elements count too, and META elements are looked for.
    pub fn absent(&self) -> impl Iterator<Item = &Condition> {
        self.conditions().iter().filter(|condition| {
            let (page, element) = (self.page.as_ref(), condition.element());
            page.zip(element).is_some_and(|(page, element)| page.policy.parts.lacks(element))
        })
    }

    /// When the first time limit among the conditions runs out, where that can be told.
    pub fn ends(&self) -> Option<SystemTime> {
        self.ruling().and_then(|ruling| ruling.ends)
    }

    /// The time limits among the conditions, and among those of what the usage depends on, that may
    /// have run out: the question did not carry the time that they are to be held against. None
    /// where the usage is prohibited.
    pub fn unchecked(&self) -> &[Unchecked] {
        self.ruling().map_or(&[], |ruling| &ruling.unchecked)
    }

    /// The policy that was asked.
    pub fn policy(&self) -> &RobotsPolicy {
        &self.policy
    }

    /// The profile that was followed.
    pub fn profile(&self) -> Profile {
        self.policy.profile()
    }

    /// The crawler that asked.
    pub fn agent(&self) -> &Agent {
        &self.agent
    }

    /// The use it asked for.
    pub fn usage(&self) -> Usage {
        self.ruling().map_or(Usage::Other, |ruling| ruling.usage)
    }

    /// The path and query it asked about, in normal form.
    pub fn target(&self) -> &str {
        &self.target
    }

    /// Which conventional groups apply, and why.
    pub fn choice(&self) -> Choice {
        self.choice
    }

    /// On what ground the question was decided.
    pub fn ground(&self) -> Ground {
        self.ruling().map_or(Ground::Silence, |ruling| ruling.ground)
    }

    /// The conventional answer of the file itself, where it was asked for.
    pub(crate) fn access(&self) -> Option<&Access> {
        self.rulings.iter().find_map(|ruling| ruling.accesses.first())
    }

    /// The conventional rule that decided, if one did.
    pub fn deciding(&self) -> Option<Rule<'_>> {
        self.matched().find(|matched| matched.outcome == Outcome::Decided).map(|it| it.rule)
    }

    /// Every conventional rule that matched, in the order of the file.
    pub fn matched(&self) -> impl Iterator<Item = Matched<'_>> {
        self.access().into_iter().flat_map(|access| {
            let parts = &*access.policy.parts;
            access.matched.iter().map(move |part| Matched {
                rule: Rule { parts, part: part.rule },
                octets: part.octets,
                outcome: part.outcome,
            })
        })
    }

    /// The time the crawler is asked to leave between two requests.
    pub fn crawl_delay(&self) -> Option<Duration> {
        self.crawl_delay
    }

    /// What the site wishes to be done with the resource; this changes no permission (ACAP 1.0
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
                            .is_ok_and(|named| named.octets() == self.target.as_bytes())
                })
            })
            .map(|action| action.kind)
    }
}

impl fmt::Display for Decision {
    /// The statement that decided, or what did where none did: `robots.txt:2 Disallow: /drafts/`.
    /// What was not checked follows: `… (not checked: expires 2011-01-01)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decided = self.reasons().find(crate::explain::Reason::decides);
        match decided.as_ref().map(|reason| (reason.source(), reason.line(), reason.text())) {
            Some((source, Some(line), Some(text))) if !text.is_empty() => {
                write!(f, "{source}:{line} {text}")?;
            }
            _ => f.write_str(self.citation().says())?,
        }
        for (at, unchecked) in self.unchecked().iter().enumerate() {
            write!(f, "{}{unchecked}", if at == 0 { " (not checked: " } else { ", " })?;
        }
        if self.unchecked().is_empty() { Ok(()) } else { f.write_str(")") }
    }
}
