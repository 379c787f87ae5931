//! Rules as parsed: whom they address, and where they are.

use super::PageRule;
use crate::text::{ProblemKind, Span, limits};

/// The crawlers that a rule addresses.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "a rule addresses everyone or one crawler")]
pub enum Addressee {
    /// Every crawler.
    Everyone,
    /// The crawler with this product token, as written.
    Crawler(Box<str>),
}

impl Addressee {
    /// The addressee with this name, where `*` means everyone. `None` if the name is empty or
    /// longer than [`limits::AGENT_NAME`].
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        match name {
            "*" => Some(Self::Everyone),
            "" => None,
            _ if name.len() > limits::AGENT_NAME => None,
            _ => Some(Self::Crawler(name.into())),
        }
    }

    /// Whether every rule for `other` also applies to it. Names are compared without case (T-02).
    pub(crate) fn is_addressed_by(&self, other: &Self) -> bool {
        match (self, other) {
            (_, Self::Everyone) => true,
            (Self::Everyone, _) => false,
            (Self::Crawler(one), Self::Crawler(other)) => one.eq_ignore_ascii_case(other),
        }
    }
}

/// A rule as parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Directive {
    /// The crawlers that it addresses.
    pub addressee: Addressee,
    /// The rule.
    pub rule: PageRule,
    /// Its span in the value, including its own value.
    pub span: Span,
}

/// The rules of a value, and its problems. All spans refer to the value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Directives {
    /// The rules, in the order in which they are written.
    pub rules: Vec<Directive>,
    /// The problems, in the order in which they were found.
    pub problems: Vec<(ProblemKind, Span)>,
}

impl Directives {
    /// Adds a rule.
    pub(crate) fn rule(&mut self, addressee: &Addressee, rule: PageRule, span: Span) {
        self.rules.push(Directive { addressee: addressee.clone(), rule, span });
    }

    /// Adds a problem.
    pub(crate) fn problem(&mut self, kind: ProblemKind, span: Span) {
        self.problems.push((kind, span));
    }

    /// Reports every `indexifembedded` that appears to lift a `noindex`: rules only restrict
    /// (T-03).
    pub(crate) fn report_no_lifting(&mut self) {
        let is_noindex_for = |to: &Addressee| {
            let mut rules = self.rules.iter();
            rules.any(|it| it.rule.keeps_out() && to.is_addressed_by(&it.addressee))
        };
        let lifts = self
            .rules
            .iter()
            .filter(|it| it.rule == PageRule::IndexIfEmbedded && is_noindex_for(&it.addressee));
        let spans: Vec<Span> = lifts.map(|it| it.span).collect();
        self.problems.extend(spans.into_iter().map(|span| (ProblemKind::RuleOnlyRestricts, span)));
    }
}
