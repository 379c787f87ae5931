//! What the drop-ins share: the views that crawlers have of a file, by agent.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::agent_policy::AgentPolicy;

/// The base of `Protego` and `RobotFileParser`: answers for agents that asked before without running
/// Python.
#[pyclass(subclass, frozen, module = "placet._native")]
#[derive(Debug)]
pub(crate) struct Bots {
    bots: Py<PyDict>,
}

#[pymethods]
impl Bots {
    /// Arguments are for the `__init__` of classes that derive from it.
    #[new]
    #[pyo3(signature = (*_args, **_kwargs))]
    fn new(
        py: Python<'_>,
        _args: &Bound<'_, PyTuple>,
        _kwargs: Option<&Bound<'_, PyDict>>,
    ) -> Self {
        Self { bots: PyDict::new(py).unbind() }
    }

    /// The views by agent. `_can_fetch` adds to it.
    #[getter(_bots)]
    fn bots(&self, py: Python<'_>) -> Py<PyDict> {
        self.bots.clone_ref(py)
    }

    /// With the arguments of Protego.
    fn can_fetch(
        slf: &Bound<'_, Self>,
        url: &Bound<'_, PyAny>,
        user_agent: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let found = slf.get().bots.bind(slf.py()).get_item(user_agent)?;
        if let Some(bot) = &found
            && let Ok(bot) = bot.cast::<AgentPolicy>()
            && let Ok(url) = url.cast::<PyString>()
            && let Ok(url) = url.to_str()
            && let Ok(answer) = bot.get().inner.allows(url)
        {
            return Ok(answer);
        }
        slf.call_method1("_can_fetch", (url, user_agent))?.extract()
    }

    /// With the arguments of `urllib.robotparser`.
    #[pyo3(name = "_can_fetch_by_agent")]
    fn can_fetch_by_agent(
        slf: &Bound<'_, Self>,
        useragent: &Bound<'_, PyAny>,
        url: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        Self::can_fetch(slf, url, useragent)
    }
}
