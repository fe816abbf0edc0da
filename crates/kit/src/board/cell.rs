//! A cell of a board.

use super::Direction;
use std::fmt;

/// A row and a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row; row 0 is at the top.
    pub row: u16,
    /// The column; column 0 is at the left.
    pub col: u16,
}

impl Cell {
    /// Returns the cell in a row and a column.
    #[must_use]
    #[inline]
    pub const fn new(row: u16, col: u16) -> Self {
        Self { row, col }
    }

    /// Returns the adjacent cell in a direction. Coordinates wrap around below 0.
    #[inline(always)]
    #[must_use]
    pub const fn neighbor(self, direction: Direction) -> Self {
        let Self { row, col } = self;
        match direction {
            Direction::Up => Self { row: row.wrapping_sub(1), col },
            Direction::Down => Self { row: row.wrapping_add(1), col },
            Direction::Left => Self { row, col: col.wrapping_sub(1) },
            Direction::Right => Self { row, col: col.wrapping_add(1) },
        }
    }

    /// Returns the Manhattan distance to another cell.
    #[inline]
    #[must_use]
    pub fn manhattan(self, other: Self) -> u32 {
        u32::from(self.row.abs_diff(other.row)) + u32::from(self.col.abs_diff(other.col))
    }
}

/// Writes `row,col`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.col)
    }
}
