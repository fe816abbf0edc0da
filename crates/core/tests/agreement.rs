//! Compares all searches with a reference on random graphs.

mod common;

use common::{Graph, Random};
use heureka_core::{DEAD_END, Gap, Limits, Optimality, Outcome, Strategy};

#[test]
fn optimal_and_bounded_searches_match_the_reference() {
    let mut random = Random(1);
    let (mut solvable, mut unsolvable) = (0, 0);
    for round in 0..400 {
        let states = 2 + random.below(40);
        let density = 1 + random.below(4);
        let mut graph = Graph::random(states, states * density, 1 + round % 9, &mut random);
        if random.below(3) == 0 {
            graph.goals.push(random.below(states));
        }
        let best = graph.randomize_h(&mut random)[0];
        let strategies = "ucs astar astar(ties=low-g) astar(ties=fifo) astar(ties=lifo) wastar(1) \
                          astar(ties=state) ucs(duplicates=closed) astar(duplicates=path) \
                          idastar(duplicates=graph) idastar(duplicates=path) anytime(4) bidirectional";
        for (strategy, ratio) in
            [("wastar(1.5)", 1.5), ("wastar(3)", 3.0), ("wastar(2,ties=fifo)", 2.0)]
        {
            match graph.outcome(strategy) {
                Outcome::Solved(plan, Optimality::Within(within)) => {
                    assert!((within.as_f64() - ratio).abs() < 1e-9);
                    assert!(f64::from(plan.cost) <= ratio * f64::from(best));
                }
                other => assert_eq!((other, best), (Outcome::Unsolvable, DEAD_END)),
            }
        }
        for strategy in strategies.split_whitespace() {
            // The number of paths grows fast, so these run on small graphs only.
            let repeats = strategy.contains("path") || strategy.contains("closed");
            if repeats && states * density > 40 {
                continue;
            }
            match graph.outcome(strategy) {
                Outcome::Solved(plan, optimality) => {
                    let expected = (best, Optimality::Proved);
                    assert_eq!((plan.cost, optimality), expected, "{strategy} {graph:?}");
                }
                Outcome::Unsolvable => assert_eq!(best, DEAD_END, "{strategy} {graph:?}"),
                other => panic!("{strategy}: {other:?}"),
            }
        }
        if best == DEAD_END { unsolvable += 1 } else { solvable += 1 }
    }
    assert!(solvable > 100 && unsolvable > 50, "{solvable} solvable, {unsolvable} unsolvable");
}

#[test]
fn searches_for_fewest_moves_match_the_reference_at_unit_cost() {
    let mut random = Random(3);
    for _ in 0..200 {
        let states = 2 + random.below(30);
        let graph = Graph::random(states, states * 2, 1, &mut random);
        let best = graph.distances()[0];
        let strategies = "bfs bfs(goal-test=early) ids(duplicates=graph) ids(duplicates=closed) \
                          beam(1000) beam(1,grow=yes)";
        for strategy in strategies.split_whitespace() {
            match graph.outcome(strategy) {
                Outcome::Solved(plan, Optimality::Proved) => {
                    assert_eq!(plan.cost, best, "{strategy}");
                }
                Outcome::Solved(plan, Optimality::NotClaimed) => {
                    let early = strategy.contains("early") && plan.cost == best;
                    assert!(early || strategy.contains("grow") && plan.cost >= best, "{strategy}");
                }
                other => assert_eq!((other, best), (Outcome::Unsolvable, DEAD_END), "{strategy}"),
            }
        }
        for strategy in ["dfs", "greedy", "dfs(goal-test=early)"] {
            assert_eq!(graph.outcome(strategy).plan().is_some(), best != DEAD_END, "{strategy}");
        }
        if best != DEAD_END && best > 0 {
            let deep = graph.outcome(&format!("dls({best},duplicates=graph)"));
            assert_eq!(deep.cost(), Some(best));
            if best > 1 {
                let shallow = graph.outcome(&format!("dls({})", best - 1));
                assert_eq!(shallow, Outcome::NotFound(Gap::Depth));
            }
        }
    }
}

#[test]
fn limits_on_depth_and_cost_prove_nothing() {
    let mut random = Random(4);
    for _ in 0..200 {
        let states = 2 + random.below(30);
        let graph = Graph::random(states, states * 2, 5, &mut random);
        let best = graph.distances()[0];
        if best == DEAD_END || best == 0 {
            continue;
        }
        for strategy in ["astar", "ucs", "idastar(duplicates=graph)"] {
            let with_cost =
                |cost| graph.run(strategy, &mut Limits::none().cost(cost)).unwrap().outcome;
            assert_eq!(with_cost(best).cost(), Some(best));
            assert_eq!(with_cost(best - 1), Outcome::NotFound(Gap::Cost));
            let shallow = graph.run(strategy, &mut Limits::none().depth(0));
            if strategy.parse::<Strategy>().unwrap().algorithm.info().depth_limit {
                assert_eq!(shallow.unwrap().outcome, Outcome::NotFound(Gap::Depth));
            } else {
                assert!(shallow.is_err(), "an unsupported limit is an error");
            }
        }
    }
}
