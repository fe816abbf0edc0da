//! The course on the counters: its node order, its counts and its output.
//!
//! Its "Nodes Expanded" is the engine's `expanded`; its "Max Queue Size" is `generated`, since its queue
//! never shrinks. [`Algorithm::strategy`] has its order of nodes.

mod algorithm;
mod comparison;
#[cfg(test)]
mod tests;

pub use algorithm::Algorithm;
pub use comparison::{Comparison, Kind};

use crate::RunError;
use heureka_core::{Cost, Limits, Outcome, Stats};
use heureka_kit::puzzle::Parameters;
use heureka_kit::text::ParseError;
use heureka_kit::trace::{Event, EventKind, Trace};
use heureka_puzzles::counters::info::INFO;
use heureka_puzzles::counters::{optimum, reading};
use heureka_puzzles::registry;
use std::fmt;
use std::io::{self, Write};

/// The maximum number of counters of the program.
pub const MAX: usize = 256;

/// Two numbers after a swap, the one on the lower cell first.
pub type Swap = [u32; 2];

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The outcome, with the swaps of the plan.
    pub outcome: Outcome<Vec<Swap>>,
    /// The statistics.
    pub stats: Stats,
    /// The minimum number of swaps.
    pub optimum: Cost,
}

impl Run {
    /// Returns the number of swaps of the plan, if there is one.
    #[must_use]
    pub fn cost(&self) -> Option<Cost> {
        self.outcome.plan().map(|swaps| swaps.len() as Cost)
    }
}

/// Runs an algorithm on counters from 0.
///
/// # Errors
/// If there are more than [`MAX`] counters, the board is not square, or the search fails.
pub fn run(
    counters: &[u32],
    algorithm: Algorithm,
    limits: &mut Limits<'_>,
    trace: Option<&mut dyn Trace>,
) -> Result<Run, RunError> {
    let entry = registry::puzzle(INFO.name).filter(|_| counters.len() <= MAX);
    let invalid = |message: &str| RunError::Board(ParseError::whole(message));
    let entry = entry.ok_or_else(|| invalid(&format!("expected at most {MAX} counters")))?;
    let text = reading::text(counters.iter().copied());
    let mut instance = entry.parse(&text, &Parameters::default()).map_err(RunError::Board)?;
    // Uniform cost ignores the heuristic.
    let heuristic = algorithm.heuristic().unwrap_or(INFO.heuristics[0].name);
    instance.set_heuristic(heuristic).map_err(|error| invalid(&error.to_string()))?;
    let strategy = algorithm.strategy().parse();
    let strategy = strategy.map_err(|_| invalid("invalid strategy"))?;
    let solution = instance.solve(&strategy, limits, trace).map_err(RunError::Search)?;
    let stats = solution.stats;
    let outcome = solution.outcome.map(|plan| placed(counters, &plan.words()));
    Ok(Run { outcome, stats, optimum: optimum(counters) })
}

/// Plays the moves of a plan and returns the numbers of each swap after it.
fn placed(counters: &[u32], words: &[String]) -> Vec<Swap> {
    let mut numbers: Vec<u32> = counters.iter().map(|counter| counter + 1).collect();
    let swaps = words.iter().filter_map(|word| {
        let (a, b) = word.split_once('-')?;
        let cell = |text: &str| {
            let number = text.parse::<u32>().ok()?;
            numbers.iter().position(|&other| other == number)
        };
        let (a, b) = (cell(a)?, cell(b)?);
        numbers.swap(a, b);
        Some([numbers[a.min(b)], numbers[a.max(b)]])
    });
    swaps.collect()
}

/// The line between the parts of the output: four hyphens in each of the listing's three places.
const LINE: &str = "----";

/// Writes a board with a space after each number.
fn write_board<T: fmt::Display>(out: &mut dyn Write, numbers: &[T]) -> io::Result<()> {
    for row in numbers.chunks(numbers.len().isqrt().max(1)) {
        row.iter().try_for_each(|number| write!(out, "{number} "))?;
        writeln!(out)?;
    }
    writeln!(out)
}

/// The program's output, written while the search runs.
pub struct Transcript<'a> {
    out: &'a mut dyn Write,
    is_informed: bool,
    written: io::Result<()>,
}

impl<'a> Transcript<'a> {
    /// Writes the initial state.
    ///
    /// # Errors
    /// Only errors of `out`.
    pub fn begin(
        out: &'a mut dyn Write,
        counters: &[u32],
        algorithm: Algorithm,
    ) -> io::Result<Self> {
        writeln!(out, "Solution Trace:\n{LINE}\nInitial State: ")?;
        let numbers: Vec<u32> = counters.iter().map(|counter| counter + 1).collect();
        write_board(out, &numbers)?;
        Ok(Self { out, is_informed: algorithm.heuristic().is_some(), written: Ok(()) })
    }

    /// Writes the counts and the swaps of a solved run.
    ///
    /// # Errors
    /// The first error of `out`.
    pub fn end(self, counters: &[u32], run: &Run) -> io::Result<()> {
        self.written?;
        let Some(swaps) = run.outcome.plan() else { return Ok(()) };
        let out = self.out;
        if !swaps.is_empty() {
            writeln!(out, "{LINE}")?;
        }
        writeln!(out, "Success! Found Solution:")?;
        writeln!(out, "Nodes Expanded: {}", run.stats.expanded)?;
        writeln!(out, "Max Queue Size: {}", run.stats.generated)?;
        let goal: Vec<usize> = (1..=counters.len()).collect();
        write_board(out, &goal)?;
        if !swaps.is_empty() {
            writeln!(out, "{LINE}\nSolution Step:")?;
        }
        for [first, second] in swaps {
            writeln!(out, "Swap {first}, {second}")?;
        }
        writeln!(out)
    }
}

/// Writes every node taken from the queue, except the start.
impl Trace for Transcript<'_> {
    fn event(&mut self, event: &Event<'_>) {
        let Some(node) = event.node.filter(|node| node.id > 0 && self.written.is_ok()) else {
            return;
        };
        let numbers: Vec<&str> = node.state.unwrap_or_default().split_whitespace().collect();
        self.written = match node.h.filter(|_| self.is_informed) {
            Some(h) => writeln!(self.out, "g(n) : {} , h(n) : {h}", node.g),
            None => writeln!(self.out, "g(n) : {}", node.g),
        }
        .and_then(|()| write_board(self.out, &numbers));
    }

    fn wants(&self, kind: EventKind) -> bool {
        matches!(kind, EventKind::Expand | EventKind::Solved)
    }
}
