//! Who asks, and when.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use placet::condition::Qualifier;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::bridge::member;
use crate::convert::{datetime, now, system_time, tuple};
use crate::names;

/// The hash of a value.
pub(crate) fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The name a crawler goes by.
#[pyclass(frozen, module = "placet")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Agent(pub(crate) placet::Agent);

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (text, /, *, exact = false))]
    fn new(text: &Bound<'_, PyString>, exact: bool) -> Self {
        let text = text.to_string_lossy();
        Self(if exact { placet::Agent::exact(&text) } else { placet::Agent::new(&text) })
    }

    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    #[getter]
    fn user_agent(&self) -> Option<&str> {
        Some(self.0.user_agent()).filter(|it| !it.is_empty() && *it != self.0.name())
    }

    #[getter]
    fn problem(&self) -> Option<String> {
        self.0.problem().map(|it| it.to_string())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| *other.get() == *self)
    }

    fn __hash__(&self) -> u64 {
        hash(self)
    }

    fn __str__(&self) -> &str {
        self.0.name()
    }

    fn __repr__(&self) -> String {
        format!("<Agent {}>", self.0.name())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let restore = py.import("placet._native")?.getattr("restore_agent")?;
        Ok((restore, (self.0.name().to_owned(), self.0.user_agent().to_owned())))
    }
}

/// The agent of a pickle.
#[pyfunction]
pub(crate) fn restore_agent(name: &str, user_agent: &str) -> Agent {
    let agent = placet::Agent::exact(name);
    Agent(if user_agent == agent.user_agent() { agent } else { agent.with_user_agent(user_agent) })
}

/// The crawler that an argument names: text, an agent or a crawler.
pub(crate) fn crawler(agent: &Bound<'_, PyAny>) -> PyResult<placet::Crawler> {
    if let Ok(text) = agent.cast::<PyString>() {
        let text = text.to_string_lossy();
        return Ok(placet::Crawler::new(placet::Agent::new(&text)));
    }
    if let Ok(agent) = agent.cast::<Agent>() {
        return Ok(placet::Crawler::new(agent.get().0.clone()));
    }
    let crawler = agent.cast::<Crawler>().map(|it| it.get().inner.clone());
    crawler.map_err(|_| {
        let class = agent.get_type().to_string();
        PyTypeError::new_err(format!("an agent must be a str, an Agent or a Crawler, not {class}"))
    })
}

/// An agent with its purposes and with what it can honour.
#[pyclass(frozen, module = "placet")]
#[derive(Debug, Clone)]
pub(crate) struct Crawler {
    pub(crate) inner: placet::Crawler,
}

impl Crawler {
    /// What makes two crawlers equal.
    fn key(&self) -> (&placet::Agent, Vec<&str>, Vec<(bool, bool)>, bool) {
        let honours = Qualifier::ALL.iter().map(|it| honours(&self.inner, *it)).collect();
        let purposes = self.inner.purposes().collect();
        (self.inner.agent(), purposes, honours, self.inner.works_on_elements())
    }
}

/// Whether a crawler honours a kind of condition, and whether also where that must be declared.
fn honours(crawler: &placet::Crawler, kind: Qualifier) -> (bool, bool) {
    (crawler.honours(kind), crawler.honours_on(kind, placet::Usage::TrainAi))
}

/// The kinds of conditions in a list.
fn kinds(list: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Qualifier>> {
    let Some(list) = list else { return Ok(Vec::new()) };
    if list.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("kinds of conditions must be a list, not a str"));
    }
    list.try_iter()?.map(|it| names::qualifier(&it?)).collect()
}

#[pymethods]
impl Crawler {
    #[new]
    #[pyo3(signature = (agent, /, *, purposes = None, can_honour = None, cannot_honour = None, elements = true))]
    fn new(
        agent: &Bound<'_, PyAny>,
        purposes: Option<Vec<String>>,
        can_honour: Option<&Bound<'_, PyAny>>,
        cannot_honour: Option<&Bound<'_, PyAny>>,
        elements: bool,
    ) -> PyResult<Self> {
        let (can, cannot) = (kinds(can_honour)?, kinds(cannot_honour)?);
        if let Some(both) = can.iter().find(|it| cannot.contains(it)) {
            return Err(PyValueError::new_err(format!(
                "{both} is in can_honour and in cannot_honour; remove it from one of them"
            )));
        }
        let inner = placet::Crawler::new(crawler(agent)?.agent().clone());
        let inner = purposes.into_iter().flatten().fold(inner, |it, purpose| it.purpose(&purpose));
        let inner = can.into_iter().fold(inner, placet::Crawler::can_honour);
        let inner = cannot.into_iter().fold(inner, placet::Crawler::cannot_honour);
        Ok(Self { inner: if elements { inner } else { inner.whole_pages() } })
    }

