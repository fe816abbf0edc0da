//! `heureka maze evaluate`: the score of a maze.

use super::{Input, MazeRecord};
use crate::exit::{Exit, Failure};
use crate::summary::Output;
use clap::Args;
use heureka_puzzles::number_maze::ScoredMaze;
use std::io::Write;

#[derive(Debug, Args)]
pub struct Evaluate {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    output: Output,
}

/// Prints the score of a maze.
pub fn run(args: &Evaluate, out: &mut dyn Write) -> Result<Exit, Failure> {
    let maze = ScoredMaze::new(args.input.grid()?);
    args.output.print(&MazeRecord::from(&maze), out)?;
    Ok(Exit::Done)
}
