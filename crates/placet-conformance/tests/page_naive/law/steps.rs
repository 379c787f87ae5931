//! The decision, step by step.

use std::collections::BTreeSet;

use placet_testing::pattern::{Pattern, Target};

use super::acap::{Finding, Remaining, is_silenced};
use super::element::acap;
use super::fact::{fails, is_there};
use super::restriction::{Effect, effect, rules};
use super::statement::{Place, Statement, statements};
use crate::borrowed::conventional::{Rule, deciding};
use crate::borrowed::crawler::{Crawler, is_global};
use crate::borrowed::qualifier::{Condition, needed_uri, on_same_origin};
use crate::case::{Answer, Case, Line, Page, Question};

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
    /// Step 6, A-46.
    Needs,
    /// Step 7, A-20.
    NoCrawl,
    /// Step 7, A-49.
    NoPreserve,
    /// No statement applied.
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
    let statements = statements(case, purpose);
    let remaining = Remaining::new(&statements);
    // Steps 2 and 4.
    let of_page = remaining.page(usage);
    let finding = acap(case, &remaining, usage);
    // Profiles: ACAP is read in `full` alone.
    let finding = if question.is_full { finding } else { Some(Vec::new()) };
    let law = match () {
        () if !question.is_full => Law::Silence,
        () if conditions(&finding) != conditions(&of_page) => Law::Element,
        () if remaining.is_about(usage) || remaining.is_about("other") => Law::Page,
        () => Law::Silence,
    };
    let Some(permissions) = finding else { return Outcome::prohibited(law) };
    // Steps 1 and 3.
    if usage == "crawl" && !conventional(case, &statements) {
        return Outcome::prohibited(Law::Conventional);
    }
    // Step 5.
    let mut conditions = Vec::new();
    for rule in rules(case) {
        match effect(rule, usage, question.is_full) {
            Effect::Nothing => {}
            Effect::Prohibits => return Outcome::prohibited(Law::Restriction),
            Effect::Adds(condition) => conditions.push(condition),
        }
    }
    // Step 6.
    let Some(counting) = counting(permissions, question) else {
        return Outcome::prohibited(Law::Facts);
    };
    for permission in counting {
        if permission.conditions.iter().any(|it| needs_closed(it, &permission.place, case)) {
            return Outcome::prohibited(Law::Needs);
        }
        conditions.extend(permission.conditions);
    }
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

/// All conditions of a finding.
fn conditions(finding: &Finding) -> Option<Vec<&Condition>> {
    let permissions = finding.as_ref()?;
    Some(permissions.iter().flat_map(|it| &it.conditions).collect())
}

/// of META permissions those count whose location is that of the resource, and those
/// without one; `None` if there are some and none counts.
fn counting(permissions: Vec<Statement>, question: &Question) -> Option<Vec<Statement>> {
    let is_elsewhere = |it: &Statement| {
        let locations = it.conditions.iter().filter(|it| it.kind == "location");
        it.is_in_page() && locations.into_iter().any(|it| !is_there(&it.value, &question.url))
    };
    let metas = permissions.iter().filter(|it| it.is_in_page()).count();
    let counting: Vec<Statement> = permissions.into_iter().filter(|it| !is_elsewhere(it)).collect();
    let left = counting.iter().filter(|it| it.is_in_page()).count();
    (metas == 0 || left > 0).then_some(counting)
}

/// a resource of the site that the condition needs may not be crawled. Its URI is relative to
/// the page in the page, and to the root elsewhere. Statements of the page are about the page only.
fn needs_closed(condition: &Condition, place: &Place, case: &Case) -> bool {
    let Some(uri) = needed_uri(condition) else { return false };
    let asked = case.question.url.as_str();
    // Where only the path is known, absolute URIs are not compared.
    let is_path = asked.starts_with('/');
    if is_path && (uri.starts_with("//") || uri.contains("://")) {
        return false;
    }
    let page = if is_path { format!("http://example.com{asked}") } else { asked.to_owned() };
    let site = page.split_at(page.find("://").map_or(0, |at| at + 3));
    let authority = site.1.split('/').next().unwrap_or_default();
    let root = format!("{}{authority}/", site.0);
    let base = if matches!(place, Place::Page) { page.clone() } else { root };
    let Some(url) = on_same_origin(&uri, &base) else { return false };
    let question = Question { usage: "crawl".to_owned(), url, ..case.question.clone() };
    let other = Case { robots: case.robots.clone(), page: Page::default(), question };
    !decide(&other).answer.allowed
}

/// Steps 1 and 3: the rules of RFC 9309, without the rules that ACAP fields contradict.
fn conventional(case: &Case, statements: &[Statement]) -> bool {
    // ACAP's fields are unknown records in other profiles.
    let is_full = case.question.is_full;
    let statements = if is_full { statements } else { &[] };
    // if the file has an ACAP record at all.
    if is_full && case.robots.ignores_conventional && !case.robots.fields.is_empty() {
        return true;
    }
    let crawler = Crawler::new(&case.question.agent);
    let lines = case.robots.lines.iter();
    let named: Vec<&Line> =
        lines.clone().filter(|line| crawler.is_user_agent(&line.user_agent)).collect();
    let by_name = !named.is_empty();
    let chosen =
        if by_name { named } else { lines.filter(|line| is_global(&line.user_agent)).collect() };
    // Only the fields count, not META elements.
    let fields: Vec<&Statement> =
        statements.iter().filter(|statement| !statement.is_in_page()).collect();
    let left: Vec<Rule> = chosen
        .iter()
        .map(|line| Rule {
            // Only the verdict is compared.
            line: 0,
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
    deciding(&left, &Target::new(&case.question.url)).is_none_or(|rule| rule.allow)
}

fn contradicts(field: &Statement, rule: &Rule) -> bool {
    match (&rule.pattern, &field.place) {
        (Some(rules), Place::Robots(fields)) => {
            rules.is_same_as_acap(fields) && field.permit != rule.allow
        }
        _ => false,
    }
}
