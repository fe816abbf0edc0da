//! A partial maze: values are fixed in the order in which a breadth-first search from the start
//! discovers the cells.
//!
//! In this order the length of the shortest solution, and whether it is unique, are known as soon
//! as the goal is discovered. They do not depend on the remaining cells. A step that discovers many
//! cells at once shortens the solution, and this order shows it at once.

use super::jumps::{Jump, JumpTable};
use heureka_kit::board::BitSet;

/// The state of the breadth-first search through a maze whose first cells are fixed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartialMaze<M> {
    /// The cells discovered up to the current layer.
    pub seen: M,
    /// The cells of the current layer without a value.
    pub pending: M,
    /// The cells discovered for the next layer so far.
    pub next: M,
    /// The cells with several shortest paths through the current layer.
    pub next_several: M,
    /// The cells of the current layer with several shortest paths.
    pub several: M,
    /// The cells with a value.
    pub fixed: M,
    /// The cells with at least one move in.
    pub entered: M,
    /// The cells with at least two moves in.
    pub entered_twice: M,
    /// The number of the current layer.
    pub depth: u16,
    /// The fixed cells with fewer than two moves out: each is a forced move or a black hole.
    pub narrow: u16,
}

impl<M: BitSet> PartialMaze<M> {
    /// Returns the maze without any value.
    pub fn start() -> Self {
        Self { seen: M::only(0), pending: M::only(0), ..Self::default() }
    }

    /// Returns all discovered cells, including the next layer.
    #[inline(always)]
    pub fn discovered(&self) -> M {
        self.seen | self.next
    }

    /// Returns the maze after a pending cell gets a value.
    #[inline(always)]
    pub fn fix(&self, cell: usize, jump: &Jump<M>) -> Self {
        let this = M::only(cell);
        let targets = jump.targets;
        let again = if self.several.contains(cell) { targets } else { M::EMPTY };
        Self {
            pending: self.pending & !this,
            next: self.next | targets & !self.seen,
            next_several: self.next_several | self.next & targets | again,
            fixed: self.fixed | this,
            entered: self.entered | targets,
            entered_twice: self.entered_twice | self.entered & targets,
            narrow: self.narrow + u16::from(jump.degree < 2),
            ..*self
        }
    }

    /// Advances to the next layer. All cells of the current one must be fixed.
    #[inline(always)]
    pub fn advance(&self) -> Self {
        Self {
            seen: self.seen | self.next,
            pending: self.next,
            next: M::EMPTY,
            next_several: M::EMPTY,
            several: self.next_several & self.next,
            depth: self.depth + 1,
            ..*self
        }
    }

    /// Returns the cells without a value, except the goal.
    #[inline(always)]
    pub fn open(&self, table: &JumpTable<M>) -> M {
        table.all & !self.fixed & !table.goal
    }
}
