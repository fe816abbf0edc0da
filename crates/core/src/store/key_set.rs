//! A set of keys and nothing else: for whole-space exploration, where parents are not needed.

use super::table::Entry;
use super::{OpenTable, Probe, hash};
use std::hash::Hash;

/// Keys that a [`KeySet`] can hold: one value marks an empty place, and is kept beside the table.
pub trait SetKey: Copy + Eq + Hash {
    /// The value that marks an empty place; best one that hardly occurs.
    const HOLE: Self;
}

macro_rules! integers {
    ($($int:ty)*) => { $(
        impl SetKey for $int {
            const HOLE: Self = <$int>::MAX;
        }
        impl<const N: usize> SetKey for [$int; N] {
            const HOLE: Self = [<$int>::MAX; N];
        }
    )* };
}
integers!(u8 u16 u32 u64 u128 i8 i16 i32 i64);

/// Adapts a key to the table, which knows its own empty value.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Slot<K>(K);

impl<K: SetKey> Entry for Slot<K> {
    const EMPTY: Self = Self(K::HOLE);
}

/// A set of keys: about 10 bytes for each of 8.
pub struct KeySet<K> {
    table: OpenTable<Slot<K>>,
    has_hole: bool,
}

impl<K: SetKey> Default for KeySet<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: SetKey> KeySet<K> {
    /// An empty set.
    #[must_use]
    pub fn new() -> Self {
        Self { table: OpenTable::new(), has_hole: false }
    }

    /// An empty set that takes more memory and less time.
    #[must_use]
    pub fn sparse() -> Self {
        Self { table: OpenTable::sparse(), has_hole: false }
    }

    /// How many keys there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len() + usize::from(self.has_hole)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a key; says whether it is new.
    #[inline(always)]
    pub fn insert(&mut self, key: K) -> bool {
        self.insert_hashed(key, hash(&key))
    }

    /// Whether a key is there.
    #[must_use]
    pub fn contains(&self, key: K) -> bool {
        if key == K::HOLE {
            return self.has_hole;
        }
        matches!(self.table.probe(hash(&key), |e| e.0 == key), Probe::Found(_))
    }

    /// The keys, in no order that means anything.
    pub fn iter(&self) -> impl Iterator<Item = K> {
        self.table.entries().map(|slot| slot.0).chain(self.has_hole.then_some(K::HOLE))
    }

    /// From now on fills up and grows in small steps: memory is short.
    pub fn tighten(&mut self) {
        self.table.tighten();
    }

    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        self.table.clear();
        self.has_hole = false;
    }

    /// The bytes held now, and after the growth that is near.
    #[must_use]
    pub fn held(&self) -> (u64, u64) {
        self.table.held()
    }

    /// Adds a key whose hash is known.
    #[inline(always)]
    pub(crate) fn insert_hashed(&mut self, key: K, key_hash: u32) -> bool {
        if key == K::HOLE {
            return !std::mem::replace(&mut self.has_hole, true);
        }
        match self.table.probe(key_hash, |e| e.0 == key) {
            Probe::Found(_) => false,
            Probe::Vacant(place) => {
                self.table.put(place, Slot(key), |e| hash(&e.0));
                true
            }
        }
    }

    /// Brings the places of hashes into the cache.
    #[inline(always)]
    pub(crate) fn touch(&self, hashes: impl Iterator<Item = u32>) {
        let holes = hashes.filter(|&hash| self.table.touch(hash).0 == K::HOLE).count();
        // The reads must not be optimized away, though nobody wants to know what they read.
        std::hint::black_box(holes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_can_be_held() {
        let mut set = KeySet::new();
        for key in 0..=u16::MAX {
            assert!(!set.contains(key));
            assert!(set.insert(key));
            assert!(!set.insert(key));
        }
        assert_eq!(set.len(), 65_536);
        let mut all: Vec<_> = set.iter().collect();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..=u16::MAX));
        set.clear();
        assert!(set.is_empty() && !set.contains(u16::MAX));
    }
}
