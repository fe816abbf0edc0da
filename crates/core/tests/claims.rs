//! Checks the plans and claims of all searches on random graphs, under limits and with bad heuristics.

mod common;

use common::{Graph, Random};
use heureka_core::outcome::{Gap, Ratio};
use heureka_core::search::{BestFirst, Rule, Search};
use heureka_core::{Claim, Cost, DEAD_END, Limits, Optimality, Outcome, Plan, Strategy, validate};

const STRATEGIES: &str = "bfs bfs(goal-test=early) dfs dls(60,duplicates=graph) \
    ids(duplicates=graph) ucs ucs(goal-test=early) greedy astar astar(reopen=no) \
    astar(goal-test=early) astar(duplicates=closed) greedy(duplicates=closed) wastar(1.001) \
    wastar(3) idastar(duplicates=graph) beam(2) beam(2,grow=yes) beam(1000) anytime(4) \
    anytime(1.1,duplicates=closed)";

/// Strategies that prove their plans optimal if the heuristic is admissible.
const OPTIMAL: &str = "ucs astar astar(ties=low-g) astar(ties=fifo) astar(ties=lifo) wastar(1) \
    astar(ties=state) ucs(duplicates=closed) astar(duplicates=path) idastar(duplicates=graph) \
    idastar(duplicates=path) anytime(4) bidirectional";

