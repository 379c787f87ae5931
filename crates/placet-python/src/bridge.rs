//! Python's side of the package: its values, enums and exceptions.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyModule, PyTuple};

static VALUES: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
static ENUMS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
static ERRORS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

fn module<'py>(
    py: Python<'py>,
    cell: &'static PyOnceLock<Py<PyModule>>,
    name: &str,
) -> PyResult<&'py Bound<'py, PyModule>> {
    let module = cell.get_or_try_init(py, || py.import(name).map(Bound::unbind))?;
    Ok(module.bind(py))
}

/// Creates a value of a class of `placet/_values.py`, from its fields in their order.
pub(crate) fn make<'py>(
    py: Python<'py>,
    class: &str,
    fields: Vec<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let class = module(py, &VALUES, "placet._values")?.getattr(class)?;
    class.call_method1("_make", PyTuple::new(py, fields)?)
}

/// Creates a value of a class of `placet/_values.py`: `value!(py, "Rule", allow, pattern, …)`.
macro_rules! value {
    ($py:expr, $class:literal, $($field:expr),+ $(,)?) => {{
        use pyo3::IntoPyObjectExt as _;
        let fields = vec![$($field.into_bound_py_any($py)?),+];
        $crate::bridge::make($py, $class, fields)
    }};
}
pub(crate) use value;

/// A member of an enum of `placet/_enums.py`, by its value.
pub(crate) fn member<'py>(py: Python<'py>, class: &str, name: &str) -> PyResult<Bound<'py, PyAny>> {
    module(py, &ENUMS, "placet._enums")?.getattr(class)?.call1((name,))
}

/// An exception of `placet/errors.py`.
pub(crate) fn error<'py, A>(py: Python<'py>, class: &str, args: A) -> PyErr
where
    A: pyo3::call::PyCallArgs<'py>,
{
    let made = module(py, &ERRORS, "placet.errors").and_then(|it| it.getattr(class)?.call1(args));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// The exception for an unknown name: it suggests the nearest of the known ones.
pub(crate) fn unknown(py: Python<'_>, kind: &str, name: &str, known: Vec<&str>) -> PyErr {
    error(py, "_unknown", (kind, name, known))
}

/// The exception for text that is not a URL.
pub(crate) fn invalid_url(py: Python<'_>, url: &str, why: impl ToString) -> PyErr {
    error(py, "InvalidUrlError", (why.to_string(), url))
}

/// Calls a function of `placet/_html.py` that shows a value in a notebook.
pub(crate) fn html(py: Python<'_>, function: &str, value: Bound<'_, PyAny>) -> PyResult<String> {
    py.import("placet._html")?.getattr(function)?.call1((value,))?.extract()
}

/// A value as the object that the command line prints as JSON.
pub(crate) fn json_object<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.getattr("loads")?.call1((json,))
}

/// A value as JSON.
pub(crate) fn json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value)
        .map_err(|error| pyo3::exceptions::PySystemError::new_err(error.to_string()))
}

/// The exception for `if answer:`.
pub(crate) fn no_truth_value(class: &str, instead: &str) -> PyErr {
    PyTypeError::new_err(format!("{class} has no truth value; {instead}"))
}
