//! Descent: down along a heuristic that is perfect, or nearly so.
//!
//! In each state a move is played that lowers the estimate by what it costs; with a perfect heuristic
//! there is one until the goal is reached, and no state is looked at that is not on the way. The plan
//! then costs what the start's estimate said, and if that never overestimates, no plan is cheaper:
//! the claim rests on this sum alone and not on how the moves were found.

use crate::store::{held, push};
use crate::{
    Claim, Cost, Downhill, Gap, Gauge, InPlace, Limits, Optimality, Outcome, Plan, Problem, Stats,
};
use std::ops::ControlFlow;
use std::time::Instant;

/// A descent under way. All it holds is one state and the moves so far.
pub struct Descent<'p, P: Downhill> {
    problem: &'p P,
    state: P::State,
    hint: P::Hint,
    plan: Plan<P::Action>,
    stats: Stats,
}

impl<'p, P: Downhill> Descent<'p, P> {
    /// A search that has not begun.
    #[must_use]
    pub fn new(problem: &'p P) -> Self {
        let state = problem.start();
        let bound = problem.h(&state);
        let stats = Stats {
            bound,
            iterations: 1,
            max_frontier: 1,
            max_frontier_with_stale: 1,
            ..Stats::default()
        };
        let plan = Plan { actions: vec![], cost: 0 };
        Self { problem, state, hint: P::Hint::default(), plan, stats }
    }

    /// What has been counted so far.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Goes down until no move leads further down or a limit is reached; after that, another call
    /// goes on. `watch` is told every state with what the way to it costs, and whether it is the end
    /// of a plan.
    pub fn run(
        &mut self,
        limits: &mut Limits<'_>,
        watch: &mut impl FnMut(&P::State, Cost, bool),
    ) -> Outcome<P::Action> {
        let begun = Instant::now();
        let stopped = loop {
            if let ControlFlow::Break(why) = limits.poll(&self.stats, || gauge(&self.plan)) {
                break Some(why);
            }
            let looked_at = &mut self.stats.generated;
            let found = self.problem.downhill(&self.state, &mut self.hint, looked_at);
            let Some(action) = found else { break None };
            watch(&self.state, self.plan.cost, false);
            let Some(cost) = self.problem.play(&mut self.state, action) else { break None };
            self.stats.expanded += 1;
            self.plan.cost = self.plan.cost.saturating_add(cost);
            push(&mut self.plan.actions, action);
        };
        self.stats.elapsed += begun.elapsed();
        self.stats.peak_bytes = gauge(&self.plan).bytes;
        if let Some(why) = stopped {
            return Outcome::Stopped(why);
        }
        if !self.problem.is_goal(&self.state) {
            return Outcome::NotFound(Gap::Uphill);
        }
        watch(&self.state, self.plan.cost, true);
        let proved = self.problem.claim().is_admissible() && self.plan.cost == self.stats.bound;
        let sure = if proved { Optimality::Proved } else { Optimality::NotClaimed };
        Outcome::Solved(self.plan.clone(), sure)
    }
}

/// What is held: the plan; the one state is the problem's own.
fn gauge<A>(plan: &Plan<A>) -> Gauge {
    let (bytes, bytes_after_growth) = held(&plan.actions);
    Gauge { frontier: 1, bytes, bytes_after_growth }
}

/// A problem with small states, whose moves are all tried in their order.
pub(super) struct Copied<'p, P>(pub &'p P);

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

    fn downhill(&self, state: &P::State, (): &mut (), looked_at: &mut u64) -> Option<P::Action> {
        // At a goal the way ends, whatever the estimate.
        if self.0.is_goal(state) {
            return None;
        }
        let h = self.0.h(state);
        let mut found = None;
        self.0.successors(state, &mut |action, cost, next| {
            if found.is_none() {
                *looked_at += 1;
                let below = self.0.h(&next);
                // Strictly down, so that moves that cost nothing cannot lead in a circle.
                if below < h && cost <= h - below {
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
    use crate::test_graph::TestGraph;
    use crate::{Strategy, solve};

    /// 0 → 1 → 3 costs 5, 0 → 2 → 3 costs 4.
    fn graph(h: [Cost; 4], claim: Claim) -> TestGraph {
        let arcs = vec![(0, 1, 2), (0, 2, 1), (1, 3, 3), (2, 3, 3), (1, 0, 0), (2, 0, 0)];
        TestGraph { arcs, goals: vec![3], h: h.to_vec(), claim }
    }

    fn descend(graph: &TestGraph) -> Outcome<u8> {
        let strategy: Strategy = "descent".parse().unwrap();
        solve(graph, &strategy, &mut Limits::none(), &mut ()).unwrap().outcome
    }

    #[test]
    fn a_perfect_heuristic_leads_to_a_proved_plan() {
        let plan = Plan { actions: vec![2, 3], cost: 4 };
        let perfect = graph([4, 3, 3, 0], Claim::Consistent);
        assert_eq!(descend(&perfect), Outcome::Solved(plan.clone(), Optimality::Proved));
        let unclaimed = graph([4, 3, 3, 0], Claim::Nothing);
        assert_eq!(descend(&unclaimed), Outcome::Solved(plan.clone(), Optimality::NotClaimed));
        // An estimate of the start that is too high proves nothing of a plan that is cheaper.
        let above = graph([9, 8, 3, 0], Claim::Consistent);
        assert_eq!(descend(&above), Outcome::Solved(plan, Optimality::NotClaimed));
    }

    #[test]
    fn an_imperfect_one_gives_up_and_never_goes_in_circles() {
        for h in [[1, 1, 1, 0], [0; 4], [3, 2, 2, 0], [9, 9, 0, 0]] {
            let outcome = descend(&graph(h, Claim::Consistent));
            assert_eq!(outcome, Outcome::NotFound(Gap::Uphill), "{h:?}");
        }
    }

    #[test]
    fn a_stopped_descent_goes_on() {
        let graph = graph([4, 3, 3, 0], Claim::Consistent);
        let copied = Copied(&graph);
        let mut search = Descent::new(&copied);
        let mut seen = vec![];
        let mut watch = |state: &u8, g, end| seen.push((*state, g, end));
        let first = search.run(&mut Limits::none().expansions(1), &mut watch);
        assert_eq!(first, Outcome::Stopped(crate::Stop::Expansions));
        let then = search.run(&mut Limits::none(), &mut watch);
        assert_eq!(then.cost(), Some(4));
        assert_eq!(seen, [(0, 0, false), (2, 1, false), (3, 4, true)]);
    }
}
