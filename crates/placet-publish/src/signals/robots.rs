//! The robots.txt of the result: groups with signals and rules.

use placet::RobotsPolicy;
use placet::explain::GroupChoice;
use placet::robots::{Record, RuleKind};
use placet::syntax::robots::{Key, RecordScope};

use super::audience::Audience;

/// The rules and other records of an audience in the source, as lines.
pub(super) fn rules(base: &RobotsPolicy, audience: &Audience) -> Vec<String> {
    let site = base.for_agent(&audience.crawler);
    let rules = site.rules().map(|rule| {
        let kind = if rule.kind() == RuleKind::Allow { "Allow" } else { "Disallow" };
        line(kind, &rule.pattern())
    });
    rules.chain(others(base, audience)).collect()
}

/// The records of the groups of an audience that are neither rules nor signals.
pub(super) fn others(base: &RobotsPolicy, audience: &Audience) -> Vec<String> {
    let site = base.for_agent(&audience.crawler);
    let kept = site.records().filter(|it| !is_signal(it.kind()) && !is_of_file(it));
    kept.map(|it| line(&it.key(), &it.value())).collect()
}

fn line(key: &str, value: &str) -> String {
    let space = if value.is_empty() { "" } else { " " };
    format!("{key}:{space}{value}")
}

fn is_of_file(record: &Record<'_>) -> bool {
    record.kind().scope() == Some(RecordScope::File)
}

fn is_signal(key: Key) -> bool {
    matches!(
        key,
        Key::ContentUsage
            | Key::ContentSignal
            | Key::License
            | Key::AllowAiTraining
            | Key::DisallowAiTraining
            | Key::Acap
    )
}

/// A group of the result.
struct Group<'a> {
    names: Vec<&'a str>,
    audience: &'a Audience,
}

/// The text of robots.txt.
///
/// In each group the signals come directly after the `User-agent` lines, and at least one rule after
/// them. So parsers that do not know the signals see the same groups, and no signal is the last record
/// of the file, where it could count for all groups (S-011, S-031, S-038).
pub(super) fn text(base: &RobotsPolicy, audiences: &[Audience]) -> String {
    let others = audiences.iter().find(|it| it.is_others());
    let mut groups: Vec<Group<'_>> = Vec::new();
    for audience in audiences.iter().filter(|it| it.is_written) {
        let same = |it: &Audience| it.rules == audience.rules && it.signals == audience.signals;
        let is_named = base.for_agent(&audience.crawler).choice() == GroupChoice::Named;
        if audience.is_others() {
            let is_empty = audience.rules.is_empty() && audience.signals.is_empty();
            if is_empty && !base.addressees().iter().any(|it| it.name() == "*") {
                continue;
            }
        } else if !is_named && others.is_some_and(same) {
            continue;
        }
        let joins = |it: &&mut Group<'_>| !it.audience.is_others() && same(it.audience);
        match groups.iter_mut().find(joins).filter(|_| !audience.is_others()) {
            Some(group) => group.names.push(&audience.name),
            None => groups.push(Group { names: vec![&audience.name], audience }),
        }
    }
    let mut blocks: Vec<String> = Vec::new();
    for Group { names, audience } in &groups {
        let mut lines: Vec<String> = names.iter().map(|it| line("User-agent", it)).collect();
        lines.extend(audience.signals.iter().cloned());
        let is_rule = |it: &String| it.starts_with("Allow:") || it.starts_with("Disallow:");
        if !audience.rules.iter().any(is_rule) {
            lines.push("Disallow:".to_owned());
        }
        lines.extend(audience.rules.iter().cloned());
        blocks.push(lines.join("\n") + "\n");
    }
    let global: Vec<String> = base
        .records()
        .filter(|it| it.kind() != Key::Acap && !is_signal(it.kind()))
        .filter(|it| is_of_file(it) || it.group().is_none())
        .map(|it| line(&it.key(), &it.value()) + "\n")
        .collect();
    if !global.is_empty() {
        blocks.push(global.concat());
    }
    blocks.join("\n")
}
