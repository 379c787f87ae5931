//! Entries in one file, for one machine.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use redb::{Database, DatabaseError, ReadableDatabase, ReadableTable, TableDefinition, TableError};
use tokio::sync::oneshot;
use url::Url;

use super::{Pending, Store, StoreError};
use crate::entry::Entry;
use crate::time::Time;

const TABLE: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("entries");

/// How much of the file is kept in memory.
const CACHE: usize = 16 * 1024 * 1024;

/// How long to wait for another process before trying the file again.
const PAUSE: Duration = Duration::from_millis(2);

/// A store in one file ([redb](https://docs.rs/redb)).
///
/// What was put is on the disk when that was acknowledged, and is there after a crash. Writes that
/// come together are made durable together.
///
/// One process at a time can have the file open. [`Embedded::open`] keeps it, and others get an
/// error that says so; with [`Embedded::shared`] each opens it for as long as it needs and waits
/// for the others meanwhile.
///
/// It must be used within a tokio runtime: the work is done on its threads for blocking work.
#[derive(Debug, Clone)]
pub struct Embedded {
    file: Arc<File>,
}

#[derive(Debug)]
struct File {
    path: PathBuf,
    /// The database, where it is kept open.
    kept: Option<Database>,
    /// How long to wait for other processes.
    patience: Duration,
    /// Serialises the use of a file that is opened for each use.
    turn: Mutex<()>,
    queue: Mutex<Queue>,
}

/// Writes that wait for the one who writes.
#[derive(Debug, Default)]
struct Queue {
    writes: Vec<Write>,
    /// Whether someone is writing, and will come back for these.
    busy: bool,
}

#[derive(Debug)]
struct Write {
    url: String,
    /// What to keep; nothing to forget.
    value: Option<Vec<u8>>,
    done: oneshot::Sender<Result<bool, StoreError>>,
}

impl Embedded {
    /// Opens the file, makes it where there is none, and keeps it.
    ///
    /// # Errors
    /// When another process has it open, or it cannot be opened.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = path.as_ref();
        Ok(Self::of(path, Some(database(path)?), Duration::ZERO))
    }

    /// Opens the file whenever it is needed, waiting for other processes for at most `patience`;
    /// makes it where there is none.
    ///
    /// # Errors
    /// When it cannot be opened in that time.
    pub fn shared(path: impl AsRef<Path>, patience: Duration) -> Result<Self, StoreError> {
        let this = Self::of(path.as_ref(), None, patience);
        this.file.with(|_| Ok(()))?;
        Ok(this)
    }

    fn of(path: &Path, kept: Option<Database>, patience: Duration) -> Self {
        let (path, turn, queue) = (path.to_owned(), Mutex::default(), Mutex::default());
        Self { file: Arc::new(File { path, kept, patience, turn, queue }) }
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.file.path
    }

    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&File, &Database) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<'_, T> {
        let file = Arc::clone(&self.file);
        let work = tokio::task::spawn_blocking(move || file.with(|base| read(&file, base)));
        Box::pin(async move { work.await.map_err(|_| StoreError::Ended)? })
    }

    fn write(&self, url: &Url, value: Option<Vec<u8>>) -> Pending<'_, bool> {
        let (done, answer) = oneshot::channel();
        let write = Write { url: url.as_str().to_owned(), value, done };
        let idle = {
            let mut queue = lock(&self.file.queue);
            queue.writes.push(write);
            !std::mem::replace(&mut queue.busy, true)
        };
        if idle {
            let writer = Writer { file: Arc::clone(&self.file), done: false };
            tokio::task::spawn_blocking(move || writer.write_all());
        }
        Box::pin(async move { answer.await.map_err(|_| StoreError::Ended)? })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn database(path: &Path) -> Result<Database, StoreError> {
    Database::builder().set_cache_size(CACHE).create(path).map_err(|error| match error {
        DatabaseError::DatabaseAlreadyOpen => StoreError::InUse { path: path.to_owned() },
        why => StoreError::File { what: "open", path: path.to_owned(), why: why.to_string() },
    })
}

