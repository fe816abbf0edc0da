//! Searches: the competition and the assignment's output format.

use super::{GameState, Labeled, Labels, read_word};
use heureka_core::{Algorithm, Limits, Outcome, Stop, Strategy};
use heureka_kit::instance::{Instance, Solution, SolveError};
use std::io::{self, Write};
use std::time::Duration;

/// The expansions of the trial in the competition, which take a fraction of a millisecond. They solve
/// most open boards, where A\* goes straight to the goal.
const TRIAL: u64 = 1_000;

/// The largest frontier of the trial after which breadth-first search is faster.
///
/// Measured on the built-in boards and on random ones. On crowded boards at most 224 nodes wait after
/// the trial; A\* then expands nearly all that breadth-first search expands, and each node takes longer.
/// Where more nodes wait, the space widens and A\* is 1.3 to 470 times as fast; without a solution it
/// is up to a third slower.
const NARROW: u64 = TRIAL / 4;

/// Solves an instance by the fastest method: A\* if a trial solves the board or its frontier widens,
/// otherwise breadth-first search. Returns the strategy that ended the search, a description of the
/// method, and the solution.
///
/// # Errors
/// If a plan is invalid, which is a bug.
pub fn compete<'a>(
    instance: &'a dyn Instance,
    limits: &mut Limits<'_>,
) -> Result<(Strategy, String, Solution<'a>), SolveError> {
    let [astar, bfs] = [Algorithm::AStar, Algorithm::Bfs].map(Strategy::new);
    let heuristic = instance.heuristic().name;
    let allowed = limits.max_expansions().unwrap_or(u64::MAX);
    let mut short = limits.part(Duration::MAX).expansions(TRIAL.min(allowed));
    let tried = instance.solve(&astar, &mut short, None)?;
    let stopped = matches!(tried.outcome, Outcome::Stopped(Stop::Expansions));
    if !stopped || allowed <= TRIAL {
        return Ok((astar, format!("A* with the heuristic {heuristic}"), tried));
    }
    let waiting = tried.stats.max_frontier;
    let (strategy, method) = if waiting > NARROW {
        let method = format!(
            "A* with the heuristic {heuristic}, since {waiting} nodes waited after {TRIAL} expansions"
        );
        (astar, method)
    } else {
        let method = format!(
            "breadth-first search over one bit mask of anchors per shape, moving all bricks of a shape \
             at once, since only {waiting} nodes of A* waited after {TRIAL} expansions"
        );
        (bfs, method)
    };
    let mut solution = instance.solve(&strategy, limits, None)?;
    solution.stats.elapsed += tried.stats.elapsed;
    Ok((strategy, method, solution))
}

/// Prints a search: the moves, one per line, the final state, then nodes explored, seconds, solution
/// length and, if given, the method.
///
/// # Errors
/// If writing to `out` fails.
pub fn print_search(
    (start, labels): (&GameState, Labels),
    strategy: &Strategy,
    method: Option<&str>,
    solution: &Solution<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let stats = &solution.stats;
    match &solution.outcome {
        Outcome::Solved(plan, _) => {
            let mut labeled = Labeled::new(start, labels);
            for word in plan.words() {
                writeln!(out, "{word}")?;
                if let Some((piece, path)) = read_word(&word) {
                    labeled.go(piece, &path).map_err(io::Error::other)?;
                }
            }
            write!(out, "{}", labeled.state())?;
        }
        // Iterative deepening expands a state in every round, so its nodes are not states.
        Outcome::Unsolvable if strategy.algorithm == Algorithm::Ids => {
            writeln!(out, "no solution: the whole space was searched")?;
        }
        // Dead ends are not expanded.
        Outcome::Unsolvable if stats.pruned > 0 => writeln!(
            out,
            "no solution: none of the {} expanded states is solved, and the master cannot reach the \
             goal from any other",
            stats.expanded
        )?,
        Outcome::Unsolvable => {
            writeln!(
                out,
                "no solution: none of the {} reachable states is solved",
                stats.expanded
            )?;
        }
        Outcome::NotFound(gap) => writeln!(out, "no solution found: {gap}")?,
        Outcome::Stopped(reason) => writeln!(out, "no solution found: stopped by {reason}")?,
    }
    writeln!(out, "nodes explored: {}", stats.expanded)?;
    writeln!(out, "seconds: {:.6}", stats.elapsed.as_secs_f64())?;
    if let Some(plan) = solution.outcome.plan() {
        writeln!(out, "solution length: {}", plan.len())?;
    }
    method.map_or(Ok(()), |method| writeln!(out, "method: {method}"))
}
