//! The built-in files, under the names of the course's files.

use super::STRATEGIES;
use heureka_core::Algorithm;
use heureka_kit::puzzle::{Parameters, Puzzle as _};
use heureka_puzzles::pegs::{Board, Pegs, position_text};

/// Missionaries, cannibals and the boat's capacity, as in `InitialStateMCP332`.
const CROSSINGS: [&str; 12] =
    ["222", "332", "442", "223", "333", "443", "553", "663", "334", "444", "554", "664"];

/// The optimal number of trips of the longest crossing.
const MAX_TRIPS: usize = 11;

/// The specifications in the course's documentation.
const DOCUMENTED: [(&str, &str); 4] = [
    ("MCPSpec1", "DFS\n0\n0\nMCP\n"),
    ("MCPSpec2", "A*\n0\n1500\nMCP\n"),
    ("PegSpec1", "DFS\n0\n0\nPegs\n4\n"),
    ("PegSpec2", "DLS\n32\n1000\nPegs\n4\n"),
];

/// Returns the standard problem of a board's shape.
fn standard(shape: &str) -> Option<Pegs> {
    let is_number = shape.len() == 1 && shape.chars().all(|c| ('1'..='6').contains(&c));
    is_number.then(|| Pegs::parse(shape, &Parameters::default()).ok())?
}

/// Returns the names of the strategies in file names, such as `4AStar`.
fn strategy_names() -> impl Iterator<Item = (String, (&'static str, Algorithm))> {
    let file_name = |(i, (name, _)): (u8, (&str, _))| format!("{i}{}", name.replace('*', "Star"));
    (1..).zip(STRATEGIES).map(move |known| (file_name(known), known.1))
}

/// Returns a specification; `depth` is the cutoff of DLS, `problem` the last lines.
fn specification(strategy: &str, depth: usize, problem: &str) -> Option<String> {
    let (_, (name, algorithm)) = strategy_names().find(|(file_name, _)| file_name == strategy)?;
    let depth = if matches!(algorithm, Algorithm::Dls(_)) { depth } else { 0 };
    Some(format!("{name}\n{depth}\n0\n{problem}\n"))
}

/// Returns the text of a built-in file.
#[must_use]
pub fn builtin(name: &str) -> Option<String> {
    let matrix = |board: &Board, position| Some(position_text(board, position) + "\n");
    if let Some((_, text)) = DOCUMENTED.iter().find(|(known, _)| *known == name) {
        Some((*text).to_owned())
    } else if let Some(rest) = name.strip_prefix("MCPSpec") {
        specification(rest, MAX_TRIPS, "MCP")
    } else if let Some(rest) = name.strip_prefix("PegSpec") {
        let (strategy, shape) = rest.split_once("Shape").unwrap_or((rest, "4"));
        // Every jump removes a peg, and the start has at least one hole.
        let jumps = standard(shape)?.board().cell_count() - 1;
        specification(strategy, jumps, &format!("Pegs\n{shape}"))
    } else if let Some(crossing) = name.strip_prefix("InitialStateMCP") {
        let numbers: Vec<_> = crossing.chars().map(String::from).collect();
        CROSSINGS.contains(&crossing).then(|| numbers.join(" ") + "\n")
    } else if name == "GoalStateMCP000" {
        Some("0 0 0\n".to_owned())
    } else if let Some(shape) = name.strip_prefix("InitialStatePegs") {
        let puzzle = standard(shape)?;
        matrix(puzzle.board(), heureka_core::Problem::start(&puzzle))
    } else {
        let puzzle = standard(name.strip_prefix("GoalStatePegs")?)?;
        matrix(puzzle.board(), puzzle.goal().position()?)
    }
}

/// Returns the names of all built-in files.
#[must_use]
pub fn builtin_names() -> Vec<String> {
    let strategies: Vec<_> = strategy_names().map(|(name, _)| name).collect();
    let documented = |prefix| {
        let names = DOCUMENTED.iter().map(|(name, _)| (*name).to_owned());
        names.filter(move |name| name.starts_with(prefix))
    };
    let mut names: Vec<String> = documented("MCP").collect();
    names.extend(strategies.iter().map(|strategy| format!("MCPSpec{strategy}")));
    names.extend(CROSSINGS.map(|crossing| format!("InitialStateMCP{crossing}")));
    names.push("GoalStateMCP000".to_owned());
    names.extend(documented("Peg"));
    for strategy in strategies {
        names.push(format!("PegSpec{strategy}"));
        names.extend((1..=6).map(|shape| format!("PegSpec{strategy}Shape{shape}")));
    }
    for state in ["Initial", "Goal"] {
        names.extend((1..=6).map(|shape| format!("{state}StatePegs{shape}")));
    }
    names
}
