//! What a page says.

use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use placet::page::Progress;
use placet_fetch::Lifetime;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

use crate::agent::hash;
use crate::bridge::{error, value};
use crate::convert::{datetime, now, system_time, tuple};
use crate::headers::Headers;
use crate::input;

/// From how many bytes on reading a page releases the GIL: below, getting it back takes longer.
const LONG: usize = 4 * 1024 * 1024;

/// What a page says: its response headers, META elements and class attributes.
///
/// It keeps the bytes that it was read from, so that it can be compared, hashed and pickled.
#[pyclass(frozen, module = "placet")]
#[derive(Debug)]
pub(crate) struct PagePolicy {
    pub(crate) inner: placet::PagePolicy,
    read_from: ReadFrom,
}

#[derive(Debug, PartialEq, Eq, Hash, Clone)]
struct ReadFrom {
    headers: Headers,
    html: Option<Vec<u8>>,
    rendered: Option<Vec<u8>>,
    head_only: bool,
}

impl ReadFrom {
    fn read(&self) -> placet::PagePolicy {
        let mut page = self.headers.of_page(placet::PagePolicy::builder());
        if let Some(html) = &self.html {
            page = page.html(html);
        }
        if let Some(rendered) = &self.rendered {
            page = page.rendered(rendered);
        }
        if self.head_only { page.head_only().build() } else { page.build() }
    }

    fn size(&self) -> usize {
        [&self.html, &self.rendered].into_iter().flatten().map(Vec::len).sum()
    }
}

impl PagePolicy {
    fn new(py: Python<'_>, read_from: ReadFrom) -> Self {
        let inner =
            if read_from.size() > LONG { py.detach(|| read_from.read()) } else { read_from.read() };
        Self { inner, read_from }
    }

    /// What a page says that a client fetched.
    pub(crate) fn fetched(py: Python<'_>, headers: Headers, html: &[u8]) -> Self {
        let html = Some(html.to_vec());
        Self::new(py, ReadFrom { headers, html, rendered: None, head_only: false })
    }
}

/// Markup as bytes. Text is decoded already: a byte order mark says so to the reader.
fn markup(source: Option<&Bound<'_, PyAny>>, what: &str) -> PyResult<Option<Vec<u8>>> {
    let Some(source) = source else { return Ok(None) };
    let Ok(text) = source.cast::<PyString>() else {
        return match input::bytes(source)? {
            Some(bytes) => Ok(Some(bytes.into_owned())),
            None => Err(PyTypeError::new_err(format!(
                "{what} must be bytes or str, not {}",
                source.get_type().name()?
            ))),
        };
    };
    let text = text.to_string_lossy();
    let mark = if text.is_ascii() { "" } else { "\u{feff}" };
    Ok(Some(format!("{mark}{text}").into_bytes()))
}

#[pymethods]
impl PagePolicy {
    #[new]
    #[pyo3(signature = (*, headers = None, html = None, rendered = None, head_only = false))]
    fn create(
        py: Python<'_>,
        headers: Option<&Bound<'_, PyAny>>,
        html: Option<&Bound<'_, PyAny>>,
        rendered: Option<&Bound<'_, PyAny>>,
        head_only: bool,
    ) -> PyResult<Self> {
        let headers = Headers::read(headers)?;
        let (html, rendered) = (markup(html, "html")?, markup(rendered, "rendered")?);
        Ok(Self::new(py, ReadFrom { headers, html, rendered, head_only }))
    }

    /// A reader to feed with chunks as they arrive.
    #[staticmethod]
    #[pyo3(signature = (*, headers = None, head_only = false))]
    fn stream(headers: Option<&Bound<'_, PyAny>>, head_only: bool) -> PyResult<PageReader> {
        let headers = Headers::read(headers)?;
        let builder = headers.of_page(placet::PagePolicy::builder());
        let builder = if head_only { builder.head_only() } else { builder };
        let html = Some(Vec::new());
        let read_from = ReadFrom { headers, html, rendered: None, head_only };
        Ok(PageReader(Mutex::new(Some((builder.stream(), read_from)))))
    }

    #[getter]
    fn statements<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.inner.statements(), |it| {
            value!(
                py,
                "PageStatement",
                it.source().to_string(),
                it.line(),
                it.column(),
                it.text(),
                it.addressee(),
                it.element(),
                it.to_string()
            )
        })
    }

    #[getter]
    fn problems<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.inner.problems(), |it| {
            let (kind, message) = (it.kind().name(), it.kind().to_string());
            let source = it.source().to_string();
            value!(py, "Problem", kind, message, source, it.line(), it.column(), it.text())
        })
    }

    #[getter]
    fn encoding(&self) -> Option<&'static str> {
        self.inner.encoding()
    }

    #[getter]
    fn acap_version(&self) -> Option<&str> {
        self.inner.acap_version()
    }

    #[pyo3(signature = (received_at = None, /))]
    fn expires<'py>(
        &self,
        py: Python<'py>,
        received_at: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let received: SystemTime = received_at.map_or_else(|| Ok(now()), system_time)?;
        let lines = self.read_from.headers.lines.iter().map(|(name, value)| (name, value));
        Ok(match Lifetime::of(lines, received) {
            Lifetime::Fresh { until } => datetime(py, Some(until)),
            _ => None,
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().read_from == self.read_from)
    }

    fn __hash__(&self) -> u64 {
        hash(&self.read_from)
    }

    fn __repr__(&self) -> String {
        let count = self.inner.statements().count();
        format!("<PagePolicy: {count} statement{}>", if count == 1 { "" } else { "s" })
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("placet._restore")?.getattr("page")?;
        let ReadFrom { headers, html, rendered, head_only } = &self.read_from;
        let lines = tuple(py, &headers.lines, |(name, value)| {
            Ok((name, PyBytes::new(py, value)).into_pyobject(py)?.into_any())
        })?;
        let bytes = |it: &Option<Vec<u8>>| it.as_ref().map(|it| PyBytes::new(py, it));
        let fields = (lines, headers.joined, bytes(html), bytes(rendered), head_only);
        Ok((restore, fields.into_pyobject(py)?))
    }
}

/// The reader and what was read so far.
type Reading = (placet::page::PageReader<'static>, ReadFrom);

/// Reads a page in chunks.
#[pyclass(frozen, module = "placet")]
#[derive(Debug)]
pub(crate) struct PageReader(Mutex<Option<Reading>>);

fn closed(py: Python<'_>) -> PyErr {
    error(py, "ClosedError", ("the page is complete; start a new reader for another page",))
}

#[pymethods]
impl PageReader {
    #[pyo3(signature = (chunk, /))]
    fn feed(&self, py: Python<'_>, chunk: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Some(chunk) = input::bytes(chunk)? else {
            let class = chunk.get_type().name()?;
            return Err(PyTypeError::new_err(format!("a chunk must be bytes, not {class}")));
        };
        let mut reading = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (reader, read_from) = reading.as_mut().ok_or_else(|| closed(py))?;
        if let Some(html) = &mut read_from.html {
            html.extend_from_slice(&chunk);
        }
        Ok(reader.feed(&chunk) == Progress::Enough)
    }

    fn finish(&self, py: Python<'_>) -> PyResult<PagePolicy> {
        let reading = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (reader, read_from) = reading.ok_or_else(|| closed(py))?;
        Ok(PagePolicy { inner: reader.finish(), read_from })
    }
}
