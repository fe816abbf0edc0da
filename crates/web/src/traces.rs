//! Recorded searches that pages step through: `/api/v1/traces/…`.

use crate::app::App;
use crate::error::ApiError;
use crate::play::{fresh_seed, svg};
use crate::recording::{NONE, Recording, Row};
use crate::steps::{NodeView, Steps};
use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use heureka_kit::draw::Area;
use heureka_kit::instance::Instance;
use heureka_kit::trace::EventKind;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The most bytes of all recordings.
const MAX_BYTES: usize = 600 << 20;
/// The most recordings.
const MAX_RECORDINGS: usize = 40;
/// The maximum number of bytes that an instance takes for each byte of its text.
const BYTES_PER_TEXT_BYTE: usize = 16;

/// A recorded search and its instance.
pub struct Traced {
    pub id: u64,
    pub instance: Box<dyn Instance>,
    pub recording: Recording,
    bytes: usize,
}

/// The recordings, the oldest first.
#[derive(Default)]
pub struct Traces(Mutex<Kept>);

struct Kept {
    next: u64,
    all: VecDeque<Arc<Traced>>,
}

impl Default for Kept {
    /// Numbers begin anywhere, so that a page of an earlier server does not show another search.
    fn default() -> Self {
        Self { next: fresh_seed(), all: VecDeque::new() }
    }
}

impl fmt::Debug for Traces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Traces")
    }
}

impl Traces {
    /// Keeps a recording and returns its number. Old ones are dropped to make room.
    pub fn keep(&self, instance: Box<dyn Instance>, mut recording: Recording) -> u64 {
        recording.finish();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.next += 1;
        let id = kept.next;
        let bytes = recording.bytes() + instance.text().len() * BYTES_PER_TEXT_BYTE;
        kept.all.push_back(Arc::new(Traced { id, instance, recording, bytes }));
        let bytes = |kept: &Kept| kept.all.iter().map(|traced| traced.bytes).sum::<usize>();
        while kept.all.len() > MAX_RECORDINGS || (kept.all.len() > 1 && bytes(&kept) > MAX_BYTES) {
            kept.all.pop_front();
        }
        id
    }

    /// Returns a recording, unless it was dropped.
    pub fn get(&self, id: u64) -> Option<Arc<Traced>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.all.iter().find(|traced| traced.id == id).cloned()
    }
}

/// The most events of one answer.
const MAX_EVENTS: usize = 2000;
/// The most points of a curve, and marks of a kind.
const MAX_POINTS: usize = 800;
/// The most places of a map.
const MAX_PLACES: usize = 50_000;
/// The longest name of a state in a sentence.
const LONGEST_NAME: usize = 12;

impl App {
    fn trace(&self, id: u64) -> Result<Arc<Traced>, ApiError> {
        let help = "run the search again: old traces are dropped";
        self.traces
            .get(id)
            .ok_or_else(|| ApiError::missing(format!("there is no trace {id}"), help))
    }
}

impl Traced {
    /// Calls `with` with views of the recording.
    fn steps<T>(&self, with: impl FnOnce(&Steps<'_>) -> T) -> T {
        let small = self.instance.as_small();
        let namer = |row: &Row| {
            let text = small?.write_key(self.recording.key(row))?;
            Some(text).filter(|t| t.len() <= LONGEST_NAME && !t.contains('\n'))
        };
        with(&Steps { recording: &self.recording, namer: &namer })
    }
}

/// Returns a view as JSON.
fn value(view: &impl Serialize) -> Result<Value, ApiError> {
    serde_json::to_value(view).map_err(|error| ApiError::bug(error.to_string()))
}

/// A point of the curves: the node expanded at a step, and the size of the frontier.
#[derive(Debug, Serialize)]
struct Point {
    step: usize,
    g: u32,
    h: Option<u32>,
    f: Option<f64>,
    frontier: u32,
}

/// `GET /api/v1/traces/{id}`: the whole search at a glance.
///
/// # Errors
/// If the trace was dropped.
pub async fn overview(
    State(app): State<Arc<App>>,
    id: Result<Path<u64>, PathRejection>,
) -> Result<Json<Value>, ApiError> {
    let traced = app.trace(id?.0)?;
    let answer = app.boards.run(move || {
        let recording = &traced.recording;
        let every = recording.steps.len().div_ceil(MAX_POINTS).max(1);
        let mut due = 0;
        let mut points = vec![];
        let mut marks = [const { vec![] }; 4];
        for (number, step) in recording.steps.iter().enumerate() {
            let kind = match step.kind {
                EventKind::Bound => 0,
                EventKind::Duplicate => 1,
                EventKind::Reopen => 2,
                EventKind::Solved => 3,
                _ => 4,
            };
            if let Some(marks) = marks.get_mut(kind)
                && marks.last().is_none_or(|&last| number >= last + every)
            {
                marks.push(number);
            }
            if step.kind == EventKind::Expand && number >= due {
                due = number + every;
                let Some(row) = recording.node(step.node) else { continue };
                let frontier = step.counts.frontier;
                points.push(Point {
                    step: number,
                    g: row.g,
                    h: row.h,
                    f: recording.f(row, number),
                    frontier,
                });
            }
        }
        let [bounds, duplicates, reopened, solved] = marks;
        Ok(json!({
            "id": traced.id,
            "events": recording.steps.len(),
            "nodes": recording.nodes.len(),
            "complete": !recording.is_cut,
            "marks": {
                "bound": bounds, "duplicate": duplicates, "reopen": reopened, "solved": solved,
            },
            "points": points,
        }))
    });
    Ok(Json(answer.await?))
}

/// A place of a map: left, top, width and height, the step in which it is first generated, and the one in
/// which it is first expanded or found to be the goal.
type MapPlace = (Area, u32, Option<u32>);

/// `GET /api/v1/traces/{id}/map`: when each place of a map is reached; no places if states are not places.
///
/// # Errors
/// If the trace was dropped.
pub async fn map(
    State(app): State<Arc<App>>,
    id: Result<Path<u64>, PathRejection>,
) -> Result<Json<Value>, ApiError> {
    let traced = app.trace(id?.0)?;
    let answer = app.boards.run(move || {
        let (recording, small) = (&traced.recording, traced.instance.as_small());
        let mut places: BTreeMap<u32, MapPlace> = BTreeMap::new();
        for (number, step) in recording.steps.iter().enumerate() {
            let Some(row) = recording.node(step.node) else { continue };
            let is_full = places.len() >= MAX_PLACES;
            let known = match places.entry(row.state) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(_) if is_full => continue,
                Entry::Vacant(new) => {
                    let place = small.and_then(|small| small.place_of(recording.key(row)));
                    // If one state is no place, none is.
                    let Some(place) = place else { break };
                    new.insert((place, number as u32, None))
                }
            };
            if matches!(step.kind, EventKind::Expand | EventKind::Solved) {
                known.2.get_or_insert(number as u32);
            }
        }
        let start = small.map(|small| svg(&small.picture(), traced.instance.info().title));
        Ok(json!({ "svg": start, "places": places.into_values().collect::<Vec<_>>() }))
    });
    Ok(Json(answer.await?))
}

