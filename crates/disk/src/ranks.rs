//! Exploration by ranks: a bit per rank says whether its state was seen.
//!
//! The bits lie in slices on disk, one of them in memory at a time. Each slice has a bucket, a file of the
//! successors that belong to it, as offsets in the slice. A step takes a slice, reads its bucket, marks
//! states that are new, and expands them at once into the buckets of the next layer, so that each layer
//! reads and writes each slice at most once. Slices with an empty bucket stay on disk.
//!
//! Delayed duplicate detection goes back to Roscoe (1994) and Stern & Dill (1998); Korf (2003) delays it to
//! the end of a layer on disk, and Kunkle & Cooperman (2007) keep arrays on disk with buckets of changes.

use crate::error::{DiskError, Halt};
use crate::folder::{DataFile, Folder};
use crate::manifest::State;
use crate::session::Session;
use heureka_core::Stop;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// The logarithms of the sizes of slices. An offset takes whole bytes, so that few sizes suffice.
const SLICE_BITS: [u32; 6] = [16, 24, 26, 28, 30, 32];
/// The size of an encoded rank.
const RANK: usize = 8;

/// What is left to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RanksState {
    /// The logarithm of the number of ranks in a slice.
    bits: u32,
    slices: Vec<Slice>,
}

/// The files of a slice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Slice {
    /// A bit per rank; without a file, no state was seen.
    seen: Option<DataFile>,
    /// Offsets of the states of the current layer, among others.
    bucket: Option<DataFile>,
    /// Offsets of successors, which are the bucket of the next layer.
    next: Option<DataFile>,
}

impl RanksState {
    /// Divides ranks into slices that suit the memory. The state is the start alone.
    pub fn new(ranks: u64, start: u64, session: &mut Session<'_, '_>) -> Result<Self, Halt> {
        let block = session.manifest.block as u64;
        let buffers = |bits: u32| ranks.div_ceil(1 << bits).saturating_mul(block);
        let [.., largest] = SLICE_BITS;
        session.require(2 * buffers(largest))?;
        let bits = SLICE_BITS.into_iter().find(|&bits| buffers(bits) <= session.memory / 2);
        let bits = bits.unwrap_or(largest);
        let slices = vec![Slice::default(); ranks.div_ceil(1 << bits) as usize];
        let mut state = Self { bits, slices };
        let mut bucket = session.folder.create();
        let offset = (start & state.mask()).to_le_bytes();
        session.folder.append(&mut bucket, &offset[..state.width()])?;
        state.slices[(start >> bits) as usize].bucket = Some(bucket);
        Ok(state)
    }

    /// Returns whether the slices hold so many ranks.
    pub fn is_consistent(&self, ranks: u64) -> bool {
        let slices = self.slices.len() as u64;
        SLICE_BITS.contains(&self.bits) && slices == ranks.div_ceil(1 << self.bits)
    }

    /// Returns all files.
    pub fn files(&self) -> Vec<&DataFile> {
        let slices = self.slices.iter();
        slices.flat_map(|slice| [&slice.seen, &slice.bucket, &slice.next]).flatten().collect()
    }

    fn mask(&self) -> u64 {
        (1 << self.bits) - 1
    }

    /// Returns the number of bytes of an offset.
    fn width(&self) -> usize {
        self.bits.div_ceil(8) as usize
    }
}

/// Explores to the end, or until a limit stops it.
pub fn explore(session: &mut Session<'_, '_>, state: RanksState) -> Result<(), Halt> {
    match state.width() {
        2 => Work::<2>::new(session, state)?.run(),
        3 => Work::<3>::new(session, state)?.run(),
        _ => Work::<4>::new(session, state)?.run(),
    }
}

/// The work on states whose offsets have `W` bytes.
struct Work<'w, 's, 'l, const W: usize> {
    session: &'w mut Session<'s, 'l>,
    state: RanksState,
    /// The number of all ranks.
    ranks: u64,
    block: usize,
    /// Offsets that wait to be appended to the buckets of the next layer.
    waiting: Vec<Vec<u8>>,
    /// The bits of the slice in memory.
    seen: Vec<u8>,
    /// Ranks of new states that wait to be expanded.
    batch: Vec<u8>,
    /// A block of a bucket.
    content: Vec<u8>,
}

impl<'w, 's, 'l, const W: usize> Work<'w, 's, 'l, W> {
    fn new(session: &'w mut Session<'s, 'l>, state: RanksState) -> Result<Self, DiskError> {
        let block = session.manifest.block;
        let slices = state.slices.len();
        let slice_bytes = (1 << state.bits) / 8;
        session.require((slice_bytes + (slices + 1) * block) as u64 * 4 / 3)?;
        Ok(Self {
            ranks: session.expander.space.ranks().unwrap_or(0),
            session,
            state,
            block,
            waiting: (0..slices).map(|_| Vec::with_capacity(block)).collect(),
            seen: vec![0; slice_bytes],
            batch: vec![],
            content: Vec::with_capacity(block),
        })
    }

    fn bytes(&self) -> u64 {
        let waiting = self.waiting.len() * self.block;
        (waiting + self.seen.len() + self.batch.capacity() + self.content.capacity()) as u64
    }

