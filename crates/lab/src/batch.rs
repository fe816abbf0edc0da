//! A batch: one setup on every instance of a collection, one after the other in this process, so that
//! tables are built once.

use crate::files::{MAX_INSTANCE, read_text};
use crate::names::{self, Advice};
use crate::record::{Optimality, RunRecord, Verdict};
use crate::reuse_tables::Tables;
use crate::study::LabError;
use heureka_core::{Stop, Strategy};
use heureka_kit::collection::Row;
use heureka_kit::entry::Entry;
use heureka_kit::instance::{Instance, Solution};
use heureka_kit::puzzle::Parameters;
use heureka_kit::text::ParseError;
use heureka_puzzles::grid::scenario;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Published lengths are rounded; costs are integers.
const TOLERANCE: f64 = 1e-4;

/// The instances of a collection.
#[derive(Debug)]
pub struct Batch {
    entry: Entry,
    parameters: Parameters,
    rows: Vec<Row>,
    /// The file of the collection, beside which the files that it names are found.
    path: PathBuf,
    /// The most bytes of an instance's text.
    max_text: u64,
    /// The name of the file that was read last, and its text.
    last_file: Option<(String, String)>,
}

/// A run of a batch, and what is published about its instance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct BatchRun {
    pub line: usize,
    pub name: Option<String>,
    pub published: Option<f64>,
    /// Whether the run contradicts what is published.
    pub differs: bool,
    /// The lower bound that a stopped search has proved, as a length, where costs are not lengths.
    pub lower_bound_length: Option<f64>,
    #[serde(flatten)]
    pub run: RunRecord,
}

impl BatchRun {
    fn new(row: &Row, instance: &dyn Instance, run: RunRecord) -> Self {
        let bound = run.stats.lower_bound;
        let lower_bound_length = bound.and_then(|bound| instance.bound_length(bound));
        let bound = lower_bound_length.or(bound.map(f64::from));
        let differs = row.published.is_some_and(|published| contradicts(&run, bound, published));
        let (line, name, published) = (row.line, row.name.clone(), row.published);
        Self { line, name, published, differs, lower_bound_length, run }
    }
}

/// Returns whether a run, which has proved a lower bound if it was stopped, contradicts a published optimum.
fn contradicts(run: &RunRecord, bound: Option<f64>, published: f64) -> bool {
    match (run.outcome, run.path_length.or(run.cost.map(f64::from))) {
        (Verdict::Unsolvable, _) => true,
        (Verdict::Solved, Some(cost)) => {
            let is_optimal = run.optimality == Some(Optimality::Proved);
            cost < published - TOLERANCE || is_optimal && cost > published + TOLERANCE
        }
        _ => bound.is_some_and(|bound| bound > published + TOLERANCE),
    }
}

impl Batch {
    /// Reads a collection from the text of a file.
    ///
    /// # Errors
    /// What is wrong with the text, where, and what was expected.
    pub fn read(
        entry: &Entry,
        parameters: Parameters,
        path: &Path,
        text: &str,
    ) -> Result<Self, ParseError> {
        let mut rows = entry.collection(text, &parameters)?;
        for row in &mut rows {
            // What is published holds for the parameters of the collection only.
            let is_replaced = |(name, value): &(String, String)| {
                parameters.get(name).is_some_and(|given| given != value)
            };
            row.published = row.published.filter(|_| !row.parameters.iter().any(is_replaced));
        }
        if rows.is_empty() {
            return Err(ParseError::whole("no instance in this file"));
        }
        let (path, max_text) = (path.to_owned(), MAX_INSTANCE);
        Ok(Self { entry: *entry, parameters, rows, path, max_text, last_file: None })
    }

    /// Rejects instances whose text has more than so many bytes.
    #[must_use]
    pub fn max_text(self, max_text: u64) -> Self {
        Self { max_text, ..self }
    }

    /// Returns the number of instances, at least one.
    #[must_use]
    pub fn instances(&self) -> usize {
        self.rows.len()
    }

