//! The decision, in the order of the laws.

use std::collections::BTreeSet;

use placet_testing::pattern::Scope;

use super::conventional::{Chosen, Rule, deciding};
use super::expansion::Resources;
use super::qualifier::{Condition, is_derivative, needed_uri, on_same_origin};
use super::question::{Answer, Place, Question};
use super::site::{Applicable, Site};

/// The law that gave the answer, for statistics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Law {
    /// A permissions reference that cannot be followed.
    Reference,
    /// Step 2c: the crawler's own records prohibit.
    OwnRecords,
    /// Step 2d: the narrowest fields of the usage.
    Narrowest,
    /// Step 2e: `present`, alone or together with its derivative.
    Present,
    /// Step 2f.
    Other,
    /// Step 2g.
    Silence,
    /// Steps 1 and 3.
    Conventional,
    /// Step 6.
    Facts,
    /// Step 6, A-46.
    Needs,
    /// Step 7, A-20.
    NoCrawl,
    /// Step 7, A-49.
    NoPreserve,
}

/// An answer and the law that gave it.
#[derive(Debug, Clone)]
pub(crate) struct Outcome {
    pub(crate) answer: Answer,
    pub(crate) law: Law,
    /// The statements that decided, in the order of the files; none where no statement did.
    pub(crate) by: Vec<Place>,
}

/// What step 2 says: prohibited, or permitted under conditions.
struct Finding {
    /// With the place of the statement that sets each.
    conditions: Option<Vec<(Condition, Place)>>,
    law: Law,
    by: Vec<Place>,
}

/// Answers a question.
pub(crate) fn decide(question: &Question) -> Outcome {
    let site = Site::read(question);
    // prohibits every usage before all else.
    if !site.failed_references.is_empty() {
        return prohibit(Law::Reference, site.failed_references);
    }
    judge(&site, question, &question.usage)
}

fn prohibit(law: Law, by: Vec<Place>) -> Outcome {
    Outcome { answer: Answer { allowed: false, conditions: Vec::new() }, law, by }
}

fn judge(site: &Site, question: &Question, usage: &str) -> Outcome {
    // Step 2.
    let mut finding = acap(site, usage);
    let Some(conditions) = finding.conditions else { return prohibit(finding.law, finding.by) };
    // Steps 1 and 3: A-22, a conventional rule is about crawl.
    if usage == "crawl" {
        let rules = conventional(site);
        if let Some((_, place)) = rules.iter().flatten().find(|(allow, _)| !allow) {
            return prohibit(Law::Conventional, vec![place.clone()]);
        }
        // Where ACAP is silent, what the robots.txt itself allows is what permits.
        if finding.law == Law::Silence {
            finding.by =
                rules.first().cloned().flatten().map(|(_, place)| place).into_iter().collect();
        }
    }
    // Step 6.
    let failed = conditions.iter().filter(|(condition, _)| condition.fails(question));
    let failed: Vec<Place> = failed.map(|(_, place)| place.clone()).collect();
    if !failed.is_empty() {
        return prohibit(Law::Facts, failed);
    }
    let mut needed = conditions.iter().filter_map(|(it, _)| needs_closed(it, question));
    if let Some(closed) = needed.next() {
        return prohibit(Law::Needs, closed.by);
    }
    // Step 7.
    let needs = |usage: &str| Some(judge(site, question, usage)).filter(|it| !it.answer.allowed);
    if usage != "crawl"
        && let Some(crawl) = needs("crawl")
    {
        return prohibit(Law::NoCrawl, crawl.by);
    }
    if ["present-currentcopy", "present-oldcopy"].contains(&usage)
        && let Some(preserve) = needs("preserve")
    {
        return prohibit(Law::NoPreserve, preserve.by);
    }
    let written: BTreeSet<String> = conditions
        .iter()
        .map(|(condition, _)| format!("{}={}", condition.kind, condition.value))
        .collect();
    let answer = Answer { allowed: true, conditions: written.into_iter().collect() };
    Outcome { answer, law: finding.law, by: finding.by }
}

/// the outcome for a resource of the site that the condition needs, if it may not be crawled. In robots.txt its URI
/// is relative to the root.
fn needs_closed(condition: &Condition, question: &Question) -> Option<Outcome> {
    let uri = needed_uri(condition)?;
    let (scheme, rest) = question.url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let root = format!("{scheme}://{authority}/");
    let url = on_same_origin(&uri, &root)?;
    let asked = Question { usage: "crawl".to_owned(), url, ..question.clone() };
    Some(decide(&asked)).filter(|outcome| !outcome.answer.allowed)
}

/// Step 2c to 2g.
fn acap(site: &Site, usage: &str) -> Finding {
    // the crawler's own records first.
    let named: Vec<&Applicable> = site.statements.iter().filter(|field| field.named).collect();
    if let Some(finding) = resolve(&named, usage).filter(|it| it.conditions.is_none()) {
        return Finding { law: Law::OwnRecords, ..finding };
    }
    let remaining = remaining(site);
    // silence permits.
    let silence = Finding { conditions: Some(Vec::new()), law: Law::Silence, by: Vec::new() };
    resolve(&remaining, usage).unwrap_or(silence)
}

