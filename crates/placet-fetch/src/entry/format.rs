//! The stored form of an entry: versioned, with a checksum, bodies unchanged.
//!
//! ```text
//! magic "plct" | version u8 | crc32 of what follows u32 le | length of head u32 le | head
//!     | tables | body
//! ```
//! The head is in [postcard](https://postcard.jamesmunns.com)'s form, and says how long the tables
//! are: [those](placet::RobotsPolicy::tables) of the body's policy, so that it need not be parsed
//! again. It has the digest of the body, and a digest over that and the tables, so that neither can
//! be replaced alone. Both are verified on reading.

use std::sync::Arc;
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use url::Url;

use super::{Body, Digest, Entry, Hop, Snapshot};
use crate::failure::Failure;
use crate::state::{Cause, Standing};
use crate::time::{DAY, Time, millis};

/// The version of the stored form. A value of another version counts as absent.
pub const FORMAT: u8 = 3;

const MAGIC: &[u8; 4] = b"plct";

/// Why a stored value is not a valid entry; it then counts as absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// It was not written by this crate.
    #[error("the value is not a stored entry")]
    Foreign,
    /// It was written in another version of the form.
    #[error("the value is in version {0} of the stored form, not {FORMAT}")]
    Version(u8),
    /// It was changed or truncated after it was written.
    #[error("the value's checksum is wrong")]
    Checksum,
    /// Its parts are inconsistent.
    #[error("the value's parts are inconsistent")]
    Shape,
    /// Its bytes do not match its digest.
    #[error("its bytes do not match its digest")]
    Digest,
    /// It is about another URL.
    #[error("it is about another URL")]
    Misplaced,
}

#[derive(Serialize, Deserialize)]
struct Head<'a> {
    url: &'a str,
    standing: &'a str,
    cause: StoredCause<'a>,
    checked: u64,
    expires: u64,
    since: Option<u64>,
    outage: u64,
    chain: Vec<(u16, &'a str)>,
    at: &'a str,
    #[serde(borrow)]
    copy: Option<CopyHead<'a>>,
}

#[derive(Serialize, Deserialize)]
enum StoredCause<'a> {
    Status(u16),
    TooManyRedirects,
    Failed(&'a str),
}

#[derive(Serialize, Deserialize)]
struct CopyHead<'a> {
    digest: [u8; 32],
    ceiling: u64,
    tables: u32,
    tables_digest: [u8; 32],
    status: u16,
    #[serde(borrow)]
    fields: Vec<(&'a str, &'a [u8])>,
    url: &'a str,
    chain: Vec<(u16, &'a str)>,
    fetched: u64,
    validated: u64,
}

impl Entry {
    /// The stored form.
    pub fn encode(&self) -> Vec<u8> {
        let tables = self.copy.as_deref().map_or_else(Vec::new, |copy| copy.body.tables());
        let head = Head {
            url: self.url.as_str(),
            standing: self.standing.name(),
            cause: match self.cause {
                Cause::Status(status) => StoredCause::Status(status),
                Cause::TooManyRedirects => StoredCause::TooManyRedirects,
                Cause::Failed(failure) => StoredCause::Failed(failure.name()),
            },
            checked: self.checked.as_millis(),
            expires: self.expires.as_millis(),
            since: self.since.map(Time::as_millis),
            outage: millis(self.outage),
            chain: hops(&self.chain),
            at: self.at.as_str(),
            copy: self.copy.as_deref().map(|copy| CopyHead {
                digest: *copy.body.digest().bytes(),
                ceiling: copy.body.ceiling() as u64,
                tables: u32::try_from(tables.len()).unwrap_or(u32::MAX),
                tables_digest: bound(copy.body.digest(), &tables),
                status: copy.status,
                fields: copy.fields.iter().map(|(n, v)| (n.as_str(), v.as_bytes())).collect(),
                url: copy.url.as_str(),
                chain: hops(&copy.chain),
                fetched: copy.fetched.as_millis(),
                validated: copy.validated.as_millis(),
            }),
        };
        // Writing to memory does not fail; if it did, the empty head would count as absent.
        let head = postcard::to_allocvec(&head).unwrap_or_default();
        let body = self.copy.as_deref().map_or(&[][..], |copy| copy.body.bytes());
        let mut sum = crc32fast::Hasher::new();
        let length = u32::try_from(head.len()).unwrap_or(u32::MAX).to_le_bytes();
        for part in [&length, &*head, &*tables, body] {
            sum.update(part);
        }
        [MAGIC, &[FORMAT][..], &sum.finalize().to_le_bytes(), &length, &head, &tables, body]
            .concat()
    }

