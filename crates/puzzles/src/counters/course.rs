//! The course's program: its node order, its counts and its output.
//!
//! It takes the node with the smallest f, and among those the lexicographically smallest board; f is
//! the depth at first generation plus h; the goal test happens when a node is taken. These are
//! options of the engine: `ties=state,ways=first`. Its "Max Queue Size" is the number of all
//! generated successors, since its queue never shrinks.

use super::board::Board;
use super::info::INFO;
use super::reading::{Swap, side};
use super::reference::Key;
use super::{Arrangement, Counters};
use heureka_core::{Cost, Limits, Observer, Outcome, Plan, Problem, Stats, Strategy, validate};
use heureka_kit::instance::SolveError;
use heureka_kit::puzzle::Puzzle;
use std::io::{self, Write};

/// The maximum number of counters of the program.
pub const MAX: usize = 256;

/// The program's three algorithms, and a fourth with the exact heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// 0: uniform cost.
    Uniform,
    /// 1: A\* with the misplaced counters.
    Misplaced,
    /// 2: A\* with distances along the numbering of the cells.
    Manhattan,
    /// A\* with the exact heuristic, not part of the program.
    Cycles,
}

impl Algorithm {
    /// The program's algorithms by their numbers.
    pub const NUMBERED: [Self; 3] = [Self::Uniform, Self::Misplaced, Self::Manhattan];

    /// Returns the name of its heuristic.
    #[must_use]
    pub fn heuristic(self) -> Option<&'static str> {
        match self {
            Self::Uniform => None,
            Self::Misplaced => Some("misplaced"),
            Self::Manhattan => Some("manhattan"),
            Self::Cycles => Some("cycles"),
        }
    }

    /// Returns the strategy with the program's conventions.
    #[must_use]
    pub fn strategy(self) -> &'static str {
        match self {
            Self::Uniform => "ucs(ties=state,ways=first)",
            _ => "astar(ties=state,ways=first)",
        }
    }

    /// Returns a short name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform cost",
            Self::Misplaced => "A*, misplaced",
            Self::Manhattan => "A*, Manhattan",
            Self::Cycles => "A*, cycles",
        }
    }

    /// Returns the program's name for it.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Uniform => "Uniform Cost Search",
            Self::Misplaced => "A* w/ Misplaced Tile Heuristic",
            Self::Manhattan => "A* w/ Manhattan Distance Heuristic",
            Self::Cycles => "A* w/ Cycles (perfect)",
        }
    }
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The outcome; the plan's moves are counters from 0.
    pub outcome: Outcome<Swap>,
    /// The engine's statistics. The program's "Nodes Expanded" is `expanded`, its "Max Queue Size"
    /// `generated`.
    pub stats: Stats,
    /// The minimum number of swaps: counters minus cycles.
    pub optimum: Cost,
}

/// An observer of the nodes that the program prints.
pub trait Watch {
    /// Receives a node other than the start: its depth, its h and its counters from 0.
    fn taken(&mut self, g: Cost, h: Option<Cost>, counters: &mut dyn ExactSizeIterator<Item = u32>);
}

/// Ignores the nodes.
impl Watch for () {
    fn taken(&mut self, _: Cost, _: Option<Cost>, _: &mut dyn ExactSizeIterator<Item = u32>) {}
}

/// Runs an algorithm on counters from 0, at most [`MAX`] of them; `None` if there are more, or the board
/// is not square.
///
/// # Errors
/// If the reference rules reject the plan, which would be a bug.
pub fn run(
    counters: &[u32],
    algorithm: Algorithm,
    limits: &mut Limits<'_>,
    watch: &mut dyn Watch,
) -> Option<Result<Run, SolveError>> {
    match counters.len() {
        0..=16 => run_on::<u64>(counters, algorithm, limits, watch),
        17..=25 => run_on::<u128>(counters, algorithm, limits, watch),
        _ => run_on::<[u8; 256]>(counters, algorithm, limits, watch),
    }
}

fn run_on<B: Board + Key>(
    counters: &[u32],
    algorithm: Algorithm,
    limits: &mut Limits<'_>,
    watch: &mut dyn Watch,
) -> Option<Result<Run, SolveError>> {
    let exact = Counters::<B>::new(counters).ok()?;
    let optimum = exact.h(&exact.start());
    // Uniform cost ignores the heuristic.
    let puzzle = exact.with_heuristic(algorithm.heuristic().unwrap_or(INFO.heuristics[0].name))?;
    let strategy: Strategy = algorithm.strategy().parse().ok()?;
    let informed = algorithm.heuristic().is_some();
    let mut taken = Taken { puzzle: &puzzle, watch, informed, begun: false };
    let report = match puzzle.search(&strategy, limits, &mut taken) {
        Ok(report) => report,
        Err(error) => return Some(Err(SolveError::Unsupported(error))),
    };
    if let Some(plan) = report.outcome.plan()
        && let Err(error) = validate(&puzzle.reference(), plan)
    {
        return Some(Err(SolveError::Refused(error)));
    }
    Some(Ok(Run { outcome: report.outcome, stats: report.stats, optimum }))
}

