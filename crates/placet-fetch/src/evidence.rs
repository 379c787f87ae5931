//! Which bytes a decision was made from.

use url::Url;

use crate::entry::{Digest, Entry, Hop};
use crate::state::{Cause, Standing};
use crate::time::Time;

/// What a decision was made from, so that it can be told and made again later.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Evidence {
    /// What was asked for.
    pub url: Url,
    /// What held.
    pub standing: Standing,
    /// Why.
    pub cause: Cause,
    /// When it was last asked for.
    pub checked: Time,
    /// Until when it holds.
    pub expires: Time,
    /// Since when it has been out of reach, if it is.
    pub unreachable_since: Option<Time>,
    /// Where the bytes came from, or the last attempt ended, after redirects.
    pub final_url: Url,
    /// The redirects that led there.
    pub chain: Box<[Hop]>,
    /// The bytes used, where there are any.
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
    /// Whether the file is longer than what was read of it.
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
    /// The same entry to be put under the [key](Digest::key) of its bytes, where it stays when
    /// the site's own entry is replaced; so what was decided from them can be decided again.
    pub fn archived(&self) -> Option<Self> {
        let url = self.copy()?.body().digest().key()?;
        Some(Self { url, ..self.clone() })
    }

    /// An [archived](Entry::archived) entry, held about `url` again: as it was when a decision was
    /// made from it.
    #[must_use]
    pub fn held_about(&self, url: Url) -> Self {
        Self { url, ..self.clone() }
    }

    /// What a decision by this entry is made from.
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
