//! The Python package `heureka`: the engine, the puzzles and the lab as classes and functions.
//!
//! The classes here are thin views of `kit` and `lab`. The functions that people call, with their keywords and
//! documentation, are in `python/heureka/`.

mod audit;
mod certificate;
mod error;
mod instance;
mod json;
mod limits;
mod picture;
mod problem;
mod result;
mod rules;
mod study;
mod table;
mod trace;

/// The compiled part of the package.
#[pyo3::pymodule]
mod _heureka {
    #[pymodule_export]
    use crate::audit::{Audit, audit_instance, audit_problem};
    #[pymodule_export]
    use crate::certificate::{Certificate, check_certificate};
    #[pymodule_export]
    use crate::instance::{Instance, State};
    #[pymodule_export]
    use crate::json::{catalog, describe};
    #[pymodule_export]
    use crate::limits::Limits;
    #[pymodule_export]
    use crate::picture::{Page, Picture};
    #[pymodule_export]
    use crate::problem::solve_problem;
    #[pymodule_export]
    use crate::result::{Result, solve_instance};
    #[pymodule_export]
    use crate::rules::Rules;
    #[pymodule_export]
    use crate::study::{Study, read_study, run_study};
    #[pymodule_export]
    use crate::trace::{Trace, close_traces, trace_instance, trace_problem};

    /// Lets searches use the tables that earlier runs kept, and keep theirs, as the command line does.
    #[pymodule_init]
    fn init() {
        heureka_lab::table_cache::open(crate::error::warn);
    }

    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
