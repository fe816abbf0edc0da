//! What is said of the puzzle: rules, format, heuristics, built-in boards.

use heureka_core::Claim;
use heureka_kit::puzzle::{Card, HeuristicInfo, Info, Level, Parameter};

/// Everything that is said of the puzzle.
pub static INFO: Info = Info {
    name: "chi",
    title: "χ-puzzle",
    rules: "Numbered tiles lie on a board that has one empty cell, the blank. A tile next to the \
            blank may slide into it for 1. If the blank is in a corner, the tile at the other end of \
            its row may slide into it for 2, and on boards of more than two rows that at the other \
            end of its column, too; the tile diagonally next to the corner and that in the opposed \
            corner may for 3. Bring the tiles into ascending order, row by row or column by column, \
            with the blank in the last cell, as cheaply as possible.",
    format: "The numbers of the tiles row by row, 0 for the blank, separated by white space, commas \
             or slashes. Lines of equal length are the rows; eight numbers on one line are a board \
             of 2x4, others are square unless rows or cols is given. A move is the number of the \
             tile that slides.",
    sizes: "rows x columns, such as 2x4 or 3x3; at least 2x2, at most 36 cells",
    parameters: &[
        Parameter { name: "rows", help: "rows of the board, where the text does not show them" },
        Parameter { name: "cols", help: "columns of the board, where the text does not show them" },
    ],
    heuristics: &[
        HeuristicInfo {
            name: "h2",
            summary: "what it costs to bring each tile to its place if no other is in the way, \
                      added up; of both goals the nearer one",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "h1",
            summary: "tiles that are out of place, the blank not counted; of both goals the nearer \
                      one",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "h0",
            summary: "1 unless the blank is in the last cell",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "pdb",
            summary: "what each of a few groups of tiles costs together, added up from tables that \
                      know the blank's cell; on large boards they take some seconds to build",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "pdb-blankless",
            summary: "the same from smaller tables that do not know the blank's cell",
            claim: Claim::Admissible,
        },
        HeuristicInfo {
            name: "exact",
            summary: "the true cost, from a table of all boards; on boards of more than ten cells \
                      the same as pdb",
            claim: Claim::Consistent,
        },
    ],
    levels: &[
        Level { name: "first", text: "1 0 3 7\n5 2 6 4\n", parameters: &[], optimum: Some(8) },
        Level { name: "second", text: "0 3 7 5\n2 6 4 1\n", parameters: &[], optimum: Some(12) },
        Level { name: "corner", text: "4 2 3 1\n5 6 7 0\n", parameters: &[], optimum: Some(6) },
        Level { name: "edge", text: "1 0 3 4\n5 6 2 7\n", parameters: &[], optimum: Some(12) },
        Level { name: "hardest", text: "6 4 2 0\n3 5 1 7\n", parameters: &[], optimum: Some(19) },
        Level {
            name: "hardest-too",
            text: "6 7 5 0\n4 2 1 3\n",
            parameters: &[],
            optimum: Some(19),
        },
    ],
    strategy: "astar",
    card: Card {
        performance: "what the moves cost together; less is better",
        environment: "fully observable, deterministic, static, discrete, one agent",
        actuators: "sliding one tile into the blank's cell",
        sensors: "the whole board",
        state: "which tile is on which cell, packed into a word, with the blank's cell",
        action: "the number of the tile that slides into the blank's cell: from above, left, right \
                 and below, and if that is a corner from the row's other end, the column's, the \
                 inner diagonal and the opposed corner, tried in this order; if two slides bring \
                 the same tile they are one, at the lower cost",
        goal: "1, 2, 3, … row by row or column by column, the blank last",
        cost: "1 to a neighboring cell, 2 around the board, 3 along a diagonal, which cannot be \
               gone back from the cell inside the corner",
        states: "(rows × columns)!, all of which can be reached: 40,320 on 2x4, 362,880 on 3x3, \
                 about 2.1 × 10^13 on 4x4",
    },
};
