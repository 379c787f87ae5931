//! Which bytes a decision is based on.

use url::Url;

use crate::entry::{Digest, Entry, Hop};
use crate::state::{Cause, Standing};
use crate::time::Time;

/// What a decision is based on, so that it can be reported and reproduced later.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Evidence {
    /// The URL requested.
    pub url: Url,
    /// The state of the entry.
    pub standing: Standing,
    /// Why it has that state.
    pub cause: Cause,
    /// When it was last requested.
    pub checked: Time,
    /// When it expires.
    pub expires: Time,
    /// Since when it has been unreachable, if it is.
    pub unreachable_since: Option<Time>,
    /// Where the bytes came from, or the last attempt ended, after redirects.
    pub final_url: Url,
    /// The redirects that led there.
    pub chain: Box<[Hop]>,
    /// The bytes used, if there are any.
    pub copy: Option<CopyEvidence>,
}

/// Which bytes were used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct CopyEvidence {
    /// Their digest.
    pub digest: Digest,
    /// How many there are.
    pub bytes: usize,
    /// Whether the file is longer than the bytes that were read.
    pub cut: bool,
    /// The status they were sent with.
    pub status: u16,
    /// When they were sent.
    pub fetched: Time,
    /// When they were last sent or confirmed.
    pub validated: Time,
}

impl Digest {
    /// The key under which the bytes of this digest are [archived](Entry::archived):
    /// `sha256:e3b0c442…`.
    pub fn key(&self) -> Option<Url> {
        Url::parse(&self.to_string()).ok()
    }
}

impl Entry {
    /// The same entry under the [key](Digest::key) of its bytes, where it remains when the site's own
    /// entry is replaced, so that decisions based on it can be reproduced.
    pub fn archived(&self) -> Option<Self> {
        let url = self.copy()?.body().digest().key()?;
        Some(Self { url, ..self.clone() })
    }

    /// An [archived](Entry::archived) entry under `url` again, as it was when a decision was based on
    /// it.
    #[must_use]
    pub fn held_about(&self, url: Url) -> Self {
        Self { url, ..self.clone() }
    }

    /// What a decision by this entry is based on.
    pub fn evidence(&self) -> Evidence {
        let (final_url, chain) = match self.copy() {
            Some(copy) => (copy.url(), copy.chain()),
            None => (self.final_url(), self.chain()),
        };
        Evidence {
            url: self.url().clone(),
            standing: self.standing(),
            cause: self.cause(),
            checked: self.checked(),
            expires: self.expires(),
            unreachable_since: self.since(),
            final_url: final_url.clone(),
            chain: chain.into(),
            copy: self.copy().map(|copy| CopyEvidence {
                digest: copy.body().digest(),
                bytes: copy.body().bytes().len(),
                cut: copy.body().is_cut(),
                status: copy.status(),
                fetched: copy.fetched(),
                validated: copy.validated(),
            }),
        }
    }
}
