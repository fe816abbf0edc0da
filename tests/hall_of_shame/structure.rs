//! Graphs and states of an unusual shape.

use crate::common::Graph;
use crate::{assert_optimal, strategies};
use heureka_core::{Cost, Limits, Problem, Strategy, solve};
use heureka_kit::puzzle::Parameters;
use heureka_puzzles::registry::puzzle;
use std::hash::{Hash, Hasher};

/// An arc from a state to itself changed the distance of its neighbors, or sent the walk back along the
/// parents into a loop: `sbromberger/LightGraphs.jl#499`, `sbromberger/LightGraphs.jl#520`,
/// `amethyst/bracket-lib#128`. Counted, the arc from 0 to 0 would add 1 to the cost.
#[test]
fn an_arc_to_itself_changes_nothing() {
    let arcs = vec![vec![(0, 1), (1, 3)], vec![(1, 1), (2, 2), (0, 3)], vec![(2, 1)]];
    let graph = Graph::new(arcs);
    assert_optimal(&graph, 5);
    for strategy in strategies() {
        assert_eq!(graph.outcome(strategy).plan().unwrap().actions, [1, 1], "{strategy}");
    }
}

/// Of several arcs between two states, the search took the last or the first one, or charged for all:
/// `networkx/networkx#376`, `ArcadeData/arcadedb#8031`, `evenfurther/pathfinding#796`. The mistakes
/// cost 11, 15 and 22 instead of 7.
#[test]
fn the_cheapest_of_parallel_arcs_is_taken_and_charged_once() {
    let graph = Graph::new(vec![vec![(1, 9), (1, 1), (1, 5)], vec![(2, 6)], vec![]]);
    assert_optimal(&graph, 7);
    let text = "start A; goal C; A -> B 9; A -> B 1; A -> B 5; B -> C 6";
    let graph = puzzle("graph").unwrap().parse(text, &Parameters::default()).unwrap();
    for strategy in ["ucs", "astar", "bidirectional", "idastar"] {
        let strategy: Strategy = strategy.parse().unwrap();
        let solution = graph.solve(&strategy, &mut Limits::none(), None).unwrap();
        assert_eq!(solution.outcome.plan().unwrap().cost(), 7, "{strategy}");
    }
}

/// Of several goals, the search went to the first or the last one in the list, not to the nearest:
/// `tbvanderwoude/grid_pathfinding#5`, `ompl/ompl#776`. The nearest goal is neither; the others cost 9.
#[test]
fn the_nearest_of_several_goals_is_found() {
    let arcs = vec![vec![(1, 9), (2, 1), (4, 9)], vec![], vec![(3, 1)], vec![], vec![]];
    assert_optimal(&Graph { goals: vec![1, 3, 4], ..Graph::new(arcs) }, 2);
}

/// Returns whether a strategy remembers the states that it has seen, as bounded depth-first search does
/// not.
fn remembers_states(strategy: &str) -> bool {
    !["dls", "ids", "idastar"].iter().any(|name| strategy.starts_with(name))
}

/// States were marked as visited when they left the queue, so each entered it once per path:
/// `bobluppes/graaf#430`, `argotorg/solidity#10734`, `cpinitiative/usaco-guide#4455`. These 40 layers
/// of two states have 2⁴⁰ paths.
#[test]
fn a_state_with_many_paths_is_expanded_once() {
    let layers = 40;
    let next = |layer: usize| vec![(2 * layer + 1, 1), (2 * layer + 2, 1)];
    let mut arcs = vec![next(0)];
    (1..layers).for_each(|layer| arcs.extend([next(layer), next(layer)]));
    arcs.extend([vec![(2 * layers + 1, 1)], vec![(2 * layers + 1, 1)], vec![]]);
    let graph = Graph::new(arcs);
    for strategy in strategies().filter(|strategy| remembers_states(strategy)) {
        let report = graph.run(strategy, &mut Limits::none().expansions(1000)).unwrap();
        assert_eq!(report.outcome.cost(), Some(41), "{strategy}");
        let stats = report.stats;
        // Of the 82 states, bidirectional search may expand each from both ends.
        assert!(stats.expanded <= 2 * 82, "{strategy} expands {}", stats.expanded);
        let entries = stats.max_frontier_with_stale;
        assert!(entries <= 82, "{strategy} has {entries} entries in its frontier");
    }
}

