//! The statements to a crawler about crawling, from ACAP and conventional records.

use placet::acap::AcapStatement;
use placet::explain::GroupChoice;
use placet::robots::RuleKind;
use placet::statement::StatementKind;
use placet::{AgentPolicy, RobotsPolicy, Usage};

use super::lengths::{Statement, Weight};
use crate::convert::path_set::PathSet;
use crate::convert::{Loss, LossKind};

/// The statements to a crawler about crawling.
pub(super) fn statements(
    policy: &RobotsPolicy,
    site: &AgentPolicy,
    losses: &mut Vec<Loss>,
) -> Vec<Statement> {
    let mut statements = Vec::new();
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
            // Takes precedence over all permissions.
            let layer = if statement.usage() == Usage::Crawl { u8::MAX } else { layer };
            let weight = Weight::Scope(b"/".to_vec());
            statements.push(Statement { kind, paths: PathSet::everything(), line, layer, weight });
            continue;
        };
        for pattern in patterns {
            let weight = Weight::Scope(pattern.to_ascii_lowercase());
            let sets = PathSet::of(pattern).into_iter();
            statements.extend(sets.map(|paths| Statement {
                kind,
                paths,
                line,
                layer,
                weight: weight.clone(),
            }));
        }
    }
    if !policy.ignores_conventional_records() {
        add_conventional(policy, site, &mut statements, losses);
    }
    statements
}

/// Adds the conventional rules for the crawler, which must permit as well.
fn add_conventional(
    policy: &RobotsPolicy,
    site: &AgentPolicy,
    statements: &mut Vec<Statement>,
    losses: &mut Vec<Loss>,
) {
    let mut conventional = Vec::new();
    for rule in site.rules() {
        let (kind, line, weight) = (rule.kind(), rule.line(), Weight::Rank(rule.rank()));
        let Some(normal) = rule.normal_form() else {
            let why = "it is read in two ways, before and after the ? of a URL";
            losses.push(Loss::new(LossKind::Pattern, Some(line), why).of(rule.text()));
            continue;
        };
        if contradicted(policy, site, normal, kind) {
            continue;
        }
        let sets = PathSet::of(normal).into_iter();
        conventional.extend(sets.map(|paths| Statement {
            kind,
            paths,
            line,
            layer: 0,
            weight: weight.clone(),
        }));
    }
    let lifts = |statements: &[Statement]| statements.iter().any(|it| it.kind == RuleKind::Allow);
    if !lifts(&conventional) {
        // A rule that closes nothing opens nothing either.
        statements.extend(conventional.into_iter().map(|it| Statement { layer: u8::MAX, ..it }));
    } else if !lifts(statements) {
        statements.extend(conventional);
    } else if is_same(statements, &conventional) {
        *statements = conventional;
    } else {
        let why = "both the ACAP and the conventional records have permissions; every prohibition of either stays";
        let loss = Loss::new(LossKind::Law, None, why);
        if !losses.contains(&loss) {
            losses.push(loss);
        }
        conventional.retain(|it| it.kind == RuleKind::Disallow);
        statements.extend(conventional.into_iter().map(|it| Statement { layer: u8::MAX, ..it }));
    }
}

/// Whether the crawl fields repeat the conventional rules, apart from permissions of everything.
fn is_same(statements: &[Statement], conventional: &[Statement]) -> bool {
    let counts =
        |it: &&Statement| it.kind == RuleKind::Disallow || it.paths != PathSet::everything();
    let within = |some: &[Statement], others: &[Statement]| {
        some.iter()
            .filter(counts)
            .all(|it| others.iter().any(|other| it.kind == other.kind && it.paths == other.paths))
    };
    within(statements, conventional) && within(conventional, statements)
}

/// Whether an ACAP field contradicts a conventional rule on the same pattern, so that the rule does
/// not apply.
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
