//! Open addressing with linear probing, grown in place.
//!
//! The home of an entry is its hash scaled to the number of homes, so entries lie about in the
//! order of their hashes. When the table grows, every home moves toward the end, in order: one
//! sequential pass from the back moves the entries, with no second table and no random access.

use super::SMALL;

/// What a table can hold: small values, one of which stands for "nothing here".
pub(crate) trait Entry: Copy + Eq {
    /// Nothing here.
    const EMPTY: Self;
}

impl Entry for u64 {
    const EMPTY: Self = 0;
}

/// Where a probe ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Probe {
    /// The entry is here.
    Found(usize),
    /// The entry is not in the table and belongs here.
    Vacant(usize),
}

/// A table of entries found by their hash and an equality of the caller's.
#[derive(Clone, Debug)]
pub(crate) struct OpenTable<E> {
    /// As many places as homes, and a tail for what probes past the last home.
    entries: Vec<E>,
    homes: usize,
    len: usize,
    /// Grow when this many entries are held.
    full: usize,
    /// How many of 32 homes may be taken.
    load: usize,
    /// Whether memory is short, so that growing often is better than not at all.
    tight: bool,
}

/// Long probes, but mostly in one or two cache lines, and 10 to 12 bytes for each of 8.
const DENSE: usize = 27;

/// Short probes, for tables that are small anyway.
const SPARSE: usize = 12;

impl<E: Entry> OpenTable<E> {
    pub(crate) fn new() -> Self {
        Self::with_load(DENSE)
    }

    /// A table that takes more memory and less time.
    pub(crate) fn sparse() -> Self {
        Self::with_load(SPARSE)
    }

    fn with_load(load: usize) -> Self {
        let homes = 1024;
        Self {
            entries: vec![E::EMPTY; homes],
            homes,
            len: 0,
            full: homes / 32 * load,
            load,
            tight: false,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The entries, in the order of their hashes, about.
    pub(crate) fn entries(&self) -> impl Iterator<Item = E> {
        self.entries.iter().copied().filter(|&e| e != E::EMPTY)
    }

    /// The place of the first entry that `matches`, or the place where it belongs.
    #[inline(always)]
    pub(crate) fn probe(&self, hash: u32, mut matches: impl FnMut(E) -> bool) -> Probe {
        let mut at = self.home(hash);
        while let Some(&entry) = self.entries.get(at) {
            if entry == E::EMPTY {
                break;
            }
            if matches(entry) {
                return Probe::Found(at);
            }
            at += 1;
        }
        Probe::Vacant(at)
    }

    /// The entry at a place that a probe has found.
    #[inline(always)]
    pub(crate) fn at(&self, place: usize) -> E {
        self.entries[place]
    }

    /// Reads the home of a hash so that it is in the cache when it is probed a little later.
    #[inline(always)]
    pub(crate) fn touch(&self, hash: u32) -> E {
        self.entries[self.home(hash)]
    }

    /// Puts an entry where a probe found its place vacant, then grows the table if it is full.
    #[inline(always)]
    pub(crate) fn put(&mut self, place: usize, entry: E, hash_of: impl Fn(E) -> u32) {
        if let Some(slot) = self.entries.get_mut(place) {
            *slot = entry;
        } else {
            self.entries.push(entry);
        }
        self.len += 1;
        if self.len > self.full {
            self.grow(hash_of);
        }
    }

    /// From now on fills up and grows in small steps: memory is short.
    pub(crate) fn tighten(&mut self) {
        self.tight = true;
        self.load = DENSE;
        self.full = self.homes / 32 * self.load;
    }

    /// Forgets everything and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.entries.fill(E::EMPTY);
        self.len = 0;
    }

    /// The bytes held now, and after the growth that is near.
    pub(crate) fn held(&self) -> (u64, u64) {
        let now = self.entries.capacity() * size_of::<E>();
        let near = self.len + self.homes / 32 >= self.full;
        let soon = if near { now + self.growth() * size_of::<E>() } else { now };
        (now as u64, soon as u64)
    }

    #[inline(always)]
    fn home(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.homes as u64) >> 32) as usize
    }

    /// Small tables and sparse ones double, since nobody will miss the memory.
    fn growth(&self) -> usize {
        let small = self.homes * size_of::<E>() < SMALL * 16;
        if small || self.load == SPARSE {
            self.homes
        } else {
            self.homes / if self.tight { 16 } else { 4 }
        }
    }

    /// Moves every entry to its new home, from the back.
    ///
    /// All places from the current one on are settled: nothing is taken from them again. An entry
    /// whose new home is among them can be put down at once. The others, close to the front, where
    /// homes hardly move, wait until all is settled.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, hash_of: impl Fn(E) -> u32) {
        let growth = self.growth();
        let old_places = self.entries.len();
        self.homes += growth;
        self.full = self.homes / 32 * self.load;
        self.entries.reserve_exact((self.homes + 64).saturating_sub(old_places));
        self.entries.resize(self.homes.max(old_places), E::EMPTY);
        let mut late = Vec::new();
        for place in (0..old_places).rev() {
            let entry = std::mem::replace(&mut self.entries[place], E::EMPTY);
            if entry == E::EMPTY {
                continue;
            }
            let home = self.home(hash_of(entry));
            if home >= place {
                self.settle(home, entry);
            } else {
                late.push(entry);
            }
        }
        for entry in late {
            self.settle(self.home(hash_of(entry)), entry);
        }
    }

    #[inline(always)]
    fn settle(&mut self, home: usize, entry: E) {
        for slot in &mut self.entries[home..] {
            if *slot == E::EMPTY {
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
            Probe::Vacant(place) => {
                table.put(place, key, hash_of);
                true
            }
        }
    }

    /// Every entry stays found through many growths, with good hashes and with dreadful ones.
    #[test]
    fn growth_loses_nothing() {
        let hashes: [fn(u64) -> u32; 4] = [
            |k| hash(&k),
            |k| (k << 20) as u32,
            |k| if k % 3 == 0 { u32::MAX } else { hash(&k) },
            |k| if k % 7 == 0 { 0 } else { hash(&k) },
        ];
        for (which, hash_of) in hashes.into_iter().enumerate() {
            let most = if which == 0 { 300_000 } else { 9_000 };
            let mut table = OpenTable::new();
            for key in 1..=most {
                assert!(insert(&mut table, key, hash_of));
                assert!(!insert(&mut table, key, hash_of));
            }
            assert_eq!(table.len() as u64, most);
            assert!((1..=most).all(|key| !insert(&mut table, key, hash_of)));
            assert!(insert(&mut table, most + 1, hash_of));
            let mut all: Vec<_> = table.entries().collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(1..=most + 1));
        }
    }
}
