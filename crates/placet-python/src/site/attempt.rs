//! One attempt to fetch a robots.txt, with the caller's own HTTP client.

use std::sync::Arc;

use placet::signals::Families;
use placet_fetch::{Action, Event, Failure, Fetch, Origin, Settings, SignalEntries, Time};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::Site;
use crate::bridge::invalid_url;
use crate::convert::{now, system_time};
use crate::names;

/// What an attempt is about: the robots.txt of a URL, the previous entry, and the time.
pub(super) struct Attempt {
    fetch: Fetch,
    now: Time,
    profile: placet::Profile,
    families: Families,
    crawler: Option<placet::Crawler>,
}

impl Attempt {
    pub(super) fn new(
        py: Python<'_>,
        url: &str,
        settings: Settings,
        previous: Option<&Bound<'_, Site>>,
        received_at: Option<&Bound<'_, PyAny>>,
        profile: Option<&Bound<'_, PyAny>>,
        signals: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let origin: Origin = url.parse().map_err(|error| invalid_url(py, url, error))?;
        let now: Time = received_at.map_or_else(|| Ok(now()), system_time)?.into();
        let held = previous.map(|it| Arc::clone(it.get().inner.entry()));
        if held.as_ref().is_some_and(|it| it.url() != origin.robots_txt()) {
            return Err(PyValueError::new_err(format!("previous is not about {origin}")));
        }
        let fetch = Fetch::new(origin.robots_txt().clone(), settings, held, now);
        let crawler = previous.and_then(|it| it.get().crawler.clone());
        let (profile, families) = (names::profile(profile)?, names::families(signals)?);
        Ok(Self { fetch, now, profile, families, crawler })
    }

    /// Passes events on until there is a result; an attempt without one failed.
    pub(super) fn end(mut self, py: Python<'_>, events: &[Event<'_>]) -> PyResult<Site> {
        let failed = [Event::Failed(Failure::Redirect), Event::Failed(Failure::Protocol)];
        for event in events.iter().chain(&failed) {
            match self.fetch.handle(*event, self.now) {
                Action::Done(entry) => {
                    let site = placet_fetch::Site::new(entry, self.profile);
                    let site = site.map_err(|error| PyValueError::new_err(error.to_string()))?;
                    let signals = SignalEntries::default();
                    return Site::new(py, site, signals, self.crawler, self.families);
                }
                // The caller follows redirects; one that it did not follow leads nowhere.
                Action::Request(_) => {
                    self.fetch.handle(Event::Failed(Failure::Redirect), self.now);
                }
                Action::Read | Action::Enough => {}
            }
        }
        Err(pyo3::exceptions::PySystemError::new_err(
            "an attempt to fetch did not end; please report this",
        ))
    }
}
