//! `heureka maze evaluate`: the score of a maze.

use super::{Input, MazeRecord};
use crate::exit::{Exit, Failure};
use crate::formats::json;
use clap::Args;
use heureka_puzzles::number_maze::ScoredMaze;
use serde::Serialize;
use std::io::Write;

/// The arguments of `heureka maze evaluate`.
#[derive(Debug, Args)]
pub struct Evaluate {
    #[command(flatten)]
    input: Input,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Evaluated {
    schema: u32,
    #[serde(flatten)]
    maze: MazeRecord,
}

/// Prints the score of a maze.
pub fn run(args: &Evaluate, out: &mut dyn Write) -> Result<Exit, Failure> {
    let maze = MazeRecord::from(&ScoredMaze::new(args.input.grid()?));
    if args.json {
        json::print(out, &Evaluated { schema: json::SCHEMA, maze })?;
    } else {
        maze.print(out)?;
    }
    Ok(Exit::Done)
}
