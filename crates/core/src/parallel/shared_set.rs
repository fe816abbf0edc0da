//! Layers of states that several threads expand into one set of keys.
//!
//! A thread collects the successors for a shard of the set, and adds a batch of them at a time. The results
//! do not depend on the number of threads.

use super::sharded::{SHARDS, Sharded};
use super::{have_room, in_parallel, memory_for};
use crate::limits::Gauge;
use crate::store::{BATCH, KeySet, SetKey, hash, push, sum};
use crate::{Limits, Stats, Stop};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The number of states that a thread takes at a time.
const CHUNK: usize = 1 << 10;
/// The number of keys that a thread delivers to a shard at a time.
const DELIVERY: usize = 4 * BATCH;
/// The bytes of keys that a thread holds back while other threads use their shards, if that is at least one
/// delivery per shard.
const WAITING_BYTES: usize = 512 << 10;
/// The fewest states of a layer that are worth several threads.
const WIDE: usize = 10_000;

/// Returns whether a layer of this size is worth several threads, and they have enough memory each.
pub(crate) fn is_worth_threads(limits: &Limits<'_>, layer: usize) -> bool {
    layer >= WIDE && have_room(limits)
}

/// How the states of a layer are expanded.
pub(crate) trait Expand<K>: Sync {
    /// Calls `visit` with the keys of the wanted successors. Returns the number of all successors.
    fn expand(&self, key: &K, visit: &mut impl FnMut(K)) -> u64;

    /// Returns how many states a key represents.
    fn represented(&self, _key: &K) -> u64 {
        0
    }
}

/// Adds the states themselves.
pub(crate) struct Unchanged;

impl<K: Copy> Expand<K> for Unchanged {
    fn expand(&self, key: &K, visit: &mut impl FnMut(K)) -> u64 {
        visit(*key);
        0
    }
}

/// The new states of a layer, in lists of any length.
pub(crate) struct Found<K> {
    pub lists: Vec<Vec<K>>,
    /// How many states they represent.
    pub represented: u64,
    /// What stopped the expansion.
    pub stopped: Option<Stop>,
}

/// A set of keys that threads share.
pub(crate) struct SharedSet<K> {
    table: Sharded<KeySet<K>>,
}

impl<K: SetKey> SharedSet<K> {
    /// Creates an empty set for some threads.
    pub fn new(threads: usize, is_sparse: bool) -> Self {
        let empty = if is_sparse { KeySet::sparse } else { KeySet::new };
        Self { table: Sharded::new(threads, empty) }
    }

    /// Returns the number of keys.
    pub fn len(&self) -> usize {
        (0..self.table.count()).map(|shard| self.table.with(shard, |set| set.len())).sum()
    }

    /// Removes all keys and keeps the allocated memory, each thread in a part of the shards.
    pub fn clear(&self) {
        let clear = |shard| self.table.with(shard, KeySet::clear);
        thread::scope(|scope| {
            for first in (0..self.table.count()).step_by(SHARDS) {
                scope.spawn(move || (first..first + SHARDS).for_each(clear));
            }
        });
    }

    /// Adds a key.
    pub fn insert(&self, key: K) {
        self.table.with(self.table.of(hash(&key)), |set| set.insert(key));
    }

    /// Returns the bytes allocated now, and after the next growth of the shards where it is near.
    pub fn held(&self) -> (u64, u64) {
        self.table.held()
    }

    /// Returns how many keys a thread holds for a shard before it waits for the shard's lock.
    fn most_waiting(&self) -> usize {
        let keys = WAITING_BYTES / size_of::<(K, u32)>() / self.table.count();
        (keys / DELIVERY).clamp(1, 8) * DELIVERY
    }

