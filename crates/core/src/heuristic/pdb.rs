//! Pattern databases: exact distances in an abstraction of a problem, used as a heuristic.
//!
//! An abstraction maps each class of states to one abstract state. If every move corresponds to an
//! abstract arc of at most the same cost, the abstract distance is a consistent heuristic. If each
//! move has a positive cost in at most one of several abstractions, their distances may be added
//! (Korf and Felner, Disjoint pattern database heuristics, 2002).

use crate::limits::Gauge;
use crate::parallel::in_parallel;
use crate::store::{held, push, sum};
use crate::{Cost, DEAD_END, Limits, Stats, Stop};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// An abstract state space whose states are numbered from 0.
pub trait Abstraction: Sync {
    /// Returns the number of state numbers, below 2^32. Not every number has to be a state.
    fn size(&self) -> usize;

    /// Calls `visit` with every goal.
    fn goals(&self, visit: &mut impl FnMut(usize));

    /// Calls `visit` with the origin and the cost of each arc that leads to `state`. Costs may be 0.
    fn predecessors(&self, state: usize, visit: &mut impl FnMut(usize, Cost));
}

/// The distances of all states of an [`Abstraction`] to the nearest goal, in one byte each.
///
/// Distances above 254 are stored as 254, which keeps the heuristic admissible.
///
/// ```
/// use heureka_core::heuristic::{Abstraction, PatternDatabase};
/// use heureka_core::{Cost, DEAD_END, Limits};
///
/// /// Ten states on a circle. A step forward costs 2, but is free from 7.
/// struct Circle;
///
/// impl Abstraction for Circle {
///     fn size(&self) -> usize { 11 }
///     fn goals(&self, visit: &mut impl FnMut(usize)) { visit(0); }
///     fn predecessors(&self, state: usize, visit: &mut impl FnMut(usize, Cost)) {
///         let previous = (state + 9) % 10;
///         visit(previous, if previous == 7 { 0 } else { 2 });
///     }
/// }
///
/// let database = PatternDatabase::build(&Circle, &mut Limits::none()).unwrap();
/// assert_eq!(database.distance(9), 2);
/// assert_eq!(database.distance(7), 4);
/// assert_eq!(database.distance(1), 16);
/// assert_eq!(database.distance(10), DEAD_END);
///
/// // Merge opposite states into one.
/// let halved = database.folded(5);
/// assert_eq!(halved.distance(2), 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternDatabase {
    distances: Vec<u8>,
}

/// Marks a state from which no goal is reachable.
const UNREACHED: u8 = u8::MAX;

/// The largest distance stored.
const MAX_DISTANCE: u8 = UNREACHED - 1;

impl PatternDatabase {
    /// Builds the database by a backward search from the goals (Dial's algorithm, 1969).
    ///
    /// Time and memory are proportional to the number of states and arcs (see [`PatternDatabase::needed`]).
    /// The threads that the limits allow take parts of each distance; the database does not depend on
    /// their number.
    ///
    /// # Errors
    /// The limit that stopped the construction. Expansions are not limited.
    ///
    /// # Panics
    /// Panics if the abstraction has 2^32 states or more, or visits a state out of range.
    pub fn build(abstraction: &impl Abstraction, limits: &mut Limits<'_>) -> Result<Self, Stop> {
        let size = abstraction.size();
        assert!(u32::try_from(size).is_ok(), "a pattern database holds at most 2^32 - 1 states");
        let mut limits = limits.building(size as u64)?;
        let distances = (0..size).map(|_| AtomicU8::new(UNREACHED)).collect();
        let search = Backward { abstraction, distances };
        let threads = limits.threads().min(size / STATES_PER_THREAD).max(1);
        let mut waiting = vec![vec![Vec::new(); usize::from(MAX_DISTANCE) + 1]; threads];
        abstraction.goals(&mut |goal| search.reach::<false>(goal, 0, &mut waiting[0]));
        let mut stats = Stats::default();
        for distance in 0..=MAX_DISTANCE {
            let here = || waiting.iter().map(|stacks| stacks[usize::from(distance)].len());
            let stop = if waiting.len() > 1 && here().sum::<usize>() >= WIDE {
                search.expand_on_threads(distance, &mut waiting, &mut stats, &mut limits)
            } else {
                search.expand_all(distance, &mut waiting, &mut stats, &mut limits)
            };
            if let Some(stop) = stop {
                return Err(stop);
            }
        }
        Ok(Self { distances: search.distances.into_iter().map(AtomicU8::into_inner).collect() })
    }

    /// Returns the bytes that suffice to build a database of this size, on any number of threads, if fewer
    /// than a twelfth of the states wait at the same time.
    #[must_use]
    pub fn needed(size: usize) -> u64 {
        // Distances take half of this, small stacks of more than one thread an eighth. The rest is for the
        // states that wait, four bytes each, in stacks of at most twice their size.
        2 * size as u64 + STACKS
    }

    /// Returns the database with these distances by state, as [`PatternDatabase::distances`] returns
    /// them.
    #[must_use]
    pub fn from_distances(distances: Vec<u8>) -> Self {
        Self { distances }
    }

