//! Anytime search: a plan early, then better ones until the best is proved optimal.
//!
//! It begins as weighted A\*. After each plan it continues with a lower weight, and prunes nodes that cannot be
//! cheaper than the best plan so far; when nothing is left, that plan is optimal (Hansen and Zhou 2007). A
//! lower weight finds better plans and raises the lower bound (Likhachev, Gordon and Thrun 2003).
//!
//! A search that gets large is left to two others, which take turns: beams, each twice as wide as the one
//! before, find better plans at a steady rate; A\* raises the lower bound, and ends with the proof.

use super::{Beam, BestFirst, LinkedAStar, Rule, Search};
use crate::frontier::{LARGEST_IN_BUCKETS, Priority};
use crate::limits::Gauge;
use crate::outcome::{Gap, Ratio};
use crate::strategy::{Duplicates, GoalTest, Parents};
use crate::{Cost, Limits, Observer, Optimality, Outcome, Plan, Problem, Stats, Strategy};

/// The number of expansions from which a search is large.
const LARGE: u64 = 100_000;

/// The number of expansions in a turn of a large search.
const TURN: u64 = 1 << 12;

/// The width of the first beam.
const FIRST_WIDTH: u32 = 1_000;

/// An anytime search.
#[derive(Debug)]
pub struct Anytime<'p, P: Problem> {
    problem: &'p P,
    search: BestFirst<'p, P, Priority>,
    /// What a large search continues with.
    pair: Option<Pair<'p, P>>,
    /// The best plan so far.
    best: Option<Plan<P::Action>>,
    stats: Stats,
}

/// Two searches that take turns. Each has a bound of its own in its statistics.
#[derive(Debug)]
struct Pair<'p, P: Problem> {
    /// Finds plans; nothing if a wider beam would keep the same states.
    beam: Option<Beam<'p, P>>,
    width: u32,
    layer: u32,
    /// Raises the lower bound, and finds the cheapest plan.
    proof: LinkedAStar<'p, P>,
    f: Cost,
    /// The lower bound before the first turn.
    bound_before: Cost,
}

impl<'p, P: Problem> Anytime<'p, P> {
    /// Creates the search.
    #[must_use]
    pub fn new(problem: &'p P, strategy: &Strategy) -> Self {
        // What the final proof needs.
        let (parents, goal_test) = (Parents::Cheapest, GoalTest::Late);
        let rule = Rule { reopen: true, parents, goal_test, ..Rule::new(strategy) };
        let mut search = BestFirst::by_f(problem, rule, strategy.ties);
        let stats = *search.stats();
        Self { problem, search, pair: None, best: None, stats }
    }

    /// Returns whether every cheaper plan goes through a node that waits or was pruned for its cost, so that
    /// the lower bound holds.
    fn misses_nothing(&self) -> bool {
        // Other gaps may hide a cheaper plan.
        let may_hide = self.search.gap().is_some_and(|gap| gap != Gap::Cost);
        // So may a state that was closed at too high a cost and is never opened again.
        self.problem.claim().is_admissible() && !may_hide && self.search.reopens()
    }

    /// Returns whether a pair of searches may continue: its A\* drops duplicates, and needs a consistent
    /// heuristic, small costs, and no limit on depth or cost.
    fn may_divide<O: Observer<P::State, P::Action>>(&self, limits: &Limits<'_>) -> bool {
        let is_unlimited = limits.max_depth().is_none() && limits.max_cost().is_none();
        let is_graph_search = self.search.rule.duplicates == Duplicates::Graph;
        let is_safe = self.problem.claim().is_consistent() && self.misses_nothing();
        let h = || self.problem.h(&self.problem.start());
        !O::WATCHES
            && is_unlimited
            && is_graph_search
            && is_safe
            && u64::from(h()) <= LARGEST_IN_BUCKETS
    }

    /// Runs until a plan is found, nothing is left or a limit is reached. Returns nothing at the end of a turn.
    fn take_turn<O: Observer<P::State, P::Action>>(
        &mut self,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Option<Outcome<Plan<P::Action>>> {
        let expanded = self.stats.expanded;
        if expanded < LARGE || !self.may_divide::<O>(limits) {
            let end = if expanded < LARGE { LARGE } else { u64::MAX };
            *self.search.stats() = self.stats;
            let ended = limits.beginning(end, |limits| self.search.advance(limits, observer));
            self.stats = *self.search.stats();
            return ended;
        }
        let Self { problem, search, pair, best, stats } = self;
        let pair =
            pair.get_or_insert_with(|| Pair::new(problem, search.lower_bound().unwrap_or(0)));
        pair.take_turn(problem, best.as_ref().map(|plan| plan.cost), search.gauge(), stats, limits)
    }

    /// Returns what every plan not found yet costs at least, if that is proved.
    fn proved_bound(&self) -> Option<Cost> {
        match &self.pair {
            Some(pair) => Some(pair.lower_bound()),
            // If nothing waits, there is no other plan.
            None => self.misses_nothing().then(|| self.search.lower_bound().unwrap_or(Cost::MAX)),
        }
    }

    /// Stores a plan, and looks for cheaper ones with a lower weight of h, unless another frontier would exceed
    /// the memory limit.
    fn improve<O: Observer<P::State, P::Action>>(
        &mut self,
        plan: Plan<P::Action>,
        limits: &Limits<'_>,
        observer: &mut O,
    ) {
        (self.stats.best_plan, self.stats.lower_bound) = (Some(plan.cost), self.proved_bound());
        self.search.only_cheaper_than(plan.cost);
        self.best = Some(plan);
        let weight = self.search.weight();
        let lower = lower(weight);
        if self.pair.is_none()
            && lower != weight
            && limits.memory_left(self.search.bytes_to_reorder()).is_some()
        {
            self.search.reorder(lower);
            observer.reordered(lower);
        }
    }

    /// Ends a run: returns the best plan if the search has not just found the cheapest one.
    fn end(
        &mut self,
        ended: Outcome<Plan<P::Action>>,
        bound: Option<Cost>,
    ) -> Outcome<Plan<P::Action>> {
        let is_open = self.best.is_none() && matches!(ended, Outcome::Stopped(_));
        self.stats.best_plan = None;
        self.stats.lower_bound = bound.filter(|&bound| is_open && bound < Cost::MAX);
        match &self.best {
            Some(plan) if ended.cost().is_none() => {
                Outcome::Solved(plan.clone(), optimality(plan.cost, bound))
            }
            _ => ended,
        }
    }
}

impl<'p, P: Problem> Pair<'p, P> {
    fn new(problem: &'p P, bound_before: Cost) -> Self {
        Self {
            beam: Some(Beam::new(problem, FIRST_WIDTH, false)),
            width: FIRST_WIDTH,
            layer: 0,
            proof: LinkedAStar::new(problem),
            f: 0,
            bound_before,
        }
    }

