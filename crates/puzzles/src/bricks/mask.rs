//! Sets of places as bits, in words as wide as the board needs.

use heureka_kit::board::BitSet;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// A set of places that can be shifted: bit i is place i.
pub trait Mask:
    BitSet + BitXor<Output = Self> + Shl<u32, Output = Self> + Shr<u32, Output = Self>
{
    /// Returns the places in ascending order.
    fn places(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let place = (!self.is_empty()).then(|| self.first());
            self = self.without_first();
            place
        })
    }

    /// Returns the set of some places.
    fn of(places: impl IntoIterator<Item = usize>) -> Self {
        places.into_iter().fold(Self::EMPTY, |set, place| set | Self::only(place))
    }
}

impl Mask for u32 {}
impl Mask for u64 {}
impl Mask for Wide {}

/// The words of a wide mask: enough for 16 × 16 cells with a place between rows.
const WORDS: usize = 5;

/// A set of up to 320 places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wide([u64; WORDS]);

macro_rules! word_by_word {
    ($($name:ident $call:ident $op:tt)*) => { $(
        impl $name for Wide {
            type Output = Self;
            #[inline(always)]
            fn $call(self, other: Self) -> Self {
                Self(std::array::from_fn(|i| self.0[i] $op other.0[i]))
            }
        }
    )* };
}
word_by_word!(BitAnd bitand & BitOr bitor | BitXor bitxor ^);

impl BitAndAssign for Wide {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Wide {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Not for Wide {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl Shl<u32> for Wide {
    type Output = Self;
    #[inline(always)]
    fn shl(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        let word = |i: usize| i.checked_sub(words).map_or(0, |i| self.0[i]);
        Self(std::array::from_fn(|i| {
            let carried = if bits == 0 || i == 0 { 0 } else { word(i - 1) >> (64 - bits) };
            word(i) << bits | carried
        }))
    }
}

impl Shr<u32> for Wide {
    type Output = Self;
    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        let word = |i: usize| self.0.get(i + words).copied().unwrap_or(0);
        Self(std::array::from_fn(|i| {
            let carried = if bits == 0 { 0 } else { word(i + 1) << (64 - bits) };
            word(i) >> bits | carried
        }))
    }
}

impl BitSet for Wide {
    const EMPTY: Self = Self([0; WORDS]);
    const CAPACITY: usize = 64 * WORDS;

    #[inline(always)]
    fn only(place: usize) -> Self {
        Self(std::array::from_fn(|i| if place / 64 == i { 1 << (place % 64) } else { 0 }))
    }

    #[inline(always)]
    fn first(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0);
        word.map_or(Self::CAPACITY, |i| 64 * i + self.0[i].trailing_zeros() as usize)
    }

    #[inline(always)]
    fn without_first(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn halves(self) -> (u64, u64) {
        (self.0[0], self.0[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_masks_shift_like_sets() {
        let places = [0, 1, 63, 64, 65, 127, 190, 255, 256, 300, 319];
        let mask = Wide::of(places);
        assert_eq!(mask.places().collect::<Vec<_>>(), places);
        assert_eq!(mask.count() as usize, places.len());
        for by in [0, 1, 17, 63, 64, 65, 128, 200, 319] {
            let up: Vec<_> = places.iter().map(|p| p + by).filter(|&p| p < 320).collect();
            assert_eq!((mask << by as u32).places().collect::<Vec<_>>(), up, "<< {by}");
            let down: Vec<_> = places.iter().filter(|&&p| p >= by).map(|p| p - by).collect();
            assert_eq!((mask >> by as u32).places().collect::<Vec<_>>(), down, ">> {by}");
        }
        assert!(mask.contains(300) && !mask.contains(299) && Wide::EMPTY.is_empty());
        assert!((mask & !mask).is_empty() && (mask ^ mask).is_empty());
    }
}