    /// Solves all instances by one setup, as [`names::choose`] takes it. `solve` runs a search under limits;
    /// it returns `None` to end the batch. An interrupted run is the last one.
    ///
    /// # Errors
    /// If an instance or the setup is invalid, or a search fails.
    pub fn run<E: From<Advice> + From<LabError>>(
        mut self,
        (strategy, heuristic): (Option<&str>, Option<&str>),
        mut solve: impl for<'i> FnMut(&'i dyn Instance, &Strategy) -> Result<Option<Solution<'i>>, E>,
    ) -> Result<Vec<BatchRun>, E> {
        let mut runs = vec![];
        let mut tables = Tables::default();
        for row in std::mem::take(&mut self.rows) {
            let instance = self.instance(&row)?;
            let (strategy, heuristic) = names::choose(&*instance, strategy, heuristic)?;
            let instance = tables.switch(instance, heuristic)?;
            let Some(solution) = solve(&*instance, &strategy)? else { break };
            let record = RunRecord::new(&*instance, &strategy, &solution);
            let run = BatchRun::new(&row, &*instance, record);
            drop(solution);
            let is_interrupted = run.run.stop() == Some(Stop::Interrupted);
            runs.push(run);
            if is_interrupted {
                break;
            }
            tables.keep(instance);
        }
        Ok(runs)
    }

    /// Returns the instance of a row.
    fn instance(&mut self, row: &Row) -> Result<Box<dyn Instance>, LabError> {
        let own = self.parameters.0.iter().cloned();
        let parameters = Parameters(row.parameters.iter().cloned().chain(own).collect());
        let (entry, name, max_text) = (self.entry, display_name(&self.path), self.max_text);
        let help = names::collection_format(entry.info().name);
        let text = match &row.file {
            Some(file) => self.text_of(file, row.line)?,
            None => &row.text,
        };
        if text.len() as u64 > max_text {
            let what =
                format!("{name}: line {}: the instance can exceed the memory limit", row.line);
            let help = "raise --memory-limit, or give a smaller instance";
            let mut error = LabError::input(what, help);
            error.exit = Stop::Memory.into();
            return Err(error);
        }
        if let Some((file, stated)) = row.file.as_ref().zip(row.map_size)
            && let Some(size) = scenario::map_size(text).filter(|size| *size != stated)
        {
            let [size, stated] = [size, stated].map(|(cols, rows)| format!("{cols}x{rows}"));
            let what =
                format!("line {}: {file}: the map is {size}, the scenario says {stated}", row.line);
            let help = "give the map that belongs to the scenario; maps are not scaled";
            return Err(LabError::of(name, what, help));
        }
        entry.parse(text, &parameters).map_err(|error| {
            let what = if let Some(file) = &row.file {
                format!("line {}: {file}: {error}", row.line)
            } else {
                let line = row.line + error.line.saturating_sub(1);
                ParseError { line, ..error }.to_string()
            };
            LabError::of(name, what, &help)
        })
    }

    /// Returns the text of a file that the collection names: by its path, or beside the collection.
    fn text_of(&mut self, file: &str, line: usize) -> Result<&str, LabError> {
        if self.last_file.as_ref().is_none_or(|(last, _)| last != file) {
            let path = self.path.with_file_name(file);
            let name = Path::new(file).file_name().filter(|_| !path.exists());
            let path = name.map_or(path, |name| self.path.with_file_name(name));
            // A pipe could make the batch wait forever.
            let read = || match std::fs::metadata(&path)? {
                file if file.is_file() => read_text(&path, MAX_INSTANCE),
                _ => Err(std::io::Error::other("not a regular file")),
            };
            let text = read().map_err(|error| {
                let what = format!("line {line}: {}: {error}", path.display());
                LabError::of(display_name(&self.path), what, "put the file beside the collection")
            })?;
            self.last_file = Some((file.to_owned(), text));
        }
        Ok(self.last_file.as_ref().map_or("", |(_, text)| text))
    }
}

