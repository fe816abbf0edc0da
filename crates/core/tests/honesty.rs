//! What searches say under limits, large numbers and heuristics that claim nothing, against an
//! obvious reference.

mod common;

use common::{Graph, Random};
use heureka_core::search::{BestFirst, Rule, Search};
use heureka_core::{
    Claim, Cost, DEAD_END, Gap, Limits, Optimality, Outcome, Plan, Strategy, solve, validate,
};

const ALL: &[&str] = &[
    "bfs",
    "bfs(goal-test=early)",
    "dfs",
    "dls(60,duplicates=graph)",
    "ids(duplicates=graph)",
    "ucs",
    "ucs(goal-test=early)",
    "greedy",
    "astar",
    "astar(reopen=no)",
    "astar(goal-test=early)",
    "astar(duplicates=closed)",
    "greedy(duplicates=closed)",
    "wastar(1.001)",
    "wastar(3)",
    "idastar(duplicates=graph)",
    "beam(2)",
    "beam(2,grow=yes)",
    "beam(1000)",
    "anytime(4)",
];

/// Checks whatever a search says of a graph whose best plan costs `best`.
fn judge(graph: &Graph, best: Cost, outcome: &Outcome<Plan<usize>>, context: &str) {
    match outcome {
        Outcome::Solved(plan, sure) => {
            validate(graph, plan).unwrap();
            match sure {
                Optimality::Proved => assert_eq!(plan.cost, best, "{context}"),
                Optimality::Within(ratio) => assert!(
                    f64::from(plan.cost) <= ratio.as_f64() * f64::from(best) + 1e-6,
                    "{context}: {} within {ratio} of {best}",
                    plan.cost
                ),
                Optimality::NotClaimed => assert!(plan.cost >= best, "{context}"),
            }
        }
        Outcome::Unsolvable => assert_eq!(best, DEAD_END, "{context}"),
        Outcome::NotFound(_) | Outcome::Stopped(_) => {}
    }
}

fn run(graph: &Graph, word: &str, limits: &mut Limits<'_>) -> Option<Outcome<Plan<usize>>> {
    let strategy: Strategy = word.parse().unwrap();
    solve(graph, &strategy, limits, &mut ()).ok().map(|report| report.outcome)
}

/// A graph with some h: exact parts of the distance, or anything at all with nothing claimed.
fn graph(random: &mut Random, honest: bool) -> Graph {
    let nodes = 2 + random.below(25);
    let arcs = nodes * (1 + random.below(3));
    let mut graph = Graph::random(nodes, arcs, 6, random);
    let exact = graph.distances();
    graph.claim = if honest { Claim::Admissible } else { Claim::Nothing };
    graph.h = exact
        .iter()
        .map(|&exact| match exact {
            _ if !honest && random.below(4) == 0 => DEAD_END,
            _ if !honest => u32::try_from(random.below(30)).unwrap(),
            DEAD_END => 3,
            exact => u32::try_from(random.below(exact as usize + 1)).unwrap(),
        })
        .collect();
    graph
}

#[test]
fn no_claim_is_false_whatever_the_heuristic_says() {
    let mut random = Random(10);
    for round in 0..600 {
        let graph = graph(&mut random, round % 2 == 0);
        let best = graph.distances()[0];
        for word in ALL {
            let outcome = run(&graph, word, &mut Limits::none()).unwrap();
            judge(&graph, best, &outcome, &format!("{word} {graph:?}"));
        }
    }
}

