//! What can go wrong with a store.

use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

/// Why a store could not do what it was asked to.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Another process has the file open.
    #[error(
        "{path} is in use by another process; let that end, give each process a file of its \
         own, open it as shared, or share a cache through Redis",
        path = path.display()
    )]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The file could not be opened, read or written.
    #[error("cannot {what} {path}: {why}", path = path.display())]
    File {
        /// What was tried: `open`, `read`, `write`.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system or the database says.
        why: String,
    },
    /// The server could not be asked.
    #[error("cannot {what} Redis at {server}: {why}")]
    Server {
        /// What was tried: `reach`, `read from`, `write to`.
        what: &'static str,
        /// Its address, without user and password.
        server: String,
        /// What it or the connection says.
        why: String,
    },
    /// The server did not answer in time.
    #[error("Redis at {server} did not answer within {limit:?}")]
    Slow {
        /// Its address, without user and password.
        server: String,
        /// The time it was given.
        limit: Duration,
    },
    /// No tier could do it.
    #[error("no tier of the store works; the last said: {0}")]
    NoTier(Box<StoreError>),
    /// All tiers failed lately and are left alone for a while.
    #[error("no tier of the store works; all failed lately and are left alone for a while")]
    Resting,
    /// The runtime ended before it was done.
    #[error("the runtime ended before the store was done")]
    Ended,
}