    fn run(&mut self) -> Result<(), Halt> {
        loop {
            for slice in 0..self.state.slices.len() {
                if let Some(bucket) = self.state.slices[slice].bucket.clone() {
                    self.mark_and_expand(slice, &bucket)?;
                }
            }
            self.flush()?;
            for slice in &mut self.state.slices {
                slice.bucket = slice.next.take();
            }
            let layers = &mut self.session.manifest.layers;
            if layers.last() == Some(&0) {
                layers.pop();
                let all = std::mem::take(&mut self.state.slices);
                for file in all.into_iter().flat_map(|slice| [slice.seen, slice.bucket]).flatten() {
                    self.session.folder.discard(file);
                }
                return Ok(self.session.save(State::Complete)?);
            }
            self.session.manifest.stats.enter_bound(layers.len() as u32);
            layers.push(0);
        }
    }

    /// Marks the new states of a slice and expands them.
    fn mark_and_expand(&mut self, slice: usize, bucket: &DataFile) -> Result<(), Halt> {
        self.load(slice)?;
        let mut stopped = None;
        let (mut at, mut most) = (0, self.most());
        'bucket: while at < bucket.bytes {
            let mut content = std::mem::take(&mut self.content);
            at = self.session.folder.read(bucket, at, self.block, &mut content)?;
            for offset in content.as_chunks::<W>().0 {
                let mut bytes = [0; RANK];
                bytes[..W].copy_from_slice(offset);
                let offset = u64::from_le_bytes(bytes);
                let rank = (slice as u64) << self.state.bits | offset;
                if offset > self.state.mask() || rank >= self.ranks {
                    return Err(self.session.folder.wrong_block(bucket).into());
                }
                let (byte, bit) = (&mut self.seen[offset as usize / 8], 1 << (offset % 8));
                if *byte & bit == 0 {
                    *byte |= bit;
                    self.batch.extend_from_slice(&rank.to_le_bytes());
                    if self.batch.len() >= most {
                        if let ControlFlow::Break(stop) = self.expand(slice)? {
                            stopped = Some(stop);
                            break 'bucket;
                        }
                        most = self.most();
                    }
                }
            }
            self.content = content;
        }
        if stopped.is_none() {
            stopped = self.expand(slice)?.break_value();
        }
        self.unload(slice, stopped.is_none())?;
        if stopped.is_some() || self.session.folder.is_save_due() {
            self.flush()?;
            self.session.save(State::Ranks(self.state.clone()))?;
        }
        stopped.map_or(Ok(()), |stop| Err(stop.into()))
    }

    /// Returns the size of the next batch in bytes.
    fn most(&self) -> usize {
        let Session { expander, limits, manifest, .. } = &*self.session;
        RANK * expander.batch(limits, &manifest.stats)
    }

    /// Reads the bits of a slice.
    fn load(&mut self, slice: usize) -> Result<(), DiskError> {
        let Some(file) = &self.state.slices[slice].seen else {
            self.seen.fill(0);
            return Ok(());
        };
        let mut at = 0;
        for part in self.seen.chunks_mut(self.block) {
            at = self.session.folder.read(file, at, self.block, &mut self.content)?;
            part.copy_from_slice(&self.content);
        }
        Ok(())
    }

    /// Writes the bits of a slice. Its bucket is no longer needed if it `is_done`. Otherwise it is read
    /// again later: its states up to now are seen then.
    fn unload(&mut self, slice: usize, is_done: bool) -> Result<(), Halt> {
        let folder = &mut self.session.folder;
        let mut file = folder.create();
        for part in self.seen.chunks(self.block) {
            folder.append(&mut file, part)?;
        }
        let slice = &mut self.state.slices[slice];
        let bucket = if is_done { slice.bucket.take() } else { None };
        for old in [slice.seen.replace(file), bucket].into_iter().flatten() {
            folder.discard(old);
        }
        Ok(())
    }

    /// Expands the batch, and puts successors into the buckets of the next layer, except for those that the
    /// slice in memory shows as seen. Breaks if a limit stops the exploration.
    fn expand(&mut self, slice: usize) -> Result<ControlFlow<Stop>, Halt> {
        let fresh = (self.batch.len() / RANK) as u64;
        let generated = self.session.expander.expand(&self.batch);
        self.session.count(fresh, generated);
        if let Some(layer) = self.session.manifest.layers.last_mut() {
            *layer += fresh;
        }
        self.batch.clear();
        let (bits, mask) = (self.state.bits, self.state.mask());
        let Session { expander, folder, .. } = &mut *self.session;
        for ranks in expander.successors() {
            for rank in ranks.as_chunks::<RANK>().0 {
                let rank = u64::from_le_bytes(*rank);
                let (target, offset) = ((rank >> bits) as usize, rank & mask);
                if target == slice && self.seen[offset as usize / 8] >> (offset % 8) & 1 == 1 {
                    continue;
                }
                let waiting = &mut self.waiting[target];
                if waiting.len() + W > self.block {
                    append(folder, &mut self.state.slices[target].next, waiting)?;
                }
                waiting.extend_from_slice(&offset.to_le_bytes()[..W]);
            }
        }
        let bytes = self.bytes();
        Ok(self.session.check(bytes))
    }

    /// Writes all offsets that wait.
    fn flush(&mut self) -> Result<(), Halt> {
        let Self { session, state, waiting, .. } = self;
        for (slice, waiting) in state.slices.iter_mut().zip(waiting) {
            if !waiting.is_empty() {
                append(&mut session.folder, &mut slice.next, waiting)?;
            }
        }
        Ok(())
    }
}

/// Appends offsets to a bucket, which may not exist yet.
fn append(
    folder: &mut Folder,
    bucket: &mut Option<DataFile>,
    offsets: &mut Vec<u8>,
) -> Result<(), Halt> {
    let bucket = bucket.get_or_insert_with(|| folder.create());
    folder.append(bucket, offsets)?;
    offsets.clear();
    Ok(())
}
