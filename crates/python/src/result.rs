//! Results of searches: views of the run record.

use crate::error::{concluded, invalid, unsolved};
use crate::instance::{Instance, Selected, Shared};
use crate::json::to_python;
use crate::limits::Limits;
use crate::picture::{Page, Picture, escaped};
use heureka_core::{Optimality as Known, Outcome, Strategy};
use heureka_kit::instance::Solution;
use heureka_lab::record::{Seeded, Versioned};
use heureka_lab::{RunRecord, advice, names, pictures};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use pyo3::{PyTraverseError, PyVisit};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What a search was about.
pub enum Subject {
    /// An instance of a puzzle.
    Instance(Arc<Shared>),
    /// A problem of the user: its moves and states along the plan.
    Problem { plan: Option<Py<PyList>>, path: Option<Py<PyList>> },
}

/// The result of a search.
#[pyclass(frozen, module = "heureka")]
pub struct Result {
    pub record: RunRecord,
    pub subject: Subject,
}

/// Chooses the strategy and the heuristic of a search on an instance.
pub fn choose(
    py: Python<'_>,
    shared: &Shared,
    strategy: Option<&str>,
    heuristic: Option<&str>,
    limits: &Limits,
) -> PyResult<(Selected, Strategy)> {
    let heuristic = heuristic.or_else(|| shared.named());
    let chosen = names::choose(&*shared.own, strategy, heuristic).and_then(|(strategy, name)| {
        let instance = shared.with_heuristic(name)?;
        advice::horizon(&strategy, limits.depth, limits.cost)?;
        advice::threads(&*instance, &strategy, limits.threads.unwrap_or(1))?;
        Ok((instance, strategy))
    });
    chosen.map_err(|advice| invalid(py, advice))
}

/// Solves an instance.
#[pyfunction]
pub fn solve_instance(
    py: Python<'_>,
    instance: &Instance,
    strategy: Option<&str>,
    heuristic: Option<&str>,
    limits: &Limits,
) -> PyResult<Result> {
    let shared = &instance.shared;
    let (selected, strategy) = choose(py, shared, strategy, heuristic, limits)?;
    let flag = AtomicBool::new(false);
    let (record, raised) = limits.run(py, &flag, |limits| {
        let solution = selected.solve(&strategy, limits, None)?;
        Ok(RunRecord::new(&*selected, &strategy, &solution))
    });
    let record = record.map_err(|error| unsolved(py, &error))?;
    let subject = Subject::Instance(shared.clone());
    let what = record.sentence();
    concluded(py, Result { record, subject }, what, raised)
}

impl Result {
    fn seed(&self) -> Option<u64> {
        match &self.subject {
            Subject::Instance(shared) => shared.seed,
            Subject::Problem { .. } => None,
        }
    }

    /// Draws the result, if it is of a puzzle. The plan is read back, as the result does not hold the instance's
    /// own types.
    fn drawn<T>(
        &self,
        py: Python<'_>,
        draw: impl FnOnce(&Selected, &Solution<'_>) -> std::result::Result<T, names::Advice>,
    ) -> PyResult<T> {
        let Subject::Instance(shared) = &self.subject else {
            let what = "only results of puzzles can be drawn".to_owned();
            let help = "draw the states in `path` yourself".to_owned();
            return Err(invalid(py, (what, help)));
        };
        let heuristic = self.record.heuristic.as_deref();
        let selected = shared.with_heuristic(heuristic).map_err(|advice| invalid(py, advice))?;
        let plan = match (&self.record.plan, selected.as_small()) {
            (Some(words), Some(small)) => {
                let plan = small.read_plan(&mut words.iter().map(String::as_str));
                Some(plan.map_err(|error| PyRuntimeError::new_err(error.to_string()))?)
            }
            _ => None,
        };
        let outcome = match plan {
            Some(plan) => Outcome::Solved(plan, Known::NotClaimed),
            None => Outcome::Unsolvable,
        };
        let solution = Solution { outcome, stats: self.record.stats, reason: None };
        draw(&selected, &solution).map_err(|advice| invalid(py, advice))
    }
}

#[pymethods]
impl Result {
    fn __traverse__(&self, visit: PyVisit<'_>) -> std::result::Result<(), PyTraverseError> {
        match &self.subject {
            Subject::Problem { plan, path } => {
                visit.call(plan)?;
                visit.call(path)
            }
            Subject::Instance(_) => Ok(()),
        }
    }

