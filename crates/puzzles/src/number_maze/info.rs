//! Texts, heuristics and instances of the number maze.

use heureka_kit::puzzle::{BuiltIn, Card, HeuristicInfo, Info};

/// The indices of the heuristics in [`INFO`].
pub(super) const JUMPS: usize = 0;
pub(super) const EXACT: usize = 1;
pub(super) const ZERO: usize = 2;

/// The description of the number maze.
pub static INFO: Info = Info {
    name: "number-maze",
    title: "Number maze",
    rules: "Every cell of a grid holds a number. From a cell with the number x, the piece moves exactly \
            x cells left, right, up or down without leaving the grid. It starts in the upper left cell. \
            The goal is the lower right cell, which holds 0 and has no moves. Find the shortest path.",
    format: "The numbers row by row. A row ends at a line break or a slash. The goal comes last, as 0 \
             or G: '1 2 1 / 2 1 1 / 1 1 0'. The output of `heureka maze generate` is accepted too.",
    sizes: "ROWSxCOLUMNS such as 5x5, from 2 to 64 each",
    small_sizes: &["2x2", "2x3", "3x3", "4x5", "7x7", "12x12"],
    parameters: &[],
    heuristics: &[
        HeuristicInfo::consistent(
            "jumps",
            "rows and columns to the goal, each divided by the largest number, rounded up",
        ),
        HeuristicInfo::consistent(
            "exact",
            "the number of moves to the goal, from a backward search",
        ),
        HeuristicInfo::consistent("zero", "0 for every state"),
    ],
    instances: &[
        BuiltIn::new("sample", "3 2 1 4 1\n3 2 1 3 3\n3 3 2 1 4\n3 1 2 3 3\n1 4 4 3 0", Some(19)),
        BuiltIn::new("best-5x5", "3 1 1 3 1\n2 2 3 2 1\n1 2 2 1 1\n2 3 4 3 3\n4 2 4 3 0", Some(20)),
        BuiltIn::new(
            "best-6x6",
            "3 1 1 4 1 1\n2 2 4 5 3 1\n1 2 2 3 3 1\n3 2 1 3 2 1\n3 1 1 3 4 1\n1 2 5 3 2 0",
            Some(31),
        ),
        BuiltIn::new(
            "long",
            "5 1 1 1 5 5 1\n2 4 4 2 4 1 4\n2 1 3 2 2 5 2\n2 3 2 2 2 3 1\n4 3 3 2 4 4 4\n\
             6 6 3 3 3 5 5\n2 4 2 3 3 5 0",
            Some(45),
        ),
        BuiltIn::new("unsolvable", "1 1 1\n1 1 2\n1 2 0", None),
    ],
    strategy: "bfs",
    questions: &[],
    card: Card {
        performance: "the number of moves",
        environment: "a grid of numbers; fully observable, deterministic, static, discrete, one agent",
        actuators: "a piece that moves along a row or column",
        sensors: "sight of all numbers and of the piece",
        state: "the cell of the piece",
        action: "L, R, U, D: left, right, up or down by the number under the piece; it applies if \
                 that stays on the grid and the piece is not on the goal",
        transition: "the piece is x cells away in that direction, x being the number it leaves; the \
                     numbers never change",
        goal: "the piece is on the last cell",
        cost: "1 per move",
        states: "rows · columns, minus unreachable cells",
    },
};
