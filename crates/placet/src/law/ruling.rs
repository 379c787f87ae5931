//! The result of the laws so far.

use std::sync::Arc;
use std::time::SystemTime;

use smallvec::SmallVec;

use super::acap::Entry;
use super::outcome::Outcome;
use super::reason_code::ReasonCode;
use super::rfc9309::Access;
use super::signal_ruling::SignalRuling;
use super::unchecked::Unchecked;
use crate::policy::At;
use crate::vocabulary::{Condition, Usage, Verdict};

/// The result for one usage, and the statements that took part.
#[derive(Debug, Clone)]
pub(crate) struct Ruling {
    pub(crate) usage: Usage,
    pub(crate) verdict: Verdict,
    pub(crate) code: ReasonCode,
    pub(crate) conditions: Vec<Condition>,
    /// When the first time limit expires, where that is known.
    pub(crate) ends: Option<SystemTime>,
    /// The time limits that could not be compared with a time.
    pub(crate) unchecked: Vec<Unchecked>,
    /// The ACAP statements that took part.
    pub(crate) statements: Vec<Considered>,
    /// The conventional answers, of the file itself and of those it refers to.
    pub(crate) accesses: SmallVec<[Access; 1]>,
    /// The class tokens that took part, by their places in the page, and whether each decided.
    pub(crate) marks: Vec<(u32, bool)>,
    /// The rules in header and META that took part, by their places in the page, and whether each
    /// decided.
    pub(crate) restrictions: Vec<(u32, bool)>,
    /// The result of signals, where a family found a statement.
    pub(crate) signals: Option<Arc<SignalRuling>>,
    /// The element marked `data-nosnippet` that keeps what was asked about out of snippets.
    pub(crate) without_snippets: Option<At>,
    /// The condition that cannot be met, where one prohibits.
    pub(crate) failed: Option<Condition>,
    /// The ruling that this one depends on, where that prohibits: on another usage, or on crawling
    /// a resource that a condition names.
    pub(crate) needs: Option<Box<Self>>,
    /// The resource it is about, where that is not the one asked about.
    pub(crate) resource: Option<Box<str>>,
    /// Whether only the final ruling matters, and not the one after each law: conditions are
    /// checked as they are added, and no law does what a later law repeats.
    pub(crate) at_once: bool,
    /// Whether a condition was added, even if a prohibition made it void.
    pub(crate) is_conditional: bool,
}

impl Ruling {
    /// A permission by silence.
    pub(crate) fn new(usage: Usage) -> Self {
        Self {
            usage,
            verdict: Verdict::Permit,
            code: ReasonCode::Silence,
            conditions: Vec::new(),
            ends: None,
            unchecked: Vec::new(),
            statements: Vec::new(),
            accesses: SmallVec::new(),
            marks: Vec::new(),
            restrictions: Vec::new(),
            signals: None,
            without_snippets: None,
            failed: None,
            needs: None,
            resource: None,
            at_once: false,
            is_conditional: false,
        }
    }

    /// A prohibition of a target that the policy is not about.
    pub(crate) fn barred(usage: Usage, code: ReasonCode) -> Self {
        let mut ruling = Self::new(usage);
        ruling.prohibit(code);
        ruling
    }

    /// Discards everything but the answer of conventional records.
    pub(super) fn restart(&mut self, code: ReasonCode) {
        self.prohibit(code);
        self.verdict = Verdict::Permit;
        self.statements.clear();
        self.marks.clear();
        self.restrictions.clear();
        self.signals = None;
        self.without_snippets = None;
        self.failed = None;
        self.needs = None;
        self.is_conditional = false;
    }

    /// Whether no law can change it: a file cannot be reached or read.
    pub(crate) fn is_settled(&self) -> bool {
        matches!(self.code, ReasonCode::Unread | ReasonCode::Unreachable)
    }

    /// Prohibits for this reason. This voids what the ruling permitted before, with its conditions.
    pub(super) fn prohibit(&mut self, code: ReasonCode) {
        self.verdict = Verdict::Prohibit;
        self.code = code;
        self.conditions.clear();
        self.unchecked.clear();
        self.ends = None;
    }

    /// Prohibits, because a ruling that it depends on does.
    #[cold]
    pub(super) fn depend_on(&mut self, needed: &Self, code: ReasonCode) {
        self.prohibit(code);
        self.needs = Some(Box::new(needed.clone()));
    }

    /// Removes the ruling that it depends on. Crawling depends on no other usage.
    pub(crate) fn take_needed(&mut self) -> Option<Self> {
        let needs = if self.usage == Usage::Crawl { None } else { self.needs.take() };
        needs.map(|needed| *needed)
    }

    /// The ruling, after the one that it depends on.
    pub(crate) fn unrolled(mut self) -> Vec<Self> {
        match self.take_needed() {
            Some(needed) => vec![needed, self],
            None => vec![self],
        }
    }
}

/// An ACAP statement that took part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Considered {
    pub(crate) entry: Entry,
    pub(crate) outcome: Outcome,
    /// Nothing is stated about the usage itself, so a statement about `other` is consulted.
    pub(crate) as_other: bool,
}
