//! Exploration of whole spaces that are larger than memory, with their data on disk.
//!
//! Duplicates are not detected when a successor is generated, but later, when many successors are compared
//! with what is on disk in sequential passes. [`explore`] works within limits on memory and disk. It saves
//! its state regularly and when a limit stops it; the same call resumes it.
#![forbid(unsafe_code)]

mod error;
mod expand;
mod folder;
mod key;
mod keys;
mod manifest;
mod merge;
mod ranks;
mod run;
mod session;
mod sort;

pub use crate::error::DiskError;
use crate::error::{Halt, damaged};
use crate::expand::Expander;
use crate::folder::Folder;
use crate::keys::{KeysState, LARGEST};
use crate::manifest::{BLOCKS, Manifest, State, Subject};
use crate::ranks::RanksState;
use crate::session::Session;
use heureka_core::abilities::Layers;
use heureka_core::{Exploration, Limits, Stats};
use heureka_kit::encoded::{EncodedSpace, Encoding};
use heureka_kit::instance::{Instance, Small};
use heureka_lab::exit::Exit;
use std::path::Path;

/// The most ranks: a bit for each takes 128 GiB.
const MOST_RANKS: u64 = 1 << 40;
/// The share of the memory that a block takes, and the fewest blocks that must fit.
const BLOCK_SHARE: u64 = 256;
const FEWEST_BLOCKS: u64 = 32;

/// What an exploration on disk found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnDisk {
    /// The states, as an exploration in memory counts them, and the memory for buffers.
    pub exploration: Exploration,
    /// The most bytes that its files had.
    pub disk_bytes: u64,
}

/// Explores the space of an instance, with its data in a folder. An exploration that was stopped or killed
/// is resumed.
///
/// # Errors
/// If files cannot be read or written, or are damaged, if the folder has something else or is in use, or
/// if the memory limit is too low.
pub fn explore(
    instance: &dyn Instance,
    small: &dyn Small,
    folder: &Path,
    disk_limit: u64,
    limits: &mut Limits<'_>,
) -> Result<OnDisk, DiskError> {
    let stopwatch = limits.stopwatch();
    let (encoding, space) = encoded(small, limits);
    // The rules may have tables, too.
    let tables = limits.tables();
    let memory = limits.memory_left(0).unwrap_or(0).min(1 << 40);
    let subject = Subject {
        puzzle: instance.info().name.to_owned(),
        instance: instance.text(),
        parameters: instance.parameters().0.clone(),
        encoding: format!("{encoding:?}").to_lowercase(),
        key_size: space.key_size(),
    };
    if space.key_size() > LARGEST {
        let what = format!("states of more than {LARGEST} bytes cannot be explored on disk");
        return Err(DiskError::new(Exit::Usage, what, "explore without --disk"));
    }
    let largest = (memory / BLOCK_SHARE).max(1);
    let block = (1 << largest.ilog2()).clamp(*BLOCKS.start(), *BLOCKS.end());
    let (folder, manifest) = Folder::open(folder, &subject, disk_limit)?;
    if manifest.as_ref().is_some_and(|manifest| !manifest.is_consistent(space.ranks())) {
        return Err(damaged(&folder.manifest_path(), "its numbers do not fit together"));
    }
    let manifest = manifest.unwrap_or_else(|| Manifest {
        subject,
        block,
        next_file: 0,
        peak: 0,
        layers: vec![0],
        unfolded: None,
        stats: Stats::default(),
        state: State::New,
    });
    let mut session = Session {
        expander: Expander::new(&*space, limits.threads(), memory as usize / 16),
        folder,
        before: manifest.stats.elapsed,
        saved: manifest.clone(),
        manifest,
        limits,
        stopwatch,
        memory,
        tables,
    };
    session.require(FEWEST_BLOCKS * session.manifest.block as u64)?;
    let halt = run(&mut session, encoding).err();
    let disk_bytes = session.folder.peak;
    let found = session.into_manifest(halt.as_ref());
    let mut exploration = found.exploration();
    match halt {
        Some(Halt::Failed(error)) => return Err(error),
        Some(Halt::Stopped(stop)) => exploration.stopped = Some(stop),
        None => {}
    }
    Ok(OnDisk { exploration, disk_bytes })
}

/// Returns the space in the encoding that takes the least, as an exploration in memory does.
fn encoded<'i>(
    small: &'i dyn Small,
    limits: &mut Limits<'_>,
) -> (Encoding, Box<dyn EncodedSpace + 'i>) {
    let mut space = |encoding| small.encoded(encoding, false, limits).ok().flatten();
    if let Some(ranked) = space(Encoding::Ranks)
        && ranked.ranks().is_some_and(|ranks| ranks <= MOST_RANKS)
    {
        return (Encoding::Ranks, ranked);
    }
    let keys = space(Encoding::Keys).expect("every small puzzle has keys");
    if keys.layers() == Layers::Layered
        && let Some(folded) = space(Encoding::Representatives)
    {
        return (Encoding::Representatives, folded);
    }
    (Encoding::Keys, keys)
}

fn run(session: &mut Session<'_, '_>, encoding: Encoding) -> Result<(), Halt> {
    if session.manifest.state == State::New {
        // The folder belongs to this exploration before it has data.
        session.save(State::New)?;
        let state = begin(session, encoding)?;
        session.save(state)?;
    }
    session.manifest.stats.threads = session.limits.threads() as u64;
    match session.manifest.state.clone() {
        State::Keys(state) => keys::explore(session, state),
        State::Ranks(state) => ranks::explore(session, state),
        State::New | State::Complete => Ok(()),
    }
}

/// Returns the state in which only the start is known.
fn begin(session: &mut Session<'_, '_>, encoding: Encoding) -> Result<State, Halt> {
    let space = session.expander.space;
    let start = space.start();
    if let Some(ranks) = space.ranks() {
        let start = u64::from_le_bytes(start[..].try_into().unwrap_or_default());
        let state = RanksState::new(ranks, start, session)?;
        return Ok(State::Ranks(state));
    }
    let Session { manifest, folder, .. } = session;
    if encoding == Encoding::Representatives {
        manifest.unfolded = space.represented(&start).map(|states| vec![states]);
    }
    manifest.layers = vec![1];
    Ok(State::Keys(KeysState::new(&start, manifest.block, folder)?))
}

#[cfg(test)]
mod tests;
