//! What is said of the puzzle: rules, format, heuristics, built-in boards.

use heureka_core::Claim;
use heureka_kit::puzzle::{Card, HeuristicInfo, Info, Level};

/// The counters as Dudeney drew them.
pub const DEFAULT: &str = "7 24 10 19 3\n12 20 8 22 23\n2 15 25 18 13\n11 21 5 9 16\n17 4 14 1 6\n";

/// Everything that is said of the puzzle.
pub static INFO: Info = Info {
    name: "counters",
    title: "Adjusting the counters",
    rules: "Numbered counters lie on a square board, one on every cell. A move takes any two \
            counters and lets them change places. Bring all counters into ascending order, row by \
            row, in as few moves as possible (Dudeney's problem 536).",
    format: "The numbers of the counters row by row, separated by white space, commas or slashes: \
             each number from 1 to n once, n a perfect square. A move such as 3-7 lets the counters \
             3 and 7 change places.",
    sizes: "the sides, such as 5x5, or the number of counters, such as 25; at most 4096x4096",
    parameters: &[],
    heuristics: &[
        HeuristicInfo {
            name: "cycles",
            summary: "counters less cycles: the exact distance, since a move can split one cycle \
                      and no more",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "half-misplaced",
            summary: "half the counters that are not in their places, rounded up: a move can place \
                      two",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "misplaced",
            summary: "counters that are not in their places; overestimates, yet the plan it leads \
                      A* to is a shortest one here",
            claim: Claim::Nothing,
        },
        HeuristicInfo {
            name: "manhattan",
            summary: "distance of each counter from its place along the numbering of the cells, \
                      added up; overestimates, and leads to longer plans",
            claim: Claim::Nothing,
        },
    ],
    levels: &[
        Level { name: "default", text: DEFAULT, parameters: &[], optimum: Some(19) },
        Level { name: "3x3", text: "3 7 9\n6 2 5\n4 1 8\n", parameters: &[], optimum: Some(7) },
        Level { name: "reversed-2x2", text: "4 3\n2 1\n", parameters: &[], optimum: Some(2) },
        Level {
            name: "reversed-3x3",
            text: "9 8 7\n6 5 4\n3 2 1\n",
            parameters: &[],
            optimum: Some(4),
        },
        Level {
            name: "reversed-4x4",
            text: "16 15 14 13\n12 11 10 9\n8 7 6 5\n4 3 2 1\n",
            parameters: &[],
            optimum: Some(8),
        },
        Level {
            name: "reversed-5x5",
            text: "25 24 23 22 21\n20 19 18 17 16\n15 14 13 12 11\n10 9 8 7 6\n5 4 3 2 1\n",
            parameters: &[],
            optimum: Some(12),
        },
    ],
    strategy: "descent",
    card: Card {
        performance: "the number of moves",
        environment: "a board full of counters; fully observable, deterministic, static, discrete, \
                      one agent",
        actuators: "a hand that lets two counters change places",
        sensors: "sight of the whole board",
        state: "the counter on every cell: a permutation of 1 to n",
        action: "(a, b): the counters a and b change places",
        goal: "1 to n in order, row by row",
        cost: "1 a move",
        states: "n!, all of them reachable; each has n (n − 1) / 2 moves",
    },
};
