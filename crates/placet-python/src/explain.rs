//! Explanations: a decision law by law.

use placet::explain::{Explanation, Reason, Step};
use placet_report::explain::{Explained, text};
use placet_report::{Context, SourceNames};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::agent::{asked_at, crawler};
use crate::agent_policy::AgentPolicy;
use crate::bridge::{json, json_object, member, value};
use crate::convert::{condition, reason, tuple};
use crate::decision::{Decision, Question};
use crate::names::{self, REASON_CODES};
use crate::page::PagePolicy;
use crate::robots::policy_of;

/// Explains one decision step by step.
#[pyfunction]
#[pyo3(signature = (robots, url, *, agent, usage = None, page = None, at = None, profile = None))]
pub(crate) fn explain<'py>(
    robots: &Bound<'py, PyAny>,
    url: &Bound<'py, PyString>,
    agent: &Bound<'py, PyAny>,
    usage: Option<&Bound<'py, PyAny>>,
    page: Option<&Bound<'py, PagePolicy>>,
    at: Option<&Bound<'py, PyAny>>,
    profile: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = robots.py();
    let policy = policy_of(robots, profile)?;
    let view = Bound::new(py, AgentPolicy::new(&policy, crawler(agent)?, None)?)?;
    let usage = usage.map_or(Ok(placet::Usage::Crawl), names::usage)?;
    let decision = Question::new(&view, url, page, None, asked_at(at)?)?.decide(py, usage)?;
    explanation(&Bound::new(py, decision)?)
}

/// The explanation of a decision.
pub(crate) fn explanation<'py>(decision: &Bound<'py, Decision>) -> PyResult<Bound<'py, PyAny>> {
    let (py, own) = (decision.py(), decision.get());
    let explanation = own.question.explain(py, own.inner.usage())?;
    let names = SourceNames { robots: Some("robots.txt".to_owned()), ..SourceNames::default() };
    let context = Context { names: &names, notes: &[], advice: &[], unknown: None };
    let shown = text(&explanation, &context, None);
    let printed = json(&Explained::new(&explanation, &names, own.basis()))?;
    let sources = json_object(py, &printed)?.get_item("sources")?;
    let sources = tuple(py, sources.try_iter()?, |source| {
        let source = source?;
        let pair = (source.get_item("name")?, source.get_item("holds")?);
        Ok(pair.into_pyobject(py)?.into_any())
    })?;
    let steps = steps(py, &explanation)?;
    let (list, unlisted) = (not_applied(py, &explanation)?, explanation.not_applied_unlisted());
    value!(py, "Explanation", decision, sources, steps, list, unlisted, shown, printed)
}

/// The laws in their order, with their rulings.
pub(crate) fn steps<'py>(
    py: Python<'py>,
    explanation: &Explanation,
) -> PyResult<Bound<'py, PyTuple>> {
    tuple(py, explanation.steps(), |step| {
        let rulings = tuple(py, step.answers(), |answer| ruling(py, step, answer))?;
        value!(py, "Step", member(py, "Law", step.law().name())?, rulings)
    })
}

fn ruling<'py>(
    py: Python<'py>,
    step: &Step,
    answer: &placet::Decision,
) -> PyResult<Bound<'py, PyAny>> {
    let reasons: Vec<Reason<'_>> = answer.reasons().collect();
    let conditions = tuple(py, answer.conditions(), |it| condition(py, it, &reasons))?;
    let own = reasons.iter().filter(|it| it.law() == step.law());
    value!(
        py,
        "Ruling",
        member(py, "Usage", answer.usage().name())?,
        member(py, "Verdict", answer.verdict().name())?,
        member(py, "ReasonCode", answer.code().name())?,
        conditions,
        tuple(py, own, |it| reason(py, it))?
    )
}

/// The statements that did not apply.
pub(crate) fn not_applied<'py>(
    py: Python<'py>,
    explanation: &Explanation,
) -> PyResult<Bound<'py, PyTuple>> {
    tuple(py, explanation.not_applied(), |it| {
        let reason = member(py, "NotAppliedReason", it.reason().name())?;
        value!(py, "NotApplied", it.source().to_string(), it.line(), it.column(), it.text(), reason)
    })
}

/// Law, section and message of a reason code.
#[pyfunction]
pub(crate) fn reason_code(name: &str) -> Option<(&'static str, String, &'static str)> {
    let code = REASON_CODES.into_iter().find(|it| it.name() == name)?;
    Some((code.law().name(), code.section().to_string(), code.message()))
}