/// The range of events to return.
#[derive(Debug, Deserialize)]
pub struct Range {
    #[serde(default)]
    from: usize,
    count: Option<usize>,
}

/// `GET /api/v1/traces/{id}/events?from=&count=`: events with their sentences.
///
/// # Errors
/// If the trace was dropped.
pub async fn events(
    State(app): State<Arc<App>>,
    id: Result<Path<u64>, PathRejection>,
    range: Result<Query<Range>, QueryRejection>,
) -> Result<Json<Value>, ApiError> {
    let (traced, Query(range)) = (app.trace(id?.0)?, range?);
    let answer = app.boards.run(move || {
        let count = range.count.unwrap_or(MAX_EVENTS).min(MAX_EVENTS);
        let last = range.from.saturating_add(count).min(traced.recording.steps.len());
        traced.steps(|steps| {
            let events = (range.from..last).filter_map(|number| steps.event(number));
            value(&events.collect::<Vec<_>>())
        })
    });
    Ok(Json(answer.await?))
}

/// `GET /api/v1/traces/{id}/at/{step}`: the search as it stood after a step.
///
/// # Errors
/// If the trace was dropped, or has no such step.
pub async fn at(
    State(app): State<Arc<App>>,
    place: Result<Path<(u64, usize)>, PathRejection>,
) -> Result<Json<Value>, ApiError> {
    let Path((id, step)) = place?;
    let traced = app.trace(id)?;
    let answer = app.boards.run(move || {
        traced.steps(|steps| {
            let situation = steps.situation(step).ok_or_else(|| {
                let help =
                    format!("the last is {}", traced.recording.steps.len().saturating_sub(1));
                ApiError::missing(format!("there is no step {step}"), help)
            })?;
            let board = board(&traced, situation.path.last().copied().unwrap_or(NONE));
            let mut answer = value(&situation)?;
            answer["svg"] = value(&board)?;
            Ok(answer)
        })
    });
    Ok(Json(answer.await?))
}

/// Draws the state of a node.
fn board(traced: &Traced, id: u32) -> Option<String> {
    let row = traced.recording.node(id)?;
    let shown = traced.instance.as_small()?.show_key(traced.recording.key(row))?;
    Some(svg(&shown.picture, traced.instance.info().title))
}

/// A node of the tree, with its board and the moves that lead to it.
#[derive(Debug, Serialize)]
struct NodeCard<'a> {
    #[serde(flatten)]
    node: NodeView<'a>,
    path: Vec<u32>,
    moves: Vec<&'a str>,
    state: Option<String>,
    svg: Option<String>,
}

/// `GET /api/v1/traces/{id}/nodes/{node}`: a node with its board.
///
/// # Errors
/// If the trace was dropped, or has no such node.
pub async fn node(
    State(app): State<Arc<App>>,
    place: Result<Path<(u64, u32)>, PathRejection>,
) -> Result<Json<Value>, ApiError> {
    let Path((id, node)) = place?;
    let traced = app.trace(id)?;
    let answer = app.boards.run(move || {
        let recording = &traced.recording;
        traced.steps(|steps| {
            let missing = || ApiError::missing(format!("there is no node {node}"), "");
            let born = recording.node(node).ok_or_else(missing)?.born;
            let view = steps.node(node, born as usize).ok_or_else(missing)?;
            let path = recording.path(node);
            let rows = path.iter().filter_map(|&id| recording.node(id));
            let moves = rows.filter_map(|row| recording.action(row)).collect();
            let shown = recording
                .node(node)
                .and_then(|row| traced.instance.as_small()?.show_key(recording.key(row)));
            let title = traced.instance.info().title;
            let picture = shown.as_ref().map(|shown| svg(&shown.picture, title));
            let state = shown.map(|shown| shown.text);
            value(&NodeCard { node: view, path, moves, state, svg: picture })
        })
    });
    Ok(Json(answer.await?))
}
