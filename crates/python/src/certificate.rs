//! Certificates: proofs that others check without a search.

use crate::error::{invalid, unsolved};
use crate::instance::{Shared, small};
use crate::json::to_python;
use crate::limits::Limits;
use heureka_core::Outcome;
use heureka_kit::certificate::{Header, Rejection};
use heureka_kit::instance::SolveError;
use heureka_lab::advice;
use heureka_lab::names::Advice;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A proof that a plan is optimal, or that there is none.
#[pyclass(frozen, module = "heureka")]
pub struct Certificate {
    header: Header,
    records: usize,
    bytes: Vec<u8>,
}

/// Why there is no certificate.
enum Failed {
    Argument(Advice),
    Search(SolveError),
    Unproved(String),
}

impl Certificate {
    /// Searches for the proof.
    pub fn make(
        py: Python<'_>,
        shared: &Arc<Shared>,
        strategy: &str,
        heuristic: Option<&str>,
        limits: &Limits,
    ) -> PyResult<Self> {
        let informed = match strategy {
            "astar" => true,
            "ucs" => false,
            other => {
                let what = format!("{other} cannot find a proof that fits into a certificate");
                return Err(invalid(py, (what, "use astar or ucs".to_owned())));
            }
        };
        let instance = shared.with_heuristic(heuristic);
        let instance = instance.map_err(|advice| invalid(py, advice))?;
        small(py, &*instance, "certify")?;
        let flag = AtomicBool::new(false);
        let (made, raised) = limits.run(py, &flag, |limits| {
            if informed {
                advice::proof_by_astar(&*instance).map_err(Failed::Argument)?;
            }
            let small = instance
                .as_small()
                .ok_or_else(|| Failed::Argument(advice::too_large("certify")))?;
            let (solution, records) = small.certify(informed, limits).map_err(Failed::Search)?;
            let why = match &solution.outcome {
                Outcome::Stopped(stop) => format!(": {stop}"),
                _ => String::new(),
            };
            let records = records.ok_or(Failed::Unproved(why))?;
            let header = Header::new(&*instance, informed, &solution);
            let mut bytes = vec![];
            // Writing to memory does not fail.
            let _ = header.write(&mut bytes).and_then(|()| records.write(&mut bytes));
            Ok(Self { header, records: records.count(), bytes })
        });
        if let Some(error) = raised {
            return Err(error);
        }
        made.map_err(|failed| match failed {
            Failed::Argument(advice) => invalid(py, advice),
            Failed::Search(error) => unsolved(py, &error),
            Failed::Unproved(why) => {
                let what = format!("nothing is proved, so there is no certificate{why}");
                invalid(py, (what, "raise the limits, or use a smaller instance".to_owned()))
            }
        })
    }
}

#[pymethods]
impl Certificate {
    /// The proved optimal cost; None if it is proved that there is no plan.
    #[getter]
    fn cost(&self) -> Option<u32> {
        self.header.claim
    }

    /// The heuristic that the proof rests on; None if it rests on the rules alone.
    #[getter]
    fn heuristic(&self) -> Option<&str> {
        self.header.heuristic.as_deref()
    }

    /// The moves of the plan.
    #[getter]
    fn plan(&self) -> Vec<&str> {
        self.header.plan.split_whitespace().collect()
    }

    /// The number of states in the proof.
    #[getter]
    fn records(&self) -> usize {
        self.records
    }

    /// The certificate as `heureka certify` writes it.
    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    /// Writes the certificate to a file, which `heureka certify --check` reads.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        Ok(fs::write(path, &self.bytes)?)
    }

    /// Checks the certificate by the reference rules.
    fn check<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        check_certificate(py, &self.bytes)
    }

    fn __repr__(&self) -> String {
        let claim = match self.header.claim {
            Some(cost) => format!("cost {cost} is optimal"),
            None => "no solution exists".to_owned(),
        };
        format!(
            "<heureka.Certificate: {claim} for {}, {} records>",
            self.header.puzzle, self.records
        )
    }
}

/// Checks a certificate by the reference rules, and returns what it proves.
#[pyfunction]
pub fn check_certificate<'py>(py: Python<'py>, certificate: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let wrong = |what: String| {
        invalid(py, (what, "give a file written by `heureka certify --out`".to_owned()))
    };
    let (header, records) = Header::read(certificate).map_err(|error| wrong(error.to_string()))?;
    let entry = heureka_puzzles::registry::puzzle(&header.puzzle)
        .ok_or_else(|| wrong(format!("unknown puzzle '{}'", header.puzzle)))?;
    let instance = header.rebuild(entry).map_err(|error| wrong(error.to_string()))?;
    let (flag, limits) = (AtomicBool::new(false), Limits::none());
    let (checked, raised) =
        limits.run(py, &flag, |limits| header.check(&*instance, records, limits));
    if let Some(error) = raised {
        return Err(error);
    }
    let checked = checked.map_err(|rejection| match rejection {
        Rejection::Stopped(stop) => PyRuntimeError::new_err(stop.to_string()),
        rejection => {
            let help = "the certificate does not prove its claim; write it again".to_owned();
            invalid(py, (format!("rejected: {rejection}"), help))
        }
    })?;
    to_python(
        py,
        &json!({
            "puzzle": header.puzzle,
            "instance": instance.text(),
            "parameters": instance.parameters().effective(instance.info().parameters),
            "heuristic": header.heuristic,
            "outcome": if header.claim.is_some() { "solved" } else { "unsolvable" },
            "cost": header.claim,
            "length": header.claim.map(|_| header.moves()),
            "states": checked.states,
            "moves": checked.moves,
        }),
    )
}
