//! Results for programs: one object, its fields always there, null where there is no value.

use crate::choose::Chosen;
use heureka_core::{Optimality, Outcome, Pruned, Stop, Strategy};
use heureka_kit::instance::{Instance, Solution};
use heureka_kit::trace::{Event, Trace};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Raised when a field changes its meaning or goes away.
pub const SCHEMA: u32 = 1;

/// A result of `heureka solve`.
#[derive(Serialize)]
pub struct Solved<'a> {
    puzzle: &'a str,
    instance: String,
    parameters: BTreeMap<&'a str, &'a str>,
    strategy: String,
    heuristic: Option<&'a str>,
    caveat: Option<&'a str>,
    outcome: &'a str,
    reason: Option<&'a str>,
    optimality: Option<&'a str>,
    within: Option<f64>,
    cost: Option<u32>,
    length: Option<usize>,
    plan: Option<Vec<String>>,
    expanded: u64,
    generated: u64,
    duplicates: u64,
    reopened: u64,
    pruned: u64,
    max_frontier: u64,
    max_frontier_with_stale: u64,
    iterations: u64,
    bound: u32,
    expanded_below_bound: u64,
    seconds: f64,
    peak_bytes: u64,
    table_bytes: u64,
    table_seconds: f64,
}

/// The word for an outcome and the reason for it.
pub fn outcome<'a>(solution: &'a Solution<'_>) -> (&'static str, Option<&'a str>) {
    match &solution.outcome {
        Outcome::Solved(..) => ("solved", None),
        Outcome::Unsolvable => {
            ("unsolvable", Some(solution.reason.as_deref().unwrap_or("exhausted")))
        }
        Outcome::NotFound(gap) => ("not-found", Some(gap.name())),
        Outcome::Stopped(stop) => ("stopped", Some(stop.name())),
    }
}

/// Returns the name of a limit.
pub fn stop(stop: Stop) -> &'static str {
    stop.name()
}

/// The settings of an instance by name; of one given twice, the last counts.
fn settings(instance: &dyn Instance) -> BTreeMap<&str, &str> {
    let all = instance.parameters().0.iter();
    all.map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

/// Prints a result.
pub fn solution(
    out: &mut dyn Write,
    chosen: &Chosen,
    strategy: &Strategy,
    solution: &Solution<'_>,
) -> io::Result<()> {
    print_result(out, solved(chosen, strategy, solution))
}

/// A result as a part of a larger one.
pub fn solution_value(
    chosen: &Chosen,
    strategy: &Strategy,
    solution: &Solution<'_>,
) -> serde_json::Result<serde_json::Value> {
    serde_json::to_value(solved(chosen, strategy, solution))
}

/// Returns the object that describes a result.
pub fn solved<'a>(
    chosen: &'a Chosen,
    strategy: &Strategy,
    solution: &'a Solution<'_>,
) -> Solved<'a> {
    let instance = &*chosen.instance;
    let stats = &solution.stats;
    let plan = solution.outcome.plan();
    let (outcome, reason) = outcome(solution);
    let (optimality, within) = match solution.outcome {
        Outcome::Solved(_, Optimality::Proved) => (Some("proved"), None),
        Outcome::Solved(_, Optimality::Within(ratio)) => (Some("within"), Some(ratio.as_f64())),
        Outcome::Solved(_, Optimality::NotClaimed) => (Some("not-claimed"), None),
        _ => (None, None),
    };
    let informed = strategy.algorithm.is_informed();
    let table_bytes = if informed { instance.table_bytes() } else { 0 };
    Solved {
        puzzle: instance.info().name,
        instance: instance.text(),
        parameters: settings(instance),
        strategy: strategy.to_string(),
        heuristic: informed.then_some(instance.heuristic().name),
        caveat: instance.caveat(),
        outcome,
        reason,
        optimality,
        within,
        cost: plan.map(|plan| plan.cost()),
        length: plan.map(|plan| plan.len()),
        plan: plan.map(|plan| plan.words()),
        expanded: stats.expanded,
        generated: stats.generated,
        duplicates: stats.duplicates,
        reopened: stats.reopened,
        pruned: stats.pruned,
        max_frontier: stats.max_frontier,
        max_frontier_with_stale: stats.max_frontier_with_stale,
        iterations: stats.iterations,
        bound: stats.bound,
        expanded_below_bound: stats.expanded_below_bound,
        seconds: stats.elapsed.as_secs_f64(),
        peak_bytes: stats.peak_bytes,
        table_bytes,
        table_seconds: if table_bytes > 0 { chosen.table_time.as_secs_f64() } else { 0.0 },
    }
}

/// Prints an object on a line of its own.
pub fn print(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}

/// Prints the result of a command as one object, with the number of its schema.
pub fn print_result(out: &mut dyn Write, result: impl Serialize) -> io::Result<()> {
    #[derive(Serialize)]
    struct Versioned<T> {
        schema: u32,
        #[serde(flatten)]
        result: T,
    }
    print(out, &Versioned { schema: SCHEMA, result })
}

/// A line of a trace; what an event does not speak of is left out.
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

    /// Ends the trace; fails if any line of it could not be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.written?;
        self.out.flush()
    }
}

impl<W: Write> Trace for TraceWriter<W> {
    fn event(&mut self, event: &Event<'_>) {
        if self.written.is_ok() {
            let Event { kind, node, bound, reason } = *event;
            let line = TraceLine {
                event: kind.name(),
                action: node.and_then(|node| node.action),
                g: node.map(|node| node.g),
                h: node.and_then(|node| node.h),
                bound,
                why: reason.map(Pruned::name),
                state: node.and_then(|node| node.state),
            };
            self.written = print(&mut self.out, &line);
        }
    }
}
