//! `heureka maze`: the number-maze generator and its companions.

mod generate;

use crate::exit::{Exit, Failure};
use clap::{Args, Subcommand};
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  heureka maze generate 5 5 1 4                  the best puzzle, proved
  heureka maze generate 10 10 1 9 --time-limit 59s
  heureka maze generate 7 7 1 6 | heureka maze evaluate -";

/// What to do with number mazes.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Maze {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make the best puzzle of a size with values from I to J.
    Generate(generate::Generate),
}

/// Runs the command that was asked for.
pub fn run(args: &Maze, out: &mut dyn Write) -> Result<Exit, Failure> {
    match &args.command {
        Command::Generate(args) => generate::run(args, out),
    }
}
