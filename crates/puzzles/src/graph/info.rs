//! What is said of the puzzle, and its built-in graphs.

use heureka_core::Claim;
use heureka_kit::puzzle::{Card, HeuristicInfo, Info, Level, Parameter};

/// A graph whose estimates never overestimate and yet mislead A\*: it expands C before it knows the
/// cheapest way there.
pub const INCONSISTENT: &str = include_str!("../../data/graph/inconsistent.txt");

pub static INFO: Info = Info {
    name: "graph",
    title: "Way through a graph",
    rules: "From the start to a goal along arcs, each of which leads from one node to another and \
            costs something. Find the cheapest way.",
    format: "a statement a line, or several parted by semicolons: 'A -> B 3' is an arc that costs 3 \
             (1 if no cost is given), 'A -- B 3' one that leads both ways, 'h A 5' an estimate ('inf' \
             for a dead end; 0 if none is given), 'start A' and 'goal B' say from where to where, and \
             # begins a comment. In a table with commas the headings 'from,to,cost', \
             'between,and,cost' and 'node,h' say what the rows below them are. Of several arcs \
             between the same nodes the cheapest counts.",
    sizes: "NODESxARCS, such as 20x40",
    parameters: &[
        Parameter { name: "start", help: "the node to begin at, whatever the text says" },
        Parameter { name: "goal", help: "the node to go to, whatever the text says" },
    ],
    heuristics: &[
        HeuristicInfo {
            name: "given",
            summary: "the estimates of the graph's text; what they keep is found out for every graph \
                      when it is read, and claimed",
            claim: Claim::Nothing,
        },
        HeuristicInfo { name: "zero", summary: "nothing", claim: Claim::Consistent },
    ],
    levels: &[
        Level { name: "inconsistent", text: INCONSISTENT, parameters: &[], optimum: Some(9) },
        Level {
            name: "coast",
            text: include_str!("../../data/graph/coast.csv"),
            parameters: &[],
            optimum: Some(27),
        },
        Level {
            name: "too-high",
            text: include_str!("../../data/graph/too-high.txt"),
            parameters: &[],
            optimum: Some(5),
        },
        Level {
            name: "one-way",
            text: include_str!("../../data/graph/one-way.txt"),
            parameters: &[],
            optimum: None,
        },
    ],
    strategy: "astar",
    card: Card {
        performance: "what the arcs of the way cost together",
        environment: "a graph, known as a whole; nothing changes",
        actuators: "going along an arc",
        sensors: "the whole graph",
        state: "the node where one is: its number in the order of the names",
        action: "the node that an arc leads to, called by its name; one is there",
        goal: "one is at a goal's node",
        cost: "the arc's, from 0 to 1,000,000",
        states: "the nodes that can be reached from the start",
    },
};
