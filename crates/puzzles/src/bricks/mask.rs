//! Sets of places as bits, in words as wide as the board needs.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A set of places: bit i stands for place i.
pub trait Mask:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many places there can be.
    const PLACES: usize;
    /// No place.
    const NONE: Self;

    /// One place.
    fn one(place: usize) -> Self;

    /// The lowest place; [`Mask::PLACES`] or more if there is none.
    fn lowest(self) -> usize;

    /// All but the lowest place.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// How many places there are.
    fn count(self) -> u32;

    /// Whether there is none.
    #[inline(always)]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether a place is among them.
    #[inline(always)]
    fn has(self, place: usize) -> bool {
        !(self & Self::one(place)).is_none()
    }

    /// The places, ascending.
    fn places(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let place = (!self.is_none()).then(|| self.lowest());
            self = self.without_lowest();
            place
        })
    }
}

macro_rules! words {
    ($($word:ty)*) => { $(
        impl Mask for $word {
            const PLACES: usize = <$word>::BITS as usize;
            const NONE: Self = 0;
            #[inline(always)]
            fn one(place: usize) -> Self {
                1 << place
            }
            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
        }
    )* };
}
words!(u32 u64);

/// How many words a wide mask has: enough for 16 × 16 cells with a place between rows.
const WORDS: usize = 5;

/// A set of up to 320 places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide([u64; WORDS]);

macro_rules! word_by_word {
    ($($name:ident $call:ident $sign:tt)*) => { $(
        impl $name for Wide {
            type Output = Self;
            #[inline(always)]
            fn $call(self, other: Self) -> Self {
                Self(std::array::from_fn(|i| self.0[i] $sign other.0[i]))
            }
        }
    )* };
}
word_by_word!(BitAnd bitand & BitOr bitor | BitXor bitxor ^);

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

impl Mask for Wide {
    const PLACES: usize = 64 * WORDS;
    const NONE: Self = Self([0; WORDS]);

    #[inline(always)]
    fn one(place: usize) -> Self {
        Self(std::array::from_fn(|i| if place / 64 == i { 1 << (place % 64) } else { 0 }))
    }

    #[inline(always)]
    fn lowest(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0);
        word.map_or(Self::PLACES, |i| 64 * i + self.0[i].trailing_zeros() as usize)
    }

    #[inline(always)]
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wide masks do what a set of numbers does.
    #[test]
    fn wide_masks_shift_like_sets() {
        let places = [0, 1, 63, 64, 65, 127, 190, 255, 256, 300, 319];
        let mask = places.iter().fold(Wide::NONE, |mask, &place| mask | Wide::one(place));
        assert_eq!(mask.places().collect::<Vec<_>>(), places);
        assert_eq!(mask.count() as usize, places.len());
        for by in [0, 1, 17, 63, 64, 65, 128, 200, 319] {
            let up: Vec<_> = places.iter().map(|p| p + by).filter(|&p| p < 320).collect();
            assert_eq!((mask << by as u32).places().collect::<Vec<_>>(), up, "<< {by}");
            let down: Vec<_> = places.iter().filter(|&&p| p >= by).map(|p| p - by).collect();
            assert_eq!((mask >> by as u32).places().collect::<Vec<_>>(), down, ">> {by}");
        }
        assert!(mask.has(300) && !mask.has(299) && Wide::NONE.is_none());
        assert!((mask & !mask).is_none() && (mask ^ mask).is_none());
    }
}
