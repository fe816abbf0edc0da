//! Compares `duplicates=closed` with a textbook program that looks up its closed list only.

mod common;

use common::{Graph, Random};
use heureka_core::{Claim, Cost, Limits, Optimality, Outcome, Problem, Stats};
use std::collections::HashSet;

/// The node to take from the open list.
#[derive(Clone, Copy, Debug)]
enum Take {
    First,
    Last,
    LowestH,
    LowestG,
}

/// Returns the nodes taken (the goal included), the successors in the closed list and the plan length.
fn textbook(graph: &Graph, take: Take) -> (u64, u64, Option<usize>) {
    let mut open: Vec<(usize, Cost, usize)> = vec![(0, 0, 0)];
    let mut closed = HashSet::new();
    let (mut taken, mut duplicates) = (0, 0);
    while !open.is_empty() {
        let index = match take {
            Take::First => 0,
            Take::Last => open.len() - 1,
            Take::LowestH => (0..open.len()).min_by_key(|&i| graph.h[open[i].0]).unwrap(),
            Take::LowestG => (0..open.len()).min_by_key(|&i| open[i].1).unwrap(),
        };
        let (state, g, moves) = open.remove(index);
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
        for (strategy, take) in [
            ("bfs(duplicates=closed)", Take::First),
            ("dfs(duplicates=closed)", Take::Last),
            ("greedy(ties=fifo,duplicates=closed)", Take::LowestH),
            ("ucs(ties=fifo,duplicates=closed)", Take::LowestG),
        ] {
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

/// Without reopening, optimality needs a consistent heuristic.
#[test]
fn claims_optimality_only_with_a_consistent_heuristic() {
    let mut graph =
        Graph::new(vec![vec![(1, 5), (2, 1)], vec![(3, 1)], vec![(1, 1)], vec![(4, 9)], vec![]]);
    let run = |graph: &Graph, strategy| match graph.outcome(strategy) {
        Outcome::Solved(plan, optimality) => (plan.cost, optimality),
        other => panic!("{strategy}: {other:?}"),
    };
    assert_eq!(run(&graph, "astar(duplicates=closed)"), (12, Optimality::Proved));
    graph.h[2] = 6;
    graph.claim = Claim::Admissible;
    assert_eq!(run(&graph, "astar"), (12, Optimality::Proved));
    assert_eq!(run(&graph, "astar(duplicates=closed)"), (15, Optimality::NotClaimed));
}
