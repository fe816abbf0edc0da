//! What explorations by ranks and by keys share: the folder, the counts and the limits.

use crate::error::{DiskError, Halt};
use crate::expand::Expander;
use crate::folder::Folder;
use crate::manifest::{Manifest, State};
use heureka_core::limits::{Gauge, Stopwatch};
use heureka_core::{Limits, Stop};
use heureka_lab::exit::Exit;
use std::ops::ControlFlow;
use std::time::Duration;

/// An exploration at work.
pub struct Session<'s, 'l> {
    pub folder: Folder,
    /// The counts now; its state is the one that was saved last.
    pub manifest: Manifest,
    /// The manifest that was saved last.
    pub saved: Manifest,
    pub expander: Expander<'s>,
    pub limits: &'s mut Limits<'l>,
    pub stopwatch: Stopwatch,
    /// The time of earlier runs.
    pub before: Duration,
    /// The memory for everything.
    pub memory: u64,
    /// The memory that the rules of the puzzle take beside that.
    pub tables: u64,
}

impl Session<'_, '_> {
    /// Checks that the memory suffices.
    pub fn require(&self, bytes: u64) -> Result<(), DiskError> {
        if self.memory >= bytes {
            return Ok(());
        }
        let message = "the memory limit is too low for an exploration on disk".to_owned();
        let needed = (bytes + self.tables).div_ceil(1024);
        let remedy = format!("use at least --memory-limit {needed}KiB");
        Err(DiskError::new(Exit::Memory, message, remedy))
    }

    /// Saves the state and the counts.
    pub fn save(&mut self, state: State) -> Result<(), DiskError> {
        self.manifest.state = state;
        self.measure();
        self.folder.save(&mut self.manifest)?;
        self.saved = self.manifest.clone();
        Ok(())
    }

    /// Updates the time.
    fn measure(&mut self) {
        let elapsed = self.stopwatch.elapsed(self.limits);
        self.manifest.stats.elapsed = self.before.saturating_add(elapsed);
    }

    /// Counts states that were expanded, and their successors.
    pub fn count(&mut self, expanded: u64, generated: u64) {
        let stats = &mut self.manifest.stats;
        stats.expanded = stats.expanded.saturating_add(expanded);
        stats.generated = stats.generated.saturating_add(generated);
    }

    /// Checks the limits, while the caller holds this many bytes beside the successors.
    pub fn check(&mut self, bytes: u64) -> ControlFlow<Stop> {
        let bytes = bytes + self.expander.bytes();
        let Manifest { stats, layers, .. } = &mut self.manifest;
        stats.peak_bytes = stats.peak_bytes.max(bytes);
        let frontier = layers.last().copied().unwrap_or(0);
        self.limits.check(stats, Gauge { frontier, ..Gauge::holding(bytes) })
    }

    /// Returns the manifest to report after the end of the work: what was saved, if work after that was
    /// lost.
    pub fn into_manifest(mut self, halt: Option<&Halt>) -> Manifest {
        self.measure();
        match halt {
            Some(Halt::Stopped(Stop::Disk)) => self.saved,
            _ => self.manifest,
        }
    }
}
