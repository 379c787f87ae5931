//! A site: the state of its robots.txt, why, and until when.

mod attempt;
mod evidence;

use std::sync::Arc;

use placet::limits::FILE_MIN;
use placet::signals::{Families, Family, SignalFile};
use placet_fetch::{Entry, Event, Settings, SignalEntries, SignalEntry, Standing, Time};
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};

use self::attempt::Attempt;
use self::evidence::{evidence, redirects, time};
use crate::agent::{crawler, hash};
use crate::agent_policy::AgentPolicy;
use crate::bridge::{json, json_object, member};
use crate::convert::{now, system_time, tuple};
use crate::documents::{Documents, kind, named};
use crate::headers::Headers;
use crate::robots::{Reading, RobotsPolicy};
use crate::{input, names};

/// A site: the state of its robots.txt, why, and until when.
#[pyclass(frozen, module = "placet")]
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) inner: placet_fetch::Site,
    /// The files with signals that were fetched for questions so far.
    signals: SignalEntries,
    policy: Py<RobotsPolicy>,
    /// The crawler of the client that found it.
    crawler: Option<placet::Crawler>,
}

impl Site {
    pub(crate) fn new(
        py: Python<'_>,
        inner: placet_fetch::Site,
        signals: SignalEntries,
        crawler: Option<placet::Crawler>,
        families: Families,
    ) -> PyResult<Self> {
        let origin = Some(inner.origin().to_string());
        let profile = inner.policy().profile();
        let copy = inner.entry().copy().map(placet_fetch::Snapshot::body);
        let max_bytes = copy.map_or(FILE_MIN, placet_fetch::Body::ceiling);
        let reading = Reading { profile, max_bytes, origin, families };
        let is_read = matches!(inner.entry().standing(), Standing::Fetched | Standing::Stale);
        let policy = match copy.filter(|_| is_read) {
            Some(body) => RobotsPolicy::parse(body.bytes(), reading),
            None => RobotsPolicy::without(inner.policy().availability(), reading),
        };
        let references = inner.joined().iter().map(|it| reference(it)).collect();
        let mut documents = Documents::new(families, references);
        documents.add_entries(&signals);
        let policy = Py::new(py, policy.joined(documents))?;
        Ok(Self { inner, signals, policy, crawler })
    }

    /// What decisions are based on: robots.txt first.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Arc<Entry>> {
        self.inner.entries().chain(self.signals.iter().map(SignalEntry::entry))
    }

    fn entry(&self) -> &Entry {
        self.inner.entry()
    }
}

/// A file that the robots.txt refers to, where it could be read.
fn reference(entry: &Entry) -> (String, Option<Vec<u8>>) {
    let is_read = matches!(entry.standing(), Standing::Fetched | Standing::Stale);
    let text = entry.copy().filter(|_| is_read).map(|it| it.body().policy().text().to_vec());
    (entry.url().to_string(), text)
}

/// The site of a pickle.
#[pyfunction]
pub(crate) fn restore_site(
    py: Python<'_>,
    entries: Vec<Vec<u8>>,
    profile: &Bound<'_, PyAny>,
    agent: Option<&Bound<'_, PyAny>>,
    signals: &Bound<'_, PyAny>,
    files: Vec<(String, String, Vec<u8>)>,
) -> PyResult<Site> {
    let invalid = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let mut decoded = Vec::new();
    for entry in entries {
        decoded.push(Arc::new(Entry::decode(&entry).map_err(|error| invalid(&error))?));
    }
    let mut decoded = decoded.into_iter();
    let entry = decoded.next().ok_or_else(|| invalid(&"a site has at least one entry"))?;
    let site = placet_fetch::Site::new(entry, names::profile(Some(profile))?);
    let site = site.map_err(|error| invalid(&error))?;
    let references: Vec<_> = decoded.collect();
    let site = if references.is_empty() { site } else { site.join(references) };
    let mut entries = Vec::new();
    for (kind, url, entry) in files {
        let entry = Entry::decode(&entry).map_err(|error| invalid(&error))?;
        entries.push(SignalEntry::new(named(&kind, &url), Arc::new(entry)));
    }
    let (crawler, families) = (agent.map(crawler).transpose()?, names::families(Some(signals))?);
    Site::new(py, site, SignalEntries::new(entries), crawler, families)
}

#[pymethods]
impl Site {
    #[classmethod]
    #[pyo3(signature = (url, status, body = None, *, headers = None, previous = None, received_at = None, profile = None, max_bytes = FILE_MIN, refuse_forbidden = false, signals = None))]
    #[expect(clippy::too_many_arguments, reason = "what a response has")]
    fn from_response(
        class: &Bound<'_, PyType>,
        url: &str,
        status: u16,
        body: Option<&Bound<'_, PyAny>>,
        headers: Option<&Bound<'_, PyAny>>,
        previous: Option<&Bound<'_, Self>>,
        received_at: Option<&Bound<'_, PyAny>>,
        profile: Option<&Bound<'_, PyAny>>,
        max_bytes: usize,
        refuse_forbidden: bool,
        signals: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let py = class.py();
        let settings = Settings::new().ceiling(max_bytes).refuse_forbidden(refuse_forbidden);
        let attempt = Attempt::new(py, url, settings, previous, received_at, profile, signals)?;
        let fields = Headers::read(headers)?.map();
        let Some(body) = body else {
            return attempt.end(py, &[Event::Head { status, fields: &fields }, Event::End]);
        };
        let Some(body) = input::bytes(body)? else {
            return Err(PyTypeError::new_err("body must be bytes, as the server sent them"));
        };
        attempt.end(py, &[Event::Head { status, fields: &fields }, Event::Chunk(&body), Event::End])
    }

