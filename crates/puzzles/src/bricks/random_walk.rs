//! A random walk: legal moves drawn at random, the state brought into normal form after each.

use super::matrix::{GameState, Move, all_moves, apply_move, game_state_solved, normalize_state};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How a random walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkEnd {
    /// The puzzle is solved.
    Solved,
    /// As many moves were made as asked for.
    Length,
    /// There is no legal move.
    Stuck,
}

/// Makes `length` random moves, or fewer if the goal is reached or no move is possible; calls `visit`
/// with each move and the state after it, in normal form. The same seed makes the same walk everywhere.
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
        // It was listed as possible.
        let _ = apply_move(state, step);
        normalize_state(state);
        visit(step, state);
    }
    if game_state_solved(state) { WalkEnd::Solved } else { WalkEnd::Length }
}
