//! Texts about sliding bricks and the built-in instances, which an index file lists.

use heureka_kit::puzzle::{Card, HeuristicInfo, Info, Level, Parameter};
use std::sync::LazyLock;

/// Indexes in [`INFO`]'s heuristics.
pub const OBSTRUCTED: usize = 0;
pub const MANHATTAN: usize = 2;
pub const ZERO: usize = 3;

pub static INFO: LazyLock<Info> = LazyLock::new(|| Info {
    name: "bricks",
    title: "Sliding bricks",
    rules: "Bricks of any shape lie on a board with walls. A brick can slide up, down, left or right \
            into empty cells, but not turn. Slide the master brick, number 2, onto every goal cell. \
            Other bricks cannot enter the goal.",
    format: "Width and height in the first line, then the rows of a matrix, numbers separated by \
             commas: -1 goal, 0 empty, 1 wall, 2 master brick, 3 and above the other bricks. Cells \
             with equal numbers form one rigid brick, connected or not. A move is \
             (brick,direction), such as (4,down), or with metric=moves a path, such as \
             (4,down,right).",
    sizes: "ROWSxCOLUMNS inside the walls, from 3x3 to 6x6, such as 5x4",
    parameters: &[
        Parameter {
            name: "metric",
            help: "what costs 1: steps, a brick moves by one cell (the default), or moves, a brick \
                   moves along any path",
        },
        Parameter {
            name: "labels",
            help: "numbers of bricks in plans: original, as in the text (the default), or normal, \
                   as in the normal form of each state",
        },
        Parameter {
            name: "goal",
            help: "goal cells that the master brick already covers, as row,column counted from 1: \
                   1,2;1,3",
        },
    ],
    heuristics: const {
        &[
            HeuristicInfo::consistent(
                "obstructed",
                "the master's distance to the goal around the walls, plus one for each brick on a \
                 cell that it must cross",
            ),
            HeuristicInfo::consistent("walk", "the master's distance to the goal around the walls"),
            HeuristicInfo::consistent("manhattan", "the master's Manhattan distance to the goal"),
            HeuristicInfo::consistent("zero", "always 0"),
        ]
    },
    levels: index()
        .iter()
        .map(|level| Level {
            name: level.name,
            text: level.text,
            parameters: &[],
            optimum: level.steps,
        })
        .collect::<Vec<_>>()
        .leak(),
    strategy: "bfs",
    card: Card {
        performance: "the number of steps, or of moves with metric=moves",
        environment: "a board with walls, bricks and a goal; fully observable, deterministic, static, \
                      discrete, one agent",
        actuators: "slide a brick one cell up, down, left or right; with metric=moves along any path",
        sensors: "the position of every brick",
        state: "for each shape a bit set of places: the first cells of its bricks; bricks of one \
                shape are interchangeable",
        action: "the place of a brick's first cell and the place it moves to; the cells it leaves \
                 become empty, or goal if they belong to the goal",
        goal: "the master brick covers every goal cell",
        cost: "1 per step; with metric=moves, 1 per move",
        states: "at most the number of placements of the bricks, bricks of one shape being \
                 interchangeable (Klotski: 25,955 unsolved states)",
    },
});

/// A built-in instance.
#[derive(Debug)]
pub struct LevelEntry {
    /// The name.
    pub name: &'static str,
    /// The state file.
    pub text: &'static str,
    /// The fewest steps, or `None` if there is no solution.
    pub steps: Option<u32>,
    /// The fewest moves, where a brick along any path is one move.
    pub moves: Option<u32>,
    /// The number of unsolved states reachable without passing a solved one.
    pub states: u64,
}

macro_rules! files {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../data/bricks/", $name)))),*]
    };
}

/// The files that the index names.
static FILES: &[(&str, &str)] = files![
    "attic.txt" "broom-cupboard.txt" "cellar.txt" "clockmaker.txt" "clockwork.txt"
    "dads-puzzler.txt" "doorstep.txt" "hallway.txt" "klotski.txt" "labyrinth.txt" "level0.txt"
    "only-18-steps.txt" "pantry.txt" "quzzle.txt" "staircase.txt" "strongroom.txt" "vault.txt"
    "warehouse.txt" "workshop.txt"
];

/// One line per instance: name, file, steps, moves, states and a remark, separated by tabs.
static INDEX: &str = include_str!("../../data/bricks/index.tsv");

/// Returns the built-in instances in the order of the index.
#[must_use]
pub fn index() -> &'static [LevelEntry] {
    static LEVELS: LazyLock<Vec<LevelEntry>> = LazyLock::new(|| {
        let lines = INDEX.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        lines.map(|line| entry(line).unwrap_or_else(|| panic!("invalid index: {line}"))).collect()
    });
    &LEVELS
}

fn entry(line: &'static str) -> Option<LevelEntry> {
    let fields: Vec<_> = line.split('\t').collect();
    let [name, file, steps, moves, states, _remark] = fields[..] else { return None };
    let (_, text) = FILES.iter().find(|(known, _)| *known == file)?;
    // A dash, where there is no solution, is not a number.
    let (steps, moves) = (steps.parse().ok(), moves.parse().ok());
    Some(LevelEntry { name, text, steps, moves, states: states.parse().ok()? })
}
