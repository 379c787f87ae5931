//! What a robots.txt says to one crawler.

use std::collections::BTreeSet;

use placet::signals::SignalFile;
use placet::{Target, Usage};
use placet_fetch::Pace;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::agent::{Agent, Crawler, asked_at, hash};
use crate::bridge::{error, invalid_url, member, value};
use crate::convert::{group, record, rule, seconds, tuple};
use crate::decision::{Decision, Question};
use crate::documents::kind;
use crate::page::PagePolicy;
use crate::robots::RobotsPolicy;
use crate::site::Site;
use crate::{input, names, signals};

/// From how many URLs on `allows_many` releases the GIL: below, getting it back takes longer.
const MANY: usize = 50_000;

/// What a robots.txt says to one crawler.
#[pyclass(frozen, module = "placet")]
#[derive(Debug)]
pub(crate) struct AgentPolicy {
    pub(crate) inner: placet::AgentPolicy,
    pub(crate) policy: Py<RobotsPolicy>,
    pub(crate) site: Option<Py<Site>>,
}

impl AgentPolicy {
    pub(crate) fn new(
        policy: &Bound<'_, RobotsPolicy>,
        crawler: placet::Crawler,
        site: Option<Py<Site>>,
    ) -> PyResult<Self> {
        let own = policy.get();
        let mut inner = own.documents.apply(own.inner.for_agent(crawler));
        if let Some(origin) = &own.origin {
            let bound = inner.of_site(origin);
            inner = bound.map_err(|error| invalid_url(policy.py(), origin, error))?;
        }
        Ok(Self { inner, policy: policy.clone().unbind(), site })
    }

    /// The target of a URL.
    pub(crate) fn target<'u>(&self, py: Python<'_>, url: &'u str) -> PyResult<Target<'u>> {
        self.inner.target(url).map_err(|why| self.refused(py, url, why))
    }

    /// The exception for a URL that is none, or that is of another site.
    fn refused(&self, py: Python<'_>, url: &str, why: placet::InvalidUrl) -> PyErr {
        let profile = self.inner.policy().profile();
        match &self.policy.get().origin {
            Some(origin) if Target::new(url, profile).is_ok() => {
                let message =
                    format!("{url} is not a URL of {origin}, which this robots.txt is about");
                error(py, "OriginMismatchError", (message, url, origin))
            }
            _ => invalid_url(py, url, format!("{url:?} is not a URL: {why}")),
        }
    }

    fn key(&self) -> (&str, Vec<&str>) {
        let crawler = self.inner.crawler();
        (crawler.agent().name(), crawler.purposes().collect())
    }
}

#[pymethods]
impl AgentPolicy {
    fn allows(&self, url: &Bound<'_, PyString>) -> PyResult<bool> {
        let text = input::url(url)?;
        self.inner.allows(text).map_err(|why| self.refused(url.py(), text, why))
    }

    #[pyo3(signature = (urls, *, invalid = None))]
    fn allows_many(
        &self,
        py: Python<'_>,
        urls: &Bound<'_, PyAny>,
        invalid: Option<bool>,
    ) -> PyResult<Vec<bool>> {
        if urls.is_instance_of::<PyString>() {
            return Err(pyo3::exceptions::PyTypeError::new_err("urls must be a list, not a str"));
        }
        let urls: Vec<Bound<'_, PyAny>> = urls.try_iter()?.collect::<PyResult<_>>()?;
        let mut texts = Vec::with_capacity(urls.len());
        for (position, url) in urls.iter().enumerate() {
            let text = url.cast::<PyString>().map_err(PyErr::from).and_then(input::url);
            match (text, invalid) {
                (Ok(text), _) => texts.push(Some(text)),
                (Err(error), Some(_)) if error.is_instance_of::<PyValueError>(py) => {
                    texts.push(None);
                }
                (Err(error), _) => return Err(at_position(py, error, position)),
            }
        }
        let answer = |text: Option<&str>| match text {
            Some(text) => self.inner.allows(text).map_err(Some),
            None => Err(None),
        };
        let decide = || texts.iter().copied().map(answer).collect::<Vec<_>>();
        let answers = if texts.len() > MANY { py.detach(decide) } else { decide() };
        let mut allowed = Vec::with_capacity(answers.len());
        for (position, (answer, text)) in answers.into_iter().zip(&texts).enumerate() {
            allowed.push(match (answer, invalid) {
                (Ok(answer), _) => answer,
                (Err(_), Some(invalid)) => invalid,
                (Err(Some(why)), None) => {
                    let error = self.refused(py, text.unwrap_or_default(), why);
                    return Err(at_position(py, error, position));
                }
                (Err(None), None) => false,
            });
        }
        Ok(allowed)
    }

    #[pyo3(signature = (usage, url, *, page = None, element = None, at = None))]
    fn may(
        slf: &Bound<'_, Self>,
        usage: &Bound<'_, PyAny>,
        url: &Bound<'_, PyString>,
        page: Option<&Bound<'_, PagePolicy>>,
        element: Option<String>,
        at: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Decision> {
        let question = Question::new(slf, url, page, element, asked_at(at)?)?;
        question.decide(slf.py(), names::usage(usage)?)
    }

    #[pyo3(signature = (url, *, usages = None, page = None, element = None, at = None))]
    fn matrix<'py>(
        slf: &Bound<'py, Self>,
        url: &Bound<'py, PyString>,
        usages: Option<&Bound<'py, PyAny>>,
        page: Option<&Bound<'py, PagePolicy>>,
        element: Option<String>,
        at: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let mut wanted = names::usages(usages)?;
        if usages.is_none() {
            wanted = Usage::ALL.into();
        }
        let question = Question::new(slf, url, page, element, asked_at(at)?)?;
        let rows = PyDict::new(py);
        for decision in question.matrix(py)? {
            let usage = decision.inner.usage();
            if wanted.contains(&usage) {
                rows.set_item(member(py, "Usage", usage.name())?, decision)?;
            }
        }
        value!(py, "Matrix", url, Agent(slf.get().inner.agent().clone()), rows)
    }

