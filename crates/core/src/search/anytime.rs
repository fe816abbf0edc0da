//! Anytime weighted A\*: a plan early, then better ones until the best is proved optimal.
//!
//! After each plan the search continues with a lower weight, and prunes nodes that cannot be cheaper than
//! the best plan so far; when nothing is left, that plan is optimal (Hansen and Zhou 2007). A lower weight
//! finds better plans and raises the lower bound (Likhachev, Gordon and Thrun 2003); nothing is expanded
//! again because of it.

use super::{BestFirst, Rule, Search};
use crate::frontier::Priority;
use crate::limits::Gauge;
use crate::outcome::{Gap, Ratio};
use crate::strategy::{GoalTest, Parents};
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
        // What the final proof needs.
        let (parents, goal_test) = (Parents::Cheapest, GoalTest::Late);
        let rule = Rule { reopen: true, parents, goal_test, ..Rule::new(strategy) };
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

    /// Returns what every plan not found yet costs at least, if that is proved.
    fn proved_bound(&self) -> Option<Cost> {
        if self.misses_nothing() { self.search.lower_bound() } else { None }
    }

    /// Lowers the weight of h, unless another frontier would exceed the memory limit.
    fn lower_weight<O: Observer<P::State, P::Action>>(
        &mut self,
        limits: &Limits<'_>,
        observer: &mut O,
    ) {
        let weight = self.search.weight();
        let lower = lower(weight);
        if lower != weight && limits.memory_left(self.search.bytes_to_reorder()).is_some() {
            self.search.reorder(lower);
            observer.reordered(lower);
        }
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

/// Returns the weight after a plan: what it exceeds 1 by is reduced by a third, in eighths.
fn lower(weight: Ratio) -> Ratio {
    let Ratio { numerator, denominator } = weight;
    let excess = 8 * 2 * u64::from(numerator - denominator) / (3 * u64::from(denominator));
    Ratio::new(8 + excess as u32, 8)
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
                    let (cost, bound) = (plan.cost, self.proved_bound());
                    let stats = self.search.stats();
                    (stats.best_plan, stats.lower_bound) = (Some(cost), bound);
                    self.best = Some(plan);
                    self.lower_weight(limits, observer);
                }
                ended => {
                    let is_open = self.best.is_none() && matches!(ended, Outcome::Stopped(_));
                    let bound = if is_open { self.proved_bound() } else { None };
                    let stats = self.search.stats();
                    (stats.best_plan, stats.lower_bound) = (None, bound);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Algorithm;
    use crate::search::drive;
    use crate::test_graph::Graph;

    #[test]
    fn the_weight_falls_to_one() {
        let mut weights = vec![Ratio::new(3, 1)];
        while weights[weights.len() - 1] != Ratio::new(1, 1) {
            weights.push(lower(weights[weights.len() - 1]));
        }
        let weights: Vec<_> = weights.into_iter().map(Ratio::as_f64).collect();
        assert_eq!(weights, [3.0, 2.25, 1.75, 1.5, 1.25, 1.125, 1.0]);
        assert_eq!(lower(Ratio::new(1, 1)), Ratio::new(1, 1));
        assert_eq!(lower(Ratio::new(1_000_000, 1000)), Ratio::new(667, 1));
        assert_eq!(lower(Ratio::new(1_001, 1000)), Ratio::new(1, 1));
    }

    /// The first path to a state is not the cheapest one.
    #[test]
    fn cheaper_paths_count_whatever_the_strategy_says() {
        let graph = Graph::new(vec![vec![(1, 5), (2, 1)], vec![(3, 10)], vec![(1, 1)], vec![]]);
        let strategy = Strategy {
            parents: Parents::First,
            ..Strategy::new(Algorithm::Anytime(Ratio::new(1, 1)))
        };
        let report = drive(Anytime::new(&graph, &strategy), &mut Limits::none(), &mut ());
        assert!(matches!(
            report.outcome,
            Outcome::Solved(Plan { cost: 12, .. }, Optimality::Proved)
        ));
    }
}
