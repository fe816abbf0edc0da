//! A hash set of keys, for state-space exploration, which needs no parents.

use super::table::Entry;
use super::{OpenTable, Probe, hash};
use std::hash::Hash;

/// A key that a set of keys can hold. Implemented for unsigned integers and arrays of them.
pub trait SetKey: Copy + Eq + Hash + Send + Sync + 'static {
    /// The value that marks an empty slot. It can still be a member of the set, at no extra cost.
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

/// Adapts a key to the table, which needs an empty value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slot<K>(K);

impl<K: SetKey> Entry for Slot<K> {
    #[inline(always)]
    fn is_vacant(self) -> bool {
        self.0 == K::HOLE
    }
}

/// The number of keys whose places are fetched together: the processor overlaps reads that are close to
/// each other in the program.
pub(crate) const BATCH: usize = 128;

/// An open-addressing hash set of keys, in 10 to 14 bytes per 8-byte key.
#[derive(Clone, Debug)]
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
    /// Creates an empty set.
    #[must_use]
    pub fn new() -> Self {
        Self { table: OpenTable::new(Slot(K::HOLE)), has_hole: false }
    }

    /// Creates an empty set that uses more memory to make lookups faster.
    #[must_use]
    pub fn sparse() -> Self {
        Self { table: OpenTable::sparse(Slot(K::HOLE)), has_hole: false }
    }

    /// Creates an empty set that holds this many keys without growing.
    pub(crate) fn with_capacity(keys: usize) -> Self {
        Self { table: OpenTable::with_capacity(Slot(K::HOLE), keys), has_hole: false }
    }

    /// Returns the bytes of a set created with this capacity.
    pub(crate) fn bytes_for(keys: usize) -> usize {
        let homes = OpenTable::<Slot<K>>::homes_for(keys);
        OpenTable::<Slot<K>>::slots_for(homes) * size_of::<K>()
    }

    /// Returns the number of keys.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.table.len() + usize::from(self.has_hole)
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a key. Returns whether it was absent.
    #[inline(always)]
    pub fn insert(&mut self, key: K) -> bool {
        self.insert_hashed(key, hash(&key))
    }

    /// Iterates over the keys in an unspecified order.
    pub fn iter(&self) -> impl Iterator<Item = K> {
        self.table.entries().map(|slot| slot.0).chain(self.has_hole.then_some(K::HOLE))
    }

    /// Raises the load factor and makes all further growth happen in small steps. Returns false if that
    /// is done already.
    pub fn tighten(&mut self) -> bool {
        self.table.tighten()
    }

    /// Removes all keys and keeps the allocated memory.
    pub fn clear(&mut self) {
        self.table.clear();
        self.has_hole = false;
    }

    /// Returns the bytes allocated now, and after the next growth if that is near.
    #[must_use]
    #[inline]
    pub fn held(&self) -> (u64, u64) {
        self.table.held()
    }

    /// Adds keys; calls `fresh` with the absent ones, in their order. The processor fetches the places of
    /// many keys at once, so that this is faster than to add them one by one.
    #[inline(always)]
    pub fn insert_all(&mut self, keys: &[K], fresh: &mut impl FnMut(K)) {
        let mut hashed = [(K::HOLE, 0); BATCH];
        for batch in keys.chunks(BATCH) {
            let hashed = &mut hashed[..batch.len()];
            hashed.iter_mut().zip(batch).for_each(|(place, key)| *place = (*key, hash(key)));
            self.insert_batch(hashed, fresh);
        }
    }

    /// Adds keys whose hashes are known, at most a few batches; calls `fresh` with the absent ones.
    #[inline(always)]
    pub(crate) fn insert_batch(&mut self, keys: &[(K, u32)], fresh: &mut impl FnMut(K)) {
        self.table.touch(keys.iter().map(|&(_, key_hash)| key_hash));
        for &(key, key_hash) in keys {
            if self.insert_hashed(key, key_hash) {
                fresh(key);
            }
        }
    }

    /// Adds a key whose hash is known. Returns whether it was absent.
    #[inline(always)]
    pub(crate) fn insert_hashed(&mut self, key: K, key_hash: u32) -> bool {
        if key == K::HOLE {
            return !std::mem::replace(&mut self.has_hole, true);
        }
        match self.table.probe(key_hash, |e| e.0 == key) {
            Probe::Found(_) => false,
            Probe::Vacant(slot) => {
                self.table.put(slot, Slot(key), |e| hash(&e.0));
                true
            }
        }
    }

    /// Returns the number of places for keys, some of which are empty. Places change when a key is added.
    #[inline]
    pub(crate) fn places(&self) -> usize {
        // The last place is that of the value that marks empty slots.
        self.table.slots() + 1
    }

    /// Returns the key in a place.
    #[inline(always)]
    pub(crate) fn at(&self, place: usize) -> Option<K> {
        if place == self.table.slots() {
            return self.has_hole.then_some(K::HOLE);
        }
        let slot = self.table.at(place);
        (!slot.is_vacant()).then_some(slot.0)
    }

    /// Returns the place of a key whose hash is known.
    #[inline(always)]
    pub(crate) fn find_hashed(&self, key: K, key_hash: u32) -> Option<usize> {
        if key == K::HOLE {
            return self.has_hole.then_some(self.table.slots());
        }
        match self.table.probe(key_hash, |e| e.0 == key) {
            Probe::Found(slot) => Some(slot),
            Probe::Vacant(_) => None,
        }
    }

    /// Loads the slots of some hashes into the cache.
    #[inline(always)]
    pub(crate) fn touch(&self, hashes: impl Iterator<Item = u32>) {
        self.table.touch(hashes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_every_value_including_the_empty_marker() {
        let mut set = KeySet::new();
        for key in 0..=u16::MAX {
            assert!(set.insert(key));
            assert!(!set.insert(key));
        }
        assert_eq!(set.len(), 65_536);
        let mut all: Vec<_> = set.iter().collect();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..=u16::MAX));
        assert_eq!((0..set.places()).filter_map(|place| set.at(place)).count(), 65_536);
        for key in 0..=u16::MAX {
            let place = set.find_hashed(key, hash(&key)).unwrap();
            assert_eq!(set.at(place), Some(key));
        }
        set.clear();
        assert_eq!(set.find_hashed(u16::MAX, hash(&u16::MAX)), None);
        assert!(set.is_empty() && set.insert(u16::MAX));
    }

    /// Layers are often walked in the order of their hashes.
    #[test]
    fn keys_in_the_order_of_other_hashes_do_not_crowd() {
        let mut layer = KeySet::new();
        (1..100_000u64).for_each(|key| _ = layer.insert(key * 3));
        let mut next_layer = KeySet::new();
        for key in layer.iter().map(|key| key ^ 1 << 40) {
            next_layer.insert(key);
            let place = next_layer.find_hashed(key, hash(&key)).unwrap();
            let home = (u64::from(hash(&key)) * next_layer.places() as u64) >> 32;
            let distance = place as u64 - home.min(place as u64);
            assert!(distance < 1_000, "{distance} places from its home");
        }
    }
}