    fn extent<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let extent = py.detach(|| self.inner.extent());
        let lines = tuple(py, extent.lines(), |line| {
            let allow = line.kind() == placet::robots::RuleKind::Allow;
            value!(py, "ExtentLine", line.line(), allow, line.example(), line.source().to_string())
        })?;
        let closed = member(py, "Closed", extent.closed().name())?;
        value!(py, "Extent", closed, lines, extent.is_complete())
    }

    #[pyo3(signature = (usage, url, html, *, page = None, at = None))]
    fn extract<'py>(
        slf: &Bound<'py, Self>,
        usage: &Bound<'py, PyAny>,
        url: &Bound<'py, PyString>,
        html: &Bound<'py, PyAny>,
        page: Option<&Bound<'py, PagePolicy>>,
        at: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let usage = names::usage(usage)?;
        let html = input::bytes_or_text(html, "html")?;
        let question = Question::new(slf, url, page, None, asked_at(at)?)?;
        let view = question.view(py);
        let target = slf.get().target(py, input::url(url)?)?;
        let permitted = view.permitted(usage, &target, &question.asked_at, &html);
        let decision = question.answered(py, permitted.decision().clone());
        let ranges = tuple(py, permitted.ranges(), |it| {
            Ok((it.start, it.end).into_pyobject(py)?.into_any())
        })?;
        let kept = pyo3::types::PyBytes::new(py, &permitted.html());
        let (empty, cut) = (permitted.is_empty(), permitted.is_cut());
        value!(py, "Extract", decision, permitted.text(), kept, ranges, empty, cut)
    }

    #[pyo3(signature = (url, *, usages = None, page = None))]
    fn signals<'py>(
        slf: &Bound<'py, Self>,
        url: &Bound<'py, PyString>,
        usages: Option<&Bound<'py, PyAny>>,
        page: Option<&Bound<'py, PagePolicy>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let question = Question::new(slf, url, page, None, asked_at(None)?)?;
        signals::report(slf.py(), &question, &names::usages(usages)?, input::url(url)?)
    }

    /// The files with signals that questions depend on and that were not supplied: kind, and URL of an
    /// RSL document. `placet/_client.py` fetches them.
    #[pyo3(name = "_signal_files", signature = (url, usages, page))]
    fn signal_files<'py>(
        slf: &Bound<'py, Self>,
        url: &Bound<'py, PyString>,
        usages: &Bound<'py, PyAny>,
        page: Option<&Bound<'py, PagePolicy>>,
    ) -> PyResult<Vec<(&'static str, String)>> {
        let usages = names::usages(Some(usages))?;
        let usages = if usages.is_empty() { Usage::ALL.to_vec() } else { usages };
        let question = Question::new(slf, url, page, None, placet::AskedAt::new())?;
        let (view, target) = (question.view(slf.py()), question.target(slf.py())?);
        let needed: BTreeSet<_> =
            usages.iter().flat_map(|it| view.signal_files_needed(*it, &target)).collect();
        Ok(needed
            .iter()
            .map(|file| {
                let url =
                    if let SignalFile::Rsl(url) = file { url.to_string() } else { String::new() };
                (kind(file), url)
            })
            .collect())
    }

    #[getter]
    fn policy(&self, py: Python<'_>) -> Py<RobotsPolicy> {
        self.policy.clone_ref(py)
    }

    #[getter]
    fn crawler(&self) -> Crawler {
        Crawler { inner: self.inner.crawler().clone() }
    }

    #[getter]
    fn agent(&self) -> Agent {
        Agent(self.inner.agent().clone())
    }

    #[getter]
    fn addressed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        member(py, "Addressed", self.inner.choice().name())
    }

    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.inner.groups(), |it| group(py, self.inner.policy(), &it))
    }

    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.inner.rules(), |it| rule(py, &it))
    }

    #[getter]
    fn records<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.inner.records(), |it| record(py, &it))
    }

    #[getter]
    fn crawl_delay(&self) -> Option<f64> {
        self.inner.crawl_delay().map(seconds)
    }

    #[getter]
    fn request_rate<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let rates = slf.py().import("placet._rates")?;
        rates.getattr("of_records")?.call1((slf.getattr("records")?,))
    }

    #[getter]
    fn min_interval(&self) -> f64 {
        seconds(Pace::of(&self.inner).interval())
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let crawlers = slf.getattr("crawler")?.eq(other.getattr("crawler")?)?;
        Ok(crawlers && slf.get().policy.bind(slf.py()).eq(other.get().policy.bind(slf.py()))?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(hash(&(self.policy.bind(py).hash()?, self.key())))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let policy = self.policy.bind(py).repr()?;
        Ok(format!("<AgentPolicy {} of {policy}>", self.inner.agent().name()))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("placet._restore")?.getattr("agent_policy")?;
        let site = self.site.as_ref().map(|it| it.clone_ref(py));
        Ok((restore, (self.policy(py), site, self.crawler()).into_pyobject(py)?))
    }
}

/// The same exception with the position of the URL in the list.
fn at_position(py: Python<'_>, error: PyErr, position: usize) -> PyErr {
    // Python 3.10 has no notes; there the position is missing from the message.
    let note = format!("this is the URL at position {position}, counted from 0");
    let _ = error.value(py).call_method1("add_note", (note,));
    error
}
