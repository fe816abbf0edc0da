//! Limits of a call, and how work runs under them: without the GIL, and until Ctrl-C.

use crate::error::invalid;
use heureka_core::limits::Progress;
use heureka_lab::table_cache;
use heureka_lab::units::{parse_duration, parse_size};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The most threads, as on the command line.
const MOST_THREADS: u64 = 1024;

/// The limits of a call.
#[pyclass(frozen, module = "heureka._heureka")]
#[derive(Clone)]
pub struct Limits {
    pub time: Option<Duration>,
    pub memory: Option<u64>,
    pub expansions: Option<u64>,
    pub depth: Option<u32>,
    pub cost: Option<u32>,
    pub threads: Option<usize>,
}

/// Returns the mistake that an argument is out of range.
fn out_of_range(name: &str, value: &Bound<'_, PyAny>, help: String) -> PyErr {
    // Python refuses to write numbers with thousands of digits.
    let what = match value.repr() {
        Ok(shown) => format!("{name}={shown} is out of range"),
        Err(_) => format!("{name} is out of range"),
    };
    invalid(value.py(), (what, help))
}

/// Returns the range of a type of at most 64 bits.
pub const fn range<T>() -> RangeInclusive<u64> {
    0..=u64::MAX >> (64 - 8 * size_of::<T>())
}

/// Reads a whole number in a range of its type.
pub fn whole<T: TryFrom<u64>>(
    name: &str,
    value: &Bound<'_, PyAny>,
    range: RangeInclusive<u64>,
) -> PyResult<T> {
    let number = match value.extract::<u64>() {
        Err(error) if !error.is_instance_of::<PyOverflowError>(value.py()) => return Err(error),
        number => number.ok().filter(|number| range.contains(number)),
    };
    number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
        let help = format!("give a whole number from {} to {}", range.start(), range.end());
        out_of_range(name, value, help)
    })
}

/// Reads a whole number that may be missing.
pub fn optional<T: TryFrom<u64>>(
    name: &str,
    value: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<T>> {
    value.map(|value| whole(name, value, range::<T>())).transpose()
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
    name: &str,
    value: &Bound<'_, PyAny>,
    parse: fn(&str) -> Result<T, String>,
    number: fn(f64) -> Option<T>,
    help: &str,
) -> PyResult<Option<T>> {
    if value.is_none() {
        return Ok(None);
    }
    if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_str()?;
        let wrong = |what| (format!("{name}='{text}': {what}"), help.to_owned());
        return parse(text).map(Some).map_err(|what| invalid(value.py(), wrong(what)));
    }
    let given = match value.extract::<f64>() {
        Err(error) if !error.is_instance_of::<PyOverflowError>(value.py()) => return Err(error),
        given => given.ok().and_then(number),
    };
    given.map(Some).ok_or_else(|| out_of_range(name, value, help.to_owned()))
}

impl FromPyObject<'_, '_> for Time {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let seconds = |seconds| Duration::try_from_secs_f64(seconds).ok();
        let help = "give seconds from 0, or a text such as '10s'";
        read("time_limit", &value, parse_duration, seconds, help).map(Self)
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
        let help = "give bytes from 0 to 2**63 - 1, or a text such as '1GiB'";
        read("memory_limit", &value, parse_size, bytes, help).map(Self)
    }
}

#[pymethods]
impl Limits {
    #[new]
    pub fn new(
        time: Time,
        memory: Size,
        expansions: Option<&Bound<'_, PyAny>>,
        depth: Option<&Bound<'_, PyAny>>,
        cost: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        Ok(Self {
            time: time.0,
            memory: memory.0,
            expansions: optional("expansions", expansions)?,
            depth: optional("depth_limit", depth)?,
            cost: optional("cost_limit", cost)?,
            threads: threads.map(|value| whole("threads", value, 1..=MOST_THREADS)).transpose()?,
        })
    }
}

impl Limits {
    /// Returns limits that never stop work.
    pub const fn none() -> Self {
        Self { time: None, memory: None, expansions: None, depth: None, cost: None, threads: None }
    }

    /// Returns the engine's limits, which stop soon after the flag becomes true.
    pub fn until<'a>(&self, flag: &'a AtomicBool) -> heureka_core::Limits<'a> {
        let mut limits = table_cache::limits().interrupt(flag);
        if let Some(threads) = self.threads {
            limits = limits.with_threads(threads).with_table_threads(threads);
        }
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
