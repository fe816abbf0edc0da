//! Whole spaces: every state that can be reached, counted by its distance in moves.
//!
//! Goals are expanded like all other states. Four ways, by what a problem can do: a set of all keys;
//! of the keys of three layers ([`Undirected`]) or of two ([`Layered`]); two bits a state ([`Ranked`]).

use crate::store::{KeySet, Marks, RankedMarks, SetKey, hash, held, push, sum};
use crate::{
    Gauge, Layered, Limits, Problem, Quotient, Ranked, Stats, Stop, Symmetric, Undirected,
};
use std::ops::ControlFlow;
use std::time::Instant;

/// How many successors wait until their places are fetched, all together: the processor overlaps
/// reads that stand close to each other in the program.
const BATCH: usize = 128;

/// What an exploration found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exploration {
    /// How many states are 0, 1, 2, … moves from the start.
    pub layers: Vec<u64>,
    /// Where only representatives of symmetric states were walked: how many states they stand for.
    pub unfolded: Option<Vec<u64>>,
    /// Why it ended before the whole space was seen; the last layer may then be incomplete.
    pub stopped: Option<Stop>,
    /// What was counted: `expanded` states, `generated` and `duplicates` among their successors.
    pub stats: Stats,
}

impl Exploration {
    fn new(layers: Vec<u64>, mut stats: Stats, stopped: Option<Stop>, begun: Instant) -> Self {
        stats.elapsed = begun.elapsed();
        let fresh: u64 = layers.iter().skip(1).sum();
        stats.duplicates = stats.generated - fresh;
        Self { layers, unfolded: None, stopped, stats }
    }

    /// How many states were found.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.layers.iter().sum()
    }
}

