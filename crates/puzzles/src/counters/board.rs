//! Boards as keys, ordered lexicographically by their counters.

use heureka_core::certificate::KeyBytes;
use heureka_core::store::SetKey;
use std::fmt::Debug;
use std::hash::Hash;

/// A board: the counter on each cell, from 0. Boards of the same size compare cell by cell.
pub trait Board: Copy + Ord + Hash + Debug + SetKey + KeyBytes + Send + Sync + 'static {
    /// The maximum number of cells.
    const CELLS: usize;

    /// Packs the counters of a board.
    fn of(counters: &[u32]) -> Self;

    /// Returns the counter on a cell.
    fn get(&self, cell: usize) -> usize;

    /// Swaps the counters on two cells.
    #[must_use]
    fn swapped(self, a: usize, b: usize) -> Self;
}

/// Implements [`Board`] for a word with a fixed number of bits per cell, the first cell highest.
macro_rules! word {
    ($word:ty, $cells:literal, $bits:literal) => {
        impl Board for $word {
            const CELLS: usize = $cells;

            fn of(counters: &[u32]) -> Self {
                let place = |cell| $bits * ($cells - 1 - cell);
                counters.iter().enumerate().map(|(cell, &c)| <$word>::from(c) << place(cell)).sum()
            }

            #[inline(always)]
            fn get(&self, cell: usize) -> usize {
                (self >> ($bits * ($cells - 1 - cell))) as usize & ((1 << $bits) - 1)
            }

            #[inline(always)]
            fn swapped(self, a: usize, b: usize) -> Self {
                let differ = (self.get(a) ^ self.get(b)) as $word;
                let place = |cell| $bits * ($cells - 1 - cell);
                self ^ (differ << place(a)) ^ (differ << place(b))
            }
        }
    };
}
word!(u64, 16, 4);
word!(u128, 25, 5);

/// One byte per cell; 0 beyond the board.
impl<const N: usize> Board for [u8; N] {
    const CELLS: usize = N;

    fn of(counters: &[u32]) -> Self {
        let mut board = [0; N];
        for (place, &counter) in board.iter_mut().zip(counters) {
            *place = counter as u8;
        }
        board
    }

    #[inline(always)]
    fn get(&self, cell: usize) -> usize {
        usize::from(self[cell])
    }

    #[inline(always)]
    fn swapped(mut self, a: usize, b: usize) -> Self {
        self.swap(a, b);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<B: Board>(cells: usize) {
        let counters = |step| (0..cells).map(|i| ((i * step + 3) % cells) as u32).collect();
        let boards: [Vec<u32>; 2] = [1, cells - 1].map(counters);
        for counters in &boards {
            let board = B::of(counters);
            assert!((0..cells).map(|cell| board.get(cell) as u32).eq(counters.iter().copied()));
            let mut swapped = counters.clone();
            swapped.swap(0, cells - 1);
            assert_eq!(board.swapped(cells - 1, 0), B::of(&swapped));
            assert!(boards.iter().all(|b| board.cmp(&B::of(b)) == counters.cmp(b)));
        }
    }

    #[test]
    fn boards_keep_counters_and_order() {
        check::<u64>(16);
        check::<u128>(25);
        check::<[u8; 256]>(36);
        check::<[u8; 256]>(256);
    }
}
