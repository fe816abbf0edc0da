//! `heureka chi moves`: lists the moves of a board with their costs.

use super::Size;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use clap::Args;
use heureka_courses::chi::{moves, write_steps};
use heureka_puzzles::chi::puzzles;
use serde_json::json;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  heureka chi moves '4 2 3 1 5 6 7 0'
  heureka chi moves 1 2 3 4 5 6 7 8 0 --rows 3 --cols 3

A line has the tile that moves into the blank, the cost of the move and the
board after it, as in a solution file.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Moves {
    /// Tiles row by row, 0 for the blank.
    #[arg(value_name = "BOARD", required = true)]
    board: Vec<String>,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    output: Output,
}

pub fn run(args: &Moves, out: &mut dyn Write) -> Result<Exit, Failure> {
    let size = args.size.shape()?;
    let invalid = |error: &dyn std::fmt::Display| {
        let last = size.cells() - 1;
        let help =
            format!("give each number from 0 to {last} once; --rows and --cols set the size");
        Failure::usage(format!("invalid board: {error}"), help)
    };
    // A board may be given in several lines or words.
    let text = args.board.join(" ").replace(['\n', '/', ','], " ");
    let boards = puzzles::read(&text, size).map_err(|error| invalid(&error))?;
    let steps = moves(size, &boards[0]).map_err(|error| invalid(&error))?;
    let object = || json!({ "moves": steps });
    args.output.either(out, object, |out| write_steps(out, &steps))?;
    Ok(Exit::Done)
}
