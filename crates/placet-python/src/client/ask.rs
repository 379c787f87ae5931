//! What a client is asked for, and what it replies.

use std::time::Duration;

use placet::Crawler;
use placet::signals::SignalFile;
use placet_fetch::{Digest, FetchedPage, SignalEntries, Site};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::documents::named;

/// A request to the client.
pub(super) enum Ask {
    Site(String),
    Page(String),
    /// The next request to a site, if the wait for it is at most so long.
    Turn(String, Crawler, Duration),
    Purge(Option<String>),
    /// A site with files that contain signals.
    Signals(Box<Site>, Vec<SignalFile>),
    /// The site of a URL as it was when these bytes were fetched.
    Replay(String, Digest, Crawler),
}

impl Ask {
    /// What `placet/client.py` asks for, with `more`: a timeout, a digest, or a site with files.
    pub(super) fn new(
        kind: &str,
        url: Option<String>,
        crawler: Crawler,
        more: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let text = url.clone().unwrap_or_default();
        Ok(match kind {
            "page" => Self::Page(text),
            "turn" => {
                let timeout = more.map(PyAnyMethods::extract::<f64>).transpose()?;
                // Longer than a duration can be: any wait.
                let longest = timeout.map(|it| Duration::try_from_secs_f64(it.max(0.0)));
                Self::Turn(text, crawler, longest.and_then(Result::ok).unwrap_or(Duration::MAX))
            }
            "signals" => {
                let Some(more) = more else { return Ok(Self::Site(text)) };
                let (site, files): (Bound<'_, crate::site::Site>, Vec<(String, String)>) =
                    more.extract()?;
                let files = files.iter().map(|(kind, url)| named(kind, url)).collect();
                Self::Signals(Box::new(site.get().inner.clone()), files)
            }
            "purge" => Self::Purge(url),
            "replay" => {
                let digest: String =
                    more.map(PyAnyMethods::extract).transpose()?.unwrap_or_default();
                let parsed: Digest = digest.parse().map_err(|why| {
                    PyValueError::new_err(format!("{digest:?} is not a digest: {why}"))
                })?;
                Self::Replay(text, parsed, crawler)
            }
            _ => Self::Site(text),
        })
    }
}

/// Its result.
pub(super) enum Reply {
    Site(Box<Site>, SignalEntries),
    Page(Box<FetchedPage>),
    /// The seconds to wait; None if they are too many.
    Seconds(Option<f64>),
    Count(usize),
    /// The store does not have what was asked for.
    Missing,
}
