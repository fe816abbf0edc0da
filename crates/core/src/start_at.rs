//! The same problem from another state, such as one that a player has come to.

use crate::{Claim, Cost, Problem};

/// A problem that starts elsewhere.
#[derive(Debug)]
pub struct StartAt<'p, P: Problem> {
    problem: &'p P,
    start: P::State,
}

impl<'p, P: Problem> StartAt<'p, P> {
    /// The problem from this state on.
    pub fn new(problem: &'p P, start: P::State) -> Self {
        Self { problem, start }
    }
}

impl<P: Problem> Problem for StartAt<'_, P> {
    type State = P::State;
    type Key = P::Key;
    type Action = P::Action;

    fn start(&self) -> P::State {
        self.start.clone()
    }

    fn is_goal(&self, state: &P::State) -> bool {
        self.problem.is_goal(state)
    }

    #[inline]
    fn successors(&self, state: &P::State, visit: &mut impl FnMut(P::Action, Cost, P::State)) {
        self.problem.successors(state, visit);
    }

    #[inline]
    fn successors_after(
        &self,
        state: &P::State,
        previous: Option<P::Action>,
        visit: &mut impl FnMut(P::Action, Cost, P::State),
    ) {
        self.problem.successors_after(state, previous, visit);
    }

    #[inline]
    fn pack(&self, state: &P::State) -> P::Key {
        self.problem.pack(state)
    }

    #[inline]
    fn unpack(&self, key: &P::Key) -> P::State {
        self.problem.unpack(key)
    }

    #[inline]
    fn h(&self, state: &P::State) -> Cost {
        self.problem.h(state)
    }

    fn claim(&self) -> Claim {
        self.problem.claim()
    }

    fn undoes(&self, previous: P::Action, next: P::Action) -> bool {
        self.problem.undoes(previous, next)
    }

    fn apply(&self, state: &P::State, action: P::Action) -> Option<(Cost, P::State)> {
        self.problem.apply(state, action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_graph::TestGraph;
    use crate::{Limits, solve};

    #[test]
    fn the_rest_of_a_plan_is_found_from_the_middle() {
        let graph = TestGraph {
            arcs: vec![(0, 1, 2), (1, 2, 3), (0, 2, 9)],
            goals: vec![2],
            h: vec![0; 3],
            claim: Claim::Consistent,
        };
        let strategy = "ucs".parse().unwrap();
        let whole = solve(&graph, &strategy, &mut Limits::none(), &mut ()).unwrap();
        let rest =
            solve(&StartAt::new(&graph, 1), &strategy, &mut Limits::none(), &mut ()).unwrap();
        assert_eq!((whole.outcome.cost(), rest.outcome.cost()), (Some(5), Some(3)));
    }
}