/// Checks an outcome on a graph whose optimal cost is `best`.
fn check(graph: &Graph, best: Cost, outcome: &Outcome<Plan<usize>>, context: &str) {
    match outcome {
        Outcome::Solved(plan, optimality) => {
            validate(graph, plan).unwrap();
            match optimality {
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

/// Creates a random graph with an admissible h, or with an arbitrary h without a claim.
fn random_graph(admissible: bool, random: &mut Random) -> (Graph, Cost) {
    let states = 2 + random.below(25);
    let arcs = states * (1 + random.below(3));
    let mut graph = Graph::random(states, arcs, 6, random);
    let best = graph.randomize_h(random)[0];
    if !admissible {
        graph.claim = Claim::Nothing;
        for h in &mut graph.h {
            *h = if random.below(4) == 0 { DEAD_END } else { random.below(30) as Cost };
        }
    }
    (graph, best)
}

#[test]
fn optimal_and_bounded_searches_prove_their_plans() {
    let mut random = Random(1);
    let (mut solvable, mut unsolvable) = (0, 0);
    let bounded = [("wastar(1.5)", 3, 2), ("wastar(3)", 3, 1), ("wastar(2,ties=fifo)", 2, 1)];
    for round in 0..400 {
        let states = 2 + random.below(40);
        let density = 1 + random.below(4);
        let mut graph = Graph::random(states, states * density, 1 + round % 9, &mut random);
        if random.below(3) == 0 {
            graph.goals.push(random.below(states));
        }
        let best = graph.randomize_h(&mut random)[0];
        let optimal = OPTIMAL.split_whitespace().map(|strategy| (strategy, Optimality::Proved));
        let bounded = bounded.map(|(name, n, d)| (name, Optimality::Within(Ratio::new(n, d))));
        for (strategy, optimality) in optimal.chain(bounded) {
            // The number of paths grows fast, so these run on small graphs only.
            let repeats = strategy.contains("path") || strategy.contains("closed");
            if repeats && states * density > 40 {
                continue;
            }
            let (outcome, context) = (graph.outcome(strategy), format!("{strategy} {graph:?}"));
            check(&graph, best, &outcome, &context);
            let expected = (best != DEAD_END).then_some(optimality);
            assert_eq!((outcome.is_decided(), outcome.optimality()), (true, expected), "{context}");
        }
        if best == DEAD_END { unsolvable += 1 } else { solvable += 1 }
    }
    assert!(solvable > 100 && unsolvable > 50, "{solvable} solvable, {unsolvable} unsolvable");
}

#[test]
fn searches_for_fewest_moves_find_them_at_unit_cost() {
    let mut random = Random(3);
    for _ in 0..200 {
        let states = 2 + random.below(30);
        let graph = Graph::random(states, states * 2, 1, &mut random);
        let best = graph.distances()[0];
        let strategies = "bfs bfs(goal-test=early) ids(duplicates=graph) ids(duplicates=closed) \
                          beam(1000) beam(1,grow=yes) dfs dfs(goal-test=early) greedy";
        for strategy in strategies.split_whitespace() {
            let outcome = graph.outcome(strategy);
            check(&graph, best, &outcome, strategy);
            assert_eq!(outcome.plan().is_some(), best != DEAD_END, "{strategy}");
            let proves = strategy.starts_with("ids") || ["bfs", "beam(1000)"].contains(&strategy);
            if outcome.plan().is_some() && (proves || strategy == "bfs(goal-test=early)") {
                assert_eq!(outcome.cost(), Some(best), "{strategy}");
                assert_eq!(outcome.optimality() == Some(Optimality::Proved), proves, "{strategy}");
            }
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

#[test]
fn claims_hold_with_any_heuristic() {
    let mut random = Random(10);
    for round in 0..600 {
        let (graph, best) = random_graph(round % 2 == 0, &mut random);
        for strategy in STRATEGIES.split_whitespace() {
            check(&graph, best, &graph.outcome(strategy), &format!("{strategy} {graph:?}"));
        }
    }
}

#[test]
fn claims_hold_under_limits() {
    let mut random = Random(11);
    for round in 0..600 {
        let (graph, best) = random_graph(round % 2 == 0, &mut random);
        for strategy in STRATEGIES.split_whitespace() {
            let (depth, cost) = (random.below(8) as u32, random.below(20) as Cost);
            let expansions = 1 + random.below(30) as u64;
            for mut limits in [
                Limits::none().depth(depth),
                Limits::none().cost(cost),
                Limits::none().depth(depth).cost(cost),
                Limits::none().expansions(expansions),
                Limits::none().depth(depth).expansions(expansions),
            ] {
                let Ok(report) = graph.run(strategy, &mut limits) else { continue };
                let context = format!("{strategy} {depth} {cost} {expansions} {graph:?}");
                check(&graph, best, &report.outcome, &context);
                if let Outcome::Solved(plan, _) = &report.outcome {
                    assert!(limits.max_cost().is_none_or(|max| plan.cost <= max), "{context}");
                    let moves = plan.actions.len() as u32;
                    assert!(limits.max_depth().is_none_or(|max| moves <= max), "{context}");
                }
            }
        }
    }
}

#[test]
fn bounds_of_stopped_searches_hold() {
    let (mut random, mut proved, mut exact) = (Random(15), 0, 0);
    for round in 0..2000 {
        let (graph, best) = random_graph(round % 4 > 0, &mut random);
        for strategy in STRATEGIES.split_whitespace() {
            let mut limits = Limits::none().expansions(random.below(8) as u64);
            let report = graph.run(strategy, &mut limits).unwrap();
            if let Some(bound) = report.stats.lower_bound {
                assert!(bound <= best, "{strategy}: {bound} > {best}, {graph:?}");
                assert!(matches!(report.outcome, Outcome::Stopped(_)), "{strategy}");
                proved += 1;
                exact += u32::from(bound == best);
            }
        }
    }
    assert!(proved > 1000 && exact > 100, "{proved} {exact}");
}

/// A limit excludes nodes for good: after it is lifted, no plan may be called optimal by mistake.
#[test]
fn claims_hold_after_resuming_with_other_limits() {
    let mut random = Random(12);
    let astar: Strategy = "astar".parse().unwrap();
    for round in 0..2000 {
        let (graph, best) = random_graph(round % 3 > 0, &mut random);
        for (g, h) in [(1, 0), (1, 1), (1, 2), (0, 1)] {
            let rule = Rule { weight_g: g, weight_h: h, reopen: true, ..Rule::new(&astar) };
            for ties in ["astar", "astar(ties=fifo)", "astar(ties=low-g)"] {
                let ties: Strategy = ties.parse().unwrap();
                let mut search = BestFirst::by_f(&graph, rule, ties.ties);
                let expansions = 1 + random.below(6) as u64;
                let mut limits = Limits::none().cost(random.below(12) as Cost);
                limits = limits.expansions(expansions);
                let context = format!("{g} {h} {ties} {graph:?}");
                check(&graph, best, &search.run(&mut limits, &mut ()), &context);
                // Twice more, since a search may continue after its first plan.
                for _ in 0..2 {
                    check(&graph, best, &search.run(&mut Limits::none(), &mut ()), &context);
                }
            }
        }
    }
}

/// Weights multiply costs in f, which must not overflow.
#[test]
fn large_costs_keep_their_order() {
    let mut graph = Graph::new(vec![
        vec![(1, 450_000_000), (2, 4_500_000)],
        vec![(3, 4_500_001)],
        vec![(3, 4_500_000)],
        vec![],
    ]);
    graph.h = vec![0, 4_500_000, 4_500_000, 0];
    graph.claim = Claim::Admissible;
    for strategy in ["wastar(1.001)", "wastar(1000)", "astar", "ucs", "anytime(5.001)"] {
        let outcome = graph.outcome(strategy);
        check(&graph, 9_000_000, &outcome, strategy);
        assert_eq!(outcome.cost(), Some(9_000_000), "{strategy}");
    }
}

#[test]
fn a_path_over_the_cost_limit_does_not_hide_a_cheaper_one() {
    let graph = Graph::new(vec![vec![(1, 9), (2, 1)], vec![(3, 1)], vec![(1, 1)], vec![]]);
    let run = |strategy, cost| graph.run(strategy, &mut Limits::none().cost(cost)).unwrap().outcome;
    for strategy in ["bfs", "dfs", "ucs", "astar", "greedy"] {
        assert_eq!(run(strategy, 5).cost(), Some(3), "{strategy}");
    }
    assert_eq!(run("ucs", 2), Outcome::NotFound(Gap::Cost));
}

#[test]
fn dls_obeys_a_lower_depth_limit() {
    let graph = Graph::new(vec![vec![(1, 1)], vec![(2, 1)], vec![]]);
    let run = |depth| graph.run("dls(5)", &mut Limits::none().depth(depth)).unwrap().outcome;
    assert_eq!((run(2).cost(), run(1)), (Some(2), Outcome::NotFound(Gap::Depth)));
}

/// Two paths of two moves: the first costs 5 + 5, the second 5 + 1.
#[test]
fn a_suboptimal_plan_is_never_called_optimal() {
    let graph = Graph::new(vec![vec![(1, 5), (2, 5)], vec![(3, 5)], vec![(3, 1)], vec![]]);
    let others = ["dls(2)", "dls(9)", "ids", "idastar", "beam", "anytime"];
    for strategy in STRATEGIES.split_whitespace().chain(others) {
        let outcome = graph.outcome(strategy);
        assert!(outcome.plan().is_some(), "{strategy}");
        check(&graph, 6, &outcome, strategy);
    }
}

/// The goal costs 4,500,000,000 over the only path, and 4,294,967,295 is a dead end.
#[test]
fn costs_that_are_too_large_prove_nothing() {
    let arcs =
        vec![vec![(1, 1_500_000_000)], vec![(2, 1_500_000_000)], vec![(3, 1_500_000_000)], vec![]];
    let graph = Graph { claim: Claim::Consistent, ..Graph::new(arcs) };
    for strategy in
        "bfs dfs ucs astar greedy wastar bidirectional beam beam(1) anytime dls(9) dls(9,duplicates=undo) ids \
         ids(duplicates=path)"
            .split(' ')
    {
        let outcome = graph.outcome(strategy);
        assert!(matches!(outcome, Outcome::NotFound(_)), "{strategy}: {outcome:?}");
    }
    // Another path is cheaper than all that cannot be added up.
    let mut graph = graph;
    graph.arcs[0].push((3, 4_000_000_000));
    for strategy in ["ucs", "astar", "bidirectional"] {
        let outcome = graph.outcome(strategy);
        assert!(matches!(outcome, Outcome::Solved(_, Optimality::Proved)), "{strategy}");
        assert_eq!(outcome.cost(), Some(4_000_000_000), "{strategy}");
    }
}
