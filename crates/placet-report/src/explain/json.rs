//! Explanations as JSON.

use placet::Decision;
use placet::explain::{Explanation, Law, NotApplied, Step};
use serde::Serialize;

use super::source::{Source, sources};
use crate::evidence::Basis;
use crate::json::{AnswerReason, Check};
use crate::text::SourceNames;
use crate::unknown::Unknown;

/// A decision as `placet check` prints it, with its sources, the laws in order, and the statements
/// that did not apply.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Explained<'e> {
    #[serde(flatten)]
    check: Check<'e>,
    sources: Vec<Source>,
    laws: Vec<LawStep<'e>>,
    #[serde(rename = "aside")]
    not_applied: Vec<NotAppliedJson<'e>>,
    #[serde(rename = "aside_unlisted")]
    not_applied_unlisted: usize,
}

/// The rulings after a law; `statements` are those that it considered.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct LawStep<'e> {
    number: usize,
    law: &'static str,
    title: &'static str,
    section: String,
    answers: Vec<LawAnswer<'e>>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct LawAnswer<'e> {
    usage: &'static str,
    verdict: &'static str,
    by: &'static str,
    conditions: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<crate::json::ReasonFields<'static>>))]
    statements: Vec<AnswerReason<'e>>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct NotAppliedJson<'e> {
    source: &'e str,
    line: usize,
    column: usize,
    text: &'e str,
    why: &'static str,
    message: &'static str,
    concerns: bool,
}

impl<'e> Explained<'e> {
    /// An explanation, with the files that it is based on.
    pub fn new(explanation: &'e Explanation, names: &SourceNames, basis: Basis) -> Self {
        let decision = explanation.decision();
        // A site that was not asked has no statements.
        let asked = !matches!(basis.unknown, Some(Unknown::Site(_)));
        Self {
            check: Check::new(decision, basis),
            sources: if asked { sources(decision, names) } else { Vec::new() },
            laws: explanation.steps().iter().filter(|_| asked).map(step).collect(),
            not_applied: explanation.not_applied().iter().map(not_applied).collect(),
            not_applied_unlisted: explanation.not_applied_unlisted(),
        }
    }
}

fn step(step: &Step) -> LawStep<'_> {
    let law = step.law();
    LawStep {
        number: law.number(),
        law: law.name(),
        title: law.title(),
        section: law.section().to_string(),
        answers: step.answers().iter().map(|decision| answer(decision, law)).collect(),
    }
}

fn answer(decision: &Decision, law: Law) -> LawAnswer<'_> {
    LawAnswer {
        usage: decision.usage().name(),
        verdict: decision.verdict().name(),
        by: decision.code().name(),
        conditions: decision.conditions().iter().map(ToString::to_string).collect(),
        statements: decision
            .reasons()
            .filter(|it| it.law() == law && it.line().is_some())
            .map(|it| AnswerReason::new(it, decision))
            .collect(),
    }
}

fn not_applied(statement: &NotApplied) -> NotAppliedJson<'_> {
    NotAppliedJson {
        source: statement.source().name(),
        line: statement.line(),
        column: statement.column(),
        text: statement.text(),
        why: statement.reason().name(),
        message: statement.reason().message(),
        concerns: statement.concerns(),
    }
}
