//! The file: when it is open, and recovery from damage.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, RwLock, RwLockWriteGuard};
use std::time::{Duration, Instant};

use redb::{Builder, Database};

use super::damage::{Trouble, contained};
use super::lock;
use super::place::{self, Identity};
use super::reader::{Done, Reader};
use super::sealed::{Access, Sealed};
use crate::store::StoreError;
use crate::store::notice::{Notice, Notices};

/// How much of the file is cached in memory.
const CACHE: usize = 16 * 1024 * 1024;

/// How long to wait for another process before trying the file again.
const PAUSE: Duration = Duration::from_millis(2);

/// How often an operation is tried: again after damage, or after another operation's failure.
const TRIES: usize = 4;

#[derive(Debug)]
pub(super) struct File {
    path: PathBuf,
    hold: Hold,
    notices: Notices,
}

/// How long the file is open.
#[derive(Debug)]
enum Hold {
    /// Always, except after a failure.
    Kept(RwLock<Option<Base>>),
    /// For each operation, waiting for other processes; one writer at a time.
    Shared { turn: Mutex<()>, patience: Duration },
}

/// An open file, and which one it is. A panic while it is closed is contained too.
#[derive(Debug)]
struct Base {
    database: Option<Database>,
    identity: Identity,
    done: Done,
}

impl Base {
    fn get(&self) -> Result<&Database, Trouble> {
        // It is there until it is dropped.
        self.database.as_ref().ok_or(Trouble::Failed(StoreError::Ended))
    }
}

impl Drop for Base {
    fn drop(&mut self) {
        self.done.set();
        let database = self.database.take();
        // Acknowledged writes are on the disk; a damaged file is detected the next time.
        let _ = contained(|| {
            drop(database);
            Ok(())
        });
    }
}

impl File {
    /// Opens the file and keeps it open, or, with a patience, opens it for each operation. Creates it
    /// if it is missing.
    pub(super) fn new(
        path: &Path,
        patience: Option<Duration>,
        notices: Notices,
    ) -> Result<Self, StoreError> {
        let hold = match patience {
            None => Hold::Kept(RwLock::default()),
            Some(patience) => Hold::Shared { turn: Mutex::default(), patience },
        };
        let this = Self { path: path.to_owned(), hold, notices };
        this.write(|_| Ok(()))?;
        Ok(this)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn notices(&self) -> &Notices {
        &self.notices
    }

    /// Reads from the database, or from a new one if it is damaged. Other processes can read a shared
    /// file at the same time.
    pub(super) fn read<T>(
        &self,
        work: impl Fn(&Database) -> Result<T, Trouble>,
    ) -> Result<T, StoreError> {
        self.run(Access::Read, work)
    }

    /// Writes to the database, or to a new one if it is damaged.
    pub(super) fn write<T>(
        &self,
        work: impl Fn(&Database) -> Result<T, Trouble>,
    ) -> Result<T, StoreError> {
        self.run(Access::Write, work)
    }

    fn run<T>(
        &self,
        mut access: Access,
        work: impl Fn(&Database) -> Result<T, Trouble>,
    ) -> Result<T, StoreError> {
        let mut left = TRIES;
        loop {
            left = left.saturating_sub(1);
            let mut seen = Identity::default();
            match contained(|| self.attempt(access, &work, &mut seen)) {
                Err(Trouble::Damaged(why)) if left > 0 => self.set_aside(seen, why)?,
                Err(Trouble::Refused) if left > 0 => {}
                Err(Trouble::Unclean) => access = Access::Write,
                result => return result.map_err(|trouble| trouble.into_error(&self.path)),
            }
        }
    }

    /// Runs an operation on the database, and returns the identity of its file.
    fn attempt<T>(
        &self,
        access: Access,
        work: impl Fn(&Database) -> Result<T, Trouble>,
        seen: &mut Identity,
    ) -> Result<T, Trouble> {
        match &self.hold {
            Hold::Shared { turn, patience } => {
                let _turn = (access == Access::Write).then(|| lock(turn));
                let base = patiently(*patience, || self.open(access, seen))?;
                work(base.get()?)
            }
            Hold::Kept(slot) => {
                let mut kept = slot.read().unwrap_or_else(PoisonError::into_inner);
                if kept.is_none() {
                    drop(kept);
                    let mut empty = slot.write().unwrap_or_else(PoisonError::into_inner);
                    if empty.is_none() {
                        *empty = Some(self.open(Access::Write, seen)?);
                    }
                    kept = RwLockWriteGuard::downgrade(empty);
                }
                let Some(base) = &*kept else { return Err(Trouble::Refused) };
                *seen = base.identity;
                let result = contained(|| base.get().and_then(&work));
                drop(kept);
                if result.is_err() {
                    // A database that failed or panicked refuses all further operations. Its current
                    // users are waited for.
                    *slot.write().unwrap_or_else(PoisonError::into_inner) = None;
                }
                result
            }
        }
    }

    /// Opens the file and remembers its identity; creates it if it is missing.
    fn open(&self, access: Access, seen: &mut Identity) -> Result<Base, Trouble> {
        if std::fs::metadata(&self.path).map_or(0, |it| it.len()) == 0 {
            place::make(&self.path)?;
        }
        let failed = |error| Trouble::of("open", &self.path, redb::Error::Io(error));
        let mut options = std::fs::OpenOptions::new();
        options.read(true).write(access == Access::Write);
        let file = options.open(&self.path).map_err(|error| match error.kind() {
            // Another process has just renamed it.
            ErrorKind::NotFound => Trouble::Refused,
            _ => failed(error),
        })?;
        *seen = Identity::of(&file.metadata().map_err(failed)?);
        let done = Done::default();
        let database = Sealed::open(file, access).and_then(|file| match access {
            Access::Write => builder().create_with_backend(file),
            // Nothing is read twice, so no cache is needed.
            Access::Read => builder()
                .set_cache_size(0)
                .set_repair_callback(redb::RepairSession::abort)
                .create_with_backend(Reader::new(file, done.clone())),
        });
        let database = database.map_err(|error| Trouble::of("open", &self.path, error))?;
        Ok(Base { database: Some(database), identity: *seen, done })
    }

    /// Renames a damaged file, unless another process has done so since it was seen.
    fn set_aside(&self, seen: Identity, why: String) -> Result<(), StoreError> {
        let aside = place::set_aside(&self.path, seen);
        if let Some(aside) = aside.map_err(|trouble| trouble.into_error(&self.path))? {
            self.notices.send(&Notice::SetAside { path: self.path.clone(), aside, why });
        }
        Ok(())
    }
}

pub(super) fn builder() -> Builder {
    let mut builder = Database::builder();
    builder.set_cache_size(CACHE);
    builder
}

/// Opens a file that other processes use too, waiting for them.
fn patiently<T>(
    patience: Duration,
    mut open: impl FnMut() -> Result<T, Trouble>,
) -> Result<T, Trouble> {
    let begun = Instant::now();
    loop {
        match open() {
            Err(Trouble::Failed(StoreError::InUse { .. })) if begun.elapsed() < patience => {
                std::thread::sleep(PAUSE);
            }
            result => return result,
        }
    }
}
