//! How two answers to one question are compared.

use crate::question::Answer;

/// Where the engine's answer differs from the naive one.
///
/// The engine may report more problems than the naive interpreter lists, and may name a deciding
/// statement where an earlier step or another usage prohibits as well.
pub(crate) fn differences(naive: &Answer, engine: &Answer) -> Vec<&'static str> {
    let mut differing = Vec::new();
    let mut check = |what, holds: bool| differing.extend((!holds).then_some(what));
    check("verdict", naive.allowed == engine.allowed);
    check("conditions", naive.conditions == engine.conditions);
    check("by", naive.by.is_none() || naive.by == engine.by);
    check("families", naive.families == engine.families);
    check("contradictions", naive.contradictions == engine.contradictions);
    check("problems", naive.problems.is_subset(&engine.problems));
    check("policy", naive.policy.is_none() || naive.policy == engine.policy);
    differing
}