    /// How the search ended: solved, unsolvable, not-found or stopped.
    #[getter]
    fn outcome(&self) -> String {
        self.record.outcome.to_string()
    }

    /// Why there is no plan; None if there is one.
    #[getter]
    fn reason(&self) -> Option<String> {
        self.record.reason.as_ref().map(ToString::to_string)
    }

    /// How good the plan is known to be: proved, within or not-claimed; None without a plan.
    #[getter]
    fn optimality(&self) -> Option<String> {
        self.record.optimality.map(|optimality| optimality.to_string())
    }

    /// The plan costs at most this many times the optimum.
    #[getter]
    fn within(&self) -> Option<f64> {
        self.record.within
    }

    /// The cost of the plan.
    #[getter]
    fn cost(&self) -> Option<u32> {
        self.record.cost
    }

    /// The number of moves.
    #[getter]
    fn length(&self) -> Option<u64> {
        self.record.length
    }

    /// The moves; None without a plan.
    #[getter]
    fn plan<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        match (&self.subject, &self.record.plan) {
            (Subject::Problem { plan, .. }, _) => {
                Ok(plan.as_ref().map(|plan| plan.bind(py).clone()))
            }
            (Subject::Instance(_), plan) => {
                plan.as_ref().map(|plan| PyList::new(py, plan)).transpose()
            }
        }
    }

    /// The states along the plan, from the start to a goal; None without a plan.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        match (&self.subject, &self.record.plan) {
            (Subject::Problem { path, .. }, _) => {
                Ok(path.as_ref().map(|path| path.bind(py).clone()))
            }
            (Subject::Instance(_), None) => Ok(None),
            (Subject::Instance(shared), Some(plan)) => {
                let path = Instance { shared: shared.clone() }.path(py, plan)?;
                Ok(Some(PyList::new(py, path)?))
            }
        }
    }

    /// The instance of a puzzle; None for a problem of your own.
    #[getter]
    fn instance(&self) -> Option<Instance> {
        match &self.subject {
            Subject::Instance(shared) => Some(Instance { shared: shared.clone() }),
            Subject::Problem { .. } => None,
        }
    }

    /// The strategy with its options.
    #[getter]
    fn strategy(&self) -> &str {
        &self.record.strategy
    }

    /// The heuristic; None for strategies that use none.
    #[getter]
    fn heuristic(&self) -> Option<&str> {
        self.record.heuristic.as_deref()
    }

    /// The number of expanded nodes.
    #[getter]
    fn expanded(&self) -> u64 {
        self.record.stats.expanded
    }

    /// The number of generated successors.
    #[getter]
    fn generated(&self) -> u64 {
        self.record.stats.generated
    }

    /// The time of the search in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.record.stats.elapsed.as_secs_f64()
    }

    /// All counts of the search, its time and its memory.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.record.stats)
    }

    /// Returns the run record: the object that `heureka solve --json` prints.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &Versioned::new(Seeded::new(self.seed(), &self.record)))
    }

    /// Draws the plan: a route on a map, or a film strip of its states, 200 at most.
    fn draw(&self, py: Python<'_>) -> PyResult<Picture> {
        self.drawn(py, |instance, solution| {
            Ok(Picture { svg: pictures::plan_svg(&**instance, solution)?.0 })
        })
    }

    /// Returns a page with the plan that prints on A4 and Letter.
    fn page(&self, py: Python<'_>) -> PyResult<Page> {
        let strategy =
            names::strategy(&self.record.strategy).map_err(|error| invalid(py, error))?;
        self.drawn(py, |instance, solution| {
            Ok(Page { html: pictures::plan_page(&**instance, &strategy, solution)? })
        })
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let sentence = escaped(&self.record.sentence());
        let is_drawn =
            matches!(&self.subject, Subject::Instance(shared) if shared.own.as_small().is_some());
        let shown = match &self.record.plan {
            Some(_) if is_drawn => format!(
                "<div style=\"max-width: 100%; overflow-x: auto\">{}</div>",
                self.draw(py)?.svg
            ),
            Some(plan) => format!("<p><code>{}</code></p>", escaped(&plan.join(" "))),
            None => String::new(),
        };
        Ok(format!("<p>{sentence}</p>{shown}"))
    }

    fn __str__(&self) -> String {
        self.record.sentence()
    }

    fn __repr__(&self) -> String {
        format!("<heureka.Result: {}>", self.record.sentence())
    }
}
