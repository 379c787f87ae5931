//! Decisions of pickles, and several decisions as JSON.

use pyo3::prelude::*;
use pyo3::types::PyString;

use super::{Decision, Question};
use crate::agent_policy::AgentPolicy;
use crate::bridge::json;
use crate::page::PagePolicy;
use crate::{agent, names};

/// The decision of a pickle: the question is asked again, and must have the same answer.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the fields of a pickle")]
pub(crate) fn restore_decision(
    agent_policy: &Bound<'_, AgentPolicy>,
    usage: &Bound<'_, PyAny>,
    url: &Bound<'_, PyString>,
    page: Option<&Bound<'_, PagePolicy>>,
    element: Option<String>,
    asked_at: &Bound<'_, agent::AskedAt>,
    answer: &str,
    reason: &str,
) -> PyResult<Decision> {
    let py = agent_policy.py();
    let question = Question::new(agent_policy, url, page, element, asked_at.get().0)?;
    let decision = question.decide(py, names::usage(usage)?)?;
    let (_, _, now_answer, now_reason, _) = decision.key(py);
    if (&*now_answer, &*now_reason) == (answer, reason) {
        return Ok(decision);
    }
    let class = py.import("pickle")?.getattr("UnpicklingError")?;
    let message = format!(
        "this version of placet decides otherwise than the one that pickled the decision: {answer} \
         ({reason}), now {now_answer} ({now_reason})"
    );
    Err(PyErr::from_value(class.call1((message,))?))
}

/// The decisions on several usages of one URL as `placet matrix --json` prints them.
#[pyfunction]
pub(crate) fn matrix_json(decisions: Vec<Bound<'_, Decision>>) -> PyResult<String> {
    let basis = decisions.first().map(|it| it.get().basis()).unwrap_or_default();
    let inner: Vec<_> = decisions.iter().map(|it| it.get().inner.clone()).collect();
    json(&placet_report::matrix::Matrix::new(&inner, basis))
}
