//! Keys of a few sizes, so that the searches are compiled for sizes and not for puzzles.

use heureka_core::store::SetKey;

/// The largest key in bytes.
pub(crate) const LARGEST: usize = 64;

/// A key as words, which travel between machines in little-endian order.
pub(crate) trait Key: SetKey {
    /// The number of words.
    const WORDS: usize;

    /// Returns the key of words, as many as [`Key::WORDS`].
    fn from_words(words: &[u64]) -> Self;

    /// Appends the words.
    fn put(&self, out: &mut Vec<u64>);

    /// Returns the key of bytes; if there are fewer than the words have, the rest is 0.
    fn read(bytes: &[u8]) -> Self;

    /// Appends the first `size` bytes.
    fn write(&self, size: usize, out: &mut Vec<u8>);

    /// Returns a hash that is independent of the one of the tables: the keys of one worker must not share
    /// bits of that.
    fn mixed(&self) -> u64;
}

impl Key for u64 {
    const WORDS: usize = 1;

    #[inline(always)]
    fn from_words(words: &[u64]) -> Self {
        words[0]
    }

    #[inline(always)]
    fn put(&self, out: &mut Vec<u64>) {
        out.push(*self);
    }

    #[inline(always)]
    fn read(bytes: &[u8]) -> Self {
        match bytes.try_into() {
            Ok(bytes) => Self::from_le_bytes(bytes),
            Err(_) => word(bytes),
        }
    }

    #[inline(always)]
    fn write(&self, size: usize, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_le_bytes()[..size]);
    }

    #[inline(always)]
    fn mixed(&self) -> u64 {
        mix(0, *self)
    }
}

impl<const N: usize> Key for [u64; N] {
    const WORDS: usize = N;

    #[inline(always)]
    fn from_words(words: &[u64]) -> Self {
        std::array::from_fn(|at| words[at])
    }

    #[inline(always)]
    fn put(&self, out: &mut Vec<u64>) {
        out.extend_from_slice(self);
    }

    #[inline(always)]
    fn read(bytes: &[u8]) -> Self {
        let mut chunks = bytes.chunks(8);
        std::array::from_fn(|_| chunks.next().map_or(0, word))
    }

    #[inline(always)]
    fn write(&self, size: usize, out: &mut Vec<u8>) {
        let end = out.len() + size;
        for word in self {
            out.extend_from_slice(&word.to_le_bytes());
        }
        out.truncate(end);
    }

    #[inline(always)]
    fn mixed(&self) -> u64 {
        self.iter().fold(0, |hash, &word| mix(hash, word))
    }
}

/// Calls `visit` with each key of the given size. Most keys have eight bytes, for which this is compiled.
#[inline(always)]
pub(crate) fn each<K: Key>(bytes: &[u8], size: usize, mut visit: impl FnMut(K)) {
    if size == 8 {
        bytes.as_chunks::<8>().0.iter().for_each(|bytes| visit(K::read(bytes)));
    } else {
        bytes.chunks_exact(size).for_each(|bytes| visit(K::read(bytes)));
    }
}

/// Appends the bytes of keys.
#[inline(always)]
pub(crate) fn write_all<K: Key>(keys: &[K], size: usize, out: &mut Vec<u8>) {
    if size == 8 {
        for key in keys {
            key.write(8, out);
        }
    } else {
        for key in keys {
            key.write(size, out);
        }
    }
}

/// Returns the number of at most eight bytes.
#[inline(always)]
fn word(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

/// Adds a word to a hash whose upper half is good (Knuth's multiplicative hashing).
#[inline(always)]
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(32) ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// Returns which of `peers` workers owns a hash, by its upper half.
#[inline(always)]
pub(crate) fn owner(hash: u64, peers: usize) -> usize {
    ((hash >> 32) as usize * peers) >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_survive_bytes_and_words() {
        fn check<K: Key + std::fmt::Debug>(size: usize) {
            let bytes: Vec<u8> = (1..=size as u8).collect();
            let key = K::read(&bytes);
            let (mut written, mut words) = (vec![], vec![]);
            key.write(size, &mut written);
            assert_eq!(written, bytes);
            key.put(&mut words);
            assert_eq!((words.len(), K::from_words(&words)), (K::WORDS, key));
        }
        (1..=8).for_each(check::<u64>);
        (9..=16).for_each(check::<[u64; 2]>);
        (17..=32).for_each(check::<[u64; 4]>);
        (33..=LARGEST).for_each(check::<[u64; 8]>);
    }

    #[test]
    fn owners_have_equal_shares() {
        for peers in [2, 3, 4, 7, 64] {
            let mut shares = vec![0; peers];
            (0..64_000u64).for_each(|key| shares[owner((key << 4).mixed(), peers)] += 1);
            let mean = 64_000 / peers;
            assert!(
                shares.iter().all(|n| (mean * 8 / 10..mean * 12 / 10).contains(n)),
                "{shares:?}"
            );
        }
    }
}
