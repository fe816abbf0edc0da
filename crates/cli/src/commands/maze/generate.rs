//! `heureka maze generate`: prints the best maze found, in the format of the assignment.

use super::{SearchArgs, SpecArgs, object};
use crate::exit::{Exit, Failure, advise};
use crate::formats::json::merged;
use crate::interrupt;
use crate::output::Output;
use crate::units::parse_duration;
use clap::Args;
use heureka_core::{Limits, Stop};
use heureka_courses::maze::write_generated;
use heureka_puzzles::number_maze::ScoredMaze;
use heureka_puzzles::number_maze::generate::generate;
use serde_json::json;
use std::io::{self, Write};
use std::time::{Duration, Instant};

pub const EXAMPLES: &str = "\
Examples:
  heureka maze generate 5 5 1 4                    generate an optimal maze
  heureka maze generate 10 10 1 9                  search for a minute
  heureka maze generate 7 7 1 6 --time-limit 5s --seed 2 --json

Press Ctrl-C to print the best maze so far.";

#[derive(Debug, Args)]
pub struct Generate {
    #[command(flatten)]
    spec: SpecArgs,
    /// Stop after this time
    #[arg(long, value_name = "TIME", default_value = "59s", value_parser = parse_duration)]
    time_limit: Duration,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    output: Output,
}

pub fn run(args: &Generate, out: &mut dyn Write) -> Result<Exit, Failure> {
    let started = Instant::now();
    let spec = args.spec.spec()?;
    let options = args.search.options();
    let mut limits = Limits::none().interrupt(interrupt::flag()).until(started + args.time_limit);
    let print_improvement = |maze: &ScoredMaze| {
        let (seconds, score) = (started.elapsed().as_secs_f64(), maze.quality.score());
        // A closed stderr does not stop the search.
        let _ = writeln!(io::stderr(), "{seconds:>7.2} s  score {score}");
    };
    let generated = generate(spec, &options, &mut limits, &print_improvement);
    let (maze, seconds) = (&generated.best, started.elapsed().as_secs_f64());
    let search = || {
        json!({
            "proved": generated.proved,
            "reason": generated.stopped.map(Stop::name),
            "seed": options.seed,
            "threads": options.threads,
            "work": generated.work,
            "seconds": seconds,
        })
    };
    args.output.either(
        out,
        || merged([json!(args.spec), object(maze), search()]),
        |out| write_generated(&spec, maze, seconds, out),
    )?;
    if !maze.quality.solvable() {
        advise(if generated.proved {
            "this maze is unsolvable, as is every maze of this size and range: proved"
        } else {
            "this maze is unsolvable; no solvable one was found"
        });
    }
    // The time limit is the usual end, so it is not an error.
    let interrupted = generated.stopped == Some(Stop::Interrupted);
    Ok(if interrupted { Exit::Interrupted } else { Exit::Done })
}
