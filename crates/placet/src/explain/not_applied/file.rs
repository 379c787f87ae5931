//! The statements of robots.txt, and of the files that it refers to, that did not apply.

use std::collections::HashSet;

use super::{Applied, List, NotApplied, NotAppliedReason, is_about};
use crate::evaluate::AgentPolicy;
use crate::law::rfc9309::{Conventional, GroupChoice, patterns};
use crate::pattern::Target;
use crate::policy::{AgentLine, Rule, Statement};
use crate::vocabulary::Usage;

/// The lines of groups for other crawlers, and the rules that do not match.
pub(super) fn conventional(chosen: &Conventional, target: &Target<'_>, list: &mut List) {
    let file = chosen.policy();
    let parts = &*file.parts;
    let matches = |rule: &Rule<'_>| patterns(parts, rule.part).any(|it| it.matches(target));
    let mut push = |line, span, reason, concerns| {
        list.push(|| NotApplied { concerns, ..NotApplied::in_file(file, line, span, reason) });
    };
    let mut applying = chosen.groups().map(|group| group.index()).peekable();
    for group in file.groups() {
        if applying.next_if_eq(&group.index()).is_some() {
            for rule in group.rules().filter(|rule| !matches(rule)) {
                push(rule.line(), rule.record(), NotAppliedReason::OtherResource, false);
            }
            continue;
        }
        let concerns = group.rules().any(|rule| matches(&rule));
        let is_hidden =
            |line: &AgentLine<'_>| line.is_global() && chosen.choice() == GroupChoice::Named;
        let reason = |is_hidden: bool| {
            if is_hidden { NotAppliedReason::Named } else { NotAppliedReason::OtherCrawler }
        };
        for line in group.agents() {
            push(line.line(), line.record(), reason(is_hidden(&line)), concerns);
        }
        let of_rules = reason(group.agents().any(|line| is_hidden(&line)));
        for rule in group.rules() {
            push(rule.line(), rule.record(), of_rules, matches(&rule));
        }
    }
}

/// The ACAP statements of the files, each line once.
pub(super) fn acap(
    agent_policy: &AgentPolicy,
    target: &Target<'_>,
    needed: &[Usage],
    applied: &Applied,
    list: &mut List,
) {
    let folded = target.bytes().to_ascii_lowercase();
    let folded = Target::of_bytes(&folded);
    let files = agent_policy.applicable().into_iter().flat_map(|it| (0..).zip(&it.files));
    for (at, file) in files {
        let Some(acap) = file.parts.acap() else { continue };
        // A local usage makes several statements of one line.
        let lines = |wanted: &dyn Fn(u32, &Statement) -> bool| -> HashSet<u32> {
            let all = (0..).zip(&acap.statements);
            all.filter(|&(place, it)| wanted(place, it)).map(|(_, it)| it.line).collect()
        };
        let mut done = lines(&|place, _| applied.statements.contains(&(Some(at), place)));
        let about = lines(&|_, statement| is_about(needed, statement.usage));
        for statement in &acap.statements {
            if !done.insert(statement.line) {
                continue;
            }
            let record = acap.records.get(statement.record as usize);
            let addressed = record.and_then(|record| record.addresses(agent_policy.agent()));
            let matches = acap
                .patterns_of(statement)
                .is_none_or(|all| all.iter().any(|it| it.pattern().matches(&folded)));
            let about = about.contains(&statement.line);
            let reason = NotAppliedReason::of(addressed.is_some(), about, matches);
            let line = statement.line as usize;
            list.push(|| NotApplied {
                concerns: matches,
                ..NotApplied::in_file(file, line, statement.span, reason)
            });
        }
    }
}
