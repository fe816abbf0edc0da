//! Exploration by keys on several threads.
//!
//! Each thread owns the keys with certain hashes: it alone expands them and knows which are new.
//! Successors travel to their owners in batches.

use super::{Arrivals, Exploration, Keep};
use crate::limits::{Gauge, Stopwatch};
use crate::parallel::in_parallel;
use crate::store::{KeySet, SetKey, hash, held, push, sum};
use crate::{Limits, Problem, Stats, Stop};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The fewest states of a layer that is worth several threads.
const WIDE: usize = 10_000;
/// The least memory of a thread, which leaves room for batches on their way.
const LEAST_MEMORY: u64 = 16 << 20;
/// The number of keys that travel together.
const BATCH: usize = 512;
/// The number of batches that may wait for a thread.
const MOST_WAITING: usize = 64;
/// The number of expansions between two looks at the limits and at arrived batches.
const BLOCK: usize = 64;

/// A key and its hash.
type Hashed<K> = (K, u32);

/// Returns whether to go on with several threads.
pub(super) fn are_worth_it(limits: &Limits<'_>, layer: usize) -> bool {
    let threads = limits.threads();
    threads > 1 && layer >= WIDE && memory_of_a_thread(limits, threads) >= LEAST_MEMORY
}

fn memory_of_a_thread(limits: &Limits<'_>, threads: usize) -> u64 {
    limits.memory_left(0).unwrap_or(0) / threads as u64
}

/// Returns the thread that owns a key. Tables use the upper bits of hashes, so these are the lower ones.
#[inline(always)]
fn owner(key_hash: u32, threads: usize) -> usize {
    ((key_hash as usize & 0xffff) * threads) >> 16
}

/// What receives the new keys of a thread.
pub(super) trait NextLayer<K>: Send {
    /// Adds a key.
    fn add(&mut self, key: K);

    /// Returns the bytes allocated now, and after the next growth.
    fn held(&self) -> (u64, u64);
}

/// The keys that a thread owns.
pub(super) trait Shard<K: SetKey>: Send {
    type Next: NextLayer<K>;

    /// Returns the keys of the current layer, and where their successors arrive.
    fn parts(&mut self) -> (impl Iterator<Item = K>, &mut Arrivals<K>, &mut Self::Next);

    /// Goes on to the next layer. Returns its size, and how many states it represents, if it counts them.
    fn advance(&mut self) -> (u64, u64);

    /// Returns the bytes of what does not change within a layer.
    fn fixed_bytes(&self) -> u64;
}

/// A shard that remembers all layers, or three.
pub(super) struct Remembering<K> {
    arrivals: Arrivals<K>,
    keep: Keep,
    previous: Vec<K>,
    layer: Vec<K>,
    next: Vec<K>,
}

impl<K: SetKey> Remembering<K> {
    /// Distributes what one thread has found.
    pub(super) fn split(
        threads: usize,
        keep: Keep,
        layers: [&[K]; 2],
        known: &Arrivals<K>,
    ) -> Vec<Self> {
        let set = || if keep == Keep::All { KeySet::new() } else { KeySet::sparse() };
        let empty = || Self {
            arrivals: Arrivals::new(set()),
            keep,
            previous: vec![],
            layer: vec![],
            next: vec![],
        };
        let mut shards: Vec<Self> = (0..threads).map(|_| empty()).collect();
        for key in known.set.iter() {
            shards[owner(hash(&key), threads)].arrivals.set.insert(key);
        }
        for &key in layers[0] {
            push(&mut shards[owner(hash(&key), threads)].previous, key);
        }
        for &key in layers[1] {
            push(&mut shards[owner(hash(&key), threads)].layer, key);
        }
        shards
    }
}

impl<K: SetKey> NextLayer<K> for Vec<K> {
    #[inline(always)]
    fn add(&mut self, key: K) {
        push(self, key);
    }

    fn held(&self) -> (u64, u64) {
        held(self)
    }
}

impl<K: SetKey> Shard<K> for Remembering<K> {
    type Next = Vec<K>;

    fn parts(&mut self) -> (impl Iterator<Item = K>, &mut Arrivals<K>, &mut Vec<K>) {
        (self.layer.iter().copied(), &mut self.arrivals, &mut self.next)
    }

    fn advance(&mut self) -> (u64, u64) {
        std::mem::swap(&mut self.previous, &mut self.layer);
        std::mem::swap(&mut self.layer, &mut self.next);
        self.next.clear();
        let needed = self.previous.len() + self.layer.len();
        if self.keep == Keep::ThreeLayers && self.arrivals.set.len() > 2 * needed {
            self.arrivals.remember([&self.previous, &self.layer]);
        }
        (self.layer.len() as u64, 0)
    }

    fn fixed_bytes(&self) -> u64 {
        held(&self.layer).0 + held(&self.previous).0
    }
}

