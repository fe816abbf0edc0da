//! The status of a study: how far it is, and which workers make its runs.

use super::worker::is_dead;
use super::{Database, LabError, Results};
use serde::Serialize;
use std::collections::HashSet;
use std::path::Path;

/// How far a study is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Status {
    /// The title.
    pub study: String,
    pub planned: usize,
    pub recorded: usize,
    /// Runs without a record, including those under way.
    pub left: usize,
    /// Records of runs that failed unexpectedly.
    pub unexplained: usize,
    pub running: Vec<Running>,
    /// The estimated seconds until the end, from the mean time of the recorded runs. It is unknown
    /// without a record, or if no worker is running.
    pub seconds_left: Option<f64>,
}

/// A run under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Running {
    /// Its key.
    pub run: String,
    /// Its worker: host, process id and a random number.
    pub worker: String,
}

impl Status {
    /// Reads the status of a study from its database. `path` may be a URL.
    ///
    /// # Errors
    /// If it is not readable.
    pub fn read(path: &Path) -> Result<Self, LabError> {
        let mut database = Database::open(path)?;
        let (study, records) = database.read()?;
        let running = database.running()?.into_iter();
        let results = Results::new(study, records);
        let planned: HashSet<&str> = results.study.runs.iter().map(|run| &*run.key).collect();
        let recorded: Vec<_> = results.recorded().map(|(_, record)| record).collect();
        let running: Vec<_> = running
            .filter(|(run, worker)| planned.contains(run.as_str()) && !is_dead(worker))
            .map(|(run, worker)| Running { run, worker })
            .collect();
        let left = planned.len() - recorded.len();
        let seconds: f64 = recorded.iter().map(|record| record.wall_seconds).sum();
        let mean = seconds / recorded.len() as f64;
        let known = !recorded.is_empty() && !running.is_empty();
        Ok(Self {
            study: results.study.title.clone(),
            planned: planned.len(),
            recorded: recorded.len(),
            left,
            unexplained: recorded.iter().filter(|record| !record.ending.is_explained()).count(),
            seconds_left: known.then(|| mean * left as f64 / running.len() as f64),
            running,
        })
    }
}
