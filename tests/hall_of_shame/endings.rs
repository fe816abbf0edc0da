//! Searches that do not end, or that end with a false verdict.

use crate::common::Graph;
use crate::{assert_optimal, informed, strategies};
use heureka_core::observe::Node;
use heureka_core::outcome::Gap;
use heureka_core::strategy::ALGORITHMS;
use heureka_core::{
    Claim, Cost, DEAD_END, Limits, Observer, Outcome, Plan, Problem, Strategy, solve, validate,
};
use heureka_kit::puzzle::Parameters;
use heureka_puzzles::registry::puzzle;
use std::time::Duration;

/// A search ran forever, or returned a path to some other state, if no path led to the goal:
/// `spring-epfl/trickster#5`, `ogcs/Okra#16`, `juhgiyo/EpPathFinding.cs#11`, `daancode/a-star#9`. The
/// states that the start reaches form cycles, and the goal is not among them.
#[test]
fn an_unreachable_goal_ends_every_search_without_a_plan() {
    let arcs = vec![vec![(1, 1)], vec![(2, 1), (0, 1)], vec![(0, 1), (1, 2)], vec![(0, 1)]];
    let graph = Graph::new(arcs);
    for strategy in strategies() {
        assert_eq!(graph.outcome(strategy), Outcome::Unsolvable, "{strategy}");
    }
}

/// A bounded search did not tell "no plan within the bound" from "no plan": `aibasel/lab#152`,
/// `aibasel/downward#303`. If the bound cuts nothing off, there is no plan; else nothing is known.
#[test]
fn a_bound_that_cuts_nothing_off_does_not_weaken_the_verdict() {
    let arcs = vec![vec![(1, 1)], vec![(2, 1)], vec![(3, 1)], vec![], vec![]];
    let graph = Graph::new(arcs);
    let under =
        |strategy, limits: Limits<'_>| graph.run(strategy, &mut { limits }).unwrap().outcome;
    for (strategy, outcome) in
        [("dls(2)", Outcome::NotFound(Gap::Depth)), ("dls(3)", Outcome::Unsolvable)]
    {
        assert_eq!(graph.outcome(strategy), outcome, "{strategy}");
    }
    for strategy in ["bfs", "dfs", "ids", "ucs", "astar", "beam(9)"] {
        let cut = under(strategy, Limits::none().depth(2));
        assert_eq!(cut, Outcome::NotFound(Gap::Depth), "{strategy}");
        assert_eq!(under(strategy, Limits::none().depth(4)), Outcome::Unsolvable, "{strategy}");
    }
    for strategy in ["ucs", "astar", "idastar"] {
        let cut = under(strategy, Limits::none().cost(2));
        assert_eq!(cut, Outcome::NotFound(Gap::Cost), "{strategy}");
        assert_eq!(under(strategy, Limits::none().cost(3)), Outcome::Unsolvable, "{strategy}");
    }
}

/// A state that was first visited by a path too long to go on stayed visited, and the shorter path to
/// it was lost: `OpenRailAssociation/osrd#2319`. State 3 is first reached at depth 3, where the bound
/// ends the path; at depth 1 it leads to the goal.
#[test]
fn a_state_visited_too_deep_can_be_visited_again() {
    let arcs = vec![vec![(1, 1), (3, 9)], vec![(2, 1)], vec![(3, 1)], vec![(4, 1)], vec![]];
    let graph = Graph::new(arcs);
    for duplicates in ["graph", "closed", "path", "undo", "none"] {
        for strategy in ["dls(3,", "ids("] {
            let strategy = format!("{strategy}duplicates={duplicates})");
            assert_eq!(graph.outcome(&strategy).cost(), Some(10), "{strategy}");
        }
    }
    // A search that keeps only the cheapest path loses the shorter one, but must not deny it.
    let outcome = graph.run("astar", &mut Limits::none().depth(3)).unwrap().outcome;
    assert_eq!(outcome, Outcome::NotFound(Gap::Depth));
}

/// Arcs of cost 0 counted as missing: `objectionary/eo-graphs#65`, `NaturalNode/natural#150`. Without
/// the arc from 0 to 1, the plan would cost 5.
#[test]
fn an_arc_of_cost_zero_is_an_arc() {
    assert_optimal(&Graph::new(vec![vec![(2, 5), (1, 0)], vec![(2, 1)], vec![]]), 1);
}

