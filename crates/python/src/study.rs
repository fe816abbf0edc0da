//! Studies: many runs in this process, or read from a database.

use crate::error::{concluded, invalid, unsolved};
use crate::instance::{find_puzzle, parameters};
use crate::json::to_python;
use crate::limits::{Limits, range, whole};
use crate::picture::{Page, Picture};
use heureka_kit::instance::SolveError;
use heureka_lab::names::{self, Advice};
use heureka_lab::study::{Caps, Experiment, Overview, Results, Setup, Source, Subject};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// The runs of a study.
#[pyclass(frozen, module = "heureka")]
pub struct Study {
    results: Results,
}

/// Why a study ended early.
enum Failed {
    Argument(Advice),
    Search(SolveError),
}

impl From<Advice> for Failed {
    fn from(advice: Advice) -> Self {
        Self::Argument(advice)
    }
}

/// Runs every setup on every instance of a puzzle, one after the other, in this process.
#[pyfunction]
#[pyo3(signature = (title, puzzle, instances, random, given, strategies, heuristics, repeats, limits))]
pub fn run_study(
    py: Python<'_>,
    title: String,
    puzzle: &str,
    instances: Vec<String>,
    random: Vec<(String, Bound<'_, PyAny>)>,
    given: Option<&Bound<'_, PyDict>>,
    strategies: Vec<String>,
    heuristics: Vec<String>,
    repeats: &Bound<'_, PyAny>,
    limits: &Limits,
) -> PyResult<Study> {
    let info = find_puzzle(py, puzzle)?.entry.info();
    let repeats = whole("repeats", repeats, 1..=u64::from(u32::MAX))?;
    let random = random
        .into_iter()
        .map(|(size, seed)| Ok(Source::Random(size, whole("seeds", &seed, range::<u64>())?)));
    let random = random.collect::<PyResult<Vec<_>>>()?;
    if instances.is_empty() && random.is_empty() {
        let what = "the study has no instances".to_owned();
        return Err(invalid(py, (what, "give instances, or random sizes and seeds".to_owned())));
    }
    if strategies.is_empty() {
        let what = "the study has no strategies".to_owned();
        return Err(invalid(py, (what, "give one, such as 'astar'".to_owned())));
    }
    let sources = instances.into_iter().map(|text| match names::find_built_in(info, &text) {
        Some(level) => Source::BuiltIn(level.name.to_owned()),
        None => Source::Text(text),
    });
    let sources = sources.chain(random);
    let mut parameters = parameters(given)?.0;
    parameters.sort();
    let subjects = sources
        .map(|source| Subject { parameters: parameters.clone(), ..Subject::new(info.name, source) })
        .collect();
    let mut setups: Vec<Setup> = vec![];
    for word in strategies {
        let each = word.parse::<Setup>().map_err(|advice| invalid(py, advice))?;
        for setup in each.with_each(&heuristics, info) {
            setup.suits(info).map_err(|advice| invalid(py, advice))?;
            if !setups.contains(&setup) {
                setups.push(setup);
            }
        }
    }
    let caps = Caps {
        time: limits.time,
        memory: limits.memory,
        expansions: limits.expansions,
        ..Caps::default()
    };
    let experiment = Experiment { title, subjects, setups, caps, repeats };
    let flag = AtomicBool::new(false);
    let (results, raised) = py.detach(|| {
        let mut raised = None;
        let results = experiment.run(
            |_, _| false,
            |instance, strategy| {
                if flag.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                let solve =
                    |limits: &mut heureka_core::Limits<'_>| instance.solve(strategy, limits, None);
                limits.watched(&flag, &mut raised, solve).map(Some).map_err(Failed::Search)
            },
        );
        (results, raised)
    });
    let results = results.map_err(|failed| match failed {
        Failed::Argument(advice) => invalid(py, advice),
        Failed::Search(error) => unsolved(py, &error),
    })?;
    concluded(py, Study { results }, "the study was stopped".to_owned(), raised)
}

/// Reads the records of a study from its databases.
#[pyfunction]
pub fn read_study(py: Python<'_>, databases: Vec<PathBuf>) -> PyResult<Study> {
    let read = py.detach(|| Results::read(&databases));
    let results = read.map_err(|error| invalid(py, (error.message, error.remedy)))?;
    Ok(Study { results })
}

#[pymethods]
impl Study {
    /// The title.
    #[getter]
    fn title(&self) -> &str {
        &self.results.study.title
    }

    /// Returns every run as a dictionary: what ran, how it ended, and what it counted.
    #[pyo3(signature = (*, times=true))]
    fn records<'py>(&self, py: Python<'py>, times: bool) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &Overview::new(&self.results, times).rows())
    }

    /// Returns the plots by name.
    #[pyo3(signature = (*, times=true))]
    fn plots<'py>(&self, py: Python<'py>, times: bool) -> PyResult<Bound<'py, PyDict>> {
        let plots = PyDict::new(py);
        for (name, plot) in Overview::new(&self.results, times).plots() {
            plots.set_item(name, Bound::new(py, Picture { svg: plot.svg() })?)?;
        }
        Ok(plots)
    }

    /// Returns a page with all tables and plots.
    #[pyo3(signature = (*, times=true))]
    fn report(&self, times: bool) -> Page {
        let overview = Overview::new(&self.results, times);
        Page { html: overview.report().html(&overview.provenance()) }
    }

    /// Returns every run as a line of comma-separated values.
    #[pyo3(signature = (*, times=true))]
    fn csv(&self, times: bool) -> String {
        Overview::new(&self.results, times).csv()
    }

    fn _repr_html_(&self) -> String {
        self.report(true).frame()
    }

    fn __len__(&self) -> usize {
        self.results.recorded().count()
    }

    fn __repr__(&self) -> String {
        format!("<heureka.Study: {}, {} runs>", self.title(), self.__len__())
    }
}
