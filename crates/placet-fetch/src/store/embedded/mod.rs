//! A store in one file, for one machine.

mod damage;
mod file;
mod place;
mod reader;
mod sealed;
mod table;
mod writer;

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use url::Url;

use super::notice::{Notice, Notices};
use super::{Pending, Store, StoreError};
use crate::entry::Entry;
use crate::pace::Turn;
use crate::time::{DAY, Time};
use file::File;
use table::{Bounds, Change};
use writer::Writers;

/// How many bytes of entries are stored by default: the files of about 100,000 sites.
pub const SIZE_MAX: u64 = 512 * 1024 * 1024;

/// How long an entry is stored after its last check, by default: twice the 30 days after which an
/// outage ends (RFC 9309 §2.3.1.4, F-35).
pub const AGE_MAX: Duration = Duration::from_hours(60 * 24);

/// A store in one file ([redb](https://docs.rs/redb)).
///
/// An acknowledged write is on the disk and survives a crash. Concurrent writes share one commit. If
/// the disk is full or fails, writing is an error, and the file is opened again the next time.
///
/// Each page of the file has a checksum that is verified before the database reads it. A file that
/// is damaged, or that an earlier version wrote, is renamed (`.damaged` is added to its name), a
/// [`Notice`] is sent, and a new file is created: entries can be fetched again. A file that is not a
/// store and is not named `*.redb` is not touched, and using it is an error.
///
/// One process at a time can have the file open. [`Embedded::open`] keeps it open, and other
/// processes get an error. With [`Embedded::shared`] each process opens it for each operation and
/// waits for the others, which costs some milliseconds each time and suits short-lived programs.
///
/// Only the owner can read new files. A file `*.lock` next to it serialises its creation.
///
/// # Limits
/// Entries are evicted, oldest check first, if all together take more than [`SIZE_MAX`] bytes, or if
/// they were checked more than [`AGE_MAX`] before the newest; see [`EmbeddedBuilder`].
///
/// It must be used within a tokio runtime: the work runs on its blocking threads.
#[derive(Debug, Clone)]
pub struct Embedded {
    file: Arc<File>,
    writers: Writers,
}

/// Opens a store in a file.
#[derive(Debug, Clone)]
pub struct EmbeddedBuilder {
    patience: Option<Duration>,
    size: u64,
    age: Duration,
    private_folder: bool,
    notices: Notices,
}

impl EmbeddedBuilder {
    /// Opens the file for each operation, waiting at most this time for other processes, instead of
    /// keeping it open.
    #[must_use]
    pub fn shared(self, patience: Duration) -> Self {
        Self { patience: Some(patience), ..self }
    }

    /// How many bytes of entries are stored: [`SIZE_MAX`] by default.
    #[must_use]
    pub fn size(self, bytes: u64) -> Self {
        Self { size: bytes, ..self }
    }

    /// How long an entry is stored after its last check: [`AGE_MAX`] by default, at least a day.
    #[must_use]
    pub fn age(self, age: Duration) -> Self {
        Self { age: age.max(DAY), ..self }
    }

    /// Creates the folder of the file if it is missing, with access for its owner only.
    #[must_use]
    pub fn private_folder(self) -> Self {
        Self { private_folder: true, ..self }
    }

    /// Sets a listener for damage; none by default.
    #[must_use]
    pub fn on_notice(self, listener: impl Fn(&Notice) + Send + Sync + 'static) -> Self {
        Self { notices: Notices::to(listener), ..self }
    }

    /// Opens the file; creates it if it is missing.
    ///
    /// # Errors
    /// If another process has it open, or it cannot be opened or created.
    pub fn open(self, path: impl AsRef<Path>) -> Result<Embedded, StoreError> {
        let path = path.as_ref();
        if let Some(folder) = path.parent().filter(|_| self.private_folder) {
            place::make_folder(folder).map_err(|error| StoreError::File {
                what: "make",
                path: folder.to_owned(),
                why: error.to_string(),
            })?;
        }
        let file = Arc::new(File::new(path, self.patience, self.notices)?);
        let writers = Writers::new(Bounds::new(self.size, self.age));
        Ok(Embedded { file, writers })
    }
}

impl Embedded {
    /// Opens the file, creating it if it is missing, and keeps it open.
    ///
    /// # Errors
    /// If another process has it open, or it cannot be opened.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::builder().open(path)
    }

    /// Opens the file for each operation, waiting at most `patience` for other processes; creates it
    /// if it is missing.
    ///
    /// # Errors
    /// If it cannot be opened in that time.
    pub fn shared(path: impl AsRef<Path>, patience: Duration) -> Result<Self, StoreError> {
        Self::builder().shared(patience).open(path)
    }

    /// A builder with the defaults.
    pub fn builder() -> EmbeddedBuilder {
        EmbeddedBuilder {
            patience: None,
            size: SIZE_MAX,
            age: AGE_MAX,
            private_folder: false,
            notices: Notices::default(),
        }
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Gives the next turn for a key, atomically for all processes that share the file.
    pub(crate) fn turn(
        &self,
        key: String,
        next: impl Fn(Option<Turn>) -> Turn + Send + 'static,
        now: Time,
    ) -> Pending<'static, Turn> {
        self.blocking(move |file| {
            file.write(|base| table::turn(base, file.path(), &key, &next, now))
        })
    }

    fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&File) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<'static, T> {
        let file = Arc::clone(&self.file);
        let work = tokio::task::spawn_blocking(move || work(&file));
        Box::pin(async move { work.await.map_err(|_| StoreError::Ended)? })
    }
}

/// A panic elsewhere leaves the locked data consistent: each change is complete.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Store for Embedded {
    fn get<'a>(&'a self, url: &'a Url, _: Time) -> Pending<'a, Option<Arc<Entry>>> {
        let url = url.clone();
        self.blocking(move |file| {
            file.read(|base| table::find(base, file.path(), &url, file.notices()))
                .map(|found| found.map(Arc::new))
        })
    }

    fn put<'a>(&'a self, entry: &'a Arc<Entry>) -> Pending<'a, ()> {
        let url = entry.url().as_str().to_owned();
        let value = Some((entry.encode(), entry.checked()));
        let written = self.writers.write(&self.file, Change { url, value });
        Box::pin(async move { written.await.map(drop) })
    }

    fn remove<'a>(&'a self, url: &'a Url) -> Pending<'a, bool> {
        self.writers.write(&self.file, Change { url: url.as_str().to_owned(), value: None })
    }

    fn urls(&self) -> Pending<'_, Vec<Url>> {
        self.blocking(|file| file.read(|base| table::urls(base, file.path())))
    }
}
