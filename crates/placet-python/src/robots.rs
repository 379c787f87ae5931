//! What a robots.txt contains, for every crawler.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use placet::limits::FILE_MIN;
use placet::robots::Availability;
use placet_fetch::{Digest, Origin};
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};

use crate::agent::{crawler, hash};
use crate::agent_policy::AgentPolicy;
use crate::bridge::{html, json, json_object, member, value};
use crate::convert::{group, record, tuple};
use crate::{input, names};

/// The files that ACAP records refer to, by path or URL; None for one that cannot be fetched.
pub(crate) type References = BTreeMap<String, Option<Vec<u8>>>;

/// What a robots.txt says to every crawler.
#[pyclass(frozen, module = "placet")]
#[derive(Debug)]
pub(crate) struct RobotsPolicy {
    pub(crate) inner: placet::RobotsPolicy,
    /// The bytes as given, where they are not the text that was read: in UTF-16, or too long.
    given: Option<Box<[u8]>>,
    max_bytes: usize,
    truncated: bool,
    pub(crate) origin: Option<String>,
    references: References,
}

/// How a robots.txt is read.
pub(crate) struct Reading {
    pub(crate) profile: placet::Profile,
    pub(crate) max_bytes: usize,
    pub(crate) origin: Option<String>,
}

impl RobotsPolicy {
    pub(crate) fn parse(bytes: &[u8], reading: Reading) -> Self {
        let Reading { profile, max_bytes, origin } = reading;
        let inner =
            placet::RobotsPolicy::builder().profile(profile).ceiling(max_bytes).parse(bytes);
        // One byte after the limit shows that the file is longer.
        let read = bytes.get(..max_bytes.saturating_add(1)).unwrap_or(bytes);
        let given = (inner.text() != read).then(|| read.into());
        let truncated = bytes.len() > max_bytes;
        Self { inner, given, max_bytes, truncated, origin, references: References::new() }
    }

    pub(crate) fn without(availability: Availability, reading: Reading) -> Self {
        let inner = placet::RobotsPolicy::builder().profile(reading.profile).without(availability);
        Self { inner, ..Self::parse(b"", reading) }
    }

    /// The same with the files that its ACAP records refer to.
    pub(crate) fn joined(self, references: References) -> Self {
        if references.is_empty() {
            return self;
        }
        let origin: Option<Origin> = self.origin.as_deref().and_then(|it| it.parse().ok());
        let inner = self.inner.join(|target| {
            let url = || origin.as_ref()?.reference(target);
            let found = references.get(target);
            found.or_else(|| references.get(url()?.as_str()))?.as_deref()
        });
        Self { inner, references, ..self }
    }

    fn copied(&self) -> Self {
        Self {
            inner: self.inner.clone(),
            given: self.given.clone(),
            max_bytes: self.max_bytes,
            truncated: self.truncated,
            origin: self.origin.clone(),
            references: self.references.clone(),
        }
    }

    fn key(&self) -> (&[u8], &str, &str, &Option<String>, &References) {
        let bytes = self.given.as_deref().unwrap_or(self.inner.text());
        let availability = availability(&self.inner);
        (bytes, self.inner.profile().name(), availability, &self.origin, &self.references)
    }
}

fn availability(policy: &placet::RobotsPolicy) -> &'static str {
    match policy.availability() {
        Availability::Read => "read",
        Availability::Unavailable => "unavailable",
        Availability::Unreachable => "unreachable",
    }
}

/// Parses a robots.txt for every crawler at once.
#[pyfunction]
#[pyo3(signature = (robots, /, *, profile = None, origin = None, max_bytes = FILE_MIN))]
pub(crate) fn parse(
    robots: &Bound<'_, PyAny>,
    profile: Option<&Bound<'_, PyAny>>,
    origin: Option<&str>,
    max_bytes: usize,
) -> PyResult<RobotsPolicy> {
    if max_bytes < FILE_MIN {
        return Err(PyValueError::new_err(format!(
            "max_bytes is {max_bytes}, but a crawler reads at least {FILE_MIN} bytes (RFC 9309 section \
             2.5)"
        )));
    }
    let profile = names::profile(profile)?;
    let origin = origin.map(|it| site(robots.py(), it)).transpose()?;
    let max_bytes = max_bytes.min(placet::limits::FILE_MAX);
    let bytes = input::document(robots, Some(max_bytes))?;
    Ok(RobotsPolicy::parse(&bytes, Reading { profile, max_bytes, origin }))
}

/// The origin of a URL.
pub(crate) fn site(py: Python<'_>, url: &str) -> PyResult<String> {
    let origin = url.parse::<Origin>().map(|it| it.to_string());
    origin.map_err(|error| crate::bridge::invalid_url(py, url, error))
}

/// A robots.txt as text, or a policy that was parsed already.
pub(crate) fn policy_of<'py>(
    source: &Bound<'py, PyAny>,
    profile: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, RobotsPolicy>> {
    match source.cast::<RobotsPolicy>() {
        Ok(policy) => Ok(policy.clone()),
        Err(_) => Bound::new(source.py(), parse(source, profile, None, FILE_MIN)?),
    }
}

/// The policy of a pickle.
#[pyfunction]
pub(crate) fn restore_policy(
    bytes: &[u8],
    profile: &Bound<'_, PyAny>,
    origin: Option<String>,
    max_bytes: usize,
    availability: &str,
    references: References,
) -> PyResult<RobotsPolicy> {
    let reading = Reading { profile: names::profile(Some(profile))?, max_bytes, origin };
    Ok(match availability {
        "unavailable" => RobotsPolicy::without(Availability::Unavailable, reading),
        "unreachable" => RobotsPolicy::without(Availability::Unreachable, reading),
        _ => RobotsPolicy::parse(bytes, reading).joined(references),
    })
}

