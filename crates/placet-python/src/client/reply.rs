//! Replies and failures of a client as values and exceptions of Python.

use placet::Crawler;
use placet::signals::Families;
use placet_fetch::FetchedPage;
use placet_fetch::client::ClientError;
use pyo3::exceptions::{PyKeyError, PyTimeoutError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::ask::{Ask, Reply};
use crate::bridge::{error, invalid_url, member};
use crate::convert::tuple;
use crate::headers::Headers;
use crate::page::PagePolicy;
use crate::site::Site;

/// A reply as a value of Python.
pub(super) fn result<'py>(
    py: Python<'py>,
    ask: &Ask,
    crawler: &Crawler,
    families: Families,
    reply: Result<Reply, ClientError>,
) -> PyResult<Bound<'py, PyAny>> {
    match reply {
        Ok(Reply::Site(site, entries)) => {
            Ok(Bound::new(py, Site::new(py, *site, entries, Some(crawler.clone()), families)?)?
                .into_any())
        }
        Ok(Reply::Page(page)) => fetched(py, &page),
        Ok(Reply::Seconds(Some(seconds))) => Ok(seconds.into_pyobject(py)?.into_any()),
        Ok(Reply::Seconds(None)) => {
            Err(PyTimeoutError::new_err("the turn is later than the timeout; none was reserved"))
        }
        Ok(Reply::Missing) => Err(missing(ask)),
        Ok(Reply::Count(count)) => Ok(count.into_pyobject(py)?.into_any()),
        Err(why) => Err(failed(py, ask, &why)),
    }
}

/// URL, status, headers, body, whether it is cut, the target of its redirect, and what it says.
fn fetched<'py>(py: Python<'py>, page: &FetchedPage) -> PyResult<Bound<'py, PyAny>> {
    let lines = page.fields.iter().map(|(name, value)| {
        let name = name.as_str().split('-').map(|word| {
            let (first, rest) = word.split_at(word.len().min(1));
            first.to_ascii_uppercase() + rest
        });
        (name.collect::<Vec<_>>().join("-"), value.as_bytes().to_vec())
    });
    let headers = Headers { lines: lines.collect(), joined: false };
    let shown = tuple(py, &headers.lines, |(name, value)| {
        let value: String = value.iter().map(|byte| char::from(*byte)).collect();
        Ok((name, value).into_pyobject(py)?.into_any())
    })?;
    let body = PyBytes::new(py, &page.body);
    let redirect = page.redirect().map(String::from);
    let policy = PagePolicy::fetched(py, headers, &page.body);
    let fields = (page.url.as_str(), page.status, shown, body, page.is_cut, redirect, policy);
    Ok(fields.into_pyobject(py)?.into_any())
}

fn missing(ask: &Ask) -> PyErr {
    let digest =
        if let Ask::Replay(_, digest, _) = ask { digest.to_string() } else { String::new() };
    PyKeyError::new_err(digest)
}

pub(super) fn failed(py: Python<'_>, ask: &Ask, why: &ClientError) -> PyErr {
    let url = match ask {
        Ask::Site(url) | Ask::Page(url) | Ask::Turn(url, ..) | Ask::Replay(url, ..) => url,
        Ask::Signals(site, _) => site.origin().as_str(),
        Ask::Purge(url) => url.as_deref().unwrap_or_default(),
    };
    match why {
        ClientError::Store(_) => error(py, "StoreError", (why.to_string(),)),
        ClientError::Origin(_) | ClientError::Url(_) => invalid_url(py, url, why),
        ClientError::Failed(failure) => match member(py, "Failure", failure.name()) {
            Ok(failure) => {
                let message = format!("{url} could not be fetched: {why}");
                error(py, "FetchError", (message, url, failure))
            }
            Err(error) => error,
        },
        ClientError::Ended => error(py, "ClosedError", (why.to_string(),)),
        _ => error(py, "FetchError", (format!("{url} could not be fetched: {why}"), url)),
    }
}