/// A cycle of cost 0 kept a search, or the walk back along the parents, going forever:
/// `evenfurther/pathfinding#837`, `evenfurther/pathfinding#838`, `networkx/networkx#3508`. The cycles
/// here pass through the start and through single states.
#[test]
fn cycles_of_cost_zero_end() {
    let arcs =
        vec![vec![(0, 0), (1, 0)], vec![(0, 0), (1, 0), (2, 0)], vec![(1, 0), (3, 1)], vec![]];
    let graph = Graph::new(arcs);
    assert_optimal(&graph, 1);
    for strategy in strategies() {
        assert_eq!(graph.outcome(strategy).cost(), Some(1), "{strategy}");
    }
}

/// A sum of costs wrapped around, and an expensive path looked cheap: `objectionary/eo-graphs#64`,
/// `RoutingKit/RoutingKit#69`. Elsewhere it panicked: `petgraph/petgraph#742`. In 32 bits, the detour
/// of 6,000,000,000 wraps around to 1,705,032,704.
#[test]
fn a_sum_of_costs_does_not_wrap_around() {
    let arcs = vec![vec![(1, 3_000_000_000), (2, 4_294_000_000)], vec![(2, 3_000_000_000)], vec![]];
    assert_optimal(&Graph::new(arcs), 4_294_000_000);
    // A text whose costs could add up to more than 32 bits hold is refused.
    let text = |arcs: usize| {
        let arc = |from| format!("{from} -> {} 1000000\n", from + 1);
        format!("start 0\ngoal {arcs}\n") + &(0..arcs).map(arc).collect::<String>()
    };
    let parse = |arcs| puzzle("graph").unwrap().parse(&text(arcs), &Parameters::default());
    assert!(parse(4200).is_ok());
    assert!(parse(4300).is_err());
}

/// Records the expanded states.
struct Expanded(Vec<usize>);

impl Observer<usize, usize> for Expanded {
    fn expanded(&mut self, node: &Node<'_, usize>) {
        self.0.push(*node.state);
    }
}

/// An infinite estimate plus a cost may wrap around to a small number:
/// `gdalle/MultiAgentPathFinding.jl#22`. A search would then expand the dead end, state 1, before all
/// others.
#[test]
fn an_infinite_estimate_stays_infinite() {
    let arcs = vec![vec![(1, 7), (2, 5)], vec![(1, 1)], vec![(3, 5)], vec![]];
    let graph = informed(arcs, vec![0, DEAD_END, 0, 0], Claim::Admissible);
    for info in ALGORITHMS.iter().filter(|info| info.is_informed && info.name != "descent") {
        let strategy: Strategy = info.name.parse().unwrap();
        let mut expanded = Expanded(vec![]);
        let report = solve(&graph, &strategy, &mut Limits::none(), &mut expanded).unwrap();
        assert_eq!(report.outcome.cost(), Some(10), "{strategy}");
        assert!(!expanded.0.contains(&1), "{strategy} expands {:?}", expanded.0);
    }
}

/// With the start on the goal, a search left the goal and came back: `prettymuchbryce/easystarjs#21`,
/// `neo4j/neo4j#6223`. The right plan has no moves.
#[test]
fn a_start_that_is_a_goal_needs_no_moves() {
    let arcs = vec![vec![(1, 0), (0, 0)], vec![(0, 0)]];
    let graph = Graph { goals: vec![1, 0], ..Graph::new(arcs) };
    let early = ["bfs(goal-test=early)", "dfs(goal-test=early)", "astar(goal-test=early)"];
    for strategy in strategies().chain(early).chain(["descent", "dls(0)"]) {
        let outcome = graph.outcome(strategy);
        assert_eq!(outcome.plan(), Some(&Plan { actions: vec![], cost: 0 }), "{strategy}");
    }
}

