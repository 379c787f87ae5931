//! Opens the store.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use placet_fetch::store::{
    Embedded, EmbeddedBuilder, Memory, Notice, RedisStore, Store, StoreError,
};

use crate::args::{StoreArgs, StoreLocation};
use crate::output;

/// How long to wait for another process that has the file open.
const WAIT: Duration = Duration::from_secs(10);

/// How many notices of a store are printed; a shared Redis can have very many.
const NOTICES: usize = 20;

/// The default file in the user's cache folder.
const FILE: &str = "placet/robots.redb";

impl StoreArgs {
    /// The store for a command that fetches; none for memory. If the store fails later, the client
    /// continues in memory.
    ///
    /// Without `--store`, an error of the default file is reported, and memory is used. Waits at most
    /// `wait` for another process that has the file open.
    ///
    /// # Errors
    /// When the store given with `--store` cannot be opened.
    pub(crate) fn open_for_fetching(&self, wait: Duration) -> Result<Option<Arc<dyn Store>>> {
        match &self.store {
            Some(StoreLocation::Memory) => Ok(None),
            Some(location) => Ok(Some(open(location, wait)?)),
            None => Ok(self.default_or_none(wait)),
        }
    }

    fn default_or_none(&self, wait: Duration) -> Option<Arc<dyn Store>> {
        match self.opened(wait) {
            Ok(store) => Some(store),
            Err(error) => {
                output::message(&format!("{error:#}; fetched files are not kept after this run"));
                None
            }
        }
    }

    /// The store for a command that reads or removes entries.
    ///
    /// # Errors
    /// When it cannot be opened, or is in memory.
    pub(crate) fn open_existing(&self) -> Result<Arc<dyn Store>> {
        self.opened(WAIT)
    }

    fn opened(&self, wait: Duration) -> Result<Arc<dyn Store>> {
        match &self.store {
            Some(StoreLocation::Memory) => {
                bail!("a store in memory is always empty at the start; use a file or redis://")
            }
            Some(location) => Ok(open(location, wait)?),
            None => {
                let file = cache_file(FILE).context(
                    "there is no cache folder, because neither XDG_CACHE_HOME nor HOME is set",
                )?;
                Ok(Arc::new(file_store(wait).private_folder().open(&file)?))
            }
        }
    }
}

fn open(location: &StoreLocation, wait: Duration) -> Result<Arc<dyn Store>, StoreError> {
    Ok(match location {
        StoreLocation::Memory => Arc::new(Memory::default()),
        StoreLocation::File(path) => Arc::new(file_store(wait).open(path)?),
        StoreLocation::Redis(address) => Arc::new(RedisStore::new(address)?.on_notice(report())),
    })
}

/// A file store that several short-lived commands can share, one at a time.
fn file_store(wait: Duration) -> EmbeddedBuilder {
    Embedded::builder().shared(WAIT.min(wait)).on_notice(report())
}

/// Prints the notices of a store, each once.
fn report() -> impl Fn(&Notice) + Send + Sync + 'static {
    let reported = Mutex::new(HashSet::new());
    move |notice| {
        let text = notice.to_string();
        let mut reported = reported.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.len() < NOTICES && reported.insert(text.clone()) {
            output::message(&text);
        }
    }
}

/// A file in the user's cache folder, if there is such a folder.
pub(crate) fn cache_file(name: &str) -> Option<PathBuf> {
    // The XDG base directory specification requires to ignore relative paths.
    let folder = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let caches = folder("XDG_CACHE_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| folder("HOME").map(|home| home.join(".cache")));
    caches.map(|caches| caches.join(name))
}
