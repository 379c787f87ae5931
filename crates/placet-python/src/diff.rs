//! What changes in effect between two files.

use placet::compare::{Audience, Changes, Compare, Effect};
use placet_report::Style;
use placet_report::changes::{Difference, FileNames, also, text};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::agent::{Crawler, crawler};
use crate::agent_policy::AgentPolicy;
use crate::bridge::{html, invalid_url, json, json_object, member, no_truth_value, value};
use crate::convert::tuple;
use crate::decision::{Decision, Question};
use crate::robots::{RobotsPolicy, policy_of};
use crate::{input, names};

/// What changes in effect between two files.
#[pyclass(frozen, module = "placet.types")]
#[derive(Debug)]
pub(crate) struct Diff {
    inner: Changes,
    old: Py<RobotsPolicy>,
    new: Py<RobotsPolicy>,
    agents: Py<PyTuple>,
    usages: Py<PyTuple>,
}

/// What changes in effect between two robots.txt: what closes, what opens, for whom.
#[pyfunction]
#[pyo3(signature = (old, new, /, *, agents = None, usages = None, profile = None))]
pub(crate) fn diff(
    old: &Bound<'_, PyAny>,
    new: &Bound<'_, PyAny>,
    agents: Option<&Bound<'_, PyAny>>,
    usages: Option<&Bound<'_, PyAny>>,
    profile: Option<&Bound<'_, PyAny>>,
) -> PyResult<Diff> {
    let py = old.py();
    let (old, new) = (policy_of(old, profile)?, policy_of(new, profile)?);
    let (one, other) = (old.get().inner.profile(), new.get().inner.profile());
    if one != other {
        return Err(PyValueError::new_err(format!(
            "the policies have different profiles, {one} and {other}; parse both with the same one"
        )));
    }
    if agents.is_some_and(PyAnyMethods::is_instance_of::<PyString>) {
        return Err(PyTypeError::new_err("agents must be a list of agents, not a str"));
    }
    let crawlers: Vec<placet::Crawler> = match agents {
        Some(agents) => agents.try_iter()?.map(|it| crawler(&it?)).collect::<PyResult<_>>()?,
        None => Vec::new(),
    };
    let usages = names::usages(usages)?;
    let (before, after) = (old.get().inner.clone(), new.get().inner.clone());
    let inner = py.detach(|| {
        let compare = Compare::new(&before, &after);
        let compare = crawlers.iter().fold(compare, Compare::crawler);
        usages.iter().fold(compare, |it, usage| it.usage(*usage)).run()
    });
    let agents = tuple(py, crawlers, |inner| Ok(Bound::new(py, Crawler { inner })?.into_any()))?;
    let usages = tuple(py, usages, |it| member(py, "Usage", it.name()))?;
    let (old, new) = (old.unbind(), new.unbind());
    Ok(Diff { inner, old, new, agents: agents.unbind(), usages: usages.unbind() })
}

/// A decision of the old or the new file about a change.
fn decision(
    policy: &Bound<'_, RobotsPolicy>,
    audience: &Audience,
    decision: &placet::Decision,
    path: &str,
) -> PyResult<Decision> {
    let py = policy.py();
    let crawler = audience.members().first().map(|it| it.crawler().clone());
    let crawler = crawler.unwrap_or_else(|| placet::Crawler::new(decision.agent().clone()));
    let view = Bound::new(py, AgentPolicy::new(policy, crawler, None)?)?;
    // Google's matcher reads a leading `//` as a host.
    let host = if path.starts_with("//") { "https://example.com" } else { "" };
    let url = PyString::new(py, &format!("{host}{path}"));
    let question = Question::new(&view, &url, None, None, placet::AskedAt::new())?;
    Ok(question.answered(py, decision.clone()))
}

impl Diff {
    fn of_effect<'py>(slf: &Bound<'py, Self>, effect: Effect) -> PyResult<Bound<'py, PyTuple>> {
        let wanted = member(slf.py(), "Effect", effect.name())?;
        let mut changes = Vec::new();
        for change in slf.getattr("changes")?.try_iter()? {
            let change = change?;
            if change.getattr("effect")?.is(&wanted) {
                changes.push(change);
            }
        }
        PyTuple::new(slf.py(), changes)
    }
}

