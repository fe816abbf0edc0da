//! `heureka counters`: the course's program, with prompts or arguments.

mod compare;
mod questions;

use crate::args::Limit;
use crate::exit::{Exit, Failure, advise};
use crate::output::Output;
use crate::run::under_limits;
use crate::seed::{Seed, Seeded};
use crate::units::{count, plural};
use clap::{Args, Subcommand};
use heureka_core::{Outcome, Stop};
use heureka_courses::counters::{self as course, Algorithm, MAX, Run, Transcript};
use heureka_kit::trace::Trace;
use heureka_puzzles::counters::{info, reading};
use questions::Questions;
use serde_json::{Value, json};
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  heureka counters                               prompt for all arguments
  heureka counters --algorithm 1 --default
  heureka counters --algorithm 2 --counters '3 7 9 6 2 5 4 1 8'
  heureka counters --algorithm 1 --random 16 --seed 7 --json
  heureka counters compare --out growth          write tables, plots, a report

The program prompts for missing arguments. The counts follow the course: its
queue never shrinks, so \"Max Queue Size\" is the number of generated successors.
For larger boards and proofs use `heureka solve counters`.";

/// Arguments of `heureka counters`; the program prompts for missing ones.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Counters {
    #[command(subcommand)]
    command: Option<Command>,
    /// Choose 0, uniform cost; 1, A* with misplaced counters; or 2, A* with Manhattan distance.
    #[arg(long, value_name = "0|1|2", value_parser = parse_algorithm)]
    algorithm: Option<Algorithm>,
    /// Use Dudeney's board.
    #[arg(long, conflicts_with_all = ["board", "random"])]
    default: bool,
    /// Use these counters, from left to right and top to bottom.
    #[arg(
        long = "counters",
        value_name = "NUMBERS",
        conflicts_with = "random",
        allow_hyphen_values = true
    )]
    board: Option<String>,
    /// Shuffle N counters; N is a perfect square.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    random: Option<String>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    limit: Limit,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Compare all algorithms on boards of growing size.
    Compare(compare::Compare),
}

fn parse_algorithm(text: &str) -> Result<Algorithm, String> {
    let number = text.parse::<usize>().ok();
    let known = number.and_then(|number| Algorithm::NUMBERED.get(number)).copied();
    known.ok_or_else(|| "expected 0, 1 or 2".to_owned())
}

pub fn run(args: &Counters, out: &mut dyn Write) -> Result<Exit, Failure> {
    if let Some(Command::Compare(args)) = &args.command {
        return compare::run(args, out);
    }
    let asks =
        args.algorithm.is_none() || !args.default && args.board.is_none() && args.random.is_none();
    if args.output.json && asks {
        let help = "give --algorithm, and one of --default, --counters and --random";
        return Err(Failure::usage("--json does not prompt for missing arguments", help));
    }
    let (algorithm, counters) = choose(args, out)?;
    let search = |trace: Option<&mut dyn Trace>| {
        under_limits(&args.limit, None, |limits| course::run(&counters, algorithm, limits, trace))
    };
    let run = if args.output.json {
        search(None)?
    } else {
        if asks {
            // Only on a terminal does typed input end the line of the prompt.
            writeln!(out)?;
        }
        let mut transcript = Transcript::begin(out, &counters, algorithm)?;
        let run = search(Some(&mut transcript))?;
        transcript.end(&counters, &run)?;
        run
    };
    // The transcript is printed during the search.
    let seed = args.random.as_ref().map(|_| args.seed.value());
    let result = || Seeded::new(seed, object(algorithm, &counters, &run));
    args.output.either(out, result, |_| Ok(()))?;
    Ok(summarize(&run))
}

