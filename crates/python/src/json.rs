//! What serializes, as Python's own types: the same objects that the command line prints.

use crate::error::invalid;
use heureka_kit::puzzle::Parameters;
use heureka_lab::catalog as lab;
use heureka_lab::catalog::Named;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde::Serialize;

/// Returns a value as Python's own types.
pub fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value);
    let text = text.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (text,))
}

/// Returns the puzzles, the strategies and their options, as `heureka list --json` prints them.
#[pyfunction]
pub fn catalog(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    to_python(py, &lab::all())
}

/// Describes a puzzle, a strategy or a heuristic, as `heureka describe --json` does.
#[pyfunction]
pub fn describe<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let found = lab::find(name).map_err(|advice| invalid(py, advice))?;
    let described = match found {
        Named::Puzzle(entry) => {
            let info = entry.info();
            let first = entry.built_in(&info.instances[0], &Parameters::default());
            let first = first.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            py.detach(|| lab::described_puzzle(info, &lab::branching(&*first)))
        }
        Named::Strategy(info) => lab::described_strategy(info),
        Named::Heuristics(found) => lab::described_heuristics(&found),
    };
    to_python(py, &described)
}