/// A shard of a layered problem: the current layer and the next.
pub(super) struct Layered<'a, P: Problem, C> {
    layer: KeySet<P::Key>,
    arrivals: Arrivals<P::Key>,
    classes: Classes<'a, P, C>,
}

/// Counts the states that new keys represent.
pub(super) struct Classes<'a, P, C> {
    problem: &'a P,
    class_size: &'a C,
    states: u64,
}

impl<'a, P: Problem<Key: SetKey>, C> Layered<'a, P, C> {
    /// Distributes a layer.
    pub(super) fn split(
        threads: usize,
        layer: &KeySet<P::Key>,
        problem: &'a P,
        class_size: &'a C,
    ) -> Vec<Self> {
        let empty = || Self {
            layer: KeySet::new(),
            arrivals: Arrivals::new(KeySet::new()),
            classes: Classes { problem, class_size, states: 0 },
        };
        let mut shards: Vec<Self> = (0..threads).map(|_| empty()).collect();
        for key in layer.iter() {
            shards[owner(hash(&key), threads)].layer.insert(key);
        }
        shards
    }
}

impl<P: Problem, C: Fn(&P::State) -> Option<u64> + Sync> NextLayer<P::Key> for Classes<'_, P, C> {
    #[inline(always)]
    fn add(&mut self, key: P::Key) {
        self.states += (self.class_size)(&self.problem.unpack(&key)).unwrap_or_default();
    }

    fn held(&self) -> (u64, u64) {
        (0, 0)
    }
}

impl<'a, P, C> Shard<P::Key> for Layered<'a, P, C>
where
    P: Problem<Key: SetKey>,
    C: Fn(&P::State) -> Option<u64> + Sync,
{
    type Next = Classes<'a, P, C>;

    fn parts(
        &mut self,
    ) -> (impl Iterator<Item = P::Key>, &mut Arrivals<P::Key>, &mut Classes<'a, P, C>) {
        (self.layer.iter(), &mut self.arrivals, &mut self.classes)
    }

    fn advance(&mut self) -> (u64, u64) {
        std::mem::swap(&mut self.layer, &mut self.arrivals.set);
        self.arrivals.set.clear();
        (self.layer.len() as u64, std::mem::take(&mut self.classes.states))
    }

    fn fixed_bytes(&self) -> u64 {
        self.layer.held().0
    }
}

/// Batches under way between one thread and the others.
struct Mail<K> {
    inbox: Receiver<Vec<Hashed<K>>>,
    outboxes: Vec<SyncSender<Vec<Hashed<K>>>>,
    /// The batch that is being filled for each thread.
    batches: Vec<Vec<Hashed<K>>>,
}

impl<K> Mail<K> {
    /// Connects threads with each other.
    fn connect(threads: usize) -> Vec<Self> {
        let (outboxes, inboxes): (Vec<_>, Vec<_>) =
            (0..threads).map(|_| sync_channel(MOST_WAITING)).unzip();
        let batches = || (0..threads).map(|_| Vec::with_capacity(BATCH)).collect();
        let mail = |inbox| Self { inbox, outboxes: outboxes.clone(), batches: batches() };
        inboxes.into_iter().map(mail).collect()
    }

    /// Sends the batch for a thread. While that thread has no room, batches are received.
    #[inline(never)]
    fn send(&mut self, to: usize, receive: &mut impl FnMut(Vec<Hashed<K>>)) {
        let mut batch = std::mem::replace(&mut self.batches[to], Vec::with_capacity(BATCH));
        // A thread that has gone was stopped, and so is this one soon.
        while let Err(TrySendError::Full(again)) = self.outboxes[to].try_send(batch) {
            batch = again;
            if let Ok(arrived) = self.inbox.recv_timeout(Duration::from_millis(1)) {
                receive(arrived);
            }
        }
    }
}

/// What the threads of a layer have counted so far, and what each may use.
struct Shared {
    expanded: AtomicU64,
    generated: AtomicU64,
    /// The bytes that each thread holds.
    bytes: Vec<AtomicU64>,
    most_bytes: u64,
    is_out_of_memory: AtomicBool,
}

