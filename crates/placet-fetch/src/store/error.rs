//! Errors of a store.

use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

/// Why a store operation failed.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Another process has the file open.
    #[error(
        "{path} is in use by another process, or opened twice in this one; wait until that ends, give each process its own \
         file, open the file as shared, or share a cache through Redis",
        path = path.display()
    )]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The file could not be opened, read or written.
    #[error("cannot {what} {path}: {why}", path = path.display())]
    File {
        /// The operation: `open`, `read`, `write`.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// The message of the system or the database.
        why: String,
    },
    /// The server could not be used.
    #[error("cannot {what} Redis at {server}: {why}")]
    Server {
        /// The operation: `reach`, `read from`, `write to`.
        what: &'static str,
        /// Its address, without user and password.
        server: String,
        /// The message of the server or the connection.
        why: String,
    },
    /// The server did not answer in time.
    #[error("Redis at {server} did not answer within {limit:?}")]
    Slow {
        /// Its address, without user and password.
        server: String,
        /// The time limit.
        limit: Duration,
    },
    /// Every tier failed.
    #[error("no tier of the store works; the last error: {0}")]
    NoTier(Box<StoreError>),
    /// All tiers failed recently and are not used for a while.
    #[error("no tier of the store works; all failed recently and are not used for a while")]
    Resting,
    /// The runtime ended before it was done.
    #[error("the runtime ended before the store was done")]
    Ended,
}
