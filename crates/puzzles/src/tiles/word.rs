//! Boards packed into machine words, a few bits per cell.

use std::fmt::Debug;
use std::hash::Hash;

/// A word that holds a board: the cells row by row from the lowest bits up, 0 for the blank.
pub trait Word: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The maximum number of cells.
    const CELLS: usize;

    /// Packs a board.
    fn of(cells: &[u8]) -> Self;

    /// Returns the tile on a cell.
    fn tile(self, cell: usize) -> usize;

    /// Moves `tile` from the cell `from` to the empty cell `to`.
    #[must_use]
    fn slide(self, tile: usize, from: usize, to: usize) -> Self;

    /// Returns the cell of the blank: the lowest empty cell.
    fn blank(self) -> usize;

    /// Returns the part of the word that identifies a board.
    #[inline(always)]
    #[must_use]
    fn key(self) -> Self {
        self
    }

    /// Returns the word of a key on a board with this many cells.
    #[inline(always)]
    #[must_use]
    fn of_key(key: Self, _cells: usize) -> Self {
        key
    }

    /// Returns the board with four bits per cell; it must have at most 16 cells.
    #[inline(always)]
    fn nibbles(self, cells: usize) -> u64 {
        (0..cells).rev().fold(0, |word, cell| word << 4 | self.tile(cell) as u64)
    }
}

/// Up to 16 cells of 4 bits. A key omits the last cell, which leaves 4 spare bits.
impl Word for u64 {
    const CELLS: usize = 16;

    fn of(cells: &[u8]) -> Self {
        cells.iter().rev().fold(0, |word, &tile| word << 4 | Self::from(tile))
    }

    #[inline(always)]
    fn tile(self, cell: usize) -> usize {
        (self >> (4 * (cell & 15))) as usize & 15
    }

    #[inline(always)]
    fn slide(self, tile: usize, from: usize, to: usize) -> Self {
        let tile = tile as Self;
        self ^ (tile << (4 * (from & 15))) ^ (tile << (4 * (to & 15)))
    }

    #[inline(always)]
    fn blank(self) -> usize {
        // Collects the bits of each cell in its lowest bit: 0 means an empty cell.
        let any = self | self >> 1;
        let any = any | any >> 2;
        (!any & 0x1111_1111_1111_1111).trailing_zeros() as usize / 4
    }

    #[inline(always)]
    fn key(self) -> Self {
        self & (u64::MAX >> 4)
    }

    #[inline(always)]
    fn of_key(key: Self, cells: usize) -> Self {
        if cells < 16 {
            return key;
        }
        // The xor of 0 to 15 is 0, so the missing number is the xor of the others.
        let x = key ^ key >> 32;
        let x = x ^ x >> 16;
        let x = x ^ x >> 8;
        let x = x ^ x >> 4;
        key | x << 60
    }

    #[inline(always)]
    fn nibbles(self, _cells: usize) -> u64 {
        self
    }
}

/// Up to 25 cells of 5 bits.
impl Word for u128 {
    const CELLS: usize = 25;

    fn of(cells: &[u8]) -> Self {
        cells.iter().rev().fold(0, |word, &tile| word << 5 | Self::from(tile))
    }

    #[inline(always)]
    fn tile(self, cell: usize) -> usize {
        (self >> (5 * cell)) as usize & 31
    }

    #[inline(always)]
    fn slide(self, tile: usize, from: usize, to: usize) -> Self {
        let tile = tile as Self;
        self ^ (tile << (5 * from)) ^ (tile << (5 * to))
    }

    #[inline(always)]
    fn blank(self) -> usize {
        const LOWEST: u128 = ((1 << 125) - 1) / 31;
        let any = self | self >> 1;
        let any = any | any >> 2 | self >> 4;
        (!any & LOWEST).trailing_zeros() as usize / 5
    }
}

/// One byte per cell; bytes after the last cell are 255.
impl<const N: usize> Word for [u8; N] {
    const CELLS: usize = N;

    fn of(cells: &[u8]) -> Self {
        std::array::from_fn(|cell| cells.get(cell).copied().unwrap_or(u8::MAX))
    }

    #[inline(always)]
    fn tile(self, cell: usize) -> usize {
        usize::from(self[cell])
    }

    #[inline(always)]
    fn slide(mut self, tile: usize, from: usize, to: usize) -> Self {
        self[from] = 0;
        self[to] = tile as u8;
        self
    }

    #[inline(always)]
    fn blank(self) -> usize {
        self.iter().position(|&tile| tile == 0).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<W: Word>(cells: &[u8]) {
        let word = W::of(cells);
        for (i, &tile) in cells.iter().enumerate() {
            assert_eq!(word.tile(i), usize::from(tile));
        }
        assert_eq!(Some(word.blank()), cells.iter().position(|&t| t == 0));
        assert_eq!(W::of_key(word.key(), cells.len()), word);
        if cells.len() <= 16 {
            assert_eq!(word.nibbles(cells.len()), u64::of(cells));
        }
    }

    #[test]
    fn words_hold_boards() {
        for n in 4..=25u8 {
            for turn in 0..n {
                let cells: Vec<u8> = (0..n).map(|i| (i + turn) % n).collect();
                if n <= 16 {
                    check::<u64>(&cells);
                    assert_eq!(u64::of(&cells).key() >> 60, 0);
                }
                check::<u128>(&cells);
                check::<[u8; 36]>(&cells);
            }
        }
    }

    #[test]
    fn words_slide() {
        fn check<W: Word>() {
            assert_eq!(W::of(&[1, 0, 3, 2]).slide(3, 2, 1), W::of(&[1, 3, 0, 2]));
        }
        check::<u64>();
        check::<u128>();
        check::<[u8; 36]>();
    }
}
