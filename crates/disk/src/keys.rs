//! Exploration by keys: successors become sorted runs, which a merge turns into the next layer.
//!
//! A layer is a sorted run. Its successors fill memory, are sorted and written as runs. A merge of these
//! runs drops duplicates, and states of earlier layers if moves can lead back (Munagala & Ranade 1999 for
//! undirected graphs; Korf 2003).

use crate::error::{DiskError, Halt};
use crate::folder::{DataFile, Folder};
use crate::key::Key;
use crate::manifest::State;
use crate::merge::Merge;
use crate::run::{Run, RunReader, RunWriter};
use crate::session::Session;
use crate::sort::Sorter;
use heureka_core::abilities::Layers;
use serde::{Deserialize, Serialize};

/// The fewest and the most runs that are read at a time.
const FEWEST_RUNS: u64 = 8;
const MOST_RUNS: u64 = 256;
/// The number of keys that a merge writes between two looks at the limits.
const STRIDE: usize = 4_096;

/// Calls a function for keys of as many words as the size in bytes needs.
macro_rules! by_size {
    ($size:expr, $function:ident($($argument:expr),*)) => {
        match $size {
            0..=8 => $function::<1>($($argument),*),
            9..=16 => $function::<2>($($argument),*),
            17..=64 => $function::<8>($($argument),*),
            _ => $function::<{ LARGEST / 8 }>($($argument),*),
        }
    };
}
/// What is left to do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeysState {
    /// The layer that is being expanded.
    layer: Run,
    /// The number of its states that were expanded.
    expanded: u64,
    is_expanded: bool,
    /// Earlier layers that successors may belong to, possibly several in a run.
    earlier: Vec<Run>,
    /// Successors of the expanded states.
    successors: Vec<Run>,
    merging: Option<Merging>,
}

/// A merge that has begun. Files of its runs are removed when they are merged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Merging {
    into: Target,
    runs: Vec<Run>,
    output: Run,
    /// The last key of the output, as words.
    last: Option<Vec<u64>>,
}

/// What a merge makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Target {
    /// The next layer, from all successors.
    Layer,
    /// One run of successors from several.
    Successors,
    /// One run of earlier layers from several.
    Earlier,
}

impl KeysState {
    /// Returns the state in which only the start is known.
    pub fn new(start: &[u8], block: usize, folder: &mut Folder) -> Result<Self, Halt> {
        fn run<const N: usize>(
            start: &[u8],
            block: usize,
            folder: &mut Folder,
        ) -> Result<Run, Halt> {
            let mut writer = RunWriter::<N>::new(Run::default(), block, 0);
            writer.push(Key::get(start), folder)?;
            writer.end_file(folder)?;
            Ok(writer.run)
        }
        let run = by_size!(start.len(), run(start, block, folder))?;
        Ok(Self { layer: run, ..Self::default() })
    }

    /// Returns all files.
    pub fn files(&self) -> Vec<&DataFile> {
        let merging =
            self.merging.iter().flat_map(|merging| merging.runs.iter().chain([&merging.output]));
        let runs = [&self.layer].into_iter().chain(&self.earlier).chain(&self.successors);
        runs.chain(merging).flat_map(|run| &run.files).collect()
    }
}

/// Explores to the end, or until a limit stops it.
pub fn explore(session: &mut Session<'_, '_>, state: KeysState) -> Result<(), Halt> {
    fn run<const N: usize>(session: &mut Session<'_, '_>, state: KeysState) -> Result<(), Halt> {
        Work::<N>::new(session, state)?.run()
    }
    by_size!(session.expander.space.key_size(), run(session, state))
}

/// The size of the largest keys in bytes.
pub const LARGEST: usize = 256;

/// The work on keys of `N` words.
struct Work<'w, 's, 'l, const N: usize> {
    session: &'w mut Session<'s, 'l>,
    state: KeysState,
    block: usize,
    file_bytes: u64,
    /// The most runs of successors, and of earlier layers.
    most: [usize; 2],
    sorter: Sorter<N>,
    /// Encoded keys of states that are expanded or counted.
    batch: Vec<u8>,
}