/// Forwards the nodes taken from the frontier.
struct Taken<'a, B> {
    puzzle: &'a Counters<B>,
    watch: &'a mut dyn Watch,
    informed: bool,
    /// Whether the start has been taken.
    begun: bool,
}

impl<B: Board> Taken<'_, B> {
    fn forward(&mut self, state: &Arrangement<B>, g: Cost) {
        if std::mem::replace(&mut self.begun, true) {
            let h = self.informed.then(|| self.puzzle.h(state));
            self.watch.taken(g, h, &mut self.puzzle.counters(state));
        }
    }
}

impl<B: Board> Observer<Counters<B>> for Taken<'_, B> {
    fn expanded(&mut self, state: &Arrangement<B>, g: Cost) {
        self.forward(state, g);
    }

    fn solved(&mut self, state: &Arrangement<B>, g: Cost) {
        self.forward(state, g);
    }
}

/// The line between the parts of the output.
const LINE: &str = "-------------------------";

/// Writes a board with a space after each number.
fn matrix(out: &mut dyn Write, counters: &mut dyn ExactSizeIterator<Item = u32>) -> io::Result<()> {
    let side = side(counters.len()).unwrap_or(1);
    for (cell, counter) in counters.enumerate() {
        write!(out, "{} ", counter + 1)?;
        if (cell + 1) % side == 0 {
            writeln!(out)?;
        }
    }
    writeln!(out)
}

/// The program's output, written while the search runs.
pub struct Transcript<'a> {
    out: &'a mut dyn Write,
    written: io::Result<()>,
}

impl<'a> Transcript<'a> {
    /// Writes the initial state.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn begin(out: &'a mut dyn Write, counters: &[u32]) -> io::Result<Self> {
        writeln!(out, "Solution Trace:\n{LINE}\nInitial State: ")?;
        matrix(out, &mut counters.iter().copied())?;
        Ok(Self { out, written: Ok(()) })
    }

    /// Writes the counts and the swaps of a solved run.
    ///
    /// # Errors
    /// The first error of `out`.
    pub fn end(self, counters: &[u32], run: &Run) -> io::Result<()> {
        self.written?;
        let Some(Plan { actions, .. }) = run.outcome.plan() else { return Ok(()) };
        let out = self.out;
        if !actions.is_empty() {
            writeln!(out, "{LINE}")?;
        }
        writeln!(out, "Success! Found Solution:")?;
        writeln!(out, "Nodes Expanded: {}", run.stats.expanded)?;
        writeln!(out, "Max Queue Size: {}", run.stats.generated)?;
        let ordered: Vec<u32> = (0..counters.len() as u32).collect();
        matrix(out, &mut ordered.into_iter())?;
        if !actions.is_empty() {
            writeln!(out, "{LINE}\nSolution Step:")?;
        }
        for (first, second) in as_placed(counters, actions) {
            writeln!(out, "Swap {}, {}", first + 1, second + 1)?;
        }
        writeln!(out)
    }
}

/// Returns each swap as the counters after it, the one on the lower cell first.
#[must_use]
pub fn as_placed(counters: &[u32], actions: &[Swap]) -> Vec<Swap> {
    let mut counters = counters.to_vec();
    let place = |counters: &[u32], counter| counters.iter().position(|&c| c == counter);
    let placed = actions.iter().filter_map(|&(a, b)| {
        let (a, b) = (place(&counters, a)?, place(&counters, b)?);
        counters.swap(a, b);
        Some((counters[a.min(b)], counters[a.max(b)]))
    });
    placed.collect()
}

impl Watch for Transcript<'_> {
    fn taken(
        &mut self,
        g: Cost,
        h: Option<Cost>,
        counters: &mut dyn ExactSizeIterator<Item = u32>,
    ) {
        if self.written.is_err() {
            return;
        }
        self.written = match h {
            Some(h) => writeln!(self.out, "g(n) : {g} , h(n) : {h}"),
            None => writeln!(self.out, "g(n) : {g}"),
        }
        .and_then(|()| matrix(self.out, counters));
    }
}