#[test]
fn no_claim_is_false_under_limits_and_after_a_stop() {
    let mut random = Random(11);
    for round in 0..600 {
        let graph = graph(&mut random, round % 2 == 0);
        let best = graph.distances()[0];
        for word in ALL {
            let (depth, cost) = (random.below(8) as u32, random.below(20) as u32);
            let stop = 1 + random.below(30) as u64;
            let limits: [Limits<'_>; 5] = [
                Limits::none().depth(depth),
                Limits::none().cost(cost),
                Limits::none().depth(depth).cost(cost),
                Limits::none().expansions(stop),
                Limits::none().depth(depth).expansions(stop),
            ];
            for (i, mut limits) in limits.into_iter().enumerate() {
                let Some(outcome) = run(&graph, word, &mut limits) else { continue };
                judge(&graph, best, &outcome, &format!("{word}, limits {i} {limits:?} {graph:?}"));
                if let Outcome::Solved(plan, _) = &outcome {
                    assert!(limits.max_cost().is_none_or(|most| plan.cost <= most), "{word}");
                    let moves = plan.actions.len() as u32;
                    assert!(limits.max_depth().is_none_or(|most| moves <= most), "{word}");
                }
            }
        }
    }
}

/// Weights are multiplied out in f, which must not overflow.
#[test]
fn large_costs_keep_their_order() {
    let graph = Graph {
        arcs: vec![
            vec![(1, 450_000_000), (2, 4_500_000)],
            vec![(3, 4_500_001)],
            vec![(3, 4_500_000)],
            vec![],
        ],
        h: vec![0, 4_500_000, 4_500_000, 0],
        goals: vec![3],
        claim: Claim::Admissible,
    };
    for word in ["wastar(1.001)", "wastar(1000)", "astar", "ucs", "anytime(5.001)"] {
        let outcome = run(&graph, word, &mut Limits::none()).unwrap();
        judge(&graph, 9_000_000, &outcome, word);
        assert_eq!(outcome.cost(), Some(9_000_000), "{word}");
    }
}

/// A state whose first way is too dear comes back over a cheaper one, in every search.
#[test]
fn a_way_too_dear_does_not_hide_a_cheap_one() {
    let graph = Graph {
        arcs: vec![vec![(1, 9), (2, 1)], vec![(3, 1)], vec![(1, 1)], vec![]],
        h: vec![0; 4],
        goals: vec![3],
        claim: Claim::Consistent,
    };
    for word in ["bfs", "dfs", "ucs", "astar", "greedy"] {
        let outcome = run(&graph, word, &mut Limits::none().cost(5)).unwrap();
        assert_eq!(outcome.cost(), Some(3), "{word}");
    }
    let cut = run(&graph, "ucs", &mut Limits::none().cost(2)).unwrap();
    assert_eq!(cut, Outcome::NotFound(Gap::Cost));
}

/// What a limit left out stays out when the limit is lifted, and no plan found then is called optimal
/// unless it is.
#[test]
fn going_on_with_other_limits_claims_nothing_false() {
    let mut random = Random(12);
    let strategy: Strategy = "astar".parse().unwrap();
    for round in 0..2000 {
        let graph = graph(&mut random, round % 3 > 0);
        let best = graph.distances()[0];
        for (g, h) in [(1, 0), (1, 1), (1, 2), (0, 1)] {
            let rule = Rule { weight_g: g, weight_h: h, reopen: true, ..Rule::new(&strategy) };
            for ties in ["astar", "astar(ties=fifo)", "astar(ties=low-g)"] {
                let ties: Strategy = ties.parse().unwrap();
                let mut search = BestFirst::by_f(&graph, rule, ties.ties);
                let stop = 1 + random.below(6) as u64;
                let mut limits = Limits::none().cost(random.below(12) as u32).expansions(stop);
                let context = format!("{g} {h} {ties} {graph:?}");
                judge(&graph, best, &search.run(&mut limits, &mut ()), &context);
                // Twice more: after a plan there may be others, but none is better.
                for _ in 0..2 {
                    judge(&graph, best, &search.run(&mut Limits::none(), &mut ()), &context);
                }
            }
        }
    }
}

#[test]
fn a_depth_limit_below_that_of_dls_is_kept() {
    let graph = Graph {
        arcs: vec![vec![(1, 1)], vec![(2, 1)], vec![]],
        h: vec![0; 3],
        goals: vec![2],
        claim: Claim::Consistent,
    };
    let run = |depth| run(&graph, "dls(5)", &mut Limits::none().depth(depth)).unwrap();
    assert_eq!((run(2).cost(), run(1)), (Some(2), Outcome::NotFound(Gap::Depth)));
}
