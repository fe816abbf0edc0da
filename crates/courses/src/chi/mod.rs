//! The course on the χ-puzzle: five searches per board, each with a solution file and a search file.
//!
//! A solution file begins with `0 0` and the start, has a line for each move (tile, cost, board) and
//! ends with the total cost and the seconds. A search file has a line for each node in the order of
//! expansion, `f g h` and the board, the goal last; a value that the algorithm does not use is 0.
//! Without a solution, both files hold [`NO_SOLUTION`].

mod analysis;
mod findings;
mod growth;
#[cfg(test)]
mod tests;

pub use analysis::Analysis;
pub use growth::Growth;

use crate::RunError;
use heureka_core::{Algorithm, Cost, Limits, Outcome, Problem, Stats, Strategy};
use heureka_kit::board::Size;
use heureka_kit::instance::{AnyPlan, Instance};
use heureka_kit::puzzle::Parameters;
use heureka_kit::text::ParseError;
use heureka_kit::trace::{Event, EventKind, Trace};
use heureka_lab::study::Setup;
use heureka_puzzles::chi::{Chi, INFO};
use heureka_puzzles::registry;
use serde::Serialize;
use std::io::{self, Write};

/// The content of both files if no solution was found.
pub const NO_SOLUTION: &str = "no solution";

/// A search of the course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Uniform cost, greedy or A\*.
    pub algorithm: Algorithm,
    /// The heuristic; `None` for uniform cost.
    pub heuristic: Option<&'static str>,
}

