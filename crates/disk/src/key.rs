//! Keys as numbers of fixed width, and their compact form in sorted order.

/// A key as a number: its bytes from the lowest to the highest, padded with zeros. The first word is the
/// highest, so that the order of arrays is that of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key<const N: usize>(pub [u64; N]);

impl<const N: usize> Key<N> {
    pub const ZERO: Self = Self([0; N]);

    /// Returns the key with these bytes, at most `8 * N`.
    #[inline]
    pub fn get(bytes: &[u8]) -> Self {
        let mut words = [0; N];
        for (word, bytes) in words.iter_mut().rev().zip(bytes.chunks(8)) {
            let mut padded = [0; 8];
            padded[..bytes.len()].copy_from_slice(bytes);
            *word = u64::from_le_bytes(padded);
        }
        Self(words)
    }

    /// Appends the first `size` bytes of the key.
    #[inline]
    pub fn put(&self, size: usize, out: &mut Vec<u8>) {
        let end = out.len() + size;
        for word in self.0.iter().rev() {
            let bytes = (end - out.len()).min(8);
            out.extend_from_slice(&word.to_le_bytes()[..bytes]);
        }
    }

    /// Returns a number for the place of the key in a table.
    #[inline]
    pub fn hash(&self) -> u64 {
        let mix = |sum: u64, word: &u64| (sum ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0.iter().fold(0, |sum, word| mix(sum ^ sum >> 32, word))
    }

    /// Returns the difference to a smaller key.
    #[inline]
    fn minus(&self, smaller: &Self) -> Self {
        let (mut words, mut borrow) = (self.0, false);
        for (word, smaller) in words.iter_mut().zip(&smaller.0).rev() {
            let (difference, first) = word.overflowing_sub(*smaller);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            (*word, borrow) = (difference, first || second);
        }
        Self(words)
    }

    /// Returns the sum of two keys, without a carry beyond the highest word.
    #[inline]
    fn plus(&self, other: &Self) -> Self {
        let (mut words, mut carry) = (self.0, false);
        for (word, other) in words.iter_mut().zip(&other.0).rev() {
            let (sum, first) = word.overflowing_add(*other);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            (*word, carry) = (sum, first || second);
        }
        Self(words)
    }

    /// Appends the difference to a smaller key, seven bits in each byte.
    #[inline]
    pub fn put_after(&self, smaller: &Self, out: &mut Vec<u8>) {
        let mut rest = self.minus(smaller).0;
        while rest[..N - 1].iter().any(|&word| word > 0) || rest[N - 1] >= 0x80 {
            out.push(rest[N - 1] as u8 | 0x80);
            let mut above = 0;
            for word in &mut rest {
                (*word, above) = (*word >> 7 | above << 57, *word & 0x7F);
            }
        }
        out.push(rest[N - 1] as u8);
    }

    /// Reads what [`Key::put_after`] has written. Returns the key and the number of bytes read; `None` if
    /// the bytes are no difference.
    #[inline]
    pub fn get_after(smaller: &Self, bytes: &[u8]) -> Option<(Self, usize)> {
        let mut words = [0; N];
        for (index, byte) in bytes.iter().enumerate() {
            let (bits, shift) = (u64::from(byte & 0x7F), index * 7);
            let (word, shift) = (shift / 64, shift % 64);
            if word >= N {
                return None;
            }
            words[N - 1 - word] |= bits << shift;
            if shift > 57 && word + 1 < N {
                words[N - 2 - word] |= bits >> (64 - shift);
            }
            if byte & 0x80 == 0 {
                return Some((smaller.plus(&Self(words)), index + 1));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_all_sizes_survive_both_forms() {
        fn check<const N: usize>() {
            let mut smaller = Key::<N>::ZERO;
            for size in 1..=8 * N {
                let bytes: Vec<u8> = (1..=size as u8).map(|i| i.wrapping_mul(77) | 1).collect();
                let key = Key::<N>::get(&bytes);
                let mut again = vec![];
                key.put(size, &mut again);
                assert_eq!(again, bytes);
                assert!(key > smaller, "a longer number is larger");
                let mut difference = vec![9];
                key.put_after(&smaller, &mut difference);
                let read = Key::get_after(&smaller, &difference[1..]);
                assert_eq!(read, Some((key, difference.len() - 1)));
                assert_eq!(Key::get_after(&smaller, &difference[1..difference.len() - 1]), None);
                smaller = key;
            }
            let last = Key([u64::MAX; N]);
            let mut difference = vec![];
            last.put_after(&Key::ZERO, &mut difference);
            assert_eq!(Key::get_after(&Key::ZERO, &difference), Some((last, difference.len())));
            assert_eq!(Key::<N>::get_after(&Key::ZERO, &[0x80; 600]), None);
        }
        check::<1>();
        check::<2>();
        check::<8>();
    }
}