    /// A crawler that honours no condition and does not work on elements.
    #[staticmethod]
    #[pyo3(signature = (agent, /))]
    fn plain(agent: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self { inner: placet::Crawler::plain(crawler(agent)?.agent().clone()) })
    }

    #[getter]
    fn agent(&self) -> Agent {
        Agent(self.inner.agent().clone())
    }

    #[getter]
    fn purposes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.purposes().collect::<Vec<_>>())
    }

    #[getter]
    fn elements(&self) -> bool {
        self.inner.works_on_elements()
    }

    #[pyo3(signature = (kind, /))]
    fn honours(&self, kind: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.inner.honours(names::qualifier(kind)?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().key() == self.key())
    }

    fn __hash__(&self) -> u64 {
        hash(&self.key())
    }

    fn __repr__(&self) -> String {
        format!("<Crawler {}>", self.inner.agent().name())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("placet._restore")?.getattr("crawler")?;
        // Only what was declared: a crawler that declares nothing honours less.
        let silent = placet::Crawler::new(self.inner.agent().clone());
        let declared = |can: bool| {
            let all = Qualifier::ALL.iter().filter(|it| {
                self.inner.honours(**it) == can
                    && honours(&self.inner, **it) != honours(&silent, **it)
            });
            tuple(py, all, |it| member(py, "ConditionKind", it.name()))
        };
        let fields =
            (self.agent(), self.purposes(py)?, declared(true)?, declared(false)?, self.elements());
        Ok((restore, fields.into_pyobject(py)?))
    }
}

/// When a use is made.
#[pyclass(frozen, module = "placet")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AskedAt(pub(crate) placet::AskedAt);

/// The time of a question: an `AskedAt`, a `datetime`, or the present.
pub(crate) fn asked_at(at: Option<&Bound<'_, PyAny>>) -> PyResult<placet::AskedAt> {
    let Some(at) = at else { return Ok(placet::AskedAt::new().now(now())) };
    match at.cast::<AskedAt>() {
        Ok(at) => Ok(at.get().0),
        Err(_) => Ok(placet::AskedAt::new().now(system_time(at)?)),
    }
}

#[pymethods]
impl AskedAt {
    #[new]
    #[pyo3(signature = (now = None, *, first_used = None, recrawled = false))]
    fn new(
        now: Option<&Bound<'_, PyAny>>,
        first_used: Option<&Bound<'_, PyAny>>,
        recrawled: bool,
    ) -> PyResult<Self> {
        let mut at = asked_at(now)?.recrawled(recrawled);
        at.first_used = first_used.map(system_time).transpose()?;
        Ok(Self(at))
    }

    #[getter]
    fn now<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        datetime(py, self.0.now)
    }

    #[getter]
    fn first_used<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        datetime(py, self.0.first_used)
    }

    #[getter]
    fn recrawled(&self) -> bool {
        self.0.recrawled
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| *other.get() == *self)
    }

    fn __hash__(&self) -> u64 {
        hash(&(self.0.now, self.0.first_used, self.0.recrawled))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let now = self.now(py).map_or_else(|| "no time".to_owned(), |it| it.to_string());
        format!("<AskedAt {now}>")
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("placet._native")?.getattr("restore_asked_at")?;
        let fields = (self.now(py), self.first_used(py), self.recrawled());
        Ok((restore, fields.into_pyobject(py)?))
    }
}

/// The time of a pickle; a question can have none.
#[pyfunction]
pub(crate) fn restore_asked_at(
    now: Option<&Bound<'_, PyAny>>,
    first_used: Option<&Bound<'_, PyAny>>,
    recrawled: bool,
) -> PyResult<AskedAt> {
    let mut at = placet::AskedAt::new().recrawled(recrawled);
    at.now = now.map(system_time).transpose()?;
    at.first_used = first_used.map(system_time).transpose()?;
    Ok(AskedAt(at))
}
