//! The size of a board, always written rows × columns.

use super::Cell;
use crate::text::ParseError;
use std::fmt;

/// The number of rows and columns of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub cols: usize,
}

impl Size {
    /// Reads a size such as `3x5` (3 rows, 5 columns), or `4` for `4x4`.
    ///
    /// # Errors
    /// If the text is not a size.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        match parse_numbers(text, "ROWSxCOLUMNS, such as 3x5")?[..] {
            [side] => Ok(Self { rows: side, cols: side }),
            [rows, cols] => Ok(Self { rows, cols }),
            _ => Err(invalid_size(text, "ROWSxCOLUMNS, such as 3x5")),
        }
    }

    /// Returns the number of cells.
    #[must_use]
    #[inline]
    pub const fn cells(self) -> usize {
        self.rows * self.cols
    }

    /// Returns whether a cell is on the board.
    #[must_use]
    #[inline(always)]
    pub const fn contains(self, cell: Cell) -> bool {
        (cell.row as usize) < self.rows && (cell.col as usize) < self.cols
    }

    /// Returns the cell with an index in row-major order.
    #[must_use]
    #[inline]
    pub const fn cell(self, index: usize) -> Cell {
        Cell::new((index / self.cols) as u16, (index % self.cols) as u16)
    }

    /// Returns the index of a cell in row-major order.
    #[must_use]
    #[inline]
    pub const fn index(self, cell: Cell) -> usize {
        cell.row as usize * self.cols + cell.col as usize
    }
}

/// Writes `3x5`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// Reads one or more numbers separated by `x`, such as `4x8`.
///
/// # Errors
/// If a part is not a number; the error repeats what was `expected`.
pub fn parse_numbers(text: &str, expected: &str) -> Result<Vec<usize>, ParseError> {
    let parts = text.trim().split(['x', 'X', '×']);
    parts.map(|part| part.trim().parse().map_err(|_| invalid_size(text, expected))).collect()
}

/// Returns the error for an invalid size.
pub fn invalid_size(text: &str, expected: &str) -> ParseError {
    ParseError::whole(format!("invalid size '{text}': expected {expected}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_rows_by_columns() {
        assert_eq!(Size::parse("3x5"), Ok(Size { rows: 3, cols: 5 }));
        assert_eq!(Size::parse(" 4 "), Ok(Size { rows: 4, cols: 4 }));
        let size = Size { rows: 3, cols: 5 };
        assert_eq!(Size::parse(&size.to_string()), Ok(size));
        assert_eq!(size.cell(7), Cell::new(1, 2));
        assert_eq!(size.index(Cell::new(1, 2)), 7);
        for text in ["", "x", "3x", "-3x5", "3x5x2", "3y5", "99999999999999999999x1"] {
            assert!(Size::parse(text).is_err(), "{text}");
        }
    }
}
