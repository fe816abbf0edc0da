//! What is said of the puzzle, and its built-in grids.

use heureka_core::Claim;
use heureka_kit::puzzle::{Card, HeuristicInfo, Info, Level};

pub static INFO: Info = Info {
    name: "grid",
    title: "Way through a grid",
    rules: "From the start to the goal, one cell up, down, left or right at a step, never through a \
            wall. Take the fewest steps.",
    format: "a map, a line a row: # (or % or @) is a wall, . or a space a free cell, S the start and \
             G the goal; / begins a row, too. Without S the start is the bottom left corner, without \
             G the goal the top right one. ROWSxCOLS alone, such as 120x120, is a grid without \
             walls. What is outside is wall; lines that are shorter than others end in free cells.",
    sizes: "ROWSxCOLSxWALLS, such as 40x60x25 with walls on 25 of a hundred cells, which is also \
            what 40x60 means; from one end of the largest region to the other",
    parameters: &[],
    heuristics: &[
        HeuristicInfo {
            name: "manhattan",
            summary: "the steps there would be without walls: rows and columns to go",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "longer-side",
            summary: "the rows or the columns to go, whichever are more",
            claim: Claim::Consistent,
        },
        HeuristicInfo { name: "zero", summary: "nothing", claim: Claim::Consistent },
    ],
    levels: &[
        Level {
            name: "pocket",
            text: include_str!("../../data/grid/pocket.txt"),
            parameters: &[],
            optimum: Some(27),
        },
        Level { name: "open", text: "120x120", parameters: &[], optimum: Some(238) },
        Level {
            name: "spiral",
            text: include_str!("../../data/grid/spiral.txt"),
            parameters: &[],
            optimum: Some(95),
        },
        Level {
            name: "cut-off",
            text: include_str!("../../data/grid/cut-off.txt"),
            parameters: &[],
            optimum: None,
        },
    ],
    strategy: "astar",
    card: Card {
        performance: "the number of steps",
        environment: "a grid of cells, some of them walls, seen as a whole; nothing else moves",
        actuators: "steps up, down, left and right",
        sensors: "the whole grid",
        state: "the cell where one stands: a row and a column",
        action: "a direction; one stands on the next cell that way, unless it is a wall",
        goal: "one stands on the goal's cell",
        cost: "1 a step",
        states: "the cells without a wall: at most rows × columns",
    },
};
