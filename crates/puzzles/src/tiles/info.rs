//! What is said of the puzzle: rules, format, heuristics, built-in boards.

use heureka_core::Claim;
use heureka_kit::puzzle::{Card, HeuristicInfo, Info, Level, Parameter};

/// Everything that is said of the puzzle.
pub(super) static INFO: Info = Info {
    name: "tiles",
    title: "Sliding tiles",
    rules: "Numbered tiles lie on a board that has one empty cell, the blank. A tile next to the \
            blank may slide into it. Bring the tiles into ascending order, row by row, with the \
            blank in the last cell, in as few moves as possible.",
    format: "The numbers of the tiles row by row, 0 for the blank, separated by white space, commas \
             or slashes. Lines of equal length are the rows; a board on one line is square unless \
             rows or cols is given. Moves are up, down, left and right: the way the tile slides.",
    sizes: "rows x columns, such as 4x4 or 3x5, or 4 for 4x4; at least 2x2, at most 25 cells",
    parameters: &[
        Parameter { name: "rows", help: "rows of the board, where the text does not show them" },
        Parameter { name: "cols", help: "columns of the board, where the text does not show them" },
    ],
    heuristics: &[
        HeuristicInfo {
            name: "walking-distance",
            summary: "least moves that bring all tiles into their rows, plus the same for columns; \
                      on boards too large for its tables, such as 5x5, the same as linear-conflict",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "pdb",
            summary: "moves that each of a few groups of tiles needs, added up from tables that \
                      take a second or two to build",
            claim: Claim::Admissible,
        },
        HeuristicInfo {
            name: "linear-conflict",
            summary: "Manhattan distance, plus two for each tile that must leave its line to let \
                      others pass",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "manhattan",
            summary: "distance of each tile from its place, along rows and columns, added up",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "zero",
            summary: "nothing: a blind search",
            claim: Claim::Consistent,
        },
    ],
    levels: &[
        Level {
            name: "fifteen",
            text: "9 3 1 2\n10 4 7 12\n6 0 5 15\n8 13 11 14\n",
            parameters: &[],
            optimum: Some(43),
        },
        Level { name: "easy", text: "1 2 3\n5 6 0\n4 7 8\n", parameters: &[], optimum: Some(5) },
        Level { name: "eight", text: "8 6 7\n2 5 4\n3 0 1\n", parameters: &[], optimum: Some(31) },
        Level {
            name: "eight-too",
            text: "6 4 7\n8 5 0\n3 2 1\n",
            parameters: &[],
            optimum: Some(31),
        },
        Level {
            name: "fifteen-hard",
            text: "15 10 12 8\n5 6 9 14\n7 0 11 13\n3 4 2 1\n",
            parameters: &[],
            optimum: Some(63),
        },
        Level {
            name: "wide",
            text: "4 0 1 3\n11 5 10 6\n2 7 8 9\n",
            parameters: &[],
            optimum: Some(38),
        },
        Level {
            name: "swapped",
            text: "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0\n",
            parameters: &[],
            optimum: None,
        },
    ],
    strategy: "idastar",
    card: Card {
        performance: "the number of moves; fewer is better",
        environment: "fully observable, deterministic, static, discrete, one agent",
        actuators: "sliding one tile into the blank's cell",
        sensors: "the whole board",
        state: "which tile is on which cell, packed into one word, with the blank's cell",
        action: "up, left, right, down: the way a tile slides into the blank's cell; up to four, \
                 tried in this order",
        goal: "1, 2, 3, … row by row, the blank last",
        cost: "1 a move",
        states: "(rows × columns)! / 2 can be reached: 181,440 on 3x3, about 10^13 on 4x4 and \
                 7.8 × 10^24 on 5x5",
    },
};
