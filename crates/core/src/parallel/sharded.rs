//! A table that threads share: it is split by hash into shards with a lock each.

use crate::store::{Entry, KeySet, OpenTable, SetKey, shard_of, sum};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, PoisonError};

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
    is_tight: AtomicBool,
    /// Whether more memory would exceed the limit.
    is_full: AtomicBool,
}

struct Shard<T> {
    table: Mutex<T>,
    bytes: AtomicU64,
    bytes_after_growth: AtomicU64,
}

impl<T: Table> Sharded<T> {
    /// Creates shards for some threads.
    pub fn new(threads: usize, empty: impl Fn() -> T) -> Self {
        let shard = |_| {
            let [bytes, bytes_after_growth] = [const { AtomicU64::new(0) }; 2];
            Shard { table: Mutex::new(empty()), bytes, bytes_after_growth }
        };
        let count = (SHARDS * threads).next_power_of_two();
        let [is_tight, is_full] = [const { AtomicBool::new(false) }; 2];
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
        let mut table = shard.table.lock().unwrap_or_else(PoisonError::into_inner);
        let result = work(&mut table);
        let (bytes, after) = table.held();
        shard.bytes.store(bytes, Relaxed);
        shard.bytes_after_growth.store(after, Relaxed);
        result
    }

    /// Returns the bytes allocated now, and after the next growth of the shards where it is near.
    pub fn held(&self) -> (u64, u64) {
        let of =
            |shard: &Shard<T>| (shard.bytes.load(Relaxed), shard.bytes_after_growth.load(Relaxed));
        sum(self.shards.iter().map(of))
    }

    /// Prepares for scarce memory: first, the table grows in smaller steps; then it is full.
    pub fn tighten(&self) {
        if self.is_tight.swap(true, Relaxed) {
            self.is_full.store(true, Relaxed);
        }
        for shard in 0..self.count() {
            self.with(shard, T::tighten);
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
