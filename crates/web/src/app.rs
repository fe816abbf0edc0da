//! What all requests share.

use crate::play::Outlooks;
use crate::pool::Pool;
use crate::traces::Traces;
use heureka_core::parallel::cores;
use std::path::PathBuf;

/// The state of the server.
#[derive(Debug)]
pub struct App {
    /// Searches and generators, which take seconds.
    pub jobs: Pool,
    /// Boards and moves, which take milliseconds.
    pub boards: Pool,
    /// Recorded searches.
    pub traces: Traces,
    /// Costs to the goal of small instances.
    pub outlooks: Outlooks,
    /// The databases of studies.
    pub studies: Vec<PathBuf>,
}

impl App {
    /// Creates the state of a server that runs as many jobs at once as there are cores.
    #[must_use]
    pub fn new(studies: Vec<PathBuf>) -> Self {
        Self {
            jobs: Pool::new(cores(), 16),
            boards: Pool::new(4, 64),
            traces: Traces::default(),
            outlooks: Outlooks::default(),
            studies,
        }
    }
}
