//! A\* and uniform-cost search with a consistent heuristic, in four bytes per state.
//!
//! An array has the cost of the cheapest known path to each state, by rank. The frontier holds keys, so no
//! rank is turned back into a state. As moves can be undone, the plan is found from the goal back: a state
//! comes from a neighbor that is cheaper by the cost of the move. Nodes are expanded in the same order as by
//! [`BestFirst`](super::BestFirst).

use super::Search;
use super::plan_path::walk_back;
use crate::abilities::Ranked;
use crate::frontier::Open;
use crate::limits::Gauge;
use crate::outcome::Gap;
use crate::store::sum;
use crate::{Cost, DEAD_END, Limits, Observer, Optimality, Outcome, Plan, Stats};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// A search over the ranks of a problem whose moves can be undone. It cannot be observed. `INFORMED` is whether
/// h is used.
pub(crate) struct RankedAStar<'p, P, F, const INFORMED: bool> {
    problem: &'p P,
    /// g + 1 by rank; 0 for an unseen state, so that the array need not be initialized.
    costs: Vec<Cost>,
    open: F,
    /// The number of waiting nodes, without stale entries.
    waiting: u64,
    /// What was pruned without proof, if anything.
    gap: Option<Gap>,
    stats: Stats,
}

/// Returns the bytes of the array of a problem.
pub(crate) fn bytes_of_costs(problem: &impl Ranked) -> u64 {
    problem.ranks().saturating_mul(size_of::<Cost>() as u64)
}

impl<'p, P: Ranked, F: Open<P::Key>, const INFORMED: bool> RankedAStar<'p, P, F, INFORMED> {
    /// Returns a search that has not begun, with an empty frontier.
    pub fn new(problem: &'p P, open: F) -> Self {
        let mut search = Self {
            problem,
            costs: vec![0; problem.ranks() as usize],
            open,
            waiting: 0,
            gap: None,
            stats: Stats::default(),
        };
        let start = problem.start();
        let h = if INFORMED { problem.h(&start) } else { 0 };
        if h == DEAD_END {
            search.stats.pruned = 1;
        } else {
            search.costs[problem.rank(&start) as usize] = 1;
            search.open.add(u64::from(h), 0, problem.pack(&start));
            (search.waiting, search.stats.max_frontier) = (1, 1);
            search.stats.max_frontier_with_stale = 1;
        }
        search
    }

    /// Adds a state that was reached for the first time or at a lower cost, unless it is pruned.
    ///
    /// Not inlined: with only the test for duplicates in it, the loop over the moves is unrolled.
    #[inline(never)]
    #[expect(clippy::needless_pass_by_value, reason = "stays in a register")]
    fn reach(&mut self, state: P::State, rank: usize, g: Cost) {
        let h = if INFORMED { self.problem.h(&state) } else { 0 };
        let f = u64::from(g) + u64::from(h);
        let known = &mut self.costs[rank];
        if f >= u64::from(DEAD_END) {
            self.stats.pruned += 1;
            if h == DEAD_END {
                // From now on, it is a duplicate.
                *known = 1;
            } else {
                self.gap = Some(Gap::Cost);
            }
            return;
        }
        self.waiting += u64::from(*known == 0);
        *known = g + 1;
        self.open.add(f, g, self.problem.pack(&state));
    }

    /// Returns the plan of this cost that ends in a state.
    fn plan(&self, goal: P::Key, cost: Cost) -> Plan<P::Action> {
        let problem = self.problem;
        let start = problem.pack(&problem.start());
        // Moves of cost 0 could lead around in a circle.
        let mut visited = HashSet::new();
        let parents = |key: P::Key, g: Cost| {
            let mut found = vec![];
            problem.visit_successors(&problem.unpack(&key), &mut |_, _, before| {
                let rank = problem.rank(&before);
                let Some(known) = self.costs[rank as usize].checked_sub(1) else { return };
                if known > g || visited.contains(&rank) {
                    return;
                }
                problem.visit_successors(&before, &mut |action, cost, next| {
                    if known.checked_add(cost) == Some(g) && problem.pack(&next) == key {
                        visited.insert(rank);
                        found.push((problem.pack(&before), known, action));
                    }
                });
            });
            found
        };
        walk_back(goal, cost, |key, g| g == 0 && key == start, parents)
    }
}