impl<'w, 's, 'l, const N: usize> Work<'w, 's, 'l, N> {
    fn new(session: &'w mut Session<'s, 'l>, state: KeysState) -> Result<Self, DiskError> {
        let (block, memory) = (session.manifest.block, session.memory);
        let runs = (memory / 4 / block as u64).min(MOST_RUNS);
        session.require(4 * FEWEST_RUNS * block as u64)?;
        let earlier = (runs / 4) as usize;
        Ok(Self {
            state,
            block,
            file_bytes: memory / 16,
            most: [runs as usize - earlier - 1, earlier],
            sorter: Sorter::new(memory / 8 * 5, session.limits.threads()),
            batch: vec![],
            session,
        })
    }

    fn run(&mut self) -> Result<(), Halt> {
        loop {
            let [most_successors, most_earlier] = self.most;
            if let Some(merging) = self.state.merging.take() {
                if self.merge(merging)? {
                    return Ok(());
                }
            } else if self.state.earlier.len() > most_earlier {
                let runs = smallest_half(&mut self.state.earlier);
                self.begin_merge(Target::Earlier, runs);
            } else if self.state.successors.len() >= most_successors {
                let runs = smallest_half(&mut self.state.successors);
                self.begin_merge(Target::Successors, runs);
            } else if !self.state.is_expanded {
                self.expand()?;
            } else {
                let runs = std::mem::take(&mut self.state.successors);
                if self.session.expander.space.layers() == Layers::Layered {
                    std::mem::take(&mut self.state.layer).discard(&mut self.session.folder);
                }
                self.session.manifest.layers.push(0);
                self.session.manifest.unfolded.iter_mut().for_each(|unfolded| unfolded.push(0));
                self.begin_merge(Target::Layer, runs);
            }
        }
    }

    fn save(&mut self) -> Result<(), DiskError> {
        self.session.save(State::Keys(self.state.clone()))
    }

    /// Expands states of the layer until all are expanded, or there are too many runs.
    fn expand(&mut self) -> Result<(), Halt> {
        let size = self.session.expander.space.key_size();
        let mut reader = RunReader::<N>::new(&self.state.layer, self.block);
        for _ in 0..self.state.expanded {
            if reader.next(&self.session.folder)?.is_none() {
                break;
            }
        }
        loop {
            self.batch.clear();
            let Session { expander, limits, manifest, folder, .. } = &*self.session;
            let most = size * expander.batch(limits, &manifest.stats);
            while self.batch.len() < most
                && let Some(key) = reader.next(folder)?
            {
                key.put(size, &mut self.batch);
            }
            let states = (self.batch.len() / size) as u64;
            if states == 0 {
                self.state.is_expanded = true;
                return self.spill();
            }
            let generated = self.session.expander.expand(&self.batch);
            if generated > self.sorter.room() as u64 {
                self.sorter.compact();
                if generated > self.sorter.room() as u64 || self.sorter.is_half_full() {
                    self.spill()?;
                    if self.session.folder.is_save_due() {
                        self.save()?;
                    }
                }
            }
            self.collect()?;
            self.session.count(states, generated);
            self.state.expanded += states;
            let held = self.sorter.bytes() + (self.block + self.batch.capacity()) as u64;
            if let Some(stop) = self.session.check(held).break_value() {
                self.spill()?;
                self.save()?;
                return Err(stop.into());
            }
            if self.state.successors.len() >= self.most[0] {
                return self.spill();
            }
        }
    }

    /// Takes the successors of the batch.
    fn collect(&mut self) -> Result<(), Halt> {
        let Self { session, state, sorter, .. } = self;
        let Session { expander, folder, .. } = &mut **session;
        let size = expander.space.key_size();
        for part in expander.successors() {
            for key in part.chunks_exact(size) {
                if sorter.room() == 0 {
                    state.successors.extend(sorter.spill(folder, self.block, self.file_bytes)?);
                }
                sorter.push(Key::get(key));
            }
        }
        Ok(())
    }

    /// Writes the successors in memory as a run.
    fn spill(&mut self) -> Result<(), Halt> {
        let run = self.sorter.spill(&mut self.session.folder, self.block, self.file_bytes)?;
        self.state.successors.extend(run);
        Ok(())
    }

    fn begin_merge(&mut self, into: Target, runs: Vec<Run>) {
        let output = Run::default();
        self.state.merging = Some(Merging { into, runs, output, last: None });
    }

