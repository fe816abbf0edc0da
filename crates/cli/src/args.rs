//! The arguments, each documenting itself; help, completions and the manual are made from this.

use crate::commands::bricks;
use crate::commands::pegs;
use crate::commands::race;
use crate::commands::shell;
use crate::quantity::{parse_duration, parse_size, whole};
use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use heureka_puzzles::registry::PUZZLES;
use std::path::PathBuf;
use std::time::Duration;

/// The workbench for heuristic search.
#[derive(Debug, Parser)]
#[command(name = "heureka", version, about, after_help = TOP_EXAMPLES, propagate_version = true)]
pub struct Arguments {
    /// What to do; without a command one instance of every puzzle is solved.
    #[command(subcommand)]
    pub command: Option<Command>,
}

const TOP_EXAMPLES: &str = "\
Examples:
  heureka                              solve one instance of every puzzle
  heureka list                         the puzzles and the strategies
  heureka solve hanoi '4 8'            four rods, eight disks
  heureka solve tiles --random 4x4     a random fifteen puzzle
  heureka solve hanoi -s bfs --json    the result for programs

Exit codes:
   0  solved or done              20  memory limit
   1  the plan is refused         21  time limit
   2  wrong command line          22  expansion limit, or declined to go on
  10  proved unsolvable           23  interrupted
  11  no plan, nothing proved     30  a plan or certificate failed its check
                                  31  bad input file";

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the puzzles and the strategies.
    #[command(after_help = "Example:\n  heureka list")]
    List(List),
    /// Tell all about a puzzle: rules, text format, heuristics, levels, problem card.
    #[command(after_help = "Example:\n  heureka describe hanoi")]
    Describe(Describe),
    /// Solve an instance.
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(Solve),
    /// Run several setups on one instance and compare them.
    #[command(after_help = race::EXAMPLES)]
    Race(race::Race),
    /// Play an instance by hand, with undo and hints.
    #[command(after_help = PLAY_EXAMPLES)]
    Play(Play),
    /// Run the search shell: missionaries and cannibals, peg solitaire, by three text files.
    #[command(after_help = shell::EXAMPLES)]
    Shell(shell::Shell),
    /// Check a plan by the puzzle's reference rules.
    #[command(after_help = CHECK_EXAMPLES)]
    Check(Check),
    /// Write a proof that a plan is optimal or that there is none, or check such a proof.
    #[command(after_help = CERTIFY_EXAMPLES)]
    Certify(Certify),
    /// Find out whether a heuristic keeps its promises, by exact distances.
    #[command(after_help = AUDIT_EXAMPLES)]
    Audit(Audit),
    /// Walk the whole space that can be reached and count it by depth.
    #[command(after_help = EXPLORE_EXAMPLES)]
    Explore(Explore),
    /// Ask about peg solitaire: which problems can be solved, which jumps keep a game winnable.
    #[command(after_help = pegs::EXAMPLES)]
    Pegs(pegs::Pegs),
    /// The functions of the sliding brick assignment, a command each.
    #[command(after_help = bricks::EXAMPLES)]
    Bricks(bricks::Bricks),
    /// The χ-puzzle of a course: its files, an analysis, growing boards, a competition.
    Chi(crate::commands::Chi),
    /// Adjust the counters: the program of a course, its numbers and its words.
    Counters(crate::commands::Counters),
    /// Generate, evaluate, solve, explain and prove number mazes.
    Maze(crate::commands::maze::Maze),
    /// The lab: studies of many runs, their reports, and questions of theory to look at.
    Lab(crate::commands::lab::Lab),
    /// Print completions for a shell.
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions(Completions),
    /// Print the manual page.
    #[command(after_help = "Example:\n  heureka man > heureka.1 && man ./heureka.1")]
    Man,
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  heureka solve hanoi                            the built-in instance
  heureka solve hanoi '4 10' -H patterns         another one, and a heuristic
  heureka solve tiles '1 2 3 0 4 5' --rows 2     row by row, 0 is the blank
  heureka solve tiles --random 3x3 --seed 7      the same one everywhere
  heureka solve hanoi --level 4x12 --time-limit 10s --memory-limit 1GiB
  heureka solve hanoi > plan.txt                 `heureka check` reads it
  heureka solve hanoi --svg hanoi.svg            the plan as a film strip

Strategies are words with options: astar, wastar:1.5, 'dls(20)',
astar:ties=low-g. `heureka list` tells them all.";

const PLAY_EXAMPLES: &str = "\
Examples:
  heureka play hanoi '3 4'
  heureka play pacman rooms
  heureka play tiles --random 3x3 --seed 5