    fn lower_bound(&self) -> Cost {
        self.f.max(self.bound_before)
    }

    fn gauge(&self) -> Gauge {
        let beam = self.beam.as_ref().map(Search::gauge).unwrap_or_default();
        self.proof.gauge().and(beam)
    }

    /// Runs the search whose turn it is, beside another one of size `waiting`. A plan must cost less than `best`.
    fn take_turn(
        &mut self,
        problem: &'p P,
        best: Option<Cost>,
        waiting: Gauge,
        stats: &mut Stats,
        limits: &mut Limits<'_>,
    ) -> Option<Outcome<Plan<P::Action>>> {
        let turn = stats.expanded / TURN;
        let end = (turn + 1) * TURN;
        let Some(beam) = self.beam.as_mut().filter(|_| turn % 2 == 0) else {
            let beam = self.beam.as_ref().map(Search::gauge).unwrap_or_default();
            let (proof, f) = (&mut self.proof, &mut self.f);
            let run = |limits: &mut Limits<'_>| run(proof, f, stats, end, limits);
            let ended = limits.beside(waiting.and(beam), run);
            stats.lower_bound = best.map(|_| self.lower_bound());
            return ended;
        };
        beam.only_cheaper_than(best);
        let layer = &mut self.layer;
        let run = |limits: &mut Limits<'_>| run(beam, layer, stats, end, limits);
        let ended = limits.beside(waiting.and(self.proof.gauge()), run)?;
        if matches!(ended, Outcome::Stopped(_)) {
            return Some(ended);
        }
        stats.peak_bytes = stats.peak_bytes.max(waiting.and(self.gauge()).bytes);
        let may_improve = matches!(ended, Outcome::Solved(..) | Outcome::NotFound(Gap::Beam));
        (self.width, self.layer) = (self.width.saturating_mul(2), 0);
        self.beam = may_improve.then(|| Beam::new(problem, self.width, false));
        // A beam without a plan proves nothing.
        ended.cost().map(|_| ended)
    }
}

/// Runs a search until there are so many expansions; it adds to `stats`, and has a bound of its own.
fn run<S, A>(
    search: &mut impl Search<S, A>,
    bound: &mut u32,
    stats: &mut Stats,
    expansions: u64,
    limits: &mut Limits<'_>,
) -> Option<Outcome<Plan<A>>> {
    *search.stats() = Stats { bound: *bound, ..*stats };
    let ended = limits.beginning(expansions, |limits| search.advance(limits, &mut ()));
    *bound = search.stats().bound;
    *stats = Stats { bound: stats.bound, ..*search.stats() };
    ended
}

/// Returns what is proved of the best plan if every other one costs at least `bound`.
fn optimality(cost: Cost, bound: Option<Cost>) -> Optimality {
    match bound {
        Some(bound) if bound >= cost => Optimality::Proved,
        None | Some(0) => Optimality::NotClaimed,
        Some(bound) => Optimality::Within(Ratio::new(cost, bound)),
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
            match self.take_turn(limits, observer) {
                Some(Outcome::Solved(plan, optimality)) if optimality != Optimality::Proved => {
                    self.improve(plan, limits, observer);
                }
                Some(ended) => {
                    let bound = self.proved_bound();
                    return self.end(ended, bound);
                }
                None => {}
            }
            let bound = self.pair.as_ref().map(Pair::lower_bound);
            if self.best.as_ref().is_some_and(|plan| bound >= Some(plan.cost)) {
                return self.end(Outcome::NotFound(Gap::Cost), bound);
            }
        }
    }

    fn stats(&mut self) -> &mut Stats {
        &mut self.stats
    }

    fn gauge(&self) -> Gauge {
        let pair = self.pair.as_ref().map(Pair::gauge).unwrap_or_default();
        self.search.gauge().and(pair)
    }

    fn lower_bound(&self) -> Option<Cost> {
        match &self.pair {
            Some(pair) => Some(pair.lower_bound()),
            None => self.search.lower_bound(),
        }
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
