//! Reading a robots.txt, from what people pass or from a pickle.

use placet::limits::FILE_MIN;
use placet::robots::Availability;
use placet::signals::Families;
use placet_fetch::Origin;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::RobotsPolicy;
use crate::documents::{Documents, Pickled, References};
use crate::{input, names};

/// How a robots.txt is read.
pub(crate) struct Reading {
    pub(crate) profile: placet::Profile,
    pub(crate) max_bytes: usize,
    pub(crate) origin: Option<String>,
    pub(crate) families: Families,
}

impl Reading {
    /// As a file is read without other settings.
    pub(super) fn plain(profile: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let profile = names::profile(profile)?;
        Ok(Self { profile, max_bytes: FILE_MIN, origin: None, families: Families::ALL })
    }
}

/// Parses a robots.txt for every crawler at once.
#[pyfunction]
#[pyo3(signature = (robots, /, *, profile = None, origin = None, max_bytes = FILE_MIN, signals = None))]
pub(crate) fn parse(
    robots: &Bound<'_, PyAny>,
    profile: Option<&Bound<'_, PyAny>>,
    origin: Option<&str>,
    max_bytes: usize,
    signals: Option<&Bound<'_, PyAny>>,
) -> PyResult<RobotsPolicy> {
    if max_bytes < FILE_MIN {
        return Err(PyValueError::new_err(format!(
            "max_bytes is {max_bytes}, but a crawler reads at least {FILE_MIN} bytes (RFC 9309 section \
             2.5)"
        )));
    }
    let profile = names::profile(profile)?;
    let families = names::families(signals)?;
    let origin = origin.map(|it| site(robots.py(), it)).transpose()?;
    let max_bytes = max_bytes.min(placet::limits::FILE_MAX);
    let bytes = input::document(robots, Some(max_bytes))?;
    Ok(RobotsPolicy::parse(&bytes, Reading { profile, max_bytes, origin, families }))
}

/// Parses text that is a robots.txt, whatever it looks like; `placet/protego.py` takes any.
#[pyfunction]
pub(crate) fn parse_text(
    text: &Bound<'_, PyString>,
    profile: Option<&Bound<'_, PyAny>>,
) -> PyResult<RobotsPolicy> {
    let reading = Reading::plain(profile)?;
    if let Ok(text) = text.to_str() {
        return Ok(RobotsPolicy::parse(text.as_bytes(), reading));
    }
    let encoded = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
    Ok(RobotsPolicy::parse(encoded.extract()?, reading))
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
        Err(_) => Bound::new(source.py(), parse(source, profile, None, FILE_MIN, None)?),
    }
}

/// The policy of a pickle.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the fields of a pickle")]
pub(crate) fn restore_policy(
    bytes: &[u8],
    profile: &Bound<'_, PyAny>,
    origin: Option<String>,
    max_bytes: usize,
    availability: &str,
    references: References,
    signals: &Bound<'_, PyAny>,
    files: Vec<Pickled>,
) -> PyResult<RobotsPolicy> {
    let families = names::families(Some(signals))?;
    let profile = names::profile(Some(profile))?;
    let mut documents = Documents::new(families, references);
    documents.restore(files);
    let reading = Reading { profile, max_bytes, origin, families };
    let policy = match availability {
        "unavailable" => RobotsPolicy::without(Availability::Unavailable, reading),
        "unreachable" => RobotsPolicy::without(Availability::Unreachable, reading),
        _ => RobotsPolicy::parse(bytes, reading),
    };
    Ok(policy.joined(documents))
}
