//! `heureka bricks`: the sliding brick assignment's own functions, a command each.

mod board;
mod search;

use crate::args::Limit;
use crate::exit::{Exit, Failure};
use crate::units::whole;
use clap::{Args, Subcommand, ValueEnum};
use search::Way;
use std::io::Write;

/// What to do with a state file.
#[derive(Debug, Args)]
pub struct Bricks {
    /// What to do.
    #[command(subcommand)]
    pub command: BricksCommand,
}

/// Examples of `heureka bricks`.
pub const EXAMPLES: &str = "\
Examples:
  heureka bricks print level0
  heureka bricks random-walk level0 -n 3 --seed 7
  heureka bricks bfs my-level.txt
  heureka bricks competition klotski --metric moves

FILE is the path of a state file, the name of a built-in level or - for the
standard input. `heureka describe bricks` tells the format and the levels.";

/// The functions of the assignment.
#[derive(Debug, Subcommand)]
pub enum BricksCommand {
    /// Print the state.
    #[command(after_help = "Example:\n  heureka bricks print level0")]
    Print(Board),
    /// Say whether the state is solved: no cell of the goal is left uncovered.
    #[command(after_help = "Example:\n  heureka bricks solved level0")]
    Solved(Board),
    /// List the moves, of all bricks or of one.
    #[command(after_help = "Example:\n  heureka bricks moves level0 --piece 2")]
    Moves(Moves),
    /// Make moves and print the state after them.
    #[command(after_help = "Example:\n  heureka bricks apply level0 '(2,left)' '(4, down)'")]
    Apply(Apply),
    /// Say whether two states are identical, cell by cell.
    #[command(after_help = "Example:\n  heureka bricks compare a.txt b.txt --normalized")]
    Compare(Compare),
    /// Print the normal form of the state.
    #[command(after_help = "Example:\n  heureka bricks normalize klotski")]
    Normalize(Board),
    /// Make random moves and print each with the state after it, in normal form.
    #[command(after_help = "Example:\n  heureka bricks random-walk level0 -n 3 --seed 7")]
    RandomWalk(RandomWalk),
    /// Solve breadth-first: a shortest solution.
    #[command(after_help = "Example:\n  heureka bricks bfs level0")]
    Bfs(Search),
    /// Solve depth-first, every state visited once: any solution, mostly a long one.
    #[command(after_help = "Example:\n  heureka bricks dfs level0")]
    Dfs(Search),
    /// Solve by iterative deepening: a shortest solution in little memory, for small boards.
    #[command(after_help = "Example:\n  heureka bricks ids level0")]
    Ids(Search),
    /// Solve by A*: a shortest solution.
    #[command(after_help = "Example:\n  heureka bricks astar klotski -H manhattan")]
    Astar(Search),
    /// Solve by the fastest method there is, and say which that is.
    #[command(after_help = "Example:\n  heureka bricks competition klotski")]
    Competition(Search),
}

/// Which state.
#[derive(Debug, Args)]
pub struct Board {
    /// The state file, a built-in level's name, or - for the standard input.
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Cells of the goal that the master brick covers already, as row,column counted from 1; the
    /// format cannot say so.
    #[arg(long, value_name = "CELLS")]
    pub goal: Option<String>,
    /// Print the result as one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Which moves to list.
#[derive(Debug, Args)]
pub struct Moves {
    #[command(flatten)]
    pub board: Board,
    /// Only those of this brick.
    #[arg(long, value_name = "N", value_parser = whole::<i32>, allow_negative_numbers = true)]
    pub piece: Option<i32>,
}

/// Which moves to make.
#[derive(Debug, Args)]
pub struct Apply {
    #[command(flatten)]
    pub board: Board,
    /// The moves, such as '(2,left)'.
    #[arg(value_name = "MOVE", required = true)]
    pub moves: Vec<String>,
    /// How the moves number the bricks.
    #[arg(long, value_enum, default_value_t = LabelWord::Original)]
    pub labels: LabelWord,
}

/// Which states to compare.
#[derive(Debug, Args)]
pub struct Compare {
    /// The first state.
    pub first: String,
    /// The second state.
    pub second: String,
    /// Compare the normal forms.
    #[arg(long)]
    pub normalized: bool,
    /// Print the result as one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// How far to walk.
#[derive(Debug, Args)]
pub struct RandomWalk {
    #[command(flatten)]
    pub board: Board,
    /// The number of moves.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10, value_parser = whole::<usize>, allow_negative_numbers = true)]
    pub length: usize,
    /// The seed: the same one makes the same walk everywhere.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub seed: u64,
}

/// How a plan numbers the bricks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LabelWord {
    /// As in the file: a number stays with its brick.
    Original,
    /// As in the normal form of each state.
    Normal,
}

/// What costs one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MetricWord {
    /// A brick goes one cell.
    Steps,
    /// A brick goes along any path.
    Moves,
}

/// How to search.
#[derive(Debug, Args)]
pub struct Search {
    #[command(flatten)]
    pub board: Board,
    /// How the plan numbers the bricks.
    #[arg(long, value_enum, default_value_t = LabelWord::Original)]
    pub labels: LabelWord,
    /// What costs one.
    #[arg(long, value_enum, default_value_t = MetricWord::Steps)]
    pub metric: MetricWord,
    /// The heuristic of A*; the puzzle's first if not given.
    #[arg(short = 'H', long)]
    pub heuristic: Option<String>,
    #[command(flatten)]
    pub limit: Limit,
}

/// Runs one of the functions.
pub fn run(args: &Bricks, out: &mut dyn Write) -> Result<Exit, Failure> {
    match &args.command {
        BricksCommand::Print(args) => board::print(args, out),
        BricksCommand::Solved(args) => board::solved(args, out),
        BricksCommand::Moves(args) => board::moves(args, out),
        BricksCommand::Apply(args) => board::apply(args, out),
        BricksCommand::Compare(args) => board::compare(args, out),
        BricksCommand::Normalize(args) => board::normalize(args, out),
        BricksCommand::RandomWalk(args) => board::random_walk(args, out),
        // Every state once, as the assignment asks for in a graph.
        BricksCommand::Bfs(args) => search::run(args, Way::By("bfs"), out),
        BricksCommand::Dfs(args) => search::run(args, Way::By("dfs"), out),
        BricksCommand::Ids(args) => search::run(args, Way::By("ids:duplicates=graph"), out),
        BricksCommand::Astar(args) => search::run(args, Way::By("astar"), out),
        BricksCommand::Competition(args) => search::run(args, Way::Fastest, out),
    }
}
