//! Anytime weighted A\*: a plan early, then better ones until the best is proved optimal.
//!
//! After its first plan the search continues and prunes nodes that cannot be cheaper than the best
//! plan so far; when nothing is left, that plan is optimal (Hansen and Zhou 2007).

use super::{BestFirst, Rule, Search};
use crate::frontier::Priority;
use crate::limits::Gauge;
use crate::outcome::{Gap, Ratio};
use crate::strategy::GoalTest;
use crate::{Cost, Limits, Observer, Optimality, Outcome, Plan, Problem, Stats, Strategy};

/// An anytime search.
#[derive(Debug)]
pub struct Anytime<'p, P: Problem> {
    problem: &'p P,
    search: BestFirst<'p, P, Priority>,
    /// The best plan so far.
    best: Option<Plan<P::Action>>,
}

impl<'p, P: Problem> Anytime<'p, P> {
    /// Creates the search.
    #[must_use]
    pub fn new(problem: &'p P, strategy: &Strategy) -> Self {
        // The final proof needs both.
        let rule = Rule { reopen: true, goal_test: GoalTest::Late, ..Rule::new(strategy) };
        Self { problem, search: BestFirst::by_f(problem, rule, strategy.ties), best: None }
    }

    /// Returns whether every cheaper plan goes through a node that waits or was pruned for its cost, so that
    /// the lower bound holds.
    fn misses_nothing(&self) -> bool {
        // Other gaps may hide a cheaper plan.
        let may_hide = self.search.gap().is_some_and(|gap| gap != Gap::Cost);
        // So may a state that was closed at too high a cost and is never opened again.
        self.problem.claim().is_admissible() && !may_hide && self.search.reopens()
    }

    fn optimality(&self, cost: Cost) -> Optimality {
        if !self.misses_nothing() {
            return Optimality::NotClaimed;
        }
        match self.search.lower_bound() {
            Some(0) if cost > 0 => Optimality::NotClaimed,
            Some(bound) if bound < cost => Optimality::Within(Ratio::new(cost, bound)),
            _ => Optimality::Proved,
        }
    }
}

impl<P: Problem> Search<P::State, P::Action> for Anytime<'_, P> {
    /// A search that is stopped before its first plan stores the lower bound, if it is proved. One that is
    /// stopped later returns the best plan so far, with how far it can be from the optimum.
    fn advance<O: Observer<P::State, P::Action>>(
        &mut self,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Outcome<Plan<P::Action>> {
        loop {
            match self.search.advance(limits, observer) {
                Outcome::Solved(plan, _) => {
                    self.search.only_cheaper_than(plan.cost);
                    self.best = Some(plan);
                }
                ended => {
                    let is_open = self.best.is_none() && matches!(ended, Outcome::Stopped(_));
                    let bound = if is_open && self.misses_nothing() {
                        self.search.lower_bound()
                    } else {
                        None
                    };
                    self.search.stats().lower_bound = bound;
                    let Some(plan) = &self.best else { return ended };
                    return Outcome::Solved(plan.clone(), self.optimality(plan.cost));
                }
            }
        }
    }

    fn stats(&mut self) -> &mut Stats {
        self.search.stats()
    }

    fn gauge(&self) -> Gauge {
        self.search.gauge()
    }

    fn lower_bound(&self) -> Option<Cost> {
        self.search.lower_bound()
    }
}
