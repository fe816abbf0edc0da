//! The sliding brick assignment: its functions, random walks and the format of its searches.
//!
//! The functions have Rust names; a search of the documentation for the assignment's names finds them.

mod search;

pub use heureka_puzzles::bricks::labels::{Labeled, Labels, read_word};
pub use heureka_puzzles::bricks::matrix::{
    GameState, Move, all_moves, all_moves_help, apply_move, apply_move_cloning, game_state_solved,
    normalize_state,
};
pub use heureka_puzzles::bricks::read::{read, read_cells};
pub use search::{compete, print_search};

use heureka_lab::files::{MAX_INSTANCE, read_text};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::io;
use std::path::Path;

/// Loads a state from a file.
///
/// # Errors
/// If the file cannot be read, or is not a state: then the kind is `InvalidData`, with a
/// [`ParseError`](heureka_kit::text::ParseError) inside.
#[doc(alias = "loadGameState")]
pub fn load_game_state(path: &Path) -> io::Result<GameState> {
    let text = read_text(path, MAX_INSTANCE)?;
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

/// The reason why a random walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkEnd {
    /// The puzzle is solved.
    Solved,
    /// The walk has the requested length.
    Length,
    /// No move is legal.
    Stuck,
}

/// Makes up to `length` random moves and normalizes the state after each, until the goal is reached or no
/// move is legal. Calls `visit` with each move and the state after it. Equal seeds give equal walks.
#[doc(alias = "randomWalk")]
pub fn random_walk(
    state: &mut GameState,
    length: usize,
    seed: u64,
    mut visit: impl FnMut(Move, &GameState),
) -> WalkEnd {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..length {
        if game_state_solved(state) {
            return WalkEnd::Solved;
        }
        let moves = all_moves(state);
        if moves.is_empty() {
            return WalkEnd::Stuck;
        }
        let step = moves[generator.random_range(0..moves.len())];
        // A listed move is legal.
        let _ = apply_move(state, step);
        normalize_state(state);
        visit(step, state);
    }
    if game_state_solved(state) { WalkEnd::Solved } else { WalkEnd::Length }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL0: &str = "5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n1,0,2,2,1,\n1,1,1,1,1,\n";

    #[test]
    fn writes_and_compares_states() {
        let state = read(LEVEL0, &[]).unwrap();
        let mut out = vec![];
        output_game_state(&state, &mut out).unwrap();
        assert_eq!(out, LEVEL0.as_bytes());
        let next = apply_move_cloning(&state, "(2,left)".parse().unwrap()).unwrap();
        assert!(state_equal(&state, &state.clone()) && !state_equal(&state, &next));
    }

    #[test]
    fn equal_seeds_give_equal_random_walks() {
        let walk = |seed, length| {
            let mut state = read(LEVEL0, &[]).unwrap();
            let mut text = String::new();
            let end = random_walk(&mut state, length, seed, |step, state| {
                let mut normal = state.clone();
                normalize_state(&mut normal);
                assert_eq!(normal, *state);
                text += &step.to_string();
                text += &state.to_string();
            });
            (text, end)
        };
        assert_eq!(walk(7, 20), walk(7, 20));
        assert_ne!(walk(7, 20), walk(8, 20));
        assert_eq!(walk(1, 100_000).1, WalkEnd::Solved);
        let mut stuck = read("3,1,\n2,1,-1,\n", &[]).unwrap();
        assert_eq!(random_walk(&mut stuck, 5, 1, |_, _| {}), WalkEnd::Stuck);
    }
}
