//! Anytime weighted A\*: a plan soon, then better ones until the best is proved.
//!
//! After its first plan the search goes on and leaves out whatever cannot be cheaper than the best
//! plan so far; when nothing is left, that plan is optimal (Hansen and Zhou 2007).

use super::{BestFirst, Rule};
use crate::frontier::Priority;
use crate::{
    Gap, GoalTest, Limits, Observer, Optimality, Outcome, Plan, Problem, Ratio, Stats, Strategy,
};

/// An anytime search under way.
pub struct Anytime<'p, P: Problem> {
    problem: &'p P,
    search: BestFirst<'p, P, Priority>,
    best: Option<Plan<P::Action>>,
}

impl<'p, P: Problem> Anytime<'p, P> {
    /// A search that has not begun; h is multiplied by `weight`.
    #[must_use]
    pub fn new(problem: &'p P, strategy: &Strategy, weight: Ratio) -> Self {
        let rule = Rule {
            // The proof at the end needs both.
            reopen: true,
            goal_test: GoalTest::Late,
            ..Rule::new(strategy, weight.denominator, weight.numerator)
        };
        Self { problem, search: BestFirst::by_f(problem, rule, strategy), best: None }
    }

    /// What has been counted so far.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        self.search.stats()
    }

    /// The best plan so far.
    #[must_use]
    pub fn best(&self) -> Option<&Plan<P::Action>> {
        self.best.as_ref()
    }

    /// Searches until the best plan is proved or a limit is reached; after that, another call goes on.
    ///
    /// A search that is stopped with a plan in hand returns it, with how far it can be from the best.
    pub fn run<O: Observer<P>>(
        &mut self,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Outcome<P::Action> {
        loop {
            let outcome = self.search.run(limits, observer);
            match outcome {
                Outcome::Solved(plan, _) => {
                    self.search.only_cheaper_than(plan.cost);
                    self.best = Some(plan);
                }
                ended => {
                    let Some(plan) = &self.best else { return ended };
                    return Outcome::Solved(plan.clone(), self.optimality(plan));
                }
            }
        }
    }

    fn optimality(&self, plan: &Plan<P::Action>) -> Optimality {
        // What a cost limit leaves out costs more than the plan; with the others one cannot know.
        if !self.problem.claim().is_admissible()
            || self.search.gap().is_some_and(|g| g != Gap::Cost)
        {
            return Optimality::NotClaimed;
        }
        match self.search.lower_bound() {
            Some(bound) if bound < plan.cost => match bound {
                0 => Optimality::NotClaimed,
                bound => Optimality::Within(Ratio::new(plan.cost, bound)),
            },
            _ => Optimality::Proved,
        }
    }
}
