//! `heureka maze solve`: a shortest solution of a maze.

use super::{Input, invalid_maze};
use crate::choose::{puzzle, read};
use crate::commands::solve::{exit, failure};
use crate::exit::{Exit, Failure};
use crate::formats::human::plural;
use crate::formats::json;
use crate::interrupt;
use clap::Args;
use heureka_core::{Algorithm, Limits, Outcome, Strategy};
use heureka_kit::puzzle::Parameters;
use heureka_puzzles::number_maze::{Grid, ScoredMaze};
use serde::Serialize;
use std::io::Write;

/// The arguments of `heureka maze solve`.
#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    input: Input,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Solved<'a> {
    schema: u32,
    solvable: bool,
    unique: bool,
    length: Option<usize>,
    solution: Option<&'a [String]>,
}

/// Solves a maze by breadth-first search.
pub fn run(args: &Solve, out: &mut dyn Write) -> Result<Exit, Failure> {
    let text = read(&args.input.file)?;
    let invalid = |error| invalid_maze(&args.input.file, &error);
    let maze = ScoredMaze::new(Grid::parse(&text).map_err(invalid)?);
    let instance = puzzle("number-maze")?.parse(&text, &Parameters::default()).map_err(invalid)?;
    let mut limits = Limits::none().interrupt(interrupt::flag());
    let result = instance
        .solve(&Strategy::new(Algorithm::Bfs), &mut limits, None)
        .map_err(|error| failure(&error))?;
    let plan = result.outcome.plan();
    let solved = Solved {
        schema: json::SCHEMA,
        solvable: plan.is_some(),
        unique: maze.quality.unique,
        length: plan.map(|plan| plan.actions.len()),
        solution: plan.map(|plan| &plan.actions[..]),
    };
    if args.json {
        json::print(out, &solved)?;
    } else if let Some(actions) = solved.solution {
        let moves = plural(actions.len() as u64, "move");
        let unique = if solved.unique { "the only" } else { "one of several" };
        let solutions = if solved.unique { "shortest solution" } else { "shortest solutions" };
        writeln!(out, "{}\n{moves}, {unique} {solutions}", actions.join(" "))?;
    } else if result.outcome == Outcome::Unsolvable {
        writeln!(out, "no solution: the goal is not reachable from the start")?;
    }
    Ok(exit(&result))
}