/// A solver that ran out of time or memory said the same as one that had proved that there is no plan:
/// `IBM/nl2flow#40`, `eomahony/Numberjack#39`. Under any limit, a solvable graph is solved or not
/// decided.
#[test]
fn a_limit_is_no_proof() {
    let mut arcs: Vec<_> = (0..20).map(|state| vec![(state + 1, 2), (state / 2, 1)]).collect();
    arcs.push(vec![]);
    let graph = Graph::new(arcs);
    let limits = |n| {
        let (none, few) = (Limits::none, Limits::none().expansions(n));
        [few, none().memory(n << 8), none().time(Duration::from_nanos(n << 10))]
    };
    for strategy in strategies() {
        let (mut stopped, mut solved) = (0, 0);
        for mut limits in (0..40).flat_map(limits) {
            match graph.run(strategy, &mut limits).unwrap().outcome {
                Outcome::Stopped(_) => stopped += 1,
                Outcome::Solved(..) => solved += 1,
                other => panic!("{strategy} under {limits:?}: {other:?}"),
            }
        }
        assert!(stopped > 0 && solved > 0, "{strategy}: {stopped} stopped, {solved} solved");
    }
}

/// A search dropped states without proof and called solvable boards unsolvable:
/// `mzucker/flow_solver#5`. Whether a planner may say so depends on its heuristic:
/// `aibasel/downward#283`. The only plan leads through state 1, a false dead end.
#[test]
fn a_false_dead_end_does_not_make_a_graph_unsolvable() {
    let arcs = vec![vec![(1, 1)], vec![(2, 1)], vec![]];
    let graph = informed(arcs, vec![0, DEAD_END, 0], Claim::Nothing);
    for info in ALGORITHMS.iter().filter(|info| info.is_informed && info.name != "descent") {
        assert_eq!(graph.outcome(info.name), Outcome::NotFound(Gap::DeadEnd), "{}", info.name);
    }
}

/// A solver that skips moves found no solution and called the game unsolvable: `shlomif/PySolFC#168`. A
/// beam of one state keeps state 1, a dead end, and drops state 2.
#[test]
fn a_beam_that_dropped_states_proves_nothing() {
    let arcs = vec![vec![(1, 1), (2, 1)], vec![], vec![(3, 1)], vec![]];
    let graph = informed(arcs, vec![0, 0, 1, 0], Claim::Consistent);
    assert_eq!(graph.outcome("beam(1)"), Outcome::NotFound(Gap::Beam));
    assert_eq!(graph.outcome("beam(2)").cost(), Some(2));
    assert_eq!(graph.outcome("beam(1,grow=yes)").cost(), Some(2));
}

/// A chain of states from 0 to its length, where the goal is.
struct Chain(u32);

impl Problem for Chain {
    type State = u32;
    type Key = u32;
    type Action = ();

    fn start(&self) -> u32 {
        0
    }
    fn is_goal(&self, &at: &u32) -> bool {
        at == self.0
    }
    fn successors(&self, &at: &u32, visit: &mut impl FnMut((), Cost, u32)) {
        if at < self.0 {
            visit((), 1, at + 1);
        }
    }
    fn pack(&self, &at: &u32) -> u32 {
        at
    }
    fn unpack(&self, &key: &u32) -> u32 {
        key
    }
    fn h(&self, &at: &u32) -> Cost {
        self.0 - at
    }
    fn claim(&self) -> Claim {
        Claim::Consistent
    }
}

/// A recursion as deep as the plan is long overflowed the call stack: `evenfurther/pathfinding#795`,
/// `silentbicycle/hopscotch#2`, `jgrapht/jgrapht#556`. These plans have up to 1,000,000 moves, and the
/// stack has 256 KiB.
#[test]
fn a_long_plan_does_not_overflow_the_stack() {
    let run = |word: &str, length| {
        let strategy: Strategy = word.parse().unwrap();
        let chain = Chain(length);
        let report = solve(&chain, &strategy, &mut Limits::none(), &mut ()).unwrap();
        let plan = report.outcome.plan().unwrap_or_else(|| panic!("{word}"));
        assert_eq!((validate(&chain, plan), plan.cost), (Ok(()), length), "{word}");
    };
    let run_all = move || {
        for word in
            ["bfs", "dfs", "ucs", "greedy", "astar", "wastar", "beam(1)", "anytime", "descent"]
        {
            run(word, 1_000_000);
        }
        // The time of these grows faster than the length.
        for word in ["idastar", "dls(200000,duplicates=undo)"] {
            run(word, 200_000);
        }
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(run_all).unwrap().join().unwrap();
}
