//! `heureka maze solve`: the shortest solution as letters.

use super::{Input, wrong};
use crate::choose::{puzzle, read};
use crate::commands::solve::{exit, failure};
use crate::exit::{Exit, Failure};
use crate::formats::human::plural;
use crate::formats::json;
use crate::interrupt;
use clap::Args;
use heureka_core::{Algorithm, Limits, Outcome, Strategy};
use heureka_kit::puzzle::Parameters;
use heureka_puzzles::number_maze::Grid;
use heureka_puzzles::number_maze::generate::judge;
use serde::Serialize;
use std::io::Write;

/// Which puzzle to solve.
#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    input: Input,
    /// Print the result as one JSON object.
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

/// Solves a puzzle breadth-first, as any puzzle of the registry is solved.
pub fn run(args: &Solve, out: &mut dyn Write) -> Result<Exit, Failure> {
    let text = read(&args.input.file)?;
    let failed = |error| wrong(&args.input.file, &error);
    let unique = judge(&Grid::parse(&text).map_err(failed)?).unique;
    let instance = puzzle("number-maze")?.parse(&text, &Parameters::default()).map_err(failed)?;
    let mut limits = Limits::none().interrupt(interrupt::flag());
    let solution = instance
        .solve(&Strategy::new(Algorithm::Bfs), &mut limits, None)
        .map_err(|error| failure(&error))?;
    let plan = solution.outcome.plan();
    if args.json {
        let solved = Solved {
            schema: json::SCHEMA,
            solvable: plan.is_some(),
            unique,
            length: plan.map(|plan| plan.actions.len()),
            solution: plan.map(|plan| &plan.actions[..]),
        };
        json::print(out, &solved)?;
    } else if let Some(plan) = plan {
        let how = if unique { "the only shortest one" } else { "one of several as short" };
        let moves = plural(plan.actions.len() as u64, "move");
        writeln!(out, "{}\n{moves}, {how}", plan.actions.join(" "))?;
    } else if solution.outcome == Outcome::Unsolvable {
        writeln!(out, "no solution: the goal cannot be reached from the start")?;
    }
    Ok(exit(&solution))
}
