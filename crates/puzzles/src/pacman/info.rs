//! What is said of the puzzle, and its built-in maps.

use heureka_core::Claim;
use heureka_kit::puzzle::{Card, HeuristicInfo, Info, Level};

pub static INFO: Info = Info {
    name: "pacman",
    title: "Pac-Man without ghosts",
    rules: "Pac-Man walks through a maze, one cell up, down, left or right at a step, never through \
            a wall. He eats the pellet of every cell that he comes to. Eat all of them in the \
            fewest steps.",
    format: "a map, a line a row: % or # is a wall, . a pellet, P Pac-Man and a space an empty \
             cell. What is outside is wall; lines that are shorter than others end in empty cells.",
    sizes: "ROWSxCOLSxPELLETS, such as 9x16x8; a wall around it, and every pellet can be reached",
    parameters: &[],
    heuristics: &[
        HeuristicInfo {
            name: "spanning-tree",
            summary: "the way to the nearest pellet and a minimum spanning tree of the pellets left",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "farthest",
            summary: "the way to the farthest pellet",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "pellets",
            summary: "the number of pellets left: a step eats one at most",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "tour",
            summary: "the shortest tour through the pellets left, exact, from a table (beyond 16 \
                      pellets, as spanning-tree)",
            claim: Claim::Consistent,
        },
        HeuristicInfo { name: "zero", summary: "nothing", claim: Claim::Consistent },
    ],
    levels: &[
        level("corners", include_str!("../../data/pacman/corners.txt"), 26),
        level("lane", include_str!("../../data/pacman/lane.txt"), 13),
        level("rooms", include_str!("../../data/pacman/rooms.txt"), 58),
        level("dozen", include_str!("../../data/pacman/dozen.txt"), 84),
        level("field", include_str!("../../data/pacman/field.txt"), 35),
        Level {
            name: "cut-off",
            text: include_str!("../../data/pacman/cut-off.txt"),
            parameters: &[],
            optimum: None,
        },
    ],
    strategy: "astar",
    card: Card {
        performance: "the number of steps",
        environment: "a maze with pellets, seen as a whole; nothing else moves",
        actuators: "steps up, down, left and right",
        sensors: "the whole maze",
        state: "the cell where Pac-Man is, and the set of pellets left",
        action: "a direction; Pac-Man goes to the next cell, and the pellet there is eaten",
        goal: "no pellet is left",
        cost: "1 a step",
        states: "at most cells × 2^pellets",
    },
};

const fn level(name: &'static str, text: &'static str, optimum: u32) -> Level {
    Level { name, text, parameters: &[], optimum: Some(optimum) }
}
