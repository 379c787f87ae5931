//! Rules that never decide, or that change nothing.

use placet::robots::RuleKind;

use super::fields::Rule;
use crate::convert::path_set::{PathSet, Steps, TooLong};

/// Removes rules that change nothing and over which others would have to be repeated.
pub(super) fn without(rules: &[Rule], steps: &mut Steps) -> Result<Vec<Rule>, TooLong> {
    let mut kept: Vec<Rule> = Vec::with_capacity(rules.len());
    for (at, rule) in rules.iter().enumerate() {
        let heavier = rules.get(at + 1..).unwrap_or_default();
        if !(is_in_the_way(rule, heavier, steps)? && is_idle(rule, &kept, steps)?) {
            kept.push(rule.clone());
        }
    }
    Ok(kept)
}

/// Whether a rule of the other kind and higher precedence would have to be repeated over this one.
pub(super) fn is_in_the_way(
    rule: &Rule,
    heavier: &[Rule],
    steps: &mut Steps,
) -> Result<bool, TooLong> {
    let head = rule.paths.folded_head().len();
    for other in heavier.iter().filter(|it| it.kind != rule.kind) {
        let is_longer = head > other.paths.folded_head().len();
        if is_longer && other.paths.overlaps(&rule.paths, steps)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the rules of lower precedence decide all of its paths the same way; paths without a rule
/// are open.
fn is_idle(rule: &Rule, lighter: &[Rule], steps: &mut Steps) -> Result<bool, TooLong> {
    for other in lighter.iter().rev() {
        if other.kind != rule.kind {
            if other.paths.overlaps(&rule.paths, steps)? {
                return Ok(false);
            }
        } else if other.paths.covers(&rule.paths, steps)? {
            return Ok(true);
        }
    }
    Ok(rule.kind == RuleKind::Allow)
}

/// The index of the last rule that contains all of the paths.
pub(super) fn last_over(
    paths: &PathSet,
    rules: &[Rule],
    steps: &mut Steps,
) -> Result<Option<usize>, TooLong> {
    for (at, rule) in rules.iter().enumerate().rev() {
        if rule.paths.covers(paths, steps)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}