/// a named field silences any-crawler fields of the identical usage type and the same
/// purposes that match the resource, whatever their width. A-29: nothing silences a prohibition on
/// an undefined set.
fn remaining(site: &Site) -> Vec<&Applicable> {
    let is_silenced = |field: &Applicable| {
        !field.named
            && matches!(field.plain.resources, Resources::Matching(_))
            && site.statements.iter().any(|named| {
                named.named
                    && named.plain.usage == field.plain.usage
                    && named.reach.is_same(field.reach)
            })
    };
    site.statements.iter().filter(|field| !is_silenced(field)).collect()
}

/// Step 2d to 2f; `None` is silence.
fn resolve(fields: &[&Applicable], usage: &str) -> Option<Finding> {
    let own = Level::new(fields, usage);
    let present = if is_derivative(usage) { Level::new(fields, "present") } else { None };
    match (own, present) {
        (Some(own), None) => Some(own.finding(Law::Narrowest)),
        (None, Some(present)) => Some(present.finding(Law::Present)),
        (Some(own), Some(present)) => Some(special_and_general(&own, &present)),
        // Step 2f, A-21; train-ai and ai-input have no fields of their own.
        (None, None) => Level::new(fields, "other").map(|other| other.finding(Law::Other)),
    }
}

/// Step 2e, A-19.
fn special_and_general(own: &Level<'_>, present: &Level<'_>) -> Finding {
    // A prohibition of the derivative applies.
    if !own.prohibitions.is_empty() {
        return own.finding(Law::Narrowest);
    }
    if present.prohibitions.is_empty() {
        // Two permissions add their qualifiers.
        let permissions: Vec<_> = own.permissions.iter().chain(&present.permissions).collect();
        let conditions = Some(all_conditions(permissions.iter().copied()));
        return Finding { conditions, law: Law::Present, by: places(permissions) };
    }
    // A permission gives way to a prohibition that is narrower or incomparable.
    for prohibition in &present.prohibitions {
        for permission in &own.permissions {
            if matches!(scope(prohibition, permission), Scope::Narrower | Scope::Unknown) {
                let by = places(&present.prohibitions);
                return Finding { conditions: None, law: Law::Present, by };
            }
        }
    }
    own.finding(Law::Present)
}

/// The deciding fields of one usage type: those than which no other is narrower (step 2d).
struct Level<'a> {
    permissions: Vec<&'a Applicable>,
    prohibitions: Vec<&'a Applicable>,
}

impl<'a> Level<'a> {
    fn new(fields: &[&'a Applicable], usage: &str) -> Option<Self> {
        let of_usage: Vec<&Applicable> =
            fields.iter().copied().filter(|field| field.plain.usage == usage).collect();
        let is_deciding = |field: &&Applicable| {
            !of_usage.iter().any(|other| scope(other, field) == Scope::Narrower)
        };
        let deciding = of_usage.iter().copied().filter(is_deciding);
        let (permissions, prohibitions): (Vec<_>, Vec<_>) =
            deciding.partition(|field| field.plain.permit);
        (!of_usage.is_empty()).then_some(Self { permissions, prohibitions })
    }

    /// one prohibition among them prohibits. A-03: qualifiers add up.
    fn finding(&self, law: Law) -> Finding {
        if self.prohibitions.is_empty() {
            let conditions = Some(all_conditions(self.permissions.iter()));
            return Finding { conditions, law, by: places(&self.permissions) };
        }
        Finding { conditions: None, law, by: places(&self.prohibitions) }
    }
}

/// How wide `one` is compared with `other`; an undefined set compares with nothing.
fn scope(one: &Applicable, other: &Applicable) -> Scope {
    match (&one.plain.resources, &other.plain.resources) {
        (Resources::Matching(one), Resources::Matching(other)) => one.scope_against(other),
        _ => Scope::Unknown,
    }
}

fn all_conditions<'a>(fields: impl Iterator<Item = &'a &'a Applicable>) -> Vec<(Condition, Place)> {
    let of = |field: &Applicable| {
        let place = (field.source.clone(), field.plain.line);
        field.plain.conditions.clone().into_iter().map(move |condition| (condition, place.clone()))
    };
    fields.flat_map(|field| of(field)).collect()
}

fn places<'a>(fields: impl IntoIterator<Item = &'a &'a Applicable>) -> Vec<Place> {
    fields.into_iter().map(|field| (field.source.clone(), field.plain.line)).collect()
}

/// Steps 1 and 3: in each file the rule that decides, and whether it allows; each file must permit
///
fn conventional(site: &Site) -> Vec<Option<(bool, Place)>> {
    let crawl_fields: Vec<&Applicable> =
        remaining(site).into_iter().filter(|field| field.plain.usage == "crawl").collect();
    let decided = |chosen: &Chosen| {
        let left: Vec<Rule> = chosen
            .rules
            .iter()
            .filter(|rule| !crawl_fields.iter().any(|field| takes_place(field, rule, chosen)))
            .cloned()
            .collect();
        let rule = deciding(&left, &site.target)?;
        Some((rule.allow, (chosen.source.clone(), rule.line)))
    };
    site.conventional.iter().map(decided).collect()
}

/// the field contradicts the rule on the same pattern and corresponds to it; an
/// any-crawler field does only to rules of `*` groups.
fn takes_place(field: &Applicable, rule: &Rule, chosen: &Chosen) -> bool {
    let corresponds = field.named || !chosen.by_name;
    let same = match (&rule.pattern, &field.plain.resources) {
        (Some(rule), Resources::Matching(field)) => rule.is_same_as_acap(field),
        _ => false,
    };
    corresponds && same && field.plain.permit != rule.allow
}
