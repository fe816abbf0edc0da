//! Duplicate detection: reopening with an inconsistent heuristic, and closed lists.

mod common;

use common::{Graph, Random};
use heureka_core::observe::{Edge, Pruned};
use heureka_core::outcome::{Gap, Ratio};
use heureka_core::{
    Claim, Cost, Limits, Observer, Optimality, Outcome, Plan, Problem, Stats, Strategy, solve,
};
use std::collections::HashSet;

/// A graph with two paths to state 3: 0 → 1 → 3 of cost 4, and 0 → 2 → 3 of cost 3.
///
/// A\* expands 1 and 3 (both f = 4) before 2 (f = 9). It finds the cheaper path to 3 after it has
/// expanded 3. The optimal plan costs 9, the plan by 1 costs 10.
fn graph() -> Graph {
    let arcs = vec![vec![(1, 2), (2, 1)], vec![(3, 2)], vec![(3, 2)], vec![(4, 6)], vec![]];
    let h = vec![0, 2, 8, 0, 0];
    Graph { h, claim: Claim::Admissible, ..Graph::new(arcs) }
}

/// Records the reopened states.
#[derive(Default)]
struct Reopened(Vec<(usize, usize, Cost)>);

impl Observer<usize, usize> for Reopened {
    fn reopened(&mut self, edge: &Edge<'_, usize, usize>) {
        self.0.push((*edge.from, *edge.to, edge.g));
    }
}

fn run(graph: &Graph, strategy: &str) -> (Cost, Optimality) {
    match graph.outcome(strategy) {
        Outcome::Solved(plan, optimality) => (plan.cost, optimality),
        other => panic!("{strategy}: {other:?}"),
    }
}

#[test]
fn reopening_is_observed_and_counted() {
    let mut observer = Reopened::default();
    let astar: Strategy = "astar".parse().unwrap();
    let report = solve(&graph(), &astar, &mut Limits::none(), &mut observer).unwrap();
    assert_eq!((report.stats.reopened, observer.0), (1, vec![(2, 3, 3)]));
    let report = graph().run("astar(reopen=no)", &mut Limits::none()).unwrap();
    assert_eq!(report.stats.reopened, 0);
}

#[test]
fn searches_claim_what_they_can_prove() {
    use Optimality::{NotClaimed, Proved, Within};
    // State 1 is reached from 0, then at a lower cost from 2 while it is still open.
    let open = Graph::new(vec![vec![(1, 9), (2, 1)], vec![(3, 1)], vec![(1, 1)], vec![]]);
    let arcs = vec![vec![(1, 5), (2, 1)], vec![(3, 1)], vec![(1, 1)], vec![(4, 9)], vec![]];
    let consistent = Graph::new(arcs);
    // State 2 is closed at too high a cost while h has a weight.
    let (arcs, h) = (
        vec![vec![(1, 1), (2, 54), (4, 97)], vec![(2, 49)], vec![(3, 1)], vec![(4, 39)], vec![]],
        vec![0, 49, 0, 39, 0],
    );
    let weighted = Graph { h, claim: Claim::Consistent, ..Graph::new(arcs) };
    let h = vec![0, 0, 6, 0, 0];
    let inconsistent = Graph { h, claim: Claim::Admissible, ..consistent.clone() };
    for (graph, strategy, cost, optimality) in [
        (&graph(), "astar", 9, Proved),
        (&graph(), "astar(reopen=no)", 10, NotClaimed),
        (&graph(), "idastar", 9, Proved),
        (&graph(), "ucs", 9, Proved),
        (&graph(), "anytime(5)", 9, Proved),
        (&open, "astar(reopen=no)", 3, Proved),
        (&open, "astar(parents=first)", 10, NotClaimed),
        (&open, "astar(ties=state)", 3, Proved),
        (&open, "ucs(ties=state,parents=first)", 10, NotClaimed),
        // Without reopening, optimality needs a consistent heuristic.
        (&consistent, "astar(duplicates=closed)", 12, Proved),
        (&weighted, "anytime(1.1)", 90, Proved),
        (&weighted, "anytime(1.1,duplicates=closed)", 94, NotClaimed),
        (&inconsistent, "astar", 12, Proved),
        (&inconsistent, "astar(duplicates=closed)", 15, NotClaimed),
    ] {
        assert_eq!(run(graph, strategy), (cost, optimality), "{strategy}");
    }
    assert_eq!(run(&graph(), "wastar(1.5)").1, Within(Ratio::new(3, 2)));
    // Fewest moves is not cheapest, since costs differ.
    for strategy in ["ucs(goal-test=early)", "greedy", "bfs", "ids", "dfs"] {
        assert_eq!(run(&graph(), strategy).1, NotClaimed, "{strategy}");
    }
}

/// Chooses the next node of a textbook program from its open list of states, costs and depths.
type Take = fn(&Graph, &[(usize, Cost, usize)]) -> usize;

