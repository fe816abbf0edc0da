//! Ranks: the boards of one half, numbered without gaps.
//!
//! Boards are ordered by the blank's cell, then lexicographically by tiles: a Lehmer code in a mixed
//! radix. The last two tiles need no digit, since parity determines their order. Each number of
//! digits has its own function, so that every division is by a constant.

use super::rows::TileRows;
use super::{Board, Tiles};
use heureka_core::abilities::{Ranked, Rows};

/// Half the orders of the tiles, by the number of cells: 3 · 4 · … · (cells − 1).
pub(super) const HALF: [u64; 17] = {
    let mut half = [1; 17];
    let mut cells = 4;
    while cells < 17 {
        half[cells] = half[cells - 1] * (cells as u64 - 1);
        cells += 1;
    }
    half
};

/// Calls a function with the number of digits of a board as a constant.
macro_rules! by_digits {
    ($digits:expr, $function:ident($($argument:expr),*)) => {
        match $digits {
            1 => $function::<1>($($argument),*),
            3 => $function::<3>($($argument),*),
            5 => $function::<5>($($argument),*),
            6 => $function::<6>($($argument),*),
            7 => $function::<7>($($argument),*),
            9 => $function::<9>($($argument),*),
            11 => $function::<11>($($argument),*),
            12 => $function::<12>($($argument),*),
            _ => $function::<13>($($argument),*),
        }
    };
}

impl Ranked for Tiles<u64> {
    fn ranks(&self) -> u64 {
        HALF[self.size.cells()] * self.size.cells() as u64
    }

    #[inline(always)]
    fn rank(&self, state: &Board<u64>) -> u64 {
        let cells = self.size.cells();
        let tiles = without(state.cells, state.blank() as u32);
        state.blank() as u64 * HALF[cells.min(16)] + by_digits!(cells - 3, number(tiles))
    }

    #[inline(always)]
    fn unrank(&self, rank: u64) -> Board<u64> {
        let cells = self.size.cells();
        let half = HALF[cells.min(16)];
        let (blank, rest) = ((rank / half) as u32, rank % half);
        let (tiles, odd) = by_digits!(cells - 3, sequence(rest));
        // The last two tiles are ascending; swapping them flips the parity.
        let swap = odd != (self.odd_sequences >> blank & 1 == 1);
        self.board(insert_blank(with_last_swapped(tiles, cells, swap), blank))
    }

    fn rows(&self) -> impl Rows {
        TileRows::new(self)
    }
}

/// Returns the number of boards with this many cells, in both halves.
pub(crate) fn boards(cells: usize) -> u64 {
    2 * HALF[cells] * cells as u64
}

/// Returns the rank of a board among both halves: its rank in one half, with a last digit for the
/// order of the last two tiles.
#[inline(always)]
pub(crate) fn rank_of_any(cells: usize, board: u64, blank: usize) -> u64 {
    let tiles = without(board, blank as u32);
    let last = 4 * (cells as u32 - 3);
    let descends = (tiles >> last & 15) > (tiles >> (last + 4) & 15);
    let order = 2 * by_digits!(cells - 3, number(tiles)) + u64::from(descends);
    2 * blank as u64 * HALF[cells.min(16)] + order
}

/// Returns the board of a rank among both halves, and its blank's cell.
#[inline(always)]
pub(crate) fn any_of_rank(cells: usize, rank: u64) -> (u64, usize) {
    let orders = 2 * HALF[cells.min(16)];
    let (blank, rest) = ((rank / orders) as u32, rank % orders);
    let (tiles, _) = by_digits!(cells - 3, sequence(rest / 2));
    (insert_blank(with_last_swapped(tiles, cells, rest % 2 == 1), blank), blank as usize)
}

/// Returns a sequence with its last two tiles swapped if `swap` is set.
#[inline(always)]
fn with_last_swapped(tiles: u64, cells: usize, swap: bool) -> u64 {
    let last = 4 * (cells as u32 - 3);
    let differ = (tiles >> last ^ tiles >> (last + 4)) & 15 & u64::from(swap).wrapping_neg();
    tiles ^ differ << last ^ differ << (last + 4)
}

/// Inserts the blank into a sequence; the tiles above it move up.
#[inline(always)]
fn insert_blank(tiles: u64, blank: u32) -> u64 {
    let below = (1 << (4 * blank)) - 1;
    tiles & below | (tiles & !below) << 4
}

/// Returns the number of a sequence of tiles, four bits each.
#[inline(always)]
fn number<const DIGITS: usize>(tiles: u64) -> u64 {
    let (mut number, mut used) = (0, 0u32);
    for i in 0..DIGITS {
        let tile = (tiles >> (4 * i)) as u32 & 15;
        let bit = 1 << tile;
        // The number of smaller unused tiles; tiles count from 1.
        let digit = tile - 1 - (used & (bit - 1)).count_ones();
        used |= bit;
        number = number * (DIGITS + 2 - i) as u64 + u64::from(digit);
    }
    number
}

/// Returns the sequence of a number, its last two tiles ascending, and whether it is odd.
#[inline(always)]
fn sequence<const DIGITS: usize>(mut number: u64) -> (u64, bool) {
    let mut digits = [0u32; 16];
    for i in (0..DIGITS).rev() {
        let base = (DIGITS + 2 - i) as u64;
        digits[i] = (number % base) as u32;
        number /= base;
    }
    // Unused tiles in ascending order; each digit removes one.
    let mut free = 0x0FED_CBA9_8765_4321u64;
    let (mut tiles, mut odd) = (0, 0);
    for (i, &digit) in digits[..DIGITS].iter().enumerate() {
        tiles |= (free >> (4 * digit) & 15) << (4 * i);
        free = without(free, digit);
        odd ^= digit & 1;
    }
    (tiles | (free & 0xFF) << (4 * DIGITS), odd == 1)
}

/// Removes a cell from a word; the cells above it move down.
#[inline(always)]
fn without(word: u64, cell: u32) -> u64 {
    let below = (1 << (4 * cell)) - 1;
    word & below | word >> 4 & !below
}
