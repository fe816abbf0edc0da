//! Hash function for keys: one 64 × 64 → 128-bit multiplication per one or two words, and one more at
//! the end.
//!
//! Keys are packed boards, so neighboring states differ in a few bits anywhere in the word. Combining
//! both halves of the product makes the upper bits of the hash depend on every input bit.

use std::hash::{Hash, Hasher};

const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
const ODD2: u64 = 0xBF58_476D_1CE4_E5B9;

/// Multiplies two words and combines both halves of the product.
#[inline(always)]
const fn mix(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

/// Returns the upper 32 bits of the hash of a key.
#[inline(always)]
#[must_use]
pub fn hash<K: Hash>(key: &K) -> u32 {
    let mut hasher = KeyHasher(ODD2);
    key.hash(&mut hasher);
    // A product alone is linear: successors of states in the order of their hashes would come in that
    // order too, and crowd parts of a growing table.
    ((hasher.0 ^ hasher.0 >> 32).wrapping_mul(ODD2) >> 32) as u32
}

struct KeyHasher(u64);

impl Hasher for KeyHasher {
    #[inline(always)]
    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0 ^ word, ODD);
    }
    #[inline(always)]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }
    #[inline(always)]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(u64::from(word));
    }
    #[inline(always)]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }
    #[inline(always)]
    fn write_u128(&mut self, word: u128) {
        self.0 = mix(self.0 ^ word as u64, ODD ^ (word >> 64) as u64);
    }
    #[inline(always)]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for &word in words {
            self.write_u128(u128::from_le_bytes(word));
        }
        if !rest.is_empty() {
            let mut word = [0; 16];
            word[..rest.len()].copy_from_slice(rest);
            self.write_u128(u128::from_le_bytes(word));
        }
    }
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn spreads_similar_keys() {
        for shift in [0, 20, 40, 52] {
            let mut bins = [0u32; 256];
            for key in 0..65_536u64 {
                bins[(hash(&(key << (shift % 49))) >> 24) as usize] += 1;
            }
            assert!(bins.iter().all(|&n| (150..400).contains(&n)), "shift {shift}: {bins:?}");
        }
    }
}
