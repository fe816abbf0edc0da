//! Linear conflicts: tiles in their own line that are in each other's way.
//!
//! Of the tiles that are in the line in which they belong, only those that stand in ascending
//! order can all get home along it. Each of the others has to leave the line and come back, two
//! moves that no distance counts. The least number of others is what a longest ascending
//! subsequence leaves over.

use super::{Shape, Word};

/// A row or a column: its cells are `first`, `first + stride` and so on.
struct Line {
    first: usize,
    stride: usize,
    length: usize,
}

impl Line {
    fn row(shape: Shape, row: usize) -> Self {
        Self { first: row * shape.cols, stride: 1, length: shape.cols }
    }

    fn column(shape: Shape, col: usize) -> Self {
        Self { first: col, stride: shape.cols, length: shape.rows }
    }

    /// Twice the number of tiles that have to leave the line.
    fn moves<W: Word>(&self, cells: W) -> u16 {
        // The length of a longest ascending subsequence that ends with a tile, by the tile's place.
        let mut longest = [0u16; super::MOST_CELLS];
        let (mut tiles, mut best) = (0, 0);
        for i in 0..self.length {
            let tile = cells.tile(self.first + i * self.stride);
            let past = tile.wrapping_sub(1).wrapping_sub(self.first);
            let place = past / self.stride;
            if tile == 0 || !past.is_multiple_of(self.stride) || place >= self.length {
                continue;
            }
            let before = longest[..place].iter().max().copied().unwrap_or(0);
            longest[place] = before + 1;
            best = best.max(before + 1);
            tiles += 1;
        }
        2 * (tiles - best)
    }
}

/// The moves for all conflicts of a board.
pub(super) fn of_board<W: Word>(shape: Shape, cells: W) -> u16 {
    let rows = (0..shape.rows).map(|row| Line::row(shape, row).moves(cells));
    let columns = (0..shape.cols).map(|col| Line::column(shape, col).moves(cells));
    rows.chain(columns).sum()
}

/// The moves for the conflicts of the only line where they change if `tile` slides between two
/// cells.
///
/// Along the way that it slides no order changes, since only the blank is in between; across it,
/// the tile counts in none but its own line.
#[inline(never)]
pub(super) fn of_move<W: Word>(shape: Shape, cells: W, tile: usize, a: usize, b: usize) -> u16 {
    let ((row_a, col_a), (row_b, col_b)) = (shape.place(a), shape.place(b));
    let (row, col) = shape.place(tile - 1);
    if col_a == col_b && (row == row_a || row == row_b) {
        Line::row(shape, row).moves(cells)
    } else if row_a == row_b && (col == col_a || col == col_b) {
        Line::column(shape, col).moves(cells)
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_conflicts_are_counted() {
        let shape = Shape { rows: 3, cols: 3 };
        let count = |cells| of_board(shape, u64::of(cells));
        assert_eq!(count(&[1, 2, 3, 4, 5, 6, 7, 8, 0]), 0);
        assert_eq!(count(&[2, 1, 3, 4, 5, 6, 7, 8, 0]), 2);
        // Any two are in conflict, so two have to go.
        assert_eq!(count(&[3, 2, 1, 4, 5, 6, 7, 8, 0]), 4);
        // 4 and 7 in the first column; 7 is in no row of its own.
        assert_eq!(count(&[1, 2, 3, 7, 5, 6, 4, 8, 0]), 2);
    }
}
