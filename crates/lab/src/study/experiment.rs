//! Runs in this process: every setup on every instance, one after the other.
//!
//! [`Runner`](super::Runner) makes runs in child processes; both give the same records.

use super::{Caps, Ending, Origin, Planned, Record, Results, Setup, Study, Subject};
use crate::names::{self, Advice, BEST};
use crate::record::RunRecord;
use heureka_core::Strategy;
use heureka_kit::instance::{Instance, Solution};
use std::time::{Duration, Instant};

/// Instances and setups to measure in this process.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// The title of the report.
    pub title: String,
    /// The instances.
    pub subjects: Vec<Subject>,
    /// The setups.
    pub setups: Vec<Setup>,
    /// The limits of each run.
    pub caps: Caps,
}

/// What an experiment asks of its caller.
pub trait Hooks {
    /// Why a run failed.
    type Error: From<Advice>;

    /// Returns whether to leave out a run, given the runs before it.
    fn skips(&mut self, run: &Planned, before: &[(Planned, Record)]) -> bool;

    /// Runs a search under limits; returns nothing to end the experiment.
    ///
    /// # Errors
    /// If the search fails.
    fn solve(
        &mut self,
        instance: &dyn Instance,
        strategy: &Strategy,
    ) -> Result<Option<Solution>, Self::Error>;
}

impl Experiment {
    /// Returns how many runs there are.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.subjects.len() * self.setups.len()
    }

    /// Makes the runs. An interrupted run is the last one.
    ///
    /// # Errors
    /// If an instance or a setup is invalid, or a search fails.
    pub fn run<H: Hooks>(&self, hooks: &mut H) -> Result<Results, H::Error> {
        let origin = Origin {
            version: format!("heureka {}", env!("CARGO_PKG_VERSION")),
            machine: crate::report::machine(),
            jobs: 1,
        };
        let mut all: Vec<(Planned, Record)> = vec![];
        'all: for subject in &self.subjects {
            let mut loaded: Option<Loaded> = None;
            for setup in &self.setups {
                let run = Planned::new(subject, setup, &self.caps, "", 1);
                if hooks.skips(&run, &all) {
                    continue;
                }
                let begun = Instant::now();
                let loaded = match &mut loaded {
                    Some(loaded) => loaded,
                    none => none.insert(Loaded::new(subject)?),
                };
                let strategy = loaded.choose(setup)?;
                let instance = &*loaded.instance;
                let Some(solution) = hooks.solve(instance, &strategy)? else { break 'all };
                let result = RunRecord::new(instance, &strategy, &solution, loaded.table_time);
                let seconds = begun.elapsed().as_secs_f64();
                let record = Record::new(&run.key, result, seconds, &origin);
                let interrupted = record.ending == Ending::Interrupted;
                all.push((run, record));
                if interrupted {
                    break 'all;
                }
            }
        }
        let (runs, records) = all.into_iter().unzip();
        Ok(Results::new(Study { title: self.title.clone(), runs, ..Study::default() }, records))
    }
}

/// An instance with the tables of its heuristic, which are built only when the heuristic changes.
struct Loaded {
    instance: Box<dyn Instance>,
    table_time: Duration,
}

impl Loaded {
    fn new(subject: &Subject) -> Result<Self, Advice> {
        let begun = Instant::now();
        Ok(Self { instance: subject.instance()?, table_time: begun.elapsed() })
    }

    /// Sets the heuristic of a setup and returns its strategy.
    fn choose(&mut self, setup: &Setup) -> Result<Strategy, Advice> {
        let (mut strategy, mut heuristic) = (&*setup.strategy, setup.heuristic.as_deref());
        if strategy == BEST {
            let best = self.instance.best();
            (strategy, heuristic) = (best.strategy, heuristic.or(Some(best.heuristic)));
        }
        if let Some(name) = heuristic.filter(|&name| name != self.instance.heuristic().name) {
            let begun = Instant::now();
            names::heuristic(self.instance.info(), name)?;
            let set = self.instance.set_heuristic(name);
            set.map_err(|error| (error.to_string(), String::new()))?;
            self.table_time = begun.elapsed();
        }
        names::strategy(strategy)
    }
}
