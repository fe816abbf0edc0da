//! The puzzle's texts, heuristics and built-in instances.

use heureka_core::Claim;
use heureka_kit::puzzle::{BuiltIn, Card, HeuristicInfo, Info};

/// Dudeney's board.
pub const DEFAULT: &str = "7 24 10 19 3\n12 20 8 22 23\n2 15 25 18 13\n11 21 5 9 16\n17 4 14 1 6\n";

/// The puzzle's texts, heuristics and built-in instances.
pub static INFO: Info = Info {
    name: "counters",
    title: "Adjusting the counters",
    rules: "A square board has a numbered counter on every cell. A move swaps any two counters. \
            Bring all counters into ascending order, row by row, in as few moves as possible \
            (Dudeney's problem 536).",
    format: "The counters row by row, separated by white space, commas or slashes: each number from \
             1 to n once, n a perfect square. The move 3-7 swaps the counters 3 and 7.",
    sizes: "SIDExSIDE, such as 5x5, or the number of counters, such as 25; at most 4096x4096",
    small_sizes: &["1", "2x2"],
    parameters: &[],
    heuristics: &[
        HeuristicInfo::consistent(
            "cycles",
            "counters minus cycles: the exact distance, since a swap splits at most one cycle",
        ),
        HeuristicInfo::consistent(
            "half-misplaced",
            "half the misplaced counters, rounded up, since a swap can place two",
        ),
        HeuristicInfo {
            name: "misplaced",
            summary: "the number of misplaced counters; overestimates, but A* still finds a \
                      shortest plan",
            claim: Claim::Nothing,
        },
        HeuristicInfo {
            name: "manhattan",
            summary: "sum over counters of the distance to their place along the numbering of the \
                      cells; overestimates, and plans can be longer",
            claim: Claim::Nothing,
        },
        HeuristicInfo {
            name: "manhattan-2d",
            summary: "sum over counters of the rows and columns to their place; overestimates, and \
                      plans can be longer",
            claim: Claim::Nothing,
        },
    ],
    instances: &[
        BuiltIn::new("default", DEFAULT, Some(19)),
        BuiltIn::new("3x3", "3 7 9\n6 2 5\n4 1 8\n", Some(7)),
        BuiltIn::new("reversed-2x2", "4 3\n2 1\n", Some(2)),
        BuiltIn::new("reversed-3x3", "9 8 7\n6 5 4\n3 2 1\n", Some(4)),
        BuiltIn::new("reversed-4x4", "16 15 14 13\n12 11 10 9\n8 7 6 5\n4 3 2 1\n", Some(8)),
        BuiltIn::new(
            "reversed-5x5",
            "25 24 23 22 21\n20 19 18 17 16\n15 14 13 12 11\n10 9 8 7 6\n5 4 3 2 1\n",
            Some(12),
        ),
    ],
    strategy: "descent",
    questions: &[],
    card: Card {
        performance: "the number of moves",
        environment: "a board full of counters; fully observable, deterministic, static, discrete, \
                      one agent",
        actuators: "swapping two counters",
        sensors: "the whole board",
        state: "the counter on every cell: a permutation of 1 to n",
        action: "(a, b): any two counters",
        transition: "the counters a and b swap their cells; all others stay",
        goal: "1 to n in order, row by row",
        cost: "1 per move",
        states: "n!, all reachable; each has n (n − 1) / 2 moves",
    },
};
