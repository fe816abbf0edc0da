//! An open-addressing hash table with linear probing that grows in place.
//!
//! The home slot of an entry is its hash scaled to the number of homes, so entries are roughly
//! sorted by hash. Growing moves every home toward the end and preserves the order. One sequential
//! pass from the back therefore moves all entries, without a second table or random access.

use super::SMALL;

/// A value that a table can hold.
pub trait Entry: Copy {
    /// Returns whether the value marks an empty slot.
    fn is_vacant(self) -> bool;
}

/// 0 marks an empty slot.
impl Entry for u64 {
    #[inline(always)]
    fn is_vacant(self) -> bool {
        self == 0
    }
}

/// The result of a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// The slot of the entry.
    Found(usize),
    /// The slot where the absent entry belongs.
    Vacant(usize),
}

/// A hash table; the caller supplies hashes and equality.
#[derive(Clone, Debug)]
pub struct OpenTable<E> {
    /// One slot per home, followed by the entries that probed past the last home.
    entries: Vec<E>,
    /// The value of empty slots.
    vacant: E,
    homes: usize,
    len: usize,
    /// The number of entries that triggers growth.
    full: usize,
    /// The maximum load, in 32nds.
    load: usize,
    /// Whether memory is short, so that the table grows often and in small steps.
    tight: bool,
}

/// The load of compact tables: long probes, but mostly within one or two cache lines.
const DENSE: usize = 27;

/// The load of small tables, where short probes matter more than memory.
const SPARSE: usize = 12;

/// The number of homes of an empty table.
const FEWEST_HOMES: usize = 1024;

/// The room for entries that probe past the last home: a vector that grows by itself would double.
const SPILL: usize = 64;

impl<E: Entry> OpenTable<E> {
    /// Creates a table; `vacant` is the value of its empty slots.
    pub(crate) fn new(vacant: E) -> Self {
        Self::with_load(vacant, DENSE, FEWEST_HOMES)
    }

    /// Creates a table that holds this many entries without growing.
    pub(crate) fn with_capacity(vacant: E, entries: usize) -> Self {
        Self::with_load(vacant, DENSE, Self::homes_for(entries))
    }

    /// Returns the number of homes with which a table holds this many entries.
    pub(crate) fn homes_for(entries: usize) -> usize {
        FEWEST_HOMES.max(entries.div_ceil(DENSE) * 32)
    }

    /// Creates a table that uses more memory to make lookups faster.
    pub(crate) fn sparse(vacant: E) -> Self {
        Self::with_load(vacant, SPARSE, FEWEST_HOMES)
    }

    /// Returns the number of slots that a table with this many homes allocates.
    pub(crate) fn slots_for(homes: usize) -> usize {
        homes + SPILL
    }

