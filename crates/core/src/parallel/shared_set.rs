//! Layers of states that several threads expand into one set of keys.
//!
//! The set is split by hash into shards with a lock each. A thread collects the successors for a shard, and
//! adds a batch of them at a time. The results do not depend on the number of threads.

use super::in_parallel;
use crate::limits::Gauge;
use crate::store::{BATCH, KeySet, SetKey, hash, push, shard_of, sum};
use crate::{Limits, Stats, Stop};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The number of shards for each thread, a power of two.
const SHARDS: usize = 8;
/// The number of states that a thread takes at a time.
const CHUNK: usize = 1 << 10;
/// The fewest states of a layer that is worth several threads.
const WIDE: usize = 10_000;
/// The least memory of a thread.
const LEAST_MEMORY: u64 = 16 << 20;
/// What a thread may add between two looks at the memory limit.
const BATCH_BYTES: u64 = 64 << 10;

/// Returns whether a layer of this size is worth several threads, and they have enough memory each.
pub(crate) fn is_worth_threads(limits: &Limits<'_>, layer: usize) -> bool {
    layer >= WIDE && have_room(limits)
}

/// Returns whether several threads may work, and have enough memory each.
pub(crate) fn have_room(limits: &Limits<'_>) -> bool {
    let threads = limits.threads() as u64;
    threads > 1 && limits.memory_left(0).unwrap_or(0) / threads >= LEAST_MEMORY
}

/// Returns the bytes that threads may hold before they have to stop.
pub(crate) fn memory_for(threads: usize, limits: &Limits<'_>) -> u64 {
    limits.memory_left(threads as u64 * BATCH_BYTES).unwrap_or(0)
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
    shards: Vec<Shard<K>>,
    is_tight: AtomicBool,
    /// Whether more memory would exceed the limit.
    is_full: AtomicBool,
}

struct Shard<K> {
    set: Mutex<KeySet<K>>,
    bytes: AtomicU64,
    bytes_after_growth: AtomicU64,
}

impl<K: SetKey> Shard<K> {
    /// Changes the set, and tells its size.
    fn with<T>(&self, change: impl FnOnce(&mut KeySet<K>) -> T) -> T {
        let mut set = self.set.lock().unwrap_or_else(PoisonError::into_inner);
        let result = change(&mut set);
        let (bytes, after) = set.held();
        self.bytes.store(bytes, Relaxed);
        self.bytes_after_growth.store(after, Relaxed);
        result
    }
}

impl<K: SetKey> SharedSet<K> {
    /// Creates an empty set for some threads.
    pub fn new(threads: usize, is_sparse: bool) -> Self {
        let shard = |_| {
            let set = Mutex::new(if is_sparse { KeySet::sparse() } else { KeySet::new() });
            Shard { set, bytes: AtomicU64::new(0), bytes_after_growth: AtomicU64::new(0) }
        };
        let shards = (SHARDS * threads).next_power_of_two();
        let [is_tight, is_full] = [const { AtomicBool::new(false) }; 2];
        Self { shards: (0..shards).map(shard).collect(), is_tight, is_full }
    }

    /// Returns the number of keys.
    pub fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.with(|set| set.len())).sum()
    }

    /// Removes all keys and keeps the allocated memory, each thread in a part of the shards.
    pub fn clear(&self) {
        thread::scope(|scope| {
            for shards in self.shards.chunks(SHARDS) {
                scope.spawn(|| shards.iter().for_each(|shard| shard.with(KeySet::clear)));
            }
        });
    }

    /// Adds a key.
    pub fn insert(&self, key: K) {
        self.shards[shard_of(hash(&key), self.shards.len())].with(|set| set.insert(key));
    }

    /// Returns the bytes allocated now, and after the next growth of the shards where it is near.
    pub fn held(&self) -> (u64, u64) {
        let of =
            |shard: &Shard<K>| (shard.bytes.load(Relaxed), shard.bytes_after_growth.load(Relaxed));
        sum(self.shards.iter().map(of))
    }

    /// Prepares for scarce memory: first, the set grows in smaller steps; then it is full.
    fn tighten(&self) {
        if self.is_tight.swap(true, Relaxed) {
            self.is_full.store(true, Relaxed);
        }
        for shard in &self.shards {
            shard.with(KeySet::tighten);
        }
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
                && !self.is_full.load(Relaxed)
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
                if held().1 > most_bytes {
                    self.tighten();
                }
            }
            arrivals.settle();
            represented.fetch_add(arrivals.weigh(&mut weighed, with), Relaxed);
            list_bytes.store(arrivals.fresh_bytes(), Relaxed);
            *list.lock().unwrap_or_else(PoisonError::into_inner) = arrivals.fresh;
        });
        *stats = counted();
        stats.peak_bytes = stats.peak_bytes.max(held().0);
        let stopped = stopped.or(self.is_full.load(Relaxed).then_some(Stop::Memory));
        let into_list = |list: Mutex<_>| list.into_inner().unwrap_or_else(PoisonError::into_inner);
        let lists = lists.into_iter().map(|(_, list)| into_list(list)).collect();
        Found { lists, represented: represented.into_inner(), stopped }
    }
}

/// The successors that a thread has collected.
struct Arrivals<'a, K> {
    set: &'a SharedSet<K>,
    /// The keys that wait, for each shard.
    waiting: Vec<Vec<K>>,
    /// The keys that were not in the set.
    fresh: Vec<K>,
}

impl<'a, K: SetKey> Arrivals<'a, K> {
    fn new(set: &'a SharedSet<K>) -> Self {
        let waiting = set.shards.iter().map(|_| Vec::with_capacity(BATCH)).collect();
        Self { set, waiting, fresh: vec![] }
    }

    /// Returns the bytes of the list of new keys.
    fn fresh_bytes(&self) -> u64 {
        (self.fresh.capacity() * size_of::<K>()) as u64
    }

    #[inline(always)]
    fn arrive(&mut self, key: K) {
        let shard = shard_of(hash(&key), self.waiting.len());
        let waiting = &mut self.waiting[shard];
        waiting.push(key);
        if waiting.len() == BATCH {
            self.deliver(shard);
        }
    }

    #[inline(never)]
    fn deliver(&mut self, shard: usize) {
        let (waiting, fresh) = (&mut self.waiting[shard], &mut self.fresh);
        self.set.shards[shard].with(|set| {
            set.insert_all(waiting, &mut |key| push(fresh, key));
        });
        waiting.clear();
    }

    /// Delivers all keys that wait.
    fn settle(&mut self) {
        (0..self.waiting.len()).for_each(|shard| self.deliver(shard));
    }

    /// Returns how many states the new keys since the last call represent.
    fn weigh(&self, weighed: &mut usize, with: &impl Expand<K>) -> u64 {
        let new = &self.fresh[std::mem::replace(weighed, self.fresh.len())..];
        new.iter().map(|key| with.represented(key)).sum()
    }
}
