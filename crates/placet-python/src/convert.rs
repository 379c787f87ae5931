//! Values of the engine as values of Python.

use std::time::{Duration, SystemTime};

use placet::condition::{Length, Locator, TimeLimit};
use placet::explain::Reason;
use placet::robots::{Group, Record, Rule, RuleKind};
use placet::{Condition, RobotsPolicy};
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::bridge::{member, value};

/// A tuple of values.
pub(crate) fn tuple<'py, T>(
    py: Python<'py>,
    items: impl IntoIterator<Item = T>,
    mut each: impl FnMut(T) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let items: Vec<_> = items.into_iter().map(&mut each).collect::<PyResult<_>>()?;
    PyTuple::new(py, items)
}

/// The time now, in whole microseconds, which `datetime` can represent: Python passes the present to
/// the engine, which has no clock.
#[expect(clippy::disallowed_methods, reason = "the one place where the package reads the clock")]
pub(crate) fn now() -> SystemTime {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let micros = u64::try_from(since.as_micros()).unwrap_or(u64::MAX);
    SystemTime::UNIX_EPOCH
        .checked_add(Duration::from_micros(micros))
        .unwrap_or(SystemTime::UNIX_EPOCH)
}

/// A time as an aware `datetime`; None if Python cannot represent it.
pub(crate) fn datetime(py: Python<'_>, time: Option<SystemTime>) -> Option<Bound<'_, PyAny>> {
    time?.into_bound_py_any(py).ok()
}

/// The microseconds from 1970 to a time, or before it; None if there are too many.
pub(crate) fn micros(time: SystemTime) -> Option<i64> {
    match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_micros()).ok(),
        Err(before) => i64::try_from(before.duration().as_micros()).ok().map(|it| -it),
    }
}

/// An aware `datetime` as a time.
pub(crate) fn system_time(time: &Bound<'_, PyAny>) -> PyResult<SystemTime> {
    if time.getattr("tzinfo").is_ok_and(|zone| zone.is_none()) {
        return Err(PyValueError::new_err(
            "a datetime without a time zone is ambiguous; use datetime.now(timezone.utc)",
        ));
    }
    time.extract()
}

/// A duration in seconds; one longer than the engine can represent is infinite.
pub(crate) fn seconds(duration: Duration) -> f64 {
    if duration == Duration::MAX { f64::INFINITY } else { duration.as_secs_f64() }
}

pub(crate) fn rule<'py>(py: Python<'py>, rule: &Rule<'_>) -> PyResult<Bound<'py, PyAny>> {
    let span = rule.record();
    let form = String::from_utf8_lossy(rule.path_form());
    let allow = rule.kind() == RuleKind::Allow;
    value!(
        py,
        "Rule",
        allow,
        rule.pattern(),
        form,
        rule.bytes(),
        rule.line(),
        (span.start(), span.end()),
        rule.text()
    )
}

pub(crate) fn record<'py>(py: Python<'py>, record: &Record<'_>) -> PyResult<Bound<'py, PyAny>> {
    let span = record.span();
    value!(
        py,
        "Record",
        record.key(),
        record.value(),
        record.line(),
        (span.start(), span.end()),
        record.group()
    )
}

pub(crate) fn group<'py>(
    py: Python<'py>,
    policy: &RobotsPolicy,
    group: &Group<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    let agents: Vec<_> = group.agents().collect();
    let line = agents.first().map_or(0, placet::robots::AgentLine::line);
    let agents = tuple(py, agents, |it| it.value().into_bound_py_any(py))?;
    let rules = tuple(py, group.rules(), |it| rule(py, &it))?;
    let own = policy.records().filter(|it| it.group() == Some(group.index()));
    let records = tuple(py, own, |it| record(py, &it))?;
    value!(py, "Group", group.index(), agents, rules, records, line)
}

pub(crate) fn reason<'py>(py: Python<'py>, reason: &Reason<'_>) -> PyResult<Bound<'py, PyAny>> {
    let code = reason.code().map(|it| member(py, "ReasonCode", it.name())).transpose()?;
    value!(
        py,
        "Reason",
        member(py, "ReasonKind", kind(reason))?,
        member(py, "Outcome", reason.outcome().name())?,
        reason.decides(),
        code,
        member(py, "Law", reason.law().name())?,
        reason.citation().map(|it| it.to_string()),
        member(py, "Usage", reason.usage().name())?,
        reason.source().to_string(),
        reason.line(),
        reason.column(),
        reason.span().map(|it| (it.start(), it.end())),
        reason.text(),
        reason.bytes(),
        reason.message(),
        reason.to_string()
    )
}

fn kind(reason: &Reason<'_>) -> &'static str {
    use placet::explain::ReasonKind;
    match reason.kind() {
        ReasonKind::Group => "group",
        ReasonKind::Rule => "rule",
        ReasonKind::Acap => "acap",
        ReasonKind::Element => "element",
        ReasonKind::PageRule => "page-rule",
        ReasonKind::Reference => "reference",
        ReasonKind::Directive => "directive",
        ReasonKind::Signal => "signal",
        ReasonKind::Silence => "silence",
        _ => "other",
    }
}

/// A condition, with the statement that set it.
pub(crate) fn condition<'py>(
    py: Python<'py>,
    condition: &Condition,
    reasons: &[Reason<'_>],
) -> PyResult<Bound<'py, PyAny>> {
    let text = condition.to_string();
    let stated = text.split_once('=').map_or("", |(_, value)| value).to_owned();
    let (quantity, unit) = match condition {
        Condition::TimeLimit(TimeLimit::Days(days)) => (Some(*days), Some("days")),
        Condition::MaxLength(Length::Chars(chars)) => (Some(*chars), Some("chars")),
        Condition::MaxLength(Length::Words(words)) => (Some(*words), Some("words")),
        Condition::MaxVideoPreview(seconds) => (Some(*seconds), Some("seconds")),
        _ => (None, None),
    };
    let until = match condition {
        Condition::TimeLimit(limit) => limit.ends(None),
        _ => None,
    };
    let url = match condition {
        Condition::MustUseResource(resource)
        | Condition::MustIncludeResource(resource)
        | Condition::UsedResource(resource) => match resource.locator() {
            Locator::Uri(uri) => Some(uri.to_string()),
            _ => None,
        },
        Condition::Location(url)
        | Condition::License(url)
        | Condition::Terms(url)
        | Condition::Token(url) => Some(url.to_string()),
        _ => None,
    };
    let set = reasons.iter().find(|it| it.sets().contains(condition));
    let set = set.map(|it| reason(py, it)).transpose()?;
    let kind = member(py, "ConditionKind", condition.qualifier().name())?;
    value!(py, "Condition", kind, stated, quantity, unit, datetime(py, until), url, set, text)
}
