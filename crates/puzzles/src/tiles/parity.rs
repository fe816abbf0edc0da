//! Parity: every board belongs to one of two halves, and moves never lead from one to the other.
//!
//! A horizontal move leaves the sequence of tiles unchanged. A vertical move carries a tile past
//! `cols - 1` others; if that number is odd, the sequence's parity changes with the blank's row.

use heureka_kit::board::Size;

/// Returns whether the blank on a cell changes a board's parity.
fn blank_is_odd(size: Size, cell: usize) -> bool {
    size.cols.is_multiple_of(2) && (size.rows - 1 - cell / size.cols) % 2 == 1
}

/// Returns the half of a board: false for that of the board with the blank last, true for the other one.
pub(super) fn is_odd(size: Size, cells: &[u8]) -> bool {
    let is_odd = |(i, &tile): (usize, &u8)| match tile {
        0 => blank_is_odd(size, i),
        _ => cells[..i].iter().filter(|&&before| before > tile).count() % 2 == 1,
    };
    cells.iter().enumerate().map(is_odd).fold(false, |odd, other| odd ^ other)
}

/// Returns a bit for each cell of the blank: whether the tiles' sequence is odd in a half.
pub(super) fn odd_sequences(size: Size, odd: bool) -> u32 {
    let cells = (0..size.cells()).filter(|&cell| odd ^ blank_is_odd(size, cell));
    cells.fold(0, |bits, cell| bits | 1 << cell)
}

/// Makes a goal reachable by swapping the first two tiles of a board if necessary.
pub(super) fn make_solvable(size: Size, cells: &mut [u8], goal: &[u8]) {
    if is_odd(size, cells) != is_odd(size, goal) {
        let mut tiles = (0..cells.len()).filter(|&i| cells[i] != 0);
        if let (Some(a), Some(b)) = (tiles.next(), tiles.next()) {
            cells.swap(a, b);
        }
    }
}