    fn with_load(vacant: E, load: usize, homes: usize) -> Self {
        let mut entries = Vec::with_capacity(Self::slots_for(homes));
        entries.resize(homes, vacant);
        Self { entries, vacant, homes, len: 0, full: homes / 32 * load, load, tight: false }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns the number of slots.
    #[inline(always)]
    pub(crate) fn slots(&self) -> usize {
        self.entries.len()
    }

    /// Iterates over the entries, roughly in the order of their hashes.
    pub(crate) fn entries(&self) -> impl Iterator<Item = E> {
        self.entries.iter().copied().filter(|entry| !entry.is_vacant())
    }

    /// Returns the slot of the first entry that `matches`, or the vacant slot where it belongs.
    #[inline(always)]
    pub(crate) fn probe(&self, hash: u32, mut matches: impl FnMut(E) -> bool) -> Probe {
        let mut at = self.home(hash);
        while let Some(&entry) = self.entries.get(at) {
            if entry.is_vacant() {
                break;
            }
            if matches(entry) {
                return Probe::Found(at);
            }
            at += 1;
        }
        Probe::Vacant(at)
    }

    /// Returns the entry in a slot.
    #[inline(always)]
    pub(crate) fn at(&self, slot: usize) -> E {
        self.entries[slot]
    }

    /// Reads the home slots of some hashes, which loads them into the cache for later probes. The processor
    /// overlaps these reads.
    #[inline(always)]
    pub(crate) fn touch(&self, hashes: impl Iterator<Item = u32>) {
        let vacant = hashes.filter(|&hash| self.entries[self.home(hash)].is_vacant()).count();
        // Keeps the reads from being optimized away.
        std::hint::black_box(vacant);
    }

    /// Stores an entry in a slot that a probe found vacant, then grows the table if it is full.
    #[inline(always)]
    pub(crate) fn put(&mut self, slot: usize, entry: E, hash_of: impl Fn(E) -> u32) {
        if let Some(vacant) = self.entries.get_mut(slot) {
            *vacant = entry;
        } else {
            self.entries.push(entry);
        }
        self.len += 1;
        if self.len > self.full {
            self.grow(hash_of);
        }
    }

    /// Raises the load factor and makes all further growth happen in small steps. Returns false if that
    /// is done already.
    pub(crate) fn tighten(&mut self) -> bool {
        self.load = DENSE;
        self.full = self.homes / 32 * self.load;
        !std::mem::replace(&mut self.tight, true)
    }

    /// Removes all entries and keeps the allocated memory.
    pub(crate) fn clear(&mut self) {
        self.entries.fill(self.vacant);
        self.len = 0;
    }

    /// Returns the bytes allocated now, and after the next growth if that is near.
    #[inline]
    pub(crate) fn held(&self) -> (u64, u64) {
        let now = self.entries.capacity() * size_of::<E>();
        let near = self.len + self.homes / 32 >= self.full;
        let added = if near { self.growth(self.homes) * size_of::<E>() } else { 0 };
        (now as u64, (now + added) as u64)
    }

    /// Returns the bytes allocated when it has so many more entries.
    pub(crate) fn bytes_with(&self, more: usize) -> u64 {
        let mut homes = self.homes;
        while homes / 32 * self.load < self.len + more {
            homes += self.growth(homes);
        }
        ((self.entries.capacity() + homes - self.homes) * size_of::<E>()) as u64
    }

    #[inline(always)]
    fn home(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.homes as u64) >> 32) as usize
    }

    /// Returns how many homes are added to so many. Small and sparse tables double.
    #[inline]
    fn growth(&self, homes: usize) -> usize {
        let small = homes * size_of::<E>() < SMALL * 16;
        if small || self.load == SPARSE { homes } else { homes / if self.tight { 16 } else { 2 } }
    }

    /// Adds homes and moves every entry to its new home, from the back.
    ///
    /// All slots from the current one on are final. An entry whose new home is one of them is
    /// stored at once. The others, near the front, where homes hardly move, are stored at the end.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, hash_of: impl Fn(E) -> u32) {
        let growth = self.growth(self.homes);
        let old_slots = self.entries.len();
        self.homes += growth;
        self.full = self.homes / 32 * self.load;
        self.entries.reserve_exact(Self::slots_for(self.homes).saturating_sub(old_slots));
        self.entries.resize(self.homes.max(old_slots), self.vacant);
        let mut postponed = Vec::new();
        for slot in (0..old_slots).rev() {
            let entry = std::mem::replace(&mut self.entries[slot], self.vacant);
            if entry.is_vacant() {
                continue;
            }
            let home = self.home(hash_of(entry));
            if home >= slot {
                self.insert_at(home, entry);
            } else {
                postponed.push(entry);
            }
        }
        for entry in postponed {
            self.insert_at(self.home(hash_of(entry)), entry);
        }
    }

    #[inline(always)]
    fn insert_at(&mut self, home: usize, entry: E) {
        for slot in &mut self.entries[home..] {
            if slot.is_vacant() {
                *slot = entry;
                return;
            }
        }
        self.entries.push(entry);
    }
}

#[cfg(test)]
mod tests {
    use super::super::hash;
    use super::*;

    fn insert(table: &mut OpenTable<u64>, key: u64, hash_of: fn(u64) -> u32) -> bool {
        match table.probe(hash_of(key), |e| e == key) {
            Probe::Found(_) => false,
            Probe::Vacant(slot) => {
                table.put(slot, key, hash_of);
                true
            }
        }
    }

    /// Checks good hashes and degenerate ones.
    #[test]
    fn keeps_all_entries_when_growing() {
        let hashes: [fn(u64) -> u32; 4] = [
            |k| hash(&k),
            |k| (k << 20) as u32,
            |k| if k % 3 == 0 { u32::MAX } else { hash(&k) },
            |k| if k % 7 == 0 { 0 } else { hash(&k) },
        ];
        for (which, hash_of) in hashes.into_iter().enumerate() {
            let count = if which == 0 { 300_000 } else { 9_000 };
            let mut table = OpenTable::new(0);
            for key in 1..=count {
                assert!(insert(&mut table, key, hash_of));
                assert!(!insert(&mut table, key, hash_of));
            }
            assert_eq!(table.len() as u64, count);
            assert!((1..=count).all(|key| !insert(&mut table, key, hash_of)));
            assert!(insert(&mut table, count + 1, hash_of));
            let mut all: Vec<_> = table.entries().collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(1..=count + 1));
        }
    }
}
