//! Anytime search: a plan early, then better ones until the best is proved optimal.
//!
//! It begins as weighted A\*. After each plan it continues with a lower weight, and prunes nodes that cannot be
//! cheaper than the best plan so far. When nothing is left, that plan is optimal (Hansen and Zhou 2007). A
//! lower weight finds better plans and raises the lower bound (Likhachev, Gordon and Thrun 2003).
//!
//! After 100,000 expansions, two searches alternate if h is consistent. Beams of doubling width find better
//! plans. A\* raises the lower bound and proves the optimum.

use super::{Beam, BestFirst, LinkedAStar, Rule, Search};
use crate::frontier::{LARGEST_IN_BUCKETS, Priority};
use crate::limits::Gauge;
use crate::outcome::{Gap, Ratio};
use crate::strategy::{Duplicates, GoalTest, Parents, Ties};
use crate::{Cost, Limits, Observer, Optimality, Outcome, Plan, Problem, Stats, Stop, Strategy};

/// When and how two searches alternate.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    /// The expansions of weighted A\* before it.
    before: u64,
    /// The expansions in a turn.
    turn: u64,
    /// The width of the first beam.
    width: u32,
}

const SIZES: Sizes = Sizes { before: 100_000, turn: 1 << 12, width: 1_000 };

/// An anytime search.
#[derive(Debug)]
pub struct Anytime<'p, P: Problem> {
    problem: &'p P,
    ties: Ties,
    sizes: Sizes,
    search: BestFirst<'p, P, Priority>,
    pair: Option<Pair<'p, P>>,
    /// The best plan so far.
    best: Option<Plan<P::Action>>,
    stats: Stats,
}

/// The two searches that alternate.
#[derive(Debug)]
struct Pair<'p, P: Problem> {
    /// Finds plans; `None` if memory was short, or a wider beam would keep the same states.
    beam: Option<Beam<'p, P>>,
    /// Raises the lower bound.
    proof: LinkedAStar<'p, P>,
    /// A lower bound that was proved in another way.
    bound: Cost,
}

impl<'p, P: Problem> Anytime<'p, P> {
    /// Creates the search.
    #[must_use]
    pub fn new(problem: &'p P, strategy: &Strategy) -> Self {
        Self::with_sizes(problem, strategy, SIZES)
    }

    fn with_sizes(problem: &'p P, strategy: &Strategy, sizes: Sizes) -> Self {
        // What the final proof needs.
        let (parents, goal_test) = (Parents::Cheapest, GoalTest::Late);
        let rule = Rule { reopen: true, parents, goal_test, ..Rule::new(strategy) };
        let (ties, mut search) = (strategy.ties, BestFirst::by_f(problem, rule, strategy.ties));
        let stats = *search.stats();
        Self { problem, ties, sizes, search, pair: None, best: None, stats }
    }

    /// Returns whether every cheaper plan goes through a node that waits or was pruned for its cost, so that
    /// the lower bound holds.
    fn misses_nothing(&self) -> bool {
        // Other gaps may hide a cheaper plan.
        let may_hide = self.search.gap().is_some_and(|gap| gap != Gap::Cost);
        // So may a state that was closed at too high a cost and is never opened again.
        self.problem.claim().is_admissible() && !may_hide && self.search.reopens()
    }

    /// Returns whether the pair may work. Its beams need a plan, at whose cost they end. Its A\* needs a
    /// consistent heuristic and small costs, drops duplicates, and knows no limit on depth or cost.
    fn suits_pair<O: Observer<P::State, P::Action>>(&self, limits: &Limits<'_>) -> bool {
        let is_cheap = |cost| u64::from(cost) <= LARGEST_IN_BUCKETS;
        !O::WATCHES
            && self.stats.expanded >= self.sizes.before
            && self.best_cost().is_some_and(is_cheap)
            && limits.max_depth().is_none()
            && limits.max_cost().is_none()
            && self.search.rule.duplicates == Duplicates::Graph
            && self.problem.claim().is_consistent()
            && self.misses_nothing()
    }