    #[classmethod]
    #[pyo3(signature = (url, failure = None, *, previous = None, received_at = None, profile = None, signals = None))]
    fn from_failure(
        class: &Bound<'_, PyType>,
        url: &str,
        failure: Option<&Bound<'_, PyAny>>,
        previous: Option<&Bound<'_, Self>>,
        received_at: Option<&Bound<'_, PyAny>>,
        profile: Option<&Bound<'_, PyAny>>,
        signals: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let py = class.py();
        let failure = names::failure(failure)?;
        let settings = Settings::new();
        let attempt = Attempt::new(py, url, settings, previous, received_at, profile, signals)?;
        attempt.end(py, &[Event::Failed(failure)])
    }

    #[pyo3(signature = (agent = None))]
    fn for_agent(slf: &Bound<'_, Self>, agent: Option<&Bound<'_, PyAny>>) -> PyResult<AgentPolicy> {
        let own = slf.get();
        let crawler = match agent {
            Some(agent) => crawler(agent)?,
            None => own.crawler.clone().ok_or_else(|| {
                PyTypeError::new_err("this site comes from no client, so say which agent asks")
            })?,
        };
        AgentPolicy::new(own.policy.bind(slf.py()), crawler, Some(slf.clone().unbind()))
    }

    #[getter]
    fn origin(&self) -> &str {
        self.inner.origin().as_str()
    }

    #[getter]
    fn policy(&self, py: Python<'_>) -> Py<RobotsPolicy> {
        self.policy.clone_ref(py)
    }

    #[getter]
    fn standing<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        member(py, "Standing", self.entry().standing().name())
    }

    #[getter]
    fn cause(&self) -> String {
        self.entry().cause().to_string()
    }

    #[getter]
    fn status(&self) -> Option<u16> {
        self.entry().cause().status()
    }

    #[getter]
    fn failure<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.entry().cause().failure().map(|it| member(py, "Failure", it.name())).transpose()
    }

    #[getter]
    fn checked_at<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        time(py, self.entry().checked())
    }

    #[getter]
    fn expires_at<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        time(py, self.inner.expires())
    }

    #[pyo3(signature = (at = None))]
    fn is_fresh(&self, at: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        let at: Time = at.map_or_else(|| Ok(now()), system_time)?.into();
        Ok(at < self.inner.expires())
    }

    #[getter(from_store)]
    fn is_from_store(&self) -> bool {
        self.crawler.is_some() && self.inner.is_from_store()
    }

    #[getter]
    fn final_url(&self) -> String {
        self.entry().evidence().final_url.into()
    }

    #[getter]
    fn redirects<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        redirects(py, self.entry())
    }

    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(
            py,
            self.inner.body_problems().iter().map(ToString::to_string).collect::<Vec<_>>(),
        )
    }

    #[getter]
    fn evidence<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.entries(), |entry| evidence(py, entry))
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let printed = json(&placet_report::evidence::StoredEntry::new(self.entry()))?;
        let object = json_object(py, &printed)?;
        object.set_item("origin", self.origin())?;
        Ok(object)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            let settings =
                |it: &Self| (it.inner.policy().profile(), it.policy.get().documents.families);
            settings(self) == settings(other) && self.entries().eq(other.entries())
        })
    }

    fn __hash__(&self) -> u64 {
        let (checked, origin) = (self.entry().checked(), self.inner.origin());
        hash(&(origin, checked, self.entry().standing()))
    }

    fn __repr__(&self) -> String {
        let standing = self.entry().standing();
        format!("<Site {}: {standing}, {}>", self.inner.origin(), self.entry().cause())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("placet._native")?.getattr("restore_site")?;
        let entries = tuple(py, self.inner.entries(), |it| {
            PyBytes::new(py, &it.encode()).into_bound_py_any(py)
        })?;
        let agent = self.crawler.clone().map(|inner| crate::agent::Crawler { inner });
        let families = self.policy.get().documents.families;
        let families: Vec<_> = families.iter().map(Family::name).collect();
        let files = tuple(py, self.signals.iter(), |it| {
            let url = if let SignalFile::Rsl(url) = it.file() { &**url } else { "" };
            let entry = PyBytes::new(py, &it.entry().encode());
            Ok((kind(it.file()), url, entry).into_pyobject(py)?.into_any())
        })?;
        let fields = (entries, self.inner.policy().profile().name(), agent, families, files);
        Ok((restore, fields.into_pyobject(py)?))
    }
}
