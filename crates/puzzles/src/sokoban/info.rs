//! Texts about Sokoban and the built-in instances.

use heureka_kit::puzzle::{BuiltIn, Card, HeuristicInfo, Info};

/// The indices of the heuristics; the last is zero.
pub(super) const MATCHING: usize = 0;
pub(super) const NEAREST: usize = 1;

pub(super) static INFO: Info = Info {
    name: "sokoban",
    title: "Sokoban",
    rules: "The player walks up, down, left and right through a warehouse. Walking against a box pushes \
            it, if the cell behind it is free; a box cannot be pulled, and two cannot be pushed at once. \
            Push every box to a goal. A plan counts pushes; walking costs nothing.",
    format: "XSB, whose rows end at a line break or a slash: # is a wall, . a goal, $ a box, * a box on a \
             goal, @ the player, + the player on a goal; a space, - or _ is floor. A wall surrounds the \
             cells of the player, at most 248. Lines that do not begin with a wall are titles. A move is \
             written as in solutions elsewhere (LURD): the steps of the walk, then the push in upper \
             case, such as ddlU; or 3,4-up for the box in row 3, column 4.",
    sizes: "ROWSxCOLUMNSxBOXES, such as 8x9x3, including the wall around; the boxes are pulled away from \
            their goals at random",
    small_sizes: &["3x6x1", "5x5x1", "5x6x2", "6x6x2", "5x7x3"],
    parameters: &[],
    heuristics: &[
        HeuristicInfo::consistent(
            "matching",
            "the cheapest assignment of the boxes to different goals, by the pushes that a box would \
             need alone; a dead end if there is none",
        ),
        HeuristicInfo::consistent(
            "nearest",
            "for every box the pushes that it would need alone to the nearest goal; a dead end if it \
             reaches none",
        ),
        HeuristicInfo::consistent("zero", "always 0"),
    ],
    instances: &[
        BuiltIn::new("cellar", include_str!("../../data/sokoban/cellar.txt"), Some(21)),
        BuiltIn::new("depot", include_str!("../../data/sokoban/depot.txt"), Some(14)),
        BuiltIn::new("warehouse", include_str!("../../data/sokoban/warehouse.txt"), Some(34)),
        BuiltIn::new("archive", include_str!("../../data/sokoban/archive.txt"), Some(34)),
        BuiltIn::new("frozen", include_str!("../../data/sokoban/frozen.txt"), None),
        BuiltIn::new("corner", include_str!("../../data/sokoban/corner.txt"), None),
    ],
    strategy: "astar",
    questions: &[],
    card: Card {
        performance: "the number of pushes",
        environment: "a warehouse with boxes; fully observable, deterministic, static, discrete",
        actuators: "pushing a box to the next cell",
        sensors: "the walls, the goals, the boxes and the player",
        state: "the cells with boxes, and the region where the player can walk",
        action: "(box, direction): the player can walk to the cell behind the box, and the cell ahead of it \
                 has neither a wall nor a box",
        transition: "the box is on the cell ahead, the player where the box was; all other boxes stay",
        goal: "every box is on a goal",
        cost: "1 per push",
        states: "at most (cells choose boxes) × (cells − boxes)",
    },
};
