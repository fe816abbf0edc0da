//! Exact goal distances of all states of a ranked space, in one byte per state.
//!
//! The table is built backward from the goals by Dial's algorithm (1969), but without its buckets.
//! Each cost takes one scan of the table for the states at that distance. They are final, since
//! every move costs at least 1. Threads share a scan.

use crate::abilities::{Ranked, Reversible};
use crate::limits::Gauge;
use crate::parallel::sweep::sweep;
use crate::{Cost, DEAD_END, Limits, Stats, Stop};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Marks a state from which no goal is reachable.
const UNREACHED: u8 = u8::MAX;

/// The number of updates that are applied together, so that their cache misses overlap.
const BATCH: usize = 128;

/// The fewest states at or above a distance that are worth several threads.
const WIDE: u64 = 20_000;

/// A table of the cost of a cheapest path from every state to a goal.
///
/// It takes one byte per rank and time proportional to states × largest distance + moves.
///
/// ```
/// use heureka_core::abilities::{Ranked, Reversible};
/// use heureka_core::distances::Distances;
/// use heureka_core::{Cost, Limits, Problem};
///
/// /// Count down from 9 to 0 by 1 at cost 2, or by 3 at cost 3.
/// struct Countdown;
///
/// const STEPS: [(u64, Cost); 2] = [(1, 2), (3, 3)];
///
/// impl Problem for Countdown {
///     type State = u64;
///     type Key = u64;
///     type Action = u64;
///     fn start(&self) -> u64 { 9 }
///     fn is_goal(&self, state: &u64) -> bool { *state == 0 }
///     fn successors(&self, &state: &u64, visit: &mut impl FnMut(u64, Cost, u64)) {
///         for (step, cost) in STEPS.into_iter().filter(|&(step, _)| step <= state) {
///             visit(step, cost, state - step);
///         }
///     }
///     fn pack(&self, &state: &u64) -> u64 { state }
///     fn unpack(&self, &key: &u64) -> u64 { key }
/// }
///
/// impl Ranked for Countdown {
///     fn ranks(&self) -> u64 { 10 }
///     fn rank(&self, &state: &u64) -> u64 { state }
///     fn unrank(&self, rank: u64) -> u64 { rank }
/// }
///
/// impl Reversible for Countdown {
///     fn goals(&self, visit: &mut impl FnMut(u64)) { visit(0); }
///     fn predecessors(&self, &state: &u64, visit: &mut impl FnMut(u64, Cost, u64)) {
///         for (step, cost) in STEPS.into_iter().filter(|&(step, _)| state + step < 10) {
///             visit(step, cost, state + step);
///         }
///     }
/// }
///
/// let table = Distances::build(&Countdown, &mut Limits::none());
/// assert_eq!((table.distance(2), table.distance(3), table.distance(5)), (4, 3, 7));
/// assert_eq!((table.highest(), table.states()), (10, 10));
/// ```
#[derive(Clone, Debug)]
pub struct Distances {
    /// Eight distances each, the first in the lowest byte.
    words: Vec<u64>,
    /// The number of states at distance 0, 1, 2, …
    pub counts: Vec<u64>,
    /// The limit that stopped the construction. Distances below the last count are still exact.
    pub stopped: Option<Stop>,
    /// The statistics of the backward search: `generated` counts predecessors.
    pub stats: Stats,
}

/// The table under construction. Threads may share it.
struct Table {
    words: Vec<AtomicU64>,
}

impl Table {
    /// Lowers the distance of a state, if it is smaller. Returns whether the state was unreached.
    /// `SHARED` allows other threads to lower it.
    #[inline(always)]
    fn lower<const SHARED: bool>(&self, rank: u64, distance: u8) -> bool {
        let (word, shift) = (&self.words[(rank >> 3) as usize], (rank & 7) * 8);
        let mut bits = word.load(Relaxed);
        loop {
            let known = (bits >> shift) as u8;
            if distance >= known {
                return known == UNREACHED;
            }
            let lowered = bits ^ u64::from(known ^ distance) << shift;
            if !SHARED {
                word.store(lowered, Relaxed);
                return known == UNREACHED;
            }
            match word.compare_exchange_weak(bits, lowered, Relaxed, Relaxed) {
                Ok(_) => return known == UNREACHED,
                Err(now) => bits = now,
            }
        }
    }

