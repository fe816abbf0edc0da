//! The reachable states of a small instance as an explicit graph, for tests against plain textbook
//! algorithms.

use crate::puzzle::Puzzle;
use heureka_core::{Cost, Problem};
use std::collections::HashMap;

/// The reachable states, numbered from the start, which is 0, and the moves by the reference rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateSpace {
    /// Every move: origin, target and cost.
    pub moves: Vec<(u32, u32, Cost)>,
    /// Whether each state is a goal.
    pub goals: Vec<bool>,
    /// The heuristic value of each state, by the fast rules.
    pub h: Vec<Cost>,
}

/// The most moves per state, on average.
const MOST_MOVES: usize = 100;

impl StateSpace {
    /// Enumerates the states; returns `None` if there are more than `most`, or too many moves.
    pub(crate) fn of<P: Puzzle>(puzzle: &P, most: usize) -> Option<Self> {
        let reference = puzzle.reference();
        let mut numbers = HashMap::from([(reference.pack(&reference.start()), 0)]);
        let mut states = vec![reference.start()];
        let mut space = Self::default();
        while let Some(state) = states.get(space.goals.len()).cloned() {
            let origin = space.goals.len() as u32;
            space.goals.push(reference.is_goal(&state));
            space.h.push(puzzle.h(&puzzle.unpack(&reference.pack(&state))));
            reference.visit_successors(&state, &mut |_, cost, next| {
                if states.len() > most {
                    return;
                }
                let number = *numbers.entry(reference.pack(&next)).or_insert_with(|| {
                    states.push(next);
                    states.len() as u32 - 1
                });
                space.moves.push((origin, number, cost));
            });
            if states.len() > most || space.moves.len() / MOST_MOVES > most {
                return None;
            }
        }
        Some(space)
    }
}
