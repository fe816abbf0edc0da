//! The puzzle's texts, heuristics and built-in instances.

use heureka_core::Claim;
use heureka_kit::puzzle::{BuiltIn, Card, HeuristicInfo, Info, SIDES};

/// The puzzle's texts, heuristics and built-in instances.
pub static INFO: Info = Info {
    name: "chi",
    title: "χ-puzzle",
    rules: "A board has numbered tiles and one empty cell, the blank. A tile next to the blank can \
            slide into it at cost 1. With the blank in a corner, more tiles can slide: the tile at \
            the other end of its row at cost 2; with more than two rows, the tile at the other end \
            of its column at cost 2; the diagonally adjacent tile and the tile in the opposite \
            corner at cost 3. Bring the tiles into ascending order, row by row or column by column, \
            with the blank in the last cell, at minimum cost.",
    format: "The tiles row by row, 0 for the blank, separated by white space or commas. A row ends at \
             a line break or a slash. Eight numbers in one row are a 2x4 board; other boards in one \
             row are square unless rows or cols is given. A move is the number of \
             the tile that slides.",
    sizes: "ROWSxCOLUMNS, such as 2x4 or 3x3; at least 2x2, at most 36 cells",
    small_sizes: &["2x2", "2x3", "3x2", "2x4"],
    parameters: SIDES,
    heuristics: &[
        HeuristicInfo::consistent(
            "h2",
            "sum over tiles of the cheapest path to their place on an otherwise empty board; the \
             minimum over both goals",
        ),
        HeuristicInfo::consistent(
            "h1",
            "the number of misplaced tiles, without the blank; the minimum over both goals",
        ),
        HeuristicInfo::consistent("h0", "0 if the blank is in the last cell, else 1"),
        HeuristicInfo::consistent(
            "pdb",
            "sum over groups of tiles of their exact cost, from pattern databases that include the \
             blank; large boards take some seconds to build",
        ),
        HeuristicInfo {
            name: "pdb-blankless",
            summary: "the same from smaller pattern databases without the blank",
            claim: Claim::Admissible,
        },
        HeuristicInfo::consistent(
            "exact",
            "the exact cost, from a table of all boards; pdb on boards of more than ten cells",
        ),
    ],
    instances: &[
        BuiltIn::new("first", "1 0 3 7\n5 2 6 4\n", Some(8)),
        BuiltIn::new("second", "0 3 7 5\n2 6 4 1\n", Some(12)),
        BuiltIn::new("corner", "4 2 3 1\n5 6 7 0\n", Some(6)),
        BuiltIn::new("edge", "1 0 3 4\n5 6 2 7\n", Some(12)),
        BuiltIn::new("hardest", "6 4 2 0\n3 5 1 7\n", Some(19)),
        BuiltIn::new("hardest-too", "6 7 5 0\n4 2 1 3\n", Some(19)),
    ],
    strategy: "astar",
    questions: &[],
    card: Card {
        performance: "the total cost of the moves; less is better",
        environment: "fully observable, deterministic, static, discrete, one agent",
        actuators: "sliding one tile into the blank's cell",
        sensors: "the whole board",
        state: "the tile on each cell, packed into a word, with the blank's cell",
        action: "the number of the tile that slides into the blank's cell: from above, left, right \
                 and below; into a corner also from the row's other end, the column's, the inner \
                 diagonal and the opposite corner, tried in this order. Two slides of the same \
                 tile are one, at the lower cost",
        transition: "the tile and the blank swap their cells; all other tiles stay",
        goal: "1, 2, 3, … row by row or column by column, the blank last",
        cost: "1 from an adjacent cell, 2 around the board, 3 along a diagonal; the diagonal next \
               to a corner is one-way",
        states: "(rows × columns)!, all reachable: 40,320 on 2x4, 362,880 on 3x3, about \
                 2.1 × 10^13 on 4x4",
    },
};
