//! The course's runs: five searches per board, each with a solution file and a search file.
//!
//! A solution file begins with `0 0` and the start, has a line for each move (tile, cost, board) and
//! ends with the total cost and the seconds. A search file has a line for each node in the order of
//! expansion, `f g h` and the board, the goal last; a value that the algorithm does not use is 0.
//! Without a solution, both files hold [`NO_SOLUTION`].

use super::reference::ChiReference;
use super::{Board, Chi, INFO, MAX_CELLS, Packed};
use crate::tiles::text::shuffled;
use heureka_core::{
    Algorithm, Cost, Limits, Observer, Outcome, Plan, Problem, Report, StartAt, Strategy, validate,
};
use heureka_kit::board::Size;
use heureka_kit::instance::SolveError;
use heureka_kit::puzzle::Puzzle;
use std::fmt::Debug;
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

    /// Returns a solver with the task's heuristic, or `h0` for uniform cost.
    #[must_use]
    pub fn solver(&self, size: Size) -> Option<Box<dyn Solver>> {
        solver(size, self.heuristic.unwrap_or("h0"))
    }

    /// Runs the search on a board and writes the search file, which is incomplete without a solution.
    ///
    /// # Errors
    /// If the search or `out` fails.
    pub fn run(
        &self,
        solver: &dyn Solver,
        cells: &[u8],
        limits: &mut Limits<'_>,
        out: &mut dyn Write,
    ) -> Result<Report<u8>, RunError> {
        let mut file = SearchFile { out, algorithm: self.algorithm, written: Ok(()) };
        let strategy = Strategy::new(self.algorithm);
        let run = solver.solve(cells, &strategy, limits, Some(&mut file));
        file.written.map_err(RunError::Write)?;
        run.map_err(RunError::Search)
    }
}

/// The reason why a run failed.
#[derive(Debug)]
pub enum RunError {
    /// The search failed.
    Search(SolveError),
    /// A file could not be written.
    Write(io::Error),
}

/// Writes a solution file.
///
/// # Errors
/// Those of `out`.
pub fn write_solution(
    out: &mut dyn Write,
    solver: &dyn Solver,
    cells: &[u8],
    plan: &Plan<u8>,
    seconds: f64,
) -> io::Result<()> {
    let board = |out: &mut dyn Write, cells: &[u8]| {
        cells.iter().try_for_each(|tile| write!(out, " {tile}"))?;
        writeln!(out)
    };
    write!(out, "0 0")?;
    board(out, cells)?;
    for (tile, cost, after) in solver.steps(cells, plan) {
        write!(out, "{tile} {cost}")?;
        board(out, &after)?;
    }
    writeln!(out, "{} {seconds:.6}", plan.cost)
}

/// An observer of the nodes that a search takes from its frontier.
pub trait Watch {
    /// Receives a node: its g, its h and its tiles.
    fn taken(&mut self, g: Cost, h: Cost, tiles: &mut dyn Iterator<Item = usize>);
}

struct SearchFile<'a> {
    out: &'a mut dyn Write,
    algorithm: Algorithm,
    written: io::Result<()>,
}

impl Watch for SearchFile<'_> {
    fn taken(&mut self, g: Cost, h: Cost, tiles: &mut dyn Iterator<Item = usize>) {
        if self.written.is_err() {
            return;
        }
        let (f, g, h) = match self.algorithm {
            Algorithm::Ucs => (0, g, 0),
            Algorithm::Greedy => (0, 0, h),
            _ => (g + h, g, h),
        };
        self.written = write_node(self.out, [f, g, h], tiles);
    }
}

/// Writes one line of a search file.
fn write_node(
    out: &mut dyn Write,
    values: [Cost; 3],
    tiles: &mut dyn Iterator<Item = usize>,
) -> io::Result<()> {
    let [f, g, h] = values;
    write!(out, "{f} {g} {h}")?;
    for tile in tiles {
        write!(out, " {tile}")?;
    }
    writeln!(out)
}

