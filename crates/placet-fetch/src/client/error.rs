//! What can go wrong beside what is an answer.

use thiserror::Error;

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
    /// It cannot be fetched.
    #[error(transparent)]
    Unfit(#[from] InvalidOrigin),
    /// There was no answer to the request for a page, or none that can be read.
    #[error("{0}")]
    Failed(Failure),
    /// The runtime ended before there was an answer.
    #[error("the runtime ended before there was an answer")]
    Ended,
}

/// Why a client could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// It cannot be sent as `User-Agent`.
    #[error("`{0}` cannot be sent as User-Agent")]
    UserAgent(String),
    /// The certificates to trust cannot be had.
    #[error("the certificates to trust cannot be had: {0}")]
    Trust(String),
    /// The HTTP client refused its settings.
    #[error("the HTTP client could not be made: {0}")]
    Http(String),
}