    /// Returns the database of a coarser abstraction, in which states are one if their numbers are equal
    /// modulo `size`. They get the least of their distances.
    ///
    /// The result stays admissible, but may be inconsistent if arcs between classes are missing.
    ///
    /// # Panics
    /// Panics if `size` is 0.
    #[must_use]
    pub fn folded(&self, size: usize) -> Self {
        let mut distances = vec![UNREACHED; size];
        for part in self.distances.chunks(size) {
            for (least, &distance) in distances.iter_mut().zip(part) {
                *least = distance.min(*least);
            }
        }
        Self { distances }
    }

    /// Returns the distance of a state to the nearest goal, or [`DEAD_END`] if none is reachable.
    ///
    /// # Panics
    /// Panics if the state is out of range.
    #[inline(always)]
    #[must_use]
    pub fn distance(&self, state: usize) -> Cost {
        match self.distances[state] {
            UNREACHED => DEAD_END,
            distance => Cost::from(distance),
        }
    }

    /// Returns the distances by state; 255 means that no goal is reachable.
    #[inline(always)]
    #[must_use]
    pub fn distances(&self) -> &[u8] {
        &self.distances
    }

    /// Returns the distances, as [`PatternDatabase::distances`] does.
    #[must_use]
    pub fn into_distances(self) -> Vec<u8> {
        self.distances
    }

    /// Returns the size of the database in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.distances.len() as u64
    }
}

/// The number of waiting states that a thread takes at a time.
const CHUNK: usize = 1024;

/// The fewest waiting states that are worth several threads.
const WIDE: usize = 8192;

/// The bytes of all stacks of a thread at their smallest size.
const STACKS: u64 = 1 << 16;

/// The fewest states of a database for each thread, so that small stacks take little of the memory.
const STATES_PER_THREAD: usize = 4 * STACKS as usize;

/// By distance, the states that one thread has found there. Those that a shorter path reached later are
/// skipped.
type Stacks = Vec<Vec<u32>>;

/// The search from the goals.
struct Backward<'a, A> {
    abstraction: &'a A,
    /// The least distances found so far. Threads may share them.
    distances: Vec<AtomicU8>,
}