/// A solver for boards of one size with one heuristic, whose tables are built once.
pub trait Solver: Send + Sync + Debug {
    /// Runs a strategy on a board; the reference rules check the plan.
    ///
    /// # Errors
    /// If the strategy is unsupported, or the reference rules reject the plan.
    fn solve(
        &self,
        cells: &[u8],
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        watch: Option<&mut dyn Watch>,
    ) -> Result<Report<u8>, SolveError>;

    /// Returns the steps of a plan: the tile, its cost and the board after it.
    fn steps(&self, cells: &[u8], plan: &Plan<u8>) -> Vec<(u8, Cost, Vec<u8>)>;

    /// Returns the h of a board.
    fn h(&self, cells: &[u8]) -> Cost;

    /// Returns the bytes of the heuristic's tables.
    fn table_bytes(&self) -> u64;
}

/// Returns the solver for a size and a heuristic; `None` if the heuristic is unknown.
#[must_use]
pub fn solver(size: Size, heuristic: &str) -> Option<Box<dyn Solver>> {
    match size.cells() {
        0..=16 => On::<u64>::boxed(size, heuristic),
        17..=25 => On::<u128>::boxed(size, heuristic),
        _ => On::<[u8; MAX_CELLS]>::boxed(size, heuristic),
    }
}

/// Returns the static name of a heuristic of [`INFO`].
#[must_use]
pub fn heuristic(name: &str) -> Option<&'static str> {
    INFO.heuristics.iter().map(|heuristic| heuristic.name).find(|&known| known == name)
}

/// A solver for boards in words of one type.
#[derive(Debug)]
struct On<W> {
    chi: Chi<W>,
    reference: ChiReference<W>,
}

impl<W: Packed> On<W> {
    fn boxed(size: Size, heuristic: &str) -> Option<Box<dyn Solver>> {
        let chi = Chi::<W>::new(size, &shuffled(size, 0)).ok()?.with_heuristic(heuristic)?;
        let reference = chi.reference();
        Some(Box::new(Self { chi, reference }))
    }

    fn start(&self, cells: &[u8]) -> Board<W> {
        let cells = W::of(cells);
        self.chi.board(cells, cells.blank())
    }
}

impl<W: Packed> Solver for On<W> {
    fn solve(
        &self,
        cells: &[u8],
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        watch: Option<&mut dyn Watch>,
    ) -> Result<Report<u8>, SolveError> {
        let mut chi = self.chi.clone();
        chi.start = self.start(cells);
        let report = match watch {
            None => chi.search(strategy, limits, &mut ()),
            Some(watch) => chi.search(strategy, limits, &mut Taken { chi: &self.chi, watch }),
        };
        let report = report.map_err(SolveError::Unsupported)?;
        if let Outcome::Solved(plan, _) = &report.outcome {
            let begun = StartAt::new(&self.reference, cells.to_vec());
            validate(&begun, plan).map_err(SolveError::Refused)?;
        }
        Ok(report)
    }

    fn steps(&self, cells: &[u8], plan: &Plan<u8>) -> Vec<(u8, Cost, Vec<u8>)> {
        let mut state = self.start(cells);
        let mut steps = Vec::with_capacity(plan.actions.len());
        for &tile in &plan.actions {
            let Some((cost, next)) = self.chi.apply(&state, tile) else { break };
            steps.push((tile, cost, self.chi.tiles(&next).map(|tile| tile as u8).collect()));
            state = next;
        }
        steps
    }

    fn h(&self, cells: &[u8]) -> Cost {
        self.chi.h(&self.start(cells))
    }

    fn table_bytes(&self) -> u64 {
        self.chi.table_bytes()
    }
}

/// Forwards the nodes taken from the frontier.
struct Taken<'a, W> {
    chi: &'a Chi<W>,
    watch: &'a mut dyn Watch,
}

impl<W: Packed> Observer<Chi<W>> for Taken<'_, W> {
    fn expanded(&mut self, state: &Board<W>, g: Cost) {
        self.watch.taken(g, self.chi.h(state), &mut self.chi.tiles(state));
    }

    fn solved(&mut self, state: &Board<W>, g: Cost) {
        self.watch.taken(g, self.chi.h(state), &mut self.chi.tiles(state));
    }
}
