//! `POST /api/v1/solve`: runs a search, with progress while it runs.

use crate::app::App;
use crate::error::ApiError;
use crate::job::{self, Running};
use crate::play::svg;
use crate::recording::Recording;
use crate::subject::Subject;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::HeaderMap;
use axum::response::Response;
use heureka_core::Limits;
use heureka_core::limits::Progress;
use heureka_kit::instance::{Instance, Solution};
use heureka_kit::trace::Trace;
use heureka_lab::RunRecord;
use heureka_lab::record::Versioned;
use heureka_lab::{names, table_cache};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Instant;

/// The time limit of a job that gives none, in seconds, and the longest.
const SECONDS: (f64, f64) = (60.0, 3600.0);
/// The memory limit of a job that gives none, in bytes, and the largest.
const BYTES: (u64, u64) = (1 << 30, 4 << 30);
/// The most events of a trace.
pub const MAX_EVENTS: usize = 1_000_000;

/// The limits of a job.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct JobLimits {
    seconds: Option<f64>,
    bytes: Option<u64>,
    expansions: Option<u64>,
    depth: Option<u32>,
    cost: Option<u32>,
}

impl JobLimits {
    fn limits<'a>(self) -> Result<Limits<'a>, ApiError> {
        let time = job::time("limits.seconds", self.seconds, SECONDS)?;
        let limits = table_cache::limits().time(time);
        let mut limits = limits.memory(self.bytes.unwrap_or(BYTES.0).min(BYTES.1));
        if let Some(expansions) = self.expansions {
            limits = limits.expansions(expansions);
        }
        if let Some(depth) = self.depth {
            limits = limits.depth(depth);
        }
        if let Some(cost) = self.cost {
            limits = limits.cost(cost);
        }
        Ok(limits)
    }
}

/// A search to run.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    subject: Subject,
    strategy: Option<String>,
    heuristic: Option<String>,
    #[serde(default)]
    limits: JobLimits,
    /// The most events to record; none by default.
    #[serde(default)]
    trace: usize,
}

/// How far a search is.
#[derive(Debug, Serialize)]
struct Counts {
    expanded: u64,
    generated: u64,
    frontier: u64,
    bound: u32,
    bytes: u64,
    seconds: f64,
    /// The size of the tables that are being built, in bytes.
    building: Option<u64>,
    /// The cost of the best plan of an anytime search, and what every plan costs at least.
    plan: Option<u32>,
    lower_bound: Option<u32>,
}

impl Counts {
    fn new(Progress { stats, gauge, building, .. }: &Progress<'_>, begun: Instant) -> Self {
        Self {
            expanded: stats.expanded,
            generated: stats.generated,
            frontier: gauge.frontier,
            bound: stats.bound,
            bytes: gauge.bytes,
            seconds: begun.elapsed().as_secs_f64(),
            building: *building,
            plan: stats.best_plan,
            lower_bound: stats.best_plan.and(stats.lower_bound),
        }
    }
}

/// The result: the record of the run, in a sentence, and its trace if one is wanted.
#[derive(Debug, Serialize)]
struct Done {
    #[serde(flatten)]
    record: RunRecord,
    summary: String,
    /// The plan as a route on the map, if states are places on one.
    route: Option<String>,
    trace: Option<Recorded>,
}

#[derive(Debug, Serialize)]
struct Recorded {
    id: u64,
    events: usize,
    nodes: usize,
    complete: bool,
}

/// Draws the plan as a route, if states are places on a map.
fn route(instance: &dyn Instance, solution: &Solution<'_>) -> Option<String> {
    let picture = solution.outcome.plan()?.as_path()?.route()?;
    Some(svg(&picture, instance.info().title))
}

/// Runs the search.
fn run(app: &App, request: &Request, running: &Running<'_>) -> Result<Versioned<Done>, ApiError> {
    let mut instance = request.subject.make()?;
    let (strategy, heuristic) = (request.strategy.as_deref(), request.heuristic.as_deref());
    let strategy = names::setup(&mut *instance, strategy, heuristic)?;
    let begun = Instant::now();
    let mut report = |progress: &Progress<'_>| running.report(&Counts::new(progress, begun));
    let limits = request.limits.limits()?.interrupt(running.cancelled);
    let mut limits = limits.report(&mut report);
    let mut recording = (request.trace > 0).then(|| Recording::new(request.trace.min(MAX_EVENTS)));
    let trace = recording.as_mut().map(|recording| recording as &mut dyn Trace);
    let solution = instance.solve(&strategy, &mut limits, trace);
    let solution = solution.map_err(|error| ApiError::invalid(error.to_string(), ""))?;
    let record = RunRecord::new(&*instance, &strategy, &solution);
    let summary = record.sentence();
    let route = route(&*instance, &solution);
    drop(solution);
    let trace = recording.map(|recording| {
        let (events, nodes) = (recording.steps.len(), recording.nodes.len());
        let complete = !recording.is_cut;
        Recorded { id: app.traces.keep(instance, recording), events, nodes, complete }
    });
    Ok(Versioned::new(Done { record, summary, route, trace }))
}

/// Answers with the record of a run.
///
/// # Errors
/// If the request is invalid, or too many jobs are waiting.
pub async fn solve(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    request: Result<Json<Request>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(request) = request?;
    request.subject.entry()?;
    let place = app.jobs.enter()?;
    job::run(&headers, place, move |running| run(&app, &request, running)).await
}
