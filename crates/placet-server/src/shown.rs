//! Entries as JSON, kept while the entries are in memory: making one reads the whole file.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Arc, Weak};

use arc_swap::ArcSwapOption;
use placet_fetch::Entry;
use placet_report::evidence::StoredEntry;

use crate::limits;

/// The JSON forms of entries that were shown lately, one per slot. It keeps no entry alive.
pub(crate) struct Shown {
    slots: Vec<ArcSwapOption<(Weak<Entry>, Arc<str>)>>,
    hasher: RandomState,
}

impl Shown {
    pub(crate) fn new() -> Self {
        let slots = (0..limits::SHOWN_SLOTS).map(|_| ArcSwapOption::empty()).collect();
        Self { slots, hasher: RandomState::new() }
    }

    /// The JSON form of an entry.
    pub(crate) fn of(&self, entry: &Arc<Entry>) -> Option<Arc<str>> {
        let hash = usize::try_from(self.hasher.hash_one(entry.url().as_str())).unwrap_or_default();
        let slot = self.slots.get(hash.checked_rem(self.slots.len())?)?;
        // The address is not used again while there is a weak reference to it.
        if let Some(known) = &*slot.load()
            && std::ptr::eq(known.0.as_ptr(), Arc::as_ptr(entry))
        {
            return Some(Arc::clone(&known.1));
        }
        let shown: Arc<str> = serde_json::to_string(&StoredEntry::new(entry)).ok()?.into();
        slot.store(Some(Arc::new((Arc::downgrade(entry), Arc::clone(&shown)))));
        Some(shown)
    }
}

impl std::fmt::Debug for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Shown")
    }
}