/// Returns the algorithm and the board, from the arguments or prompts.
fn choose(args: &Counters, out: &mut dyn Write) -> Result<(Algorithm, Vec<u32>), Failure> {
    let mut questions = Questions::new(out);
    let algorithm = match args.algorithm {
        Some(algorithm) => algorithm,
        None => questions.algorithm()?,
    };
    let counters = if args.default {
        read_board("--default", info::DEFAULT)?
    } else if let Some(text) = &args.board {
        read_board("--counters", text)?
    } else if let Some(number) = &args.random {
        shuffled(number, args.seed.value())?
    } else {
        questions.board(&args.seed)?
    };
    Ok((algorithm, counters))
}

/// Reads the counters that an option or an answer gives.
fn read_board(what: &str, text: &str) -> Result<Vec<u32>, Failure> {
    let counters = reading::read(text).map_err(|error| {
        let help = "give each number from 1 to n once, n a perfect square, such as 2 1 4 3";
        Failure::usage(format!("{what}: {error}"), help)
    })?;
    if counters.len() > MAX {
        let what = format!("{} counters: expected at most {MAX}", count(counters.len() as u64));
        return Err(Failure::usage(what, "use `heureka solve counters` for boards of any size"));
    }
    Ok(counters)
}

/// Returns this many counters in random order.
fn shuffled(number: &str, seed: u64) -> Result<Vec<u32>, Failure> {
    let number = number.trim();
    let square = number.parse::<usize>().ok().and_then(|_| reading::cells_of_size(number).ok());
    match square {
        Some(cells) if cells <= MAX => Ok(reading::shuffled(cells, seed)),
        _ => Err(Failure::usage(
            format!("invalid number of counters '{number}'"),
            format!("give a perfect square from 1 to {MAX}, such as 9, 16 or 25"),
        )),
    }
}

/// Prints the engine's findings to standard error and returns the exit code.
fn summarize(run: &Run) -> Exit {
    let frontier = count(run.stats.max_frontier);
    match &run.outcome {
        Outcome::Solved(swaps, _) => {
            let best = if swaps.len() == run.optimum as usize {
                "no shorter plan exists".to_owned()
            } else {
                format!("the optimum is {}: `heureka solve counters` finds it", run.optimum)
            };
            let swaps = plural(swaps.len() as u64, "swap");
            advise(&format!("{swaps}; {best}; the frontier held at most {frontier} nodes"));
            Exit::Done
        }
        Outcome::Stopped(stop) => {
            let next = match stop {
                Stop::Interrupted => "the output ends at the interruption",
                _ => "raise the limit, or use algorithm 1 or 2",
            };
            advise(&format!(
                "stopped: {stop}, after {} expansions; the frontier held at most {frontier} nodes; \
                 {next}",
                count(run.stats.expanded)
            ));
            (*stop).into()
        }
        Outcome::Unsolvable | Outcome::NotFound(_) => Exit::NotFound,
    }
}

fn object(algorithm: Algorithm, counters: &[u32], run: &Run) -> Value {
    let Run { outcome, stats, optimum } = run;
    let (word, reason) = match outcome {
        Outcome::Solved(..) => ("solved", None),
        Outcome::Stopped(stop) => ("stopped", Some(stop.name())),
        Outcome::Unsolvable | Outcome::NotFound(_) => ("not-found", None),
    };
    json!({
        "algorithm": algorithm.title(),
        "strategy": algorithm.strategy(),
        "heuristic": algorithm.heuristic(),
        "counters": counters.iter().map(|counter| counter + 1).collect::<Vec<_>>(),
        "outcome": word,
        "reason": reason,
        "nodes_expanded": stats.expanded,
        "max_queue_size": stats.generated,
        "swaps": outcome.plan(),
        "length": run.cost(),
        "shortest": optimum,
        "duplicates": stats.duplicates,
        "max_frontier": stats.max_frontier,
        "max_frontier_with_stale": stats.max_frontier_with_stale,
        "seconds": stats.elapsed.as_secs_f64(),
        "peak_bytes": stats.peak_bytes,
    })
}