    /// Returns a word in which the highest bit of each byte is set that equals `distance`.
    #[inline(always)]
    fn find(&self, word: usize, distance: u8) -> u64 {
        const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
        let differs = self.words[word].load(Relaxed) ^ u64::from_ne_bytes([distance; 8]);
        !(((differs & LOW) + LOW) | differs | LOW)
    }

    fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }
}

/// States that wait for their new distances, so that their cache misses overlap.
struct Updates<'a> {
    table: &'a Table,
    pending: [(u64, u8); BATCH],
    count: usize,
    /// The number of states that were unreached.
    reached: u64,
}

impl<'a> Updates<'a> {
    fn new(table: &'a Table) -> Self {
        Self { table, pending: [(0, 0); BATCH], count: 0, reached: 0 }
    }

    #[inline(always)]
    fn add<const SHARED: bool>(&mut self, rank: u64, distance: u8) {
        self.pending[self.count] = (rank, distance);
        self.count += 1;
        if self.count == BATCH {
            self.flush::<SHARED>();
        }
    }

    /// Applies all pending updates.
    #[inline(never)]
    fn flush<const SHARED: bool>(&mut self) {
        let pending = &self.pending[..std::mem::take(&mut self.count)];
        let read = |rank: u64| self.table.words[(rank >> 3) as usize].load(Relaxed);
        std::hint::black_box(pending.iter().fold(0, |all, &(rank, _)| all ^ read(rank)));
        for &(rank, distance) in pending {
            self.reached += u64::from(self.table.lower::<SHARED>(rank, distance));
        }
    }
}

impl Distances {
    /// Builds the table by a backward search from all goals, on the threads that the limits allow. The
    /// table and its statistics do not depend on their number.
    ///
    /// A memory limit below the size of the table stops the construction before it begins.
    ///
    /// # Panics
    /// Panics if a move costs 0, or if a distance exceeds 254.
    pub fn build<P: Ranked + Reversible>(problem: &P, limits: &mut Limits<'_>) -> Self {
        let stopwatch = limits.stopwatch();
        let mut stats = Stats::default();
        let words = problem.ranks().div_ceil(8);
        if let ControlFlow::Break(stop) = limits.check(&stats, Gauge::holding(words * 8)) {
            return Self { words: vec![], counts: vec![], stopped: Some(stop), stats };
        }
        stats.peak_bytes = words * 8;
        let table = Table { words: (0..words).map(|_| AtomicU64::new(u64::MAX)).collect() };
        let mut goals = Updates::new(&table);
        problem.goals(&mut |goal| goals.add::<false>(problem.rank(&goal), 0));
        goals.flush::<false>();
        let mut reached = goals.reached;
        let (mut counts, mut stopped) = (vec![], None);
        while stopped.is_none() && stats.expanded < reached {
            assert!(counts.len() < usize::from(UNREACHED), "distances must be at most 254");
            let cost = counts.len() as u8;
            stats.enter_bound(Cost::from(cost));
            let before = stats.expanded;
            let layer = Layer { problem, table: &table, cost, frontier: reached - before };
            let fresh;
            (fresh, stopped) = if limits.threads() > 1 && layer.frontier >= WIDE {
                layer.expand_on_threads(&mut stats, limits)
            } else {
                layer.expand(&mut stats, limits)
            };
            reached += fresh;
            counts.push(stats.expanded - before);
            stats.max_frontier = stats.max_frontier.max(reached - before);
        }
        stats.max_frontier_with_stale = stats.max_frontier;
        stats.duplicates = stats.generated - stats.generated.min(reached);
        stats.elapsed = stopwatch.elapsed(limits);
        let words = table.words.into_iter().map(AtomicU64::into_inner).collect();
        Self { words, counts, stopped, stats }
    }