A line holds a move, or several, or one of the words that `help` tells.";

const CHECK_EXAMPLES: &str = "\
Examples:
  heureka check hanoi '3 2' --plan plan.txt
  heureka solve hanoi --json | heureka check hanoi --plan -

A plan is one move per word. `#` begins a comment, and the summary that
`heureka solve` prints below its moves is skipped; a result of
`heureka solve --json` is read as well.";

const CERTIFY_EXAMPLES: &str = "\
Examples:
  heureka certify hanoi '4 6' --out hanoi.cert
  heureka certify --check hanoi.cert

The certificate holds the instance, the plan and every state that had to be
looked at with its distance from the start. Checking it needs no search, only
the rules. Exit code 10 means that a certificate of unsolvability was written,
30 that a certificate was refused.";

const AUDIT_EXAMPLES: &str = "\
Examples:
  heureka audit tiles --level easy -H pdb
  heureka audit graph too-high -H given
  heureka audit hanoi '4 6' --html hanoi.html";

const EXPLORE_EXAMPLES: &str = "\
Examples:
  heureka explore tiles --level easy
  heureka explore hanoi '3 12' --json";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  heureka completions bash > ~/.local/share/bash-completion/completions/heureka
  heureka completions fish > ~/.config/fish/completions/heureka.fish";

/// The names of all puzzles.
pub fn puzzle_names() -> PossibleValuesParser {
    PossibleValuesParser::new(PUZZLES.iter().map(|entry| entry.info().name))
}

/// How to list.
#[derive(Debug, Args)]
pub struct List {
    /// Print the result as one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Which puzzle to describe.
#[derive(Debug, Args)]
pub struct Describe {
    /// The puzzle.
    #[arg(value_parser = puzzle_names())]
    pub puzzle: String,
    /// Print the result as one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Which instance; the puzzle's first level if nothing is said.
#[derive(Clone, Debug, Args)]
pub struct Choice {
    /// The instance as text, or a level's name; `heureka describe PUZZLE` tells both.
    #[arg(conflicts_with_all = ["file", "level", "random"])]
    pub instance: Vec<String>,
    /// Read the instance from a file; `-` is the standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["level", "random"])]
    pub file: Option<PathBuf>,
    /// What stands in the file, where it was read before: the standard input can be read once only.
    #[arg(skip)]
    pub contents: Option<String>,
    /// Take a built-in instance.
    #[arg(long, value_name = "NAME", conflicts_with = "random")]
    pub level: Option<String>,
    /// Make a random instance of this size.
    #[arg(long, value_name = "SIZE")]
    pub random: Option<String>,
    /// The seed of the random instance: the same seed makes the same instance everywhere.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub seed: u64,
    /// Set a setting of the puzzle; may be given more than once.
    #[arg(short, long = "param", value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub parameters: Vec<(String, String)>,
    /// Short for --param rows=N.
    #[arg(long, value_name = "N", value_parser = whole::<u32>, allow_negative_numbers = true)]
    pub rows: Option<u32>,
    /// Short for --param cols=N.
    #[arg(long, value_name = "N", value_parser = whole::<u32>, allow_negative_numbers = true)]
    pub cols: Option<u32>,
}

fn parse_setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected NAME=VALUE, such as rows=3".to_owned()),
    }
}

/// When to stop.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct Limit {
    /// Stop after this time, such as 500ms, 60s, 2m or 1h30m.
    #[arg(long = "time-limit", value_name = "TIME", value_parser = parse_duration)]
    pub time: Option<Duration>,
    /// Stop before the search takes more memory than this, such as 256MiB; `none` for no limit.
    #[arg(
        long = "memory-limit",
        value_name = "SIZE",
        value_parser = parse_size,
        default_value = "4GiB"
    )]
    pub memory: u64,
    /// Stop after this many expansions.
    #[arg(long, value_name = "N", value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub expansions: Option<u64>,
    /// Ask after every N expansions whether to go on; 0 means never.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub ask_every: u64,
}

/// What not to look at.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct Horizon {
    /// Do not look at plans of more moves than this.
    #[arg(long, value_name = "N", value_parser = whole::<u32>, allow_negative_numbers = true)]
    pub depth_limit: Option<u32>,
    /// Do not look at plans that cost more than this.
    #[arg(long, value_name = "N", value_parser = whole::<u32>, allow_negative_numbers = true)]
    pub cost_limit: Option<u32>,
}

/// What to print of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Show {
    /// The moves.
    Moves,
    /// Every state on the way, drawn.
    States,
    /// Nothing.
    None,
}

