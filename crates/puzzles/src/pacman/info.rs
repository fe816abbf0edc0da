//! Texts about Pac-Man and the built-in instances.

use heureka_kit::puzzle::{BuiltIn, Card, HeuristicInfo, Info};

/// The index of the heuristic `tour`.
pub const TOUR: usize = 3;

pub static INFO: Info = Info {
    name: "pacman",
    title: "Pac-Man without ghosts",
    rules: "Pac-Man moves through a maze, one cell up, down, left or right per step, never through a \
            wall. He eats the pellet on every cell that he enters. Eat all pellets in the fewest \
            steps.",
    format: "a map, whose rows end at a line break or a slash: % or # is a wall, . a pellet, P Pac-Man and a space an \
             empty cell. A wall surrounds the map; short rows are filled with empty cells.",
    sizes: "ROWSxCOLUMNSxPELLETS, such as 9x16x8, including the wall around the map; every pellet is \
            reachable",
    small_sizes: &["4x4x1", "4x5x2", "5x5x3", "5x7x4", "6x6x5"],
    parameters: &[],
    heuristics: &[
        HeuristicInfo::consistent(
            "spanning-tree",
            "the distance to the nearest pellet plus a minimum spanning tree of the pellets left",
        ),
        HeuristicInfo::consistent("farthest", "the distance to the farthest pellet"),
        HeuristicInfo::consistent(
            "pellets",
            "the number of pellets left, because a step eats at most one",
        ),
        HeuristicInfo::consistent(
            "tour",
            "the exact length of a shortest tour through the pellets left, from a table; with more \
             than 16 pellets, the same as spanning-tree",
        ),
        HeuristicInfo::consistent("zero", "always 0"),
    ],
    instances: &[
        BuiltIn::new("corners", include_str!("../../data/pacman/corners.txt"), Some(26)),
        BuiltIn::new("lane", include_str!("../../data/pacman/lane.txt"), Some(13)),
        BuiltIn::new("rooms", include_str!("../../data/pacman/rooms.txt"), Some(58)),
        BuiltIn::new("dozen", include_str!("../../data/pacman/dozen.txt"), Some(84)),
        BuiltIn::new("field", include_str!("../../data/pacman/field.txt"), Some(35)),
        BuiltIn::new("cut-off", include_str!("../../data/pacman/cut-off.txt"), None),
    ],
    strategy: "astar",
    questions: &[],
    card: Card {
        performance: "the number of steps",
        environment: "a maze with pellets; fully observable, deterministic, static",
        actuators: "steps up, down, left and right",
        sensors: "the whole maze",
        state: "Pac-Man's cell and the set of pellets left",
        action: "a direction in which the next cell is on the map and no wall",
        transition: "Pac-Man is on the next cell; a pellet there leaves the set, all others stay",
        goal: "no pellet is left",
        cost: "1 per step",
        states: "at most cells × 2^pellets",
    },
};