/// Runs a program that looks up duplicates in its closed list only.
///
/// Returns the nodes taken (the goal included), the successors in the closed list and the plan length.
fn textbook(graph: &Graph, take: Take) -> (u64, u64, Option<usize>) {
    let mut open: Vec<(usize, Cost, usize)> = vec![(0, 0, 0)];
    let mut closed = HashSet::new();
    let (mut taken, mut duplicates) = (0, 0);
    while !open.is_empty() {
        let (state, g, moves) = open.remove(take(graph, &open));
        taken += 1;
        closed.insert(state);
        if graph.is_goal(&state) {
            return (taken, duplicates, Some(moves));
        }
        graph.successors(&state, &mut |_, cost, next| {
            if closed.contains(&next) {
                duplicates += 1;
            } else {
                open.push((next, g + cost, moves + 1));
            }
        });
    }
    (taken, duplicates, None)
}

#[test]
fn counts_and_plans_match_the_textbook_program() {
    let mut random = Random(11);
    let mut repeated = 0;
    for _ in 0..400 {
        // States are expanded repeatedly, so the graphs have to be small.
        let states = 2 + random.below(10);
        let mut graph = Graph::random(states, states * 2, 4, &mut random);
        graph.h = (0..states).map(|_| random.below(5) as Cost).collect();
        let table: [(&str, Take); 4] = [
            ("bfs(duplicates=closed)", |_, _| 0),
            ("dfs(duplicates=closed)", |_, open| open.len() - 1),
            ("greedy(ties=fifo,duplicates=closed)", |graph, open| {
                (0..open.len()).min_by_key(|&i| graph.h[open[i].0]).unwrap()
            }),
            ("ucs(ties=fifo,duplicates=closed)", |_, open| {
                (0..open.len()).min_by_key(|&i| open[i].1).unwrap()
            }),
        ];
        for (strategy, take) in table {
            let report = graph.run(strategy, &mut Limits::none()).unwrap();
            let solved = matches!(report.outcome, Outcome::Solved(..));
            assert!(solved || report.outcome == Outcome::Unsolvable, "{strategy}");
            let moves = report.outcome.plan().map(|plan| plan.actions.len());
            let Stats { expanded, duplicates, .. } = report.stats;
            // The engine does not count the goal as expanded.
            let counts = (expanded + u64::from(moves.is_some()), duplicates, moves);
            assert_eq!(counts, textbook(&graph, take), "{strategy} {graph:?}");
            let stats = report.stats;
            assert!(stats.reopened == 0 && stats.max_frontier == stats.max_frontier_with_stale);
            repeated += u32::from(expanded > states as u64);
        }
    }
    assert!(repeated > 20, "{repeated}");
}

/// Counts the pruned successors.
#[derive(Default)]
struct PrunedEdges(u64);

impl Observer<usize, usize> for PrunedEdges {
    fn pruned(&mut self, _: &Edge<'_, usize, usize>, _: Pruned) {
        self.0 += 1;
    }
}

/// A limit may fall between two iterations, before the start is expanded again.
#[test]
fn iterations_count_what_they_prune_wherever_they_stop() {
    for strategy in ["idastar", "ids", "dls(2)"] {
        let strategy: Strategy = strategy.parse().unwrap();
        for expansions in 0..12 {
            let (mut limits, mut seen) = (Limits::none().expansions(expansions), PrunedEdges(0));
            let report = solve(&graph(), &strategy, &mut limits, &mut seen).unwrap();
            assert_eq!(report.stats.pruned, seen.0, "{strategy} {expansions}");
        }
    }
}

/// Six states in a ring, every move both ways, and no goal.
#[test]
fn deepening_proves_that_a_small_space_has_no_goal() {
    let ring = (0..6).map(|state| vec![((state + 1) % 6, 1), ((state + 5) % 6, 1)]);
    let graph = Graph { goals: vec![], ..Graph::new(ring.collect()) };
    for strategy in ["ids", "idastar", "ids(duplicates=none)", "idastar(duplicates=none)"] {
        let report = graph.run(strategy, &mut Limits::none().expansions(100_000)).unwrap();
        assert_eq!(report.outcome, Outcome::Unsolvable, "{strategy}");
    }
    let limited = graph.run("dls(12,duplicates=undo)", &mut Limits::none()).unwrap();
    assert_eq!(limited.outcome, Outcome::NotFound(Gap::Depth));
}

/// 0 and 1 form a cycle of cost 0; the goal is beyond a move of cost 5.
#[test]
fn ida_star_ends_on_cycles_of_cost_zero() {
    let graph = Graph::new(vec![vec![(1, 0), (2, 5)], vec![(0, 0)], vec![]]);
    let report = graph.run("idastar", &mut Limits::none().expansions(100_000)).unwrap();
    let plan = Plan { actions: vec![1], cost: 5 };
    assert_eq!(report.outcome, Outcome::Solved(plan, Optimality::Proved));
    // The first iteration is abandoned deep in the cycle, at a node that was not pruned.
    let (mut limits, mut seen) = (Limits::none().expansions(100_000), PrunedEdges(0));
    let report = solve(&graph, &"idastar".parse().unwrap(), &mut limits, &mut seen).unwrap();
    assert_eq!(report.stats.pruned, seen.0);
}
