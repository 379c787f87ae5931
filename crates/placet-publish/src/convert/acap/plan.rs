//! Which crawlers get a record, and what is in it.

use placet::robots::{Rank, RuleKind};
use placet::write::{Crawlers, Field, PathPattern, QualifiedUsage, Record};
use placet::{Agent, AgentPolicy, RobotsPolicy, Usage};

use super::fields::{Fields, Manner, Own, Rule};
use crate::convert::path_set::{PathSet, Steps, TooLong};
use crate::convert::{Converted, Loss, LossKind, Unconvertible};
use crate::limits::{FIELDS, FIELDS_EACH, FIELDS_FEW};

/// A planned record.
#[derive(Debug)]
pub(super) struct Plan {
    /// In the order of the file; empty for any crawler.
    names: Vec<String>,
    rules: Vec<Rule>,
    /// The plans that also address these crawlers.
    above: Vec<usize>,
    fields: Vec<(RuleKind, String, Option<usize>)>,
}

/// The records, in the order in which the file first addresses their crawlers.
pub(super) fn plans(
    policy: &RobotsPolicy,
    out: &mut Converted,
) -> Result<Vec<Plan>, Unconvertible> {
    let agents = policy.addressees();
    let any = policy.for_agent(Agent::new("*"));
    let any_rules = rules(&any, &mut out.losses, &mut out.notes);
    // A name comes after its own prefixes.
    let mut order: Vec<usize> = (0..agents.len()).collect();
    order.sort_by_key(|&at| agents.get(at).map_or(0, |agent| agent.name().len()));
    let mut plans: Vec<(usize, Plan)> = Vec::new();
    for at in order {
        let Some(agent) = agents.get(at) else { continue };
        if agent.name() == "*" {
            let (rules, names) = (any_rules.clone(), Vec::new());
            plans.push((at, Plan { names, rules, above: Vec::new(), fields: Vec::new() }));
            continue;
        }
        if let Err(error) = Crawlers::named([agent.name()]) {
            let line = policy.for_agent(agent).lines().next().map(|line| line.line());
            out.losses.push(Loss::new(LossKind::Name, line, error.to_string()).of(agent.name()));
            continue;
        }
        let own = rules(&policy.for_agent(agent), &mut Vec::new(), &mut Vec::new());
        let above: Vec<usize> = (0..)
            .zip(&plans)
            .filter(|(_, (_, plan))| plan.names.iter().any(|name| begins(agent.name(), name)))
            .map(|(place, _)| place)
            .collect();
        let same = plans
            .iter_mut()
            .find(|(_, plan)| !plan.names.is_empty() && plan.rules == own && plan.above == above);
        if let Some((first, plan)) = same {
            *first = at.min(*first);
            plan.names.push(agent.name().to_owned());
            continue;
        }
        let names = vec![agent.name().to_owned()];
        plans.push((at, Plan { names, rules: own, above, fields: Vec::new() }));
    }
    for (_, plan) in &mut plans {
        plan.names.sort_by_key(|name| agents.iter().position(|agent| agent.name() == name));
    }
    fill(&mut plans, &any_rules, &mut out.losses)?;
    plans.sort_by_key(|&(first, _)| first);
    Ok(plans.into_iter().map(|(_, plan)| plan).collect())
}

/// Whether a record for `start` addresses the crawler.
fn begins(name: &str, start: &str) -> bool {
    let (name, start) = (name.to_ascii_lowercase(), start.to_ascii_lowercase());
    name.strip_prefix(&start)
        .is_some_and(|rest| rest.chars().next().is_some_and(|next| !next.is_alphanumeric()))
}

/// Finds the fields of all records: all that are needed, or fewer if there are too many.
fn fill(
    plans: &mut [(usize, Plan)],
    any: &[Rule],
    losses: &mut Vec<Loss>,
) -> Result<(), Unconvertible> {
    for (_, plan) in plans.iter_mut() {
        if !plan.names.is_empty() && (!any.is_empty() || !plan.above.is_empty()) {
            let paths = PathSet::everything();
            plan.rules.insert(0, Rule { kind: RuleKind::Allow, paths, line: None });
        }
    }
    let rules: usize = plans.iter().map(|(_, plan)| plan.rules.len()).sum();
    let most = rules.saturating_mul(FIELDS_EACH).clamp(FIELDS_FEW, FIELDS);
    let (fields, owns) = match say(plans, Manner::Whole, most) {
        Ok(fields) => fields,
        Err(TooLong) => say(plans, Manner::Short, FIELDS)?,
    };
    for ((_, plan), own) in plans.iter_mut().zip(&owns) {
        let name = plan.names.first().map_or("*", |name| name);
        for line in &own.lost {
            let why =
                format!("it cannot be expressed for {name} next to the fields of a shorter name");
            losses.push(Loss::new(LossKind::Law, *line, why));
        }
        let mut shortened = own.shortened.clone();
        shortened.sort_unstable();
        shortened.dedup();
        for line in shortened {
            let why = format!(
                "it opens less to {name}: to say it inside every shorter prohibition would take too \
                 many fields"
            );
            losses.push(Loss::new(LossKind::Law, line, why));
        }
        let own = own.places.iter().filter_map(|&place| fields.get(place));
        plan.fields = own.map(|field| (field.kind, field.text(), field.line)).collect();
        plan.fields.sort_by_key(|&(_, _, line)| line);
    }
    Ok(())
}

