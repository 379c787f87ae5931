//! Response headers, as HTTP libraries have them.

use placet::page::PagePolicyBuilder;
use pyo3::prelude::*;

/// Header lines: names and values, and whether lines of one name are joined with commas.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Headers {
    pub(crate) lines: Vec<(String, Vec<u8>)>,
    pub(crate) joined: bool,
}

impl Headers {
    /// Reads a mapping or pairs; `placet/_headers.py` knows their kinds.
    pub(crate) fn read(headers: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(headers) = headers.filter(|it| !it.is_none()) else { return Ok(Self::default()) };
        let read = headers.py().import("placet._headers")?.getattr("lines")?.call1((headers,))?;
        let (lines, joined) = read.extract()?;
        Ok(Self { lines, joined })
    }

    /// Adds them to a page.
    pub(crate) fn of_page<'p>(&self, page: PagePolicyBuilder<'p>) -> PagePolicyBuilder<'p> {
        let page = page.headers(self.lines.iter().map(|(name, value)| (name, value)));
        if self.joined { page.lines_joined() } else { page }
    }

    /// As a response has them: one field in each line.
    pub(crate) fn text(&self) -> Vec<u8> {
        let mut text = Vec::new();
        for (name, value) in &self.lines {
            text.extend_from_slice(name.as_bytes());
            text.extend_from_slice(b": ");
            text.extend(value.iter().filter(|byte| !matches!(byte, b'\r' | b'\n')));
            text.extend_from_slice(b"\r\n");
        }
        text
    }

    /// For the state machine of fetches; what is no header is left out.
    pub(crate) fn map(&self) -> http::HeaderMap {
        let mut map = http::HeaderMap::new();
        for (name, value) in &self.lines {
            let name = http::HeaderName::from_bytes(name.as_bytes());
            if let (Ok(name), Ok(value)) = (name, http::HeaderValue::from_bytes(value)) {
                // Beyond the largest size that a map can have, headers are left out.
                let _ = map.try_append(name, value);
            }
        }
        map
    }
}
