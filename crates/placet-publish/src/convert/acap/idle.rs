//! Rules that never decide, or decide what would be so without them.

use placet::robots::RuleKind;

use super::fields::Rule;
use crate::convert::path_set::{PathSet, Steps, TooLong};

/// The rules without those that change nothing and that others would have to be said again before.
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

/// Whether a heavier rule of the other kind would have to be said again before this one.
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

/// Whether the lighter rules decide all of its paths as it does; where none speaks, they are open.
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

/// The place of the last of some rules that has all paths of the paths.
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
