//! Plans, and the check that every plan passes before anyone sees it.

use crate::{Cost, InPlace, Problem};
use std::fmt;

/// A sequence of moves from the start to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<A> {
    /// The moves, first to last.
    pub actions: Vec<A>,
    /// What they cost together.
    pub cost: Cost,
}

/// Why a plan was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanError {
    /// A move is not legal where it is played; moves are counted from 1.
    IllegalMove {
        /// Which move.
        step: usize,
    },
    /// All moves are legal, but the state after the last is no goal.
    NotAGoal,
    /// The plan is legal, but costs something else than it says.
    WrongCost {
        /// What the plan says.
        said: Cost,
        /// What its moves cost.
        real: Cost,
    },
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalMove { step } => write!(f, "move {step} is not legal there"),
            Self::NotAGoal => f.write_str("the moves are legal but do not end in a goal"),
            Self::WrongCost { said, real } => {
                write!(f, "the plan says that it costs {said}, its moves cost {real}")
            }
        }
    }
}

impl std::error::Error for PlanError {}

/// Replays `actions` from the start by the rules of `problem` and returns what they cost.
///
/// # Errors
/// The first move that is not legal, or a last state that is no goal.
pub fn replay<P: Problem>(problem: &P, actions: &[P::Action]) -> Result<Cost, PlanError> {
    let mut state = problem.start();
    let mut cost: Cost = 0;
    for (i, &action) in actions.iter().enumerate() {
        let (c, next) =
            problem.apply(&state, action).ok_or(PlanError::IllegalMove { step: i + 1 })?;
        cost = cost.saturating_add(c);
        state = next;
    }
    if problem.is_goal(&state) { Ok(cost) } else { Err(PlanError::NotAGoal) }
}

/// As [`replay`], changing one state in place.
///
/// # Errors
/// The first move that is not legal, or a last state that is no goal.
pub fn replay_in_place<P: InPlace>(problem: &P, actions: &[P::Action]) -> Result<Cost, PlanError> {
    let mut state = problem.start();
    let mut cost: Cost = 0;
    for (i, &action) in actions.iter().enumerate() {
        let played = problem.play(&mut state, action);
        cost = cost.saturating_add(played.ok_or(PlanError::IllegalMove { step: i + 1 })?);
    }
    if problem.is_goal(&state) { Ok(cost) } else { Err(PlanError::NotAGoal) }
}

/// Checks a plan and its cost by the rules of `problem`, which may be other code than the solver's.
///
/// # Errors
/// As [`replay`], or a cost that is not the one the plan says.
pub fn validate<P: Problem>(problem: &P, plan: &Plan<P::Action>) -> Result<(), PlanError> {
    let real = replay(problem, &plan.actions)?;
    if real == plan.cost { Ok(()) } else { Err(PlanError::WrongCost { said: plan.cost, real }) }
}
