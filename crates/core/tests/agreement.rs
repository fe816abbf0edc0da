//! All searches against each other and an obvious reference, on random graphs.

mod common;

use common::{Graph, Random};
use heureka_core::search::Bidirectional;
use heureka_core::search::Search;
use heureka_core::{
    Claim, Cost, DEAD_END, Gap, Limits, Optimality, Outcome, Plan, Strategy, solve, validate,
};

fn outcome(graph: &Graph, strategy: &str) -> Outcome<Plan<usize>> {
    let strategy: Strategy = strategy.parse().unwrap();
    let outcome = solve(graph, &strategy, &mut Limits::none(), &mut ()).unwrap().outcome;
    if let Outcome::Solved(plan, _) = &outcome {
        validate(graph, plan).unwrap();
    }
    outcome
}

/// h that is admissible but anything else: a random part of the exact distance, dead ends known.
fn scatter(graph: &mut Graph, exact: &[Cost], random: &mut Random) {
    graph.claim = Claim::Admissible;
    graph.h = exact
        .iter()
        .map(|&d| match d {
            DEAD_END if random.below(2) == 0 => DEAD_END,
            DEAD_END => 7,
            d => u32::try_from(random.below(d as usize + 1)).unwrap(),
        })
        .collect();
}

#[test]
fn optimal_searches_agree_with_the_reference() {
    let mut random = Random(1);
    let (mut solvable, mut unsolvable) = (0, 0);
    for round in 0..400 {
        let nodes = 2 + random.below(40);
        let density = 1 + random.below(4);
        let mut graph = Graph::random(nodes, nodes * density, 1 + round % 9, &mut random);
        if random.below(3) == 0 {
            graph.goals.push(random.below(nodes));
        }
        let exact = graph.distances();
        scatter(&mut graph, &exact, &mut random);
        let best = exact[0];
        let strategies = [
            "ucs",
            "astar",
            "astar(ties=low-g)",
            "astar(ties=fifo)",
            "astar(ties=lifo)",
            "ucs(duplicates=closed)",
            "astar(duplicates=path)",
            "idastar(duplicates=graph)",
            "idastar(duplicates=path)",
            "anytime(4)",
            "wastar(1)",
            "astar(ties=state)",
        ];
        for strategy in strategies {
            // Trees of ways grow fast: only on small graphs.
            if (strategy.contains("path") || strategy.contains("closed")) && nodes * density > 40 {
                continue;
            }
            match outcome(&graph, strategy) {
                Outcome::Solved(plan, sure) => {
                    assert_eq!(
                        (plan.cost, sure),
                        (best, Optimality::Proved),
                        "{strategy} {graph:?}"
                    );
                }
                Outcome::Unsolvable => assert_eq!(best, DEAD_END, "{strategy} {graph:?}"),
                other => panic!("{strategy}: {other:?}"),
            }
        }
        let mut both = Bidirectional::new(&graph);
        match both.run(&mut Limits::none(), &mut ()) {
            Outcome::Solved(plan, Optimality::Proved) => {
                validate(&graph, &plan).unwrap();
                assert_eq!(plan.cost, best, "{graph:?}");
            }
            other => assert_eq!((other, best), (Outcome::Unsolvable, DEAD_END)),
        }
        if best == DEAD_END { unsolvable += 1 } else { solvable += 1 }
    }
    assert!(solvable > 100 && unsolvable > 50, "both kinds are tested: {solvable}, {unsolvable}");
}

#[test]
fn bounded_searches_keep_their_word() {
    let mut random = Random(2);
    for _ in 0..300 {
        let nodes = 2 + random.below(30);
        let mut graph = Graph::random(nodes, nodes * 3, 9, &mut random);
        let exact = graph.distances();
        scatter(&mut graph, &exact, &mut random);
        for (strategy, ratio) in
            [("wastar(1.5)", 1.5), ("wastar(3)", 3.0), ("wastar(2,ties=fifo)", 2.0)]
        {
            match outcome(&graph, strategy) {
                Outcome::Solved(plan, Optimality::Within(within)) => {
                    assert!((within.as_f64() - ratio).abs() < 1e-9);
                    assert!(f64::from(plan.cost) <= ratio * f64::from(exact[0]));
                }
                other => assert_eq!((other, exact[0]), (Outcome::Unsolvable, DEAD_END)),
            }
        }
    }
}

#[test]
fn searches_for_the_fewest_moves_agree_where_costs_are_equal() {
    let mut random = Random(3);
    for _ in 0..200 {
        let nodes = 2 + random.below(30);
        let graph = Graph::random(nodes, nodes * 2, 1, &mut random);
        let best = graph.distances()[0];
        let strategies = [
            "bfs",
            "bfs(goal-test=early)",
            "ids(duplicates=graph)",
            "ids(duplicates=closed)",
            "beam(1000)",
            "beam(1,grow=yes)",
        ];
        for strategy in strategies {
            match outcome(&graph, strategy) {
                Outcome::Solved(plan, Optimality::Proved) => {
                    assert_eq!(plan.cost, best, "{strategy}");
                }
                Outcome::Solved(plan, Optimality::NotClaimed) => {
                    let early = strategy.contains("early");
                    assert!(
                        early && plan.cost == best
                            || strategy.contains("grow") && plan.cost >= best
                    );
                }
                other => assert_eq!((other, best), (Outcome::Unsolvable, DEAD_END), "{strategy}"),
            }
        }
        for strategy in ["dfs", "greedy", "dfs(goal-test=early)"] {
            assert_eq!(outcome(&graph, strategy).plan().is_some(), best != DEAD_END, "{strategy}");
        }
        if best != DEAD_END && best > 0 {
            let cut = outcome(&graph, &format!("dls({best},duplicates=graph)"));
            assert_eq!(cut.cost(), Some(best));
            if best > 1 {
                let cut = outcome(&graph, &format!("dls({})", best - 1));
                assert_eq!(cut, Outcome::NotFound(Gap::Depth));
            }
        }
    }
}

#[test]
fn limits_on_depth_and_cost_are_gaps_not_proofs() {
    let mut random = Random(4);
    for _ in 0..200 {
        let nodes = 2 + random.below(30);
        let graph = Graph::random(nodes, nodes * 2, 5, &mut random);
        let best = graph.distances()[0];
        if best == DEAD_END || best == 0 {
            continue;
        }
        for strategy in ["astar", "ucs", "idastar(duplicates=graph)"] {
            let strategy: Strategy = strategy.parse().unwrap();
            let cut = |cost| {
                solve(&graph, &strategy, &mut Limits::none().cost(cost), &mut ()).unwrap().outcome
            };
            assert_eq!(cut(best).cost(), Some(best));
            assert_eq!(cut(best - 1), Outcome::NotFound(Gap::Cost));
            let shallow = solve(&graph, &strategy, &mut Limits::none().depth(0), &mut ());
            match strategy.algorithm.info().depth_limit {
                true => assert_eq!(shallow.unwrap().outcome, Outcome::NotFound(Gap::Depth)),
                false => assert!(shallow.is_err(), "a limit is kept or refused"),
            }
        }
    }
}
