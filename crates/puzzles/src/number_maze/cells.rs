//! Sets of cells as bits of one word: 32, 64 or 128 of them.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of cells, each a bit.
pub trait Cells:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// No cell.
    const EMPTY: Self;
    /// How many cells there can be.
    const MOST: usize;

    /// One cell alone; it must be below [`Cells::MOST`].
    fn only(cell: usize) -> Self;
    /// The lowest cell; the set must not be empty.
    fn first(self) -> usize;
    /// All but the lowest cell.
    #[must_use]
    fn without_first(self) -> Self;
    /// How many cells there are.
    fn count(self) -> u32;

    /// The cells up to the 64th as a word, and the others as another.
    fn halves(self) -> (u64, u64);

    /// Whether there is no cell.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether there is exactly one cell.
    #[inline(always)]
    fn is_one(self) -> bool {
        !self.is_empty() && self.without_first().is_empty()
    }

    /// Whether the cell is in the set.
    #[inline(always)]
    fn has(self, cell: usize) -> bool {
        !(self & Self::only(cell)).is_empty()
    }

    /// Calls `visit` with each cell, the lowest first.
    #[inline(always)]
    fn each(self, mut visit: impl FnMut(usize)) {
        let mut left = self;
        while !left.is_empty() {
            visit(left.first());
            left = left.without_first();
        }
    }
}

macro_rules! cells {
    ($($word:ty),*) => {$(
        impl Cells for $word {
            const EMPTY: Self = 0;
            const MOST: usize = <$word>::BITS as usize;

            #[inline(always)]
            fn only(cell: usize) -> Self {
                1 << (cell & (Self::MOST - 1))
            }

            #[inline(always)]
            fn first(self) -> usize {
                self.trailing_zeros() as usize & (Self::MOST - 1)
            }

            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn halves(self) -> (u64, u64) {
                let wide = u128::from(self);
                (wide as u64, (wide >> 64) as u64)
            }
        }
    )*};
}

cells!(u32, u64, u128);
