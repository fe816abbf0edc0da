//! Exploration of whole spaces: every reachable state, counted by its distance in moves.
//!
//! Goals are expanded like all other states. Memory depends on the problem's abilities:
//! two bits per state if states are ranked; else the keys of two layers, of three, or of all.
//! The counts do not depend on the number of threads.

mod ranked;
mod threads;

pub use ranked::explore_ranked;

use crate::abilities::{Layers, Symmetric};
use crate::limits::Gauge;
use crate::parallel::shared_set::is_worth_threads;
use crate::quotient::Quotient;
use crate::store::{BATCH, KeySet, SetKey, hash, held, push, sum};
use crate::{Limits, Problem, Stats, Stop};
use std::ops::ControlFlow;
use std::time::Duration;
use threads::{Begun, Classes};

/// The most bytes that a table of ranks takes.
const LARGEST_RANKED: u64 = 1 << 30;

/// What an exploration found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Exploration {
    /// The number of states at 0, 1, 2, … moves from the start.
    pub layers: Vec<u64>,
    /// If only representatives of symmetric states were visited: the number of states they
    /// represent.
    pub unfolded: Option<Vec<u64>>,
    /// Why it ended early; the last layer may then be incomplete.
    pub stopped: Option<Stop>,
    /// Counts: `expanded` states, `generated` successors and `duplicates` among them.
    pub stats: Stats,
}

impl Exploration {
    fn new(layers: Vec<u64>, mut stats: Stats, stopped: Option<Stop>, elapsed: Duration) -> Self {
        stats.elapsed = elapsed;
        let fresh: u64 = layers.iter().skip(1).sum();
        stats.duplicates = stats.generated - fresh;
        stats.max_frontier_with_stale = stats.max_frontier;
        stats.threads = stats.threads.max(1);
        Self { layers, unfolded: None, stopped, stats }
    }

    /// Returns the number of states found.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.layers.iter().sum()
    }
}

/// Explores the space of a problem, in the least memory that its abilities allow.
///
/// ```
/// use heureka_core::{Cost, Limits, Problem, explore};
///
/// // `Line` is a problem whose states are the numbers from 0 to 9.
/// # struct Line;
/// # impl Problem for Line {
/// #     type State = u32; type Key = u32; type Action = char;
/// #     fn start(&self) -> u32 { 0 }
/// #     fn is_goal(&self, &state: &u32) -> bool { state == 9 }
/// #     fn successors(&self, &state: &u32, visit: &mut impl FnMut(char, Cost, u32)) {
/// #         if state < 9 { visit('+', 1, state + 1); }
/// #         if state > 0 { visit('-', 1, state - 1); }
/// #     }
/// #     fn pack(&self, &state: &u32) -> u32 { state }
/// #     fn unpack(&self, &key: &u32) -> u32 { key }
/// # }
/// let found = explore(&Line, &mut Limits::none());
/// assert_eq!(found.layers, [1; 10]);
/// assert_eq!((found.states(), found.stats.generated), (10, 18));
/// ```
pub fn explore<P: Problem<Key: SetKey>>(problem: &P, limits: &mut Limits<'_>) -> Exploration {
    let abilities = problem.abilities::<()>();
    if let (Some(ranking), Some(explore_ranked)) = (abilities.ranking, abilities.explore_ranked)
        && (ranking.ranks)(problem) / 4 <= limits.memory_left(0).unwrap_or(0).min(LARGEST_RANKED)
    {
        return explore_ranked(problem, limits);
    }
    if let Some(explore_layered) = abilities.explore_layered {
        return abilities.explore_symmetric.unwrap_or(explore_layered)(problem, limits);
    }
    let undirected = abilities.layers == Layers::Undirected;
    explore_by_keys(problem, limits, if undirected { Keep::ThreeLayers } else { Keep::All })
}