/// How to solve which instance.
#[derive(Debug, Args)]
pub struct Solve {
    /// The puzzle.
    #[arg(value_parser = puzzle_names())]
    pub puzzle: String,
    #[command(flatten)]
    pub choice: Choice,
    /// The strategy, such as astar, wastar:1.5 or ids; `best`, as if neither this nor a heuristic is
    /// given, is what solves the puzzle fastest.
    #[arg(short, long)]
    pub strategy: Option<String>,
    /// The heuristic; the puzzle's first if not given.
    #[arg(short = 'H', long)]
    pub heuristic: Option<String>,
    /// What to print of the plan.
    #[arg(long, value_enum, default_value_t = Show::Moves)]
    pub show: Show,
    /// Write every step of the search to a file, one JSON object per line.
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Draw the start and every state of the plan into an SVG file.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Print the result as one JSON object.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limit: Limit,
    #[command(flatten)]
    pub horizon: Horizon,
}

/// Which instance to play.
#[derive(Debug, Args)]
pub struct Play {
    /// The puzzle.
    #[arg(value_parser = puzzle_names())]
    pub puzzle: String,
    #[command(flatten)]
    pub choice: Choice,
    /// The strategy that hints come from; the puzzle's own if not given.
    #[arg(short, long)]
    pub strategy: Option<String>,
    /// The heuristic that hints come from; the puzzle's first if not given.
    #[arg(short = 'H', long)]
    pub heuristic: Option<String>,
    /// A hint may take this long.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "20s")]
    pub patience: Duration,
}

/// Which plan to check.
#[derive(Debug, Args)]
pub struct Check {
    /// The puzzle.
    #[arg(value_parser = puzzle_names())]
    pub puzzle: String,
    #[command(flatten)]
    pub choice: Choice,
    /// The file with the plan; `-` is the standard input.
    #[arg(long, value_name = "FILE")]
    pub plan: PathBuf,
    /// Print the result as one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// A search whose closed states prove its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// A*: the fewest states.
    Astar,
    /// Uniform cost: more states, found without the heuristic.
    Ucs,
}

/// What belongs to writing a certificate, and means nothing where one is checked.
const CERTIFY_ONLY: [&str; 12] = [
    "puzzle",
    "instance",
    "file",
    "level",
    "random",
    "seed",
    "parameters",
    "rows",
    "cols",
    "strategy",
    "heuristic",
    "out",
];

/// Which certificate to write or check.
#[derive(Debug, Args)]
pub struct Certify {
    /// The puzzle.
    #[arg(value_parser = puzzle_names(), required_unless_present = "check")]
    pub puzzle: Option<String>,
    #[command(flatten)]
    pub choice: Choice,
    /// How to search for the proof.
    #[arg(short, long, value_enum, default_value_t = Method::Astar)]
    pub strategy: Method,
    /// The heuristic, which must be admissible; the puzzle's first if not given.
    #[arg(short = 'H', long)]
    pub heuristic: Option<String>,
    /// Where to write the certificate.
    #[arg(long, value_name = "FILE", required_unless_present = "check")]
    pub out: Option<PathBuf>,
    /// Check this certificate; it says itself which puzzle and instance it is about.
    #[arg(long, value_name = "FILE", conflicts_with_all = CERTIFY_ONLY)]
    pub check: Option<PathBuf>,
    /// Print the result as one JSON object.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limit: Limit,
}

/// Which heuristic to audit.
#[derive(Debug, Args)]
pub struct Audit {
    /// The puzzle.
    #[arg(value_parser = puzzle_names())]
    pub puzzle: String,
    #[command(flatten)]
    pub choice: Choice,
    /// The heuristic; all of the puzzle's if not given.
    #[arg(short = 'H', long)]
    pub heuristic: Option<String>,
    /// Draw estimates against exact distances, and the first counterexamples, into an SVG file.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write a page with all of it that needs nothing but itself.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Print the result as one JSON object.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limit: Limit,
}

/// Which space to explore.
#[derive(Debug, Args)]
pub struct Explore {
    /// The puzzle.
    #[arg(value_parser = puzzle_names())]
    pub puzzle: String,
    #[command(flatten)]
    pub choice: Choice,
    /// Print the result as one JSON object.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limit: Limit,
}

/// For which shell.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell.
    pub shell: Shell,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definitions_are_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn examples_fit_into_eighty_columns() {
        let top = Arguments::command();
        for command in std::iter::once(&top).chain(top.get_subcommands()) {
            let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let wide = text.lines().find(|line| line.chars().count() > 80);
            assert_eq!(wide, None, "{}", command.get_name());
        }
    }
}