impl<A: Abstraction> Backward<'_, A> {
    /// Lowers the distance of a state, if it is smaller, and lets the state wait. `SHARED` allows other
    /// threads to lower it.
    #[inline(always)]
    fn reach<const SHARED: bool>(&self, state: usize, distance: u8, stacks: &mut Stacks) {
        let known = &self.distances[state];
        let mut before = known.load(Relaxed);
        while distance < before {
            if !SHARED {
                known.store(distance, Relaxed);
            } else if let Err(now) = known.compare_exchange_weak(before, distance, Relaxed, Relaxed)
            {
                before = now;
                continue;
            }
            push(&mut stacks[usize::from(distance)], state as u32);
            return;
        }
    }

    /// Expands a state unless a shorter path has reached it. Returns the number of expansions.
    #[inline(always)]
    fn expand<const SHARED: bool>(&self, state: u32, distance: u8, stacks: &mut Stacks) -> u64 {
        if self.distances[state as usize].load(Relaxed) != distance {
            return 0;
        }
        self.abstraction.predecessors(state as usize, &mut |origin, cost| {
            let sum = cost.saturating_add(Cost::from(distance));
            let sum = sum.min(Cost::from(MAX_DISTANCE)) as u8;
            self.reach::<SHARED>(origin, sum, stacks);
        });
        1
    }

    /// Expands all states at a distance. Returns what stopped it.
    fn expand_all(
        &self,
        distance: u8,
        waiting: &mut [Stacks],
        stats: &mut Stats,
        limits: &mut Limits<'_>,
    ) -> Option<Stop> {
        let at = usize::from(distance);
        for thread in 1..waiting.len() {
            let others = std::mem::take(&mut waiting[thread][at]);
            waiting[0][at].extend(others);
        }
        // Arcs of cost 0 push onto the current stack.
        while let Some(state) = waiting[0][at].pop() {
            let gauge = || total(self.distances.len() as u64, waiting.iter().map(gauge));
            if let ControlFlow::Break(stop) = limits.poll(stats, gauge) {
                return Some(stop);
            }
            stats.expanded += self.expand::<false>(state, distance, &mut waiting[0]);
        }
        waiting[0][at] = Vec::new();
        None
    }

    /// Does the same on several threads.
    fn expand_on_threads(
        &self,
        distance: u8,
        waiting: &mut [Stacks],
        stats: &mut Stats,
        limits: &mut Limits<'_>,
    ) -> Option<Stop> {
        let at = usize::from(distance);
        let here: Vec<_> = waiting.iter_mut().map(|s| std::mem::take(&mut s[at])).collect();
        let chunks: Vec<_> = here.iter().flat_map(|states| states.chunks(CHUNK)).collect();
        let bytes = self.distances.len() as u64 + sum(here.iter().map(held)).0;
        let gauges: Vec<_> = waiting.iter().map(|stacks| Mutex::new(gauge(stacks))).collect();
        let threads: Vec<_> = waiting.iter_mut().map(Mutex::new).collect();
        let (free, expanded) = (AtomicUsize::new(0), AtomicU64::new(0));
        let before = *stats;
        let counted = || Stats { expanded: before.expanded + expanded.load(Relaxed), ..before };
        let progress = || (counted(), total(bytes, gauges.iter().map(|gauge| *lock(gauge))));
        let stopped = in_parallel(threads.len(), limits, &progress, &|index, stop| {
            let mut stacks = lock(&threads[index]);
            while !stop.load(Relaxed) {
                if stacks[at].is_empty() {
                    let Some(chunk) = chunks.get(free.fetch_add(1, Relaxed)) else { break };
                    stacks[at].extend_from_slice(chunk);
                }
                let mut count = 0;
                // Arcs of cost 0 push onto the current stack.
                for _ in 0..CHUNK {
                    let Some(state) = stacks[at].pop() else { break };
                    count += self.expand::<true>(state, distance, &mut stacks);
                }
                expanded.fetch_add(count, Relaxed);
                *lock(&gauges[index]) = gauge(&stacks);
            }
            stacks[at] = Vec::new();
        });
        *stats = counted();
        stopped
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the size of the stacks of a thread.
fn gauge(stacks: &Stacks) -> Gauge {
    let waiting = stacks.iter().map(|stack| stack.len() as u64).sum();
    Gauge::new(waiting, sum(stacks.iter().map(held)))
}

/// Returns the size of a database under construction: of the stacks, and of everything else.
fn total(bytes: u64, stacks: impl Iterator<Item = Gauge>) -> Gauge {
    stacks.fold(Gauge::holding(bytes), |all, one| Gauge {
        frontier: all.frontier + one.frontier,
        bytes: all.bytes + one.bytes,
        bytes_after_growth: all.bytes_after_growth + one.bytes_after_growth,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A graph of arcs (from, to, cost) with the goal 5.
    struct Arcs(Vec<(usize, usize, Cost)>);

    impl Abstraction for Arcs {
        fn size(&self) -> usize {
            6
        }
        fn goals(&self, visit: &mut impl FnMut(usize)) {
            visit(5);
            visit(5);
        }
        fn predecessors(&self, state: usize, visit: &mut impl FnMut(usize, Cost)) {
            self.0.iter().filter(|arc| arc.1 == state).for_each(|arc| visit(arc.0, arc.2));
        }
    }

    #[test]
    fn keeps_the_cheapest_path() {
        let arcs = Arcs(vec![(0, 5, 9), (0, 1, 1), (1, 2, 0), (2, 5, 3), (5, 3, 1), (2, 1, 0)]);
        let database = PatternDatabase::build(&arcs, &mut Limits::none()).unwrap();
        assert_eq!(database.distances(), [4, 3, 3, 255, 255, 0]);
    }

    #[test]
    fn saturates_large_distances() {
        let arcs = Arcs(vec![(0, 5, Cost::MAX), (1, 0, 1), (2, 1, 0), (3, 5, 253), (4, 3, 1)]);
        let database = PatternDatabase::build(&arcs, &mut Limits::none()).unwrap();
        assert_eq!(database.distances(), [254, 254, 254, 253, 254, 0]);
    }

    /// A graph of 2^20 states, with arcs of the costs 0 to 2 that hardly repeat.
    struct Wide;

    impl Abstraction for Wide {
        fn size(&self) -> usize {
            1 << 20
        }
        fn goals(&self, visit: &mut impl FnMut(usize)) {
            visit(1);
        }
        fn predecessors(&self, state: usize, visit: &mut impl FnMut(usize, Cost)) {
            for cost in 0..3 {
                let origin = (state * (5 + 8 * cost) + 7 * cost) & (self.size() - 1);
                // Few arcs cost nothing, or all states would be goals.
                let is_arc = cost > 0 || state % 8 == 1;
                visit(if is_arc { origin } else { state }, cost as Cost);
            }
        }
    }

    #[test]
    fn threads_build_the_same_database_and_keep_the_limits() {
        let one = PatternDatabase::build(&Wide, &mut Limits::none()).unwrap();
        let mut counts = [0_usize; 256];
        for &distance in one.distances() {
            counts[usize::from(distance)] += 1;
        }
        assert!(counts[..255].iter().any(|&count| count > 2 * WIDE), "{counts:?}");
        for threads in [2, 4] {
            let limits = || Limits::none().with_table_threads(threads);
            assert_eq!(PatternDatabase::build(&Wide, &mut limits()).unwrap(), one);
            // The table fits, but not the states that wait.
            let stop = PatternDatabase::build(&Wide, &mut limits().memory((1 << 20) + 9999));
            assert_eq!(stop, Err(Stop::Memory));
            let interrupt = std::sync::atomic::AtomicBool::new(false);
            let mut interrupting = |_: &crate::limits::Progress<'_>| interrupt.store(true, Relaxed);
            let mut limits = limits().interrupt(&interrupt).report(&mut interrupting);
            // The announcement is the first report.
            assert_eq!(PatternDatabase::build(&Wide, &mut limits), Err(Stop::Interrupted));
        }
    }
}
