//! Descent along a heuristic that is perfect, or nearly so.
//!
//! In each state the search plays a move that lowers h by the move's cost. With a perfect heuristic
//! there is such a move until the goal is reached, and no state off the path is visited. The plan
//! then costs h(start); if h is admissible, no plan is cheaper. The proof depends on this sum only,
//! not on how the moves were found.

use super::Search;
use crate::abilities::{Downhill, InPlace};
use crate::limits::Gauge;
use crate::observe::Node;
use crate::outcome::Gap;
use crate::store::{held, push};
use crate::{Claim, Cost, Limits, Observer, Optimality, Outcome, Plan, Problem, Stats};
use std::ops::ControlFlow;

/// A descent. It holds one state and the moves so far.
pub struct Descent<'p, P: Downhill> {
    problem: &'p P,
    state: P::State,
    hint: P::Hint,
    plan: Plan<P::Action>,
    stats: Stats,
}

debug_by_stats!(Descent, [P: Downhill], Descent<'_, P>);

impl<'p, P: Downhill> Descent<'p, P> {
    /// Creates the search.
    #[must_use]
    pub fn new(problem: &'p P) -> Self {
        let state = problem.start();
        let stats = Stats {
            bound: problem.h(&state),
            iterations: 1,
            max_frontier: 1,
            max_frontier_with_stale: 1,
            ..Stats::default()
        };
        let plan = Plan { actions: vec![], cost: 0 };
        Self { problem, state, hint: P::Hint::default(), plan, stats }
    }

    fn node(&self) -> Node<'_, P::State> {
        Node { id: self.plan.actions.len() as u64, state: &self.state, g: self.plan.cost }
    }
}

impl<P: Downhill> Search<P::State, P::Action> for Descent<'_, P> {
    fn advance<O: Observer<P::State, P::Action>>(
        &mut self,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Outcome<Plan<P::Action>> {
        loop {
            if let ControlFlow::Break(stop) = self.poll(limits) {
                return Outcome::Stopped(stop);
            }
            let tried = &mut self.stats.generated;
            let found = self.problem.downhill(&self.state, &mut self.hint, tried);
            let Some(action) = found else { break };
            observer.expanded(&self.node());
            let Some(cost) = self.problem.play(&mut self.state, action) else { break };
            self.stats.expanded += 1;
            self.plan.cost = self.plan.cost.saturating_add(cost);
            push(&mut self.plan.actions, action);
            observer.played(action, &self.node());
        }
        if !self.problem.is_goal(&self.state) {
            return Outcome::NotFound(Gap::Uphill);
        }
        observer.solved(&self.node());
        let is_proved = self.problem.claim().is_admissible() && self.plan.cost == self.stats.bound;
        Outcome::Solved(self.plan.clone(), Optimality::proved_if(is_proved))
    }

    fn stats(&mut self) -> &mut Stats {
        &mut self.stats
    }

    /// Counts the plan; the one state belongs to the problem.
    fn gauge(&self) -> Gauge {
        Gauge::new(1, held(&self.plan.actions))
    }

    /// Returns h(start).
    fn lower_bound(&self) -> Option<Cost> {
        Some(self.stats.bound)
    }
}

/// Adapts a problem with small states: all moves are tried in their order.
#[derive(Debug)]
pub struct Copied<'p, P>(pub &'p P);

impl<P: Problem> InPlace for Copied<'_, P> {
    type State = P::State;
    type Action = P::Action;

    fn start(&self) -> P::State {
        self.0.start()
    }

    fn is_goal(&self, state: &P::State) -> bool {
        self.0.is_goal(state)
    }

    fn play(&self, state: &mut P::State, action: P::Action) -> Option<Cost> {
        let (cost, next) = self.0.apply(state, action)?;
        *state = next;
        Some(cost)
    }
}

impl<P: Problem> Downhill for Copied<'_, P> {
    type Hint = ();

    fn h(&self, state: &P::State) -> Cost {
        self.0.h(state)
    }

    fn claim(&self) -> Claim {
        self.0.claim()
    }

    fn downhill(&self, state: &P::State, (): &mut (), tried: &mut u64) -> Option<P::Action> {
        // At a goal the plan ends, even if h is not 0.
        if self.0.is_goal(state) {
            return None;
        }
        let h = self.0.h(state);
        let mut found = None;
        self.0.visit_successors(state, &mut |action, cost, next| {
            if found.is_none() {
                *tried += 1;
                let next_h = self.0.h(&next);
                // Strictly lower, so that moves of cost 0 cannot form a cycle.
                if next_h < h && cost <= h - next_h {
                    found = Some(action);
                }
            }
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stop;
    use crate::test_graph::Graph;

    /// 0 → 1 → 3 costs 5, 0 → 2 → 3 costs 4.
    fn graph(h: [Cost; 4], claim: Claim) -> Graph {
        let arcs = vec![vec![(1, 2), (2, 1)], vec![(3, 3), (0, 0)], vec![(3, 3), (0, 0)], vec![]];
        Graph { h: h.to_vec(), claim, ..Graph::new(arcs) }
    }

    #[test]
    fn perfect_heuristic_proves_the_plan() {
        for (h, claim, optimality) in [
            ([4, 3, 3, 0], Claim::Consistent, Optimality::Proved),
            ([4, 3, 3, 0], Claim::Nothing, Optimality::NotClaimed),
            // If h(start) is too high, a cheaper plan proves nothing.
            ([9, 8, 3, 0], Claim::Consistent, Optimality::NotClaimed),
        ] {
            let plan = Plan { actions: vec![1, 0], cost: 4 };
            assert_eq!(graph(h, claim).outcome("descent"), Outcome::Solved(plan, optimality));
        }
    }

    #[test]
    fn imperfect_heuristic_ends_without_a_plan() {
        for h in [[1, 1, 1, 0], [0; 4], [3, 2, 2, 0], [9, 9, 0, 0]] {
            let outcome = graph(h, Claim::Consistent).outcome("descent");
            assert_eq!(outcome, Outcome::NotFound(Gap::Uphill), "{h:?}");
        }
    }

    #[test]
    fn stopped_descent_resumes() {
        struct Visited(Vec<(usize, Cost)>);
        impl Observer<usize, usize> for Visited {
            fn expanded(&mut self, node: &Node<'_, usize>) {
                self.0.push((*node.state, node.g));
            }
            fn solved(&mut self, node: &Node<'_, usize>) {
                self.0.push((*node.state, node.g));
            }
        }
        let graph = graph([4, 3, 3, 0], Claim::Consistent);
        let copied = Copied(&graph);
        let mut search = Descent::new(&copied);
        let mut visited = Visited(vec![]);
        let first = search.run(&mut Limits::none().expansions(1), &mut visited);
        assert_eq!(first, Outcome::Stopped(Stop::Expansions));
        assert_eq!(search.run(&mut Limits::none(), &mut visited).cost(), Some(4));
        assert_eq!(visited.0, [(0, 0), (2, 1), (3, 4)]);
    }
}
