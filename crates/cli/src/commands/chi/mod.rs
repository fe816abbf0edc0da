//! `heureka chi`: the course's program on the χ-puzzle, and studies of its searches.

mod analyze;
mod competition;
mod moves;
mod run;
mod scale;
mod table;

use crate::exit::{Exit, Failure};
use crate::files::{MAX_INSTANCE, read};
use crate::seed::Seed;
use crate::units::whole_in;
use clap::{Args, Subcommand};
use heureka_kit::board;
use heureka_puzzles::chi::{INFO, check_size, parse_size, puzzles};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file of a study's slides.
const SLIDES: &str = "slides.html";

const EXAMPLES: &str = "\
Examples:
  heureka chi moves '4 2 3 1 5 6 7 0'
  heureka chi run puzzles.txt --out results
  heureka chi run puzzles.txt --out demo --heuristics h0
  heureka chi analyze --random 50 --seed 1 --out analysis
  heureka chi scale --out growth
  heureka chi competition puzzles.txt
  heureka chi table 3x3

A puzzle file has one board per line, such as 1 0 3 7 5 2 6 4: row by row, 0 for
the blank. Empty lines and comments (#) are skipped. To solve a single board,
use `heureka solve chi`.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Chi {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the moves of a board with their costs.
    Moves(moves::Moves),
    /// Run the course's searches on a puzzle file; write a solution and a search file for each.
    Run(run::Run),
    /// Compare all searches with all heuristics on one set of puzzles.
    Analyze(analyze::Analyze),
    /// Run the best searches on boards of growing size.
    Scale(scale::Scale),
    /// Solve a puzzle file at minimum cost, as fast as possible.
    Competition(competition::Competition),
    /// Count all boards of a size by their optimal cost.
    Table(table::Table),
}

pub fn run(args: &Chi, out: &mut dyn Write) -> Result<Exit, Failure> {
    match &args.command {
        Command::Moves(args) => moves::run(args, out),
        Command::Run(args) => run::run(args, out),
        Command::Analyze(args) => analyze::run(args, out),
        Command::Scale(args) => scale::run(args, out),
        Command::Competition(args) => competition::run(args, out),
        Command::Table(args) => table::run(args, out),
    }
}

/// The size of the boards in a file.
#[derive(Debug, Args)]
struct Size {
    /// Set the number of rows of the boards.
    #[arg(long, value_name = "R", default_value_t = 2, value_parser = crate::units::whole::<u32>)]
    rows: u32,
    /// Set the number of columns of the boards.
    #[arg(long, value_name = "C", default_value_t = 4, value_parser = crate::units::whole::<u32>)]
    cols: u32,
}

impl Size {
    fn shape(&self) -> Result<board::Size, Failure> {
        let size = board::Size { rows: self.rows as usize, cols: self.cols as usize };
        check_size(size).map_err(|error| {
            Failure::usage(error.to_string(), format!("--rows and --cols: {}", INFO.sizes))
        })
    }
}

/// Reads all boards of a file.
fn boards(path: &Path, size: board::Size) -> Result<Vec<Vec<u8>>, Failure> {
    puzzles::read(&read(path, MAX_INSTANCE)?, size).map_err(|error| {
        let last = size.cells() - 1;
        let line = format!("one {size} board per line, each number from 0 to {last} once");
        Failure::file(path, &error, format!("write {line}; --rows and --cols set another size"))
    })
}

/// Reads a size from the command line.
fn parse_shape(text: &str) -> Result<board::Size, String> {
    parse_size(text).map_err(|error| error.to_string())
}

/// Reads the name of a heuristic from the command line.
fn parse_heuristic(name: &str) -> Result<&'static str, String> {
    let names: Vec<_> = INFO.heuristics.iter().map(|heuristic| heuristic.name).collect();
    let known = names.iter().copied().find(|&known| known == name.trim());
    known.ok_or_else(|| format!("expected a comma-separated list of {}", names.join(", ")))
}

/// The boards of a study.
#[derive(Debug, Args)]
struct Source {
    /// Puzzle file, one board per line (`-` for standard input) [default: random puzzles].
    #[arg(value_name = "FILE", conflicts_with = "random")]
    file: Option<PathBuf>,
    /// Generate N random puzzles.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = whole_in::<u32>(1..=100_000))]
    random: u32,
    #[command(flatten)]
    seed: Seed,
}

impl Source {
    /// Returns the seed of the first random puzzle; the others use the next seeds.
    fn random_seed(&self) -> Option<u64> {
        self.file.is_none().then(|| self.seed.value())
    }

    fn boards(&self, size: board::Size) -> Result<Vec<Vec<u8>>, Failure> {
        match &self.file {
            Some(path) => boards(path, size),
            None => Ok(puzzles::random(size, self.random as usize, self.seed.value())),
        }
    }

    fn describe(&self) -> String {
        match &self.file {
            Some(path) => path.display().to_string(),
            None => format!("{} random puzzles, seeds from {}", self.random, self.seed.value()),
        }
    }
}
