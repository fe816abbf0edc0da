//! Pattern databases: exact distances in an abstraction of a problem, used as a heuristic.
//!
//! An abstraction maps each class of states to one abstract state. If every move corresponds to an
//! abstract arc of at most the same cost, the abstract distance is a consistent heuristic. If each
//! move has a positive cost in at most one of several abstractions, their distances may be added
//! (Korf and Felner, Disjoint pattern database heuristics, 2002).

use crate::limits::Gauge;
use crate::store::{held, push, sum};
use crate::{Cost, DEAD_END, Limits, Stats, Stop};
use std::ops::ControlFlow;

/// An abstract state space whose states are numbered from 0.
pub trait Abstraction {
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
/// // Merge pairs of neighbors into one state.
/// let halved = database.coarsened(6, |state| state / 2);
/// assert_eq!(halved.distance(4), 2);
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
    /// Time and memory are proportional to the number of states and arcs.
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
        let mut distances = vec![UNREACHED; size];
        let mut stacks: Vec<Vec<u32>> = vec![Vec::new(); usize::from(MAX_DISTANCE) + 1];
        abstraction.goals(&mut |goal| {
            if distances[goal] != 0 {
                distances[goal] = 0;
                stacks[0].push(goal as u32);
            }
        });
        let mut stats = Stats::default();
        for distance in 0..=MAX_DISTANCE {
            // Arcs of cost 0 push onto the current stack.
            while let Some(state) = stacks[usize::from(distance)].pop() {
                if distances[state as usize] != distance {
                    continue;
                }
                if let ControlFlow::Break(stop) = limits.poll(&stats, || gauge(size, &stacks)) {
                    return Err(stop);
                }
                stats.expanded += 1;
                abstraction.predecessors(state as usize, &mut |origin, cost| {
                    let sum = cost.saturating_add(Cost::from(distance));
                    let sum = sum.min(Cost::from(MAX_DISTANCE)) as u8;
                    if sum < distances[origin] {
                        distances[origin] = sum;
                        push(&mut stacks[usize::from(sum)], origin as u32);
                    }
                });
            }
            stacks[usize::from(distance)] = Vec::new();
        }
        Ok(Self { distances })
    }

    /// Returns the database of a coarser abstraction of `size` states.
    ///
    /// State `s` belongs to class `class(s)`, which gets the minimum distance of its members. The
    /// result stays admissible, but may be inconsistent if arcs between classes are missing.
    ///
    /// # Panics
    /// Panics if a class is not below `size`.
    #[must_use]
    pub fn coarsened(&self, size: usize, class: impl Fn(usize) -> usize) -> Self {
        let mut distances = vec![UNREACHED; size];
        for (state, &distance) in self.distances.iter().enumerate() {
            let minimum = &mut distances[class(state)];
            *minimum = distance.min(*minimum);
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

    /// Returns the size of the database in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.distances.len() as u64
    }
}

/// Returns the size of a database of `size` states under construction.
fn gauge(size: usize, stacks: &[Vec<u32>]) -> Gauge {
    let waiting = stacks.iter().map(|stack| stack.len() as u64).sum();
    let stacked = sum(stacks.iter().map(held));
    Gauge::new(waiting, sum([(size as u64, size as u64), stacked]))
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
}
