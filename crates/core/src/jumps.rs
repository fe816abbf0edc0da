//! Search over jumps: moves that are repeated until something changes. It visits fewer states.

use crate::abilities::Jumping;
use crate::search::{Report, Unsupported};
use crate::{Cost, Limits, Observer, Outcome, Plan, Problem, Strategy, solve};

/// Solves a problem by its jumps and returns a plan of single moves. The observer sees jumps.
///
/// # Panics
/// If a jump violates its contract, so that it is not a repeated move.
pub(crate) fn solve_by_jumps<P: Jumping, O: Observer<P::State, P::Action>>(
    problem: &P,
    strategy: &Strategy,
    limits: &mut Limits<'_>,
    observer: &mut O,
) -> Result<Report<P::Action>, Unsupported> {
    let jumps = problem.jumps();
    let mut report = solve(&jumps, strategy, limits, observer)?;
    if let Outcome::Solved(plan, _) = &mut report.outcome {
        *plan = single_moves(problem, &jumps, plan).expect("a jump repeats a move at its cost");
    }
    Ok(report)
}

/// Returns a plan of single moves; `None` if a jump is not a repeated move.
fn single_moves<P: Problem>(
    problem: &P,
    jumps: &impl Problem<State = P::State, Action = P::Action>,
    plan: &Plan<P::Action>,
) -> Option<Plan<P::Action>> {
    let (mut state, mut actions, mut total) = (problem.start(), vec![], 0);
    for &action in &plan.actions {
        let (cost, end) = jumps.apply(&state, action)?;
        let mut sum: Cost = 0;
        // Moves cost something, so this ends.
        while sum < cost {
            let (added, next) = problem.apply(&state, action)?;
            (state, sum) = (next, sum.checked_add(added.max(1))?);
            actions.push(action);
        }
        total += cost;
        if state != end || sum != cost {
            return None;
        }
    }
    Some(Plan { actions, cost: total })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Abilities, Optimality, validate};

    /// Walk from 0 to 100 by steps of 1, and jump by tens: to the next multiple.
    struct Line {
        /// How far a jump leads, which should be a multiple of 10.
        length: u32,
        is_jumping: bool,
    }

    impl Problem for Line {
        type State = u32;
        type Key = u32;
        type Action = u8;
        fn start(&self) -> u32 {
            0
        }
        fn is_goal(&self, state: &u32) -> bool {
            *state == 100
        }
        fn successors(&self, &state: &u32, visit: &mut impl FnMut(u8, Cost, u32)) {
            let by = if self.is_jumping { self.length } else { 1 };
            visit(1, if self.is_jumping { 20 } else { 2 }, state + by);
        }
        fn pack(&self, &state: &u32) -> u32 {
            state
        }
        fn unpack(&self, &key: &u32) -> u32 {
            key
        }
        fn abilities<O: Observer<u32, u8>>(&self) -> Abilities<Self, O> {
            if self.is_jumping { Abilities::plain() } else { Abilities::plain().jumping() }
        }
    }

    impl Jumping for Line {
        type Jumps<'p> = Self;
        fn jumps(&self) -> Self {
            Self { is_jumping: true, ..*self }
        }
    }

    #[test]
    fn a_plan_of_jumps_becomes_one_of_single_moves() {
        let line = Line { length: 10, is_jumping: false };
        let run = |limits: Limits<'_>| {
            solve(&line, &"astar:jumps=yes".parse().unwrap(), &mut { limits }, &mut ())
        };
        let report = run(Limits::none()).unwrap();
        assert_eq!(report.stats.expanded, 10);
        let Outcome::Solved(plan, Optimality::NotClaimed) = &report.outcome else {
            panic!("{report:?}")
        };
        assert_eq!((plan.actions.len(), plan.cost), (100, 200));
        assert_eq!(validate(&line, plan), Ok(()));
        assert!(run(Limits::none().depth(200)).is_err(), "depth counts single moves");
        let jumps = line.jumps();
        assert!(
            solve(&jumps, &"ucs:jumps=yes".parse().unwrap(), &mut Limits::none(), &mut ()).is_err()
        );
        // A jump that ends elsewhere than its moves.
        let wrong = Line { length: 20, is_jumping: true };
        assert_eq!(single_moves(&line, &wrong, &Plan { actions: vec![1], cost: 20 }), None);
    }
}
