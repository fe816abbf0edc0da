//! Texts about grids and the built-in instances.

use super::Moves;
use heureka_kit::puzzle::{BuiltIn, Card, HeuristicInfo, Info, Parameter};

pub static INFO: Info = Info {
    name: "grid",
    title: "Grid path",
    rules: "Move from the start to the goal, one cell up, down, left or right per step, never \
            through a wall. Take the fewest steps. With moves=8, a step may also be diagonal, if both \
            cells beside it are free; it is √2 times as long, and the shortest path counts.",
    format: "a map, whose rows end at a line break or a slash: # (or % or @) is a wall, . or a space a free cell, S the \
             start and G the goal (* is both). Without S the start is the bottom left \
             corner, without G the goal is the top right corner. ROWSxCOLUMNS, such as 120x120, is \
             a grid without walls. A wall surrounds the map; short rows are filled with free cells. A \
             first row 'moves 8' allows diagonal steps. Maps of the Moving AI benchmarks begin with 'type \
             octile', 'height ROWS', 'width COLUMNS' and 'map', and mean moves=8: . and G (ground) and S \
             (swamp) are free, @, O and T are walls, and W (water) is a wall unless the start is water: \
             then only water is free. The parameters start and goal name two of their cells.",
    sizes: "ROWSxCOLUMNSxWALLS, such as 40x60x25 with walls on 25% of the cells, the default; start \
            and goal lie at opposite ends of the largest region",
    small_sizes: &["1x2x0", "2x2x0", "3x5x20", "6x6", "9x14x30", "20x20x35"],
    parameters: &[
        Parameter {
            name: "moves",
            help: "the number of adjacent cells that a step may lead to, if the text does not show it",
            values: &Moves::WORDS,
            default: None,
        },
        Parameter::shown(
            "start",
            "COLUMN,ROW of the start, from 0,0 at the top left, if the text does not show it",
        ),
        Parameter::shown("goal", "COLUMN,ROW of the goal, if the text does not show it"),
    ],
    heuristics: &[
        HeuristicInfo::consistent(
            "manhattan",
            "rows plus columns to the goal: the exact distance without walls; with moves=8, half a \
             diagonal step for each",
        ),
        HeuristicInfo::consistent(
            "longer-side",
            "the larger of the rows and the columns to the goal",
        ),
        HeuristicInfo::consistent(
            "octile",
            "diagonal steps and then straight ones to the goal: with moves=8 the exact distance without \
             walls",
        ),
        HeuristicInfo::consistent("euclidean", "the straight line to the goal, rounded down"),
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
        performance: "the number of steps, or the length of the path",
        environment: "a grid of cells and walls; fully observable, deterministic, static",
        actuators: "steps up, down, left and right; with moves=8 also diagonally",
        sensors: "the whole grid",
        state: "the current cell: a row and a column",
        action: "a direction in which the next cell is on the grid and no wall; diagonally, neither are the \
                 two cells beside the step",
        transition: "the next cell in that direction becomes the current cell",
        goal: "the current cell is the goal",
        cost: "1 per step; with moves=8, 13,860 per straight and 19,601 per diagonal step, which compares \
               lengths exactly",
        states: "the free cells: at most rows × columns",
    },
};
