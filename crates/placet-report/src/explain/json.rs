//! For programs.

use placet::Decision;
use placet::explain::{Explanation, NotApplied, Step};
use serde::Serialize;

use super::source::{Source, sources};
use crate::evidence::Basis;
use crate::json::{AnswerReason, Check, reason};
use crate::text::Origins;
use crate::unknown::Unknown;

/// A decision as `placet check` prints it, with its sources, the laws in their order and what had
/// no part.
#[derive(Debug, Serialize)]
pub struct Explained<'e> {
    #[serde(flatten)]
    check: Check<'e>,
    sources: Vec<Source>,
    laws: Vec<LawStep>,
    aside: Vec<AsideObject<'e>>,
    aside_unlisted: usize,
}

/// What a law left; `statements` are those that it heard.
#[derive(Debug, Serialize)]
struct LawStep {
    number: usize,
    law: &'static str,
    title: &'static str,
    section: String,
    answers: Vec<LawAnswer>,
}

#[derive(Debug, Serialize)]
struct LawAnswer {
    usage: &'static str,
    verdict: &'static str,
    by: &'static str,
    conditions: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    statements: Vec<AnswerReason>,
}

#[derive(Debug, Serialize)]
struct AsideObject<'e> {
    source: &'e str,
    line: usize,
    column: usize,
    text: &'e str,
    why: &'static str,
    message: &'static str,
    concerns: bool,
}

impl<'e> Explained<'e> {
    /// The explanation with what it was made from.
    pub fn new(explanation: &'e Explanation, origins: &Origins, basis: Basis) -> Self {
        let decision = explanation.decision();
        // A site that was not asked said nothing that laws could weigh.
        let asked = !matches!(basis.unknown, Some(Unknown::Site(_)));
        Self {
            check: Check::new(decision, basis),
            sources: if asked { sources(decision, origins) } else { Vec::new() },
            laws: explanation.steps().iter().filter(|_| asked).map(step).collect(),
            aside: explanation.not_applied().iter().map(aside).collect(),
            aside_unlisted: explanation.not_applied_unlisted(),
        }
    }
}

fn step(step: &Step) -> LawStep {
    let law = step.law();
    let answer = |decision: &Decision| LawAnswer {
        usage: decision.usage().name(),
        verdict: decision.verdict().name(),
        by: decision.code().name(),
        conditions: decision.conditions().iter().map(ToString::to_string).collect(),
        statements: decision
            .reasons()
            .filter(|it| it.law() == law && it.line().is_some())
            .map(|it| reason(decision, &it))
            .collect(),
    };
    LawStep {
        number: law.number(),
        law: law.name(),
        title: law.title(),
        section: law.section().to_string(),
        answers: step.answers().iter().map(answer).collect(),
    }
}

fn aside(aside: &NotApplied) -> AsideObject<'_> {
    AsideObject {
        source: aside.source().name(),
        line: aside.line(),
        column: aside.column(),
        text: aside.text(),
        why: aside.reason().name(),
        message: aside.reason().message(),
        concerns: aside.concerns(),
    }
}