    /// Merges runs to the end, or until a limit stops it. Returns whether the exploration is complete.
    fn merge(&mut self, mut merging: Merging) -> Result<bool, Halt> {
        let is_layer = merging.into == Target::Layer;
        let KeysState { earlier, layer, .. } = &self.state;
        let without: Vec<_> = earlier.iter().chain([layer]).filter(|_| is_layer).collect();
        let last = merging.last.as_ref();
        let mut last =
            last.map(|words| Key(std::array::from_fn(|i| words.get(i).copied().unwrap_or(0))));
        let folder = &self.session.folder;
        let mut merge = Merge::<N>::new(&merging.runs, &without, last, self.block, folder)?;
        let output = std::mem::take(&mut merging.output);
        let mut writer = RunWriter::new(output, self.block, self.file_bytes);
        let readers = (merge.readers.len() * self.block) as u64;
        let mut is_done = false;
        while !is_done {
            let mut keys = 0;
            self.batch.clear();
            while keys < STRIDE && !is_done {
                if let Some(key) = merge.next(&self.session.folder)? {
                    writer.push(key, &mut self.session.folder)?;
                    self.count(key, is_layer);
                    (last, keys) = (Some(key), keys + 1);
                } else {
                    is_done = true;
                }
            }
            if is_layer {
                self.count_layer(keys as u64);
            }
            let held = self.sorter.bytes() + readers + writer.bytes();
            let stop = self.session.check(held + self.batch.capacity() as u64).break_value();
            if !is_done && (stop.is_some() || self.session.folder.is_save_due()) {
                writer.end_file(&mut self.session.folder)?;
                merging.output = writer.run.clone();
                merging.last = last.map(|key| key.0.to_vec());
                for (run, reader) in merging.runs.iter_mut().zip(&mut merge.readers) {
                    for file in run.files.drain(..std::mem::take(&mut reader.files_read)) {
                        self.session.folder.discard(file);
                    }
                }
                self.state.merging = Some(merging.clone());
                self.save()?;
                self.state.merging = None;
                if let Some(stop) = stop {
                    return Err(stop.into());
                }
            }
        }
        writer.end_file(&mut self.session.folder)?;
        merging.runs.into_iter().for_each(|run| run.discard(&mut self.session.folder));
        match merging.into {
            Target::Successors => self.state.successors.push(writer.run),
            Target::Earlier => self.state.earlier.push(writer.run),
            Target::Layer => return self.enter_layer(writer.run),
        }
        Ok(false)
    }

    /// Remembers a key of the new layer if symmetric states are counted.
    #[inline]
    fn count(&mut self, key: Key<N>, is_layer: bool) {
        if is_layer && self.session.manifest.unfolded.is_some() {
            key.put(self.session.expander.space.key_size(), &mut self.batch);
        }
    }

    /// Counts keys of the new layer.
    fn count_layer(&mut self, keys: u64) {
        let Session { manifest, expander, .. } = &mut *self.session;
        if let Some(states) = manifest.layers.last_mut() {
            *states += keys;
        }
        if let Some(unfolded) = &mut manifest.unfolded
            && let Some(states) = unfolded.last_mut()
        {
            *states += expander.space.represented(&self.batch).unwrap_or(0);
        }
    }

    /// Makes the new layer the current one. Returns whether it is empty, so that the exploration is
    /// complete.
    fn enter_layer(&mut self, new: Run) -> Result<bool, Halt> {
        let Session { folder, manifest, expander, .. } = &mut *self.session;
        let old = std::mem::replace(&mut self.state.layer, new);
        (self.state.expanded, self.state.is_expanded) = (0, false);
        if expander.space.layers() == Layers::Undirected {
            self.state.earlier.drain(..).for_each(|run| run.discard(folder));
        }
        if !old.files.is_empty() {
            self.state.earlier.push(old);
        }
        if manifest.layers.last() != Some(&0) {
            manifest.stats.enter_bound(manifest.layers.len() as u32 - 1);
            if folder.is_save_due() {
                self.save()?;
            }
            return Ok(false);
        }
        manifest.layers.pop();
        manifest.unfolded.iter_mut().for_each(|unfolded| unfolded.truncate(manifest.layers.len()));
        self.state.earlier.drain(..).for_each(|run| run.discard(folder));
        self.session.save(State::Complete)?;
        Ok(true)
    }
}

/// Takes the smallest runs, half of all.
fn smallest_half(runs: &mut Vec<Run>) -> Vec<Run> {
    runs.sort_by_key(|run| std::cmp::Reverse(run.bytes()));
    runs.split_off(runs.len() / 2)
}
