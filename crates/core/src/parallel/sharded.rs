//! A table that threads share: it is split by hash into shards with a lock each.

use crate::store::{Entry, KeySet, OpenTable, SetKey, shard_of, sum};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// The number of shards for each thread, a power of two.
pub(crate) const SHARDS: usize = 8;

/// A table that grows.
pub(crate) trait Table {
    /// Returns the bytes allocated now, and after the next growth if that is near.
    fn held(&self) -> (u64, u64);

    /// Makes all further growth happen in small steps.
    fn tighten(&mut self);
}

impl<K: SetKey> Table for KeySet<K> {
    fn held(&self) -> (u64, u64) {
        self.held()
    }

    fn tighten(&mut self) {
        self.tighten();
    }
}

impl<W: Entry> Table for OpenTable<W> {
    fn held(&self) -> (u64, u64) {
        self.held()
    }

    fn tighten(&mut self) {
        self.tighten();
    }
}

/// A table in shards.
pub(crate) struct Sharded<T> {
    shards: Vec<Shard<T>>,
    /// Whether all further growth happens in small steps.
    is_tight: Mutex<bool>,
    /// Whether more memory would exceed the limit.
    is_full: AtomicBool,
}

/// Each in cache lines of its own, as threads write to neighbors.
#[repr(align(128))]
struct Shard<T> {
    table: Mutex<T>,
    bytes: AtomicU64,
    bytes_after_growth: AtomicU64,
}

impl<T: Table> Shard<T> {
    /// Reads or changes the locked table, and notes its size.
    #[inline(always)]
    fn with<R>(&self, mut table: MutexGuard<'_, T>, work: impl FnOnce(&mut T) -> R) -> R {
        let result = work(&mut table);
        let (bytes, after) = table.held();
        self.bytes.store(bytes, Relaxed);
        self.bytes_after_growth.store(after, Relaxed);
        result
    }
}

impl<T: Table> Sharded<T> {
    /// Creates shards for some threads.
    pub fn new(threads: usize, empty: impl Fn() -> T) -> Self {
        let shard = |_| {
            let table = empty();
            let (bytes, after) = table.held();
            Shard {
                table: Mutex::new(table),
                bytes: bytes.into(),
                bytes_after_growth: after.into(),
            }
        };
        let count = (SHARDS * threads).next_power_of_two();
        let (is_tight, is_full) = (Mutex::new(false), AtomicBool::new(false));
        Self { shards: (0..count).map(shard).collect(), is_tight, is_full }
    }

    /// Returns the number of shards.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.shards.len()
    }

    /// Returns the shard of a hash.
    #[inline(always)]
    pub fn of(&self, hash: u32) -> usize {
        shard_of(hash, self.shards.len())
    }

    /// Reads or changes a shard.
    #[inline(always)]
    pub fn with<R>(&self, shard: usize, work: impl FnOnce(&mut T) -> R) -> R {
        let shard = &self.shards[shard];
        shard.with(shard.table.lock().unwrap_or_else(PoisonError::into_inner), work)
    }

    /// Reads or changes a shard, unless another thread does so now. Returns whether it was free.
    #[inline(always)]
    pub fn try_with(&self, shard: usize, work: impl FnOnce(&mut T)) -> bool {
        let shard = &self.shards[shard];
        let table = match shard.table.try_lock() {
            Ok(table) => table,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return false,
        };
        shard.with(table, work);
        true
    }

    /// Returns the bytes allocated now, and after the next growth of the shards where it is near.
    pub fn held(&self) -> (u64, u64) {
        let of =
            |shard: &Shard<T>| (shard.bytes.load(Relaxed), shard.bytes_after_growth.load(Relaxed));
        sum(self.shards.iter().map(of))
    }

    /// Checks whether memory is scarce. If so, the table grows in smaller steps; if that does not help, it is
    /// full.
    pub fn look_at_memory(&self, is_scarce: impl Fn() -> bool) {
        if !is_scarce() {
            return;
        }
        // Only one thread at a time, as the others should see the effect.
        let mut is_tight = self.is_tight.lock().unwrap_or_else(PoisonError::into_inner);
        if !*is_tight {
            for shard in 0..self.count() {
                self.with(shard, T::tighten);
            }
            *is_tight = true;
        }
        if is_scarce() {
            self.is_full.store(true, Relaxed);
        }
    }

    /// Returns whether more memory would exceed the limit.
    pub fn is_full(&self) -> bool {
        self.is_full.load(Relaxed)
    }

    /// Returns the tables of the shards.
    pub fn into_tables(self) -> Vec<T> {
        let table = |shard: Shard<T>| shard.table.into_inner();
        let tables = self.shards.into_iter().map(table);
        tables.map(|table| table.unwrap_or_else(PoisonError::into_inner)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_full_only_if_smaller_steps_do_not_help() {
        let table = Sharded::new(2, KeySet::<u64>::new);
        assert_eq!(table.held().0, table.count() as u64 * KeySet::<u64>::new().held().0);
        table.look_at_memory(|| false);
        // Scarce until the steps are smaller.
        let looks = AtomicU64::new(0);
        table.look_at_memory(|| looks.fetch_add(1, Relaxed) == 0);
        assert!(!table.is_full());
        assert!((0..table.count()).all(|shard| !table.with(shard, KeySet::tighten)));
        table.look_at_memory(|| true);
        assert!(table.is_full());
    }
}
