//! A puzzle in the making: values are fixed in the order in which a breadth-first search from the
//! start discovers the cells.
//!
//! In this order the length of the shortest solution and whether it is unique are known as soon as
//! the goal is discovered, whatever the other cells will hold, and what a long solution must not do
//! is seen at once: discover many cells in one step.

use super::board::{Board, Jump};
use heureka_kit::board::BitSet;

/// What is known of a puzzle whose first cells are fixed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Front<M> {
    /// The cells discovered up to the current layer.
    pub seen: M,
    /// Those of the current layer whose value is not fixed yet.
    pub waiting: M,
    /// The cells discovered for the next layer so far.
    pub next: M,
    /// Those of them that are reached by more than one shortest way.
    pub twice: M,
    /// The cells of the current layer that are reached by more than one shortest way.
    pub several: M,
    /// The cells whose value is fixed.
    pub fixed: M,
    /// The cells with at least one way in, and with at least two.
    pub once_in: M,
    /// See there.
    pub twice_in: M,
    /// The number of the current layer.
    pub depth: u16,
    /// Fixed cells with fewer than two ways out: each a forced move or a black hole.
    pub narrow: u16,
}

impl<M: BitSet> Front<M> {
    /// Nothing is fixed.
    #[must_use]
    pub fn start() -> Self {
        Self { seen: M::only(0), waiting: M::only(0), ..Self::default() }
    }

    /// The cells discovered, those of the next layer too.
    #[inline(always)]
    #[must_use]
    pub fn discovered(&self) -> M {
        self.seen | self.next
    }

    /// The same with the value of the cell fixed, which must wait in the current layer.
    #[inline(always)]
    #[must_use]
    pub fn fix(&self, cell: usize, jump: &Jump<M>) -> Self {
        let this = M::only(cell);
        let targets = jump.targets;
        let again = if self.several.contains(cell) { targets } else { M::EMPTY };
        Self {
            waiting: self.waiting & !this,
            next: self.next | targets & !self.seen,
            twice: self.twice | self.next & targets | again,
            fixed: self.fixed | this,
            once_in: self.once_in | targets,
            twice_in: self.twice_in | self.once_in & targets,
            narrow: self.narrow + u16::from(jump.degree < 2),
            ..*self
        }
    }

    /// Goes on to the next layer; all cells of the current one must be fixed.
    #[inline(always)]
    #[must_use]
    pub fn advance(&self) -> Self {
        Self {
            seen: self.seen | self.next,
            waiting: self.next,
            next: M::EMPTY,
            twice: M::EMPTY,
            several: self.twice & self.next,
            depth: self.depth + 1,
            ..*self
        }
    }

    /// The cells whose value is still to be fixed.
    #[inline(always)]
    #[must_use]
    pub fn open(&self, board: &Board<M>) -> M {
        board.all & !self.fixed & !board.goal
    }
}
