//! The puzzle's texts, heuristics and built-in instances.

use heureka_kit::puzzle::{BuiltIn, Card, HeuristicInfo, Info, Parameter};

/// The indices of the heuristics; the last is zero.
pub(super) const TOWER: usize = 0;
pub(super) const MISPLACED: usize = 1;
pub(super) const PATTERNS: usize = 2;

pub(super) static INFO: Info = Info {
    name: "hanoi",
    title: "Towers of Hanoi",
    rules: "Disks of different sizes lie on rods. A move takes the top disk of a rod and puts it on \
            an empty rod or on a larger disk. Move every disk to its goal rod.",
    format: "RODS DISKS [START [GOAL]]: 3 to 16 rods. START and GOAL list the rod of every disk, \
             largest disk first, one character each: 1 to 9, then a to g. By default all disks go \
             from the first rod to the last, or to the one of the parameter goal. Examples: '3 5', '4 8', '3 3 121 333'.",
    sizes: "RODSxDISKS, such as 4x8; the disks start anywhere and go to the last rod",
    small_sizes: &["3x1", "3x3", "3x5", "4x3", "4x5", "5x4", "7x3"],
    parameters: &[Parameter::shown(
        "goal",
        "the rod that all disks go to, if the text gives no GOAL; default: the last rod",
    )],
    heuristics: &[
        HeuristicInfo::consistent(
            "tower",
            "with three rods, the exact moves of the largest disks that share a goal rod, which \
             for a full tower is the exact distance; with more rods, misplaced",
        ),
        HeuristicInfo::consistent(
            "misplaced",
            "the number of disks that are not on their goal rod",
        ),
        HeuristicInfo::consistent(
            "patterns",
            "sum over groups of disks (10, 6 or 5 disks with up to 4, 8 or 16 rods) of their exact \
             moves, from pattern databases",
        ),
        HeuristicInfo::consistent("zero", "always 0: A* becomes uniform-cost search"),
    ],
    instances: &[
        BuiltIn::new("3x3", "3 3", Some(7)),
        BuiltIn::new("3x10", "3 10", Some(1023)),
        BuiltIn::new("4x8", "4 8", Some(33)),
        BuiltIn::new("4x10", "4 10", Some(49)),
        BuiltIn::new("4x12", "4 12", Some(81)),
        BuiltIn::new("5x10", "5 10", Some(31)),
        BuiltIn::new("swap", "3 6 121212 212121", Some(45)),
    ],
    strategy: "astar",
    questions: &[],
    card: Card {
        performance: "the number of moves",
        environment: "rods and disks; fully observable, deterministic, static, discrete, one agent",
        actuators: "moving the top disk of a rod to another rod",
        sensors: "all rods and disks",
        state: "the rod of every disk; the order on a rod follows from the sizes",
        action: "(from, to): two rods; it applies if `from` has a disk and `to` is empty or has a \
                 larger disk on top",
        transition: "the rod of the top disk of `from`, its smallest, becomes `to`; all other disks \
                     stay",
        goal: "every disk is on its goal rod",
        cost: "1 per move",
        states: "rods ^ disks, all reachable",
    },
};