impl<P: Ranked, F: Open<P::Key>, const INFORMED: bool> Search<P::State, P::Action>
    for RankedAStar<'_, P, F, INFORMED>
{
    fn advance<O: Observer<P::State, P::Action>>(
        &mut self,
        limits: &mut Limits<'_>,
        _observer: &mut O,
    ) -> Outcome<Plan<P::Action>> {
        loop {
            if let ControlFlow::Break(stop) = self.poll(limits) {
                return Outcome::Stopped(stop);
            }
            let Some((f, g, key)) = self.open.take() else {
                return self.gap.map_or(Outcome::Unsolvable, Outcome::NotFound);
            };
            let problem = self.problem;
            let state = problem.unpack(&key);
            // If the cost differs, a cheaper path was found since.
            if self.costs[problem.rank(&state) as usize] != g + 1 {
                continue;
            }
            // Not less than 0, even if the heuristic is not consistent as claimed.
            self.waiting = self.waiting.saturating_sub(1);
            if f as Cost > self.stats.bound || self.stats.iterations == 0 {
                self.stats.enter_bound(f as Cost);
            }
            if problem.is_goal(&state) {
                return Outcome::Solved(self.plan(key, g), Optimality::Proved);
            }
            self.stats.expanded += 1;
            let (mut generated, mut duplicates) = (0, 0);
            problem.successors(&state, &mut |_, cost, next| {
                generated += 1;
                let rank = problem.rank(&next) as usize;
                let (next_g, known) = (g.saturating_add(cost), self.costs[rank]);
                if known.wrapping_sub(1) <= next_g && known != 0 {
                    duplicates += 1;
                } else {
                    self.reach(next, rank, next_g);
                }
            });
            let stats = &mut self.stats;
            stats.generated += generated;
            stats.duplicates += duplicates;
            stats.max_frontier = stats.max_frontier.max(self.waiting);
            stats.max_frontier_with_stale =
                stats.max_frontier_with_stale.max(self.open.entries() as u64);
        }
    }

    fn stats(&mut self) -> &mut Stats {
        &mut self.stats
    }

    fn gauge(&self) -> Gauge {
        let bytes = bytes_of_costs(self.problem);
        Gauge::new(self.waiting, sum([(bytes, bytes), self.open.bytes()]))
    }

    /// Returns the f of the last expanded node.
    fn lower_bound(&self) -> Option<Cost> {
        Some(self.stats.bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::{Priority, Stacks};
    use crate::search::{BestFirst, Report, Rule, drive};
    use crate::test_graph::{Graph, Random};
    use crate::{Problem as _, Strategy, validate};

    /// A graph in which each move can be undone, perhaps at another cost.
    fn undirected(random: &mut Random, lowest_cost: Cost) -> Graph {
        let states = 2 + random.below(40);
        let mut graph = Graph::random(states, 2 * states, 4, random);
        graph.arcs.iter_mut().flatten().for_each(|(_, cost)| *cost = *cost + lowest_cost - 1);
        for from in 0..states {
            for (to, cost) in graph.arcs[from].clone() {
                graph.arcs[to].push((from, cost + random.below(2) as Cost));
            }
        }
        let halved = |distance| if distance == DEAD_END { DEAD_END } else { distance / 2 };
        graph.h = graph.distances().into_iter().map(halved).collect();
        graph
    }

    #[test]
    fn agrees_with_best_first_search() {
        let mut random = Random(5);
        for case in 0..600 {
            let mut graph = undirected(&mut random, case % 2);
            if case % 3 == 0 {
                // Costs beyond the stacks and buckets.
                graph.arcs.iter_mut().flatten().for_each(|(_, cost)| *cost *= 1_500);
                for h in graph.h.iter_mut().filter(|h| **h != DEAD_END) {
                    *h *= 1_500;
                }
            }
            for word in ["astar", "astar(ties=lifo)", "ucs", "ucs(ties=lifo)"] {
                let strategy: Strategy = word.parse().unwrap();
                let by_f = BestFirst::by_f(&graph, Rule::new(&strategy), strategy.ties);
                let mut expected = drive(by_f, &mut Limits::none(), &mut ());
                let mut report = match word {
                    "astar" => informed(&graph, Priority::new(strategy.ties)),
                    "astar(ties=lifo)" => informed(&graph, Stacks::<_, Cost>::new()),
                    _ => drive(uniform_cost(&graph), &mut Limits::none(), &mut ()),
                };
                assert_eq!(report.outcome.cost(), expected.outcome.cost(), "{graph:?}");
                if let Outcome::Solved(plan, optimality) = &report.outcome {
                    assert_eq!((validate(&graph, plan), *optimality), (Ok(()), Optimality::Proved));
                }
                for stats in [&mut report.stats, &mut expected.stats] {
                    (stats.peak_bytes, stats.elapsed) = Default::default();
                }
                assert_eq!(report.stats, expected.stats, "{graph:?}");
            }
        }
    }

    fn informed(graph: &Graph, open: impl Open<u32>) -> Report<usize> {
        drive(RankedAStar::<_, _, true>::new(graph, open), &mut Limits::none(), &mut ())
    }

    fn uniform_cost(graph: &Graph) -> RankedAStar<'_, Graph, Stacks<u32, ()>, false> {
        RankedAStar::new(graph, Stacks::new())
    }

    /// Moves of cost 0 back and forth, before and after the only move that costs something.
    #[test]
    fn plans_do_not_go_around_in_circles() {
        let arcs = vec![vec![(1, 0), (2, 0)], vec![(0, 0), (2, 0)], vec![(1, 0), (0, 0), (3, 2)]];
        let rest = [vec![(2, 2), (4, 0), (5, 0)], vec![(3, 0), (5, 0)], vec![(4, 0), (3, 0)]];
        let graph = Graph::new(arcs.into_iter().chain(rest).collect());
        let report = drive(uniform_cost(&graph), &mut Limits::none(), &mut ());
        let Outcome::Solved(plan, _) = report.outcome else { panic!("{report:?}") };
        assert_eq!((validate(&graph, &plan), plan.cost), (Ok(()), 2));
        let mut state = graph.start();
        let mut visited = HashSet::from([graph.pack(&state)]);
        for action in plan.actions {
            state = graph.apply(&state, action).unwrap().1;
            assert!(visited.insert(graph.pack(&state)), "{state:?} occurs twice");
        }
    }

    /// The goal costs 2³² over the only path.
    #[test]
    fn costs_that_are_too_large_prove_nothing() {
        let arcs = vec![vec![(1, 1 << 31)], vec![(0, 1), (2, 1 << 31)], vec![(1, 1)]];
        let graph = Graph::new(arcs);
        let report = drive(uniform_cost(&graph), &mut Limits::none(), &mut ());
        assert_eq!(report.outcome, Outcome::NotFound(Gap::Cost));
    }
}
