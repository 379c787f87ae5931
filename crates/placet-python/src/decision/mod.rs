//! A decision, with the question that it answers.

mod question;
mod restore;

use placet::AskedAt;
use placet_report::evidence::{Basis, StoredEntry};
use placet_report::json::Check;
use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

pub(crate) use self::question::Question;
pub(crate) use self::restore::{matrix_json, restore_decision};
use crate::agent::{Agent, hash};
use crate::bridge::{error, html, json, json_object, member, no_truth_value};
use crate::convert::{condition, datetime, reason, seconds, tuple};
use crate::page::PagePolicy;
use crate::robots::RobotsPolicy;
use crate::{agent, explain, signals};

/// The verdict with everything that led to it.
#[pyclass(frozen, module = "placet")]
#[derive(Debug)]
pub(crate) struct Decision {
    pub(crate) inner: placet::Decision,
    pub(crate) question: Question,
}

impl Decision {
    /// The files that it is based on.
    pub(crate) fn basis(&self) -> Basis {
        let site = self.question.agent_policy.get().site.as_ref();
        let entries = site.into_iter().flat_map(|site| site.get().entries());
        Basis { evidence: entries.map(|it| StoredEntry::new(it)).collect(), ..Basis::default() }
    }

    /// What two decisions are compared by, in addition to their policies and pages.
    fn key(&self, py: Python<'_>) -> (String, String, String, String, AskedAt) {
        let conditions: Vec<_> = self.inner.conditions().iter().map(ToString::to_string).collect();
        (
            self.question.url.bind(py).to_string(),
            self.question.element.clone().unwrap_or_default(),
            format!("{} {} {}", self.inner.usage(), self.inner.verdict(), conditions.join(" ")),
            self.inner.to_string(),
            self.question.asked_at,
        )
    }

    fn sentence(&self) -> String {
        let (inner, may) = (&self.inner, if self.inner.is_permitted() { "may" } else { "may not" });
        format!("{} {may} {} {}", inner.agent().name(), inner.usage(), inner.target())
    }
}

#[pymethods]
impl Decision {
    #[getter]
    fn verdict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        member(py, "Verdict", self.inner.verdict().name())
    }

    #[getter]
    fn permitted(&self) -> bool {
        self.inner.is_permitted()
    }

    #[getter]
    fn unconditional(&self) -> bool {
        self.inner.is_permitted() && self.inner.conditions().is_empty() && !self.inner.is_partial()
    }

    #[getter]
    fn conditions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        if self.inner.conditions().is_empty() {
            return Ok(PyTuple::empty(py));
        }
        let reasons: Vec<_> = self.inner.reasons().collect();
        tuple(py, self.inner.conditions(), |it| condition(py, it, &reasons))
    }

    #[getter]
    fn partial(&self) -> bool {
        self.inner.is_partial()
    }

    #[getter]
    fn expires<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        datetime(py, self.inner.ends())
    }

    #[getter]
    fn reason<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.inner.reason() {
            Some(it) => reason(py, &it),
            None => Err(pyo3::exceptions::PySystemError::new_err(
                "placet decided without a reason; please report this",
            )),
        }
    }

    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.inner.reasons(), |it| reason(py, &it))
    }

    #[getter]
    fn signals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        signals::signals(py, &self.inner)
    }

    #[getter]
    fn contradictions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        signals::contradictions(py, &self.inner)
    }

    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let object = self.to_dict(py)?;
        let notes = object.call_method1("get", ("notes", PyTuple::empty(py)))?;
        let notes: Vec<String> = notes.extract()?;
        PyTuple::new(py, notes)
    }

    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let explanation = self.question.explain(py, self.inner.usage())?;
        explain::steps(py, &explanation)
    }

    #[getter]
    fn not_applied<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let explanation = self.question.explain(py, self.inner.usage())?;
        explain::not_applied(py, &explanation)
    }

    #[getter]
    fn usage<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        member(py, "Usage", self.inner.usage().name())
    }

    #[getter]
    fn url(&self, py: Python<'_>) -> Py<PyString> {
        self.question.url.clone_ref(py)
    }

    #[getter]
    fn target(&self) -> &str {
        self.inner.target()
    }

    #[getter]
    fn element(&self) -> Option<&str> {
        self.question.element.as_deref()
    }

    #[getter]
    fn agent(&self) -> Agent {
        Agent(self.inner.agent().clone())
    }

    #[getter]
    fn profile<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        member(py, "Profile", self.inner.profile().name())
    }

    #[getter]
    fn asked_at(&self) -> agent::AskedAt {
        agent::AskedAt(self.question.asked_at)
    }

    #[getter]
    fn crawl_delay(&self) -> Option<f64> {
        self.inner.crawl_delay().map(seconds)
    }

    #[getter]
    fn policy(&self, py: Python<'_>) -> Py<RobotsPolicy> {
        self.question.agent_policy.get().policy.clone_ref(py)
    }

    #[getter]
    fn page(&self, py: Python<'_>) -> Option<Py<PagePolicy>> {
        self.question.page.as_ref().map(|it| it.clone_ref(py))
    }

    #[getter]
    fn evidence<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.question.agent_policy.get().site {
            Some(site) => site.bind(py).getattr("evidence"),
            None => PyTuple::empty(py).into_bound_py_any(py),
        }
    }

    fn explain<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        explain::explanation(slf)
    }

    fn raise_if_prohibited<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let own = slf.get();
        if own.inner.is_permitted() {
            return Ok(slf.clone());
        }
        let message = format!("{}: {}", own.sentence(), own.inner);
        Err(error(slf.py(), "ProhibitedError", (message, slf.clone())))
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json_object(py, &self.to_json()?)
    }

    fn to_json(&self) -> PyResult<String> {
        json(&Check::new(&self.inner, self.basis()))
    }

    #[expect(clippy::unused_self, reason = "a method of Python")]
    fn __bool__(&self) -> PyResult<bool> {
        Err(no_truth_value(
            "a Decision",
            "a permission can depend on conditions: use .permitted, .unconditional or \
             .raise_if_prohibited()",
        ))
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Decision {}: {} ({})>", self.inner.verdict(), self.sentence(), self.inner)
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        html(slf.py(), "decision", slf.clone().into_any())
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let other = other.get();
        if self.key(py) != other.key(py) {
            return Ok(false);
        }
        let pages = match (&self.question.page, &other.question.page) {
            (Some(one), Some(other)) => one.bind(py).eq(other.bind(py))?,
            (None, None) => true,
            _ => false,
        };
        let (one, other) = (&self.question.agent_policy, &other.question.agent_policy);
        Ok(pages && one.bind(py).eq(other.bind(py))?)
    }

    fn __hash__(&self, py: Python<'_>) -> u64 {
        let (url, element, answer, reason, asked_at) = self.key(py);
        hash(&(url, element, answer, reason, asked_at.now))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("placet._native")?.getattr("restore_decision")?;
        let Question { agent_policy, url, page, element, asked_at } = &self.question;
        let (_, _, answer, reason, _) = self.key(py);
        let fields = (
            agent_policy.clone_ref(py),
            self.inner.usage().name(),
            url.clone_ref(py),
            page.as_ref().map(|it| it.clone_ref(py)),
            element.clone(),
            agent::AskedAt(*asked_at),
            answer,
            reason,
        );
        Ok((restore, fields.into_pyobject(py)?))
    }
}
