//! From the result of an attempt and the previous entry to the new entry.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use http::HeaderMap;
use url::Url;

use super::retry_after::retry_after;
use super::standing::{Cause, Standing};
use crate::entry::{Body, Entry, Hop, Snapshot, kept};
use crate::freshness::Freshness;
use crate::settings::Settings;
use crate::time::{DAY, Time};

/// One attempt to fetch a file: its URL, and the entry before it.
#[derive(Debug, Clone)]
pub(crate) struct Attempt<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) held: Option<&'a Entry>,
    /// The URL requested first; the result applies to it (RFC 9309 §2.3.1.2, F-32).
    pub(crate) url: &'a Url,
    /// The redirects followed.
    pub(crate) chain: &'a [Hop],
    /// The URL requested last.
    pub(crate) at: &'a Url,
    /// How long the last response took to arrive.
    pub(crate) delay: Duration,
    pub(crate) now: Time,
}

/// How a good copy was obtained: it was sent, or the stored copy was revalidated.
#[derive(Debug)]
pub(crate) enum Good {
    /// It was sent with this status.
    Sent { status: u16, body: Arc<Body> },
    /// The stored copy was confirmed by 304.
    Confirmed(Arc<Snapshot>),
}

impl Attempt<'_> {
    /// The file was read, or confirmed: its rules apply (RFC 9309 §2.3.1.1, F-31).
    pub(crate) fn read(&self, good: Good, fields: &HeaderMap) -> Entry {
        let (status, body, fields, fetched, cause) = match good {
            Good::Sent { status, body } => (status, body, kept(fields), self.now, status),
            Good::Confirmed(copy) => {
                // RFC 9111 §3.2: the headers of the response replace the stored ones.
                let fields = crate::entry::renewed(copy.fields(), fields);
                (copy.status(), Arc::clone(copy.shared_body()), fields, copy.fetched(), 304)
            }
        };
        // RFC 9309 §2.4, F-36: no longer than a day, even if the headers say so.
        let life = self.life(&fields, self.settings.longest);
        let copy = Snapshot {
            body,
            status,
            fields,
            url: self.at.clone(),
            chain: self.chain.into(),
            fetched,
            validated: self.now,
        };
        Entry {
            copy: Some(Arc::new(copy)),
            ..self.entry(Standing::Fetched, Cause::Status(cause), life)
        }
    }

    /// There is no file (RFC 9309 §2.3.1.3, F-32, F-33). The stored copy is dropped.
    pub(crate) fn unavailable(&self, cause: Cause, fields: &HeaderMap) -> Entry {
        let life = self.life(fields, self.settings.unavailable);
        self.entry(Standing::Unavailable, cause, life)
    }

    /// The file cannot be reached (RFC 9309 §2.3.1.4, F-34, F-35).
    pub(crate) fn unreachable(&self, cause: Cause, fields: &HeaderMap) -> Entry {
        let copy = self.held.and_then(|held| held.copy.clone());
        let before = self.held.filter(|held| held.since.is_some());
        let since = before.and_then(|held| held.since).unwrap_or(self.now).min(self.now);
        let outage = self.outage(before, cause);
        let over = self.settings.outage.is_some_and(|longest| outage >= longest);
        let standing = match copy {
            // F-35: the last good copy is used while it exists, before and after.
            Some(_) => Standing::Stale,
            None if over && !self.is_refusal(cause) => Standing::Unavailable,
            None => Standing::Unreachable,
        };
        let life = self.retry(outage, fields);
        Entry { copy, since: Some(since), outage, ..self.entry(standing, cause, life) }
    }

    /// For how long the file has been observed to be unreachable.
    ///
    /// Between two attempts no more than a day counts, so that a clock that is set forward by a
    /// month does not turn a failure into a permission; if it is set back, nothing counts. A server
    /// that answers with a refusal is reachable.
    fn outage(&self, before: Option<&Entry>, cause: Cause) -> Duration {
        let Some(before) = before else { return Duration::ZERO };
        if self.is_refusal(cause) {
            return before.outage;
        }
        before.outage.saturating_add(self.now.since(before.checked).min(DAY))
    }

    /// Whether the server refused to show the file, and the settings respect that (F-33).
    fn is_refusal(&self, cause: Cause) -> bool {
        self.settings.refuse_forbidden && matches!(cause.status(), Some(401 | 403))
    }

    /// When to try again; not sooner than the server asks (RFC 9110 §10.2.3).
    fn retry(&self, outage: Duration, fields: &HeaderMap) -> Duration {
        let Settings { retry_least, retry_most, .. } = *self.settings;
        let own = (outage / 2).clamp(retry_least, retry_most);
        let asked = retry_after(fields, self.now).unwrap_or_default();
        own.max(asked.min(DAY))
    }

    /// How long a response with these headers is valid, within the bounds of the settings.
    fn life(&self, fields: &HeaderMap, longest: Duration) -> Duration {
        let received = self.now.to_system().unwrap_or(SystemTime::UNIX_EPOCH);
        let fresh = Freshness::of(fields).remaining(self.settings.cache, received, self.delay);
        let longest = longest.min(self.settings.longest);
        fresh.unwrap_or(DAY).max(self.settings.shortest).min(longest)
    }

    fn entry(&self, standing: Standing, cause: Cause, life: Duration) -> Entry {
        Entry {
            url: self.url.clone(),
            standing,
            cause,
            checked: self.now,
            expires: self.now + life,
            since: None,
            outage: Duration::ZERO,
            chain: self.chain.into(),
            at: self.at.clone(),
            copy: None,
        }
    }
}
