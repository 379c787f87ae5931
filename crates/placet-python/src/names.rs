//! Names of usages, profiles, conditions and failures as Python passes them.

use placet::condition::Qualifier;
use placet::explain::{Law, ReasonCode};
use placet::signals::{Families, Family, SignalOutcome};
use placet::{Profile, Usage};
use placet_fetch::Failure;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::bridge::unknown;

/// The text of a name: a `str`, or a member of an enum, which is one.
fn text<'a>(name: &'a Bound<'_, PyAny>, kind: &str) -> PyResult<&'a str> {
    let Ok(text) = name.cast::<PyString>() else {
        let class = name.get_type().to_string();
        return Err(PyTypeError::new_err(format!("a {kind} must be a str, not {class}")));
    };
    // A name with lone surrogates is unknown.
    Ok(text.to_str().unwrap_or("\u{fffd}"))
}

pub(crate) fn usage(name: &Bound<'_, PyAny>) -> PyResult<Usage> {
    let text = text(name, "usage")?;
    let known = || Usage::ALL.iter().map(|it| it.name()).collect();
    // The engine takes other notations too; a usage has one name here.
    let found = Usage::ALL.into_iter().find(|it| it.name() == text);
    found.ok_or_else(|| unknown(name.py(), "usage", text, known()))
}

/// Usages, each once; all if there are none.
pub(crate) fn usages(names: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Usage>> {
    let Some(names) = names.filter(|it| !it.is_none()) else { return Ok(Vec::new()) };
    if names.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("usages must be a list of names, not a str"));
    }
    let mut usages = Vec::new();
    for name in names.try_iter()? {
        let usage = usage(&name?)?;
        if !usages.contains(&usage) {
            usages.push(usage);
        }
    }
    Ok(usages)
}

pub(crate) const PROFILES: [Profile; 3] = [Profile::Full, Profile::Rfc9309, Profile::Google];

pub(crate) fn profile(name: Option<&Bound<'_, PyAny>>) -> PyResult<Profile> {
    let Some(name) = name else { return Ok(Profile::Full) };
    let text = text(name, "profile")?;
    let known = || PROFILES.iter().map(|it| it.name()).collect();
    let found = PROFILES.into_iter().find(|it| it.name() == text);
    found.ok_or_else(|| unknown(name.py(), "profile", text, known()))
}

/// Families of signals; all if there is no list.
pub(crate) fn families(names: Option<&Bound<'_, PyAny>>) -> PyResult<Families> {
    let Some(names) = names.filter(|it| !it.is_none()) else { return Ok(Families::ALL) };
    if names.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("signals must be a list of names, not a str"));
    }
    let family = |name: &Bound<'_, PyAny>| {
        let text = text(name, "family of signals")?;
        let known = || Family::ALL.iter().map(|it| it.name()).collect();
        text.parse::<Family>().map_err(|_| unknown(name.py(), "family of signals", text, known()))
    };
    names.try_iter()?.map(|name| family(&name?)).collect()
}

pub(crate) fn qualifier(name: &Bound<'_, PyAny>) -> PyResult<Qualifier> {
    let text = text(name, "condition")?;
    let known = || Qualifier::ALL.iter().map(|it| it.name()).collect();
    let found = Qualifier::ALL.iter().find(|it| it.name() == text);
    found.copied().ok_or_else(|| unknown(name.py(), "condition", text, known()))
}

pub(crate) fn failure(name: Option<&Bound<'_, PyAny>>) -> PyResult<Failure> {
    let Some(name) = name else { return Ok(Failure::Other) };
    let text = text(name, "failure")?;
    let known = || Failure::ALL.iter().map(|it| it.name()).collect();
    let found = Failure::ALL.into_iter().find(|it| it.name() == text);
    found.ok_or_else(|| unknown(name.py(), "failure", text, known()))
}

/// Every reason code, which the engine does not list.
pub(crate) const REASON_CODES: [ReasonCode; 28] = [
    ReasonCode::Unreachable,
    ReasonCode::Unavailable,
    ReasonCode::Longest,
    ReasonCode::AllowOnTie,
    ReasonCode::NothingMatched,
    ReasonCode::NoGroup,
    ReasonCode::RobotsTxt,
    ReasonCode::Narrowest,
    ReasonCode::Undetermined,
    ReasonCode::NotUnderstood,
    ReasonCode::Silence,
    ReasonCode::Unread,
    ReasonCode::Expired,
    ReasonCode::NotHonoured,
    ReasonCode::Page,
    ReasonCode::PageConflict,
    ReasonCode::Element,
    ReasonCode::ElementLevel,
    ReasonCode::Elsewhere,
    ReasonCode::ResourceClosed,
    ReasonCode::Restricted,
    ReasonCode::NoCrawl,
    ReasonCode::NoPreserve,
    ReasonCode::Conditioned,
    ReasonCode::Signal,
    ReasonCode::NoMine,
    ReasonCode::OtherSite,
    ReasonCode::NoUrl,
];

const OUTCOMES: [SignalOutcome; 3] =
    [SignalOutcome::Allow, SignalOutcome::Disallow, SignalOutcome::Silent];

/// The names that the engine uses for an enum, for the test that compares them with Python's.
#[pyfunction]
pub(crate) fn names(class: &str) -> Vec<&'static str> {
    match class {
        "Usage" => Usage::ALL.iter().map(|it| it.name()).collect(),
        "Profile" => PROFILES.iter().map(|it| it.name()).collect(),
        "ConditionKind" => Qualifier::ALL.iter().map(|it| it.name()).collect(),
        "SignalFamily" => Family::ALL.iter().map(|it| it.name()).collect(),
        "SignalOutcome" => OUTCOMES.iter().map(|it| it.name()).collect(),
        "Law" => Law::ALL.iter().map(|it| it.name()).collect(),
        "ReasonCode" => REASON_CODES.iter().map(|it| it.name()).collect(),
        "Failure" => Failure::ALL.iter().map(|it| it.name()).collect(),
        "Standing" => placet_fetch::Standing::ALL.iter().map(|it| it.name()).collect(),
        "Effect" => placet::compare::Effect::ALL.iter().map(|it| it.name()).collect(),
        _ => Vec::new(),
    }
}

/// Number, title and section of a law.
#[pyfunction]
pub(crate) fn law(name: &str) -> Option<(usize, &'static str, String)> {
    let law = Law::ALL.into_iter().find(|it| it.name() == name)?;
    Some((law.number(), law.title(), law.section().to_string()))
}

/// Whether a crawler is assumed to honour a condition without a declaration.
#[pyfunction]
pub(crate) fn condition_honoured(name: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(qualifier(name)?.is_honoured_by_default())
}
