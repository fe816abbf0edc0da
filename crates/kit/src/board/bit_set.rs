//! Sets of cells as bits of a machine word.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of cells: bit `i` is cell `i`.
pub trait BitSet:
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
    /// The empty set.
    const EMPTY: Self;
    /// The number of cells that fit.
    const CAPACITY: usize;

    /// Returns the set of one cell, which must be below [`BitSet::CAPACITY`].
    fn only(cell: usize) -> Self;
    /// Returns the lowest cell; the set must not be empty.
    fn first(self) -> usize;
    /// Returns the set without its lowest cell.
    #[must_use]
    fn without_first(self) -> Self;
    /// Returns the number of cells in the set.
    fn count(self) -> u32;

    /// Returns cells 0 to 63 and cells 64 to 127 as two words.
    fn halves(self) -> (u64, u64);

    /// Returns whether the set is empty.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Returns whether the set has exactly one cell.
    #[inline(always)]
    fn is_one(self) -> bool {
        !self.is_empty() && self.without_first().is_empty()
    }

    /// Returns whether the set contains a cell.
    #[inline(always)]
    fn contains(self, cell: usize) -> bool {
        !(self & Self::only(cell)).is_empty()
    }

    /// Calls `visit` with each cell in ascending order.
    #[inline(always)]
    fn each(self, mut visit: impl FnMut(usize)) {
        let mut left = self;
        while !left.is_empty() {
            visit(left.first());
            left = left.without_first();
        }
    }
}

macro_rules! words {
    ($($word:ty),*) => {$(
        impl BitSet for $word {
            const EMPTY: Self = 0;
            const CAPACITY: usize = <$word>::BITS as usize;

            #[inline(always)]
            fn only(cell: usize) -> Self {
                1 << (cell & (Self::CAPACITY - 1))
            }

            #[inline(always)]
            fn first(self) -> usize {
                self.trailing_zeros() as usize & (Self::CAPACITY - 1)
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

words!(u32, u64, u128);