/// The fields of all records, and the record of each.
fn say(
    plans: &[(usize, Plan)],
    manner: Manner,
    most: usize,
) -> Result<(Fields, Vec<Own>), TooLong> {
    let mut fields = Fields::new(manner, most);
    let mut owns: Vec<Own> = Vec::with_capacity(plans.len());
    for (_, plan) in plans {
        let above = plan.above.iter().filter_map(|&at| owns.get(at));
        let above: Vec<usize> = above.flat_map(|own| own.places.clone()).collect();
        owns.push(fields.add(&plan.rules, &above)?);
    }
    fields.set_stars()?;
    Ok((fields, owns))
}

/// The rules for a crawler, lowest precedence first (RFC 9309 §2.2.2, F-23, F-24).
fn rules(site: &AgentPolicy, losses: &mut Vec<Loss>, notes: &mut Vec<Loss>) -> Vec<Rule> {
    let mut ranked: Vec<(Rank, Rule)> = Vec::new();
    for rule in site.rules() {
        let (kind, line) = (rule.kind(), Some(rule.line()));
        let two_forms = rule.normal_form().is_none();
        let normal = rule.path_form();
        if two_forms && site.rules().any(|other| other.kind() != kind) {
            let why = "it is read in two ways, before and after the ? of a URL, of which one counts \
                       next to rules of the other kind";
            losses.push(Loss::new(LossKind::Pattern, line, why).of(rule.text()));
        }
        if normal.is_empty() {
            if kind == RuleKind::Disallow {
                let paths = PathSet::everything();
                ranked.push((Rank::NONE, Rule { kind: RuleKind::Allow, paths, line }));
            }
            continue;
        }
        let sets = PathSet::of(normal);
        if sets.is_empty() {
            let why = "it matches nothing and is omitted; in ACAP it would match";
            notes.push(Loss::new(LossKind::NotUnderstood, line, why).of(rule.text()));
        }
        let rank = rule.rank();
        ranked.extend(sets.into_iter().map(|paths| (rank, Rule { kind, paths, line })));
    }
    ranked.sort_by_key(|&(rank, _)| rank);
    let mut rules: Vec<Rule> = ranked.into_iter().map(|(_, rule)| rule).collect();
    let open = [&b"/robots.txt$"[..], b"/robots.txt?"].into_iter().flat_map(PathSet::of);
    let open: Vec<Rule> = open.filter_map(|paths| kept_open(paths, &rules)).collect();
    rules.extend(open);
    rules
}

/// The rule that keeps the file itself open, with or without a query, if rules would close it
/// (RFC 9309 §2.2.2, F-26).
fn kept_open(paths: PathSet, rules: &[Rule]) -> Option<Rule> {
    let mut steps = Steps::new();
    let closing = rules.iter().filter(|rule| rule.kind == RuleKind::Disallow);
    // If the comparison takes too long, one more field is harmless.
    closing.into_iter().find(|it| it.paths.overlaps(&paths, &mut steps) != Ok(false))?;
    let line = rules.iter().filter_map(|rule| rule.line).max();
    Some(Rule { kind: RuleKind::Allow, paths, line })
}

impl Plan {
    /// The record; `None` if it is empty.
    pub(super) fn record(&self, out: &mut Converted) -> Option<Record> {
        let crawlers = if self.names.is_empty() {
            Crawlers::any()
        } else {
            Crawlers::named(self.names.iter().map(|name| &**name)).ok()?
        };
        let mut record: Option<Record> = None;
        for (kind, text, line) in &self.fields {
            let Some(field) = field(*kind, text) else {
                let why = "it cannot be written as an ACAP pattern";
                out.losses.push(Loss::new(LossKind::Pattern, *line, why).of(text));
                continue;
            };
            record = Some(match record {
                Some(record) => record.and(field),
                None => Record::new(crawlers.clone(), field),
            });
        }
        record
    }
}

/// A field, if it is read as intended.
fn field(kind: RuleKind, text: &str) -> Option<Field> {
    let pattern = PathPattern::new(text).ok()?;
    if pattern.as_str().contains('%') {
        // Text that looks like a triplet would become one.
        let probe = format!("User-agent: *\nDisallow: {pattern}");
        let probe = RobotsPolicy::parse(probe.as_bytes());
        let rule = probe.groups().next()?.rules().next()?;
        // A pattern with two forms is written in the form before the `?`, and read in both.
        if rule.path_form() != text.as_bytes() {
            return None;
        }
    }
    match kind {
        RuleKind::Allow => Some(Field::allow(QualifiedUsage::new(Usage::Crawl).ok()?, pattern)),
        RuleKind::Disallow => Field::disallow(Usage::Crawl, pattern).ok(),
    }
}
