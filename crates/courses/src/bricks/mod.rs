//! The sliding brick assignment: its functions and the format of its searches.
//!
//! The functions have Rust names; the assignment's spelling finds them in the documentation.

mod random_walk;
mod search;
#[cfg(test)]
mod tests;

pub use heureka_puzzles::bricks::labels::{Labeled, Labels, read_word};
pub use heureka_puzzles::bricks::matrix::{
    GameState, Move, all_moves, all_moves_help, apply_move, apply_move_cloning, game_state_solved,
    normalize_state,
};
pub use heureka_puzzles::bricks::read::{read, read_cells};
pub use random_walk::{WalkEnd, random_walk};
pub use search::{compete, print_search};

use std::io;
use std::path::Path;

/// Loads a state from a file.
///
/// # Errors
/// If the file cannot be read, or is not a state: then the kind is `InvalidData`, with a
/// [`ParseError`](heureka_kit::text::ParseError) inside.
#[doc(alias = "loadGameState")]
pub fn load_game_state(path: &Path) -> io::Result<GameState> {
    let text = std::fs::read_to_string(path)?;
    read(&text, &[]).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Writes a state in the file format.
///
/// # Errors
/// If writing to `out` fails.
#[doc(alias = "outputGameState")]
pub fn output_game_state(state: &GameState, out: &mut dyn io::Write) -> io::Result<()> {
    write!(out, "{state}")
}

/// Returns whether two states are identical, cell by cell.
#[doc(alias = "stateEqual")]
#[must_use]
pub fn state_equal(first: &GameState, second: &GameState) -> bool {
    first.size() == second.size() && first.rows().eq(second.rows())
}
