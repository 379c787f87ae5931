//! The decision, step by step.

use std::collections::BTreeSet;

use crate::borrowed::conventional::{Rule, permits};
use crate::borrowed::crawler::{Crawler, is_global};
use crate::borrowed::pattern::{Pattern, Target};
use crate::case::{Answer, Case, Line};

use super::acap::{Standing, is_silenced};
use super::element::acap;
use super::fact::fails;
use super::restriction::{Effect, effect, rules};
use super::said::{Place, Said, said};

/// The step that gave the answer, for statistics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Law {
    /// Steps 1 and 3.
    Conventional,
    /// Step 4, page and robots.txt alone.
    Page,
    /// Step 4, an element or elements.
    Element,
    /// Step 5.
    Restriction,
    /// Step 6.
    Facts,
    /// Step 7, A-20.
    NoCrawl,
    /// Step 7, A-49.
    NoPreserve,
    /// Nothing was said.
    Silence,
}

/// An answer and the step that gave it.
#[derive(Debug, Clone)]
pub(crate) struct Outcome {
    pub(crate) answer: Answer,
    pub(crate) law: Law,
}

impl Outcome {
    fn prohibited(law: Law) -> Self {
        Self { answer: Answer { allowed: false, conditions: Vec::new() }, law }
    }
}

/// Answers the question. A-41: once per purpose, and the strictest counts.
pub(crate) fn decide(case: &Case) -> Outcome {
    let mut purposes: Vec<Option<&str>> =
        case.question.purposes.iter().map(|purpose| Some(purpose.as_str())).collect();
    if purposes.is_empty() {
        purposes.push(None);
    }
    let mut conditions = BTreeSet::new();
    let mut law = Law::Silence;
    for purpose in purposes {
        let outcome = judge(case, purpose, &case.question.usage);
        if !outcome.answer.allowed {
            return outcome;
        }
        law = outcome.law;
        conditions.extend(outcome.answer.conditions);
    }
    let answer = Answer { allowed: true, conditions: conditions.into_iter().collect() };
    Outcome { answer, law }
}

fn judge(case: &Case, purpose: Option<&str>, usage: &str) -> Outcome {
    let question = &case.question;
    let said = said(case, purpose);
    let standing = Standing::new(&said);
    // Steps 2 and 4.
    let of_page = standing.page(usage);
    let finding = acap(&case.page, question, &standing, usage);
    let law = match () {
        () if finding != of_page => Law::Element,
        () if standing.speaks_of(usage) || standing.speaks_of("other") => Law::Page,
        () => Law::Silence,
    };
    let Some(mut conditions) = finding else { return Outcome::prohibited(law) };
    // Steps 1 and 3.
    if usage == "crawl" && !conventional(case, &said) {
        return Outcome::prohibited(Law::Conventional);
    }
    // Step 5.
    for rule in rules(case) {
        match effect(rule, usage) {
            Effect::Nothing => {}
            Effect::Prohibits => return Outcome::prohibited(Law::Restriction),
            Effect::Adds(condition) => conditions.push(condition),
        }
    }
    // Step 6.
    if conditions.iter().any(|condition| fails(condition, question)) {
        return Outcome::prohibited(Law::Facts);
    }
    // Step 7.
    if usage != "crawl" && !judge(case, purpose, "crawl").answer.allowed {
        return Outcome::prohibited(Law::NoCrawl);
    }
    let copy = ["present-currentcopy", "present-oldcopy"].contains(&usage);
    if copy && !judge(case, purpose, "preserve").answer.allowed {
        return Outcome::prohibited(Law::NoPreserve);
    }
    let written = conditions.iter().map(|condition| match condition.value.as_str() {
        "" => condition.kind.clone(),
        value => format!("{}={value}", condition.kind),
    });
    let conditions: BTreeSet<String> = written.collect();
    let answer = Answer { allowed: true, conditions: conditions.into_iter().collect() };
    Outcome { answer, law }
}

/// Steps 1 and 3: what RFC 9309 says, without the rules that ACAP fields contradict.
fn conventional(case: &Case, said: &[Said]) -> bool {
    // if the file has an ACAP record at all.
    if case.robots.ignores_conventional && !case.robots.fields.is_empty() {
        return true;
    }
    let crawler = Crawler::new(&case.question.agent);
    let lines = case.robots.lines.iter();
    let named: Vec<&Line> =
        lines.clone().filter(|line| crawler.is_user_agent(&line.user_agent)).collect();
    let by_name = !named.is_empty();
    let chosen =
        if by_name { named } else { lines.filter(|line| is_global(&line.user_agent)).collect() };
    // Whatever META elements say: of the fields alone.
    let fields: Vec<&Said> = said.iter().filter(|statement| !statement.is_in_page()).collect();
    let left: Vec<Rule> = chosen
        .iter()
        .map(|line| Rule {
            allow: line.allow,
            pattern: Pattern::conventional(line.pattern.as_bytes()),
        })
        .filter(|rule| {
            !fields.iter().any(|field| {
                field.usage == "crawl"
                    && !is_silenced(field, &fields)
                    && (field.named || !by_name)
                    && contradicts(field, rule)
            })
        })
        .collect();
    permits(&left, &Target::new(&case.question.url))
}

fn contradicts(field: &Said, rule: &Rule) -> bool {
    match (&rule.pattern, &field.place) {
        (Some(rules), Place::Robots(fields)) => {
            rules.is_same_as_acap(fields) && field.permit != rule.allow
        }
        _ => false,
    }
}
