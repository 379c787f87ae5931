//! The file: when it is open, and what is read from and written to it.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use redb::{
    Builder, Database, DatabaseError, ReadOnlyTable, ReadableDatabase, ReadableTable,
    TableDefinition, TableError,
};
use url::Url;

use super::lock;
use crate::entry::Entry;
use crate::store::StoreError;

const TABLE: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("entries");

/// How much of the file is kept in memory.
const CACHE: usize = 16 * 1024 * 1024;

/// How long to wait for another process before trying the file again.
const PAUSE: Duration = Duration::from_millis(2);

#[derive(Debug)]
pub(super) struct File {
    path: PathBuf,
    hold: Hold,
}

/// When the file is open.
#[derive(Debug)]
enum Hold {
    /// Always, but after a failure.
    Kept(Mutex<Option<Arc<Database>>>),
    /// For as long as it is needed, waiting for other processes; one writer at a time.
    Shared { turn: Mutex<()>, patience: Duration },
}

/// A change to be made: what to keep about a URL, or nothing to forget it.
pub(super) type Change = (String, Option<Vec<u8>>);

impl File {
    pub(super) fn kept(path: &Path) -> Result<Self, StoreError> {
        let base = Arc::new(database(path)?);
        Ok(Self { path: path.to_owned(), hold: Hold::Kept(Mutex::new(Some(base))) })
    }

    pub(super) fn shared(path: &Path, patience: Duration) -> Result<Self, StoreError> {
        let hold = Hold::Shared { turn: Mutex::default(), patience };
        let this = Self { path: path.to_owned(), hold };
        this.write(|_| Ok(()))?;
        Ok(this)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads from the database.
    ///
    /// A shared file is opened for reading only: other readers are not kept out, and nothing is
    /// written on opening and closing.
    pub(super) fn read<T>(
        &self,
        work: impl FnOnce(&dyn ReadableDatabase) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match &self.hold {
            Hold::Kept(slot) => self.with_kept(slot, |base| work(base)),
            Hold::Shared { patience, .. } => {
                match patiently(*patience, || self.opened(builder().open_read_only(&self.path)))? {
                    Some(base) => work(&base),
                    // It must be repaired, or there is none.
                    None => self.write(|base| work(base)),
                }
            }
        }
    }

    /// Writes to the database.
    pub(super) fn write<T>(
        &self,
        work: impl FnOnce(&Database) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match &self.hold {
            Hold::Kept(slot) => self.with_kept(slot, work),
            Hold::Shared { turn, patience } => {
                let _turn = lock(turn);
                work(&patiently(*patience, || database(&self.path))?)
            }
        }
    }

    /// A file opened for reading; none where it cannot be so, but could be for writing.
    fn opened<T>(&self, base: Result<T, DatabaseError>) -> Result<Option<T>, StoreError> {
        match base {
            Ok(base) => Ok(Some(base)),
            Err(DatabaseError::DatabaseAlreadyOpen) => {
                Err(StoreError::InUse { path: self.path.clone() })
            }
            Err(_) => Ok(None),
        }
    }

    /// A database that failed refuses everything from then on, so it is given up.
    fn with_kept<T>(
        &self,
        slot: &Mutex<Option<Arc<Database>>>,
        work: impl FnOnce(&Database) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let base = {
            let mut slot = lock(slot);
            match &*slot {
                Some(base) => Arc::clone(base),
                None => Arc::clone(slot.insert(Arc::new(database(&self.path)?))),
            }
        };
        let result = work(&base);
        if result.is_err() {
            let mut slot = lock(slot);
            if slot.as_ref().is_some_and(|kept| Arc::ptr_eq(kept, &base)) {
                *slot = None;
            }
        }
        result
    }

    /// Makes changes together; says of each whether there was something before.
    pub(super) fn change(
        &self,
        base: &Database,
        changes: &[Change],
    ) -> Result<Vec<bool>, StoreError> {
        let failed = |why: &dyn Display| self.error("write", why);
        let change = base.begin_write().map_err(|error| failed(&error))?;
        let mut was = Vec::with_capacity(changes.len());
        {
            let mut table = change.open_table(TABLE).map_err(|error| failed(&error))?;
            for (url, value) in changes {
                let before = match value {
                    Some(value) => table.insert(url.as_str(), value.as_slice()),
                    None => table.remove(url.as_str()),
                };
                was.push(before.map_err(|error| failed(&error))?.is_some());
            }
        }
        change.commit().map_err(|error| failed(&error))?;
        Ok(was)
    }

    /// What is kept about a URL; a value of another was put there by another hand.
    pub(super) fn find(
        &self,
        base: &dyn ReadableDatabase,
        url: &Url,
    ) -> Result<Option<Entry>, StoreError> {
        let Some(table) = self.table(base)? else { return Ok(None) };
        let value = table.get(url.as_str()).map_err(|why| self.error("read", &why))?;
        let entry = value.and_then(|value| Entry::decode(value.value()).ok());
        Ok(entry.filter(|entry| entry.url() == url))
    }

    /// All URLs, sorted.
    pub(super) fn urls(&self, base: &dyn ReadableDatabase) -> Result<Vec<Url>, StoreError> {
        let failed = |why: redb::StorageError| self.error("read", &why);
        let Some(table) = self.table(base)? else { return Ok(Vec::new()) };
        let mut urls = Vec::new();
        for entry in table.iter().map_err(failed)? {
            urls.extend(Url::parse(entry.map_err(failed)?.0.value()));
        }
        urls.sort();
        Ok(urls)
    }

    /// The table, where there is one yet.
    fn table(
        &self,
        base: &dyn ReadableDatabase,
    ) -> Result<Option<ReadOnlyTable<&'static str, &'static [u8]>>, StoreError> {
        let view = base.begin_read().map_err(|why| self.error("read", &why))?;
        match view.open_table(TABLE) {
            Ok(table) => Ok(Some(table)),
            Err(TableError::TableDoesNotExist(_)) => Ok(None),
            Err(why) => Err(self.error("read", &why)),
        }
    }

    fn error(&self, what: &'static str, why: &dyn Display) -> StoreError {
        StoreError::File { what, path: self.path.clone(), why: why.to_string() }
    }
}

fn builder() -> Builder {
    let mut builder = Database::builder();
    builder.set_cache_size(CACHE);
    builder
}

fn database(path: &Path) -> Result<Database, StoreError> {
    builder().create(path).map_err(|error| match error {
        DatabaseError::DatabaseAlreadyOpen => StoreError::InUse { path: path.to_owned() },
        why => StoreError::File { what: "open", path: path.to_owned(), why: why.to_string() },
    })
}

/// Opens a file that others use too, waiting for them.
fn patiently<T>(
    patience: Duration,
    mut open: impl FnMut() -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let begun = Instant::now();
    loop {
        match open() {
            Err(StoreError::InUse { .. }) if begun.elapsed() < patience => {
                std::thread::sleep(PAUSE);
            }
            result => return result,
        }
    }
}
