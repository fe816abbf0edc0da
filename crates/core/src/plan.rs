//! Plans and their validation.

use crate::abilities::InPlace;
use crate::{Cost, DEAD_END, Problem};
use std::fmt;

/// A sequence of moves from the start to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Plan<A> {
    /// The moves, from first to last.
    pub actions: Vec<A>,
    /// The sum of their costs.
    pub cost: Cost,
}

/// The reason why a plan is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlanError {
    /// A move is illegal in the state where it is played.
    IllegalMove {
        /// The number of the move, from 1.
        step: usize,
    },
    /// All moves are legal, but the last state is not a goal.
    NotAGoal,
    /// The plan reaches a goal at another cost than it states.
    WrongCost {
        /// The cost that the plan states.
        stated: Cost,
        /// The sum of the costs of its moves.
        actual: Cost,
    },
    /// The costs of the moves add up to [`DEAD_END`] or more.
    TooExpensive,
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalMove { step } => write!(f, "move {step} is illegal"),
            Self::NotAGoal => f.write_str("the moves are legal but do not end in a goal"),
            Self::WrongCost { stated, actual } => {
                write!(f, "the plan states a cost of {stated}, but its moves cost {actual}")
            }
            Self::TooExpensive => {
                write!(f, "the moves cost more than {} together, the highest cost", DEAD_END - 1)
            }
        }
    }
}

impl std::error::Error for PlanError {}

/// Plays `actions` from the start of `problem` and returns their total cost.
///
/// # Errors
/// Fails at the first illegal move, if the last state is not a goal, or if the costs add up to too much.
pub fn replay<P: Problem>(
    problem: &P,
    actions: impl IntoIterator<Item = P::Action>,
) -> Result<Cost, PlanError> {
    let mut state = problem.start();
    let cost = total_cost(actions, |action| {
        let (cost, next) = problem.apply(&state, action)?;
        state = next;
        Some(cost)
    })?;
    if problem.is_goal(&state) { Ok(cost) } else { Err(PlanError::NotAGoal) }
}

/// Like [`replay`], but modifies one state in place.
///
/// # Errors
/// Fails like [`replay`].
pub fn replay_in_place<P: InPlace>(
    problem: &P,
    actions: impl IntoIterator<Item = P::Action>,
) -> Result<Cost, PlanError> {
    let mut state = problem.start();
    let cost = total_cost(actions, |action| problem.play(&mut state, action))?;
    if problem.is_goal(&state) { Ok(cost) } else { Err(PlanError::NotAGoal) }
}

/// Adds up what `play` returns for each action; `None` means that the action is illegal.
fn total_cost<A>(
    actions: impl IntoIterator<Item = A>,
    mut play: impl FnMut(A) -> Option<Cost>,
) -> Result<Cost, PlanError> {
    actions.into_iter().zip(1..).try_fold(0, |sum: Cost, (action, step)| {
        let cost = play(action).ok_or(PlanError::IllegalMove { step })?;
        let sum = sum.checked_add(cost).filter(|&sum| sum < DEAD_END);
        sum.ok_or(PlanError::TooExpensive)
    })
}

/// Checks a plan and its cost by the rules of `problem`.
///
/// Pass a second implementation of the rules to check a solver independently.
///
/// # Errors
/// Fails like [`replay`], or if the plan states a wrong cost.
pub fn validate<P: Problem>(problem: &P, plan: &Plan<P::Action>) -> Result<(), PlanError> {
    let (stated, actual) = (plan.cost, replay(problem, plan.actions.iter().copied())?);
    if actual == stated { Ok(()) } else { Err(PlanError::WrongCost { stated, actual }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_graph::Graph;

    /// A graph in which one state is changed in place.
    struct Moving(Graph);

    impl InPlace for Moving {
        type State = usize;
        type Action = usize;
        fn start(&self) -> usize {
            self.0.start()
        }
        fn is_goal(&self, state: &usize) -> bool {
            self.0.is_goal(state)
        }
        fn play(&self, state: &mut usize, action: usize) -> Option<Cost> {
            let (cost, next) = self.0.apply(state, action)?;
            *state = next;
            Some(cost)
        }
    }

    #[test]
    fn plans_are_replayed_and_validated() {
        // 0 → 1 → 2 costs 5; there is no move from the goal 2.
        let arcs = vec![vec![(1, 2)], vec![(2, 3)], vec![]];
        let graph = || Graph { goals: vec![2], ..Graph::new(arcs.clone()) };
        for (actions, expected) in [
            (&[0, 0][..], Ok(5)),
            (&[0], Err(PlanError::NotAGoal)),
            (&[0, 1], Err(PlanError::IllegalMove { step: 2 })),
            (&[0, 0, 0], Err(PlanError::IllegalMove { step: 3 })),
        ] {
            assert_eq!(replay(&graph(), actions.iter().copied()), expected);
            assert_eq!(replay_in_place(&Moving(graph()), actions.iter().copied()), expected);
            let plan = |cost| Plan { actions: actions.to_vec(), cost };
            assert_eq!(validate(&graph(), &plan(5)), expected.clone().map(|_| ()));
            let wrong = PlanError::WrongCost { stated: 4, actual: 5 };
            assert_eq!(validate(&graph(), &plan(4)), expected.and(Err(wrong)));
        }
    }

    #[test]
    fn costs_add_up_to_less_than_a_dead_end() {
        let graph = |last| Graph::new(vec![vec![(1, 4_000_000_000)], vec![(2, last)], vec![]]);
        assert_eq!(replay(&graph(294_967_294), [0, 0]), Ok(DEAD_END - 1));
        for last in [294_967_295, 400_000_000, DEAD_END] {
            assert_eq!(replay(&graph(last), [0, 0]), Err(PlanError::TooExpensive));
        }
    }
}
