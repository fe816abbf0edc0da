//! Collects keys in memory and writes them as sorted runs.

use crate::error::Halt;
use crate::folder::Folder;
use crate::key::Key;
use crate::run::{Run, RunWriter};

/// The number of keys that memory is reserved for at first.
const FEWEST_KEYS: usize = 1_024;
/// The fewest keys that are worth sorting on threads.
const WORTH_THREADS: usize = 50_000;

/// Keys in memory. Some that arrived lately are dropped when they arrive again.
#[derive(Debug)]
pub struct Sorter<const N: usize> {
    keys: Vec<Key<N>>,
    capacity: usize,
    /// Keys that arrived lately, by hash.
    recent: Vec<Key<N>>,
    threads: usize,
}

impl<const N: usize> Sorter<N> {
    /// Returns a sorter that takes this many bytes.
    pub fn new(bytes: u64, threads: usize) -> Self {
        let keys = (bytes as usize / size_of::<Key<N>>()).max(2);
        let recent = vec![Key::ZERO; 1 << (keys / 16).max(1).ilog2().min(14)];
        let capacity = keys - recent.len();
        Self { keys: vec![], capacity, recent, threads }
    }

    pub fn bytes(&self) -> u64 {
        ((self.keys.capacity() + self.recent.len()) * size_of::<Key<N>>()) as u64
    }

    pub fn is_half_full(&self) -> bool {
        self.keys.len() > self.capacity / 2
    }

    /// Returns how many keys fit in.
    pub fn room(&self) -> usize {
        self.capacity - self.keys.len()
    }

    /// Adds a key. There must be room.
    #[inline]
    pub fn push(&mut self, key: Key<N>) {
        // The first key of the table stands for none: the key 0 is always added.
        let place = (key.hash() >> 32) as usize & (self.recent.len() - 1);
        if self.recent[place] != key || key == Key::ZERO {
            self.recent[place] = key;
            if self.keys.len() == self.keys.capacity() {
                self.grow();
            }
            self.keys.push(key);
        }
    }

    /// Doubles the memory, up to the capacity.
    #[cold]
    fn grow(&mut self) {
        let more = self.keys.len().max(FEWEST_KEYS).min(self.room());
        self.keys.reserve_exact(more);
    }

    /// Sorts the keys and drops duplicates.
    pub fn compact(&mut self) {
        sort(&mut self.keys, self.threads);
        self.keys.dedup();
    }

    /// Writes all keys as a run, in files of about `file_bytes`, and removes them. Returns nothing if there
    /// are none.
    pub fn spill(
        &mut self,
        folder: &mut Folder,
        block: usize,
        file_bytes: u64,
    ) -> Result<Option<Run>, Halt> {
        if self.keys.is_empty() {
            return Ok(None);
        }
        self.compact();
        let mut writer = RunWriter::new(Run::default(), block, file_bytes);
        for key in self.keys.drain(..) {
            writer.push(key, folder)?;
        }
        writer.end_file(folder)?;
        Ok(Some(writer.run))
    }
}

/// Sorts in place: halves with smaller and larger keys, each on its threads.
fn sort<const N: usize>(keys: &mut [Key<N>], threads: usize) {
    if threads <= 1 || keys.len() < WORTH_THREADS {
        keys.sort_unstable();
        return;
    }
    let first = threads / 2;
    let middle = keys.len() / threads * first;
    keys.select_nth_unstable(middle);
    let (smaller, larger) = keys.split_at_mut(middle);
    std::thread::scope(|scope| {
        scope.spawn(|| sort(smaller, first));
        sort(larger, threads - first);
    });
}
