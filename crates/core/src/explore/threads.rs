//! Exploration by keys on several threads, each of which owns the keys with certain hashes.

use super::{Exploration, Keep, remember};
use crate::limits::{Gauge, Stopwatch};
use crate::parallel::levels::{self, Part, Step};
use crate::parallel::owner;
use crate::store::{BATCH, KeySet, SetKey, hash, held, push, sum};
use crate::{Limits, Problem, Stats};

/// The fewest states of a layer that is worth several threads.
const WIDE: usize = 10_000;
/// Says how many successors are remembered as sent: 2 to the power of this.
const RECENT_BITS: u32 = 12;

/// Returns whether to go on with several threads.
pub(super) fn are_worth_it(limits: &Limits<'_>, layer: usize) -> bool {
    layer >= WIDE && levels::have_room(limits)
}

/// The keys that a thread owns.
pub(super) struct Shard<'a, P: Problem, C> {
    problem: &'a P,
    /// Which layers the set remembers; if none, it holds the next layer only.
    keep: Option<Keep>,
    pub(super) set: KeySet<P::Key>,
    pub(super) previous: Vec<P::Key>,
    pub(super) layer: Vec<P::Key>,
    next: Vec<P::Key>,
    depth: u64,
    /// The number of keys of the layer that are expanded.
    expanded: usize,
    /// Successors that were sent lately. The layer is in the order of arrival, and states that have arrived
    /// together have many successors in common.
    recent: Vec<P::Key>,
    /// The number of keys in the next layer, and in all layers before it since the threads work; and how
    /// many states they represent.
    found: Vec<(u64, u64)>,
    /// Returns how many states a key represents.
    represented: &'a C,
    stats: Stats,
}

impl<'a, P: Problem<Key: SetKey>, C: Fn(&P::Key) -> u64> Shard<'a, P, C> {
    /// Returns a shard without keys for each thread.
    pub(super) fn new(
        problem: &'a P,
        threads: usize,
        keep: Option<Keep>,
        depth: usize,
        represented: &'a C,
    ) -> Vec<Self> {
        let is_sparse = keep == Some(Keep::ThreeLayers);
        let empty = |_| Self {
            problem,
            keep,
            set: if is_sparse { KeySet::sparse() } else { KeySet::new() },
            previous: vec![],
            layer: vec![],
            next: vec![],
            depth: depth as u64,
            expanded: 0,
            recent: vec![P::Key::HOLE; 1 << RECENT_BITS],
            found: vec![(0, 0)],
            represented,
            stats: Stats::default(),
        };
        (0..threads).map(empty).collect()
    }

    /// Gives keys to their owners.
    pub(super) fn spread(
        shards: &mut [Self],
        keys: impl IntoIterator<Item = P::Key>,
        add: impl Fn(&mut Self, P::Key),
    ) {
        let threads = shards.len();
        keys.into_iter().for_each(|key| add(&mut shards[owner(hash(&key), threads)], key));
    }
}

impl<P: Problem<Key: SetKey>, C: Fn(&P::Key) -> u64 + Sync> Part for Shard<'_, P, C> {
    type Item = P::Key;

    const OWN: usize = BATCH;

    fn begin(&mut self, level: u64) {
        let Self { set, previous, layer, next, .. } = self;
        if self.keep.is_some() {
            std::mem::swap(previous, layer);
        }
        std::mem::swap(layer, next);
        next.clear();
        match self.keep {
            Some(Keep::All) => {}
            // Not after every layer: old keys cost only memory.
            Some(Keep::ThreeLayers) => {
                if set.len() > 2 * (previous.len() + layer.len()) {
                    remember(set, [previous, layer]);
                }
            }
            None => set.clear(),
        }
        (self.depth, self.expanded) = (level, 0);
        self.found.push((0, 0));
    }

    fn take_in(&mut self, batch: &mut Vec<P::Key>) {
        let mut states = 0;
        self.set.insert_all(batch, &mut |key| {
            states += (self.represented)(&key);
            push(&mut self.next, key);
        });
        batch.clear();
        if let Some(found) = self.found.last_mut() {
            *found = (self.next.len() as u64, found.1 + states);
        }
    }

    #[inline(always)]
    fn expand(&mut self, _level: u64, send: &mut impl FnMut(u32, P::Key)) -> Step {
        let Some(key) = self.layer.get(self.expanded) else { return Step::Nothing };
        self.expanded += 1;
        self.stats.expanded += 1;
        let mut generated = 0;
        self.problem.successors(&self.problem.unpack(key), &mut |_, _, state| {
            generated += 1;
            let key = self.problem.pack(&state);
            let key_hash = hash(&key);
            let recent = &mut self.recent[(key_hash >> (32 - RECENT_BITS)) as usize];
            // It may be an empty place.
            if *recent != key || key == P::Key::HOLE {
                *recent = key;
                send(key_hash, key);
            }
        });
        self.stats.generated += generated;
        Step::Expanded
    }

    fn lowest(&mut self) -> Option<u64> {
        let is_left = self.expanded < self.layer.len();
        is_left.then_some(self.depth).or((!self.next.is_empty()).then_some(self.depth + 1))
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn gauge(&self) -> Gauge {
        let keys = [&self.layer, &self.previous, &self.next, &self.recent].map(held);
        let parts = keys.into_iter().chain([self.set.held()]);
        Gauge::new(self.next.len() as u64, sum(parts))
    }

    fn tighten(&mut self) -> bool {
        self.set.tighten()
    }
}

/// Explores layer by layer, from the current layer of the shards.
pub(super) fn explore<P: Problem<Key: SetKey>, C: Fn(&P::Key) -> u64 + Sync>(
    limits: &mut Limits<'_>,
    shards: Vec<Shard<'_, P, C>>,
    (mut layers, mut unfolded): (Vec<u64>, Option<Vec<u64>>),
    stats: Stats,
    stopwatch: Stopwatch,
) -> Exploration {
    let (shards, stats, stopped) = levels::run(shards, layers.len() as u64 - 1, stats, limits);
    for depth in 0.. {
        let found = shards.iter().filter_map(|shard| shard.found.get(depth));
        let (keys, states) = found.fold((0, 0), |sum, found| (sum.0 + found.0, sum.1 + found.1));
        if keys == 0 {
            break;
        }
        layers.push(keys);
        if let Some(unfolded) = &mut unfolded {
            unfolded.push(states);
        }
    }
    let found = Exploration::new(layers, stats, stopped, stopwatch.elapsed(limits));
    Exploration { unfolded, ..found }
}
