//! Entries as JSON, kept while the entries are in memory: making one reads the whole file.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Arc, Weak};

use arc_swap::ArcSwapOption;
use placet_fetch::Entry;
use placet_report::evidence::StoredEntry;

use crate::limits;

/// The JSON forms of entries that were shown lately, one per slot. It keeps no entry alive.
pub(crate) struct Shown {
    slots: Vec<ArcSwapOption<(Weak<Entry>, StoredEntry)>>,
    hasher: RandomState,
}

impl Shown {
    pub(crate) fn new() -> Self {
        let slots = (0..limits::SHOWN_SLOTS).map(|_| ArcSwapOption::empty()).collect();
        Self { slots, hasher: RandomState::new() }
    }

    /// The JSON form of an entry.
    pub(crate) fn of(&self, entry: &Arc<Entry>) -> StoredEntry {
        let hash = usize::try_from(self.hasher.hash_one(entry.url().as_str())).unwrap_or_default();
        let slot = hash.checked_rem(self.slots.len()).and_then(|at| self.slots.get(at));
        let Some(slot) = slot else { return StoredEntry::new(entry) };
        // The address is not used again while there is a weak reference to it.
        if let Some(known) = &*slot.load()
            && std::ptr::eq(known.0.as_ptr(), Arc::as_ptr(entry))
        {
            return known.1.clone();
        }
        let shown = StoredEntry::new(entry);
        slot.store(Some(Arc::new((Arc::downgrade(entry), shown.clone()))));
        shown
    }
}

impl std::fmt::Debug for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Shown")
    }
}
