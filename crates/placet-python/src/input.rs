//! What people pass: bytes, text, paths, names.

use std::borrow::Cow;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};

/// The bytes of a document: bytes as they are, text as UTF-8, or the file that a path object names.
///
/// At most `most` bytes of a file are read, and one more, which shows that it is longer.
///
/// # Errors
/// If the file cannot be read, if the text is a file name or a URL, or if it is of another type.
pub(crate) fn document<'a>(
    source: &'a Bound<'_, PyAny>,
    most: Option<usize>,
) -> PyResult<Cow<'a, [u8]>> {
    if let Ok(text) = source.cast::<PyString>() {
        let content = self::text(text)?;
        return match mistaken(&content) {
            Some(mistake) => Err(PyValueError::new_err(mistake)),
            None => Ok(content),
        };
    }
    if let Some(bytes) = bytes(source)? {
        return Ok(bytes);
    }
    let py = source.py();
    if !source.hasattr("__fspath__")? {
        let class = source.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "expected the content as bytes or str, or a path object, not {class}"
        )));
    }
    let file = py.import("io")?.getattr("open")?.call1((source, "rb"))?;
    let read = match most {
        Some(most) => file.call_method1("read", (most.saturating_add(1),)),
        None => file.call_method0("read"),
    };
    file.call_method0("close")?;
    Ok(Cow::Owned(read?.extract()?))
}

/// The bytes of an object that has bytes; None if it is of another type.
pub(crate) fn bytes<'a>(source: &'a Bound<'_, PyAny>) -> PyResult<Option<Cow<'a, [u8]>>> {
    if let Ok(bytes) = source.cast::<PyBytes>() {
        return Ok(Some(Cow::Borrowed(bytes.as_bytes())));
    }
    let is_buffer = source.is_instance_of::<PyByteArray>()
        || source.is_instance_of::<PyMemoryView>()
        || source.get_type().name()? == "mmap";
    if !is_buffer {
        return Ok(None);
    }
    let copy = source.py().get_type::<PyBytes>().call1((source,))?;
    Ok(Some(Cow::Owned(copy.extract()?)))
}

/// Text as UTF-8. Bytes that were decoded with `surrogateescape` come back as they were; other lone
/// surrogates are encoded as they are, which is not UTF-8, and are read as such.
pub(crate) fn text<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, [u8]>> {
    if let Ok(text) = text.to_str() {
        return Ok(Cow::Borrowed(text.as_bytes()));
    }
    let encoded = text
        .call_method1("encode", ("utf-8", "surrogateescape"))
        .or_else(|_| text.call_method1("encode", ("utf-8", "surrogatepass")))?;
    Ok(Cow::Owned(encoded.extract()?))
}

/// Bytes or text as bytes.
pub(crate) fn bytes_or_text<'a>(
    source: &'a Bound<'_, PyAny>,
    what: &str,
) -> PyResult<Cow<'a, [u8]>> {
    if let Ok(text) = source.cast::<PyString>() {
        return self::text(text);
    }
    bytes(source)?.ok_or_else(|| {
        let class = source.get_type().to_string();
        PyTypeError::new_err(format!("{what} must be bytes or str, not {class}"))
    })
}

/// A URL. Text that is not UTF-8 is no URL.
pub(crate) fn url<'a>(url: &'a Bound<'_, PyString>) -> PyResult<&'a str> {
    url.to_str().map_err(|_| {
        let shown = url.repr().map(|it| it.to_string()).unwrap_or_default();
        crate::bridge::invalid_url(url.py(), &shown, "the URL contains a lone surrogate")
    })
}

/// Why a text is most likely a file name or a URL, and not the content of a file.
fn mistaken(content: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(content).ok()?.trim();
    let is_line = !text.is_empty() && !text.contains(['\n', '\r']) && text.len() < 4096;
    let has_blank = text.contains(char::is_whitespace);
    let lower = text.to_ascii_lowercase();
    let is_url = ["http://", "https://", "file://"].iter().any(|it| lower.starts_with(it));
    let is_drive =
        matches!(text.as_bytes(), [drive, b':', b'\\' | b'/', ..] if drive.is_ascii_alphabetic());
    let is_markup = text.starts_with(['<', '[', '{']);
    let is_name = !has_blank
        && !is_markup
        && !text.contains([':', '#', '='])
        && text.contains(['.', '/', '\\']);
    (is_line && (is_url && !has_blank || is_drive || is_name)).then(|| {
        format!(
            "{text:?} is not the content of a file, and would permit everything; to read a file \
             pass a path object (pathlib.Path), to fetch a URL use placet.Client"
        )
    })
}