/// Explores layer by layer, from the current layer of the shards.
pub(super) fn explore<P: Problem<Key: SetKey>, S: Shard<P::Key>>(
    problem: &P,
    limits: &mut Limits<'_>,
    shards: Vec<S>,
    (mut layers, mut unfolded): (Vec<u64>, Option<Vec<u64>>),
    mut stats: Stats,
    stopwatch: Stopwatch,
) -> Exploration {
    let threads = shards.len();
    let most_bytes = memory_of_a_thread(limits, threads);
    let shards: Vec<Mutex<S>> = shards.into_iter().map(Mutex::new).collect();
    let lock = |index: usize| shards[index].lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let (before, size) = (stats, layers[layers.len() - 1]);
        let shared = Shared {
            expanded: AtomicU64::new(0),
            generated: AtomicU64::new(0),
            bytes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            most_bytes,
            is_out_of_memory: AtomicBool::new(false),
        };
        let counted = || Stats {
            expanded: before.expanded + shared.expanded.load(Relaxed),
            generated: before.generated + shared.generated.load(Relaxed),
            ..before
        };
        let bytes = || shared.bytes.iter().map(|bytes| bytes.load(Relaxed)).sum();
        let progress = || (counted(), Gauge::new(size, (bytes(), bytes())));
        let mail = Mail::connect(threads).into_iter().map(|mail| Mutex::new(Some(mail)));
        let mail: Vec<_> = mail.collect();
        let stopped = in_parallel(threads, limits, &progress, &|index, stop| {
            let mail = mail[index].lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(mail) = mail {
                expand(problem, &mut *lock(index), (index, mail), &shared, stop);
            }
        });
        let is_out_of_memory = shared.is_out_of_memory.load(Relaxed);
        let stopped = stopped.or(is_out_of_memory.then_some(Stop::Memory));
        stats = Stats { peak_bytes: stats.peak_bytes.max(bytes()), ..counted() };
        let (mut fresh, mut states) = (0, 0);
        for index in 0..threads {
            let (more, represented) = lock(index).advance();
            (fresh, states) = (fresh + more, states + represented);
        }
        if fresh > 0 {
            layers.push(fresh);
            if let Some(unfolded) = &mut unfolded {
                unfolded.push(states);
            }
        }
        if fresh == 0 || stopped.is_some() {
            let found = Exploration::new(layers, stats, stopped, stopwatch.elapsed(limits));
            return Exploration { unfolded, ..found };
        }
        stats.enter_bound(layers.len() as u32 - 1);
        stats.max_frontier = stats.max_frontier.max(fresh);
    }
}

/// Expands the current layer of a shard, and takes in what the other threads send.
fn expand<P: Problem<Key: SetKey>, S: Shard<P::Key>>(
    problem: &P,
    shard: &mut S,
    (me, mut mail): (usize, Mail<P::Key>),
    shared: &Shared,
    stop: &AtomicBool,
) {
    let threads = mail.outboxes.len();
    let fixed = shard.fixed_bytes();
    let (keys, arrivals, next) = shard.parts();
    let mut counts = [0, 0];
    let has_room = |arrivals: &mut Arrivals<P::Key>, next: &S::Next, counts: &mut [u64; 2]| {
        let [expanded, generated] = std::mem::take(counts);
        shared.expanded.fetch_add(expanded, Relaxed);
        shared.generated.fetch_add(generated, Relaxed);
        let (now, later) = sum([(fixed, fixed), arrivals.set.held(), next.held()]);
        shared.bytes[me].store(now, Relaxed);
        if later > shared.most_bytes && !arrivals.set.tighten() {
            shared.is_out_of_memory.store(true, Relaxed);
        }
        !stop.load(Relaxed) && !shared.is_out_of_memory.load(Relaxed)
    };
    for (place, key) in keys.enumerate() {
        if place % BLOCK == 0 {
            while let Ok(batch) = mail.inbox.try_recv() {
                take_in(batch, arrivals, next);
            }
            if !has_room(arrivals, next, &mut counts) {
                return;
            }
        }
        let mut is_full = false;
        counts[0] += 1;
        problem.successors(&problem.unpack(&key), &mut |_, _, state| {
            counts[1] += 1;
            let key = problem.pack(&state);
            let key_hash = hash(&key);
            let to = owner(key_hash, threads);
            if to == me {
                arrivals.arrive_hashed(key, key_hash, &mut |key| next.add(key));
            } else {
                mail.batches[to].push((key, key_hash));
                is_full |= mail.batches[to].len() >= BATCH;
            }
        });
        if is_full {
            for to in 0..threads {
                if mail.batches[to].len() >= BATCH {
                    mail.send(to, &mut |batch| take_in(batch, arrivals, next));
                }
            }
        }
    }
    for to in 0..threads {
        mail.send(to, &mut |batch| take_in(batch, arrivals, next));
    }
    let Mail { inbox, outboxes, .. } = mail;
    // The inbox closes when all threads have come here.
    drop(outboxes);
    for batch in inbox {
        take_in(batch, arrivals, next);
        if !has_room(arrivals, next, &mut counts) {
            return;
        }
    }
    arrivals.settle(&mut |key| next.add(key));
    has_room(arrivals, next, &mut counts);
}

fn take_in<K: SetKey>(
    batch: Vec<Hashed<K>>,
    arrivals: &mut Arrivals<K>,
    next: &mut impl NextLayer<K>,
) {
    for (key, key_hash) in batch {
        arrivals.arrive_hashed(key, key_hash, &mut |key| next.add(key));
    }
}
