//! Entries as JSON, kept while the entries are in memory: making one reads the whole file.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Arc, Weak};

use arc_swap::ArcSwapOption;
use placet_fetch::Entry;
use placet_report::evidence::StoredEntry;

use crate::limits;

/// The JSON forms of entries that were shown lately, one per slot. It keeps no entry alive.
pub(crate) struct Shown {
    slots: Vec<ArcSwapOption<(Weak<Entry>, Box<str>)>>,
    hasher: RandomState,
}

impl Shown {
    pub(crate) fn new() -> Self {
        let slots = (0..limits::SHOWN_SLOTS).map(|_| ArcSwapOption::empty()).collect();
        Self { slots, hasher: RandomState::new() }
    }

    /// Appends the JSON form of an entry.
    pub(crate) fn append(&self, entry: &Arc<Entry>, text: &mut Vec<u8>) -> Option<()> {
        let hash = usize::try_from(self.hasher.hash_one(entry.url().as_str())).unwrap_or_default();
        let slot = self.slots.get(hash.checked_rem(self.slots.len())?)?;
        // The address is not used again while there is a weak reference to it.
        if let Some(known) = &*slot.load()
            && std::ptr::eq(known.0.as_ptr(), Arc::as_ptr(entry))
        {
            text.extend_from_slice(known.1.as_bytes());
            return Some(());
        }
        let shown = serde_json::to_string(&StoredEntry::new(entry)).ok()?;
        text.extend_from_slice(shown.as_bytes());
        slot.store(Some(Arc::new((Arc::downgrade(entry), shown.into()))));
        Some(())
    }
}

impl std::fmt::Debug for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Shown")
    }
}