#[pymethods]
impl Diff {
    #[getter]
    fn changes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let audiences = self.inner.audiences().iter();
        let all = audiences.flat_map(|it| it.changes().iter().map(move |change| (it, change)));
        tuple(py, all, |(audience, change)| {
            let crawlers: Vec<_> = audience.members().iter().map(ToString::to_string).collect();
            let others = audience.members().iter().any(placet::compare::Member::is_others);
            let path = change.path();
            value!(
                py,
                "Change",
                member(py, "Effect", change.effect().name())?,
                PyTuple::new(py, crawlers)?,
                others,
                tuple(py, change.usages(), |it| member(py, "Usage", it.name()))?,
                change.pattern(),
                change.is_entire(),
                path,
                decision(self.old.bind(py), audience, change.before(), path)?,
                decision(self.new.bind(py), audience, change.after(), path)?
            )
        })
    }

    #[getter]
    fn complete(&self) -> bool {
        self.inner.is_complete()
    }

    #[getter]
    fn same(&self) -> bool {
        self.inner.is_none()
    }

    #[getter]
    fn unfinished<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.unfinished().map(|it| it.to_string()).collect::<Vec<_>>())
    }

    #[getter]
    fn closes<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        Self::of_effect(slf, Effect::Closes)
    }

    #[getter]
    fn opens<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        Self::of_effect(slf, Effect::Opens)
    }

    /// How many of these URLs close, open or get other conditions, for any crawler compared.
    fn count<'py>(
        &self,
        py: Python<'py>,
        urls: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let mut counts = Effect::ALL.map(|_| 0_u64);
        for url in urls.try_iter()? {
            let url = url?;
            let url = url.cast::<PyString>()?;
            let text = input::url(url)?;
            let mut effects = Vec::new();
            for audience in self.inner.audiences() {
                let own = audience.effects(self.inner.usages(), text);
                effects
                    .extend(own.map_err(|why| invalid_url(py, text, why))?.into_iter().flatten());
            }
            for (count, effect) in counts.iter_mut().zip(Effect::ALL) {
                *count += u64::from(effects.contains(&effect));
            }
        }
        let result = PyDict::new(py);
        for (effect, count) in Effect::ALL.into_iter().zip(counts) {
            result.set_item(member(py, "Effect", effect.name())?, count)?;
        }
        Ok(result)
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let difference = Difference::new(&self.inner, &names_of_files(), None);
        json_object(py, &json(&difference.with_also(self.also()))?)
    }

    fn __str__(&self) -> String {
        text(&self.inner, &self.also(), &names_of_files(), Style::Plain)
    }

    fn __repr__(&self) -> String {
        let count = self.inner.all().count();
        let incomplete = if self.inner.is_complete() { "" } else { ", incomplete" };
        format!("<Diff: {count} change{}{incomplete}>", if count == 1 { "" } else { "s" })
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        html(slf.py(), "diff", slf.clone().into_any())
    }

    #[expect(clippy::unused_self, reason = "a method of Python")]
    fn __bool__(&self) -> PyResult<bool> {
        Err(no_truth_value("a Diff", "use .same, or .changes, .closes and .opens"))
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Self>() {
            Ok(other) => slf.get().question(slf.py())?.eq(other.get().question(slf.py())?),
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.question(py)?.hash()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("placet._restore")?.getattr("diff")?;
        Ok((restore, self.question(py)?))
    }
}

impl Diff {
    /// What changes in addition to decisions.
    fn also(&self) -> Vec<String> {
        also(&self.old.get().inner, &self.new.get().inner, &self.inner)
    }

    fn question<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (agents, usages) = (self.agents.clone_ref(py), self.usages.clone_ref(py));
        (self.old.clone_ref(py), self.new.clone_ref(py), agents, usages).into_pyobject(py)
    }
}

fn names_of_files() -> FileNames {
    FileNames { old: "old".to_owned(), new: "new".to_owned() }
}
