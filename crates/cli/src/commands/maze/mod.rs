//! `heureka maze`: the number-maze generator and its companions.

mod batch;
mod evaluate;
mod explain;
mod generate;
mod prove;
mod solve;

use crate::choose::read;
use crate::exit::{Exit, Failure};
use crate::units::whole;
use clap::{Args, Subcommand};
use heureka_puzzles::number_maze::{Frame, Grid, Quality};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  heureka maze generate 5 5 1 4              the best puzzle there is, proved
  heureka maze generate 10 10 1 9 > puzzle.txt
  heureka maze evaluate puzzle.txt           what it scores
  heureka maze solve puzzle.txt              its shortest solution
  heureka maze explain puzzle.txt --svg puzzle.svg
  heureka maze batch 6 6 1 5 --html sheet.html
  heureka maze prove 6 6 1 5 --state 6x6.proof";

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
    #[command(after_help = generate::EXAMPLES)]
    Generate(generate::Generate),
    /// Score a puzzle.
    #[command(after_help = "Example:\n  heureka maze evaluate puzzle.txt")]
    Evaluate(evaluate::Evaluate),
    /// Print a shortest solution, and whether it is the only one.
    #[command(after_help = "Example:\n  heureka maze solve puzzle.txt")]
    Solve(solve::Solve),
    /// Tell of every cell what it is good for: holes, forced moves, distances.
    #[command(after_help = "Example:\n  heureka maze explain puzzle.txt --svg puzzle.svg")]
    Explain(explain::Explain),
    /// Make many good puzzles, no two alike, from the easiest to the hardest.
    #[command(after_help = batch::EXAMPLES)]
    Batch(batch::Batch),
    /// Prove the best score of a size, and list every puzzle that has it.
    #[command(after_help = prove::EXAMPLES)]
    Prove(prove::Prove),
}

/// Runs the command that was asked for.
pub fn run(args: &Maze, out: &mut dyn Write) -> Result<Exit, Failure> {
    match &args.command {
        Command::Generate(args) => generate::run(args, out),
        Command::Evaluate(args) => evaluate::run(args, out),
        Command::Solve(args) => solve::run(args, out),
        Command::Explain(args) => explain::run(args, out),
        Command::Batch(args) => batch::run(args, out),
        Command::Prove(args) => prove::run(args, out),
    }
}

/// The size and the values.
#[derive(Debug, Args)]
struct Size {
    /// Rows, from 2 to 64.
    #[arg(value_name = "R", value_parser = number, allow_negative_numbers = true)]
    rows: usize,
    /// Columns, from 2 to 64.
    #[arg(value_name = "C", value_parser = number, allow_negative_numbers = true)]
    cols: usize,
    /// The least value, at least 1.
    #[arg(value_name = "I", value_parser = number, allow_negative_numbers = true)]
    low: usize,
    /// The largest value: less than the longer side, and not less than I.
    #[arg(value_name = "J", value_parser = number, allow_negative_numbers = true)]
    high: usize,
}

/// What sizes and values there are.
const ALLOWED: &str = "2 to 64 rows and columns, and values 1 ≤ I ≤ J < the longer side";

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("expected a whole number; allowed are {ALLOWED}"))
}

impl Size {
    /// The frame, if there is one of this size with these values.
    fn frame(&self) -> Result<Frame, Failure> {
        Frame::new(self.rows, self.cols, self.low, self.high)
            .map_err(|error| Failure::usage(error.to_string(), format!("allowed are {ALLOWED}")))
    }
}

/// The threads that look.
#[derive(Debug, Args)]
struct Threads {
    /// How many threads work; as many as there are cores if not given.
    #[arg(long, value_name = "N", value_parser = whole::<usize>, allow_negative_numbers = true)]
    threads: Option<usize>,
}

impl Threads {
    fn number(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, Into::into);
        self.threads.unwrap_or_else(cores).clamp(1, 256)
    }
}

/// The puzzle to look at.
#[derive(Debug, Args)]
struct Input {
    /// The puzzle's file: its rows of numbers, or what `heureka maze generate` printed; `-` is the
    /// standard input.
    file: PathBuf,
}

impl Input {
    fn grid(&self) -> Result<Grid, Failure> {
        Grid::parse(&read(&self.file)?).map_err(|error| wrong(&self.file, &error))
    }
}

/// A file whose text is wrong.
fn wrong(path: &Path, error: &impl std::fmt::Display) -> Failure {
    Failure::input(
        format!("{}: {error}", path.display()),
        "`heureka describe number-maze` tells how puzzles are written",
    )
}

/// A puzzle and what it is worth, for programs.
#[derive(Serialize)]
struct Judgment {
    puzzle: String,
    solvable: bool,
    unique: bool,
    length: u32,
    black_holes: u32,
    white_holes: u32,
    forced_forward: u32,
    forced_backward: u32,
    score: i64,
}

impl Judgment {
    fn new(grid: &Grid, quality: &Quality) -> Self {
        Self {
            puzzle: grid.text(false),
            solvable: quality.solvable(),
            unique: quality.unique,
            length: quality.length,
            black_holes: quality.black_holes,
            white_holes: quality.white_holes,
            forced_forward: quality.forced_forward,
            forced_backward: quality.forced_backward,
            score: quality.score(),
        }
    }
}
