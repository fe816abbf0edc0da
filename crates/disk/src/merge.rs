//! Merges sorted runs, without duplicates and without keys of other runs.

use crate::error::DiskError;
use crate::folder::Folder;
use crate::key::Key;
use crate::run::{Run, RunReader};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

/// The keys of runs in ascending order, each once.
#[derive(Debug)]
pub struct Merge<const N: usize> {
    /// First the runs that are merged, then the ones whose keys are left out.
    pub readers: Vec<RunReader<N>>,
    merged: usize,
    /// The next key of each run.
    heap: BinaryHeap<Reverse<(Key<N>, usize)>>,
}

impl<const N: usize> Merge<N> {
    /// Merges runs without the keys of others, beginning after the given key.
    pub fn new(
        runs: &[Run],
        without: &[&Run],
        after: Option<Key<N>>,
        block: usize,
        folder: &Folder,
    ) -> Result<Self, DiskError> {
        let readers = runs.iter().chain(without.iter().copied());
        let mut readers: Vec<_> = readers.map(|run| RunReader::new(run, block)).collect();
        let mut heap = BinaryHeap::with_capacity(readers.len());
        for (index, reader) in readers.iter_mut().enumerate() {
            let mut key = reader.next(folder)?;
            while key.is_some() && key <= after {
                key = reader.next(folder)?;
            }
            heap.extend(key.map(|key| Reverse((key, index))));
        }
        Ok(Self { readers, merged: runs.len(), heap })
    }

    /// Returns the next key.
    #[inline]
    pub fn next(&mut self, folder: &Folder) -> Result<Option<Key<N>>, DiskError> {
        while let Some(&Reverse((key, _))) = self.heap.peek() {
            let mut is_left_out = false;
            while let Some(mut top) = self.heap.peek_mut()
                && top.0.0 == key
            {
                let index = top.0.1;
                is_left_out |= index >= self.merged;
                match self.readers[index].next(folder)? {
                    Some(next) => *top = Reverse((next, index)),
                    None => drop(PeekMut::pop(top)),
                }
            }
            if !is_left_out {
                return Ok(Some(key));
            }
        }
        Ok(None)
    }
}
