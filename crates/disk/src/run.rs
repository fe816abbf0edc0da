//! Sorted runs of keys on disk: files of blocks, each key as the difference to the one before it.

use crate::error::{DiskError, Halt};
use crate::folder::{DataFile, Folder};
use crate::key::Key;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Ascending keys without duplicates, in files that follow each other, so that a merge can remove its input
/// part by part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    pub files: VecDeque<DataFile>,
}

impl Run {
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    /// Removes the run after the next manifest.
    pub fn discard(self, folder: &mut Folder) {
        self.files.into_iter().for_each(|file| folder.discard(file));
    }
}

/// Writes a run.
#[derive(Debug)]
pub struct RunWriter<const N: usize> {
    pub run: Run,
    /// The file that is being written.
    file: Option<DataFile>,
    /// The size at which a file is complete.
    file_bytes: u64,
    block: usize,
    content: Vec<u8>,
    last: Key<N>,
}

impl<const N: usize> RunWriter<N> {
    /// Continues a run with files of about `file_bytes`.
    pub fn new(run: Run, block: usize, file_bytes: u64) -> Self {
        let content = Vec::with_capacity(block);
        Self { run, file: None, file_bytes, block, content, last: Key::ZERO }
    }

    /// Returns the bytes in memory.
    pub fn bytes(&self) -> u64 {
        self.content.capacity() as u64
    }

    /// Appends a key, larger than all before.
    #[inline]
    pub fn push(&mut self, key: Key<N>, folder: &mut Folder) -> Result<(), Halt> {
        // The longest difference must fit.
        if self.content.len() + N * 64 / 7 + 1 > self.block {
            self.end_block(folder)?;
        }
        // Each block can be read by itself.
        let smaller = if self.content.is_empty() { Key::ZERO } else { self.last };
        key.put_after(&smaller, &mut self.content);
        self.last = key;
        Ok(())
    }

    #[inline(never)]
    fn end_block(&mut self, folder: &mut Folder) -> Result<(), Halt> {
        let file = self.file.get_or_insert_with(|| folder.create());
        folder.append(file, &self.content)?;
        self.content.clear();
        if file.bytes >= self.file_bytes {
            self.run.files.extend(self.file.take());
        }
        Ok(())
    }

    /// Completes the file that is being written.
    pub fn end_file(&mut self, folder: &mut Folder) -> Result<(), Halt> {
        if !self.content.is_empty() {
            self.end_block(folder)?;
        }
        self.run.files.extend(self.file.take());
        Ok(())
    }
}

/// Reads a run.
#[derive(Debug)]
pub struct RunReader<const N: usize> {
    files: VecDeque<DataFile>,
    /// The number of files that were read to their end.
    pub files_read: usize,
    at: u64,
    block: usize,
    content: Vec<u8>,
    position: usize,
    last: Key<N>,
}

impl<const N: usize> RunReader<N> {
    pub fn new(run: &Run, block: usize) -> Self {
        Self {
            files: run.files.clone(),
            files_read: 0,
            at: 0,
            block,
            content: Vec::with_capacity(block),
            position: 0,
            last: Key::ZERO,
        }
    }

    /// Returns the next key.
    #[inline]
    pub fn next(&mut self, folder: &Folder) -> Result<Option<Key<N>>, DiskError> {
        if self.position == self.content.len() && !self.read_block(folder)? {
            return Ok(None);
        }
        // A block whose checksum is right has whole keys.
        let rest = &self.content[self.position..];
        let Some((key, bytes)) = Key::get_after(&self.last, rest) else { return Ok(None) };
        self.position += bytes;
        self.last = key;
        Ok(Some(key))
    }

    #[inline(never)]
    fn read_block(&mut self, folder: &Folder) -> Result<bool, DiskError> {
        while let Some(file) = self.files.front() {
            if self.at < file.bytes {
                self.at = folder.read(file, self.at, self.block, &mut self.content)?;
                (self.position, self.last) = (0, Key::ZERO);
                return Ok(true);
            }
            self.files.pop_front();
            self.files_read += 1;
            self.at = 0;
        }
        Ok(false)
    }
}
