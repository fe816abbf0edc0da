//! `duplicates=closed` against the program it stands for: one that looks only into its closed list.
#![forbid(unsafe_code)]

mod common;

use common::{Graph, Random};
use heureka_core::{Claim, Cost, Limits, Optimality, Outcome, Problem, Stats, Strategy, solve};
use std::collections::HashSet;

/// Which of the nodes that wait is taken.
#[derive(Clone, Copy, Debug)]
enum Take {
    First,
    Last,
    /// The first of those with the least h.
    LeastH,
    /// The first of those with the least g.
    LeastG,
}

/// Nodes taken out, the goal among them; successors in the closed list; the moves of the plan.
fn plain(graph: &Graph, take: Take) -> (u64, u64, Option<usize>) {
    let mut waiting: Vec<(usize, Cost, usize)> = vec![(0, 0, 0)];
    let mut closed = HashSet::new();
    let (mut taken, mut loops) = (0, 0);
    while !waiting.is_empty() {
        let place = match take {
            Take::First => 0,
            Take::Last => waiting.len() - 1,
            Take::LeastH => (0..waiting.len()).min_by_key(|&i| graph.h[waiting[i].0]).unwrap(),
            Take::LeastG => (0..waiting.len()).min_by_key(|&i| waiting[i].1).unwrap(),
        };
        let (state, g, moves) = waiting.remove(place);
        taken += 1;
        closed.insert(state);
        if graph.is_goal(&state) {
            return (taken, loops, Some(moves));
        }
        graph.successors(&state, &mut |_, cost, next| {
            if closed.contains(&next) {
                loops += 1;
            } else {
                waiting.push((next, g + cost, moves + 1));
            }
        });
    }
    (taken, loops, None)
}

fn engine(graph: &Graph, word: &str) -> (u64, u64, Option<usize>, Stats) {
    let strategy: Strategy = word.parse().unwrap();
    let report = solve(graph, &strategy, &mut Limits::none(), &mut ()).unwrap();
    let moves = match &report.outcome {
        Outcome::Solved(plan, _) => Some(plan.actions.len()),
        Outcome::Unsolvable => None,
        other => panic!("{word}: {other:?}"),
    };
    let Stats { expanded, duplicates, .. } = report.stats;
    // The engine does not count the goal that ends the search as expanded.
    (expanded + u64::from(moves.is_some()), duplicates, moves, report.stats)
}

#[test]
fn counts_and_plans_are_those_of_the_plain_program() {
    let mut random = Random(11);
    let mut waited_twice = 0;
    for _ in 0..400 {
        // A state that waits often is expanded often: the graphs have to be small.
        let nodes = 2 + random.below(10);
        let mut graph = Graph::random(nodes, nodes * 2, 4, &mut random);
        graph.h = (0..nodes).map(|_| u32::try_from(random.below(5)).unwrap()).collect();
        for (word, take) in [
            ("bfs(duplicates=closed)", Take::First),
            ("dfs(duplicates=closed)", Take::Last),
            ("greedy(ties=fifo,duplicates=closed)", Take::LeastH),
            ("ucs(ties=fifo,duplicates=closed)", Take::LeastG),
        ] {
            let (taken, loops, moves) = plain(&graph, take);
            let (expanded, duplicates, length, stats) = engine(&graph, word);
            assert_eq!((expanded, duplicates, length), (taken, loops, moves), "{word} {graph:?}");
            assert!(stats.reopened == 0 && stats.max_frontier == stats.max_frontier_with_stale);
            waited_twice += u64::from(taken > nodes as u64);
        }
    }
    assert!(waited_twice > 20, "{waited_twice}");
}

/// A cheaper way to an expanded state is not taken, so nothing may be claimed of the plan unless h
/// is consistent.
#[test]
fn nothing_is_put_back_and_nothing_claimed() {
    let mut graph = Graph {
        arcs: vec![vec![(1, 5), (2, 1)], vec![(3, 1)], vec![(1, 1)], vec![(4, 9)], vec![]],
        h: vec![0, 0, 6, 0, 0],
        goals: vec![4],
        claim: Claim::Admissible,
    };
    let astar = |graph: &Graph, word: &str| {
        let strategy: Strategy = word.parse().unwrap();
        let report = solve(graph, &strategy, &mut Limits::none(), &mut ()).unwrap();
        let Outcome::Solved(plan, sure) = report.outcome else { panic!("there is a plan") };
        (plan.cost, sure)
    };
    assert_eq!(astar(&graph, "astar"), (12, Optimality::Proved));
    assert_eq!(astar(&graph, "astar(duplicates=closed)"), (15, Optimality::NotClaimed));
    graph.h = vec![0; 5];
    graph.claim = Claim::Consistent;
    assert_eq!(astar(&graph, "astar(duplicates=closed)"), (12, Optimality::Proved));
}
