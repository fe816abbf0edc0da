//! Texts about graphs and the built-in instances.

use heureka_core::Claim;
use heureka_kit::puzzle::{BuiltIn, Card, HeuristicInfo, Info, Parameter};

/// A graph with admissible but inconsistent estimates: A\* expands C before it knows the cheapest path
/// to it.
pub const INCONSISTENT: &str = include_str!("../../data/graph/inconsistent.txt");

pub static INFO: Info = Info {
    name: "graph",
    title: "Graph path",
    rules: "Move from the start to a goal along arcs. Each arc leads from one node to another and has \
            a cost. Find a cheapest path.",
    format: "one statement per row, or several separated by semicolons; a row ends at a line break or a \
             slash. 'A -> B 3' is an arc of cost 3 (default 1), 'A -- B 3' an arc in both directions, \
             'h A 5' an estimate ('inf' for a dead end; default 0), 'start A' and 'goal B' set start \
             and goal, and # begins a comment. \
             In a table with commas, the headings 'from,to,cost', 'between,and,cost' and 'node,h' \
             define the rows below them. Of several arcs between the same nodes, only the cheapest \
             counts.",
    sizes: "NODESxARCS, such as 20x40",
    small_sizes: &["2x1", "3x4", "6x10", "12x24", "40x90", "9x60"],
    parameters: &[
        Parameter::shown("start", "the start node; overrides the text"),
        Parameter::shown("goal", "the goal node; overrides the text"),
    ],
    heuristics: &[
        HeuristicInfo {
            name: "given",
            summary: "the estimates in the text; their claim is the one that an audit of the graph \
                      confirms",
            claim: Claim::Nothing,
        },
        HeuristicInfo::consistent("zero", "always 0"),
    ],
    instances: &[
        BuiltIn::new("inconsistent", INCONSISTENT, Some(9)),
        BuiltIn::new("coast", include_str!("../../data/graph/coast.csv"), Some(27)),
        BuiltIn::new("too-high", include_str!("../../data/graph/too-high.txt"), Some(5)),
        BuiltIn::new("one-way", include_str!("../../data/graph/one-way.txt"), None),
    ],
    strategy: "astar",
    questions: &[],
    card: Card {
        performance: "the sum of the costs of the arcs",
        environment: "a graph; fully observable, deterministic, static",
        actuators: "moves along an arc",
        sensors: "the whole graph",
        state: "the number of the current node in the order of the names",
        action: "the node at the end of an arc that leaves the current node, by name",
        transition: "that node becomes the current node",
        goal: "the current node is a goal",
        cost: "the cost of the arc, from 0 to 1,000,000",
        states: "the nodes reachable from the start",
    },
};
