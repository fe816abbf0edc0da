//! Exact distances: what the cheapest way from every state of a numbered space to a goal costs, a
//! byte each.
//!
//! Dial's algorithm backwards from the goals, but without its buckets: the table itself is gone
//! through once for every cost, and the states found there are final, since every move costs
//! something. So the bytes are all that is held.

use crate::{Cost, DEAD_END, Gauge, Limits, Ranked, Reversible, Stats, Stop};
use std::ops::ControlFlow;
use std::time::Instant;

/// Marks a state from which no goal was reached.
const UNREACHED: u8 = u8::MAX;

/// How many states before others wait until their bytes are fetched, all together: the processor
/// overlaps reads that stand close to each other in the program.
const BATCH: usize = 128;

/// How many bytes are passed over at once if no state of the current cost is among them.
const STRETCH: usize = 256;

/// The table of a whole space.
///
/// ```
/// use heureka_core::{Cost, Distances, Limits, Problem, Ranked, Reversible};
///
/// /// From any number below 10 to 0, by taking away 1 for a cost of 2, or 3 for a cost of 3.
/// struct Down;
///
/// impl Problem for Down {
///     type State = u64;
///     type Key = u64;
///     type Action = u64;
///     fn start(&self) -> u64 {
///         9
///     }
///     fn is_goal(&self, state: &u64) -> bool {
///         *state == 0
///     }
///     fn successors(&self, &state: &u64, visit: &mut impl FnMut(u64, Cost, u64)) {
///         for (step, cost) in [(1, 2), (3, 3)] {
///             if step <= state {
///                 visit(step, cost, state - step);
///             }
///         }
///     }
///     fn pack(&self, &state: &u64) -> u64 {
///         state
///     }
///     fn unpack(&self, &key: &u64) -> u64 {
///         key
///     }
/// }
///
/// impl Ranked for Down {
///     fn ranks(&self) -> u64 {
///         10
///     }
///     fn rank(&self, &state: &u64) -> u64 {
///         state
///     }
///     fn unrank(&self, rank: u64) -> u64 {
///         rank
///     }
/// }
///
/// impl Reversible for Down {
///     fn goals(&self, visit: &mut impl FnMut(u64)) {
///         visit(0);
///     }
///     fn predecessors(&self, &state: &u64, visit: &mut impl FnMut(u64, Cost, u64)) {
///         for (step, cost) in [(1, 2), (3, 3)] {
///             if state + step < 10 {
///                 visit(step, cost, state + step);
///             }
///         }
///     }
/// }
///
/// let table = Distances::build(&Down, &mut Limits::none());
/// assert_eq!((table.distance(2), table.distance(3), table.distance(5)), (4, 3, 7));
/// assert_eq!((table.highest(), table.states()), (10, 10));
/// ```
#[derive(Clone, Debug)]
pub struct Distances {
    bytes: Vec<u8>,
    /// How many states are 0, 1, 2, … away from a goal.
    pub counts: Vec<u64>,
    /// Why it ended before the whole space was seen; the distances below the last count are right
    /// even so.
    pub stopped: Option<Stop>,
    /// What was counted: `expanded` states, `generated` states before them, `duplicates` those known
    /// already.
    pub stats: Stats,
}

/// States before others, on their way into the table.
struct Arrivals {
    bytes: Vec<u8>,
    waiting: [(u64, u8); BATCH],
    count: usize,
    /// How many states were reached for the first time.
    fresh: u64,
}

impl Arrivals {
    #[inline(always)]
    fn arrive(&mut self, rank: u64, distance: u8) {
        self.waiting[self.count] = (rank, distance);
        self.count += 1;
        if self.count == BATCH {
            self.settle();
        }
    }

    /// Lets in all that wait.
    #[inline(never)]
    fn settle(&mut self) {
        let waiting = &self.waiting[..std::mem::take(&mut self.count)];
        let seen = waiting.iter().fold(0, |all, &(rank, _)| all ^ self.bytes[rank as usize]);
        std::hint::black_box(seen);
        for &(rank, distance) in waiting {
            let byte = &mut self.bytes[rank as usize];
            self.fresh += u64::from(*byte == UNREACHED);
            *byte = distance.min(*byte);
        }
    }
}

