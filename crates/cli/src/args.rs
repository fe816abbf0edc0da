//! The command line: the top-level commands and the arguments that several of them share.
//!
//! Help, completions and the manual page are generated from these definitions. The arguments of one
//! command are in its own file.

use crate::commands::{
    audit, bricks, cache, certify, check, chi, cluster, counters, describe, draw, explore,
    generate, lab, list, maze, pegs, play, race, selftest, serve, shell, solve,
};
use crate::exit::advise;
use crate::files::{DASH, is_file, is_stdin};
use crate::measure::parse_time_limit;
use crate::puzzle_arg::PuzzleName;
use crate::seed::Seed;
use crate::units::{parse_size, whole, whole_in};
use clap::{Args, CommandFactory, Parser, Subcommand};
use heureka_core::parallel::cores;
use heureka_kit::puzzle::Parameters;
use heureka_lab::names::NamedPuzzle;
use heureka_lab::{flags, table_cache};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A workbench for heuristic search: solve, compare, check, certify and audit.
#[derive(Debug, Parser)]
#[command(name = "heureka", version, after_help = EXAMPLES, propagate_version = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Returns the definition of the command line. Values may be negative numbers, so that their parsers
/// reject them.
pub fn command() -> clap::Command {
    fn with_negative_numbers(command: clap::Command) -> clap::Command {
        let values = |arg: clap::Arg| {
            let takes = arg.get_action().takes_values();
            if takes { arg.allow_negative_numbers(true) } else { arg }
        };
        command.mut_args(values).mut_subcommands(with_negative_numbers)
    }
    with_negative_numbers(Arguments::command())
}

const EXAMPLES: &str = "\
Examples:
  heureka                              show a first example
  heureka list                         list puzzles and strategies
  heureka solve hanoi '4 8'            solve four rods, eight disks
  heureka solve tiles --random 4x4     solve a random 15-puzzle
  heureka solve hanoi -s bfs --json    print the result as JSON

Exit codes:
   0  success                          20  memory limit reached
   1  plan rejected, claim refuted,    21  time limit reached
      boards differ, all runs failed   22  expansion limit reached, or declined
   2  invalid command line             23  interrupted: Ctrl-C, SIGTERM, SIGHUP
   3  regression in lab compare        24  disk limit reached
  10  proved unsolvable                30  plan, certificate or selftest failed
  11  no plan found, nothing proved    31  invalid input file
                                       32  the result cannot be written
                                       33  another process of a cluster is lost

If the reader of the output closes its pipe, the exit code is unaffected.";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List puzzles and strategies.
    List(list::List),
    /// Describe a puzzle: rules, text format, heuristics, built-in instances.
    Describe(describe::Describe),
    /// Draw an instance without solving it.
    Draw(draw::Draw),
    /// Solve an instance.
    Solve(solve::Solve),
    /// Compare several setups on one instance.
    #[command(after_help = race::EXAMPLES)]
    Race(race::Race),
    /// Play an instance by hand, with undo and hints.
    Play(play::Play),
    /// Run the search shell, which reads a problem from three text files.
    #[command(after_help = shell::EXAMPLES)]
    Shell(shell::Shell),
    /// Check a plan against the puzzle's reference rules.
    Check(check::Check),
    /// Write or check a proof that a plan is optimal or that no plan exists.
    Certify(certify::Certify),
    /// Test a heuristic's claims against exact distances.
    Audit(audit::Audit),
    /// Count all reachable states by depth.
    Explore(explore::Explore),
    /// Explore or solve one instance on many threads, processes or machines.
    Cluster(cluster::Cluster),
    /// Analyze peg solitaire: solvable problems, winning jumps, numbers of solutions.
    #[command(after_help = pegs::EXAMPLES)]
    Pegs(pegs::Pegs),
    /// Run the functions of the sliding-brick assignment.
    #[command(after_help = bricks::EXAMPLES)]
    Bricks(bricks::Bricks),
    /// Run the χ-puzzle assignment: files, analysis, larger boards, competition.
    Chi(chi::Chi),
    /// Run the counters assignment: solve a board, or compare the algorithms.
    Counters(counters::Counters),
    /// Generate, evaluate, solve, explain and prove number mazes.
    Maze(maze::Maze),
    /// Run studies of many searches, report on them, and demonstrate theory.
    Lab(lab::Lab),
    /// Open the playground: play puzzles and watch searches in a browser.
    Serve(serve::Serve),
    /// Test the program itself on random instances and searches.
    Selftest(selftest::Selftest),
    /// List or remove the tables of heuristics that are kept between runs.
    #[command(after_help = cache::EXAMPLES)]
    Cache(cache::Cache),
    /// Print shell completions.
    Completions(generate::Completions),
    /// Print the manual page.
    #[command(after_help = "Example:\n  heureka man > heureka.1 && man ./heureka.1")]
    Man,
}

