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
#[must_use]
#[allow(missing_docs)]
pub struct Experiment {
    pub title: String,
    pub subjects: Vec<Subject>,
    pub setups: Vec<Setup>,
    pub caps: Caps,
}

impl Experiment {
    /// Returns the number of runs.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.subjects.len() * self.setups.len()
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
            let mut current: Option<Loaded> = None;
            for setup in &self.setups {
                let run = Planned::new(subject, setup, &self.caps, "", 1);
                if skips(&run, &all) {
                    continue;
                }
                let begun = Instant::now();
                let loaded = current.take().map_or_else(|| Loaded::new(subject, None), Ok)?;
                let (strategy, heuristic) = loaded.choose(setup)?;
                let loaded = tables.switch(loaded, subject, heuristic)?;
                let instance = &*loaded.instance;
                let Some(solution) = solve(instance, &strategy)? else { break 'all };
                let result = RunRecord::new(instance, &strategy, &solution, loaded.table_time);
                drop(solution);
                let seconds = begun.elapsed().as_secs_f64();
                let record = Record::new(&run.key, result, seconds, &origin);
                let interrupted = record.ending == Ending::Interrupted;
                all.push((run, record));
                if interrupted {
                    break 'all;
                }
                current = Some(loaded);
            }
            if let Some(loaded) = current {
                tables.keep(loaded);
            }
        }
        let (runs, records) = all.into_iter().unzip();
        Ok(Results::new(Study { title: self.title.clone(), runs, ..Study::default() }, records))
    }
}

/// An instance with the tables of its heuristic.
struct Loaded {
    instance: Box<dyn Instance>,
    table_time: Duration,
}

impl Loaded {
    /// Makes an instance with the named heuristic, or with the puzzle's first.
    fn new(subject: &Subject, heuristic: Option<&str>) -> Result<Self, Advice> {
        let mut begun = Instant::now();
        let mut instance = subject.instance()?;
        if let Some(name) = heuristic {
            begun = Instant::now();
            names::heuristic(instance.info(), name)?;
            let set = instance.set_heuristic(name);
            set.map_err(|error| (error.to_string(), String::new()))?;
        }
        Ok(Self { instance, table_time: begun.elapsed() })
    }

    fn heuristic(&self) -> &'static str {
        self.instance.heuristic().name
    }

    /// Returns the strategy of a setup, and the heuristic if the setup has one.
    fn choose<'a>(&self, setup: &'a Setup) -> Result<(Strategy, Option<&'a str>), Advice> {
        let (mut strategy, mut heuristic) = (&*setup.strategy, setup.heuristic.as_deref());
        if strategy == BEST {
            let best = self.instance.best();
            (strategy, heuristic) = (best.strategy, heuristic.or(Some(best.heuristic)));
        }
        Ok((names::strategy(strategy)?, heuristic))
    }
}

/// Instances whose tables later runs reuse, one for each heuristic.
#[derive(Default)]
struct Tables(Vec<Loaded>);

impl Tables {
    /// Returns the instance with a heuristic. Builds tables only if there are none for its size.
    fn switch(
        &mut self,
        current: Loaded,
        subject: &Subject,
        heuristic: Option<&str>,
    ) -> Result<Loaded, Advice> {
        let Some(name) = heuristic.filter(|&name| name != current.heuristic()) else {
            return Ok(current);
        };
        let text = current.instance.text();
        let reuse = |known: &Loaded| {
            let instance = known.instance.starting_at(&text).ok()?;
            Some(Loaded { instance, table_time: known.table_time })
        };
        let known = self.0.iter().rev().find(|known| known.heuristic() == name);
        let next = known.and_then(reuse).map_or_else(|| Loaded::new(subject, Some(name)), Ok)?;
        self.keep(current);
        Ok(next)
    }

    fn keep(&mut self, loaded: Loaded) {
        self.0.retain(|known| known.heuristic() != loaded.heuristic());
        self.0.push(loaded);
    }
}