impl Distances {
    /// Goes backwards from all goals through the whole space. A memory limit smaller than the table
    /// stops it before it begins.
    ///
    /// # Panics
    /// If a move costs nothing, or a distance is above 254.
    pub fn build<P: Ranked + Reversible>(problem: &P, limits: &mut Limits<'_>) -> Self {
        let begun = Instant::now();
        let mut stats = Stats::default();
        let ranks = problem.ranks();
        let gauge = Gauge { frontier: 0, bytes: ranks, bytes_after_growth: ranks };
        if let ControlFlow::Break(why) = limits.check(&stats, gauge) {
            return Self { bytes: vec![], counts: vec![], stopped: Some(why), stats };
        }
        stats.peak_bytes = ranks;
        let bytes = vec![UNREACHED; ranks as usize];
        let mut arrivals = Arrivals { bytes, waiting: [(0, 0); BATCH], count: 0, fresh: 0 };
        problem.goals(&mut |goal| arrivals.arrive(problem.rank(&goal), 0));
        arrivals.settle();
        let mut counts = vec![];
        let mut stopped = None;
        while stopped.is_none() && stats.expanded < arrivals.fresh {
            assert!(counts.len() < usize::from(UNREACHED), "a distance is above 254");
            let cost = counts.len() as u8;
            stats.enter_bound(Cost::from(cost));
            let before = stats.expanded;
            stopped = expand_all(problem, cost, &mut arrivals, &mut stats, limits);
            counts.push(stats.expanded - before);
            stats.max_frontier = stats.max_frontier.max(arrivals.fresh - before);
        }
        stats.max_frontier_with_stale = stats.max_frontier;
        stats.duplicates = stats.generated - stats.generated.min(arrivals.fresh);
        stats.elapsed = begun.elapsed();
        Self { bytes: arrivals.bytes, counts, stopped, stats }
    }

    /// What the cheapest way from a state to a goal costs; [`DEAD_END`] if there is none.
    ///
    /// # Panics
    /// If there is no state of this number.
    #[inline(always)]
    #[must_use]
    pub fn distance(&self, rank: u64) -> Cost {
        match self.bytes[rank as usize] {
            UNREACHED => DEAD_END,
            distance => Cost::from(distance),
        }
    }

    /// How many states have a way to a goal.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The highest cost of a cheapest way.
    #[must_use]
    pub fn highest(&self) -> Cost {
        self.counts.len().saturating_sub(1) as Cost
    }

    /// The mean cost of a cheapest way over all states that have one.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let sum: u64 = self.counts.iter().zip(0..).map(|(states, cost)| states * cost).sum();
        sum as f64 / self.states() as f64
    }

    /// How many bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }
}

/// Looks at the states before all that are so far from a goal.
fn expand_all<P: Ranked + Reversible>(
    problem: &P,
    cost: u8,
    arrivals: &mut Arrivals,
    stats: &mut Stats,
    limits: &mut Limits<'_>,
) -> Option<Stop> {
    let ranks = arrivals.bytes.len();
    for begin in (0..ranks).step_by(STRETCH) {
        let end = (begin + STRETCH).min(ranks);
        if !arrivals.bytes[begin..end].contains(&cost) {
            continue;
        }
        for rank in begin..end {
            if arrivals.bytes[rank] != cost {
                continue;
            }
            let bytes = ranks as u64;
            let frontier = arrivals.fresh - stats.expanded;
            let gauge = || Gauge { frontier, bytes, bytes_after_growth: bytes };
            if let ControlFlow::Break(why) = limits.poll(stats, gauge) {
                return Some(why);
            }
            stats.expanded += 1;
            problem.predecessors(&problem.unrank(rank as u64), &mut |_, step, state| {
                assert!(step > 0, "a move costs nothing");
                stats.generated += 1;
                let sum = step.saturating_add(Cost::from(cost)).min(Cost::from(UNREACHED));
                arrivals.arrive(problem.rank(&state), sum as u8);
            });
        }
    }
    arrivals.settle();
    None
}
