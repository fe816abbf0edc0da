//! Texts about grids and the built-in instances.

use heureka_kit::puzzle::{BuiltIn, Card, HeuristicInfo, Info};

pub static INFO: Info = Info {
    name: "grid",
    title: "Grid path",
    rules: "Move from the start to the goal, one cell up, down, left or right per step, never \
            through a wall. Take the fewest steps.",
    format: "a map, whose rows end at a line break or a slash: # (or % or @) is a wall, . or a space a free cell, S the \
             start and G the goal. Without S the start is the bottom left \
             corner, without G the goal is the top right corner. ROWSxCOLUMNS, such as 120x120, is \
             a grid without walls. A wall surrounds the map; short rows are filled with free cells.",
    sizes: "ROWSxCOLUMNSxWALLS, such as 40x60x25 with walls on 25% of the cells, the default; start \
            and goal lie at opposite ends of the largest region",
    small_sizes: &["1x2x0", "2x2x0", "3x5x20", "6x6", "9x14x30", "20x20x35"],
    parameters: &[],
    heuristics: &[
        HeuristicInfo::consistent(
            "manhattan",
            "rows plus columns to the goal: the exact distance without walls",
        ),
        HeuristicInfo::consistent(
            "longer-side",
            "the larger of the rows and the columns to the goal",
        ),
        HeuristicInfo::consistent("zero", "always 0"),
    ],
    instances: &[
        BuiltIn::new("pocket", include_str!("../../data/grid/pocket.txt"), Some(27)),
        BuiltIn::new("open", "120x120", Some(238)),
        BuiltIn::new("spiral", include_str!("../../data/grid/spiral.txt"), Some(95)),
        BuiltIn::new("cut-off", include_str!("../../data/grid/cut-off.txt"), None),
    ],
    strategy: "astar",
    questions: &[],
    card: Card {
        performance: "the number of steps",
        environment: "a grid of cells and walls; fully observable, deterministic, static",
        actuators: "steps up, down, left and right",
        sensors: "the whole grid",
        state: "the current cell: a row and a column",
        action: "a direction in which the next cell is on the grid and no wall",
        transition: "the next cell in that direction becomes the current cell",
        goal: "the current cell is the goal",
        cost: "1 per step",
        states: "the free cells: at most rows × columns",
    },
};
