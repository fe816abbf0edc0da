//! Linear conflicts: tiles in their own line that block each other.
//!
//! Of the tiles in their own line, only an ascending sequence can reach its places along it. Each
//! other tile has to leave the line and return: two moves that the Manhattan distance does not
//! count. A longest ascending subsequence leaves the fewest others.

use super::{Homes, MAX_CELLS, Word};
use heureka_kit::board::Size;

/// A row or a column: its cells are `first`, `first + stride` and so on.
struct Line {
    first: usize,
    stride: usize,
    length: usize,
}

impl Line {
    fn row(size: Size, row: usize) -> Self {
        Self { first: row * size.cols, stride: 1, length: size.cols }
    }

    fn column(size: Size, col: usize) -> Self {
        Self { first: col, stride: size.cols, length: size.rows }
    }

    /// Returns twice the number of tiles that have to leave the line.
    fn moves<W: Word>(&self, cells: W, homes: &Homes) -> u16 {
        // By place, the length of a longest ascending subsequence that ends with the tile there.
        let mut longest = [0u16; MAX_CELLS];
        let (mut tiles, mut best) = (0, 0);
        for i in 0..self.length {
            let tile = cells.tile(self.first + i * self.stride);
            let offset = usize::from(homes[tile & 31]).wrapping_sub(self.first);
            let place = offset / self.stride;
            if tile == 0 || !offset.is_multiple_of(self.stride) || place >= self.length {
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

/// Returns the moves for all conflicts of a board.
pub(super) fn of_board<W: Word>(size: Size, cells: W, homes: &Homes) -> u16 {
    let rows = (0..size.rows).map(|row| Line::row(size, row).moves(cells, homes));
    let columns = (0..size.cols).map(|col| Line::column(size, col).moves(cells, homes));
    rows.chain(columns).sum()
}

/// Returns the moves for the conflicts of the only line that changes when `tile` slides between
/// cells `a` and `b`.
///
/// The order along the slide stays, since only the blank is in between. Across it, the tile counts
/// only in its own line.
#[inline(never)]
pub(super) fn of_move<W: Word>(
    size: Size,
    cells: W,
    homes: &Homes,
    tile: usize,
    a: usize,
    b: usize,
) -> u16 {
    let place = |cell: usize| (cell / size.cols, cell % size.cols);
    let ((row_a, col_a), (row_b, col_b)) = (place(a), place(b));
    let (row, col) = place(homes[tile & 31].into());
    if col_a == col_b && (row == row_a || row == row_b) {
        Line::row(size, row).moves(cells, homes)
    } else if row_a == row_b && (col == col_a || col == col_b) {
        Line::column(size, col).moves(cells, homes)
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_conflicts() {
        let homes = std::array::from_fn(|tile| (tile as u8).wrapping_sub(1));
        let count = |cells| of_board(Size { rows: 3, cols: 3 }, u64::of(cells), &homes);
        assert_eq!(count(&[1, 2, 3, 4, 5, 6, 7, 8, 0]), 0);
        assert_eq!(count(&[2, 1, 3, 4, 5, 6, 7, 8, 0]), 2);
        // Every pair conflicts, so two tiles have to leave.
        assert_eq!(count(&[3, 2, 1, 4, 5, 6, 7, 8, 0]), 4);
        // Only the column of 4 and 7 has a conflict.
        assert_eq!(count(&[1, 2, 3, 7, 5, 6, 4, 8, 0]), 2);
    }
}
