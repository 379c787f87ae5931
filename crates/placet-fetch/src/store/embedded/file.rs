//! The file: when it is open, and what happens where it is damaged.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use redb::{Builder, Database, DatabaseError, ReadOnlyDatabase, ReadableDatabase};

use super::damage::{Trouble, contained};
use super::lock;
use super::place::{self, Identity};
use crate::store::StoreError;
use crate::store::notice::{Notice, Notices};

/// How much of the file is kept in memory.
const CACHE: usize = 16 * 1024 * 1024;

/// How long to wait for another process before trying the file again.
const PAUSE: Duration = Duration::from_millis(2);

#[derive(Debug)]
pub(super) struct File {
    path: PathBuf,
    hold: Hold,
    notices: Notices,
}

/// When the file is open.
#[derive(Debug)]
enum Hold {
    /// Always, but after a failure.
    Kept(Mutex<Option<Opened>>),
    /// For as long as it is needed, waiting for other processes; one writer at a time.
    Shared { turn: Mutex<()>, patience: Duration },
}

/// An open file, and which one it is.
#[derive(Debug, Clone)]
struct Opened {
    base: Arc<Base>,
    identity: Identity,
}

/// A database whose closing is contained too: a damaged one may panic when it is dropped.
#[derive(Debug)]
struct Base(Option<Database>);

impl Base {
    fn get(&self) -> Result<&Database, Trouble> {
        // It is there until it is dropped.
        self.0.as_ref().ok_or(Trouble::Failed(StoreError::Ended))
    }
}

impl Drop for Base {
    fn drop(&mut self) {
        let base = self.0.take();
        // What was acknowledged is on the disk; what is wrong with the file is found out next time.
        let _ = contained(|| {
            drop(base);
            Ok(())
        });
    }
}

impl File {
    /// Opens the file and keeps it, or, with some patience, opens it whenever it is needed. Makes
    /// it where there is none.
    pub(super) fn new(
        path: &Path,
        patience: Option<Duration>,
        notices: Notices,
    ) -> Result<Self, StoreError> {
        let hold = match patience {
            None => Hold::Kept(Mutex::default()),
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

    /// Reads from the database; again from a new one where it is damaged.
    ///
    /// A shared file is opened for reading only: other readers are not kept out, and nothing is
    /// written on opening and closing.
    pub(super) fn read<T>(
        &self,
        work: impl Fn(&dyn ReadableDatabase) -> Result<T, Trouble>,
    ) -> Result<T, StoreError> {
        let Hold::Shared { patience, .. } = self.hold else {
            return self.write(|base| work(base));
        };
        let mut seen = Identity::of(&self.path);
        let result = contained(|| {
            match patiently(patience, || {
                seen = Identity::of(&self.path);
                self.opened(builder().open_read_only(&self.path))
            })? {
                Some(base) => work(&base).map(Some),
                // It must be repaired, or there is none.
                None => Ok(None),
            }
        });
        match result {
            Ok(Some(found)) => Ok(found),
            Ok(None) => self.write(|base| work(base)),
            Err(Trouble::Damaged(why)) => {
                self.set_aside(seen, why)?;
                self.write(|base| work(base))
            }
            Err(Trouble::Failed(error)) => Err(error),
        }
    }

    /// Writes to the database; to a new one where it is damaged.
    pub(super) fn write<T>(
        &self,
        work: impl Fn(&Database) -> Result<T, Trouble>,
    ) -> Result<T, StoreError> {
        let mut seen = Identity::of(&self.path);
        match contained(|| self.with_base(&work, &mut seen)) {
            Err(Trouble::Damaged(why)) => {
                self.set_aside(seen, why)?;
                let again = contained(|| self.with_base(&work, &mut seen));
                again.map_err(|trouble| trouble.into_error(&self.path))
            }
            result => result.map_err(|trouble| trouble.into_error(&self.path)),
        }
    }

    fn with_base<T>(
        &self,
        work: impl Fn(&Database) -> Result<T, Trouble>,
        seen: &mut Identity,
    ) -> Result<T, Trouble> {
        match &self.hold {
            Hold::Shared { turn, patience } => {
                let _turn = lock(turn);
                let opened = patiently(*patience, || self.open(seen))?;
                work(opened.base.get()?)
            }
            Hold::Kept(slot) => {
                let opened = {
                    let mut slot = lock(slot);
                    match &*slot {
                        Some(opened) => opened.clone(),
                        None => slot.insert(self.open(seen)?).clone(),
                    }
                };
                *seen = opened.identity;
                // A database that failed or panicked refuses everything from then on, so it is
                // given up unless the work is done.
                let kept = Kept { slot, opened: &opened, done: false };
                let result = opened.base.get().and_then(&work);
                kept.done(result.is_ok());
                result
            }
        }
    }

    /// Opens the file, noting which one it is; makes it where there is none.
    fn open(&self, seen: &mut Identity) -> Result<Opened, Trouble> {
        if std::fs::metadata(&self.path).map_or(0, |it| it.len()) == 0 {
            place::make(&self.path)?;
        }
        *seen = Identity::of(&self.path);
        let base = builder().open(&self.path);
        let base = base.map_err(|error| Trouble::of("open", &self.path, error))?;
        Ok(Opened { base: Arc::new(Base(Some(base))), identity: *seen })
    }

    /// A file opened for reading; none where it cannot be so, but could be for writing.
    fn opened(
        &self,
        base: Result<ReadOnlyDatabase, DatabaseError>,
    ) -> Result<Option<ReadOnlyDatabase>, Trouble> {
        match base {
            Ok(base) => Ok(Some(base)),
            Err(DatabaseError::DatabaseAlreadyOpen) => {
                Err(Trouble::Failed(StoreError::InUse { path: self.path.clone() }))
            }
            Err(_) => Ok(None),
        }
    }

    /// Sets a damaged file aside, unless another has done so since it was seen.
    fn set_aside(&self, seen: Identity, why: String) -> Result<(), StoreError> {
        let aside = place::set_aside(&self.path, seen);
        if let Some(aside) = aside.map_err(|trouble| trouble.into_error(&self.path))? {
            self.notices.send(&Notice::SetAside { path: self.path.clone(), aside, why });
        }
        Ok(())
    }
}

/// An open file in use, which is given up unless the work is done.
struct Kept<'k> {
    slot: &'k Mutex<Option<Opened>>,
    opened: &'k Opened,
    done: bool,
}

impl Kept<'_> {
    fn done(mut self, done: bool) {
        self.done = done;
    }
}

impl Drop for Kept<'_> {
    fn drop(&mut self) {
        if !self.done {
            let mut slot = lock(self.slot);
            if slot.as_ref().is_some_and(|kept| Arc::ptr_eq(&kept.base, &self.opened.base)) {
                *slot = None;
            }
        }
    }
}

pub(super) fn builder() -> Builder {
    let mut builder = Database::builder();
    builder.set_cache_size(CACHE);
    builder
}

/// Opens a file that others use too, waiting for them.
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
