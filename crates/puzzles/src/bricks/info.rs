//! Texts about sliding bricks, and the built-in instances.

use heureka_kit::puzzle::{BuiltIn, Card, HeuristicInfo, Info, Parameter};

/// Indexes in [`INFO`]'s heuristics.
pub const OBSTRUCTED: usize = 0;
pub const MANHATTAN: usize = 2;
pub const ZERO: usize = 3;

/// The values of the parameter `metric`.
pub const METRICS: &[&str] = &["steps", "moves"];
/// The values of the parameter `axis`; if it is empty, the format of the text decides.
pub const AXES: &[&str] = &["both", "long"];
/// The values of the parameter `labels`.
pub const LABELS: &[&str] = &["original", "normal"];

/// Lists instances, each in a file of its name, with the lowest cost and the parameters.
macro_rules! levels {
    ($($name:literal $cost:literal $([$($parameter:expr),*])?,)*) => {
        &[$(BuiltIn {
            name: $name,
            text: include_str!(concat!("../../data/bricks/", $name, ".txt")),
            parameters: &[$($($parameter),*)?],
            optimum: Some($cost),
        }),*]
    };
}

/// The description of the puzzle.
pub static INFO: Info = Info {
    name: "bricks",
    title: "Sliding bricks",
    rules: "Bricks of any shape lie on a board with walls. A brick can slide up, down, left or right \
            into empty cells, but not turn. Slide the master brick, number 2, onto every goal cell. \
            Other bricks cannot enter the goal. The parameters change this: with goal, bricks have \
            to reach places that any brick can enter; with axis=long, as in Rush Hour, a brick \
            moves only along the longer side of the smallest rectangle around it.",
    format: "Width and height in the first row, then the rows of a matrix, numbers separated by \
             commas; a row ends at a line break or a slash: -1 goal, 0 empty, 1 wall, 2 master brick, 3 and above the other bricks. Cells \
             with equal numbers form one rigid brick, connected or not. A move is \
             (brick,direction), such as (4,down), or with metric=moves a path, such as \
             (4,down,right). Or rows of signs without commas: '.' or a space is empty, '#' a wall, \
             and equal letters or digits form a connected brick; without the parameter goal, brick A \
             has to reach the middle of the lower edge. Or a square board as one line of signs, as \
             collections of Rush Hour have it: 'o' or '.' is empty, 'x' a wall, and a capital letter \
             a brick of two or more cells in a row or column, which moves only along it; without the \
             parameter goal, brick A has to reach the right edge of its row.",
    sizes: "ROWSxCOLUMNS inside the walls, from 3x3 to 6x6, such as 5x4",
    small_sizes: &["3x3", "3x4", "4x3"],
    parameters: &[
        Parameter {
            name: "metric",
            help: "what costs 1: steps, a brick moves by one cell (the default), or moves, a brick \
                   moves along any path",
            values: METRICS,
            default: Some("steps"),
        },
        Parameter {
            name: "labels",
            help: "numbers of bricks in plans: original, as in the text (the default), or normal, \
                   as in the normal form of each state",
            values: LABELS,
            default: Some("original"),
        },
        Parameter {
            name: "goal",
            help: "places that bricks have to reach, for the first cell of each as row,column \
                   counted from 1: A@4,2;B@1,1; or goal cells that the master brick already covers: \
                   1,2;1,3",
            values: &[],
            default: Some(""),
        },
        Parameter {
            name: "axis",
            help: "the axes along which bricks move: both, or long, only along the longer side of \
                   each; without it, long for a Rush Hour line and both for other texts",
            values: AXES,
            default: Some(""),
        },
    ],
    heuristics: &[
        HeuristicInfo::consistent(
            "obstructed",
            "the master's distance to the goal around the walls, plus one for each brick on a cell \
             that it must cross; plus the distance of each other brick with a goal, which is not \
             counted on such cells",
        ),
        HeuristicInfo::consistent(
            "walk",
            "the master's distance to the goal around the walls, plus that of each other brick with \
             a goal",
        ),
        HeuristicInfo::consistent(
            "manhattan",
            "the master's Manhattan distance to the goal, plus that of each other brick with a goal",
        ),
        HeuristicInfo::consistent("zero", "always 0"),
    ],
    instances: levels! {
        "klotski" 117, "level0" 5, "doorstep" 5, "broom-cupboard" 12, "hallway" 18, "pantry" 24,
        "staircase" 28, "cellar" 34, "attic" 38, "workshop" 42, "warehouse" 54, "clockwork" 70,
        "strongroom" 111, "clockmaker" 113, "vault" 126, "labyrinth" 203, "only-18-steps" 28,
        "dads-puzzler" 84, "quzzle" 116, "car-park" 25 [("metric", "moves")], "donkey-stable" 98,
        "two-guests" 68 [("goal", "A@3,4;B@1,1")],
    },
    strategy: "bfs",
    questions: &[],
    card: Card {
        performance: "the number of steps, or of moves with metric=moves",
        environment: "a board with walls, bricks and a goal; fully observable, deterministic, static, \
                      discrete, one agent",
        actuators: "slide a brick one cell up, down, left or right; with metric=moves along any path",
        sensors: "the position of every brick",
        state: "for each shape a bit set of places: the first cells of its bricks; bricks of one \
                shape without a goal are interchangeable",
        action: "(brick, direction), stored as the place of the brick's first cell before and after; \
                 it applies if every cell that the brick enters is empty or, for the master, goal, \
                 and with axis=long if it goes along the brick's longer side",
        transition: "the brick's cells move by one; the cells it leaves become empty, or goal again \
                     if they belong to the goal; all other bricks stay",
        goal: "the master brick covers every goal cell, and each brick with a place is there",
        cost: "1 per step; with metric=moves, 1 per move",
        states: "at most the number of placements of the bricks, bricks of one shape being \
                 interchangeable (Klotski: 25,955 unsolved states)",
    },
};