#[pymethods]
impl RobotsPolicy {
    #[classmethod]
    #[pyo3(signature = (*, profile = None))]
    fn unavailable(_: &Bound<'_, PyType>, profile: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let profile = names::profile(profile)?;
        let reading = Reading { profile, max_bytes: FILE_MIN, origin: None };
        Ok(Self::without(Availability::Unavailable, reading))
    }

    #[classmethod]
    #[pyo3(signature = (*, profile = None))]
    fn unreachable(_: &Bound<'_, PyType>, profile: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let profile = names::profile(profile)?;
        let reading = Reading { profile, max_bytes: FILE_MIN, origin: None };
        Ok(Self::without(Availability::Unreachable, reading))
    }

    fn for_agent(slf: &Bound<'_, Self>, agent: &Bound<'_, PyAny>) -> PyResult<AgentPolicy> {
        AgentPolicy::new(slf, crawler(agent)?, None)
    }

    #[pyo3(signature = (agent, usage = None))]
    fn needs<'py>(
        &self,
        py: Python<'py>,
        agent: &Bound<'py, PyAny>,
        usage: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        usage.map(names::usage).transpose()?;
        let crawler = crawler(agent)?;
        let origin: Option<Origin> = self.origin.as_deref().and_then(|it| it.parse().ok());
        let mut seen = HashSet::new();
        let wanted = self.inner.references(&crawler).filter_map(|target| {
            let url = origin.as_ref().and_then(|it| it.reference(target)).map(String::from);
            let known = [Some(target), url.as_deref()].into_iter().flatten();
            let is_known = known.into_iter().any(|it| self.references.contains_key(it));
            let place = url.clone().unwrap_or_else(|| target.to_owned());
            (!is_known && seen.insert(place.clone())).then_some(place)
        });
        let wanted: Vec<_> = wanted.collect();
        tuple(py, wanted, |url| value!(py, "NeededDocument", "reference", (url,)))
    }

    #[pyo3(signature = (*, references = None))]
    fn with_documents(&self, references: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut all = self.references.clone();
        if let Some(references) = references {
            for pair in references.call_method0("items")?.try_iter()? {
                let (name, source): (String, Bound<'_, PyAny>) = pair?.extract()?;
                let text = if source.is_none() {
                    None
                } else {
                    Some(input::document(&source, Some(self.max_bytes))?.into_owned())
                };
                all.insert(name, text);
            }
        }
        Ok(self.copied().joined(all))
    }

    #[getter]
    fn source<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.inner.text())
    }

    #[getter]
    fn digest(&self) -> String {
        Digest::of(self.inner.text()).to_string()
    }

    #[getter]
    fn truncated(&self) -> bool {
        self.truncated
    }

    #[getter]
    fn profile<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        member(py, "Profile", self.inner.profile().name())
    }

    #[getter]
    fn origin(&self) -> Option<&str> {
        self.origin.as_deref()
    }

    #[getter]
    fn availability<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        member(py, "Availability", availability(&self.inner))
    }

    #[getter]
    fn agents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut seen = HashSet::new();
        let names = self.inner.groups().flat_map(|group| group.agents());
        let names = names.map(|line| line.value());
        let names = names.filter(|it: &Cow<'_, str>| seen.insert(it.to_ascii_lowercase()));
        tuple(py, names.collect::<Vec<_>>(), |it| it.into_bound_py_any(py))
    }

    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.inner.groups(), |it| group(py, &self.inner, &it))
    }

    #[getter]
    fn records<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.inner.records(), |it| record(py, &it))
    }

    #[getter]
    fn sitemaps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.inner.sitemaps(), |it| it.value().into_bound_py_any(py))
    }

    #[getter]
    fn acap_version(&self) -> Option<&str> {
        self.inner.acap_version()
    }

    #[getter]
    fn problems<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.inner.problems(), |it| {
            let (kind, message) = (it.kind().name(), it.kind().to_string());
            value!(py, "Problem", kind, message, "robots.txt", it.line(), it.column(), it.text())
        })
    }

    #[getter]
    fn problems_unlisted(&self) -> usize {
        self.inner.problems_unlisted()
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let records = placet_report::records::Records::new(&self.inner, &[], usize::MAX);
        json_object(py, &json(&records)?)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            self.key() == other.key() && self.max_bytes == other.max_bytes
        })
    }

    fn __hash__(&self) -> u64 {
        hash(&self.key())
    }

    fn __repr__(&self) -> String {
        let groups = self.inner.groups().count();
        let rules: usize = self.inner.groups().map(|it| it.rules().count()).sum();
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let profile = self.inner.profile();
        match self.inner.availability() {
            Availability::Read => format!(
                "<RobotsPolicy {profile}: {groups} group{}, {rules} rule{}, {} bytes>",
                plural(groups),
                plural(rules),
                self.inner.text().len()
            ),
            _ => format!("<RobotsPolicy {profile}: {}>", availability(&self.inner)),
        }
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        html(slf.py(), "policy", slf.clone().into_any())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("placet._native")?.getattr("restore_policy")?;
        let (bytes, profile, availability, origin, _) = self.key();
        let documents = pyo3::types::PyDict::new(py);
        for (name, text) in &self.references {
            documents.set_item(name, text.as_ref().map(|it| PyBytes::new(py, it)))?;
        }
        let bytes = PyBytes::new(py, bytes);
        let fields = (bytes, profile, origin, self.max_bytes, availability, documents);
        Ok((restore, fields.into_pyobject(py)?))
    }
}
