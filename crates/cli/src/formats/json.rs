//! Results as JSON: one object per line; every field is present, `null` if it has no value.

use crate::choose::Chosen;
use heureka_core::{Stop, Strategy};
use heureka_kit::instance::Solution;
use heureka_kit::trace::{Event, Trace};
use heureka_lab::record::RunRecord;
pub use heureka_lab::record::{SCHEMA, verdict as outcome};
use serde::Serialize;
use std::io::{self, Write};

/// Returns the name of a stop.
pub fn stop(stop: Stop) -> &'static str {
    match stop {
        Stop::Time => "time",
        Stop::Expansions => "expansions",
        Stop::Memory => "memory",
        Stop::Interrupted => "interrupted",
        Stop::Declined => "declined",
    }
}

/// Prints the record of a run.
pub fn solution(
    out: &mut dyn Write,
    chosen: &Chosen,
    strategy: &Strategy,
    solution: &Solution,
) -> io::Result<()> {
    print(out, &RunRecord::new(&*chosen.instance, strategy, solution, chosen.table_time))
}

/// The runs of an experiment, with the version of the format.
#[derive(Serialize)]
pub struct Runs<'a, T> {
    schema: u32,
    #[serde(flatten)]
    runs: &'a T,
}

impl<'a, T> Runs<'a, T> {
    /// Wraps an object that has a list `runs`.
    pub fn new(runs: &'a T) -> Self {
        Self { schema: SCHEMA, runs }
    }
}

/// Prints an object on one line.
pub fn print(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}

/// A line of a trace, with the fields that its event has.
#[derive(Serialize)]
struct TraceLine<'a> {
    event: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    g: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    h: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'a str>,
}

/// Writes a trace, one object per line.
pub struct TraceWriter<W> {
    out: W,
    written: io::Result<()>,
}

impl<W: Write> TraceWriter<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out, written: Ok(()) }
    }

    /// Ends the trace; fails if writing any line failed.
    pub fn finish(mut self) -> io::Result<()> {
        self.written?;
        self.out.flush()
    }
}

impl<W: Write> Trace for TraceWriter<W> {
    fn event(&mut self, event: &Event<'_>) {
        if self.written.is_ok() {
            let Event { kind, state, action, g, h, bound, why } = *event;
            let line = TraceLine { event: kind, action, g, h, bound, why, state };
            self.written = print(&mut self.out, &line);
        }
    }
}
