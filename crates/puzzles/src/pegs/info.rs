//! What is said of the puzzle: rules, format, heuristics, built-in problems.

use super::board::Board;
use heureka_core::Claim;
use heureka_kit::puzzle::{Card, HeuristicInfo, Info, Level, Parameter};

/// Everything that is said of the puzzle.
pub(super) static INFO: Info = Info {
    name: "pegs",
    title: "Peg solitaire",
    rules: "Pegs stand in the holes of a board. A peg jumps in a straight line over a neighbor into \
            the hole behind it, and the one jumped over is taken away. Bring the pegs into the goal \
            position: usually all holes but one are full at the start, and one peg is to be left in \
            a given place. On the triangle lines run in three directions, else in two.",
    format: "The number of a board (1 French, 2 Wiegleb, 3 asymmetrical, 4 English, 5 diamond, \
             6 triangle), the cell that is empty at the start and the cell of the last peg, as row \
             and column from 0: '5 2,4 6,4'. One cell means both; none is the board's own problem. \
             Or the number and two matrices, the start's and the goal's, whose rows are lines or \
             end with a slash: 1 is a peg, 0 a hole, X no cell. The triangle is turned into a \
             matrix with its right angle at 0,0. Moves are written 5,3>3,3.",
    sizes: "the number of a board, from 1 to 6",
    parameters: &[Parameter { name: "board", help: "the board's number, where the text has none" }],
    heuristics: &[
        HeuristicInfo {
            name: "pegs",
            summary: "pegs more than at the goal: the exact distance wherever there is a way",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "pagoda",
            summary: "the same, and a dead end where one of up to 32 pagoda functions proves that \
                      the goal is out of reach; they are found by linear programming on random \
                      games, which takes a while",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "mobility",
            summary: "the board's jumps minus those that are legal now. More freedom looks better, \
                      but the goal has none: greedy and A* see every position that can still move \
                      before it. A beam, which compares positions of one layer, solves with it in \
                      milliseconds",
            claim: Claim::Nothing,
        },
        HeuristicInfo {
            name: "gathering",
            summary: "mobility, counted twice, plus how far each peg is from the goal's nearest: a \
                      beam keeps what moves freely and stays together, and needs less width",
            claim: Claim::Nothing,
        },
        HeuristicInfo {
            name: "zero",
            summary: "nothing: a blind search",
            claim: Claim::Consistent,
        },
    ],
    levels: &[
        Level { name: "english", text: "4 3,3 3,3", parameters: &[], optimum: Some(31) },
        Level { name: "french", text: "1 2,3 4,3", parameters: &[], optimum: Some(35) },
        Level { name: "wiegleb", text: "2 4,4 4,4", parameters: &[], optimum: Some(43) },
        Level { name: "asymmetrical", text: "3 4,3 4,3", parameters: &[], optimum: Some(37) },
        Level { name: "diamond", text: "5 4,4 4,4", parameters: &[], optimum: None },
        Level { name: "diamond-pair", text: "5 2,4 6,4", parameters: &[], optimum: Some(39) },
        Level { name: "triangle", text: "6 0,0 0,0", parameters: &[], optimum: Some(13) },
    ],
    strategy: "astar",
    card: Card {
        performance: "reaching the goal; all ways to it have the same number of jumps",
        environment: "a board with holes and pegs; fully observable, deterministic, static, \
                      discrete, one agent",
        actuators: "a hand that jumps with a peg and takes another away",
        sensors: "sight of the whole board",
        state: "a bit for each cell",
        action: "(from, to): a peg jumps over its neighbor into a hole, and the neighbor goes",
        goal: "exactly the goal's cells hold pegs",
        cost: "1 a jump",
        states: "2 ^ cells at most; a sixteenth of them (on the triangle a quarter) have the \
                 start's parities",
    },
};

/// The cell that is empty at the start of a board's own problem, and the cell of its last peg.
pub(super) fn usual(board: &Board) -> (u8, u8) {
    let (vacancy, survivor) = match board.number {
        1 => ((2, 3), (4, 3)),
        4 => ((3, 3), (3, 3)),
        3 => ((4, 3), (4, 3)),
        6 => ((0, 0), (0, 0)),
        _ => ((4, 4), (4, 4)),
    };
    let cell = |(row, column)| board.cell(row, column).unwrap_or_default();
    (cell(vacancy), cell(survivor))
}
