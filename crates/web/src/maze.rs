//! `POST /api/v1/maze`: generates the best number maze that the time allows, with every improvement.

use crate::app::App;
use crate::error::ApiError;
use crate::job::{self, Running};
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::HeaderMap;
use axum::response::Response;
use heureka_core::Limits;
use heureka_kit::board::Size;
use heureka_puzzles::number_maze::generate::generate;
use heureka_puzzles::number_maze::{ScoredMaze, SearchOptions, Spec};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time of a request that gives none, in seconds, and the longest.
const SECONDS: (f64, f64) = (20.0, 600.0);
/// The most cells of a maze.
const MAX_CELLS: usize = 1_000;

/// The maze to make.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    rows: usize,
    cols: usize,
    low: usize,
    high: usize,
    #[serde(default)]
    seed: u64,
    seconds: Option<f64>,
}

/// A maze and its score.
#[derive(Debug, Serialize)]
struct Scored {
    /// As an instance of the puzzle.
    puzzle: String,
    score: i64,
    solvable: bool,
    unique: bool,
    length: u32,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct Best {
    #[serde(flatten)]
    maze: Scored,
    /// Whether no maze of this size scores more.
    proved: bool,
    seed: u64,
}

fn scored(maze: &ScoredMaze, begun: Instant) -> Scored {
    Scored {
        puzzle: maze.grid.text(),
        score: maze.quality.score(),
        solvable: maze.quality.solvable(),
        unique: maze.quality.unique,
        length: maze.quality.length,
        seconds: begun.elapsed().as_secs_f64(),
    }
}

fn make(request: &Request, spec: Spec, time: Duration, running: &Running<'_>) -> Best {
    let begun = Instant::now();
    let mut limits = Limits::none().interrupt(running.cancelled).until(begun + time);
    let options = SearchOptions { seed: request.seed, threads: 1 };
    let improved = |maze: &ScoredMaze| running.report(&scored(maze, begun));
    let generated = generate(spec, &options, &mut limits, &improved);
    Best { maze: scored(&generated.best, begun), proved: generated.proved, seed: request.seed }
}

/// Answers with the best maze.
///
/// # Errors
/// If the size or the range is invalid, or too many jobs are waiting.
pub async fn maze(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    request: Result<Json<Request>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(request) = request?;
    let help = "sides from 2, values from 1, such as 5, 5, 1, 4";
    if request.rows.saturating_mul(request.cols) > MAX_CELLS {
        return Err(ApiError::invalid(format!("a maze has at most {MAX_CELLS} cells"), help));
    }
    let size = Size { rows: request.rows, cols: request.cols };
    let spec = Spec::new(size, request.low, request.high);
    let spec = spec.map_err(|error| ApiError::text(&error, help))?;
    let time = job::time("seconds", request.seconds, SECONDS)?;
    let place = app.jobs.enter()?;
    job::run(&headers, place, move |running| Ok(make(&request, spec, time, running))).await
}