/// The choice of a puzzle and an instance.
#[derive(Clone, Debug, Args)]
pub struct SubjectArgs {
    /// Name of the puzzle; the name of a built-in instance also works.
    #[arg(value_parser = PuzzleName)]
    pub puzzle: NamedPuzzle,
    #[command(flatten)]
    pub choice: Choice,
}

/// The choice of an instance; by default, what is piped to standard input, or else the puzzle's first
/// built-in instance.
#[derive(Clone, Debug, Args)]
#[command(mut_arg(flags::SEED, |arg| arg.requires(flags::RANDOM)))]
pub struct Choice {
    /// Instance text, name of a built-in instance, or file; see `heureka describe PUZZLE`
    /// [default: what is piped in, or the first built-in instance].
    #[arg(conflicts_with_all = ["file", "level", "random"])]
    pub instance: Vec<String>,
    /// Read the instance from a file (`-` for standard input).
    #[arg(long = flags::FILE, value_name = "FILE", conflicts_with_all = ["level", "random"])]
    pub file: Option<PathBuf>,
    /// Use a built-in instance.
    #[arg(long = flags::LEVEL, value_name = "NAME", conflicts_with = "random")]
    pub level: Option<String>,
    /// Generate a random instance of this size.
    #[arg(long = flags::RANDOM, value_name = "SIZE")]
    pub random: Option<String>,
    #[command(flatten)]
    pub seed: Seed,
    /// Set a parameter of the puzzle (repeatable).
    #[arg(short, long = flags::PARAM, value_name = "NAME=VALUE", value_parser = parse_parameter)]
    pub parameters: Vec<(String, String)>,
    /// Same as --param rows=N.
    #[arg(long, value_name = "N", value_parser = whole::<u32>)]
    pub rows: Option<u32>,
    /// Same as --param cols=N.
    #[arg(long, value_name = "N", value_parser = whole::<u32>)]
    pub cols: Option<u32>,
}

impl Choice {
    /// Returns the parameters of the instance.
    pub fn parameters(&self) -> Parameters {
        let sides = [("rows", self.rows), ("cols", self.cols)];
        let sides = sides.into_iter().filter_map(|(name, n)| Some((name.into(), n?.to_string())));
        Parameters(self.parameters.iter().cloned().chain(sides).collect())
    }

    /// Returns whether an instance is given.
    pub fn is_instance_given(&self) -> bool {
        let Self { instance, file, level, random, .. } = self;
        !instance.is_empty() || file.is_some() || level.is_some() || random.is_some()
    }

    /// Returns whether an instance or a parameter is given.
    pub fn is_given(&self) -> bool {
        let Self { parameters, rows, cols, .. } = self;
        self.is_instance_given() || !parameters.is_empty() || rows.or(*cols).is_some()
    }

    /// Returns the file that the instance argument names, if it is one word that does.
    pub fn file_argument(&self) -> Option<&Path> {
        match &self.instance[..] {
            [word] => Some(Path::new(word)).filter(|path| is_stdin(path) || is_file(path)),
            _ => None,
        }
    }

    /// Returns the files that the instance may come from.
    pub fn inputs(&self) -> Vec<PathBuf> {
        let stdin = (!self.is_instance_given()).then_some(Path::new(DASH));
        let all = [self.file.as_deref(), self.file_argument(), stdin];
        all.into_iter().flatten().map(Path::to_owned).collect()
    }

    /// Returns the seed of a random instance.
    pub fn random_seed(&self) -> Option<u64> {
        self.random.as_ref().map(|_| self.seed.value())
    }
}

fn parse_parameter(text: &str) -> Result<(String, String), &'static str> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected NAME=VALUE, such as rows=3"),
    }
}

/// The choice of a search.
#[derive(Debug, Args)]
pub struct Search {
    /// Choose the strategy, such as astar or wastar:1.5
    /// [default: `best`, the fastest known setup for this puzzle]
    #[arg(short, long = flags::STRATEGY)]
    pub strategy: Option<String>,
    /// Choose the heuristic [default: the puzzle's first, or the one that `best` uses].
    #[arg(short = 'H', long = flags::HEURISTIC)]
    pub heuristic: Option<String>,
}

/// Limits that stop a search.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct Limit {
    /// Stop after this time, such as 500ms, 60s, 2m or 1h30m.
    #[arg(long = flags::TIME_LIMIT, value_name = "TIME", value_parser = parse_time_limit)]
    pub time: Option<Duration>,
    /// Stop before tables and search need more memory than this, such as 256MiB or `none`.
    #[arg(long = flags::MEMORY_LIMIT, value_name = "SIZE", value_parser = parse_size, default_value = "4GiB")]
    pub memory: u64,
    /// Stop after N expansions.
    #[arg(long = flags::EXPANSIONS, value_name = "N", value_parser = whole::<u64>)]
    pub expansions: Option<u64>,
    /// Ask whether to continue after every N expansions; 0 never asks.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>)]
    pub ask_every: u64,
    /// The number of threads. If not set, a search runs on one, and tables are built on all cores; in runs
    /// of a study, on one ([`heureka_lab::table_cache::limits`]).
    #[arg(skip)]
    pub threads: Option<usize>,
}

