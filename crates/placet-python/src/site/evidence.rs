//! What a site's answers are based on.

use placet_fetch::{Entry, Time};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::bridge::{json, member, value};
use crate::convert::{datetime, tuple};

/// A time of the client as a `datetime`.
pub(super) fn time(py: Python<'_>, time: Time) -> Option<Bound<'_, PyAny>> {
    datetime(py, time.to_system())
}

pub(super) fn redirects<'py>(py: Python<'py>, entry: &Entry) -> PyResult<Bound<'py, PyTuple>> {
    tuple(py, entry.evidence().chain.iter(), |hop| {
        value!(py, "Redirect", hop.status(), hop.url().as_str())
    })
}

pub(super) fn evidence<'py>(py: Python<'py>, entry: &Entry) -> PyResult<Bound<'py, PyAny>> {
    let evidence = entry.evidence();
    let copy = evidence.copy;
    value!(
        py,
        "Evidence",
        evidence.url.as_str(),
        member(py, "Standing", evidence.standing.name())?,
        evidence.cause.to_string(),
        copy.map(|it| it.digest.to_string()),
        copy.map(|it| it.bytes),
        copy.is_some_and(|it| it.cut),
        copy.map(|it| it.status).or(evidence.cause.status()),
        copy.and_then(|it| time(py, it.fetched)),
        copy.and_then(|it| time(py, it.validated)),
        time(py, evidence.checked),
        time(py, evidence.expires),
        evidence.unreachable_since.and_then(|it| time(py, it)),
        evidence.final_url.as_str(),
        redirects(py, entry)?,
        json(&placet_report::evidence::StoredEntry::new(entry))?
    )
}
