//! Plans as words: what a brick is called depends on what was moved before.
//!
//! A search takes bricks of one shape for interchangeable and numbers them anew in every state. People
//! want the numbers that they see on the board: *original* labels stay with their bricks. With *normal*
//! labels the state is brought into normal form before the first move and after each one.
//!
//! A word is `(4,down)`; where a move leads a brick along a path, `(4,down,right)`.

use super::matrix::{Direction, GameState, IllegalMove, MASTER, Move, apply_move, normalize_state};
use std::collections::{HashMap, VecDeque};

/// Which numbers a plan uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// Those of the file, which stay with their bricks.
    Original,
    /// Those of the normal form of each state.
    Normal,
}

impl Labels {
    /// Both, with their names.
    pub const ALL: [(&'static str, Self); 2] =
        [("original", Self::Original), ("normal", Self::Normal)];
}

/// The brick and the way of a word such as `(4,down)`; nothing if it is none.
#[must_use]
pub fn read_word(word: &str) -> Option<(i32, Vec<Direction>)> {
    let inner = word.trim().strip_prefix('(')?.strip_suffix(')')?;
    let mut parts = inner.split(',').map(str::trim);
    let piece = parts.next()?.parse().ok()?;
    let path = parts.map(Direction::named).collect::<Option<Vec<_>>>()?;
    (!path.is_empty()).then_some((piece, path))
}

/// A state with the labels that people see, moved along a plan.
#[derive(Clone, Debug)]
pub struct Labeled {
    state: GameState,
    labels: Labels,
}

impl Labeled {
    /// Begins at a state.
    #[must_use]
    pub fn new(state: &GameState, labels: Labels) -> Self {
        let mut labeled = Self { state: state.clone(), labels };
        labeled.settle();
        labeled
    }

    /// The state as it is labeled now.
    #[must_use]
    pub fn state(&self) -> &GameState {
        &self.state
    }

    fn settle(&mut self) {
        if self.labels == Labels::Normal {
            normalize_state(&mut self.state);
        }
    }

    /// Moves a brick along a path.
    ///
    /// # Errors
    /// The first step that is not possible; the state is then as it was.
    pub fn go(&mut self, piece: i32, path: &[Direction]) -> Result<(), IllegalMove> {
        let before = self.state.clone();
        for &direction in path {
            if let Err(error) = apply_move(&mut self.state, Move { piece, direction }) {
                self.state = before;
                return Err(error);
            }
        }
        self.settle();
        Ok(())
    }

    /// The first cell of a brick, as column and row.
    #[must_use]
    pub fn anchor(&self, piece: i32) -> Option<(usize, usize)> {
        (piece >= MASTER).then(|| self.state.brick(piece).next()).flatten()
    }

    /// Moves the brick whose first cell is `from` so that it comes to `to`, along a shortest way, and
    /// returns the word for it; nothing if there is no brick or no way.
    pub fn go_to(&mut self, from: (usize, usize), to: (usize, usize)) -> Option<String> {
        let piece = self.state.at(from)?;
        if self.anchor(piece)? != from {
            return None;
        }
        let path = self.path(piece, from, to)?;
        self.go(piece, &path).ok()?;
        let words: Vec<_> = path.iter().map(|direction| direction.name()).collect();
        Some(format!("({piece},{})", words.join(",")))
    }

    /// A shortest way of one brick alone.
    fn path(&self, piece: i32, from: (usize, usize), to: (usize, usize)) -> Option<Vec<Direction>> {
        // One step needs no search, and most moves are one.
        let one = Direction::ALL.into_iter().find(|direction| direction.next(from) == Some(to));
        if let Some(direction) = one {
            let possible = super::matrix::all_moves_help(&self.state, piece);
            if possible.contains(&Move { piece, direction }) {
                return Some(vec![direction]);
            }
        }
        let mut ways = HashMap::from([(from, vec![])]);
        let mut waiting = VecDeque::from([(from, self.state.clone())]);
        while let Some((place, state)) = waiting.pop_front() {
            if place == to {
                return ways.remove(&to);
            }
            for step in super::matrix::all_moves_help(&state, piece) {
                let next = step.direction.next(place)?;
                if !ways.contains_key(&next) {
                    let mut way = ways[&place].clone();
                    way.push(step.direction);
                    ways.insert(next, way);
                    let after = super::matrix::apply_move_cloning(&state, step).ok()?;
                    waiting.push_back((next, after));
                }
            }
        }
        None
    }
}
