//! The tables of the file: entries, their age and size, and turns to make requests.

#[cfg(test)]
mod tests;

use std::path::Path;

use redb::{
    Database, ReadOnlyTable, ReadableDatabase, ReadableTable, ReadableTableMetadata, Table,
    TableDefinition, TableError, WriteTransaction,
};
use url::Url;

use super::damage::Trouble;
use crate::entry::Entry;
use crate::pace::Turn;
use crate::store::notice::Notices;
use crate::time::{Time, millis};

/// The stored forms of entries, by URL.
const ENTRIES: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("entries");

/// When each entry was checked, in milliseconds, and its size in bytes.
const SIZES: TableDefinition<'_, &str, (u64, u64)> = TableDefinition::new("sizes");

/// The same, oldest first.
const AGES: TableDefinition<'_, (u64, &str), u64> = TableDefinition::new("ages");

/// The bytes of all entries.
const TOTAL: TableDefinition<'_, (), u64> = TableDefinition::new("total");

/// The last turn of each crawler at each site: when it is, when it expires, and when it was given; in
/// milliseconds.
const TURNS: TableDefinition<'_, &str, (u64, u64, u64)> = TableDefinition::new("turns");

/// How many turns are stored before expired ones are removed.
const TURNS_KEPT: u64 = 4_096;

/// The bounds of size and age.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    /// The bytes of all stored forms together.
    pub(super) size: u64,
    /// Milliseconds between the check of an entry and the newest check.
    pub(super) age: u64,
}

/// A change: the new value of a URL, or none to remove it.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) url: String,
    /// The stored form, and when it was checked.
    pub(super) value: Option<(Vec<u8>, Time)>,
}

/// Makes changes in one transaction; returns for each whether there was an entry before. Then evicts
/// the entries with the oldest checks until the bounds are met.
pub(super) fn change(
    base: &Database,
    path: &Path,
    changes: &[Change],
    bounds: Bounds,
) -> Result<Vec<bool>, Trouble> {
    transact(base, path, |change| {
        let mut tables = Tables::open(change)?;
        let mut was = Vec::with_capacity(changes.len());
        let mut newest = 0;
        for Change { url, value } in changes {
            let before = tables.remove(url)?;
            if let Some((value, checked)) = value {
                newest = newest.max(checked.as_millis());
                tables.insert(url, value, checked.as_millis())?;
            }
            was.push(before);
        }
        tables.evict(bounds, newest)?;
        tables.close()?;
        Ok(was)
    })
}

/// The next turn of a crawler at a site; see [`Turn::next`].
pub(super) fn turn(
    base: &Database,
    path: &Path,
    key: &str,
    next: impl Fn(Option<Turn>) -> Turn,
    now: Time,
) -> Result<Turn, Trouble> {
    transact(base, path, |change| {
        let mut turns = change.open_table(TURNS)?;
        let time = Time::from_millis;
        let last = turns.get(key)?.map(|row| row.value());
        let last = last.map(|(at, free, given)| Turn {
            at: time(at),
            free: time(free),
            given: time(given),
        });
        let turn = next(last);
        let row = (turn.at.as_millis(), turn.free.as_millis(), turn.given.as_millis());
        turns.insert(key, row)?;
        if turns.len()? > TURNS_KEPT {
            turns.retain(|_, (_, free, _)| free > now.as_millis())?;
        }
        Ok(turn)
    })
}

/// The value of a URL.
pub(super) fn find(
    base: &Database,
    path: &Path,
    url: &Url,
    notices: &Notices,
) -> Result<Option<Entry>, Trouble> {
    let Some(table) = entries(base, path)? else { return Ok(None) };
    let value = table.get(url.as_str()).map_err(|error| Trouble::of("read", path, error))?;
    Ok(value.and_then(|value| notices.entry(url, value.value())))
}

/// All URLs, sorted.
pub(super) fn urls(base: &Database, path: &Path) -> Result<Vec<Url>, Trouble> {
    let failed = |error: redb::StorageError| Trouble::of("read", path, error);
    let Some(table) = entries(base, path)? else { return Ok(Vec::new()) };
    let mut urls = Vec::new();
    for entry in table.iter().map_err(failed)? {
        urls.extend(Url::parse(entry.map_err(failed)?.0.value()));
    }
    urls.sort();
    Ok(urls)
}

/// The table of entries, if it exists.
fn entries(
    base: &Database,
    path: &Path,
) -> Result<Option<ReadOnlyTable<&'static str, &'static [u8]>>, Trouble> {
    let view = base.begin_read().map_err(|error| Trouble::of("read", path, error))?;
    match view.open_table(ENTRIES) {
        Ok(table) => Ok(Some(table)),
        Err(TableError::TableDoesNotExist(_)) => Ok(None),
        Err(error) => Err(Trouble::of("read", path, error)),
    }
}

/// Runs a transaction, durable when this returns.
fn transact<T>(
    base: &Database,
    path: &Path,
    work: impl FnOnce(&WriteTransaction) -> Result<T, redb::Error>,
) -> Result<T, Trouble> {
    let run = || {
        let change = base.begin_write()?;
        let result = work(&change)?;
        change.commit()?;
        Ok::<T, redb::Error>(result)
    };
    run().map_err(|error| Trouble::of("write", path, error))
}

/// The tables of entries, changed together.
struct Tables<'t> {
    entries: Table<'t, &'static str, &'static [u8]>,
    sizes: Table<'t, &'static str, (u64, u64)>,
    ages: Table<'t, (u64, &'static str), u64>,
    totals: Table<'t, (), u64>,
    total: u64,
}

impl<'t> Tables<'t> {
    fn open(change: &'t WriteTransaction) -> Result<Self, redb::Error> {
        let totals = change.open_table(TOTAL)?;
        let total = totals.get(())?.map_or(0, |total| total.value());
        Ok(Self {
            entries: change.open_table(ENTRIES)?,
            sizes: change.open_table(SIZES)?,
            ages: change.open_table(AGES)?,
            totals,
            total,
        })
    }

    fn insert(&mut self, url: &str, value: &[u8], checked: u64) -> Result<(), redb::Error> {
        let size = value.len() as u64;
        self.entries.insert(url, value)?;
        self.sizes.insert(url, (checked, size))?;
        self.ages.insert((checked, url), size)?;
        self.total = self.total.saturating_add(size);
        Ok(())
    }

    /// Removes the entry of a URL, and returns whether there was one.
    fn remove(&mut self, url: &str) -> Result<bool, redb::Error> {
        let row = self.sizes.remove(url)?.map(|row| row.value());
        if let Some((checked, size)) = row {
            self.ages.remove((checked, url))?;
            self.total = self.total.saturating_sub(size);
        }
        Ok(self.entries.remove(url)?.is_some())
    }

    /// Evicts the entries with the oldest checks until the bounds are met.
    fn evict(&mut self, bounds: Bounds, newest: u64) -> Result<(), redb::Error> {
        loop {
            let oldest = self.ages.first()?.map(|(key, _)| {
                let (checked, url) = key.value();
                (checked, url.to_owned())
            });
            let Some((checked, url)) = oldest else { return Ok(()) };
            let too_old = newest.saturating_sub(checked) > bounds.age;
            if self.total <= bounds.size && !too_old {
                return Ok(());
            }
            self.remove(&url)?;
        }
    }

    fn close(mut self) -> Result<(), redb::Error> {
        self.totals.insert((), self.total)?;
        Ok(())
    }
}

impl Bounds {
    pub(super) fn new(size: u64, age: std::time::Duration) -> Self {
        Self { size, age: millis(age) }
    }
}
