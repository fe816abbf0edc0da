//! Finds the place of a key in an array of keys that somebody else holds.

use super::{OpenTable, Probe, hash};
use std::hash::Hash;

/// The most keys that can be indexed.
pub(crate) const MOST: usize = u32::MAX as usize - 1;

/// Places in an array, found by the keys there: about 10 bytes a key.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    /// The high half of an entry is the key's hash, the low half its place plus one.
    table: OpenTable<u64>,
}

impl Index {
    pub fn new() -> Self {
        Self { table: OpenTable::new() }
    }

    /// The place of a key, if it is in the array that `key_at` reads.
    #[inline]
    pub fn find<K: Eq + Hash>(&self, key: &K, key_at: impl Fn(usize) -> K) -> Option<usize> {
        self.find_hashed(key, hash(key), key_at)
    }

    /// The hash of a key, whose slot is brought into the cache: many at once take little longer than
    /// one, so a caller with many keys to find calls this for all of them first.
    #[inline]
    pub fn prepare<K: Hash>(&self, key: &K) -> u32 {
        let hash = hash(key);
        std::hint::black_box(self.table.touch(hash));
        hash
    }

    /// [`Index::find`] for a key whose hash is known.
    #[inline]
    pub fn find_hashed<K: Eq>(
        &self,
        key: &K,
        hash: u32,
        key_at: impl Fn(usize) -> K,
    ) -> Option<usize> {
        match self.probe(key, hash, key_at) {
            Probe::Found(slot) => Some(place(self.table.at(slot))),
            Probe::Vacant(_) => None,
        }
    }

    /// Notes that `key` is at `place`, unless it is in the array already: then returns where.
    ///
    /// # Panics
    /// If the place is beyond [`MOST`].
    #[inline(always)]
    pub fn find_or_add<K: Eq + Hash>(
        &mut self,
        key: &K,
        at: usize,
        key_at: impl Fn(usize) -> K,
    ) -> Option<usize> {
        let hash = hash(key);
        match self.probe(key, hash, key_at) {
            Probe::Found(slot) => Some(place(self.table.at(slot))),
            Probe::Vacant(slot) => {
                assert!(at < MOST, "an index holds no more than 2^32 - 2 keys");
                let entry = u64::from(hash) << 32 | (at + 1) as u64;
                self.table.put(slot, entry, |entry| (entry >> 32) as u32);
                None
            }
        }
    }

    /// From now on grows in small steps: memory is short.
    pub fn tighten(&mut self) {
        self.table.tighten();
    }

    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The bytes held now, and after the growth that is near.
    pub fn held(&self) -> (u64, u64) {
        self.table.held()
    }

    #[inline(always)]
    fn probe<K: Eq>(&self, key: &K, hash: u32, key_at: impl Fn(usize) -> K) -> Probe {
        // Comparing the hashes first saves the look at a key that is likely not in the cache.
        self.table.probe(hash, |entry| (entry >> 32) as u32 == hash && key_at(place(entry)) == *key)
    }
}

#[inline(always)]
fn place(entry: u64) -> usize {
    (entry as u32 - 1) as usize
}
