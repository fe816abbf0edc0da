//! A random walk: random legal moves, with the state normalized after each.

use super::{GameState, Move, all_moves, apply_move, game_state_solved, normalize_state};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

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

/// Makes up to `length` random moves, until the goal is reached or no move is legal. Calls `visit` with
/// each move and the normalized state after it. Equal seeds give equal walks.
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
