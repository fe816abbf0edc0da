//! The files that the shell brings along, under the names of the original ones.

use super::{STRATEGIES, ShellStrategy};

/// Missionaries, cannibals and the boat's capacity, as in `InitialStateMCP332`.
const CROSSINGS: [&str; 12] =
    ["222", "332", "442", "223", "333", "443", "553", "663", "334", "444", "554", "664"];

/// A board: its outline, row by row, and which cell is empty at the start and full in the end.
struct Board {
    outline: &'static [&'static str],
    vacancy: (usize, usize),
    survivor: (usize, usize),
}

/// The boards of the shapes 1 to 6; `o` is a cell.
const BOARDS: [Board; 6] = [
    Board {
        outline: &["  ooo  ", " ooooo ", "ooooooo", "ooooooo", "ooooooo", " ooooo ", "  ooo  "],
        vacancy: (2, 3),
        survivor: (4, 3),
    },
    Board {
        outline: &[
            "   ooo   ",
            "   ooo   ",
            "   ooo   ",
            "ooooooooo",
            "ooooooooo",
            "ooooooooo",
            "   ooo   ",
            "   ooo   ",
            "   ooo   ",
        ],
        vacancy: (4, 4),
        survivor: (4, 4),
    },
    Board {
        outline: &[
            "  ooo   ", "  ooo   ", "  ooo   ", "oooooooo", "oooooooo", "oooooooo", "  ooo   ",
            "  ooo   ",
        ],
        vacancy: (4, 3),
        survivor: (4, 3),
    },
    Board {
        outline: &["  ooo  ", "  ooo  ", "ooooooo", "ooooooo", "ooooooo", "  ooo  ", "  ooo  "],
        vacancy: (3, 3),
        survivor: (3, 3),
    },
    Board {
        outline: &[
            "    o    ",
            "   ooo   ",
            "  ooooo  ",
            " ooooooo ",
            "ooooooooo",
            " ooooooo ",
            "  ooooo  ",
            "   ooo   ",
            "    o    ",
        ],
        vacancy: (4, 4),
        survivor: (4, 4),
    },
    Board {
        outline: &["ooooo", "oooo ", "ooo  ", "oo   ", "o    "],
        vacancy: (0, 0),
        survivor: (0, 0),
    },
];

impl Board {
    fn of_shape(shape: &str) -> Option<&'static Self> {
        let shape: usize = shape.parse().ok().filter(|_| shape.len() == 1)?;
        BOARDS.get(shape.checked_sub(1)?)
    }

    fn cells(&self) -> usize {
        self.outline.iter().map(|row| row.matches('o').count()).sum()
    }

    /// The matrix with one cell that differs from all others.
    fn matrix(&self, special: (usize, usize), other: &str, its: &str) -> String {
        let mut text = String::new();
        for (r, row) in self.outline.iter().enumerate() {
            let signs = row.chars().enumerate().map(|(c, sign)| match sign {
                'o' if (r, c) == special => its,
                'o' => other,
                _ => "X",
            });
            text.push_str(&signs.collect::<Vec<_>>().join(" "));
            text.push('\n');
        }
        text
    }
}

/// How many rows the board of a shape has.
pub(super) fn board_rows(shape: u8) -> usize {
    BOARDS.get(usize::from(shape).wrapping_sub(1)).map_or(0, |board| board.outline.len())
}

/// How a strategy is called in the name of a file.
fn file_word(word: &str) -> &str {
    if word == "A*" { "AStar" } else { word }
}

/// Splits `1DFS` into the strategy's place and the rest of the name.
fn strategy(name: &str) -> Option<(&'static str, ShellStrategy, &str)> {
    STRATEGIES.iter().enumerate().find_map(|(i, &(word, strategy))| {
        let rest = name.strip_prefix(&format!("{}{}", i + 1, file_word(word)))?;
        Some((word, strategy, rest))
    })
}

fn mcp_specification(name: &str) -> Option<String> {
    // As the documentation of the original has them.
    match name {
        "1" => return Some("DFS\n0\n0\nMCP\n".to_owned()),
        "2" => return Some("A*\n0\n1500\nMCP\n".to_owned()),
        _ => {}
    }
    let (word, strategy, rest) = strategy(name)?;
    // The longest of the crossings takes eleven trips.
    let depth = if strategy == ShellStrategy::Dls { 11 } else { 0 };
    rest.is_empty().then(|| format!("{word}\n{depth}\n0\nMCP\n"))
}

fn pegs_specification(name: &str) -> Option<String> {
    match name {
        "1" => return Some("DFS\n0\n0\nPegs\n4\n".to_owned()),
        "2" => return Some("DLS\n32\n1000\nPegs\n4\n".to_owned()),
        _ => {}
    }
    let (word, strategy, rest) = strategy(name)?;
    let shape = if rest.is_empty() { "4" } else { rest.strip_prefix("Shape")? };
    // Every jump takes a peg, and there is at least one hole at the start.
    let jumps = Board::of_shape(shape)?.cells() - 1;
    let depth = if strategy == ShellStrategy::Dls { jumps } else { 0 };
    Some(format!("{word}\n{depth}\n0\nPegs\n{shape}\n"))
}

/// The text of a built-in file, if there is one of this name.
#[must_use]
pub fn builtin(name: &str) -> Option<String> {
    if let Some(rest) = name.strip_prefix("MCPSpec") {
        mcp_specification(rest)
    } else if let Some(rest) = name.strip_prefix("PegSpec") {
        pegs_specification(rest)
    } else if let Some(crossing) = name.strip_prefix("InitialStateMCP") {
        let crossing = CROSSINGS.iter().find(|&&known| known == crossing)?;
        Some(crossing.chars().map(String::from).collect::<Vec<_>>().join(" ") + "\n")
    } else if name == "GoalStateMCP000" {
        Some("0 0 0\n".to_owned())
    } else if let Some(shape) = name.strip_prefix("InitialStatePegs") {
        let board = Board::of_shape(shape)?;
        Some(board.matrix(board.vacancy, "1", "0"))
    } else {
        let board = Board::of_shape(name.strip_prefix("GoalStatePegs")?)?;
        Some(board.matrix(board.survivor, "0", "1"))
    }
}

/// The names of all built-in files.
#[must_use]
pub fn builtin_names() -> Vec<String> {
    let words = || {
        let numbered = STRATEGIES.iter().enumerate();
        numbered.map(|(i, (word, _))| format!("{}{}", i + 1, file_word(word)))
    };
    let shapes = || (1..=6).map(|shape: u8| shape.to_string());
    let mut names = vec!["MCPSpec1".to_owned(), "MCPSpec2".to_owned()];
    names.extend(words().map(|word| format!("MCPSpec{word}")));
    names.extend(CROSSINGS.map(|crossing| format!("InitialStateMCP{crossing}")));
    names.push("GoalStateMCP000".to_owned());
    names.extend(["PegSpec1".to_owned(), "PegSpec2".to_owned()]);
    for word in words() {
        names.push(format!("PegSpec{word}"));
        names.extend(shapes().map(|shape| format!("PegSpec{word}Shape{shape}")));
    }
    names.extend(shapes().map(|shape| format!("InitialStatePegs{shape}")));
    names.extend(shapes().map(|shape| format!("GoalStatePegs{shape}")));
    names
}
