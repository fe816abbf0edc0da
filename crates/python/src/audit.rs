//! Audits: what heuristics claim, checked on all reachable states.

use crate::error::{interrupted, invalid};
use crate::instance::{Instance, small};
use crate::json::to_python;
use crate::limits::{Limits, is_ctrl_c};
use crate::picture::{Page, Picture};
use crate::problem::source;
use heureka_core::heuristic::audit::audit_with;
use heureka_kit::draw::Picture as Drawing;
use heureka_kit::instance::Shown;
use heureka_kit::numbered::Numbered;
use heureka_lab::Provenance;
use heureka_lab::audit::{self, AuditResult};
use heureka_lab::names;
use pyo3::prelude::*;
use std::sync::atomic::AtomicBool;

/// The audit of one or several heuristics.
#[pyclass(frozen, module = "heureka")]
pub struct Audit {
    title: String,
    instance: String,
    results: Vec<AuditResult>,
}

/// Returns the audit, or the exception of Ctrl-C with what was found.
fn concluded(py: Python<'_>, audit: Audit, raised: Option<PyErr>) -> PyResult<Audit> {
    match raised {
        None => Ok(audit),
        Some(error) if is_ctrl_c(py, &error) => {
            let found = Bound::new(py, audit)?.into_any();
            Err(interrupted(py, "the audit was stopped".to_owned(), found))
        }
        Some(error) => Err(error),
    }
}

/// Audits heuristics of an instance, by default all.
#[pyfunction]
pub fn audit_instance(
    py: Python<'_>,
    instance: &Instance,
    heuristics: Option<Vec<String>>,
    limits: &Limits,
) -> PyResult<Audit> {
    let own = &instance.shared.own;
    let info = own.info();
    let all = || info.heuristics.iter().map(|heuristic| heuristic.name.to_owned()).collect();
    let mut found = vec![];
    for name in heuristics.unwrap_or_else(all) {
        let selected = names::heuristic(info, &name)
            .and_then(|_| instance.shared.with_heuristic(Some(&name)))
            .map_err(|advice| invalid(py, advice))?;
        small(py, &*selected, "audit")?;
        let flag = AtomicBool::new(false);
        let (audit, raised) =
            limits.run(py, &flag, |limits| Some(selected.as_small()?.audit(limits)));
        found.extend(audit.map(|audit| AuditResult { name, audit }));
        if raised.is_some() {
            let audit = Audit { title: title(info.title), instance: own.text(), results: found };
            return concluded(py, audit, raised);
        }
    }
    Ok(Audit { title: title(info.title), instance: own.text(), results: found })
}

fn title(subject: &str) -> String {
    format!("{subject}: audit of heuristics")
}

/// Audits the estimate of a problem in Python.
#[pyfunction]
pub fn audit_problem(
    py: Python<'_>,
    problem: &Bound<'_, PyAny>,
    limits: &Limits,
) -> PyResult<Audit> {
    let mut table = source(problem)?;
    table.expect_estimates();
    let text = |object: Option<Bound<'_, PyAny>>| {
        object.and_then(|object| Some(object.str().ok()?.to_string())).unwrap_or_default()
    };
    let shown = |&number: &u32| {
        let text = Python::attach(|py| text(table.state(py, number).ok()));
        Shown { picture: Drawing::of_text(&text), colored: text.clone(), text }
    };
    let word = |&state: &u32, index| Python::attach(|py| text(table.action(py, state, index)));
    let (audit, raised) =
        limits.run(py, table.stop(), |limits| audit_with(&Numbered(&*table), limits, shown, word));
    let raised = table.take_raised().or(raised);
    let results = vec![AuditResult { name: "h".to_owned(), audit }];
    let instance = text(table.state(py, 0).ok());
    concluded(py, Audit { title: title(table.name()), instance, results }, raised)
}

#[pymethods]
impl Audit {
    /// Whether no heuristic claims what is false.
    #[getter]
    fn ok(&self) -> bool {
        !self.results.iter().any(|result| result.audit.refuted())
    }

    /// Returns the findings about each heuristic, as `heureka audit --json` prints them.
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.results)
    }

    /// Plots estimates against exact distances, with counterexamples.
    fn draw(&self) -> Picture {
        Picture { svg: audit::sheet(&self.title, &self.results) }
    }

    /// Returns a page with all findings.
    fn page(&self) -> Page {
        let report = audit::report(&self.title, &self.instance, &self.results);
        Page { html: report.html(&Provenance::here()) }
    }

    fn _repr_svg_(&self) -> String {
        self.draw().svg
    }

    fn __repr__(&self) -> String {
        let findings = self.results.iter().map(|AuditResult { name, audit }| {
            format!(
                "{name}: admissible: {}, consistent: {}",
                audit.admissibility(),
                audit.consistency()
            )
        });
        format!("<heureka.Audit: {}>", findings.collect::<Vec<_>>().join("; "))
    }
}