impl Task {
    /// Returns uniform cost, then greedy search and A\* with each heuristic.
    #[must_use]
    pub fn all(heuristics: &[&'static str]) -> Vec<Self> {
        let informed = |algorithm| {
            heuristics.iter().map(move |&name| Self { algorithm, heuristic: Some(name) })
        };
        let uniform = Self { algorithm: Algorithm::Ucs, heuristic: None };
        let informed = informed(Algorithm::Greedy).chain(informed(Algorithm::AStar));
        std::iter::once(uniform).chain(informed).collect()
    }

    /// Returns the name used in file names, such as `gbfs-h1`.
    #[must_use]
    pub fn name(&self) -> String {
        let algorithm = match self.algorithm {
            Algorithm::Greedy => "gbfs",
            other => other.name(),
        };
        match self.heuristic {
            Some(heuristic) => format!("{algorithm}-{heuristic}"),
            None => algorithm.to_owned(),
        }
    }

    fn setup(&self) -> Setup {
        let heuristic = self.heuristic.map(str::to_owned);
        Setup { strategy: self.algorithm.name().to_owned(), heuristic }
    }

    /// Returns an instance with the task's heuristic, or `h0` for uniform cost.
    ///
    /// # Errors
    /// If the size is invalid.
    pub fn instance(&self, size: Size) -> Result<Box<dyn Instance>, ParseError> {
        instance(size, self.heuristic.unwrap_or("h0"))
    }

    /// Runs the search on a board and writes the search file, which is incomplete without a solution.
    ///
    /// # Errors
    /// If the search or `out` fails.
    pub fn run(
        &self,
        instance: &dyn Instance,
        board: &[u8],
        limits: &mut Limits<'_>,
        out: &mut dyn Write,
    ) -> Result<Run, RunError> {
        let mut file = SearchFile { out, algorithm: self.algorithm, written: Ok(()) };
        let run = solve(instance, board, &Strategy::new(self.algorithm), limits, Some(&mut file));
        file.written.map_err(RunError::Write)?;
        run
    }
}

/// Returns an instance of a size with a heuristic's tables, for [`solve`].
///
/// # Errors
/// If the size or the heuristic is invalid.
pub fn instance(size: Size, heuristic: &str) -> Result<Box<dyn Instance>, ParseError> {
    let entry = registry::puzzle(INFO.name).ok_or_else(|| ParseError::whole("unknown puzzle"))?;
    let mut instance = entry.random(&size.to_string(), &Parameters(parameters(size)), 0)?;
    instance.set_heuristic(heuristic)?;
    Ok(instance)
}

fn parameters(size: Size) -> Vec<(String, String)> {
    [("cols", size.cols), ("rows", size.rows)].map(|(n, v)| (n.to_owned(), v.to_string())).into()
}

/// A move and the board after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Step {
    pub tile: String,
    pub cost: Cost,
    /// The tiles after the move, row by row, separated by spaces.
    pub board: String,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Run {
    /// The outcome, with the steps of the plan.
    pub outcome: Outcome<Vec<Step>>,
    /// The statistics.
    pub stats: Stats,
}

impl Run {
    /// Returns the cost of the plan, if there is one.
    #[must_use]
    pub fn cost(&self) -> Option<Cost> {
        self.outcome.plan().map(|steps| steps.iter().map(|step| step.cost).sum())
    }
}

/// Returns the tiles of a board on one line.
fn line<T: ToString>(tiles: impl IntoIterator<Item = T>) -> String {
    tiles.into_iter().map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ")
}

/// Runs a strategy on a board with the heuristic tables of an instance.
///
/// # Errors
/// If the board does not fit the instance, or the search fails.
pub fn solve(
    instance: &dyn Instance,
    board: &[u8],
    strategy: &Strategy,
    limits: &mut Limits<'_>,
    trace: Option<&mut dyn Trace>,
) -> Result<Run, RunError> {
    let instance = instance.starting_at(&line(board)).map_err(RunError::Board)?;
    let solution = instance.solve(strategy, limits, trace).map_err(RunError::Search)?;
    let stats = solution.stats;
    Ok(Run { outcome: solution.outcome.map(|plan| steps(&*plan)), stats })
}

fn steps(plan: &dyn AnyPlan) -> Vec<Step> {
    let mut steps = Vec::with_capacity(plan.len());
    if let Some(path) = plan.as_path() {
        path.walk(&mut |station| {
            if let Some((tile, cost)) = station.action {
                let board = line(station.notation.split_whitespace());
                steps.push(Step { tile: tile.to_owned(), cost, board });
            }
        });
    }
    steps
}

/// Returns the legal moves of a board, in the order in which searches try them.
///
/// # Errors
/// If the board does not fit its size.
pub fn moves(size: Size, board: &[u8]) -> Result<Vec<Step>, ParseError> {
    let chi = Chi::<[u8; 36]>::new(size, board)?;
    let mut steps = vec![];
    chi.successors(&chi.start(), &mut |tile, cost, next| {
        steps.push(Step { tile: tile.to_string(), cost, board: line(chi.tiles(&next)) });
    });
    Ok(steps)
}

/// Writes a solution file.
///
/// # Errors
/// Only errors of `out`.
pub fn write_solution(
    out: &mut dyn Write,
    start: &[u8],
    steps: &[Step],
    seconds: f64,
) -> io::Result<()> {
    writeln!(out, "0 0 {}", line(start))?;
    write_steps(out, steps)?;
    let total: Cost = steps.iter().map(|step| step.cost).sum();
    writeln!(out, "{total} {seconds:.6}")
}

/// Writes a line for each step: the tile, the cost of the move and the board after it.
///
/// # Errors
/// Only errors of `out`.
pub fn write_steps(out: &mut dyn Write, steps: &[Step]) -> io::Result<()> {
    steps.iter().try_for_each(|Step { tile, cost, board }| writeln!(out, "{tile} {cost} {board}"))
}

struct SearchFile<'a> {
    out: &'a mut dyn Write,
    algorithm: Algorithm,
    written: io::Result<()>,
}

impl Trace for SearchFile<'_> {
    fn event(&mut self, event: &Event<'_>) {
        let (Some(node), Ok(())) = (event.node, &self.written) else { return };
        let (g, h) = (node.g, node.h.unwrap_or(0));
        let (f, g, h) = match self.algorithm {
            Algorithm::Ucs => (0, g, 0),
            Algorithm::Greedy => (0, 0, h),
            _ => (g + h, g, h),
        };
        let board = line(node.state.unwrap_or_default().split_whitespace());
        self.written = writeln!(self.out, "{f} {g} {h} {board}");
    }

    fn wants(&self, kind: EventKind) -> bool {
        matches!(kind, EventKind::Expand | EventKind::Solved)
    }
}
