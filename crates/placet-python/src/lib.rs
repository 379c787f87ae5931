//! The extension module `placet._native`: placet's engine, linter and client for Python.
//!
//! Questions, policies and decisions are classes of this module. The small values that answers consist
//! of, enums and exceptions are Python classes (`placet/_values.py`, `_enums.py`, `errors.py`), which
//! [`bridge`] creates. Nothing here decides anything.

mod agent;
mod agent_policy;
mod arrow;
mod bots;
mod bridge;
mod client;
mod convert;
mod decision;
mod diff;
mod documents;
mod explain;
mod headers;
mod input;
mod lint;
mod names;
mod page;
mod robots;
mod signals;
mod site;

use pyo3::prelude::*;

/// The classes and functions of the package.
#[pymodule(gil_used = false)]
#[pyo3(name = "_native")]
mod native {
    #[pymodule_export]
    use super::agent::{Agent, AskedAt, Crawler, restore_agent, restore_asked_at};
    #[pymodule_export]
    use super::agent_policy::AgentPolicy;
    #[pymodule_export]
    use super::arrow::{
        Array, Stream, Table, audit, decide_stream, permitted, read_warc, restore_table,
    };
    #[pymodule_export]
    use super::bots::Bots;
    #[pymodule_export]
    use super::client::NativeClient;
    #[pymodule_export]
    use super::decision::{Decision, matrix_json, restore_decision};
    #[pymodule_export]
    use super::diff::{Diff, diff};
    #[pymodule_export]
    use super::explain::{explain, reason_code};
    #[pymodule_export]
    use super::lint::{Lint, known_crawlers, lint_rules};
    #[pymodule_export]
    use super::names::{condition_honoured, law, names};
    #[pymodule_export]
    use super::page::{PagePolicy, PageReader};
    #[pymodule_export]
    use super::robots::{RobotsPolicy, parse, parse_text, restore_policy};
    #[pymodule_export]
    use super::site::{Site, restore_site};

    use super::{Bound, PyModule, PyModuleMethods as _, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
