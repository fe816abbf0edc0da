//! A problem whose keys are the ranks of its states: nodes are found in an array instead of a table.

use crate::abilities::{Layers, Ranked};
use crate::frontier::{Fifo, Priority, Push, Stacks};
use crate::search::{BestFirst, RankedAStar, Report, Rule, bytes_of_costs, drive};
use crate::store::DirectNodes;
use crate::strategy::{Duplicates, Ties};
use crate::{Algorithm, Claim, Cost, Limits, Problem, Strategy};

/// The largest array, in bytes. It is reserved at once, although a search may use little of it.
const LARGEST: u64 = 64 << 20;

/// The most ranks of a small space: its nodes keep their parents, so that a search finds the same one of
/// several cheapest plans whether it is watched or not.
const SMALL: u64 = 1 << 16;

/// A ranked problem with ranks as keys.
struct ByRank<'p, P>(&'p P);

impl<P: Ranked> Problem for ByRank<'_, P> {
    type State = P::State;
    type Key = u32;
    type Action = P::Action;

    fn start(&self) -> P::State {
        self.0.start()
    }

    #[inline(always)]
    fn is_goal(&self, state: &P::State) -> bool {
        self.0.is_goal(state)
    }

    #[inline(always)]
    fn successors(&self, state: &P::State, visit: &mut impl FnMut(P::Action, Cost, P::State)) {
        self.0.successors(state, visit);
    }

    #[inline(always)]
    fn pack(&self, state: &P::State) -> u32 {
        self.0.rank(state) as u32
    }

    #[inline(always)]
    fn unpack(&self, &key: &u32) -> P::State {
        self.0.unrank(u64::from(key))
    }

    #[inline(always)]
    fn h(&self, state: &P::State) -> Cost {
        self.0.h(state)
    }

    fn claim(&self) -> Claim {
        self.0.claim()
    }
}

/// Runs a strategy on nodes in an array; returns `None` if it stores states more than once, if the array is
/// too large, or if it takes more than a quarter of the memory limit.
///
/// Nodes are expanded in the same order as with a table. If `costs_suffice`, f never falls along a path, and
/// neither an option of the strategy nor a limit needs more of a node than its cost.
pub(crate) fn solve_by_rank<P: Ranked>(
    problem: &P,
    strategy: &Strategy,
    costs_suffice: bool,
    limits: &mut Limits<'_>,
) -> Option<Report<P::Action>> {
    let most_bytes = LARGEST.min(limits.memory_left(0)? / 4);
    let keeps_costs_only = costs_suffice
        && problem.ranks() > SMALL
        && problem.abilities::<()>().layers == Layers::Undirected;
    if keeps_costs_only {
        return (bytes_of_costs(problem) <= most_bytes).then(|| {
            if strategy.algorithm == Algorithm::Ucs {
                let open = Stacks::<_, ()>::new();
                drive(RankedAStar::<_, _, false>::new(problem, open), limits, &mut ())
            } else if strategy.ties == Ties::Lifo {
                let open = Stacks::<_, Cost>::new();
                drive(RankedAStar::<_, _, true>::new(problem, open), limits, &mut ())
            } else {
                let open = Priority::new(strategy.ties);
                drive(RankedAStar::<_, _, true>::new(problem, open), limits, &mut ())
            }
        });
    }
    let fits = DirectNodes::bytes(problem.ranks()) <= most_bytes;
    if !fits || strategy.duplicates != Duplicates::Graph || strategy.ties == Ties::State {
        return None;
    }
    let (problem, rule) = (ByRank(problem), Rule::new(strategy));
    if strategy.algorithm == Algorithm::Bfs {
        run(&problem, rule, Fifo::default(), limits)
    } else {
        run(&problem, rule, Priority::new(strategy.ties), limits)
    }
}

fn run<P: Ranked>(
    problem: &ByRank<'_, P>,
    rule: Rule,
    frontier: impl Push<u32>,
    limits: &mut Limits<'_>,
) -> Option<Report<P::Action>> {
    let nodes = DirectNodes::new(problem.0.ranks())?;
    Some(drive(BestFirst::with_nodes(problem, rule, frontier, nodes), limits, &mut ()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve;
    use crate::test_graph::{Graph, Random};

    #[test]
    fn arrays_and_tables_agree() {
        let mut random = Random(3);
        let strategies = "bfs ucs astar greedy wastar(2) astar:ties=low-g bfs:goal-test=early \
                          astar:reopen=no ucs:parents=first astar:ties=fifo";
        for case in 0..200 {
            let mut graph = Graph::random(30, 70, 5, &mut random);
            graph.randomize_h(&mut random);
            for strategy in strategies.split_whitespace() {
                let strategy: Strategy = strategy.parse().unwrap();
                let limits = || match case % 3 {
                    0 => Limits::none(),
                    1 => Limits::none().depth(4),
                    _ => Limits::none().cost(9).expansions(20),
                };
                let mut array = solve_by_rank(&graph, &strategy, false, &mut limits()).unwrap();
                // The graph does not declare its ranks.
                let mut table = solve(&graph, &strategy, &mut limits(), &mut ()).unwrap();
                for stats in [&mut array.stats, &mut table.stats] {
                    (stats.peak_bytes, stats.elapsed) = Default::default();
                    stats.lower_bound = None;
                }
                assert_eq!(array, table, "{strategy} {graph:?}");
            }
        }
    }

    #[test]
    fn an_array_has_to_fit() {
        let graph = Graph::random(1_000, 2_000, 5, &mut Random(4));
        let solve = |strategy: &str, limits: Limits<'_>| {
            solve_by_rank(&graph, &strategy.parse().unwrap(), false, &mut { limits })
        };
        assert!(solve("ucs", Limits::none().memory(40_000)).is_some());
        assert!(solve("ucs", Limits::none().memory(30_000)).is_none());
        assert!(solve("ucs:duplicates=path", Limits::none()).is_none());
        assert!(solve("ucs:ties=state", Limits::none()).is_none());
    }
}
