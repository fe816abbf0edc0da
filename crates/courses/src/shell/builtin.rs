//! The files that the shell brings along, under the names of the original ones.

use super::{STRATEGIES, ShellStrategy};
use heureka_puzzles::pegs::{Board, position_text};

/// Missionaries, cannibals and the boat's capacity, as in `InitialStateMCP332`.
const CROSSINGS: [&str; 12] =
    ["222", "332", "442", "223", "333", "443", "553", "663", "334", "444", "554", "664"];

/// The cell that is empty at the start and the one that is full in the end, for the shapes 1 to 6.
const GAMES: [[(u8, u8); 2]; 6] = [
    [(2, 3), (4, 3)],
    [(4, 4), (4, 4)],
    [(4, 3), (4, 3)],
    [(3, 3), (3, 3)],
    [(4, 4), (4, 4)],
    [(0, 0), (0, 0)],
];

/// The board of a shape and its game.
fn game(shape: &str) -> Option<(&'static Board, [(u8, u8); 2])> {
    let number: usize = shape.parse().ok().filter(|_| shape.len() == 1)?;
    Some((Board::numbered(number)?, *GAMES.get(number.checked_sub(1)?)?))
}

/// The matrix with a peg in every cell, or in none, but for one cell.
fn matrix(board: &Board, full: bool, (row, column): (u8, u8)) -> Option<String> {
    let one = 1 << board.cell(row, column)?;
    Some(position_text(board, if full { board.full() ^ one } else { one }) + "\n")
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
    let jumps = game(shape)?.0.len() - 1;
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
        let (board, [vacancy, _]) = game(shape)?;
        matrix(board, true, vacancy)
    } else {
        let (board, [_, survivor]) = game(name.strip_prefix("GoalStatePegs")?)?;
        matrix(board, false, survivor)
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
