//! Entries in one file, for one machine.

mod file;
mod writer;

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use redb::ReadableDatabase;
use url::Url;

use super::{Pending, Store, StoreError};
use crate::entry::Entry;
use crate::time::Time;
use file::File;
use writer::Writers;

/// A store in one file ([redb](https://docs.rs/redb)).
///
/// What was put is on the disk when that was acknowledged, and is there after a crash. Writes that
/// come together are made durable together. Where the disk is full, or fails, writing is an error,
/// and the file is opened anew the next time.
///
/// One process at a time can have the file open. [`Embedded::open`] keeps it, and others get an
/// error that says so; with [`Embedded::shared`] each opens it for as long as it needs and waits
/// for the others meanwhile, which costs some milliseconds each time. It suits programs that run
/// for moments.
///
/// It must be used within a tokio runtime: the work is done on its threads for blocking work.
#[derive(Debug, Clone)]
pub struct Embedded {
    file: Arc<File>,
    writers: Writers,
}

impl Embedded {
    /// Opens the file, makes it where there is none, and keeps it.
    ///
    /// # Errors
    /// When another process has it open, or it cannot be opened.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        File::kept(path.as_ref()).map(Self::of)
    }

    /// Opens the file whenever it is needed, waiting for other processes for at most `patience`;
    /// makes it where there is none.
    ///
    /// # Errors
    /// When it cannot be opened in that time.
    pub fn shared(path: impl AsRef<Path>, patience: Duration) -> Result<Self, StoreError> {
        File::shared(path.as_ref(), patience).map(Self::of)
    }

    fn of(file: File) -> Self {
        Self { file: Arc::new(file), writers: Writers::default() }
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&File, &dyn ReadableDatabase) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<'_, T> {
        let file = Arc::clone(&self.file);
        let work = tokio::task::spawn_blocking(move || file.read(|base| read(&file, base)));
        Box::pin(async move { work.await.map_err(|_| StoreError::Ended)? })
    }
}

/// A panic elsewhere leaves what is locked as it should be: each change is complete.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Store for Embedded {
    fn get<'a>(&'a self, url: &'a Url, _: Time) -> Pending<'a, Option<Arc<Entry>>> {
        let url = url.clone();
        self.read(move |file, base| Ok(file.find(base, &url)?.map(Arc::new)))
    }

    fn put<'a>(&'a self, entry: &'a Arc<Entry>) -> Pending<'a, ()> {
        let written = self.writers.write(&self.file, entry.url(), Some(entry.encode()));
        Box::pin(async move { written.await.map(drop) })
    }

    fn remove<'a>(&'a self, url: &'a Url) -> Pending<'a, bool> {
        self.writers.write(&self.file, url, None)
    }

    fn urls(&self) -> Pending<'_, Vec<Url>> {
        self.read(File::urls)
    }
}
