//! The stored state of one URL, in memory and in stores.

mod body;
mod fields;
mod format;

use std::sync::Arc;
use std::time::Duration;

use http::HeaderMap;
use url::Url;

pub use body::{Body, Digest, InvalidDigest};
pub(crate) use fields::{confirms, kept, renewed, validators};
pub use format::{FORMAT, Unreadable};

use crate::settings::{SKEW, Settings};
use crate::state::{Cause, Standing};
use crate::time::Time;

/// A redirect that was followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hop {
    pub(crate) status: u16,
    pub(crate) url: Url,
}

impl Hop {
    /// The status that redirected.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The URL that redirected.
    pub fn url(&self) -> &Url {
        &self.url
    }
}

/// The last good copy of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    pub(crate) body: Arc<Body>,
    pub(crate) status: u16,
    pub(crate) fields: HeaderMap,
    pub(crate) url: Url,
    pub(crate) chain: Box<[Hop]>,
    pub(crate) fetched: Time,
    pub(crate) validated: Time,
}

impl Snapshot {
    /// Its bytes.
    pub fn body(&self) -> &Body {
        &self.body
    }

    pub(crate) fn shared_body(&self) -> &Arc<Body> {
        &self.body
    }

    /// The status it was sent with.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The relevant response headers: caching, validators, and the media type.
    pub fn fields(&self) -> &HeaderMap {
        &self.fields
    }

    /// The URL it was sent from, after redirects.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The redirects that led there.
    pub fn chain(&self) -> &[Hop] {
        &self.chain
    }

    /// When it was sent.
    pub fn fetched(&self) -> Time {
        self.fetched
    }

    /// When it was last sent or revalidated.
    pub fn validated(&self) -> Time {
        self.validated
    }
}

/// The stored state of one URL: its state, cause and expiry, and the last good copy.
///
/// An entry is immutable; every attempt to fetch the file makes a new one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub(crate) url: Url,
    pub(crate) standing: Standing,
    pub(crate) cause: Cause,
    pub(crate) checked: Time,
    pub(crate) expires: Time,
    pub(crate) since: Option<Time>,
    pub(crate) outage: Duration,
    pub(crate) chain: Box<[Hop]>,
    pub(crate) at: Url,
    pub(crate) copy: Option<Arc<Snapshot>>,
}

impl Entry {
    /// The URL requested: of a robots.txt, of a file that one refers to, or of a file with signals.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The state of the file.
    pub fn standing(&self) -> Standing {
        self.standing
    }

    /// Why it has that state: the result of the last attempt.
    pub fn cause(&self) -> Cause {
        self.cause
    }

    /// When the last attempt ended.
    pub fn checked(&self) -> Time {
        self.checked
    }

    /// When it expires, at most a day after the last attempt (RFC 9309 §2.4, F-36).
    pub fn expires(&self) -> Time {
        self.expires
    }

    /// Since when the file has been unreachable, if it is (F-35).
    pub fn since(&self) -> Option<Time> {
        self.since
    }

    /// For how long it has been observed to be unreachable; between two attempts no more than a day
    /// counts, even if the clock is wrong.
    pub fn outage(&self) -> Duration {
        self.outage
    }

    /// The redirects that the last attempt followed.
    pub fn chain(&self) -> &[Hop] {
        &self.chain
    }

    /// The URL of the last attempt after redirects.
    pub fn final_url(&self) -> &Url {
        &self.at
    }

    /// The last good copy, if there is one.
    pub fn copy(&self) -> Option<&Snapshot> {
        self.copy.as_deref()
    }

    /// Whether it is still valid at a time; otherwise the file must be fetched again.
    ///
    /// It is not valid before it was made, apart from [`SKEW`]: then the clock was set back, and its
    /// expiry is meaningless.
    pub fn holds(&self, now: Time, settings: &Settings) -> bool {
        now + SKEW >= self.checked && now < self.expires_within(settings.longest)
    }

    /// When it expires if nothing may be valid for longer than this.
    pub(crate) fn expires_within(&self, longest: Duration) -> Time {
        self.expires.min(self.checked + longest)
    }

    /// How many bytes it takes on the heap, approximately; including the parsed file once it is
    /// parsed.
    pub fn heap_size(&self) -> usize {
        let chain = |chain: &[Hop]| -> usize {
            chain.iter().map(|hop| size_of::<Hop>() + hop.url.as_str().len()).sum()
        };
        let copy = self.copy.as_ref().map_or(0, |copy| {
            let fields = copy.fields.iter().map(|(name, value)| name.as_str().len() + value.len());
            let fields: usize = fields.map(|bytes| bytes + 128).sum();
            size_of::<Snapshot>()
                + copy.body.heap_size()
                + fields
                + copy.url.as_str().len()
                + chain(&copy.chain)
        });
        size_of::<Self>()
            + self.url.as_str().len()
            + self.at.as_str().len()
            + chain(&self.chain)
            + copy
    }
}
