//! Limits of a call, and how work runs under them: without the GIL, and until Ctrl-C.

use crate::error::invalid;
use heureka_core::limits::Progress;
use heureka_lab::table_cache;
use heureka_lab::units::{parse_duration, parse_size};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The most threads, as on the command line.
const MOST_THREADS: usize = 1024;

/// The limits of a call.
#[pyclass(frozen, module = "heureka._heureka")]
#[derive(Clone)]
pub struct Limits {
    pub time: Option<Duration>,
    pub memory: Option<u64>,
    pub expansions: Option<u64>,
    pub depth: Option<u32>,
    pub cost: Option<u32>,
    pub threads: usize,
}

/// A time as an argument: seconds, or a text as the command line takes it.
pub struct Time(pub Option<Duration>);

/// A size as an argument: bytes, or a text as the command line takes it.
pub struct Size(pub Option<u64>);

impl Size {
    /// The limit of the command line.
    pub const DEFAULT: Self = Self(Some(4 << 30));
}

/// Reads a value that is a number, or a text as the command line takes it.
fn read<T>(
    value: &Bound<'_, PyAny>,
    parse: fn(&str) -> Result<T, String>,
    number: fn(f64) -> Option<T>,
    help: &str,
) -> PyResult<Option<T>> {
    let error = |what| invalid(value.py(), (what, help.to_owned()));
    if value.is_none() {
        return Ok(None);
    }
    if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_str()?;
        return parse(text).map(Some).map_err(|what| error(format!("limit '{text}': {what}")));
    }
    let given: f64 = value.extract()?;
    number(given).map(Some).ok_or_else(|| error(format!("limit {given} is out of range")))
}

impl FromPyObject<'_, '_> for Time {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let seconds = |seconds| Duration::try_from_secs_f64(seconds).ok();
        read(&value, parse_duration, seconds, "give seconds, or a text such as '10s'").map(Self)
    }
}

impl FromPyObject<'_, '_> for Size {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let bytes = |bytes: f64| {
            let is_size = (0.0..2_f64.powi(63)).contains(&bytes);
            #[allow(clippy::cast_sign_loss)]
            is_size.then_some(bytes as u64)
        };
        read(&value, parse_size, bytes, "give bytes, or a text such as '1GiB'").map(Self)
    }
}

#[pymethods]
impl Limits {
    #[new]
    pub fn new(
        py: Python<'_>,
        time: Time,
        memory: Size,
        expansions: Option<u64>,
        depth: Option<u32>,
        cost: Option<u32>,
        threads: usize,
    ) -> PyResult<Self> {
        if !(1..=MOST_THREADS).contains(&threads) {
            let what = format!("threads={threads} is out of range");
            return Err(invalid(py, (what, format!("give a number from 1 to {MOST_THREADS}"))));
        }
        Ok(Self { time: time.0, memory: memory.0, expansions, depth, cost, threads })
    }
}

impl Limits {
    /// Returns limits that never stop work.
    pub const fn none() -> Self {
        Self { time: None, memory: None, expansions: None, depth: None, cost: None, threads: 1 }
    }

    /// Returns the engine's limits, which stop soon after the flag becomes true.
    pub fn until<'a>(&self, flag: &'a AtomicBool) -> heureka_core::Limits<'a> {
        let mut limits = table_cache::limits().interrupt(flag).with_threads(self.threads);
        if let Some(time) = self.time {
            limits = limits.time(time);
        }
        if let Some(memory) = self.memory {
            limits = limits.memory(memory);
        }
        if let Some(expansions) = self.expansions {
            limits = limits.expansions(expansions);
        }
        if let Some(depth) = self.depth {
            limits = limits.depth(depth);
        }
        if let Some(cost) = self.cost {
            limits = limits.cost(cost);
        }
        limits
    }

    /// Runs work. About ten times a second, handlers of signals run, as Python itself runs them; if one raises
    /// an exception, such as that of Ctrl-C, the work stops.
    pub fn watched<T>(
        &self,
        flag: &AtomicBool,
        raised: &mut Option<PyErr>,
        work: impl FnOnce(&mut heureka_core::Limits<'_>) -> T,
    ) -> T {
        let mut report = |_: &Progress<'_>| {
            if let Some(error) = Python::attach(|py| py.check_signals().err()) {
                raised.get_or_insert(error);
                flag.store(true, Ordering::Relaxed);
            }
        };
        work(&mut self.until(flag).report(&mut report))
    }

    /// Runs work without the GIL, as [`Limits::watched`] does. Returns its result, and the exception.
    pub fn run<T: Send>(
        &self,
        py: Python<'_>,
        flag: &AtomicBool,
        work: impl FnOnce(&mut heureka_core::Limits<'_>) -> T + Send,
    ) -> (T, Option<PyErr>) {
        py.detach(|| {
            let mut raised = None;
            (self.watched(flag, &mut raised, work), raised)
        })
    }
}
