//! What is said to a crawler about crawling, by ACAP and by convention.

use placet::acap::AcapStatement;
use placet::explain::GroupChoice;
use placet::robots::RuleKind;
use placet::statement::StatementKind;
use placet::{AgentPolicy, RobotsPolicy, Usage};

use super::lengths::{Said, Weight};
use crate::convert::path_set::PathSet;
use crate::convert::{Loss, LossKind};

/// All that is said to a crawler about crawling.
pub(super) fn said(policy: &RobotsPolicy, site: &AgentPolicy, losses: &mut Vec<Loss>) -> Vec<Said> {
    let mut said = Vec::new();
    for statement in policy.acap_statements().filter(AcapStatement::is_general) {
        let line = statement.line();
        let kind = match statement.kind() {
            StatementKind::Permit => RuleKind::Allow,
            _ => RuleKind::Disallow,
        };
        let Some(by_name) = statement.addresses(site.agent()) else { continue };
        let layer = match (statement.usage(), by_name, kind) {
            (Usage::Crawl, true, _) => 4,
            (Usage::Other, true, RuleKind::Disallow) => 3,
            (Usage::Crawl, false, _) => 2,
            (Usage::Other, false, RuleKind::Disallow) => 1,
            _ => continue,
        };
        let Some(patterns) = statement.patterns() else {
            // Whatever else permits.
            let layer = if statement.usage() == Usage::Crawl { u8::MAX } else { layer };
            let weight = Weight::Scope(b"/".to_vec());
            said.push(Said { kind, paths: PathSet::everything(), line, layer, weight });
            continue;
        };
        for pattern in patterns {
            let weight = Weight::Scope(pattern.to_ascii_lowercase());
            let sets = PathSet::of(pattern).into_iter();
            said.extend(sets.map(|paths| Said {
                kind,
                paths,
                line,
                layer,
                weight: weight.clone(),
            }));
        }
    }
    if !policy.ignores_conventional_records() {
        beside(policy, site, &mut said, losses);
    }
    said
}

/// Adds the conventional rules for the crawler, which must permit as well.
fn beside(policy: &RobotsPolicy, site: &AgentPolicy, said: &mut Vec<Said>, losses: &mut Vec<Loss>) {
    let mut conventional = Vec::new();
    for rule in site.rules() {
        let (kind, line, weight) = (rule.kind(), rule.line(), Weight::Rank(rule.rank()));
        let Some(normal) = rule.normal_form() else {
            let why = "it is read in two ways, before and behind the ? of a URL";
            losses.push(Loss::new(LossKind::Pattern, Some(line), why).of(rule.text()));
            continue;
        };
        if contradicted(policy, site, normal, kind) {
            continue;
        }
        let sets = PathSet::of(normal).into_iter();
        conventional.extend(sets.map(|paths| Said {
            kind,
            paths,
            line,
            layer: 0,
            weight: weight.clone(),
        }));
    }
    let lifts = |said: &[Said]| said.iter().any(|it| it.kind == RuleKind::Allow);
    if !lifts(&conventional) {
        // What closes nothing else opens.
        said.extend(conventional.into_iter().map(|it| Said { layer: u8::MAX, ..it }));
    } else if !lifts(said) {
        said.extend(conventional);
    } else if is_same(said, &conventional) {
        *said = conventional;
    } else {
        let why =
            "both the ACAP and the conventional records permit; all that either prohibits stays";
        let loss = Loss::new(LossKind::Law, None, why);
        if !losses.contains(&loss) {
            losses.push(loss);
        }
        conventional.retain(|it| it.kind == RuleKind::Disallow);
        said.extend(conventional.into_iter().map(|it| Said { layer: u8::MAX, ..it }));
    }
}

/// Whether the crawl fields are the conventional rules over again, whatever permits everything
/// aside.
fn is_same(said: &[Said], conventional: &[Said]) -> bool {
    let counts = |it: &&Said| it.kind == RuleKind::Disallow || it.paths != PathSet::everything();
    let within = |some: &[Said], others: &[Said]| {
        some.iter()
            .filter(counts)
            .all(|it| others.iter().any(|other| it.kind == other.kind && it.paths == other.paths))
    };
    within(said, conventional) && within(conventional, said)
}

/// Whether an ACAP field contradicts a conventional rule on the same pattern, so that the rule is
/// left out.
fn contradicted(policy: &RobotsPolicy, site: &AgentPolicy, normal: &[u8], kind: RuleKind) -> bool {
    let slash: &[u8] = if normal.starts_with(b"/") { b"" } else { b"/" };
    let rooted = [slash, normal].concat();
    let agent = site.agent();
    let crawl = || {
        let general = policy.acap_statements().filter(AcapStatement::is_general);
        general.filter(|it| it.usage() == Usage::Crawl)
    };
    let named = crawl().any(|it| it.addresses(agent) == Some(true));
    let mut corresponding = crawl().filter(|it| match it.addresses(agent) {
        Some(true) => true,
        Some(false) => !named && site.choice() == GroupChoice::Global,
        None => false,
    });
    corresponding.any(|it| {
        let same = it.patterns().is_some_and(|mut patterns| patterns.any(|it| it == rooted));
        same && it.kind() != kind.into()
    })
}
