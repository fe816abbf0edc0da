//! An admissible, inconsistent heuristic: what is lost without reopening, and what is claimed.

mod common;

use common::Graph;
use heureka_core::{
    Claim, Cost, Edge, Limits, Observer, Optimality, Outcome, Ratio, Stats, Strategy, solve,
};

/// Two ways to node 3: dear and soon through 1, cheap and late through 2. From 3 on to the goal 4.
///
/// A\* takes 1 (f = 4) and 3 (f = 4) before 2 (f = 9): the cheap way to 3 is found after 3 has been
/// expanded. 0 → 2 → 3 → 4 costs 1 + 2 + 6 = 9, 0 → 1 → 3 → 4 costs 2 + 2 + 6 = 10.
fn graph() -> Graph {
    Graph {
        arcs: vec![vec![(1, 2), (2, 1)], vec![(3, 2)], vec![(3, 2)], vec![(4, 6)], vec![]],
        h: vec![0, 2, 8, 0, 0],
        goals: vec![4],
        claim: Claim::Admissible,
    }
}

#[derive(Default)]
struct Reopened(Vec<(usize, usize, Cost)>);

impl Observer<usize, usize> for Reopened {
    fn reopened(&mut self, edge: &Edge<'_, usize, usize>) {
        self.0.push((*edge.from, *edge.to, edge.g));
    }
}

fn run(strategy: &str) -> (Option<Cost>, Optimality, Stats, Reopened) {
    let strategy: Strategy = strategy.parse().unwrap();
    let mut seen = Reopened::default();
    let report = solve(&graph(), &strategy, &mut Limits::none(), &mut seen).unwrap();
    let Outcome::Solved(plan, optimality) = report.outcome else { panic!("there is a plan") };
    heureka_core::validate(&graph(), &plan).unwrap();
    (Some(plan.cost), optimality, report.stats, seen)
}

#[test]
fn the_heuristic_is_admissible_and_inconsistent() {
    let graph = graph();
    let distances = graph.distances();
    assert_eq!(distances[0], 9);
    assert!(graph.h.iter().zip(&distances).all(|(h, exact)| h <= exact));
    assert!(graph.h[2] > 2 + graph.h[3], "the step from 2 to 3 breaks consistency");
}

#[test]
fn reopening_finds_9_and_proves_it() {
    let (cost, optimality, stats, seen) = run("astar");
    assert_eq!((cost, optimality), (Some(9), Optimality::Proved));
    assert_eq!((stats.reopened, seen.0), (1, vec![(2, 3, 3)]));
}

#[test]
fn without_reopening_10_is_found_and_nothing_claimed() {
    let (cost, optimality, stats, _) = run("astar(reopen=no)");
    assert_eq!((cost, optimality, stats.reopened), (Some(10), Optimality::NotClaimed, 0));
}

/// A state that still waits keeps its first way as well, though a cheaper one is seen in time: 1 is
/// met from 0 at 9, then from 2 at 2.
#[test]
fn the_first_way_counts_if_asked_for() {
    let graph = Graph {
        arcs: vec![vec![(1, 9), (2, 1)], vec![(3, 1)], vec![(1, 1)], vec![]],
        h: vec![0; 4],
        goals: vec![3],
        claim: Claim::Consistent,
    };
    for (word, cost, sure) in [
        ("astar(reopen=no)", 3, Optimality::Proved),
        ("astar(parents=first)", 10, Optimality::NotClaimed),
        ("astar(ties=state)", 3, Optimality::Proved),
        ("ucs(ties=state,parents=first)", 10, Optimality::NotClaimed),
    ] {
        let strategy: Strategy = word.parse().unwrap();
        let report = solve(&graph, &strategy, &mut Limits::none(), &mut ()).unwrap();
        let Outcome::Solved(plan, optimality) = report.outcome else { panic!("there is a plan") };
        assert_eq!((plan.cost, optimality), (cost, sure), "{word}");
    }
    let by_state: Strategy = "astar(ties=state)".parse().unwrap();
    assert!(solve(&graph, &by_state, &mut Limits::none(), &mut ()).is_err());
}

#[test]
fn other_searches_say_what_they_know() {
    assert_eq!(run("idastar").0, Some(9));
    assert_eq!(run("idastar").1, Optimality::Proved);
    assert_eq!(run("ucs").1, Optimality::Proved);
    assert_eq!(run("ucs(goal-test=early)").1, Optimality::NotClaimed);
    assert_eq!(run("greedy").1, Optimality::NotClaimed);
    assert_eq!(run("wastar(1.5)").1, Optimality::Within(Ratio::new(3, 2)));
    assert_eq!(run("anytime(5)").0, Some(9));
    assert_eq!(run("anytime(5)").1, Optimality::Proved);
    // Costs differ, so the fewest moves need not be the cheapest.
    assert_eq!(run("bfs").1, Optimality::NotClaimed);
    assert_eq!(run("ids").1, Optimality::NotClaimed);
    assert_eq!(run("dfs").1, Optimality::NotClaimed);
}
