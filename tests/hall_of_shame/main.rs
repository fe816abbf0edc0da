//! Mistakes that other programs made, each with the place where it was seen.
//!
//! A test names the repository and the number of the issue or pull request, says what went wrong there,
//! and shows on an instance of its own that this program does not do the same. Where it can, it also runs
//! an option that makes the mistake on purpose, to show that the instance tells the two apart.
#![forbid(unsafe_code)]

#[path = "../../crates/core/tests/common/mod.rs"]
mod common;
mod endings;
mod plans;
#[allow(dead_code, reason = "the tests of the program use the rest")]
#[path = "../end_to_end/program.rs"]
mod program;
mod puzzles;
mod structure;

use common::Graph;
use heureka_core::strategy::ALGORITHMS;
use heureka_core::{Claim, Cost, Optimality};

/// Strategies that prove their plans optimal if the heuristic is admissible.
const OPTIMAL: &str = "ucs astar astar(ties=low-g) astar(ties=fifo) astar(ties=lifo) \
    astar(ties=state) astar(duplicates=path) wastar(1) idastar(duplicates=path) \
    idastar(duplicates=graph) bidirectional anytime(3)";

/// Returns every algorithm with options under which it ends on a finite graph, except for `descent`,
/// which needs a perfect heuristic.
fn strategies() -> impl Iterator<Item = &'static str> {
    ALGORITHMS.iter().filter(|info| info.name != "descent").map(|info| match info.name {
        "dls" => "dls(99)",
        // By default, IDA* drops only moves that undo the previous one.
        "idastar" => "idastar(duplicates=path)",
        name => name,
    })
}

/// Creates a graph with a heuristic. The last state is the goal.
fn informed(arcs: Vec<Vec<(usize, Cost)>>, h: Vec<Cost>, claim: Claim) -> Graph {
    Graph { h, claim, ..Graph::new(arcs) }
}

/// Asserts that every optimal strategy proves a plan of this cost.
#[track_caller]
fn assert_optimal(graph: &Graph, cost: Cost) {
    assert_eq!(graph.distances()[0], cost, "the reference");
    for strategy in OPTIMAL.split_whitespace() {
        assert_found(graph, strategy, cost, Optimality::Proved);
    }
}

/// Asserts the cost of a strategy's plan, and what it claims of the plan.
#[track_caller]
fn assert_found(graph: &Graph, strategy: &str, cost: Cost, optimality: Optimality) {
    let outcome = graph.outcome(strategy);
    let found = (outcome.cost(), outcome.optimality());
    assert_eq!(found, (Some(cost), Some(optimality)), "{strategy}");
}
