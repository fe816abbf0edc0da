//! The manifest of an exploration: what is explored, how far it is, and the files that hold the rest.
//!
//! It is a text of three lines: the version of the format and of the program, the data as JSON, and a
//! checksum of both.

use crate::error::{DiskError, damaged, not_read};
use crate::folder::DataFile;
use crate::keys::KeysState;
use crate::ranks::RanksState;
use heureka_core::certificate::digest;
use heureka_core::{Exploration, Stats};
use heureka_lab::files;
use serde::{Deserialize, Serialize};
use std::io::ErrorKind;
use std::ops::RangeInclusive;
use std::path::Path;

/// The name of the manifest.
pub const MANIFEST: &str = "exploration";
/// The first line.
const FIRST_LINE: &str = concat!("heureka exploration 1 ", env!("CARGO_PKG_VERSION"));
/// The sizes of blocks.
pub const BLOCKS: RangeInclusive<usize> = 1 << 10..=1 << 18;
/// The largest manifest. It lists files, and counts states by depth.
const MAX_MANIFEST: u64 = 256 << 20;

/// What is explored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subject {
    pub puzzle: String,
    pub instance: String,
    pub parameters: Vec<(String, String)>,
    pub encoding: String,
    pub key_size: usize,
}

impl Subject {
    /// Returns a digest of the subject and of the version of the program.
    pub fn digest(&self) -> u64 {
        digest(format!("{FIRST_LINE}\n{self:?}").as_bytes())
    }
}

/// How far an exploration is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub subject: Subject,
    /// The largest content of a block.
    pub block: usize,
    /// The number of the last file.
    pub next_file: u64,
    /// The most bytes on disk so far.
    pub peak: u64,
    pub layers: Vec<u64>,
    pub unfolded: Option<Vec<u64>>,
    pub stats: Stats,
    pub state: State,
}

/// What is left to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Nothing is stored yet.
    New,
    Keys(KeysState),
    Ranks(RanksState),
    Complete,
}

impl Manifest {
    /// Returns the files that hold the state.
    pub fn files(&self) -> Vec<&DataFile> {
        match &self.state {
            State::Keys(state) => state.files(),
            State::Ranks(state) => state.files(),
            State::New | State::Complete => vec![],
        }
    }

    /// Returns whether the numbers fit together, for a space of so many ranks. Whoever writes a checksum can
    /// forge them, but must not make the program panic.
    pub fn is_consistent(&self, ranks: Option<u64>) -> bool {
        let sums = |counts: &[u64]| counts.iter().try_fold(0_u64, |sum, &n| sum.checked_add(n));
        let Self { layers, unfolded, block, state, .. } = self;
        let counts = sums(layers).is_some() && !layers.is_empty();
        let is_unfolded = unfolded
            .as_ref()
            .is_none_or(|unfolded| unfolded.len() == layers.len() && sums(unfolded).is_some());
        let state = match (state, ranks) {
            (State::Ranks(state), Some(ranks)) => state.is_consistent(ranks),
            (State::Keys(_), None) | (State::New | State::Complete, _) => true,
            _ => false,
        };
        counts && is_unfolded && state && block.is_power_of_two() && BLOCKS.contains(block)
    }

    /// Returns what was found so far.
    pub fn exploration(&self) -> Exploration {
        let mut layers = self.layers.clone();
        // No state of the last layer may be known yet.
        layers.pop_if(|states| *states == 0);
        if layers.is_empty() {
            layers.push(1);
        }
        let mut stats = self.stats;
        stats.duplicates = stats.generated.saturating_sub(layers.iter().skip(1).sum());
        stats.max_frontier = layers.iter().copied().max().unwrap_or(0);
        stats.max_frontier_with_stale = stats.max_frontier;
        Exploration { layers, unfolded: self.unfolded.clone(), stopped: None, stats }
    }

    /// Returns the text of the manifest.
    pub fn text(&self) -> String {
        let data = serde_json::to_string(self).expect("numbers and texts can be written as JSON");
        let text = format!("{FIRST_LINE}\n{data}\n");
        format!("{text}{:016x}\n", digest(text.as_bytes()))
    }

    /// Reads the text of a manifest.
    ///
    /// # Errors
    /// What is wrong.
    pub fn parse(text: &str) -> Result<Self, String> {
        let Some((first, rest)) = text.split_once('\n') else {
            return Err("the file is cut".into());
        };
        if first != FIRST_LINE {
            return Err(format!("expected '{FIRST_LINE}' as its first line"));
        }
        let Some((data, checksum)) = rest.split_once('\n') else {
            return Err("the file is cut".into());
        };
        let checked = &text[..first.len() + data.len() + 2];
        if checksum != format!("{:016x}\n", digest(checked.as_bytes())) {
            return Err("the checksum does not match".into());
        }
        serde_json::from_str(data).map_err(|error| error.to_string())
    }

    /// Reads the manifest of an exploration, if there is one.
    pub fn read(path: &Path, subject: &Subject) -> Result<Option<Self>, DiskError> {
        let text = match files::read_text(path, MAX_MANIFEST) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) if error.kind() == ErrorKind::InvalidData => Err(damaged(path, error)),
            text => text.map_err(|error| not_read(path, &error)),
        }?;
        let manifest = Self::parse(&text).map_err(|what| damaged(path, what))?;
        if manifest.subject != *subject {
            let Subject { puzzle, instance, .. } = &manifest.subject;
            let what = format!("the folder has an exploration of {puzzle} '{instance}'");
            let remedy = "give its instance and parameters to resume it, or another folder";
            return Err(DiskError::input(path, what, remedy));
        }
        Ok(Some(manifest))
    }
}
