//! Detects damaged files, even if the database panics.

use std::any::Any;
use std::cell::Cell;
use std::io::ErrorKind;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Once;

use redb::Error;

use crate::store::StoreError;

/// Why an operation failed.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The file does not contain what the database wrote.
    Damaged(String),
    /// Another operation failed or found damage, so the file must be opened again.
    Refused,
    /// The process that had the file open was killed: it must be opened for writing to repair it.
    Unclean,
    /// Anything else: no permission, a full disk, another process.
    Failed(StoreError),
}

impl Trouble {
    /// What an error of the database means.
    pub(super) fn of(what: &'static str, path: &Path, error: impl Into<Error>) -> Self {
        let error = error.into();
        let damaged = match &error {
            // Poisoned: an earlier panic, contained, left the database unusable. The names of types
            // are in the file too.
            Error::Corrupted(_)
            | Error::UpgradeRequired(_)
            | Error::LockPoisoned(_)
            | Error::TableTypeMismatch { .. }
            | Error::TypeDefinitionChanged { .. }
            | Error::TableIsMultimap(_)
            | Error::TableIsNotMultimap(_) => true,
            Error::Io(error) => {
                matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::UnexpectedEof)
            }
            _ => false,
        };
        match error {
            Error::PreviousIo | Error::DatabaseClosed => Self::Refused,
            Error::RepairAborted => Self::Unclean,
            Error::DatabaseAlreadyOpen => Self::Failed(StoreError::InUse { path: path.to_owned() }),
            // The text of the wrapped error says what is wrong; the database adds "I/O error".
            Error::Io(error) if damaged => Self::Damaged(error.to_string()),
            error if damaged => Self::Damaged(error.to_string()),
            error => Self::failed(what, path, &error),
        }
    }

    pub(super) fn failed(what: &'static str, path: &Path, why: &dyn std::fmt::Display) -> Self {
        Self::Failed(StoreError::File { what, path: path.to_owned(), why: why.to_string() })
    }

    /// The error for the caller.
    pub(super) fn into_error(self, path: &Path) -> StoreError {
        let why = match self {
            Self::Failed(error) => return error,
            Self::Damaged(why) => why,
            Self::Refused => "another operation failed".to_owned(),
            Self::Unclean => "it was not closed properly".to_owned(),
        };
        StoreError::File { what: "read", path: path.to_owned(), why }
    }
}

thread_local! {
    /// Whether a panic on this thread is caught, and means damage.
    static CONTAINED: Cell<bool> = const { Cell::new(false) };
}

/// Runs work of the database. A panic is damage: a page with the right checksum but an earlier
/// content, as after a lost write, can be inconsistent for redb.
///
/// Nothing is printed for such a panic: the process's panic hook is wrapped once, and other panics
/// reach the previous hook.
pub(super) fn contained<T>(work: impl FnOnce() -> Result<T, Trouble>) -> Result<T, Trouble> {
    static WRAPPED: Once = Once::new();
    WRAPPED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !CONTAINED.get() {
                before(info);
            }
        }));
    });
    let outer = CONTAINED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    CONTAINED.set(outer);
    result.unwrap_or_else(|panic| Err(Trouble::Damaged(message(&*panic))))
}

/// The first line of a panic message.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let first = text.and_then(|text| text.lines().next()).unwrap_or_default();
    if first.is_empty() {
        return "the database stopped reading it".to_owned();
    }
    format!("the database stopped reading it: {first}")
}
