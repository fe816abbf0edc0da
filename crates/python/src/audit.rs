//! Audits: what heuristics claim, checked on all reachable states.

use crate::error::{concluded, invalid};
use crate::instance::{Instance, small};
use crate::json::to_python;
use crate::limits::Limits;
use crate::picture::{Page, Picture};
use crate::problem::{check_costs, check_threads, source};
use heureka_core::Stop;
use heureka_core::heuristic::audit::audit_with;
use heureka_core::parallel::cores;
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

/// Audits heuristics of an instance, by default all, and on all cores.
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
    let limits = Limits { threads: limits.threads.or_else(|| Some(cores())), ..limits.clone() };
    let (mut results, mut raised) = (vec![], None);
    for name in heuristics.unwrap_or_else(all) {
        let selected = names::heuristic(info, &name)
            .and_then(|_| instance.shared.with_heuristic(Some(&name)))
            .map_err(|advice| invalid(py, advice))?;
        small(py, &*selected, "audit")?;
        let flag = AtomicBool::new(false);
        let audit;
        (audit, raised) = limits.run(py, &flag, |limits| Some(selected.as_small()?.audit(limits)));
        results.extend(audit.map(|audit| AuditResult { name, audit }));
        if raised.is_some() {
            break;
        }
    }
    finish(py, info.title, own.text(), results, raised)
}

/// Returns the audit, or raises what stopped it.
fn finish(
    py: Python<'_>,
    subject: &str,
    instance: String,
    results: Vec<AuditResult>,
    raised: Option<PyErr>,
) -> PyResult<Audit> {
    let audit = Audit { title: format!("{subject}: audit of heuristics"), instance, results };
    concluded(py, audit, "the audit was stopped".to_owned(), raised)
}

/// Audits the estimate of a problem in Python.
#[pyfunction]
pub fn audit_problem(
    py: Python<'_>,
    problem: &Bound<'_, PyAny>,
    limits: &Limits,
) -> PyResult<Audit> {
    check_threads(py, limits)?;
    let mut table = source(problem)?;
    table.expect_estimates();
    let text = |object: Option<Bound<'_, PyAny>>| {
        object.and_then(|object| Some(object.str().ok()?.to_string())).unwrap_or_default()
    };
    let shown = |&number: &u32| {
        let text = Python::attach(|py| text(table.state(py, number).ok()));
        Shown { picture: Drawing::of_text(&text), colored: text.clone(), text }
    };
    let word = |_: &u32, number| Python::attach(|py| text(table.action(py, number)));
    let (audit, raised) =
        limits.run(py, table.stop(), |limits| audit_with(&Numbered(&*table), limits, shown, word));
    let cut = table.take_raised().or_else(|| check_costs(py, &*table).err());
    let audit = if cut.is_some() {
        // After the exception, states had no moves: what the audit found then is not true.
        heureka_core::heuristic::audit::Audit::new(table.declared().claim, Some(Stop::Interrupted))
    } else {
        audit
    };
    let results = vec![AuditResult { name: "h".to_owned(), audit }];
    let instance = text(table.state(py, 0).ok());
    finish(py, table.name(), instance, results, cut.or(raised))
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
