//! Search over jumps: moves that are repeated until something changes. It visits fewer states.

use crate::abilities::Jumping;
use crate::search::{Report, Unsupported};
use crate::{Limits, Outcome, Plan, Problem, Stats, Strategy, solve};
use std::time::Instant;

/// Solves a problem by its jumps and returns a plan of single moves.
///
/// # Panics
/// If a jump violates its contract, so that it is not a repeated move.
pub(crate) fn solve_by_jumps<P: Jumping>(
    problem: &P,
    strategy: &Strategy,
    limits: &mut Limits<'_>,
) -> Result<Report<P::Action>, Unsupported> {
    let begun = Instant::now();
    let jumps = problem.jumps(limits);
    let prepared = begun.elapsed();
    let jumps = match jumps {
        Ok(jumps) => jumps,
        Err(stop) => {
            let stats = Stats { elapsed: prepared, ..Stats::default() };
            return Ok(Report { outcome: Outcome::Stopped(stop), stats });
        }
    };
    let mut report = solve(&jumps, strategy, limits, &mut ())?;
    report.stats.elapsed += prepared;
    if let Outcome::Solved(plan, _) = &mut report.outcome {
        *plan = single_moves(problem, &jumps, plan).expect("a jump repeats a move at its cost");
    }
    Ok(report)
}

/// Returns a plan of single moves; `None` if a jump is not a repeated move.
fn single_moves<P: Problem>(
    problem: &P,
    jumps: &impl Problem<Action = P::Action>,
    plan: &Plan<P::Action>,
) -> Option<Plan<P::Action>> {
    let (mut state, mut place) = (problem.start(), jumps.start());
    let (mut actions, mut total) = (vec![], 0);
    for &action in &plan.actions {
        let (cost, end) = jumps.apply(&place, action)?;
        place = end;
        let mut rest = cost;
        while rest > 0 {
            let (cost, next) = problem.apply(&state, action)?;
            rest = rest.checked_sub(cost).filter(|_| cost > 0)?;
            state = next;
            actions.push(action);
        }
        total += cost;
    }
    problem.is_goal(&state).then_some(Plan { actions, cost: total })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Abilities, Cost, Observer, Optimality, Stop, validate};

    /// Walk from 0 to 100 by steps of 1, and jump by tens: to the next multiple.
    struct Line {
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
            let by = if self.is_jumping { 10 } else { 1 };
            visit(1, 2 * by, state + by);
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
        fn jumps(&self, _limits: &mut Limits<'_>) -> Result<Self, Stop> {
            Ok(Self { is_jumping: true })
        }
    }

    #[test]
    fn a_plan_of_jumps_becomes_one_of_single_moves() {
        let line = Line { is_jumping: false };
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
        let jumps = line.jumps(&mut Limits::none()).unwrap();
        assert!(
            solve(&jumps, &"ucs:jumps=yes".parse().unwrap(), &mut Limits::none(), &mut ()).is_err()
        );
        // Jumps that end before the goal of the single moves, and an illegal one.
        for actions in [vec![1], vec![2]] {
            assert_eq!(single_moves(&line, &jumps, &Plan { actions, cost: 20 }), None);
        }
    }
}
