//! Exceptions with the texts of the command line.

use heureka_kit::instance::SolveError;
use heureka_lab::advice;
use heureka_lab::names::Advice;
use pyo3::PyClass;
use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;

/// Returns an exception of a class in `heureka._errors`.
fn exception<'py>(py: Python<'py>, class: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    let class = py.import("heureka._errors").and_then(|module| module.getattr(class));
    class.and_then(|class| class.call1(arguments)).map_or_else(|error| error, PyErr::from_value)
}

/// Returns the exception for what is wrong with arguments.
pub fn invalid(py: Python<'_>, advice: Advice) -> PyErr {
    exception(py, "HeurekaError", advice)
}

/// Returns the exception for a rejected plan.
pub fn rejected(py: Python<'_>, what: String, help: String) -> PyErr {
    exception(py, "PlanError", (what, help))
}

/// Returns the exception for a mistake in a problem of the user.
pub fn mistake(py: Python<'_>, what: String, help: &str) -> PyErr {
    exception(py, "ProblemError", (what, help))
}

/// Returns what was found, or raises what stopped the work; for Ctrl-C, an exception that holds what was found.
pub fn concluded<T>(py: Python<'_>, found: T, what: String, raised: Option<PyErr>) -> PyResult<T>
where
    T: PyClass + Into<PyClassInitializer<T>>,
{
    match raised {
        None => Ok(found),
        Some(error) if is_ctrl_c(py, &error) => {
            Err(exception(py, "Interrupted", (what, Bound::new(py, found)?)))
        }
        Some(error) => Err(error),
    }
}

/// Returns whether an exception is that of Ctrl-C.
pub fn is_ctrl_c(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyKeyboardInterrupt>(py)
}

/// Shows a note as a warning of Python.
pub fn warn(note: &str) {
    Python::attach(|py| {
        let warned = py.import("warnings").and_then(|module| module.call_method1("warn", (note,)));
        // Where warnings are errors, the search goes on: the note is about its speed only.
        drop(warned);
    });
}

/// Returns the exception for a search that cannot run.
pub fn unsolved(py: Python<'_>, error: &SolveError) -> PyErr {
    match advice::unsupported(error) {
        Some(advice) => invalid(py, advice),
        None => PyRuntimeError::new_err(error.to_string()),
    }
}
