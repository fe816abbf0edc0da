//! The built-in levels and what is known of them, from one index file.

use std::sync::LazyLock;

/// A built-in level.
#[derive(Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Its text, as in a state file.
    pub text: &'static str,
    /// The fewest steps of one cell; nothing if there is no solution.
    pub steps: Option<u32>,
    /// The fewest moves, one brick along any path being one.
    pub moves: Option<u32>,
    /// Unsolved states that can be reached without passing a solved one.
    pub states: u64,
    /// A remark.
    pub about: &'static str,
}

macro_rules! files {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../data/bricks/", $name)))),*]
    };
}

/// The files that the index names.
static FILES: &[(&str, &str)] = files![
    "attic.txt"
    "broom-cupboard.txt"
    "cellar.txt"
    "clockmaker.txt"
    "clockwork.txt"
    "dads-puzzler.txt"
    "doorstep.txt"
    "hallway.txt"
    "klotski.txt"
    "labyrinth.txt"
    "level0.txt"
    "only-18-steps.txt"
    "pantry.txt"
    "quzzle.txt"
    "staircase.txt"
    "strongroom.txt"
    "vault.txt"
    "warehouse.txt"
    "workshop.txt"
];

/// One line a level: name, file, steps, moves, states, remark, separated by tabulators.
static INDEX: &str = include_str!("../../data/bricks/index.tsv");

static LEVELS: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let lines = INDEX.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| entry(line).unwrap_or_else(|| panic!("the index of levels: {line}"))).collect()
});

fn entry(line: &'static str) -> Option<Entry> {
    let mut fields = line.split('\t');
    let name = fields.next()?;
    let file = fields.next()?;
    let (_, text) = FILES.iter().find(|(known, _)| *known == file)?;
    let mut optimum = || match fields.next()? {
        "-" => Some(None),
        number => number.parse().ok().map(Some),
    };
    let (steps, moves) = (optimum()?, optimum()?);
    let states = fields.next()?.parse().ok()?;
    Some(Entry { name, text, steps, moves, states, about: fields.next()? })
}

/// Every level, in the order of the index.
#[must_use]
pub fn index() -> &'static [Entry] {
    &LEVELS
}
