//! Errors of the client.

use placet::InvalidUrl;
use thiserror::Error;

use super::local::{LocalFailure, Trouble};
use crate::failure::Failure;
use crate::origin::InvalidOrigin;
use crate::store::StoreError;

/// Why the client has no answer.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The URL cannot be fetched.
    #[error(transparent)]
    Origin(#[from] InvalidOrigin),
    /// The URL is not one of the site.
    #[error(transparent)]
    Url(#[from] InvalidUrl),
    /// The request for a page failed, or its response cannot be read.
    #[error("{0}")]
    Failed(Failure),
    /// This machine could not make the request. It says nothing about the site, and nothing was
    /// stored.
    #[error("{0}")]
    Local(LocalFailure),
    /// The [deadline](super::Client::by) of the question passed while it waited for its turn or for
    /// the store. A site that was asked and did not answer in time is unreachable instead.
    #[error("there was no answer before the deadline")]
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

/// Why a client could not be built.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The text cannot be sent as `User-Agent`.
    #[error("`{0}` cannot be sent as User-Agent")]
    UserAgent(String),
    /// A certificate to trust cannot be read.
    #[error("a certificate to trust cannot be read: {0}")]
    Trust(String),
}
