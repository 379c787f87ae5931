//! The results of families of signals.

use crate::policy::At;
use crate::syntax::signals::{FamilyProblem, SignalProblemKind};
use crate::text::Span;
use crate::vocabulary::{Condition, Family, Usage};

/// The outcome of a family of signals for a usage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "a preference has these three states")]
pub enum SignalOutcome {
    /// It allows the usage, on conditions where it sets some.
    Allow,
    /// It refuses the usage.
    Disallow,
    /// It neither allows nor refuses the usage, but may set conditions.
    Silent,
}

impl SignalOutcome {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Disallow => "disallow",
            Self::Silent => "silent",
        }
    }
}

/// What a statement does to the usage that is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SignalEffect {
    /// It refuses it.
    Refuses,
    /// It allows it.
    Allows,
    /// It sets a condition.
    Limits,
    /// It does nothing to it.
    Nothing,
}

impl SignalEffect {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Refuses => "refuses",
            Self::Allows => "allows",
            Self::Limits => "limits",
            Self::Nothing => "nothing",
        }
    }
}

/// Two families that contradict each other about a usage. The verdict does not depend on it (S-112).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Contradiction {
    /// The usage asked about.
    pub usage: Usage,
    /// The family that allows it.
    pub allow: Family,
    /// The family that refuses it, or for `train-ai` refuses `mine`, which that depends on.
    pub disallow: Family,
}

/// Where a signal is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SignalAt {
    /// In a record of robots.txt, with the bytes of its value.
    Robots { line: u32, span: Span },
    /// In a response field, or in the start tag of an element.
    Page(At),
    /// In an RSL document that is the text of a script.
    Script { script: At, line: u32, span: Span },
    /// In another file, by its place among those supplied.
    File { file: u32, line: u32, span: Span },
}

impl SignalAt {
    /// A record of robots.txt.
    pub(crate) fn robots((line, span): (u32, Span)) -> Self {
        Self::Robots { line, span }
    }
}

/// A statement of a family, and what it does to the usage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CitedSignal {
    pub(crate) at: SignalAt,
    pub(crate) effect: SignalEffect,
}

/// The result of one family.
#[derive(Debug, Clone)]
pub(crate) struct FamilyRuling {
    pub(crate) family: Family,
    pub(crate) outcome: SignalOutcome,
    /// The conditions, each with the statement that sets it.
    pub(crate) conditions: Vec<(Condition, SignalAt)>,
    /// The statements about the resource, in the order in which refusals are named (S-107).
    pub(crate) statements: Vec<CitedSignal>,
    /// The URL of the policy that a reservation names (S-059).
    pub(crate) policy: Option<Box<str>>,
    pub(crate) problems: Vec<FamilyProblem<SignalAt>>,
    /// The refusals are RSL documents that themselves allow `train-ai` (S-019).
    pub(crate) lets_train: bool,
}

impl FamilyRuling {
    pub(crate) fn new(family: Family) -> Self {
        Self {
            family,
            outcome: SignalOutcome::Silent,
            conditions: Vec::new(),
            statements: Vec::new(),
            policy: None,
            problems: Vec::new(),
            lets_train: false,
        }
    }

    pub(crate) fn cite(&mut self, at: SignalAt, effect: SignalEffect) {
        self.statements.push(CitedSignal { at, effect });
    }

    pub(crate) fn problem(&mut self, kind: SignalProblemKind, at: SignalAt) {
        self.problems.push(FamilyProblem { family: Some(self.family), kind, at });
    }

    /// The first statement with an effect.
    pub(crate) fn first(&self, effect: SignalEffect) -> Option<SignalAt> {
        self.statements.iter().find(|it| it.effect == effect).map(|it| it.at)
    }

    /// The outcome that the statements have: one refusal refuses, else one permission allows.
    pub(crate) fn settle(&mut self) {
        self.outcome = if self.first(SignalEffect::Refuses).is_some() {
            SignalOutcome::Disallow
        } else if self.first(SignalEffect::Allows).is_some() {
            SignalOutcome::Allow
        } else {
            SignalOutcome::Silent
        };
    }

    /// Reports that statements disagree, where a refusal and a permission do.
    pub(crate) fn report_conflict(&mut self) {
        let refusal = self.first(SignalEffect::Refuses);
        if let (Some(at), Some(_)) = (refusal, self.first(SignalEffect::Allows)) {
            self.problem(SignalProblemKind::Conflict, at);
        }
    }

    /// The ruling, if the family found a statement or something is wrong.
    pub(crate) fn found(self) -> Option<Self> {
        (!self.statements.is_empty() || !self.problems.is_empty()).then_some(self)
    }
}

/// The results of all families.
#[derive(Debug, Clone, Default)]
pub(crate) struct SignalRuling {
    /// Those that found something, in their order.
    pub(crate) families: Vec<FamilyRuling>,
    pub(crate) contradictions: Vec<Contradiction>,
}

impl SignalRuling {
    /// The first family with an outcome.
    pub(crate) fn first(&self, outcome: SignalOutcome) -> Option<&FamilyRuling> {
        self.families.iter().find(|it| it.outcome == outcome)
    }
}
