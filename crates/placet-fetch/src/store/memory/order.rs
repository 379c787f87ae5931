//! The order in which entries are evicted, and how many bytes they take.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

/// The stored entries, by the hash of their URL.
#[derive(Debug, Default)]
pub(super) struct Order {
    stored: HashMap<u64, Stored, BuildHasherDefault<Hashed>>,
    /// The hashes by turn.
    turns: BTreeMap<u64, u64>,
    /// The last turn given.
    turn: u64,
    bytes: usize,
}

#[derive(Debug)]
struct Stored {
    /// When it is considered for eviction.
    turn: u64,
    bytes: usize,
}

impl Order {
    /// The bytes of all entries.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.stored.len()
    }

    /// Adds an entry and gives it the last turn.
    pub(super) fn insert(&mut self, hash: u64, bytes: usize) {
        self.turn += 1;
        self.turns.insert(self.turn, hash);
        self.stored.insert(hash, Stored { turn: self.turn, bytes });
        self.bytes += bytes;
    }

    /// Removes an entry; returns whether there was one.
    pub(super) fn remove(&mut self, hash: u64) -> bool {
        let Some(stored) = self.stored.remove(&hash) else { return false };
        self.turns.remove(&stored.turn);
        self.bytes = self.bytes.saturating_sub(stored.bytes);
        true
    }

    /// The entry whose turn is next.
    pub(super) fn next(&self) -> Option<u64> {
        self.turns.first_key_value().map(|(_, hash)| *hash)
    }

    /// Gives an entry the last turn.
    pub(super) fn postpone(&mut self, hash: u64) {
        let Some(stored) = self.stored.get_mut(&hash) else { return };
        self.turns.remove(&stored.turn);
        self.turn += 1;
        stored.turn = self.turn;
        self.turns.insert(self.turn, hash);
    }
}

/// The hasher for keys that are hashes.
#[derive(Debug, Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| hash << 8 | u64::from(byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
