//! The puzzle's texts, heuristics and built-in instances.

use heureka_core::Claim;
use heureka_kit::puzzle::{Card, HeuristicInfo, Info, Level};

/// A built-in instance.
const fn instance(name: &'static str, text: &'static str, optimum: u32) -> Level {
    Level { name, text, parameters: &[], optimum: Some(optimum) }
}

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
             from the first rod to the last. Examples: '3 5', '4 8', '3 3 121 333'.",
    sizes: "RODSxDISKS, such as 4x8; the disks start anywhere and go to the last rod",
    parameters: &[],
    heuristics: &[
        HeuristicInfo {
            name: "tower",
            summary: "with three rods, the exact moves of the largest disks that share a goal rod, \
                      which for a full tower is the exact distance; with more rods, misplaced",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "misplaced",
            summary: "the number of disks that are not on their goal rod",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "patterns",
            summary: "sum over groups of disks (10, 6 or 5 disks with up to 4, 8 or 16 rods) of \
                      their exact moves, from pattern databases",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "zero",
            summary: "always 0: A* becomes uniform-cost search",
            claim: Claim::Consistent,
        },
    ],
    levels: &[
        instance("3x3", "3 3", 7),
        instance("3x10", "3 10", 1023),
        instance("4x8", "4 8", 33),
        instance("4x10", "4 10", 49),
        instance("4x12", "4 12", 81),
        instance("5x10", "5 10", 31),
        instance("swap", "3 6 121212 212121", 45),
    ],
    strategy: "astar",
    card: Card {
        performance: "the number of moves",
        environment: "rods and disks; fully observable, deterministic, static, discrete, one agent",
        actuators: "moving the top disk of a rod to another rod",
        sensors: "all rods and disks",
        state: "the rod of every disk; the order on a rod follows from the sizes",
        action: "(from, to): the top disk of a rod goes to a rod that is empty or has a larger \
                 disk on top",
        goal: "every disk is on its goal rod",
        cost: "1 per move",
        states: "rods ^ disks, all reachable",
    },
};
