//! What can go wrong beside what is an answer.

use placet::InvalidUrl;
use thiserror::Error;

use super::local::{LocalFailure, Trouble};
use crate::failure::Failure;
use crate::origin::InvalidOrigin;
use crate::store::StoreError;

/// Why there is no answer.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The URL cannot be fetched.
    #[error(transparent)]
    Origin(#[from] InvalidOrigin),
    /// The engine does not read the URL as one of the site.
    #[error(transparent)]
    Url(#[from] InvalidUrl),
    /// There was no answer to the request for a page, or none that can be read.
    #[error("{0}")]
    Failed(Failure),
    /// This machine could not ask; that says nothing about the site, and nothing was kept.
    #[error("{0}")]
    Local(LocalFailure),
    /// The [time](super::Client::by) for the question ran out, though not with the site.
    #[error("there was no answer in the time given")]
    Late,
    /// The runtime ended before there was an answer.
    #[error("the runtime ended before there was an answer")]
    Ended,
}

impl From<Trouble> for ClientError {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Site(failure) => Self::Failed(failure),
            Trouble::Local(failure) => Self::Local(failure),
        }
    }
}

/// Why a client could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// It cannot be sent as `User-Agent`.
    #[error("`{0}` cannot be sent as User-Agent")]
    UserAgent(String),
    /// A certificate to trust is none.
    #[error("a certificate to trust cannot be read: {0}")]
    Trust(String),
}
