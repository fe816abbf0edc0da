//! Where a game may end.

use super::board::Board;
use heureka_kit::board::BitSet as _;

/// The goal of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Exactly this position, which is not empty.
    Position(u64),
    /// One peg, in any cell.
    AnyPeg,
}

impl Goal {
    /// Returns whether a position is a goal.
    #[inline(always)]
    pub(super) fn is_met(self, position: u64) -> bool {
        match self {
            Self::Position(goal) => position == goal,
            Self::AnyPeg => position.is_one(),
        }
    }

    /// Returns the number of pegs at the end.
    #[inline(always)]
    #[must_use]
    pub fn pegs(self) -> u32 {
        match self {
            Self::Position(goal) => goal.count_ones(),
            Self::AnyPeg => 1,
        }
    }

    /// Returns the only goal position.
    #[must_use]
    pub fn position(self) -> Option<u64> {
        match self {
            Self::Position(goal) => Some(goal),
            Self::AnyPeg => None,
        }
    }

    /// Returns all goal positions.
    pub(super) fn positions(self, board: &Board) -> Vec<u64> {
        match self {
            Self::Position(goal) => vec![goal],
            Self::AnyPeg => (0..board.cell_count()).map(|cell| 1 << cell).collect(),
        }
    }
}
