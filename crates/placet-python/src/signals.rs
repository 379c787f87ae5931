//! What signals state about the use of content, family by family.

use placet::signals::{Contradiction, Families, Family, FamilyDecision};
use placet::{Agent, Decision, Usage};
use placet_report::SourceNames;
use placet_report::signals::Overview;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::bridge::{json, member, value};
use crate::convert::{condition, reason, tuple};
use crate::decision::Question;

/// The families that found statements about the usage of a decision.
pub(crate) fn signals<'py>(py: Python<'py>, decision: &Decision) -> PyResult<Bound<'py, PyTuple>> {
    tuple(py, decision.signals(), |it| {
        let (conditions, reasons) = stated(py, decision, &it)?;
        let family = member(py, "SignalFamily", it.family().name())?;
        let outcome = member(py, "SignalOutcome", it.outcome().name())?;
        value!(py, "Signal", family, outcome, conditions, reasons, it.policy())
    })
}

/// The conditions that a family sets, and its statements, the deciding one first.
fn stated<'py>(
    py: Python<'py>,
    decision: &Decision,
    family: &FamilyDecision<'_>,
) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyTuple>)> {
    let is_own = |it: &placet::explain::Reason<'_>| {
        it.family() == Some(family.family()) && it.usage() == decision.usage()
    };
    let mut own: Vec<_> = decision.reasons().filter(is_own).collect();
    own.sort_by_key(|it| !it.decides());
    let conditions = tuple(py, family.conditions(), |it| condition(py, it, &own))?;
    Ok((conditions, tuple(py, &own, |it| reason(py, it))?))
}

fn contradiction(py: Python<'_>, it: Contradiction) -> PyResult<Bound<'_, PyAny>> {
    let family = |family: Family| member(py, "SignalFamily", family.name());
    let usage = member(py, "Usage", it.usage.name())?;
    value!(py, "Contradiction", usage, family(it.allow)?, family(it.disallow)?)
}

/// The families of which one allows and the other refuses the usage of a decision.
pub(crate) fn contradictions<'py>(
    py: Python<'py>,
    decision: &Decision,
) -> PyResult<Bound<'py, PyTuple>> {
    tuple(py, decision.contradictions(), |it| contradiction(py, *it))
}

/// What each family states about usages of one URL.
pub(crate) fn report<'py>(
    py: Python<'py>,
    question: &Question,
    usages: &[Usage],
    url: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let view = question.view(py);
    let target = question.target(py)?;
    let decisions = view.matrix(&target, &question.asked_at);
    let is_asked = |it: &&Decision| usages.is_empty() || usages.contains(&it.usage());
    let decisions: Vec<&Decision> = decisions.iter().filter(is_asked).collect();
    let mut rows = Vec::new();
    for family in Families::ALL.iter() {
        for decision in &decisions {
            let Some(it) = decision.signals().find(|it| it.family() == family) else { continue };
            let (conditions, reasons) = stated(py, decision, &it)?;
            let outcome = member(py, "SignalOutcome", it.outcome().name())?;
            let usage = member(py, "Usage", decision.usage().name())?;
            let family = member(py, "SignalFamily", family.name())?;
            rows.push(value!(py, "SignalRow", family, usage, outcome, conditions, reasons)?);
        }
    }
    let found = decisions.iter().flat_map(|it| it.contradictions());
    let contradictions = tuple(py, found, |it| contradiction(py, *it))?;
    let mut problems = Vec::new();
    for problem in decisions.iter().flat_map(|it| it.signal_problems()) {
        let (kind, at) = (problem.kind(), problem.statement());
        let (source, text) = (at.source_name().to_owned(), at.text().to_owned());
        let shown = (kind.name(), kind.to_string(), source, at.line(), at.column(), text);
        if !problems.contains(&shown) {
            problems.push(shown);
        }
    }
    let problems = tuple(py, problems, |(kind, message, source, line, column, text)| {
        value!(py, "Problem", kind, message, source, line, column, text)
    })?;
    let agent = view.agent().clone();
    let policy_for = |other: Agent| {
        if other == agent { view.clone() } else { question.view_for(other) }
    };
    let (asked_at, names) = (&question.asked_at, SourceNames::default());
    let overview = Overview::new(agent.clone(), &policy_for, url, asked_at, &names);
    let overview = overview.map_err(|why| crate::bridge::invalid_url(py, url, why))?;
    let rows = PyTuple::new(py, rows)?;
    value!(py, "SignalReport", rows, contradictions, problems, json(&overview)?)
}