impl File {
    /// Does something with the database: the one that is kept, or one opened for it.
    fn with<T>(
        &self,
        work: impl FnOnce(&Database) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if let Some(kept) = &self.kept {
            return work(kept);
        }
        let _turn = lock(&self.turn);
        let begun = Instant::now();
        loop {
            match database(&self.path) {
                Ok(base) => return work(&base),
                Err(StoreError::InUse { .. }) if begun.elapsed() < self.patience => {
                    std::thread::sleep(PAUSE);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Writes together what came together; says of each whether there was something before.
    fn commit(&self, base: &Database, writes: &[Write]) -> Result<Vec<bool>, StoreError> {
        let failed = |why: &dyn std::fmt::Display| self.error("write", why);
        let change = base.begin_write().map_err(|error| failed(&error))?;
        let mut was = Vec::with_capacity(writes.len());
        {
            let mut table = change.open_table(TABLE).map_err(|error| failed(&error))?;
            for write in writes {
                let before = match &write.value {
                    Some(value) => table.insert(write.url.as_str(), value.as_slice()),
                    None => table.remove(write.url.as_str()),
                };
                was.push(before.map_err(|error| failed(&error))?.is_some());
            }
        }
        change.commit().map_err(|error| failed(&error))?;
        Ok(was)
    }

    fn error(&self, what: &'static str, why: &dyn std::fmt::Display) -> StoreError {
        StoreError::File { what, path: self.path.clone(), why: why.to_string() }
    }
}

/// The one who writes. Should it end before it is done, those who wait are told, and the next to
/// come takes its place.
struct Writer {
    file: Arc<File>,
    done: bool,
}

impl Writer {
    /// Writes what waits, until nothing does.
    fn write_all(mut self) {
        loop {
            let writes = {
                let mut queue = lock(&self.file.queue);
                if queue.writes.is_empty() {
                    queue.busy = false;
                    self.done = true;
                    return;
                }
                std::mem::take(&mut queue.writes)
            };
            match self.file.with(|base| self.file.commit(base, &writes)) {
                Ok(was) => {
                    for (write, was) in writes.into_iter().zip(was) {
                        // Whoever asked may have gone.
                        let _ = write.done.send(Ok(was));
                    }
                }
                Err(error) => {
                    for write in writes {
                        let _ = write.done.send(Err(error.clone()));
                    }
                }
            }
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        if !self.done {
            *lock(&self.file.queue) = Queue::default();
        }
    }
}

/// Reads from the table; nothing where there is none yet.
fn query<T: Default>(
    file: &File,
    base: &Database,
    read: impl FnOnce(&dyn Entries) -> Result<T, redb::StorageError>,
) -> Result<T, StoreError> {
    let failed = |why: &dyn std::fmt::Display| file.error("read", why);
    let view = base.begin_read().map_err(|error| failed(&error))?;
    match view.open_table(TABLE) {
        Ok(table) => read(&table).map_err(|error| failed(&error)),
        Err(TableError::TableDoesNotExist(_)) => Ok(T::default()),
        Err(error) => Err(failed(&error)),
    }
}

/// What is read from the table.
trait Entries {
    fn find(&self, url: &str) -> Result<Option<Entry>, redb::StorageError>;
    fn urls(&self) -> Result<Vec<Url>, redb::StorageError>;
}

impl<T: ReadableTable<&'static str, &'static [u8]>> Entries for T {
    fn find(&self, url: &str) -> Result<Option<Entry>, redb::StorageError> {
        let value = self.get(url)?;
        Ok(value.and_then(|value| Entry::decode(value.value()).ok()))
    }

    fn urls(&self) -> Result<Vec<Url>, redb::StorageError> {
        let mut urls = Vec::new();
        for entry in self.iter()? {
            urls.extend(Url::parse(entry?.0.value()));
        }
        Ok(urls)
    }
}

impl Store for Embedded {
    fn get<'a>(&'a self, url: &'a Url, _: Time) -> Pending<'a, Option<Arc<Entry>>> {
        let url = url.as_str().to_owned();
        self.read(move |file, base| {
            let entry = query(file, base, |entries| entries.find(&url))?;
            Ok(entry.filter(|entry| entry.url().as_str() == url).map(Arc::new))
        })
    }

    fn put<'a>(&'a self, entry: &'a Arc<Entry>) -> Pending<'a, ()> {
        let written = self.write(entry.url(), Some(entry.encode()));
        Box::pin(async move { written.await.map(drop) })
    }

    fn remove<'a>(&'a self, url: &'a Url) -> Pending<'a, bool> {
        self.write(url, None)
    }

    fn urls(&self) -> Pending<'_, Vec<Url>> {
        self.read(|file, base| query(file, base, |entries| entries.urls()))
    }
}
