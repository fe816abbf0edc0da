//! What needs a search: bfs, dfs, ids, astar, competition.
//!
//! The moves are printed a line each, then the final state, then what the search took. All searches are
//! strategies of the one engine, and every plan has passed the reference rules.

use super::board::{labels, text};
use super::{LabelWord, MetricWord, Search};
use crate::choose::{self, Chosen};
use crate::commands::solve::{exit, failure};
use crate::exit::{Exit, Failure, advise};
use crate::formats::{human, json};
use crate::run::under_limits;
use heureka_core::{Algorithm, Limits, Outcome, Stop, Strategy};
use heureka_kit::instance::{Instance, Solution, SolveError};
use heureka_kit::puzzle::Parameters;
use heureka_puzzles::bricks::labels::read_word;
use heureka_puzzles::bricks::read::{read, read_cells};
use heureka_puzzles::bricks::{Labeled, settings};
use std::io::{self, Write};
use std::time::Duration;

/// How a board is solved.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    /// By one strategy.
    By(&'static str),
    /// By the fastest there is, which is told.
    Fastest,
}

/// On open boards A\* finds its way at once; on crowded ones no estimate of the master's way saves as
/// much as it costs. So A\* gets this many expansions, which take a fraction of a millisecond.
const TRIED: u64 = 1_000;

fn parameters(args: &Search) -> Parameters {
    let mut parameters = vec![];
    if args.metric == MetricWord::Moves {
        parameters.push(("metric".to_owned(), "moves".to_owned()));
    }
    if args.labels == LabelWord::Normal {
        parameters.push(("labels".to_owned(), "normal".to_owned()));
    }
    parameters.extend(args.board.goal.iter().map(|goal| ("goal".to_owned(), goal.clone())));
    Parameters(parameters)
}

/// Solves a board.
pub fn run(args: &Search, way: Way, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entry = choose::puzzle("bricks")?;
    let parse = |word: &str| choose::strategy(entry.info(), Some(word));
    let text = text(&args.board.file)?;
    let parameters = parameters(args);
    settings(&parameters).map_err(|error| Failure::usage(error.to_string(), ""))?;
    let mut instance = entry.parse(&text, &parameters).map_err(|error| {
        Failure::input(
            format!("{}: {error}", args.board.file),
            "`heureka describe bricks` tells how states are written",
        )
    })?;
    if let Some(name) = &args.heuristic {
        choose::heuristic(&mut *instance, name)?;
        if let Way::By(word) = way
            && !parse(word)?.algorithm.is_informed()
        {
            advise(&format!("{word} looks at no heuristic, so -H {name} changes nothing"));
        }
    }
    let (strategy, method, solution) = match way {
        Way::By(word) => {
            let strategy = parse(word)?;
            let solution =
                under_limits(&args.limit, None, |limits| instance.solve(&strategy, limits, None))
                    .map_err(|error| failure(&error))?;
            (strategy, None, solution)
        }
        Way::Fastest => {
            let strategies = [parse("astar")?, parse("bfs")?];
            under_limits(&args.limit, None, |limits| fastest(&*instance, strategies, limits))
                .map_err(|error| failure(&error))?
        }
    };
    if args.board.json {
        let chosen = Chosen { instance, table_time: Duration::ZERO };
        json::solution(out, &chosen, &strategy, &solution)?;
    } else {
        human(args, &strategy, &text, method.as_deref(), &solution, out)?;
    }
    out.flush()?;
    if let Some(text) = human::advice(&strategy, &solution) {
        advise(&text);
    }
    Ok(exit(&solution))
}

/// Tries A\* for a moment, then searches breadth-first; tells which of them it was.
fn fastest(
    instance: &dyn Instance,
    [informed, blind]: [Strategy; 2],
    limits: &mut Limits<'_>,
) -> Result<(Strategy, Option<String>, Solution), SolveError> {
    let heuristic = instance.heuristic().name;
    let allowed = limits.max_expansions().unwrap_or(u64::MAX);
    let mut moment = limits.part(Duration::MAX).expansions(TRIED.min(allowed));
    let tried = instance.solve(&informed, &mut moment, None)?;
    if tried.outcome != Outcome::Stopped(Stop::Expansions) || allowed <= TRIED {
        let method = format!("A* with the estimate {heuristic}");
        return Ok((informed, Some(method), tried));
    }
    let mut solution = instance.solve(&blind, limits, None)?;
    solution.stats.elapsed += tried.stats.elapsed;
    let method = format!(
        "breadth-first over one bit mask of anchors for each shape, all bricks of a shape moved at \
         once, after A* with the estimate {heuristic} had come to no end in {TRIED} nodes"
    );
    Ok((blind, Some(method), solution))
}

fn human(
    args: &Search,
    strategy: &Strategy,
    text: &str,
    method: Option<&str>,
    solution: &Solution,
    out: &mut dyn Write,
) -> io::Result<()> {
    let stats = &solution.stats;
    let deepening = strategy.algorithm == Algorithm::Ids;
    match &solution.outcome {
        Outcome::Solved(plan, _) => {
            let goal = args.board.goal.as_deref().map_or(Ok(vec![]), read_cells);
            let start = goal.and_then(|goal| read(text, &goal)).map_err(io::Error::other)?;
            let mut labeled = Labeled::new(&start, labels(args.labels));
            for word in &plan.actions {
                writeln!(out, "{word}")?;
                if let Some((piece, path)) = read_word(word) {
                    labeled.go(piece, &path).map_err(io::Error::other)?;
                }
            }
            write!(out, "{}", labeled.state())?;
        }
        // Deepening meets a state again in every round, so its nodes are not states.
        Outcome::Unsolvable if deepening => {
            writeln!(out, "no solution: the whole space was searched")?;
        }
        // Dead ends are never expanded, so the nodes are not all states.
        Outcome::Unsolvable if stats.pruned > 0 => writeln!(
            out,
            "no solution: none of the {} states that were expanded is solved, and from all others the \
             master cannot come to the goal",
            stats.expanded
        )?,
        Outcome::Unsolvable => writeln!(
            out,
            "no solution: none of the {} states that can be reached is solved",
            stats.expanded
        )?,
        Outcome::NotFound(gap) => writeln!(out, "no solution found: {gap}")?,
        Outcome::Stopped(why) => writeln!(out, "no solution found: stopped by {why}")?,
    }
    writeln!(out, "nodes explored: {}", stats.expanded)?;
    writeln!(out, "seconds: {:.6}", stats.elapsed.as_secs_f64())?;
    if let Some(plan) = solution.outcome.plan() {
        writeln!(out, "solution length: {}", plan.actions.len())?;
    }
    if let Some(method) = method {
        writeln!(out, "method: {method}")?;
    }
    Ok(())
}
