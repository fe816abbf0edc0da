//! Exact goal distances of all states of a ranked space, in one byte per state.
//!
//! The table is built backward from the goals by Dial's algorithm (1969), but without its buckets.
//! Each cost takes one scan of the table for the states at that distance. They are final, since
//! every move costs at least 1.

use crate::abilities::{Ranked, Reversible};
use crate::limits::Gauge;
use crate::{Cost, DEAD_END, Limits, Stats, Stop};
use std::ops::ControlFlow;

/// Marks a state from which no goal is reachable.
const UNREACHED: u8 = u8::MAX;

/// The number of updates that are applied together, so that their cache misses overlap.
const BATCH: usize = 128;

/// The number of bytes that a scan skips at once if none equals the current distance.
const CHUNK: usize = 256;

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
    bytes: Vec<u8>,
    /// The number of states at distance 0, 1, 2, …
    pub counts: Vec<u64>,
    /// The limit that stopped the construction. Distances below the last count are still exact.
    pub stopped: Option<Stop>,
    /// The statistics of the backward search: `generated` counts predecessors.
    pub stats: Stats,
}

/// The table under construction, with a batch of pending updates.
struct Table {
    bytes: Vec<u8>,
    pending: [(u64, u8); BATCH],
    count: usize,
    /// The number of states reached so far.
    reached: u64,
}

impl Table {
    #[inline(always)]
    fn update(&mut self, rank: u64, distance: u8) {
        self.pending[self.count] = (rank, distance);
        self.count += 1;
        if self.count == BATCH {
            self.flush();
        }
    }

    /// Applies all pending updates.
    #[inline(never)]
    fn flush(&mut self) {
        let pending = &self.pending[..std::mem::take(&mut self.count)];
        let read = pending.iter().fold(0, |all, &(rank, _)| all ^ self.bytes[rank as usize]);
        std::hint::black_box(read);
        for &(rank, distance) in pending {
            let byte = &mut self.bytes[rank as usize];
            self.reached += u64::from(*byte == UNREACHED);
            *byte = distance.min(*byte);
        }
    }
}

impl Distances {
    /// Builds the table by a backward search from all goals.
    ///
    /// A memory limit below the size of the table stops the construction before it begins.
    ///
    /// # Panics
    /// Panics if a move costs 0, or if a distance exceeds 254.
    pub fn build<P: Ranked + Reversible>(problem: &P, limits: &mut Limits<'_>) -> Self {
        let stopwatch = limits.stopwatch();
        let mut stats = Stats::default();
        let ranks = problem.ranks();
        let gauge = Gauge { frontier: 0, bytes: ranks, bytes_after_growth: ranks };
        if let ControlFlow::Break(stop) = limits.check(&stats, gauge) {
            return Self { bytes: vec![], counts: vec![], stopped: Some(stop), stats };
        }
        stats.peak_bytes = ranks;
        let bytes = vec![UNREACHED; ranks as usize];
        let mut table = Table { bytes, pending: [(0, 0); BATCH], count: 0, reached: 0 };
        problem.goals(&mut |goal| table.update(problem.rank(&goal), 0));
        table.flush();
        let mut counts = vec![];
        let mut stopped = None;
        while stopped.is_none() && stats.expanded < table.reached {
            assert!(counts.len() < usize::from(UNREACHED), "distances must be at most 254");
            let cost = counts.len() as u8;
            stats.enter_bound(Cost::from(cost));
            let before = stats.expanded;
            stopped = expand_all(problem, cost, &mut table, &mut stats, limits);
            counts.push(stats.expanded - before);
            stats.max_frontier = stats.max_frontier.max(table.reached - before);
        }
        stats.max_frontier_with_stale = stats.max_frontier;
        stats.duplicates = stats.generated - stats.generated.min(table.reached);
        stats.elapsed = stopwatch.elapsed(limits);
        Self { bytes: table.bytes, counts, stopped, stats }
    }

    /// Returns the cost of a cheapest path from a state to a goal, or [`DEAD_END`] if none exists.
    ///
    /// # Panics
    /// Panics if the rank is out of range, or if a limit stopped the construction at once.
    #[inline(always)]
    #[must_use]
    pub fn distance(&self, rank: u64) -> Cost {
        match self.bytes[rank as usize] {
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
        self.bytes.len() as u64
    }
}

/// Updates the predecessors of all states at distance `cost`.
fn expand_all<P: Ranked + Reversible>(
    problem: &P,
    cost: u8,
    table: &mut Table,
    stats: &mut Stats,
    limits: &mut Limits<'_>,
) -> Option<Stop> {
    let ranks = table.bytes.len();
    for begin in (0..ranks).step_by(CHUNK) {
        let end = (begin + CHUNK).min(ranks);
        if !table.bytes[begin..end].contains(&cost) {
            continue;
        }
        for rank in begin..end {
            if table.bytes[rank] != cost {
                continue;
            }
            let frontier = table.reached - stats.expanded;
            let gauge = || Gauge::new(frontier, (ranks as u64, ranks as u64));
            if let ControlFlow::Break(stop) = limits.poll(stats, gauge) {
                return Some(stop);
            }
            stats.expanded += 1;
            problem.predecessors(&problem.unrank(rank as u64), &mut |_, step, state| {
                assert!(step > 0, "moves must cost at least 1");
                stats.generated += 1;
                let sum = step.saturating_add(Cost::from(cost)).min(Cost::from(UNREACHED));
                table.update(problem.rank(&state), sum as u8);
            });
        }
    }
    table.flush();
    None
}