    /// Reads the stored form; any bytes are safe to pass.
    ///
    /// # Errors
    /// If the bytes are not in the stored form; see [`Unreadable`].
    pub fn decode(bytes: &[u8]) -> Result<Self, Unreadable> {
        let bytes = bytes.strip_prefix(MAGIC).ok_or(Unreadable::Foreign)?;
        let (&version, bytes) = bytes.split_first().ok_or(Unreadable::Foreign)?;
        if version != FORMAT {
            return Err(Unreadable::Version(version));
        }
        let (sum, bytes) = bytes.split_first_chunk::<4>().ok_or(Unreadable::Checksum)?;
        if crc32fast::hash(bytes) != u32::from_le_bytes(*sum) {
            return Err(Unreadable::Checksum);
        }
        let (length, bytes) = bytes.split_first_chunk::<4>().ok_or(Unreadable::Shape)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (head, rest) = bytes.split_at_checked(length).ok_or(Unreadable::Shape)?;
        let head: Head<'_> = postcard::from_bytes(head).map_err(|_| Unreadable::Shape)?;
        head.into_entry(rest)
    }

    /// Reads the stored form of the entry under a URL. The entry must be about that URL, and match the
    /// digest if the URL is the [key](Digest::key) of one.
    ///
    /// # Errors
    /// If the bytes are not in the stored form, or belong to another entry; see [`Unreadable`].
    pub fn decode_about(url: &Url, bytes: &[u8]) -> Result<Self, Unreadable> {
        let entry = Self::decode(bytes)?;
        if entry.url() != url {
            return Err(Unreadable::Misplaced);
        }
        if url.scheme() == Digest::SCHEME {
            let digest = entry.copy().map(|copy| copy.body().digest());
            if digest.and_then(|digest| digest.key()).as_ref() != Some(url) {
                return Err(Unreadable::Digest);
            }
        }
        Ok(entry)
    }
}

/// A digest over the digest of a body and the tables of its policy.
fn bound(body: Digest, tables: &[u8]) -> [u8; 32] {
    *Digest::of(&[body.bytes(), tables].concat()).bytes()
}

impl Head<'_> {
    /// The entry whose tables and body follow.
    fn into_entry(mut self, rest: &[u8]) -> Result<Entry, Unreadable> {
        let copy = match self.copy.take() {
            Some(copy) => Some(Arc::new(copy.into_snapshot(rest)?)),
            None => None,
        };
        self.around(copy).ok_or(Unreadable::Shape)
    }

    fn around(self, copy: Option<Arc<Snapshot>>) -> Option<Entry> {
        let standing = Standing::of_name(self.standing)?;
        let needs_copy = matches!(standing, Standing::Fetched | Standing::Stale);
        if needs_copy != copy.is_some() {
            return None;
        }
        let checked = Time::from_millis(self.checked);
        Some(Entry {
            url: Url::parse(self.url).ok()?,
            standing,
            cause: match self.cause {
                StoredCause::Status(status) => Cause::Status(status),
                StoredCause::TooManyRedirects => Cause::TooManyRedirects,
                StoredCause::Failed(name) => Cause::Failed(Failure::of_name(name)?),
            },
            checked,
            // Nothing is valid for more than a day, even if the stored value says so (F-36).
            expires: Time::from_millis(self.expires).min(checked + DAY),
            since: self.since.map(Time::from_millis),
            outage: Duration::from_millis(self.outage),
            chain: unhops(self.chain)?,
            at: Url::parse(self.at).ok()?,
            copy,
        })
    }
}

impl CopyHead<'_> {
    fn into_snapshot(self, rest: &[u8]) -> Result<Snapshot, Unreadable> {
        let (tables, body) =
            rest.split_at_checked(self.tables as usize).ok_or(Unreadable::Shape)?;
        let digest = Digest::of(body);
        if *digest.bytes() != self.digest || bound(digest, tables) != self.tables_digest {
            return Err(Unreadable::Digest);
        }
        self.around(tables, body).ok_or(Unreadable::Shape)
    }

    fn around(self, tables: &[u8], body: &[u8]) -> Option<Snapshot> {
        let mut fields = HeaderMap::new();
        for (name, value) in self.fields {
            let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
            fields.try_append(name, HeaderValue::from_bytes(value).ok()?).ok()?;
        }
        let ceiling = usize::try_from(self.ceiling).ok()?;
        let digest = Digest::from_bytes(self.digest);
        Some(Snapshot {
            body: Arc::new(Body::stored(body.into(), digest, ceiling, tables.into())),
            status: self.status,
            fields,
            url: Url::parse(self.url).ok()?,
            chain: unhops(self.chain)?,
            fetched: Time::from_millis(self.fetched),
            validated: Time::from_millis(self.validated),
        })
    }
}

fn hops(chain: &[Hop]) -> Vec<(u16, &str)> {
    chain.iter().map(|hop| (hop.status, hop.url.as_str())).collect()
}

fn unhops(chain: Vec<(u16, &str)>) -> Option<Box<[Hop]>> {
    let hop = |(status, url)| Some(Hop { status, url: Url::parse(url).ok()? });
    chain.into_iter().map(hop).collect()
}
