//! What a robots.txt contains, for every crawler.

mod read;

use std::borrow::Cow;
use std::collections::HashSet;
use std::hash::Hash;

use placet::limits::SIGNAL_FILE;
use placet::robots::Availability;
use placet::signals::{Family, SignalFile};
use placet_fetch::{Digest, Origin};
use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};

pub(crate) use self::read::{Reading, parse, parse_text, policy_of, restore_policy};
use crate::agent::{crawler, hash};
use crate::agent_policy::AgentPolicy;
use crate::bridge::{html, json, json_object, member, value};
use crate::convert::{group, record, tuple};
use crate::documents::{self, Documents, References};
use crate::names;

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
    pub(crate) documents: Documents,
}

impl RobotsPolicy {
    pub(crate) fn parse(bytes: &[u8], reading: Reading) -> Self {
        let Reading { profile, max_bytes, origin, families } = reading;
        let inner =
            placet::RobotsPolicy::builder().profile(profile).ceiling(max_bytes).parse(bytes);
        // One byte after the limit shows that the file is longer.
        let read = bytes.get(..max_bytes.saturating_add(1)).unwrap_or(bytes);
        let given = (inner.text() != read).then(|| read.into());
        let truncated = bytes.len() > max_bytes;
        let documents = Documents::new(families, References::new());
        Self { inner, given, max_bytes, truncated, origin, documents }
    }

    pub(crate) fn without(availability: Availability, reading: Reading) -> Self {
        let inner = placet::RobotsPolicy::builder().profile(reading.profile).without(availability);
        Self { inner, ..Self::parse(b"", reading) }
    }

    /// The same with other documents of the site.
    pub(crate) fn joined(self, documents: Documents) -> Self {
        let references = &documents.references;
        if references.is_empty() {
            return Self { documents, ..self };
        }
        let origin: Option<Origin> = self.origin.as_deref().and_then(|it| it.parse().ok());
        let inner = self.inner.join(|target| {
            let url = || origin.as_ref()?.reference(target);
            let found = references.get(target);
            found.or_else(|| references.get(url()?.as_str()))?.as_deref()
        });
        Self { inner, documents, ..self }
    }

    fn copied(&self) -> Self {
        Self {
            inner: self.inner.clone(),
            given: self.given.clone(),
            max_bytes: self.max_bytes,
            truncated: self.truncated,
            origin: self.origin.clone(),
            documents: self.documents.clone(),
        }
    }

    fn bytes(&self) -> &[u8] {
        self.given.as_deref().unwrap_or(self.inner.text())
    }

    fn key(&self) -> impl PartialEq + Hash {
        let (profile, availability) = (self.inner.profile().name(), availability(&self.inner));
        (self.bytes(), profile, availability, &self.origin, self.documents.key(), self.max_bytes)
    }
}

fn availability(policy: &placet::RobotsPolicy) -> &'static str {
    match policy.availability() {
        Availability::Read => "read",
        Availability::Unavailable => "unavailable",
        Availability::Unreachable => "unreachable",
    }
}

#[pymethods]
impl RobotsPolicy {
    #[classmethod]
    #[pyo3(signature = (*, profile = None))]
    fn unavailable(_: &Bound<'_, PyType>, profile: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Ok(Self::without(Availability::Unavailable, Reading::plain(profile)?))
    }

    #[classmethod]
    #[pyo3(signature = (*, profile = None))]
    fn unreachable(_: &Bound<'_, PyType>, profile: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Ok(Self::without(Availability::Unreachable, Reading::plain(profile)?))
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
        let usage = usage.map_or(Ok(placet::Usage::Crawl), names::usage)?;
        documents::needed(py, self, crawler(agent)?, usage)
    }

    #[pyo3(signature = (*, tdmrep = None, trust_txt = None, ai_txt = None, rsl = None, references = None))]
    fn with_documents(
        &self,
        tdmrep: Option<&Bound<'_, PyAny>>,
        trust_txt: Option<&Bound<'_, PyAny>>,
        ai_txt: Option<&Bound<'_, PyAny>>,
        rsl: Option<&Bound<'_, PyAny>>,
        references: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut documents = self.documents.clone();
        for (file, source) in [
            (SignalFile::Tdmrep, tdmrep),
            (SignalFile::TrustTxt, trust_txt),
            (SignalFile::AiTxt, ai_txt),
        ] {
            if let Some(source) = source {
                documents.add(file, Some(documents::read_signals(source)?));
            }
        }
        documents::read_mapping(rsl, SIGNAL_FILE, |url, text| {
            documents.add(SignalFile::Rsl(url.into()), text);
        })?;
        documents::read_mapping(references, self.max_bytes, |name, text| {
            documents.references.insert(name, text);
        })?;
        Ok(self.copied().joined(documents))
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
        other.cast::<Self>().is_ok_and(|other| self.key() == other.get().key())
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
        let references = pyo3::types::PyDict::new(py);
        for (name, text) in &self.documents.references {
            references.set_item(name, text.as_ref().map(|it| PyBytes::new(py, it)))?;
        }
        let families: Vec<_> = self.documents.families.iter().map(Family::name).collect();
        let fields = (
            PyBytes::new(py, self.bytes()),
            self.inner.profile().name(),
            self.origin.as_deref(),
            self.max_bytes,
            availability(&self.inner),
            references,
            families,
            self.documents.pickled(py)?,
        );
        Ok((restore, fields.into_pyobject(py)?))
    }
}
