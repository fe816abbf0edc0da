//! Plans as text: the number of a brick can depend on the moves before.
//!
//! A search treats bricks of one shape as interchangeable and numbers them anew in every state. With
//! *original* labels, each brick keeps the number that it has on the board. With *normal* labels, the
//! state is brought into normal form before the first move and after each one.
//!
//! A move is written `(4,down)`, or `(4,down,right)` where it leads a brick along a path.

use super::matrix::{
    GameState, IllegalMove, MASTER, Move, all_moves_help, apply_move, apply_move_cloning,
    normalize_state,
};
use heureka_kit::board::{Cell, Direction};

/// The numbers that a plan uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// The numbers of the file, which stay with their bricks.
    Original,
    /// The numbers of each state's normal form.
    Normal,
}

/// Reads a move such as `(4,down)` as the brick and its path.
#[must_use]
pub fn read_word(word: &str) -> Option<(i32, Vec<Direction>)> {
    read_path(word).and_then(|(name, path)| Some((name.parse().ok()?, path)))
}

/// Reads a move such as `(4,down)` as the name of the brick and its path.
pub(super) fn read_path(word: &str) -> Option<(&str, Vec<Direction>)> {
    let inner = word.trim().strip_prefix('(')?.strip_suffix(')')?;
    let mut parts = inner.split(',').map(str::trim);
    let name = parts.next()?;
    let path: Option<Vec<_>> =
        parts.map(|part| Direction::from_name(&part.to_ascii_lowercase())).collect();
    path.filter(|path| !path.is_empty()).map(|path| (name, path))
}

/// A state with labels, moved along a plan.
#[derive(Clone, Debug)]
pub struct Labeled {
    state: GameState,
    labels: Labels,
}

impl Labeled {
    /// Returns a state with its labels.
    #[must_use]
    pub fn new(state: &GameState, labels: Labels) -> Self {
        let mut labeled = Self { state: state.clone(), labels };
        labeled.relabel();
        labeled
    }

    /// Returns the state with its current labels.
    #[must_use]
    pub fn state(&self) -> &GameState {
        &self.state
    }

    fn relabel(&mut self) {
        if self.labels == Labels::Normal {
            normalize_state(&mut self.state);
        }
    }

    /// Moves a brick along a path.
    ///
    /// # Errors
    /// The first illegal step; the state then stays unchanged.
    pub fn go(&mut self, piece: i32, path: &[Direction]) -> Result<(), IllegalMove> {
        let mut next = self.state.clone();
        for &direction in path {
            apply_move(&mut next, Move { piece, direction })?;
        }
        self.state = next;
        self.relabel();
        Ok(())
    }

    /// Returns the first cell of a brick.
    #[must_use]
    pub fn anchor(&self, piece: i32) -> Option<Cell> {
        self.state.brick(piece).next().filter(|_| piece >= MASTER)
    }

    /// Moves the brick whose first cell is `from` along a shortest path until its first cell is `to`.
    /// Returns the brick and the path, or `None` if there is no such brick or path.
    pub fn go_to(&mut self, from: Cell, to: Cell) -> Option<(i32, Vec<Direction>)> {
        let piece = self.state.at(from)?;
        if self.anchor(piece)? != from {
            return None;
        }
        let path = self.path(piece, from, to)?;
        self.go(piece, &path).ok()?;
        Some((piece, path))
    }

    /// Returns a shortest path of one brick while the others stay.
    fn path(&self, piece: i32, from: Cell, to: Cell) -> Option<Vec<Direction>> {
        let mut reached = vec![(from, self.state.clone(), vec![])];
        let mut expanded = 0;
        while let Some((cell, state, path)) = reached.get(expanded).cloned() {
            expanded += 1;
            for step in all_moves_help(&state, piece) {
                let cell = cell.neighbor(step.direction);
                let path = [&path[..], &[step.direction]].concat();
                if cell == to {
                    return Some(path);
                }
                if reached.iter().all(|known| known.0 != cell) {
                    reached.push((cell, apply_move_cloning(&state, step).ok()?, path));
                }
            }
        }
        None
    }
}
