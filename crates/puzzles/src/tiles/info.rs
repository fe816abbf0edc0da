//! The puzzle's texts, heuristics and built-in instances.

use super::goal;
use heureka_core::Claim;
use heureka_kit::puzzle::{BuiltIn, COLS, Card, HeuristicInfo, Info, ROWS};

pub(super) static INFO: Info = Info {
    name: "tiles",
    title: "Sliding tiles",
    rules: "A board has numbered tiles and one empty cell, the blank. A tile next to the blank can \
            slide into it. Bring the tiles into ascending order, row by row, with the blank in the \
            last cell (or reach another goal that you choose), in as few moves as possible.",
    format: "The tiles row by row, 0 for the blank, separated by white space or commas. A row ends at \
             a line break or a slash; a board in one row is square unless rows or cols \
             is given. Moves are up, down, left and right: the direction in which the tile slides.",
    sizes: "ROWSxCOLUMNS, such as 4x4 or 3x5, or 4 for 4x4; at least 2x2, at most 25 cells",
    small_sizes: &["2x2", "2x3", "3x2", "2x4"],
    parameters: &[ROWS, COLS, goal::PARAMETER],
    heuristics: &[
        HeuristicInfo::consistent(
            "walking-distance",
            "minimum moves that bring all tiles into their rows, plus the same for columns; \
             linear-conflict on boards too large for its tables, such as 5x5",
        ),
        HeuristicInfo {
            name: "pdb",
            summary: "Manhattan distance, plus the moves that groups of tiles need beyond it, from \
                      additive pattern databases, and from the same ones for the reflected board if \
                      it is square; tables for 4x4 take a second or two to build, those for 5x5 a \
                      minute and 240 MiB",
            claim: Claim::Admissible,
        },
        HeuristicInfo::consistent(
            "linear-conflict",
            "Manhattan distance, plus two for each tile that must leave its line to let others \
             pass",
        ),
        HeuristicInfo::consistent(
            "manhattan",
            "sum over tiles of the distance to their place along rows and columns",
        ),
        HeuristicInfo::consistent("misplaced", "the number of tiles that are not in their place"),
        HeuristicInfo::consistent("zero", "always 0: blind search"),
    ],
    instances: &[
        BuiltIn::new("fifteen", "9 3 1 2\n10 4 7 12\n6 0 5 15\n8 13 11 14\n", Some(43)),
        BuiltIn::new("easy", "1 2 3\n5 6 0\n4 7 8\n", Some(5)),
        BuiltIn::new("eight", "8 6 7\n2 5 4\n3 0 1\n", Some(31)),
        BuiltIn::new("eight-too", "6 4 7\n8 5 0\n3 2 1\n", Some(31)),
        BuiltIn::new("fifteen-hard", "15 10 12 8\n5 6 9 14\n7 0 11 13\n3 4 2 1\n", Some(63)),
        BuiltIn::new("wide", "4 0 1 3\n11 5 10 6\n2 7 8 9\n", Some(38)),
        BuiltIn::new("swapped", "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0\n", None),
        BuiltIn {
            name: "blank-first",
            text: "3 6 1\n8 4 2\n7 0 5\n",
            parameters: &[("goal", "blank-first")],
            optimum: Some(17),
        },
        BuiltIn {
            name: "ring",
            text: "3 1 6\n2 0 4\n8 5 7\n",
            parameters: &[("goal", "1 2 3 / 8 0 4 / 7 6 5")],
            optimum: Some(18),
        },
    ],
    strategy: "idastar",
    questions: &[],
    card: Card {
        performance: "the number of moves; fewer is better",
        environment: "fully observable, deterministic, static, discrete, one agent",
        actuators: "sliding one tile into the blank's cell",
        sensors: "the whole board",
        state: "the tile on each cell, packed into one word, with the blank's cell",
        action: "up, left, right, down: the direction in which a tile slides into the blank's \
                 cell; up to four, tried in this order",
        transition: "the tile and the blank swap their cells; all other tiles stay",
        goal: "1, 2, 3, … row by row, the blank last; or the board of the parameter goal",
        cost: "1 per move",
        states: "(rows × columns)! / 2 are reachable: 181,440 on 3x3, about 10^13 on 4x4 and \
                 7.8 × 10^24 on 5x5",
    },
};
