//! `heureka maze`: generates, evaluates, solves and explains number mazes, and proves optima.

mod batch;
mod explain;
mod generate;
mod prove;

use crate::args::Threads;
use crate::choose::text_of;
use crate::exit::{Exit, Failure, advise};
use crate::names;
use crate::output::Output;
use crate::seed::Seed;
use crate::units::plural;
use clap::{Args, Subcommand};
use heureka_courses::maze::write_score;
use heureka_kit::board::Size;
use heureka_puzzles::number_maze::analysis::Analysis;
use heureka_puzzles::number_maze::{Grid, INFO, ScoredMaze, SearchOptions, Spec};
use serde::Serialize;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  heureka maze generate 5 5 1 4              generate an optimal maze
  heureka maze generate 10 10 1 9 > maze.txt
  heureka maze evaluate maze.txt             print its score
  heureka maze solve sample                  print its shortest solution
  heureka maze explain maze.txt --svg maze.svg
  heureka maze batch 6 6 1 5 --html sheet.html
  heureka maze prove 6 6 1 5 --state 6x6.proof";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Maze {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Generate the best maze that the time limit allows.
    #[command(after_help = generate::EXAMPLES)]
    Generate(generate::Generate),
    /// Print the score of a maze.
    #[command(after_help = "Example:\n  heureka maze evaluate maze.txt")]
    Evaluate(Input),
    /// Print a shortest solution and whether it is unique.
    #[command(after_help = "Example:\n  heureka maze solve maze.txt")]
    Solve(Input),
    /// Classify each cell: holes, forced moves, distances.
    #[command(after_help = "Example:\n  heureka maze explain maze.txt --svg maze.svg")]
    Explain(explain::Explain),
    /// Generate many good mazes, no two similar, from easy to hard.
    #[command(after_help = batch::EXAMPLES)]
    Batch(batch::Batch),
    /// Prove the highest score of a size and list every maze that reaches it.
    #[command(after_help = prove::EXAMPLES)]
    Prove(prove::Prove),
}

pub fn run(args: &Maze, out: &mut dyn Write) -> Result<Exit, Failure> {
    match &args.command {
        Command::Generate(args) => generate::run(args, out),
        Command::Evaluate(args) => {
            let maze = ScoredMaze::new(args.grid()?);
            args.output.either(out, || object(&maze), |out| write_score(&maze, out))?;
            Ok(Exit::Done)
        }
        Command::Solve(args) => solve(args, out),
        Command::Explain(args) => explain::run(args, out),
        Command::Batch(args) => batch::run(args, out),
        Command::Prove(args) => prove::run(args, out),
    }
}

/// Prints a shortest solution of a maze.
fn solve(args: &Input, out: &mut dyn Write) -> Result<Exit, Failure> {
    let (analysis, maze) = args.analyze()?;
    let (solvable, unique) = (maze.quality.solvable(), maze.quality.unique);
    let length = solvable.then_some(maze.quality.length);
    let solution = solvable.then(|| letters(&analysis));
    let object = || json!({ "solvable": solvable, "unique": unique, "length": length, "solution": solution });
    args.output.either(out, object, |out| {
        if !solvable {
            return writeln!(out, "no solution: the goal is not reachable from the start");
        }
        let moves = plural(analysis.solution.len() as u64, "move");
        let (one, s) = if unique { ("the only", "") } else { ("one of several", "s") };
        writeln!(out, "{}\n{moves}, {one} shortest solution{s}", analysis.letters())
    })?;
    Ok(if solvable { Exit::Done } else { Exit::Unsolvable })
}

/// Returns the moves of the shortest solution.
fn letters(analysis: &Analysis) -> Vec<char> {
    analysis.solution.iter().map(|&(letter, _)| letter).collect()
}

/// The size and the range of values. The result repeats it.
#[derive(Clone, Debug, Args, Serialize)]
struct SpecArgs {
    /// Number of rows, 2 to 64
    #[arg(value_name = "R", value_parser = number)]
    rows: usize,
    /// Number of columns, 2 to 64
    #[arg(value_name = "C", value_parser = number)]
    cols: usize,
    /// Minimum value, at least 1
    #[arg(value_name = "I", value_parser = number)]
    low: usize,
    /// Maximum value, at most 99
    #[arg(value_name = "J", value_parser = number)]
    high: usize,
}

const VALID_SPECS: &str = "2 to 64 rows and columns, and values with 1 ≤ I ≤ J ≤ 99";

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("expected a whole number: {VALID_SPECS}"))
}

impl SpecArgs {
    /// Returns the specification, and prints a note if some values are too large for any move.
    fn spec(&self) -> Result<Spec, Failure> {
        let spec = Spec::new(Size { rows: self.rows, cols: self.cols }, self.low, self.high)
            .map_err(|error| Failure::usage(error.to_string(), format!("give {VALID_SPECS}")))?;
        let largest = spec.largest_move();
        if spec.high > largest {
            let size = spec.size;
            advise(&format!(
                "no move on a {size} grid is longer than {largest}: a value above that is a dead end"
            ));
        }
        Ok(spec)
    }
}

/// The options of a parallel search.
#[derive(Debug, Args)]
struct SearchArgs {
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    threads: Threads,
}

impl SearchArgs {
    fn options(&self) -> SearchOptions {
        SearchOptions { seed: self.seed.value(), threads: self.threads.number() }
    }
}

/// A maze from a file.
#[derive(Debug, Args)]
struct Input {
    /// Maze file, output of `heureka maze generate`, name of a built-in instance, or - for standard
    /// input
    file: PathBuf,
    #[command(flatten)]
    output: Output,
}

impl Input {
    fn grid(&self) -> Result<Grid, Failure> {
        Grid::parse(&text_of(&INFO, &self.file)?).map_err(|error| {
            let help = names::text_format("number-maze");
            Failure::file(&self.file, error, help)
        })
    }

    /// Analyzes the maze and checks the result by the reference rules.
    fn analyze(&self) -> Result<(Analysis, ScoredMaze), Failure> {
        let analysis = Analysis::new(&self.grid()?);
        let maze = ScoredMaze::verified(analysis.grid.clone(), analysis.quality.rank());
        Ok((analysis, maze))
    }
}

/// Returns a maze and its score as JSON, as every result contains it.
fn object(ScoredMaze { grid, quality }: &ScoredMaze) -> Value {
    json!({
        "puzzle": grid.text(),
        "solvable": quality.solvable(),
        "unique": quality.unique,
        "length": quality.length,
        "black_holes": quality.black_holes,
        "white_holes": quality.white_holes,
        "forced_forward": quality.forced_forward,
        "forced_backward": quality.forced_backward,
        "score": quality.score(),
    })
}