/// Returns a path as messages name it.
fn display_name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".into() } else { path.display().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heureka_core::Limits;
    use heureka_kit::text::folded;
    use heureka_puzzles::registry;

    struct Wrong(String);

    impl From<Advice> for Wrong {
        fn from((what, _): Advice) -> Self {
            Self(what)
        }
    }

    impl From<LabError> for Wrong {
        fn from(error: LabError) -> Self {
            Self(error.message)
        }
    }

    fn runs(
        puzzle: &str,
        text: &str,
        strategy: &str,
        limits: fn() -> Limits<'static>,
    ) -> Vec<BatchRun> {
        let entry = registry::puzzle(puzzle).unwrap();
        let batch = Batch::read(entry, Parameters::default(), Path::new("list"), text).unwrap();
        let setup = ((!strategy.is_empty()).then_some(strategy), None);
        let runs = batch.run(setup, |instance, strategy| solve(instance, strategy, limits()));
        runs.unwrap_or_else(|Wrong(what)| panic!("{what}"))
    }

    fn solve<'i>(
        instance: &'i dyn Instance,
        strategy: &Strategy,
        mut limits: Limits<'_>,
    ) -> Result<Option<Solution<'i>>, Wrong> {
        Ok(Some(instance.solve(strategy, &mut limits, None).map_err(|e| Wrong(e.to_string()))?))
    }

    #[test]
    fn runs_are_compared_with_what_is_published() {
        let text = "1 2 3 4 5 6 7 0 8\t1\n1 2 3 4 5 6 7 0 8\t2\n1 2 3 4 5 6 0 7 8\t1\n\
                    1 2 3 4 5 6 8 7 0\t1\n1 2 3 4 5 6 8 7 0\n1 2 3 4 5 6 7 0 8\t0.99995\n";
        let found = runs("tiles", text, "", Limits::none);
        let differs: Vec<bool> = found.iter().map(|run| run.differs).collect();
        assert_eq!(differs, [false, true, true, true, false, false]);
        // Greedy search claims nothing, so only a cheaper plan contradicts.
        let found =
            runs("tiles", "1 2 3 4 5 6 0 7 8\t1\n1 2 3 4 5 6 0 7 8\t3\n", "greedy", Limits::none);
        assert_eq!(found.iter().map(|run| run.differs).collect::<Vec<_>>(), [false, true]);
        let few = || Limits::none().expansions(3);
        let found = runs("tiles", "8 6 7 2 5 4 3 0 1\t31\n8 6 7 2 5 4 3 0 1\t3\n", "astar", few);
        assert_eq!(found.iter().map(|run| run.differs).collect::<Vec<_>>(), [false, true]);
    }

    /// Instances of a puzzle differ in more than their starts, so most cannot share tables.
    #[test]
    fn the_instances_of_every_puzzle_are_a_collection() {
        for entry in registry::PUZZLES {
            let info = entry.info();
            let plain = info.instances.iter().filter(|level| level.parameters.is_empty());
            let none = Parameters::default();
            let made = plain.filter_map(|level| entry.built_in(level, &none).ok());
            let texts: Vec<String> = made.map(|instance| folded(&instance.text())).collect();
            // The last number of a graph could be an optimum, but for the tab.
            let text = texts.join("\t\n") + "\t\n";
            let is_own_format = (entry.collection)(&text, &none).is_some();
            for heuristic in info.heuristics {
                let batch = Batch::read(entry, Parameters::default(), Path::new("all"), &text);
                let batch = batch.unwrap_or_else(|error| panic!("{}: {error}", info.name));
                let setup = (Some("astar"), Some(heuristic.name));
                let few = || Limits::none().expansions(20).memory(64 << 20);
                let runs = batch.run(setup, |instance, strategy| solve(instance, strategy, few()));
                let runs = runs.unwrap_or_else(|Wrong(what)| panic!("{}: {what}", info.name));
                assert!(is_own_format || runs.len() == texts.len(), "{}", info.name);
            }
        }
    }

    #[test]
    fn tables_are_built_once() {
        let text = "8 6 7 2 5 4 3 0 1\n1 2 3 4 5 6 0 7 8\n6 4 7 8 5 0 3 2 1\n";
        // Equal times are those of one construction.
        let bits = |run: &BatchRun| run.run.table_seconds.to_bits();
        let found = runs("tiles", text, "best", Limits::none);
        assert!(found.iter().all(|run| run.run.optimality == Some(Optimality::Proved)));
        assert!(found.windows(2).all(|pair| bits(&pair[0]) == bits(&pair[1])));
    }
}