/// A cell of a board of 20 × 20, all of which have the same hash.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Colliding(u32);

impl Hash for Colliding {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(0);
    }
}

/// A walk from corner to corner of the board.
struct Walk;

impl Problem for Walk {
    type State = u32;
    type Key = Colliding;
    type Action = u8;

    fn start(&self) -> u32 {
        0
    }
    fn is_goal(&self, &cell: &u32) -> bool {
        cell == 399
    }
    fn successors(&self, &cell: &u32, visit: &mut impl FnMut(u8, Cost, u32)) {
        let (row, col) = (cell / 20, cell % 20);
        let steps = [(row > 0, -20), (row < 19, 20), (col > 0, -1), (col < 19, 1)];
        for (action, (is_inside, step)) in (0..).zip(steps) {
            if is_inside {
                visit(action, 1, cell.wrapping_add_signed(step));
            }
        }
    }
    fn pack(&self, &cell: &u32) -> Colliding {
        Colliding(cell)
    }
    fn unpack(&self, key: &Colliding) -> u32 {
        key.0
    }
}

/// Two states with the same hash counted as equal: `jameshong92/sokoban-solver#1`. Here all states have
/// the same hash, so such a search would know every successor of the start and find no plan.
#[test]
fn states_with_the_same_hash_are_different() {
    for strategy in ["bfs", "ucs", "astar", "beam(1000)", "ids(duplicates=graph)"] {
        let strategy: Strategy = strategy.parse().unwrap();
        let report = solve(&Walk, &strategy, &mut Limits::none(), &mut ()).unwrap();
        assert_eq!(report.outcome.cost(), Some(38), "{strategy}");
    }
}

/// A second search found no path, or a wrong one, because the first had left its marks on the map:
/// `bgrins/javascript-astar#52`, `qiao/PathFinding.js#109`, `brean/python-pathfinding#28`. Each search
/// must repeat its plan and its counts, whatever ran before it.
#[test]
fn a_search_leaves_no_marks_on_the_instance() {
    for (name, level) in
        [("grid", "pocket"), ("tiles", "easy"), ("hanoi", "3x3"), ("graph", "coast")]
    {
        let entry = puzzle(name).unwrap();
        let level = entry.info().instances.iter().find(|it| it.name == level).unwrap();
        let instance = entry.built_in(level, &Parameters::default()).unwrap();
        let run = |strategy: &str| {
            let strategy: Strategy = strategy.parse().unwrap();
            let solution = instance.solve(&strategy, &mut Limits::none(), None).unwrap();
            let plan = solution.outcome.plan().map(|plan| (plan.cost(), plan.words()));
            (plan.unwrap_or_else(|| panic!("{name}: {strategy}")), solution.stats.counts())
        };
        let run_all =
            || strategies().filter(|it| remembers_states(it)).map(run).collect::<Vec<_>>();
        assert_eq!(run_all(), run_all(), "{name}");
    }
}

/// Ties were broken by the cost of the parent, so that the state nearest to the goal was not preferred:
/// `evenfurther/pathfinding#130`. On an open board, all states have the same f, and A\* should walk
/// straight to the goal. With the smallest g first, it expands nearly all 14,400 cells.
#[test]
fn ties_are_broken_by_the_cost_of_the_state_itself() {
    let grid = puzzle("grid").unwrap().parse("120x120", &Parameters::default()).unwrap();
    let expanded = |strategy: &str| {
        let strategy: Strategy = strategy.parse().unwrap();
        grid.solve(&strategy, &mut Limits::none(), None).unwrap().stats.expanded
    };
    assert_eq!(expanded("astar"), 238);
    assert!(expanded("astar(ties=low-g)") > 14_000);
}
