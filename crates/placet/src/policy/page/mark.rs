//! What class tokens say (Part 2 §2.2.5).

use crate::policy::{Fault, RuleKind};
use crate::syntax::acap;
use crate::syntax::html::Element;
use crate::usage::Usage;

/// A permission or prohibition on an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) document: u32,
    pub(crate) element: u32,
    /// Its place among the element's tokens.
    pub(crate) token: u32,
    pub(crate) usage: Usage,
    /// What it amounts to: a permission that is not understood is a prohibition.
    pub(crate) kind: RuleKind,
    pub(crate) fault: Option<Fault>,
}

/// What the tokens of an element say, each with its place among them.
pub(super) fn marks(document: u32, element: u32, read: &Element) -> impl Iterator<Item = Mark> {
    (0..).zip(&read.tokens).filter_map(move |(token, written)| {
        let (usage, kind, fault) = self::read(written)?;
        Some(Mark { document, element, token, usage, kind, fault })
    })
}

/// What a token says: which usage, which way. None where it names no usage that is known, which
/// has no effect.
fn read(token: &str) -> Option<(Usage, RuleKind, Option<Fault>)> {
    let read = acap::read_class(token)?;
    let usage = Usage::of_acap(token.get(read.usage.range())?)?;
    Some(match (read.allows, read.stray) {
        (true, false) => (usage, RuleKind::Allow, None),
        (true, true) => (usage, RuleKind::Disallow, Some(Fault::NotOneExpression)),
        (false, _) => (usage, RuleKind::Disallow, None),
    })
}
