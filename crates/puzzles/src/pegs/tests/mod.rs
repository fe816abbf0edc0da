//! The fast rules against the reference rules, against each other and against known counts.

mod counts;
mod pictures;
mod proofs;
mod reading;
mod rules;
mod searches;

use super::{Board, Pegs};
use heureka_kit::puzzle::{Parameters, Puzzle};

/// The instance of a text.
fn instance(text: &str) -> Pegs {
    Pegs::parse(text, &Parameters::default()).unwrap()
}

/// Cells of a board by row and column, as a position.
fn cells(board: &Board, places: &[(u8, u8)]) -> u64 {
    places.iter().fold(0, |all, &(row, column)| all | 1 << board.cell(row, column).unwrap())
}