    /// Expands a layer into this set, on as many threads as the limits allow. Counts the expanded states
    /// and their successors. `bytes` is what the caller holds.
    pub fn expand(
        &self,
        layer: &[impl AsRef<[K]>],
        bytes: u64,
        with: &impl Expand<K>,
        limits: &mut Limits<'_>,
        stats: &mut Stats,
    ) -> Found<K> {
        let (threads, before) = (limits.threads(), *stats);
        let waiting = threads * self.table.count() * self.most_waiting() * size_of::<(K, u32)>();
        let bytes = bytes + waiting as u64;
        let chunks = layer.iter().flat_map(|list| list.as_ref().chunks(CHUNK));
        let chunks: Vec<&[K]> = chunks.collect();
        let frontier = chunks.iter().map(|chunk| chunk.len() as u64).sum();
        let free = AtomicUsize::new(0);
        let [expanded, generated, represented] = [const { AtomicU64::new(0) }; 3];
        // The bytes of each thread's list, then the list.
        let list = |_| (AtomicU64::new(0), Mutex::new(Vec::new()));
        let lists: Vec<_> = (0..threads).map(list).collect();
        let most_bytes = memory_for(threads, limits);
        let held = || {
            // A list grows by an eighth.
            let of = |(bytes, _): &(AtomicU64, _)| {
                let bytes = bytes.load(Relaxed);
                (bytes, bytes + bytes / 8)
            };
            sum(lists.iter().map(of).chain([(bytes, bytes), self.held()]))
        };
        let counted = || Stats {
            expanded: before.expanded + expanded.load(Relaxed),
            generated: before.generated + generated.load(Relaxed),
            threads: threads as u64,
            ..before
        };
        // The threads themselves look at the memory limit.
        let progress = || (counted(), Gauge::new(frontier, (held().0, held().0)));
        let stopped = in_parallel(threads, limits, &progress, &|me, stop| {
            let mut arrivals = Arrivals::new(self);
            let (list_bytes, list) = &lists[me];
            let mut weighed = 0;
            while !stop.load(Relaxed)
                && !self.table.is_full()
                && let Some(chunk) = chunks.get(free.fetch_add(1, Relaxed))
            {
                let mut successors = 0;
                for key in *chunk {
                    successors += with.expand(key, &mut |key| arrivals.arrive(key));
                }
                expanded.fetch_add(chunk.len() as u64, Relaxed);
                generated.fetch_add(successors, Relaxed);
                represented.fetch_add(arrivals.weigh(&mut weighed, with), Relaxed);
                list_bytes.store(arrivals.fresh_bytes(), Relaxed);
                self.table.look_at_memory(|| held().1 > most_bytes);
            }
            arrivals.settle();
            represented.fetch_add(arrivals.weigh(&mut weighed, with), Relaxed);
            list_bytes.store(arrivals.fresh_bytes(), Relaxed);
            *list.lock().unwrap_or_else(PoisonError::into_inner) = arrivals.fresh;
        });
        *stats = counted();
        stats.peak_bytes = stats.peak_bytes.max(held().0);
        let stopped = stopped.or(self.table.is_full().then_some(Stop::Memory));
        let into_list = |list: Mutex<_>| list.into_inner().unwrap_or_else(PoisonError::into_inner);
        let lists = lists.into_iter().map(|(_, list)| into_list(list)).collect();
        Found { lists, represented: represented.into_inner(), stopped }
    }
}

/// The successors that a thread has collected.
struct Arrivals<'a, K> {
    set: &'a SharedSet<K>,
    /// The keys that wait, for each shard.
    waiting: Vec<Vec<(K, u32)>>,
    /// The number of keys that can wait for each shard.
    most_waiting: usize,
    /// The keys that were not in the set.
    fresh: Vec<K>,
}

impl<'a, K: SetKey> Arrivals<'a, K> {
    fn new(set: &'a SharedSet<K>) -> Self {
        let most_waiting = set.most_waiting();
        let waiting = (0..set.table.count()).map(|_| Vec::with_capacity(most_waiting)).collect();
        Self { set, waiting, most_waiting, fresh: vec![] }
    }

    /// Returns the bytes of the list of new keys.
    fn fresh_bytes(&self) -> u64 {
        (self.fresh.capacity() * size_of::<K>()) as u64
    }

    #[inline(always)]
    fn arrive(&mut self, key: K) {
        let key_hash = hash(&key);
        let shard = self.set.table.of(key_hash);
        let waiting = &mut self.waiting[shard];
        waiting.push((key, key_hash));
        if waiting.len().is_multiple_of(DELIVERY) {
            self.deliver(shard);
        }
    }

    /// Delivers the keys that wait for a shard, or lets them wait while it is in use and there is room.
    #[inline(never)]
    fn deliver(&mut self, shard: usize) {
        let (waiting, fresh) = (&mut self.waiting[shard], &mut self.fresh);
        let insert = |set: &mut KeySet<K>| set.insert_batch(waiting, &mut |key| push(fresh, key));
        if waiting.len() == self.most_waiting {
            self.set.table.with(shard, insert);
        } else if !self.set.table.try_with(shard, insert) {
            return;
        }
        waiting.clear();
    }

    /// Delivers all keys that wait.
    fn settle(&mut self) {
        for (shard, waiting) in self.waiting.iter_mut().enumerate() {
            self.set.table.with(shard, |set| {
                set.insert_batch(waiting, &mut |key| push(&mut self.fresh, key));
            });
            waiting.clear();
        }
    }

    /// Returns how many states the new keys since the last call represent.
    fn weigh(&self, weighed: &mut usize, with: &impl Expand<K>) -> u64 {
        let new = &self.fresh[std::mem::replace(weighed, self.fresh.len())..];
        new.iter().map(|key| with.represented(key)).sum()
    }
}
