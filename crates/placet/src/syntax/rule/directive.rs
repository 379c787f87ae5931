//! Rules as they are read: for whom, and where they stand.

use super::PageRule;
use crate::text::{ProblemKind, Span, limits};

/// Whom a rule addresses.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "there is nobody else")]
pub enum Addressee {
    /// Every crawler.
    Everyone,
    /// The crawler with this product token, as written.
    Crawler(Box<str>),
}

impl Addressee {
    /// Whom a name addresses that stands where `*` is everyone; none where it is empty or longer
    /// than [`limits::AGENT_NAME`].
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        match name {
            "*" => Some(Self::Everyone),
            "" => None,
            _ if name.len() > limits::AGENT_NAME => None,
            _ => Some(Self::Crawler(name.into())),
        }
    }

    /// Whether all that is said to `other` is said to it: names compare ignoring case (T-02).
    pub(crate) fn hears(&self, other: &Self) -> bool {
        match (self, other) {
            (_, Self::Everyone) => true,
            (Self::Everyone, _) => false,
            (Self::Crawler(one), Self::Crawler(other)) => one.eq_ignore_ascii_case(other),
        }
    }
}

/// A rule as read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directive {
    /// For whom it is.
    pub addressee: Addressee,
    /// What it says.
    pub rule: PageRule,
    /// Where it stands in the value, with its own value.
    pub span: Span,
}

/// What a value says, and what was wrong with it. All spans point into the value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Directives {
    /// The rules, in the order in which they stand.
    pub rules: Vec<Directive>,
    /// What was wrong, in the order in which it was found.
    pub problems: Vec<(ProblemKind, Span)>,
}

impl Directives {
    pub(crate) fn rule(&mut self, addressee: &Addressee, rule: PageRule, span: Span) {
        self.rules.push(Directive { addressee: addressee.clone(), rule, span });
    }

    pub(crate) fn problem(&mut self, kind: ProblemKind, span: Span) {
        self.problems.push((kind, span));
    }

    /// Tells of every `indexifembedded` that would lift a `noindex` (T-03).
    pub(crate) fn tell_of_lifting(&mut self) {
        let kept_out = |to: &Addressee| {
            self.rules.iter().any(|said| said.rule.keeps_out() && to.hears(&said.addressee))
        };
        let lifts = self
            .rules
            .iter()
            .filter(|said| said.rule == PageRule::IndexIfEmbedded && kept_out(&said.addressee));
        let spans: Vec<Span> = lifts.map(|said| said.span).collect();
        self.problems.extend(spans.into_iter().map(|span| (ProblemKind::RuleOnlyRestricts, span)));
    }
}