    fn best_cost(&self) -> Option<Cost> {
        self.best.as_ref().map(|plan| plan.cost)
    }

    /// Runs until a plan is found, nothing is left or a limit is reached. Returns nothing at the end of a turn.
    fn take_turn<O: Observer<P::State, P::Action>>(
        &mut self,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Option<Outcome<Plan<P::Action>>> {
        if self.suits_pair::<O>(limits) {
            let best = self.best_cost();
            if self.pair.is_none() {
                let bound = self.search.lower_bound().unwrap_or(Cost::MAX);
                if best.is_some_and(|cost| bound >= cost) {
                    return Some(Outcome::NotFound(Gap::Cost));
                }
                self.stats.peak_bytes = self.stats.peak_bytes.max(self.search.gauge().bytes);
                self.pair = Some(Pair::new(self.problem, self.sizes.width, bound));
                // A later run that does not suit the pair begins anew.
                self.search = BestFirst::by_f(self.problem, self.search.rule, self.ties);
                self.search.only_cheaper_than(best.unwrap_or(Cost::MAX));
            }
            if let Some(pair) = &mut self.pair {
                return pair.take_turn(best, self.sizes.turn, &mut self.stats, limits);
            }
        }
        let before = self.sizes.before;
        let end = if self.stats.expanded < before { before } else { u64::MAX };
        run_until(end, &mut self.search, &mut self.stats, limits, observer)
    }

    /// Returns what every plan not found yet costs at least, if that is proved.
    fn proved_bound(&self) -> Option<Cost> {
        match &self.pair {
            Some(pair) => Some(pair.lower_bound()),
            // If nothing waits, there is no other plan.
            None => self.misses_nothing().then(|| self.search.lower_bound().unwrap_or(Cost::MAX)),
        }
    }

    /// Stores a plan. Weighted A\* continues with a lower weight, unless a second frontier would exceed the
    /// memory limit.
    fn improve<O: Observer<P::State, P::Action>>(
        &mut self,
        plan: Plan<P::Action>,
        limits: &Limits<'_>,
        observer: &mut O,
    ) {
        let bound = self.proved_bound().filter(|&bound| bound < Cost::MAX);
        (self.stats.best_plan, self.stats.lower_bound) = (Some(plan.cost), bound);
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

    /// Ends a run: returns the best plan if there is one. All others were proved to cost at least `bound`.
    fn end(
        &mut self,
        ended: Outcome<Plan<P::Action>>,
        bound: Option<Cost>,
    ) -> Outcome<Plan<P::Action>> {
        (self.stats.best_plan, self.stats.lower_bound) = (None, None);
        if let Some(plan) = &self.best {
            return Outcome::Solved(plan.clone(), optimality(plan.cost, bound));
        }
        if matches!(ended, Outcome::Stopped(_)) {
            self.stats.lower_bound = bound.filter(|&bound| bound < Cost::MAX);
        }
        ended
    }
}

impl<'p, P: Problem> Pair<'p, P> {
    fn new(problem: &'p P, width: u32, bound: Cost) -> Self {
        let beam = Some(Beam::new(problem, width, false));
        Self { beam, proof: LinkedAStar::new(problem), bound }
    }

    fn lower_bound(&self) -> Cost {
        self.proof.lower_bound().unwrap_or(0).max(self.bound)
    }

    fn beam_gauge(&self) -> Gauge {
        self.beam.as_ref().map(Search::gauge).unwrap_or_default()
    }

    /// Runs the search whose turn it is. Plans must cost less than `best`.
    fn take_turn(
        &mut self,
        best: Option<Cost>,
        turn: u64,
        stats: &mut Stats,
        limits: &mut Limits<'_>,
    ) -> Option<Outcome<Plan<P::Action>>> {
        let number = stats.expanded / turn;
        let end = (number + 1) * turn;
        let ended = if number.is_multiple_of(2) && self.beam.is_some() {
            self.widen(best, end, stats, limits)
        } else {
            self.prove(best, end, stats, limits)
        };
        if matches!(ended, Some(Outcome::Stopped(Stop::Memory))) && self.beam.is_some() {
            // The proof continues in the memory of the beam.
            stats.peak_bytes =
                stats.peak_bytes.max(self.proof.gauge().plus(self.beam_gauge()).bytes);
            self.beam = None;
            return None;
        }
        ended
    }

    /// Looks for plans with a beam, and with one twice as wide after its end.
    fn widen(
        &mut self,
        best: Option<Cost>,
        end: u64,
        stats: &mut Stats,
        limits: &mut Limits<'_>,
    ) -> Option<Outcome<Plan<P::Action>>> {
        let beam = self.beam.as_mut()?;
        beam.only_cheaper_than(best);
        let bounds = (stats.bound, stats.iterations, stats.expanded_below_bound);
        let run = |limits: &mut Limits<'_>| run_until(end, beam, stats, limits, &mut ());
        let ended = limits.with_other(self.proof.gauge(), run);
        // The layers of a beam are no bounds.
        (stats.bound, stats.iterations, stats.expanded_below_bound) = bounds;
        match ended {
            Some(Outcome::Solved(..) | Outcome::NotFound(Gap::Beam)) => beam.widen(),
            Some(Outcome::NotFound(_) | Outcome::Unsolvable) => self.beam = None,
            Some(Outcome::Stopped(_)) | None => {}
        }
        // A beam without a plan proves nothing.
        ended.filter(|ended| !matches!(ended, Outcome::NotFound(_) | Outcome::Unsolvable))
    }

    /// Raises the lower bound. If this ends without a plan, no plan costs less than `best`.
    fn prove(
        &mut self,
        best: Option<Cost>,
        end: u64,
        stats: &mut Stats,
        limits: &mut Limits<'_>,
    ) -> Option<Outcome<Plan<P::Action>>> {
        let (beam, proof) = (self.beam_gauge(), &mut self.proof);
        proof.only_cheaper_than(best.unwrap_or(Cost::MAX));
        let run = |limits: &mut Limits<'_>| run_until(end, proof, stats, limits, &mut ());
        let ended = limits.with_other(beam, run);
        if let (Some(Outcome::NotFound(_) | Outcome::Unsolvable), Some(cost)) = (&ended, best) {
            self.bound = cost;
        }
        (stats.bound, stats.lower_bound) = (self.lower_bound(), Some(self.lower_bound()));
        ended
    }
}

/// Runs a search until `expanded` in `stats` reaches `end`. The search adds its counts to `stats`, but keeps
/// its own bound.
fn run_until<S, A, O: Observer<S, A>>(
    end: u64,
    search: &mut impl Search<S, A>,
    stats: &mut Stats,
    limits: &mut Limits<'_>,
    observer: &mut O,
) -> Option<Outcome<Plan<A>>> {
    *search.stats() = Stats { bound: search.stats().bound, ..*stats };
    let ended = limits.until_expanded(end, |limits| search.advance(limits, observer));
    *stats = *search.stats();
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
        self.stats.best_plan = self.best_cost();
        loop {
            // Only between turns, so that stops do not change what is expanded.
            let bound = self.pair.as_ref().map(Pair::lower_bound);
            if self.stats.expanded.is_multiple_of(self.sizes.turn)
                && self.best.is_some()
                && bound >= self.best_cost()
            {
                return self.end(Outcome::NotFound(Gap::Cost), bound);
            }
            match self.take_turn(limits, observer) {
                Some(Outcome::Solved(plan, optimality)) => {
                    let bound = (optimality == Optimality::Proved && self.misses_nothing())
                        .then_some(plan.cost);
                    if self.best_cost().is_none_or(|best| plan.cost < best) {
                        self.improve(plan, limits, observer);
                    }
                    if bound.is_some() {
                        return self.end(Outcome::NotFound(Gap::Cost), bound);
                    }
                }
                Some(ended) => {
                    let bound = self.proved_bound();
                    return self.end(ended, bound);
                }
                None => {}
            }
        }
    }

    fn stats(&mut self) -> &mut Stats {
        &mut self.stats
    }

    fn gauge(&self) -> Gauge {
        match &self.pair {
            Some(pair) => pair.proof.gauge().plus(pair.beam_gauge()),
            None => self.search.gauge(),
        }
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
    use crate::test_graph::{Graph, Random};
    use crate::{Claim, DEAD_END, validate};

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

    /// Returns a random graph with a consistent heuristic, and the cost of its cheapest plan.
    fn consistent_graph(random: &mut Random) -> (Graph, Cost) {
        let states = 10 + random.below(60);
        let mut graph = Graph::random(states, 3 * states, 5, random);
        let (distances, thirds) = (graph.distances(), random.below(3) as Cost);
        let part = |&d: &Cost| if d == DEAD_END { d } else { d * thirds / 3 };
        graph.h = distances.iter().map(part).collect();
        graph.claim = Claim::Consistent;
        (graph, distances[0])
    }

    /// Checks what a run says about a graph whose cheapest plan costs `optimum`.
    fn check(graph: &Graph, optimum: Cost, outcome: &Outcome<Plan<usize>>) {
        match outcome {
            Outcome::Solved(plan, optimality) => {
                assert_eq!(validate(graph, plan), Ok(()));
                let most = match optimality {
                    Optimality::Proved => f64::from(optimum),
                    Optimality::Within(ratio) => f64::from(optimum) * ratio.as_f64() + 1e-9,
                    Optimality::NotClaimed => f64::INFINITY,
                };
                let is_true = plan.cost >= optimum && f64::from(plan.cost) <= most;
                assert!(is_true, "{outcome:?} of {graph:?}");
            }
            Outcome::Unsolvable => assert_eq!(optimum, DEAD_END, "{graph:?}"),
            // By a limit, now or before.
            Outcome::NotFound(gap) => assert_eq!(*gap, Gap::Cost),
            Outcome::Stopped(_) => {}
        }
    }

    /// Turns of a few expansions, with stops after each one, and with too little memory for a beam.
    #[test]
    fn pairs_prove_the_optimum() {
        let strategy = "anytime(20)".parse().unwrap();
        let mut random = Random(11);
        let (mut pairs, mut improved, mut dropped) = (0, 0, 0);
        for case in 0..3_000 {
            let (graph, optimum) = consistent_graph(&mut random);
            let sizes = Sizes { before: 5, turn: 1 + case % 3, width: 1 + case as u32 % 2 };
            let new = || Anytime::with_sizes(&graph, &strategy, sizes);
            let (mut uninterrupted, mut stopped, mut cramped) = (new(), new(), new());
            let ended = uninterrupted.run(&mut Limits::none(), &mut ());
            check(&graph, optimum, &ended);
            let is_proof = matches!(ended, Outcome::Solved(_, Optimality::Proved));
            assert!(is_proof || ended == Outcome::Unsolvable, "{ended:?}");
            pairs += u32::from(uninterrupted.pair.is_some());
            for expansions in 1..uninterrupted.stats.expanded {
                let before = stopped.pair.as_ref().and(stopped.best_cost());
                let outcome = stopped.run(&mut Limits::none().expansions(expansions), &mut ());
                check(&graph, optimum, &outcome);
                improved += u32::from(before > stopped.best_cost());
            }
            assert_eq!(stopped.run(&mut Limits::none(), &mut ()), ended);
            assert_eq!(stopped.stats.counts(), uninterrupted.stats.counts(), "{graph:?}");
            assert_eq!(stopped.run(&mut Limits::none(), &mut ()), ended, "again");
            check(&graph, optimum, &cramped.run(&mut Limits::none().expansions(8), &mut ()));
            check(&graph, optimum, &cramped.run(&mut Limits::none().memory(1), &mut ()));
            dropped += u32::from(cramped.pair.as_ref().is_some_and(|pair| pair.beam.is_none()));
            check(&graph, optimum, &cramped.run(&mut Limits::none().cost(optimum - 1), &mut ()));
            let ended = cramped.run(&mut Limits::none(), &mut ());
            check(&graph, optimum, &ended);
        }
        assert!(pairs > 300 && improved > 30 && dropped > 100, "{pairs} {improved} {dropped}");
    }
}
