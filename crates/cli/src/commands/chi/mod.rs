//! `heureka chi`: the program of a course on the χ-puzzle, and what lies beyond it.

mod analyze;
mod competition;
mod run;
mod scale;
mod table;

use crate::choose;
use crate::exit::{Exit, Failure};
use clap::{Args, Subcommand};
use heureka_puzzles::chi::course::{self, RunError, Solver};
use heureka_puzzles::chi::{INFO, puzzles, read_size, shape_with};
use heureka_puzzles::tiles::Shape;
use std::io::Write;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  heureka chi run puzzles.txt --out results
  heureka chi run puzzles.txt --out demo --heuristics h0
  heureka chi analyze --random 50 --seed 1 --out analysis
  heureka chi scale --out growth
  heureka chi competition puzzles.txt
  heureka chi table 3x3

A file of puzzles has one a line, such as 1 0 3 7 5 2 6 4, row by row, 0 the
blank; empty lines and what follows a # are skipped. Single boards are solved
by `heureka solve chi`.";

/// What to do with χ-puzzles.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Chi {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the course's searches on a file of puzzles; write a solution and a search file for each.
    Run(run::Run),
    /// Compare all searches with all heuristics on one set of puzzles.
    Analyze(analyze::Analyze),
    /// Run the best searches on boards of growing size.
    Scale(scale::Scale),
    /// Solve a file of puzzles as cheaply and as fast as we can.
    Competition(competition::Competition),
    /// Count all boards of a size by what their cheapest plans cost.
    Table(table::Table),
}

/// Runs the command that was asked for.
pub fn run(args: &Chi, out: &mut dyn Write) -> Result<Exit, Failure> {
    match &args.command {
        Command::Run(args) => run::run(args, out),
        Command::Analyze(args) => analyze::run(args, out),
        Command::Scale(args) => scale::run(args, out),
        Command::Competition(args) => competition::run(args, out),
        Command::Table(args) => table::run(args, out),
    }
}

/// The shape of the boards in a file.
#[derive(Debug, Args)]
struct Size {
    /// Rows of the boards.
    #[arg(long, value_name = "R", default_value_t = 2, value_parser = crate::quantity::whole::<u32>)]
    rows: u32,
    /// Columns of the boards.
    #[arg(long, value_name = "C", default_value_t = 4, value_parser = crate::quantity::whole::<u32>)]
    cols: u32,
}

impl Size {
    fn shape(&self) -> Result<Shape, Failure> {
        let shape = shape_with(self.rows as usize, self.cols as usize);
        shape.map_err(|error| {
            Failure::usage(error.to_string(), format!("--rows and --cols: {}", INFO.sizes))
        })
    }
}

/// The boards of a file: all, or none if one is wrong.
fn boards(path: &Path, shape: Shape) -> Result<Vec<Vec<u8>>, Failure> {
    puzzles::read(&choose::read(path)?, shape).map_err(|error| {
        let Shape { rows, cols } = shape;
        Failure::input(
            format!("{}: {error}", path.display()),
            format!(
                "one board of {rows} rows and {cols} columns a line, each number from 0 to {} once; \
                 --rows and --cols set another size",
                shape.cells() - 1
            ),
        )
    })
}

/// Reads a size given on the command line.
fn parse_shape(text: &str) -> Result<Shape, String> {
    read_size(text).map_err(|error| error.to_string())
}

/// The solver of a shape with a heuristic.
fn solver(shape: Shape, heuristic: &str) -> Result<Box<dyn Solver>, Failure> {
    let known = course::solver(shape, heuristic);
    known.ok_or_else(|| Failure::bug(format!("no solver for {heuristic}"), ""))
}

/// The heuristic of a name given on the command line.
fn parse_heuristic(name: &str) -> Result<&'static str, String> {
    course::heuristic(name.trim()).ok_or_else(|| {
        let names: Vec<_> = INFO.heuristics.iter().map(|heuristic| heuristic.name).collect();
        format!("expected some of {}, with commas between them", names.join(", "))
    })
}

/// What a run that came to nothing means to the user.
fn run_failure(error: RunError) -> Failure {
    match error {
        RunError::Search(error) => super::solve::failure(&error),
        RunError::Write(error) => Failure::Io(error),
    }
}

/// Where the boards of a study come from.
#[derive(Debug, Args)]
struct Source {
    /// A file with one puzzle a line; random ones if not given.
    #[arg(value_name = "FILE", conflicts_with = "random")]
    file: Option<PathBuf>,
    /// So many random puzzles.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    random: u32,
    /// The seed of the first random puzzle; the others follow.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = crate::quantity::whole::<u64>, allow_negative_numbers = true)]
    seed: u64,
}

impl Source {
    fn boards(&self, shape: Shape) -> Result<Vec<Vec<u8>>, Failure> {
        match &self.file {
            Some(path) => boards(path, shape),
            None => Ok(puzzles::random(shape, self.random as usize, self.seed)),
        }
    }

    fn describe(&self) -> String {
        match &self.file {
            Some(path) => path.display().to_string(),
            None => format!("{} random puzzles, seeds from {} on", self.random, self.seed),
        }
    }
}
