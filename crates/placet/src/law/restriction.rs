//! Rules in header and META: they only restrict (Robots-Tag draft §3.1.1, §3.1.3; T-03 to T-05).

use crate::syntax::rule::PageRule;
pub(crate) use crate::syntax::rule::RuleEffect as Effect;
use crate::vocabulary::{Profile, Usage};

/// What a rule does to a usage in a profile; none where it does not touch it. Rules about models are
/// signals, which the full profile alone reads (signals-law S-091).
pub(crate) fn effect(rule: &PageRule, usage: Usage, profile: Profile) -> Option<Effect> {
    (!rule.is_signal() || profile == Profile::Full).then(|| touches(rule, usage))?
}

/// What a rule does to a usage where it is read.
pub(crate) fn touches(rule: &PageRule, usage: Usage) -> Option<Effect> {
    rule.effect(usage)
}

/// Whether it shows a part of the text.
pub(crate) fn is_snippet(usage: Usage) -> bool {
    usage.is_snippet()
}
