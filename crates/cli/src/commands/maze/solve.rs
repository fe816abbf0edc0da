//! `heureka maze solve`: a shortest solution of a maze.

use super::Input;
use crate::exit::{Exit, Failure};
use crate::formats::human::plural;
use crate::formats::json;
use clap::Args;
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
struct Solved {
    schema: u32,
    solvable: bool,
    unique: bool,
    length: Option<u32>,
    solution: Option<Vec<String>>,
}

/// Prints a shortest solution of a maze.
pub fn run(args: &Solve, out: &mut dyn Write) -> Result<Exit, Failure> {
    let (analysis, maze) = args.input.analyze()?;
    let letters = analysis.solution.iter().map(|(letter, _)| letter.to_string());
    let solved = Solved {
        schema: json::SCHEMA,
        solvable: maze.solvable,
        unique: maze.unique,
        length: maze.solvable.then_some(maze.length),
        solution: maze.solvable.then(|| letters.collect()),
    };
    if args.json {
        json::print(out, &solved)?;
    } else if let Some(letters) = &solved.solution {
        let moves = plural(letters.len() as u64, "move");
        let unique = if solved.unique { "the only" } else { "one of several" };
        let noun = if solved.unique { "shortest solution" } else { "shortest solutions" };
        writeln!(out, "{}\n{moves}, {unique} {noun}", letters.join(" "))?;
    } else {
        writeln!(out, "no solution: the goal is not reachable from the start")?;
    }
    Ok(if solved.solvable { Exit::Done } else { Exit::Unsolvable })
}