/// Explores a layered problem, with two layers in memory.
pub(crate) fn explore_layered<P: Problem<Key: SetKey>>(
    problem: &P,
    limits: &mut Limits<'_>,
) -> Exploration {
    by_layers(problem, limits, |_| None)
}

/// Explores a layered problem up to symmetry, with two layers in memory. Also counts the states
/// that the representatives stand for, if the problem can.
pub(crate) fn explore_symmetric<P: Symmetric<Key: SetKey>>(
    problem: &P,
    limits: &mut Limits<'_>,
) -> Exploration {
    by_layers(&Quotient::new(problem), limits, |state| problem.class_size(state))
}

/// Which layers an exploration by keys remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// All layers.
    All,
    /// The previous, the current and the next layer (Korf 1999): enough if moves can be undone.
    ThreeLayers,
}

/// Successors that wait to be inserted into a set.
pub(crate) struct Arrivals<K> {
    pub(crate) set: KeySet<K>,
    waiting: [(K, u32); BATCH],
    count: usize,
    /// Whether memory has become scarce.
    tight: bool,
}

impl<K: SetKey> Arrivals<K> {
    pub(crate) fn new(set: KeySet<K>) -> Self {
        Self { set, waiting: [(K::HOLE, 0); BATCH], count: 0, tight: false }
    }

    #[inline(always)]
    pub(crate) fn arrive(&mut self, key: K, fresh: &mut impl FnMut(K)) {
        self.waiting[self.count] = (key, hash(&key));
        self.count += 1;
        if self.count == BATCH {
            self.settle(fresh);
        }
    }

    /// Inserts all waiting keys; calls `fresh` with the new ones.
    #[inline(never)]
    pub(crate) fn settle(&mut self, fresh: &mut impl FnMut(K)) {
        let waiting = &self.waiting[..std::mem::take(&mut self.count)];
        self.set.insert_batch(waiting, fresh);
    }

    /// Polls the limits. Where memory runs out for the first time, shrinks the set instead of
    /// stopping.
    #[inline(always)]
    pub(crate) fn poll(
        &mut self,
        limits: &mut Limits<'_>,
        stats: &Stats,
        others: impl Fn() -> (u64, (u64, u64)),
    ) -> Option<Stop> {
        loop {
            let gauge = || {
                let (frontier, held) = others();
                Gauge::new(frontier, sum([held, self.set.held()]))
            };
            match limits.poll(stats, gauge) {
                ControlFlow::Continue(()) => return None,
                ControlFlow::Break(Stop::Memory) if !self.tight => {
                    self.tight = true;
                    self.set.tighten();
                }
                ControlFlow::Break(why) => return Some(why),
            }
        }
    }
}

/// Forgets all but two layers.
fn remember<K: SetKey>(set: &mut KeySet<K>, layers: [&[K]; 2]) {
    set.clear();
    for layer in layers {
        set.insert_all(layer, &mut |_| {});
    }
}

