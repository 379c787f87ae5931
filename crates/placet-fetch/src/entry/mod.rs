//! What is held about one URL, in memory and in stores.

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

    /// The URL that was asked for and answered so.
    pub fn url(&self) -> &Url {
        &self.url
    }
}

/// The last good copy of a file: what was sent, and how.
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

    /// The response fields that matter: those on caching, validators, and the media type.
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

    /// When it was last sent or confirmed.
    pub fn validated(&self) -> Time {
        self.validated
    }
}

/// What is held about one URL: what holds, why, until when, and the last good copy.
///
/// An entry is immutable; every attempt to get the file makes a new one.
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
    /// What was asked for: the URL of a robots.txt, or of a file that one refers to.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// What holds.
    pub fn standing(&self) -> Standing {
        self.standing
    }

    /// Why: what the last attempt came to.
    pub fn cause(&self) -> Cause {
        self.cause
    }

    /// When the last attempt ended.
    pub fn checked(&self) -> Time {
        self.checked
    }

    /// When it ceases to hold, at most a day after the last attempt (RFC 9309 §2.4, F-36).
    pub fn expires(&self) -> Time {
        self.expires
    }

    /// Since when the file has been out of reach, if it is (F-35).
    pub fn since(&self) -> Option<Time> {
        self.since
    }

    /// For how long it has been seen to be out of reach; between two attempts no more than a day
    /// counts, whatever the clock says.
    pub fn outage(&self) -> Duration {
        self.outage
    }

    /// The redirects that the last attempt followed.
    pub fn chain(&self) -> &[Hop] {
        &self.chain
    }

    /// The URL that the last attempt came to, after redirects.
    pub fn final_url(&self) -> &Url {
        &self.at
    }

    /// The last good copy, where one is kept.
    pub fn copy(&self) -> Option<&Snapshot> {
        self.copy.as_deref()
    }

    /// Whether it still holds at a moment; otherwise the file is to be fetched again.
    ///
    /// It does not hold before it was made, but for [`SKEW`]: then the clock was set back, and
    /// when it runs out cannot be told.
    pub fn holds(&self, now: Time, settings: &Settings) -> bool {
        now + SKEW >= self.checked && now < self.expires_within(settings.longest)
    }

    /// When it expires for someone to whom nothing holds longer than this.
    pub(crate) fn expires_within(&self, longest: Duration) -> Time {
        self.expires.min(self.checked + longest)
    }

    /// How many bytes it holds on the heap, about; the parsed file included once it is parsed.
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
