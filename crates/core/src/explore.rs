//! Whole spaces: every state that can be reached, counted by its distance in moves.
//!
//! Goals are expanded like all other states. Three ways, by what a problem can do: a set of keys; a
//! set of keys that is emptied after each layer ([`Layered`]); two bits a state ([`Ranked`]).

use crate::store::{KeySet, Marks, RankedMarks, SetKey, hash, held, push, sum};
use crate::{Gauge, Layered, Limits, Problem, Ranked, Stats, Stop};
use std::ops::ControlFlow;
use std::time::Instant;

/// How many successors wait while their places in the table are fetched.
const WAITING: usize = 32;

/// What an exploration found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exploration {
    /// How many states are 0, 1, 2, … moves from the start.
    pub layers: Vec<u64>,
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
        Self { layers, stopped, stats }
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
    by_keys(problem, limits, false)
}

/// Explores a problem in which no state is met again in a later layer: only one layer is kept.
pub fn explore_layered<P: Layered>(problem: &P, limits: &mut Limits<'_>) -> Exploration
where
    P::Key: SetKey,
{
    by_keys(problem, limits, true)
}

/// Successors on their way into the set: each waits until its place is likely in the cache.
struct Arrivals<K> {
    set: KeySet<K>,
    next: Vec<K>,
    ring: [(K, u32); WAITING],
    count: usize,
}

impl<K: SetKey> Arrivals<K> {
    #[inline(always)]
    fn arrive(&mut self, key: K) {
        let key_hash = hash(&key);
        self.set.touch(key_hash);
        let slot = self.count % WAITING;
        let (old, old_hash) = std::mem::replace(&mut self.ring[slot], (key, key_hash));
        if self.count >= WAITING && self.set.insert_hashed(old, old_hash) {
            push(&mut self.next, old);
        }
        self.count += 1;
    }

    /// Lets in what still waits, oldest first.
    fn settle(&mut self) {
        for at in self.count.saturating_sub(WAITING)..self.count {
            let (key, key_hash) = self.ring[at % WAITING];
            if self.set.insert_hashed(key, key_hash) {
                push(&mut self.next, key);
            }
        }
        self.count = 0;
    }
}

fn by_keys<P: Problem>(problem: &P, limits: &mut Limits<'_>, forget: bool) -> Exploration
where
    P::Key: SetKey,
{
    let begun = Instant::now();
    let start = problem.pack(&problem.start());
    let mut stats = Stats::default();
    let mut layers = vec![1];
    let mut layer = vec![start];
    let mut arrivals =
        Arrivals { set: KeySet::new(), next: Vec::new(), ring: [(start, 0); WAITING], count: 0 };
    arrivals.set.insert(start);
    let mut stopped = None;
    while stopped.is_none() && !layer.is_empty() {
        stats.enter_bound(layers.len() as u32 - 1);
        stats.max_frontier = stats.max_frontier.max(layer.len() as u64);
        if forget {
            arrivals.set.clear();
        }
        for key in &layer {
            let gauge = || {
                let (bytes, bytes_soon) =
                    sum([arrivals.set.held(), held(&arrivals.next), held(&layer)]);
                Gauge { frontier: (layer.len() + arrivals.next.len()) as u64, bytes, bytes_soon }
            };
            if let ControlFlow::Break(why) = limits.poll(&stats, gauge) {
                stopped = Some(why);
                break;
            }
            stats.expanded += 1;
            let mut generated = 0;
            problem.successors(&problem.unpack(key), &mut |_, _, next| {
                generated += 1;
                arrivals.arrive(problem.pack(&next));
            });
            stats.generated += generated;
        }
        arrivals.settle();
        let (bytes, _) = sum([arrivals.set.held(), held(&arrivals.next), held(&layer)]);
        stats.peak_bytes = stats.peak_bytes.max(bytes);
        std::mem::swap(&mut layer, &mut arrivals.next);
        arrivals.next.clear();
        if !layer.is_empty() {
            layers.push(layer.len() as u64);
        }
    }
    stats.max_frontier_with_stale = stats.max_frontier;
    Exploration::new(layers, stats, stopped, begun)
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
    let mut ring = [start; WAITING];
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
                    bytes_soon: marks.bytes(),
                };
                if let ControlFlow::Break(why) = limits.poll(&stats, gauge) {
                    stopped = Some(why);
                    break 'layer;
                }
                let rank = word as u64 * 32 + u64::from(taken.trailing_zeros() / 2);
                taken &= taken - 1;
                stats.expanded += 1;
                problem.successors(&problem.unrank(rank), &mut |_, _, state| {
                    let rank = problem.rank(&state);
                    marks.touch(rank);
                    let old = std::mem::replace(&mut ring[count % WAITING], rank);
                    fresh += u64::from(count >= WAITING && marks.mark(old, next));
                    count += 1;
                });
            }
        }
        for at in count.saturating_sub(WAITING)..count {
            fresh += u64::from(marks.mark(ring[at % WAITING], next));
        }
        stats.generated += count as u64;
        if fresh > 0 {
            layers.push(fresh);
        }
        if fresh == 0 || stopped.is_some() {
            stats.max_frontier_with_stale = stats.max_frontier;
            return Exploration::new(layers, stats, stopped, begun);
        }
    }
}