/// Explores with a set of keys, in 10 to 14 bytes per 8-byte key, plus the current layers.
pub fn explore_by_keys<P: Problem<Key: SetKey>>(
    problem: &P,
    limits: &mut Limits<'_>,
    keep: Keep,
) -> Exploration {
    let stopwatch = limits.stopwatch();
    let start = problem.pack(&problem.start());
    let mut stats = Stats::default();
    let mut layers = vec![1];
    let (mut previous, mut layer, mut next_layer) = (Vec::new(), vec![start], Vec::new());
    let set = if keep == Keep::All { KeySet::new() } else { KeySet::sparse() };
    let mut arrivals = Arrivals::new(set);
    arrivals.set.insert(start);
    let mut stopped = None;
    while stopped.is_none() && !layer.is_empty() {
        stats.enter_bound(layers.len() as u32 - 1);
        stats.max_frontier = stats.max_frontier.max(layer.len() as u64);
        // Not after every layer: old keys cost only memory.
        if keep == Keep::ThreeLayers && arrivals.set.len() > 2 * (previous.len() + layer.len()) {
            remember(&mut arrivals.set, [&previous, &layer]);
        }
        if is_worth_threads(limits, layer.len()) {
            let with = Classes { problem, represented: |_: &_| 0 };
            let begun = Begun { layers, unfolded: None, previous, layer, stats, stopwatch };
            return threads::explore(limits, &with, begun, arrivals.set.iter(), Some(keep));
        }
        for key in &layer {
            stopped = arrivals.poll(limits, &stats, || {
                let parts = [held(&next_layer), held(&layer), held(&previous)];
                ((layer.len() + next_layer.len()) as u64, sum(parts))
            });
            if stopped.is_some() {
                break;
            }
            stats.expanded += 1;
            let mut generated = 0;
            problem.successors(&problem.unpack(key), &mut |_, _, next| {
                generated += 1;
                arrivals.arrive(problem.pack(&next), &mut |key| push(&mut next_layer, key));
            });
            stats.generated += generated;
        }
        arrivals.settle(&mut |key| push(&mut next_layer, key));
        let parts = [held(&next_layer), held(&layer), held(&previous), arrivals.set.held()];
        stats.peak_bytes = stats.peak_bytes.max(sum(parts).0);
        std::mem::swap(&mut previous, &mut layer);
        std::mem::swap(&mut layer, &mut next_layer);
        next_layer.clear();
        if !layer.is_empty() {
            layers.push(layer.len() as u64);
        }
    }
    Exploration::new(layers, stats, stopped, stopwatch.elapsed(limits))
}

/// Explores a layered problem with two sets: the current layer and the next.
fn by_layers<P: Problem<Key: SetKey>>(
    problem: &P,
    limits: &mut Limits<'_>,
    class_size: impl Fn(&P::State) -> Option<u64> + Sync,
) -> Exploration {
    let stopwatch = limits.stopwatch();
    let start = problem.start();
    let mut stats = Stats::default();
    let mut layers = vec![1];
    let mut unfolded = class_size(&start).map(|size| vec![size]);
    let mut layer = KeySet::new();
    layer.insert(problem.pack(&start));
    let mut arrivals = Arrivals::new(KeySet::new());
    let mut stopped = None;
    while stopped.is_none() && !layer.is_empty() {
        stats.enter_bound(layers.len() as u32 - 1);
        stats.max_frontier = stats.max_frontier.max(layer.len() as u64);
        if is_worth_threads(limits, layer.len()) {
            let represented = |key: &_| class_size(&problem.unpack(key)).unwrap_or_default();
            let (previous, layer) = (vec![], layer.iter().collect());
            let begun = Begun { layers, unfolded, previous, layer, stats, stopwatch };
            return threads::explore(limits, &Classes { problem, represented }, begun, [], None);
        }
        arrivals.set.clear();
        let mut states = 0;
        let mut fresh = |key| {
            if unfolded.is_some() {
                states += class_size(&problem.unpack(&key)).unwrap_or_default();
            }
        };
        for key in layer.iter() {
            let others = || (layer.len() as u64, (layer.held().0, layer.held().0));
            stopped = arrivals.poll(limits, &stats, others);
            if stopped.is_some() {
                break;
            }
            stats.expanded += 1;
            let mut generated = 0;
            problem.successors(&problem.unpack(&key), &mut |_, _, next| {
                generated += 1;
                arrivals.arrive(problem.pack(&next), &mut fresh);
            });
            stats.generated += generated;
        }
        arrivals.settle(&mut fresh);
        let (bytes, _) = sum([layer.held(), arrivals.set.held()]);
        stats.peak_bytes = stats.peak_bytes.max(bytes);
        std::mem::swap(&mut layer, &mut arrivals.set);
        if !layer.is_empty() {
            layers.push(layer.len() as u64);
            if let Some(unfolded) = &mut unfolded {
                unfolded.push(states);
            }
        }
    }
    Exploration { unfolded, ..Exploration::new(layers, stats, stopped, stopwatch.elapsed(limits)) }
}
