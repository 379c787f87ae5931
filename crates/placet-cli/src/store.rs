//! Where what is fetched is kept.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use placet_fetch::store::{
    Embedded, EmbeddedBuilder, Memory, Notice, RedisStore, Store, StoreError,
};

use crate::args::{Kept, Place};
use crate::output;

/// How long to wait for other commands that have the file open.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many things that a store noticed are reported; a fleet's Redis may be full of them.
const NOTICES: usize = 20;

/// What the file is called in the user's cache folder.
const FILE: &str = "placet/robots.redb";

impl Kept {
    /// The store for a command that fetches; none where memory alone is to do. The client goes on
    /// with memory where the store fails later.
    ///
    /// Without `--store`, trouble with the default file is reported, and memory does alone. No longer
    /// than `most` is waited for others that have the file open.
    ///
    /// # Errors
    /// When what was named cannot be opened.
    pub(crate) fn going_on(&self, most: Duration) -> Result<Option<Arc<dyn Store>>> {
        match &self.store {
            Some(Place::Memory) => Ok(None),
            Some(place) => Ok(Some(open(place, most)?)),
            None => Ok(self.default_or_none(most)),
        }
    }

    fn default_or_none(&self, most: Duration) -> Option<Arc<dyn Store>> {
        match self.opened(most) {
            Ok(kept) => Some(kept),
            Err(error) => {
                let told = "answers are kept in memory, for this run only";
                output::tell(&format!("{error:#}; {told}"));
                None
            }
        }
    }

    /// The store itself, for a command that is about what it holds.
    ///
    /// # Errors
    /// When it cannot be opened, or is one that holds nothing yet.
    pub(crate) fn alone(&self) -> Result<Arc<dyn Store>> {
        self.opened(PATIENCE)
    }

    fn opened(&self, most: Duration) -> Result<Arc<dyn Store>> {
        match &self.store {
            Some(Place::Memory) => bail!("a store in memory holds nothing when a command begins"),
            Some(place) => Ok(open(place, most)?),
            None => {
                let file = default_file()
                    .context("there is no cache folder: neither XDG_CACHE_HOME nor HOME is set")?;
                Ok(Arc::new(file_store(most).private_folder().open(&file)?))
            }
        }
    }
}

fn open(place: &Place, most: Duration) -> Result<Arc<dyn Store>, StoreError> {
    Ok(match place {
        Place::Memory => Arc::new(Memory::default()),
        Place::File(path) => Arc::new(file_store(most).open(path)?),
        Place::Redis(address) => Arc::new(RedisStore::new(address)?.on_notice(report())),
    })
}

/// Commands run for moments, so several share a file by taking turns.
fn file_store(most: Duration) -> EmbeddedBuilder {
    Embedded::builder().shared(PATIENCE.min(most)).on_notice(report())
}

/// Reports what a store noticed, each thing once.
fn report() -> impl Fn(&Notice) + Send + Sync + 'static {
    let reported = Mutex::new(HashSet::new());
    move |notice| {
        let text = notice.to_string();
        let mut reported = reported.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.len() < NOTICES && reported.insert(text.clone()) {
            output::tell(&text);
        }
    }
}

/// The file in the user's cache folder, where there is one.
fn default_file() -> Option<PathBuf> {
    // The XDG base directory specification has relative paths passed over.
    let folder = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let caches = folder("XDG_CACHE_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| folder("HOME").map(|home| home.join(".cache")));
    caches.map(|caches| caches.join(FILE))
}
