//! Results as JSON: one object per line; every field is present, `null` if it has no value.

use crate::exit::advise;
use crate::interrupt;
use heureka_core::observe::Pruned;
use heureka_kit::trace::{Event, Trace};
use heureka_lab::files::OutputFile;
pub use heureka_lab::record::verdict as outcome;
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::{self, Write};
use std::sync::atomic::Ordering;

/// Prints an object on one line.
pub fn print(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}

/// Returns one object with the fields of several.
pub fn merged<const N: usize>(objects: [Value; N]) -> Value {
    let fields = |object| if let Value::Object(fields) = object { fields } else { Map::new() };
    objects.into_iter().flat_map(fields).collect()
}

/// A line of a trace, with the fields that its event has.
#[derive(Serialize)]
struct TraceLine<'a> {
    event: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    g: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    h: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    f: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'a str>,
}

/// Writes a trace, one object per line. If its reader closes the pipe, interrupts the search, whose
/// further steps nobody sees.
pub struct TraceWriter {
    out: OutputFile,
    written: io::Result<()>,
}

impl TraceWriter {
    /// Writes to `out`.
    pub fn new(out: OutputFile) -> Self {
        Self { out, written: Ok(()) }
    }

    /// Ends the trace and returns its output; fails if writing any line failed.
    pub fn finish(self) -> io::Result<OutputFile> {
        self.written.map(|()| self.out)
    }
}

impl Trace for TraceWriter {
    fn event(&mut self, event: &Event<'_>) {
        if self.written.is_ok() {
            let Event { kind, node, bound, weight, reason } = *event;
            let line = TraceLine {
                event: kind.name(),
                node: node.map(|node| node.id),
                parent: node.and_then(|node| node.parent),
                action: node.and_then(|node| node.action),
                g: node.map(|node| node.g),
                h: node.and_then(|node| node.h),
                f: node.and_then(|node| node.f),
                bound,
                weight,
                why: reason.map(Pruned::name),
                state: node.and_then(|node| node.state),
            };
            self.written = print(&mut self.out, &line);
            if self.out.is_closed() && !interrupt::flag().swap(true, Ordering::Relaxed) {
                advise("stopping; the reader of the trace has closed the pipe");
            }
        }
    }
}
