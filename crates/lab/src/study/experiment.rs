//! Runs in this process: every setup on every instance, one after the other.
//!
//! [`Runner`](super::Runner) makes runs in child processes; both give the same records.

use super::{Caps, Ending, Origin, Planned, Record, Results, Setup, Study, Subject};
use crate::names::{self, Advice};
use crate::record::RunRecord;
use crate::reuse_tables::Tables;
use heureka_core::Strategy;
use heureka_kit::instance::{Instance, Solution};
use std::time::Instant;

/// Instances and setups to measure in this process.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
#[allow(missing_docs)]
pub struct Experiment {
    pub title: String,
    pub subjects: Vec<Subject>,
    pub setups: Vec<Setup>,
    pub caps: Caps,
    /// How often every setup runs on every instance, in turns.
    pub repeats: u32,
}

impl Experiment {
    /// Returns the number of runs.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.subjects.len() * self.setups.len() * self.repeats as usize
    }

    /// Makes the runs. `skips` decides whether to skip a run, given the runs before it. `solve` runs a
    /// search under limits; it returns `None` to end the experiment. An interrupted run is the last one.
    ///
    /// # Errors
    /// If an instance or a setup is invalid, or a search fails.
    pub fn run<E: From<Advice>>(
        &self,
        mut skips: impl FnMut(&Planned, &[(Planned, Record)]) -> bool,
        mut solve: impl for<'i> FnMut(&'i dyn Instance, &Strategy) -> Result<Option<Solution<'i>>, E>,
    ) -> Result<Results, E> {
        let origin = Origin {
            version: format!("heureka {}", env!("CARGO_PKG_VERSION")),
            machine: crate::report::machine(),
            jobs: 1,
        };
        let mut all: Vec<(Planned, Record)> = vec![];
        let mut tables = Tables::default();
        'all: for subject in &self.subjects {
            let mut current: Option<Box<dyn Instance>> = None;
            let repeats = 1..=self.repeats;
            let turns = repeats.flat_map(|nth| self.setups.iter().map(move |setup| (nth, setup)));
            for (repeat, setup) in turns {
                let run = Planned::new(subject, setup, &self.caps, "", repeat);
                if skips(&run, &all) {
                    continue;
                }
                let begun = Instant::now();
                let instance = current.take().map_or_else(|| subject.instance(), Ok)?;
                let heuristic = setup.heuristic.as_deref();
                let (strategy, heuristic) =
                    names::choose(&*instance, Some(&setup.strategy), heuristic)?;
                let instance = tables.switch(instance, heuristic)?;
                let Some(solution) = solve(&*instance, &strategy)? else { break 'all };
                let result = RunRecord::new(&*instance, &strategy, &solution);
                drop(solution);
                let seconds = begun.elapsed().as_secs_f64();
                let record = Record::new(&run.key, result, seconds, &origin);
                let interrupted = record.ending == Ending::Interrupted;
                all.push((run, record));
                if interrupted {
                    break 'all;
                }
                current = Some(instance);
            }
            if let Some(instance) = current {
                tables.keep(instance);
            }
        }
        let (runs, records) = all.into_iter().unzip();
        Ok(Results::new(Study { title: self.title.clone(), runs, ..Study::default() }, records))
    }
}
