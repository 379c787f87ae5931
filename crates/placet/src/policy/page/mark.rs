//! The statements of class tokens (Part 2 §2.2.5).

use crate::policy::acap::Constituent;
use crate::policy::{Definitions, Fault};
use crate::syntax::acap;
use crate::syntax::acap::ClassUsage;
use crate::syntax::markup::Element;
use crate::vocabulary::{Condition, RuleKind, Usage};

/// A permission or prohibition on an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) document: u32,
    pub(crate) element: u32,
    /// Its index among the tokens of the element.
    pub(crate) token: u32,
    pub(crate) names: Named,
    /// Its effect: a permission that is not understood is a prohibition.
    pub(crate) kind: RuleKind,
    pub(crate) fault: Option<Fault>,
}

/// What a mark is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Named {
    /// A usage.
    Usage(Usage),
    /// The usages that robots.txt defines under this name (Part 2 §3, A-52).
    Local(Box<str>),
}

impl Mark {
    /// Its effect on exactly this usage. A prohibition of a name that is not defined prohibits
    /// every usage; a permission of one grants nothing.
    pub(crate) fn about(
        &self,
        usage: Usage,
        definitions: Option<&Definitions>,
    ) -> Option<RuleKind> {
        match &self.names {
            Named::Usage(own) => (*own == usage).then_some(self.kind),
            Named::Local(_) if self.is_undefined(definitions) => {
                (self.kind == RuleKind::Disallow).then_some(RuleKind::Disallow)
            }
            Named::Local(name) => {
                let mut parts = constituents(name, usage, definitions).peekable();
                parts.peek()?;
                // A definition that is not understood prohibits.
                let understood = parts.all(|part| part.conditions.is_ok());
                Some(if understood { self.kind } else { RuleKind::Disallow })
            }
        }
    }

    /// The conditions on which it permits exactly this usage.
    pub(crate) fn conditions<'d>(
        &self,
        usage: Usage,
        definitions: Option<&'d Definitions>,
    ) -> Vec<&'d Condition> {
        match &self.names {
            Named::Usage(_) => Vec::new(),
            Named::Local(name) => constituents(name, usage, definitions)
                .flat_map(|part| part.conditions.iter().flatten())
                .collect(),
        }
    }

    /// Whether it names a usage that is not defined.
    pub(crate) fn is_undefined(&self, definitions: Option<&Definitions>) -> bool {
        match &self.names {
            Named::Usage(_) => false,
            Named::Local(name) => definitions.is_none_or(|it| it.usage(name).is_none()),
        }
    }
}

/// The definition of a local name, as far as it is about a usage.
fn constituents<'d>(
    name: &str,
    usage: Usage,
    definitions: Option<&'d Definitions>,
) -> impl Iterator<Item = &'d Constituent> {
    let local = definitions.and_then(|definitions| definitions.usage(name));
    let all = local.into_iter().flat_map(|local| &local.constituents);
    all.filter(move |part| part.usage == usage)
}

/// The statements of the tokens of an element, each with its index.
pub(super) fn marks(document: u32, element: u32, read: &Element) -> impl Iterator<Item = Mark> {
    (0..).zip(&read.tokens).filter_map(move |(token, written)| {
        let (names, kind, fault) = self::read(written)?;
        Some(Mark { document, element, token, names, kind, fault })
    })
}

/// The statement of a token: which usage, and whether it permits. `None` where it names no known
/// usage, so that it has no effect.
fn read(token: &str) -> Option<(Named, RuleKind, Option<Fault>)> {
    let read = acap::read_class(token)?;
    let names = match read.usage {
        ClassUsage::Standard(span) => Named::Usage(Usage::of_acap(token.get(span.range())?)?),
        ClassUsage::Local(span) => Named::Local(token.get(span.range())?.into()),
    };
    Some(match (read.allows, read.stray) {
        (true, false) => (names, RuleKind::Allow, None),
        (true, true) => (names, RuleKind::Disallow, Some(Fault::NotOneExpression)),
        (false, _) => (names, RuleKind::Disallow, None),
    })
}