    /// Returns the table with these bytes, as [`Distances::to_bytes`] returns them, without statistics.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let mut counts = [0; UNREACHED as usize + 1];
        for &byte in bytes {
            counts[usize::from(byte)] += 1;
        }
        let finite = counts[..usize::from(UNREACHED)].iter().rposition(|&count| count > 0);
        let words = bytes.chunks(8).map(|chunk| {
            let mut word = [UNREACHED; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        });
        Self {
            words: words.collect(),
            counts: counts[..finite.map_or(0, |last| last + 1)].to_vec(),
            stopped: None,
            stats: Stats::default(),
        }
    }

    /// Returns the distances by rank, one byte each; 255 means that no goal is reachable. At most seven
    /// such bytes follow.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    /// Returns the cost of a cheapest path from a state to a goal, or [`DEAD_END`] if none exists.
    ///
    /// # Panics
    /// Panics if the rank is out of range, or if a limit stopped the construction at once.
    #[inline(always)]
    #[must_use]
    pub fn distance(&self, rank: u64) -> Cost {
        match (self.words[(rank >> 3) as usize] >> ((rank & 7) * 8)) as u8 {
            UNREACHED => DEAD_END,
            distance => Cost::from(distance),
        }
    }

    /// Returns the number of states from which a goal is reachable.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the largest finite distance, or 0 if there is none.
    #[must_use]
    pub fn highest(&self) -> Cost {
        self.counts.len().saturating_sub(1) as Cost
    }

    /// Returns the mean of all finite distances, or NaN if there are none.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let sum: u64 = self.counts.iter().zip(0..).map(|(states, cost)| states * cost).sum();
        sum as f64 / self.states() as f64
    }

    /// Returns the size of the table in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }
}

/// The states at a distance.
struct Layer<'a, P> {
    problem: &'a P,
    table: &'a Table,
    cost: u8,
    /// The number of states at this distance or a larger one.
    frontier: u64,
}

impl<P: Ranked + Reversible> Layer<'_, P> {
    fn gauge(&self) -> Gauge {
        Gauge::new(self.frontier, (self.table.bytes(), self.table.bytes()))
    }

    /// Updates the predecessors of a state. Returns their number.
    #[inline(always)]
    fn update<const SHARED: bool>(&self, rank: u64, updates: &mut Updates<'_>) -> u64 {
        let mut generated = 0;
        let state = self.problem.unrank(rank);
        self.problem.predecessors(&state, &mut |_, step, before| {
            assert!(step > 0, "moves must cost at least 1");
            generated += 1;
            let sum = step.saturating_add(Cost::from(self.cost)).min(Cost::from(UNREACHED));
            updates.add::<SHARED>(self.problem.rank(&before), sum as u8);
        });
        generated
    }

    /// Expands all states of the layer. Returns the number of new states, and what stopped it.
    fn expand(&self, stats: &mut Stats, limits: &mut Limits<'_>) -> (u64, Option<Stop>) {
        let mut updates = Updates::new(self.table);
        let mut stopped = None;
        'layer: for word in 0..self.table.words.len() {
            let mut found = self.table.find(word, self.cost);
            while found != 0 {
                if let ControlFlow::Break(stop) = limits.poll(stats, || self.gauge()) {
                    stopped = Some(stop);
                    break 'layer;
                }
                stats.expanded += 1;
                stats.generated += self.update::<false>(rank(word, found), &mut updates);
                found &= found - 1;
            }
        }
        updates.flush::<false>();
        (updates.reached, stopped)
    }

    /// Does the same on several threads.
    fn expand_on_threads(&self, stats: &mut Stats, limits: &mut Limits<'_>) -> (u64, Option<Stop>) {
        sweep(self.table.words.len(), self.gauge(), limits, stats, &|parts| {
            let mut updates = Updates::new(self.table);
            while let Some(part) = parts.next() {
                for word in part {
                    let mut found = self.table.find(word, self.cost);
                    while found != 0 {
                        parts.expanded += 1;
                        parts.generated += self.update::<true>(rank(word, found), &mut updates);
                        found &= found - 1;
                    }
                }
            }
            updates.flush::<true>();
            updates.reached
        })
    }
}

/// Returns the rank of the first state that was found in a word.
#[inline(always)]
fn rank(word: usize, found: u64) -> u64 {
    word as u64 * 8 + u64::from(found.trailing_zeros() / 8)
}
