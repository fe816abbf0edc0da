//! A hash index over keys that are stored in an external array.

use super::{OpenTable, Probe, hash};
use std::hash::Hash;

/// The maximum number of keys in an [`Index`].
pub(crate) const MAX_KEYS: usize = u32::MAX as usize - 1;

/// Maps keys to their positions in an external array, in 10 to 14 bytes per key.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    /// The upper half of an entry is the key's hash, the lower half its position plus one.
    pub table: OpenTable<u64>,
}

impl Index {
    pub fn new() -> Self {
        Self { table: OpenTable::new(0) }
    }

    /// Returns the position of a key, or `None` if it is not indexed. `key_at` reads the array.
    #[inline]
    pub fn find<K: Eq + Hash>(&self, key: &K, key_at: impl Fn(usize) -> K) -> Option<usize> {
        self.find_hashed(key, hash(key), key_at)
    }

    /// Returns the hash of a key and loads its slot into the cache.
    ///
    /// Cache misses of independent calls overlap: prepare a batch of keys, then look them up.
    #[inline]
    pub fn prepare<K: Hash>(&self, key: &K) -> u32 {
        let hash = hash(key);
        self.table.touch(std::iter::once(hash));
        hash
    }

    /// Returns the position of a key whose hash is known.
    #[inline]
    pub fn find_hashed<K: Eq>(
        &self,
        key: &K,
        hash: u32,
        key_at: impl Fn(usize) -> K,
    ) -> Option<usize> {
        match self.probe(key, hash, key_at) {
            Probe::Found(slot) => Some(position_of(self.table.at(slot))),
            Probe::Vacant(_) => None,
        }
    }

    /// Returns the position of a key, or indexes it at `position` and returns `None`.
    ///
    /// # Panics
    /// Panics if `position` is not below [`MAX_KEYS`].
    #[inline(always)]
    pub fn find_or_add<K: Eq + Hash>(
        &mut self,
        key: &K,
        position: usize,
        key_at: impl Fn(usize) -> K,
    ) -> Option<usize> {
        let hash = hash(key);
        match self.probe(key, hash, key_at) {
            Probe::Found(slot) => Some(position_of(self.table.at(slot))),
            Probe::Vacant(slot) => {
                assert!(position < MAX_KEYS, "an index holds at most 2^32 - 2 keys");
                let entry = u64::from(hash) << 32 | (position + 1) as u64;
                self.table.put(slot, entry, |entry| (entry >> 32) as u32);
                None
            }
        }
    }

    #[inline(always)]
    fn probe<K: Eq>(&self, key: &K, hash: u32, key_at: impl Fn(usize) -> K) -> Probe {
        // Comparing hashes first avoids reading a key that is probably not in the cache.
        self.table
            .probe(hash, |entry| (entry >> 32) as u32 == hash && key_at(position_of(entry)) == *key)
    }
}

#[inline(always)]
fn position_of(entry: u64) -> usize {
    (entry as u32 - 1) as usize
}
