//! Pattern databases: exact distances in an abstraction of a problem, looked up as a heuristic.
//!
//! An abstraction forgets part of each state, so that a whole class of states becomes one abstract
//! state. Where every move between states is an arc between their classes, at no higher cost, the
//! distance of a class to the goal's class never exceeds that of its members: it is a consistent
//! heuristic. If each move costs something in at most one of several abstractions, their distances
//! may even be added (Korf and Felner, Disjoint pattern database heuristics, 2002).

use crate::{Cost, DEAD_END};

/// A small state space, its states numbered from 0, that stands for a larger one.
pub trait Abstraction {
    /// How many numbers there are, at most 2^32; not every number has to stand for a state.
    fn size(&self) -> usize;

    /// Calls `visit` with every goal.
    fn goals(&self, visit: &mut impl FnMut(usize));

    /// Calls `visit` for each arc that leads to `state`, with where it comes from and what it
    /// costs, which may be nothing. Where arcs go both ways these are the moves themselves.
    fn predecessors(&self, state: usize, visit: &mut impl FnMut(usize, Cost));
}

/// The distances to the nearest goal of all states of an [`Abstraction`], a byte each.
///
/// ```
/// use heureka_core::heuristic::{Abstraction, PatternDatabase};
/// use heureka_core::{Cost, DEAD_END};
///
/// /// Steps along a circle of ten: one forward is free from 7, otherwise it costs 2.
/// struct Circle;
///
/// impl Abstraction for Circle {
///     fn size(&self) -> usize {
///         11
///     }
///     fn goals(&self, visit: &mut impl FnMut(usize)) {
///         visit(0);
///     }
///     fn predecessors(&self, state: usize, visit: &mut impl FnMut(usize, Cost)) {
///         let before = (state + 9) % 10;
///         visit(before, if before == 7 { 0 } else { 2 });
///     }
/// }
///
/// let database = PatternDatabase::build(&Circle);
/// assert_eq!(database.distance(9), 2);
/// assert_eq!(database.distance(7), 4);
/// assert_eq!(database.distance(1), 16);
/// assert_eq!(database.distance(10), DEAD_END);
///
/// // Forget still more: which of two neighbors it is.
/// let halved = database.coarsened(6, |state| state / 2);
/// assert_eq!(halved.distance(4), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternDatabase {
    distances: Vec<u8>,
}

/// Marks a state from which no goal was reached.
const UNREACHED: u8 = u8::MAX;

/// Greater distances are stored as this one, which keeps them admissible.
const GREATEST: u8 = UNREACHED - 1;

impl PatternDatabase {
    /// Searches from the goals backwards through the whole abstraction.
    ///
    /// States wait in one stack for each distance (Dial's algorithm), so time and memory are
    /// proportional to the number of arcs and states; nothing is allocated for single states.
    ///
    /// # Panics
    /// If the abstraction is larger than it may be.
    #[must_use]
    pub fn build(abstraction: &impl Abstraction) -> Self {
        let size = abstraction.size();
        assert!(u32::try_from(size).is_ok(), "a pattern database has at most 2^32 - 1 entries");
        let mut distances = vec![UNREACHED; size];
        let mut waiting: Vec<Vec<u32>> = vec![Vec::new(); usize::from(GREATEST) + 1];
        abstraction.goals(&mut |goal| {
            if distances[goal] != 0 {
                distances[goal] = 0;
                waiting[0].push(goal as u32);
            }
        });
        for distance in 0..=GREATEST {
            // Arcs that cost nothing add to the very stack that is being emptied.
            while let Some(state) = waiting[usize::from(distance)].pop() {
                if distances[state as usize] != distance {
                    continue;
                }
                abstraction.predecessors(state as usize, &mut |before, cost| {
                    let sum = cost.saturating_add(Cost::from(distance));
                    let sum = sum.min(Cost::from(GREATEST)) as u8;
                    if sum < distances[before] {
                        distances[before] = sum;
                        waiting[usize::from(sum)].push(before as u32);
                    }
                });
            }
            waiting[usize::from(distance)] = Vec::new();
        }
        Self { distances }
    }

    /// The database of a coarser abstraction with `size` states, in which the state `s` of this one
    /// becomes `class(s)`: each class gets the least distance of its members.
    ///
    /// The result is admissible where this one is, but no longer consistent unless every arc
    /// between states is one between their classes too.
    ///
    /// # Panics
    /// If a class is not below `size`.
    #[must_use]
    pub fn coarsened(&self, size: usize, class: impl Fn(usize) -> usize) -> Self {
        let mut distances = vec![UNREACHED; size];
        for (state, &distance) in self.distances.iter().enumerate() {
            let least = &mut distances[class(state)];
            *least = distance.min(*least);
        }
        Self { distances }
    }

    /// The distance of a state to the nearest goal; [`DEAD_END`] if there is no way.
    ///
    /// # Panics
    /// If there is no such state.
    #[inline(always)]
    #[must_use]
    pub fn distance(&self, state: usize) -> Cost {
        match self.distances[state] {
            UNREACHED => DEAD_END,
            distance => Cost::from(distance),
        }
    }

    /// The distances by state; 255 where there is no way.
    #[inline(always)]
    #[must_use]
    pub fn distances(&self) -> &[u8] {
        &self.distances
    }

    /// How many bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.distances.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arcs `(from, to, cost)`.
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
    fn a_cheaper_way_found_later_counts() {
        let arcs = Arcs(vec![(0, 5, 9), (0, 1, 1), (1, 2, 0), (2, 5, 3), (5, 3, 1), (2, 1, 0)]);
        let database = PatternDatabase::build(&arcs);
        assert_eq!(database.distances(), [4, 3, 3, 255, 255, 0]);
    }

    #[test]
    fn great_distances_are_cut_off() {
        let arcs = Arcs(vec![(0, 5, Cost::MAX), (1, 0, 1), (2, 1, 0), (3, 5, 253), (4, 3, 1)]);
        let database = PatternDatabase::build(&arcs);
        assert_eq!(database.distances(), [254, 254, 254, 253, 254, 0]);
    }
}
