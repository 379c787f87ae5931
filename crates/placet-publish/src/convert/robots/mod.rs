//! From ACAP records to conventional groups, for crawling.

mod lengths;
mod lost;
mod statements;

use placet::robots::RuleKind;
use placet::syntax::robots::{Key, RecordScope, is_markup};
use placet::write::{Group, LineEnd, Other, PathPattern, RobotsFile};
use placet::{Agent, RobotsPolicy, Usage, limits};

use super::compare::compare;
use super::path_set::Steps;
use super::{Converted, Loss, LossKind, Unconvertible};
use lengths::{Rule, rules};
use statements::statements;

/// Converts the ACAP fields about crawling to conventional rules.
///
/// Each crawler that the file names, and all others together, get a group with every statement to it:
/// by name over any crawler (R-060), narrower over broader (ACAP 1.0 §2.4.5), prohibitions of `other`
/// below both (R-084), and the conventional records, which must permit as well (A-24). A rule that must
/// take precedence over a longer one gets `*` at its end.
///
/// All other usages, conditions, purposes, references and requests are lost; each is listed with its
/// line. So is the fact that ACAP patterns ignore case (R-072), if a pattern has letters.
///
/// ```
/// use placet_publish::convert::to_robots;
///
/// let text = b"ACAP-crawler: *\nACAP-disallow-crawl: /a/\nACAP-disallow-index: /b/\n";
/// let converted = to_robots(text)?;
/// assert_eq!(converted.text, b"User-agent: *\nDisallow: /a/\n");
/// assert_eq!(converted.losses[0].line, Some(3));
/// # Ok::<(), placet_publish::convert::Unconvertible>(())
/// ```
///
/// # Errors
/// If it is a web page, has no ACAP field, or exceeds
/// [`PATTERN_STEPS`](crate::limits::PATTERN_STEPS).
pub fn to_robots(text: &[u8]) -> Result<Converted, Unconvertible> {
    if is_markup(text) {
        return Err(Unconvertible::Page);
    }
    let policy = RobotsPolicy::parse(text);
    if !policy.records().any(|record| record.kind() == Key::Acap) {
        return Err(Unconvertible::Nothing);
    }
    let mut losses = lost::lost(&policy);
    let mut file = RobotsFile::new();
    for record in policy.records().filter(|record| record.group().is_none() || is_global(record)) {
        if let Some(other) = other(&record) {
            file.other(other);
        }
    }
    let agents = addressees(&policy, &mut losses);
    let mut steps = Steps::new();
    let mut groups: Vec<(Vec<String>, Vec<Rule>, Vec<Other>)> = Vec::new();
    for agent in &agents {
        let site = policy.for_agent(agent);
        let (rules, lost) = rules(&statements(&policy, &site, &mut losses), &mut steps)?;
        for line in lost {
            let why = format!("no rule can express it for {agent} next to the others");
            losses.push(Loss::new(LossKind::Law, Some(line), why));
        }
        let others: Vec<Other> =
            site.records().filter(|it| !is_global(it)).filter_map(|it| other(&it)).collect();
        match groups.iter_mut().find(|(_, known, with)| *known == rules && *with == others) {
            Some((names, ..)) => names.push(agent.name().to_owned()),
            None => groups.push((vec![agent.name().to_owned()], rules, others)),
        }
    }
    for (names, rules, others) in groups {
        if let Some(group) = group(&names, rules, others, &mut losses) {
            file.group(group);
        }
    }
    let line_end =
        if text.windows(2).any(|it| it == b"\r\n") { LineEnd::CrLf } else { LineEnd::Lf };
    let text = file.print(line_end).into_bytes();
    let mut converted = Converted { text, losses, notes: Vec::new() };
    if converted.text.len() > limits::FILE_MIN {
        let why = "the result is longer than the 500 KiB that all crawlers read";
        converted.losses.push(Loss::new(LossKind::Length, None, why));
    }
    let refers = converted.losses.iter().any(|loss| loss.kind == LossKind::Reference);
    if !refers {
        let law = "patterns in robots.txt are case-sensitive, in ACAP they are not";
        let after = RobotsPolicy::parse(&converted.text);
        compare(&policy, &after, |name| Group::new(name).is_ok(), law, &mut converted);
    }
    Ok(converted)
}

/// The crawlers that get a group.
fn addressees(policy: &RobotsPolicy, losses: &mut Vec<Loss>) -> Vec<Agent> {
    let mut agents: Vec<Agent> = Vec::new();
    let named = policy.acap_statements().filter(|it| bears_on_crawling(it.usage()));
    let named = named.flat_map(|it| it.names().map(move |name| (Some(it.line()), name)));
    let known = policy.addressees();
    let all = named.chain(known.iter().map(|agent| (None, agent.name())));
    for (line, name) in all {
        if agents.iter().any(|known| known.name().eq_ignore_ascii_case(name)) {
            continue;
        }
        if let Err(error) = Group::new(name) {
            let loss = Loss::new(LossKind::Name, line, error.to_string()).of(name);
            if !name.is_empty() && !losses.iter().any(|it| it.text == loss.text) {
                losses.push(loss);
            }
            continue;
        }
        agents.push(Agent::exact(name));
    }
    let any = Agent::new("*");
    let star = policy.acap_statements().any(|it| it.addresses(&any).is_some());
    if star && !agents.iter().any(|agent| agent.name() == "*") {
        agents.insert(0, any);
    }
    agents
}

fn bears_on_crawling(usage: Usage) -> bool {
    matches!(usage, Usage::Crawl | Usage::Other)
}

/// Whether a record applies to the whole file.
fn is_global(record: &placet::robots::Record<'_>) -> bool {
    record.kind().scope() == Some(RecordScope::File)
}

fn other(record: &placet::robots::Record<'_>) -> Option<Other> {
    Other::new(&record.key(), &record.value()).ok().filter(|_| record.kind() != Key::Acap)
}

fn group(
    names: &[String],
    rules: Vec<Rule>,
    others: Vec<Other>,
    losses: &mut Vec<Loss>,
) -> Option<Group> {
    let (first, rest) = names.split_first()?;
    let mut group = Group::new(first).ok()?;
    for name in rest {
        group = group.agent(name).ok()?;
    }
    if rules.is_empty() {
        group = group.disallow_nothing();
    }
    for Rule { kind, text, line } in rules {
        let Ok(pattern) = PathPattern::new(&text) else {
            let why = "it cannot be written as a pattern";
            losses.push(Loss::new(LossKind::Pattern, Some(line), why).of(text));
            continue;
        };
        group = match kind {
            RuleKind::Allow => group.allow(pattern),
            RuleKind::Disallow => group.disallow(pattern),
        };
    }
    Some(others.into_iter().fold(group, Group::other))
}