impl Limit {
    /// Returns how an instance is read under these limits.
    pub fn reading(&self) -> Reading {
        Reading { time: self.time, memory: self.memory, pipe: self.ask_every == 0 }
    }

    /// Returns how many threads may work: one if an exact count stops them.
    pub fn most_threads(&self) -> usize {
        let is_exact = self.expansions.is_some() || self.ask_every > 0;
        if is_exact { 1 } else { self.threads.unwrap_or(1) }
    }

    /// Returns the limits with a number of threads, if it is set.
    pub fn on_threads(self, threads: impl Into<Option<usize>>) -> Self {
        Self { threads: threads.into(), ..self }
    }

    /// Returns the limits that are left after work that began at this moment.
    pub fn since(&self, begun: Instant) -> Self {
        let left = |time: Duration| time.saturating_sub(begun.elapsed());
        Self { time: self.time.map(left), ..self.clone() }
    }
}

/// The threads of work whose results do not depend on their number.
#[derive(Clone, Copy, Debug, Args)]
pub struct Threads {
    /// Use N threads [default: number of cores]
    #[arg(long, value_name = "N", value_parser = whole_in::<usize>(1..=MOST_THREADS))]
    threads: Option<usize>,
}

/// The threads of a search, whose counts depend on their number.
#[derive(Clone, Copy, Debug, Args)]
pub struct SearchThreads {
    /// Use N threads [default: 1, but all cores for tables]
    ///
    /// For the search, with astar, ucs or idastar: the cost and the proof are the same, but counts may differ.
    /// Also for the tables of its heuristic. Other strategies run on one thread; with them, `--threads 1`
    /// limits only the tables.
    #[arg(long, value_name = "N", value_parser = whole_in::<usize>(1..=MOST_THREADS))]
    pub threads: Option<usize>,
}

/// The most threads that can be asked for.
const MOST_THREADS: usize = 1024;

impl Threads {
    /// Returns the number of threads.
    pub fn number(self) -> usize {
        self.threads.unwrap_or_else(cores)
    }
}

impl SearchThreads {
    /// Returns the number of threads of the search itself.
    pub fn of_search(self) -> usize {
        self.threads.unwrap_or(1)
    }
}

/// What becomes of the tables of heuristics.
#[derive(Clone, Copy, Debug, Args)]
pub struct Tables {
    /// Build tables even if `heureka cache` has them, and keep none.
    #[arg(long)]
    no_cache: bool,
}

impl Tables {
    /// Lets this process use the tables that earlier runs kept, and keep its own.
    pub fn open(self) {
        self.open_with(advise);
    }

    /// Does the same; `tell` gets the notes.
    pub fn open_with(self, tell: fn(&str)) {
        if !self.no_cache {
            table_cache::open(tell);
        }
    }
}

/// How an instance is read.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// The most time.
    pub time: Option<Duration>,
    /// The most memory that the instance may take.
    pub memory: u64,
    /// Whether what is piped to standard input can be the instance, as nothing else is read from there.
    pub pipe: bool,
}

impl Reading {
    /// Reads without limits.
    pub fn unlimited(pipe: bool) -> Self {
        Self { time: None, memory: u64::MAX, pipe }
    }
}

/// Limits on the plans that a search considers.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct Horizon {
    /// Ignore plans of more than N moves.
    #[arg(long, value_name = "N", value_parser = whole::<u32>)]
    pub depth_limit: Option<u32>,
    /// Ignore plans that cost more than N.
    #[arg(long, value_name = "N", value_parser = whole::<u32>)]
    pub cost_limit: Option<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::OUTPUTS;

    /// Returns a command and all its subcommands.
    fn all_commands(command: &clap::Command) -> Vec<&clap::Command> {
        let nested = command.get_subcommands().flat_map(all_commands);
        std::iter::once(command).chain(nested).collect()
    }

    #[test]
    fn definitions_are_valid() {
        command().debug_assert();
    }

    #[test]
    fn examples_fit_80_columns() {
        for command in all_commands(&command()) {
            let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let wide = text.lines().find(|line| line.chars().count() > 80);
            assert_eq!(wide, None, "{}", command.get_name());
        }
    }

    #[test]
    fn help_on_output_files_names_standard_output() {
        for command in all_commands(&command()) {
            let is_file = |arg: &&clap::Arg| {
                let value = arg.get_value_names().is_some_and(|names| names == ["FILE"]);
                value && OUTPUTS.contains(&arg.get_id().as_str())
            };
            for arg in command.get_arguments().filter(is_file) {
                let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
                let name = command.get_name();
                assert!(
                    help.contains("`-` for standard output"),
                    "{name} --{}: {help}",
                    arg.get_id()
                );
            }
        }
    }
}