/// Explores with a set of all keys met: about 10 bytes for each of 8, and the two current layers.
///
/// # Panics
/// Never on a problem whose successors are the same every time.
pub fn explore<P: Problem>(problem: &P, limits: &mut Limits<'_>) -> Exploration
where
    P::Key: SetKey,
{
    by_keys(problem, limits, Keep::All)
}

/// Explores a problem in which every move can be taken back: three layers are kept (Korf 1999, for
/// heuristic search).
pub fn explore_undirected<P: Undirected>(problem: &P, limits: &mut Limits<'_>) -> Exploration
where
    P::Key: SetKey,
{
    by_keys(problem, limits, Keep::Three)
}

/// Explores a problem in which no state is met again in a later layer: two layers are kept, each in
/// a table of its own.
pub fn explore_layered<P: Layered>(problem: &P, limits: &mut Limits<'_>) -> Exploration
where
    P::Key: SetKey,
{
    by_layers(problem, limits, |_| None)
}

/// As [`explore_layered`], up to symmetry; counts the states that the representatives stand for as
/// well, if the problem can tell.
pub fn explore_classes<P: Layered + Symmetric>(problem: &P, limits: &mut Limits<'_>) -> Exploration
where
    P::Key: SetKey,
{
    by_layers(&Quotient::new(problem), limits, |state| problem.class_size(state))
}

/// Explores by ranks if two bits for each fit into a gibibyte and the memory limit, else by layers.
pub fn explore_smallest<P: Ranked + Undirected>(problem: &P, limits: &mut Limits<'_>) -> Exploration
where
    P::Key: SetKey,
{
    let bytes = problem.ranks() / 4;
    if bytes <= limits.max_memory().unwrap_or(1 << 30).min(1 << 30) {
        explore_ranked(problem, limits)
    } else {
        explore_undirected(problem, limits)
    }
}

/// Which layers a set of keys holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    All,
    /// The previous one, the current one and the next.
    Three,
}

/// Successors on their way into a set.
pub(crate) struct Arrivals<K> {
    pub(crate) set: KeySet<K>,
    waiting: [(K, u32); BATCH],
    count: usize,
    /// Whether memory has become short.
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

    /// Forgets all but the given layers.
    fn remember(&mut self, layers: [&[K]; 2]) {
        self.set.clear();
        for batch in layers.into_iter().flat_map(|layer| layer.chunks(BATCH)) {
            self.set.touch(batch.iter().map(hash));
            for &key in batch {
                self.set.insert(key);
            }
        }
    }

    /// Lets in all that wait; calls `fresh` with those that are new.
    #[inline(never)]
    pub(crate) fn settle(&mut self, fresh: &mut impl FnMut(K)) {
        let waiting = &self.waiting[..std::mem::take(&mut self.count)];
        self.set.touch(waiting.iter().map(|&(_, key_hash)| key_hash));
        for &(key, key_hash) in waiting {
            if self.set.insert_hashed(key, key_hash) {
                fresh(key);
            }
        }
    }

    /// Looks at the limits. Where memory is short for the first time, the set sheds its slack
    /// before that stops anything.
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
                let (bytes, bytes_after_growth) = sum([held, self.set.held()]);
                Gauge { frontier, bytes, bytes_after_growth }
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

fn by_keys<P: Problem>(problem: &P, limits: &mut Limits<'_>, keep: Keep) -> Exploration
where
    P::Key: SetKey,
{
    let begun = Instant::now();
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
        // Not after every layer: what is kept too long does no harm but takes its place.
        if keep == Keep::Three && arrivals.set.len() > 2 * (previous.len() + layer.len()) {
            arrivals.remember([&previous, &layer]);
        }
        for key in &layer {
            stopped = arrivals.poll(limits, &stats, || {
                let lines = [held(&next_layer), held(&layer), held(&previous)];
                ((layer.len() + next_layer.len()) as u64, sum(lines))
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
        let lines = [held(&next_layer), held(&layer), held(&previous), arrivals.set.held()];
        stats.peak_bytes = stats.peak_bytes.max(sum(lines).0);
        std::mem::swap(&mut previous, &mut layer);
        std::mem::swap(&mut layer, &mut next_layer);
        next_layer.clear();
        if !layer.is_empty() {
            layers.push(layer.len() as u64);
        }
    }
    stats.max_frontier_with_stale = stats.max_frontier;
    Exploration::new(layers, stats, stopped, begun)
}

/// Explores layer by layer: the current one is a set that is walked, the next one a set that fills.
fn by_layers<P: Layered>(
    problem: &P,
    limits: &mut Limits<'_>,
    class_size: impl Fn(&P::State) -> Option<u64>,
) -> Exploration
where
    P::Key: SetKey,
{
    let begun = Instant::now();
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
    stats.max_frontier_with_stale = stats.max_frontier;
    Exploration { unfolded, ..Exploration::new(layers, stats, stopped, begun) }
}

/// Explores with two bits for every rank: the least memory there is, and no table to search.
pub fn explore_ranked<P: Ranked>(problem: &P, limits: &mut Limits<'_>) -> Exploration {
    let begun = Instant::now();
    let mut marks = RankedMarks::new(problem.ranks());
    let mut stats = Stats { peak_bytes: marks.bytes(), ..Stats::default() };
    let start = problem.rank(&problem.start());
    marks.mark(start, Marks::Even);
    let mut layers = vec![1];
    let mut stopped = None;
    let mut waiting = [start; BATCH];
    loop {
        let depth = layers.len() - 1;
        let (current, next) =
            if depth % 2 == 0 { (Marks::Even, Marks::Odd) } else { (Marks::Odd, Marks::Even) };
        stats.enter_bound(depth as u32);
        stats.max_frontier = stats.max_frontier.max(layers[depth]);
        let (mut fresh, mut count) = (0u64, 0usize);
        'layer: for word in 0..marks.words() {
            let mut taken = marks.take(word, current);
            while taken != 0 {
                let gauge = || Gauge {
                    frontier: layers[depth],
                    bytes: marks.bytes(),
                    bytes_after_growth: marks.bytes(),
                };
                if let ControlFlow::Break(why) = limits.poll(&stats, gauge) {
                    stopped = Some(why);
                    break 'layer;
                }
                let rank = word as u64 * 32 + u64::from(taken.trailing_zeros() / 2);
                taken &= taken - 1;
                stats.expanded += 1;
                problem.successors(&problem.unrank(rank), &mut |_, _, state| {
                    waiting[count] = problem.rank(&state);
                    count += 1;
                    if count == BATCH {
                        stats.generated += BATCH as u64;
                        fresh += marks.mark_all(&waiting, next);
                        count = 0;
                    }
                });
            }
        }
        stats.generated += count as u64;
        fresh += marks.mark_all(&waiting[..count], next);
        if fresh > 0 {
            layers.push(fresh);
        }
        if fresh == 0 || stopped.is_some() {
            stats.max_frontier_with_stale = stats.max_frontier;
            return Exploration::new(layers, stats, stopped, begun);
        }
    }
}
