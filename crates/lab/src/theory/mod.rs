//! Questions of theory as things that run and can be looked at.
//!
//! Each asks the engine, watches what it does, and tells it in words, numbers and a picture.

pub mod ancestry;
mod drawn_trees;
pub mod inconsistency;
mod search_tree;
pub mod tie_breaking;

pub use search_tree::{Fate, Node, SearchTree, Why};

use heureka_core::{Gap, Outcome, PlanError, Problem, Stop, Unsupported, validate};
use heureka_kit::puzzle::Puzzle;
use std::fmt;

/// Why a question got no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A limit was reached.
    Stopped(Stop),
    /// There is no way to the goal, and so nothing to compare.
    NoWay,
    /// No way was found, and none is ruled out.
    NotFound(Gap),
    /// The search found a plan that the reference rules refuse: a bug.
    Refused(PlanError),
    /// A search does not suit the puzzle: a bug, too.
    Unsupported(Unsupported),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(stop) => stop.fmt(f),
            Self::NoWay => f.write_str("there is no way from the start to a goal"),
            Self::NotFound(gap) => gap.fmt(f),
            Self::Refused(error) => error.fmt(f),
            Self::Unsupported(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Trouble {}

/// The states along a plan, the start first, once the reference rules have accepted it.
fn states_along<P: Puzzle>(
    puzzle: &P,
    outcome: &Outcome<P::Action>,
) -> Result<Vec<P::State>, Trouble> {
    let plan = match outcome {
        Outcome::Solved(plan, _) => plan,
        Outcome::Stopped(stop) => return Err(Trouble::Stopped(*stop)),
        Outcome::Unsolvable => return Err(Trouble::NoWay),
        Outcome::NotFound(gap) => return Err(Trouble::NotFound(*gap)),
    };
    validate(&puzzle.reference(), plan).map_err(Trouble::Refused)?;
    Ok(along(puzzle, &plan.actions))
}

/// The states along moves.
fn along<P: Problem>(problem: &P, actions: &[P::Action]) -> Vec<P::State> {
    let mut states = vec![problem.start()];
    for &action in actions {
        let next = states.last().and_then(|state| problem.apply(state, action));
        states.extend(next.map(|(_, next)| next));
    }
    states
}
