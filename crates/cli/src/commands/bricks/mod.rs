//! `heureka bricks`: the functions of the sliding brick assignment, one command each.

mod board;
mod search;

use crate::choose::text_of;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use clap::{Args, Subcommand};
use heureka_courses::bricks::{GameState, read, read_cells};
use heureka_kit::text::ParseError;
use heureka_puzzles::bricks;
use search::{All, Method, Search};
use std::io::Write;
use std::path::Path;

#[derive(Debug, Args)]
pub struct Bricks {
    #[command(subcommand)]
    command: BricksCommand,
}

pub const EXAMPLES: &str = "\
Examples:
  heureka bricks print level0
  heureka bricks random-walk level0 -n 3 --seed 7
  heureka bricks bfs my-level.txt SBP-level0.txt
  heureka bricks all --out output-part2.txt
  heureka bricks competition klotski --metric moves

FILE is a state file, the name of a built-in instance, such as level0 or
SBP-level0.txt, or - for standard input. Run `heureka describe bricks` to see
the format and the built-in instances. The exit code of `solved` and `compare`
is 1 if they print false.";

const COMPETITION: &str = "\
Example:
  heureka bricks competition klotski

A* tries 1,000 nodes, which solves most open boards. If more than 250 nodes wait
by then, the space widens and A* goes on; otherwise breadth-first search, which
expands nodes faster, takes over.";

#[derive(Debug, Subcommand)]
enum BricksCommand {
    /// Print the state.
    #[command(after_help = "Example:\n  heureka bricks print level0")]
    Print(Board),
    /// Print whether the state is solved: the master brick covers every goal cell.
    #[command(after_help = "Example:\n  heureka bricks solved level0")]
    Solved(Board),
    /// List the legal moves of all bricks or of one.
    #[command(after_help = "Example:\n  heureka bricks moves level0 --piece 2")]
    Moves(board::Moves),
    /// Make moves and print the resulting state.
    #[command(after_help = "Example:\n  heureka bricks apply level0 '(2,left)' '(4, down)'")]
    Apply(board::Apply),
    /// Print whether two states are identical, cell by cell.
    #[command(after_help = "Example:\n  heureka bricks compare a.txt b.txt --normalized")]
    Compare(board::Compare),
    /// Print the normal form of the state.
    #[command(after_help = "Example:\n  heureka bricks normalize klotski")]
    Normalize(Board),
    /// Make random moves and print each with the normalized state after it.
    #[command(after_help = "Example:\n  heureka bricks random-walk level0 -n 3 --seed 7")]
    RandomWalk(board::RandomWalk),
    /// Find a shortest solution by breadth-first search.
    #[command(after_help = "Example:\n  heureka bricks bfs level0 klotski")]
    Bfs(Search),
    /// Find a solution, usually a long one, by depth-first search that visits each state once.
    #[command(after_help = "Example:\n  heureka bricks dfs level0")]
    Dfs(Search),
    /// Find a shortest solution of a small board by iterative deepening, in little memory.
    #[command(after_help = "Example:\n  heureka bricks ids level0")]
    Ids(Search),
    /// Find a shortest solution by A*.
    #[command(after_help = "Example:\n  heureka bricks astar klotski -H manhattan")]
    Astar(Search),
    /// Find a shortest solution by the fastest method, and name the method.
    #[command(after_help = COMPETITION)]
    Competition(Search),
    /// Solve all boards by breadth-first and depth-first search, in the assignment's format.
    #[command(after_help = "Example:\n  heureka bricks all --out output-part2.txt")]
    All(All),
}

/// The arguments that give a state.
#[derive(Debug, Args)]
struct Board {
    /// State file, name of a built-in instance, or - for standard input.
    #[arg(value_name = "FILE")]
    file: String,
    /// Add goal cells that the master brick covers at the start, such as '1,2;1,3' (row,column).
    #[arg(long, value_name = "CELLS")]
    goal: Option<String>,
    #[command(flatten)]
    output: Output,
}

impl Board {
    /// Reads the state.
    fn state(&self) -> Result<GameState, Failure> {
        state(&self.file, self.goal.as_deref())
    }
}

/// Reads the state of a built-in instance or a file, with goal cells that the master covers.
fn state(file: &str, goal: Option<&str>) -> Result<GameState, Failure> {
    let goal = goal.map_or(Ok(vec![]), read_cells).map_err(|error| invalid_goal(&error))?;
    read(&text_of(&bricks::INFO, Path::new(file))?, &goal).map_err(|error| invalid(file, &error))
}

/// Returns the failure for a text that is not a state.
fn invalid(file: &str, error: &ParseError) -> Failure {
    let help = "run `heureka describe bricks` to see the format";
    Failure::file(Path::new(file), error, help)
}

fn invalid_goal(error: &ParseError) -> Failure {
    Failure::usage(error.to_string(), "correct the cells of --goal")
}

pub fn run(args: &Bricks, out: &mut dyn Write) -> Result<Exit, Failure> {
    match &args.command {
        BricksCommand::Print(args) => board::show(args.output, &args.state()?, out),
        BricksCommand::Solved(args) => board::solved(args, out),
        BricksCommand::Moves(args) => board::moves(args, out),
        BricksCommand::Apply(args) => board::apply(args, out),
        BricksCommand::Compare(args) => board::compare(args, out),
        BricksCommand::Normalize(args) => board::normalize(args, out),
        BricksCommand::RandomWalk(args) => board::random_walk(args, out),
        BricksCommand::Bfs(args) => search::run(args, Method::BFS, out),
        BricksCommand::Dfs(args) => search::run(args, Method::DFS, out),
        BricksCommand::Ids(args) => search::run(args, Method::IDS, out),
        BricksCommand::Astar(args) => search::run(args, Method::ASTAR, out),
        BricksCommand::Competition(args) => search::run(args, Method::COMPETITION, out),
        BricksCommand::All(args) => search::run_all(args, out),
    }
}
