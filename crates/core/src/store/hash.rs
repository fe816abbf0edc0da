//! The hash of a key: two multiplications a word, the high half used.
//!
//! Keys are packed boards, so neighbouring states differ in a few bits anywhere in the word. The
//! second round spreads the low bits' influence over the high half, which picks the place.

use std::hash::{Hash, Hasher};

const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
const ODD2: u64 = 0xBF58_476D_1CE4_E5B9;

/// Mixes one word.
#[inline(always)]
const fn mix(word: u64) -> u64 {
    let x = (word ^ (word >> 32)).wrapping_mul(ODD);
    (x ^ (x >> 29)).wrapping_mul(ODD2)
}

/// The high half of a key's hash.
#[inline(always)]
pub(crate) fn hash<K: Hash>(key: &K) -> u32 {
    let mut hasher = KeyHasher(0);
    key.hash(&mut hasher);
    (hasher.0 >> 32) as u32
}

struct KeyHasher(u64);

impl Hasher for KeyHasher {
    #[inline(always)]
    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0.rotate_left(23) ^ word);
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
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
    #[inline(always)]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::hash;

    /// Close packed keys, as boards are, must not crowd together.
    #[test]
    fn close_keys_spread() {
        for shift in [0, 20, 40, 52] {
            let mut bins = [0u32; 256];
            for key in 0..65_536u64 {
                bins[(hash(&(key << (shift % 49))) >> 24) as usize] += 1;
            }
            assert!(bins.iter().all(|&n| (150..400).contains(&n)), "shift {shift}: {bins:?}");
        }
    }
}
