//! `heureka maze generate`: the best puzzle that can be found in the time, reported as the course
//! wants it.

use super::{Judgment, Size, Threads};
use crate::exit::{Exit, Failure};
use crate::formats::json;
use crate::interrupt;
use crate::units::{parse_duration, whole};
use clap::Args;
use heureka_core::{Limits, Stop};
use heureka_puzzles::number_maze::Quality;
use heureka_puzzles::number_maze::generate::{Effort, Judged, generate};
use serde::Serialize;
use std::io::{self, Write};
use std::time::{Duration, Instant};

pub const EXAMPLES: &str = "\
Examples:
  heureka maze generate 5 5 1 4                    proved, in a second
  heureka maze generate 10 10 1 9                  within a minute
  heureka maze generate 7 7 1 6 --time-limit 5s --seed 2 --json

Ctrl-C prints the best puzzle so far.";

/// How to generate what.
#[derive(Debug, Args)]
pub struct Generate {
    #[command(flatten)]
    size: Size,
    /// Stop after this time, measured from the start of the program.
    #[arg(long, value_name = "TIME", default_value = "59s", value_parser = parse_duration)]
    time_limit: Duration,
    /// Where chance begins.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
}

/// What is told to programs.
#[derive(Serialize)]
struct Generated<'a> {
    schema: u32,
    rows: usize,
    cols: usize,
    low: usize,
    high: usize,
    #[serde(flatten)]
    quality: Judgment,
    proved: bool,
    reason: Option<&'a str>,
    seed: u64,
    threads: usize,
    work: u64,
    seconds: f64,
}

/// Generates a puzzle and prints it with its report.
pub fn run(args: &Generate, out: &mut dyn Write) -> Result<Exit, Failure> {
    let begun = Instant::now();
    let frame = args.size.frame()?;
    let effort = Effort { seed: args.seed, threads: args.threads.number() };
    let mut limits = Limits::none().interrupt(interrupt::flag()).until(begun + args.time_limit);
    let tell = |judged: &Judged| {
        // Where nobody listens nobody is told.
        let _ = writeln!(
            io::stderr(),
            "{:>7.2} s  score {}",
            begun.elapsed().as_secs_f64(),
            judged.quality.score()
        );
    };
    let generated = generate(frame, &effort, &mut limits, &tell);
    let Judged { grid, quality } = &generated.best;
    // To be out of time is the usual end of this.
    let exit = match generated.stopped {
        Some(Stop::Interrupted) => Exit::Interrupted,
        _ => Exit::Done,
    };
    if args.json {
        let result = Generated {
            schema: json::SCHEMA,
            rows: frame.rows(),
            cols: frame.cols(),
            low: frame.low(),
            high: frame.high(),
            quality: Judgment::new(grid, quality),
            proved: generated.proved,
            reason: generated.stopped.map(json::stop),
            seed: args.seed,
            threads: effort.threads,
            work: generated.work,
            seconds: begun.elapsed().as_secs_f64(),
        };
        json::print(out, &result)?;
        return Ok(exit);
    }
    writeln!(
        out,
        "Generating a {}x{} puzzle with values in range [{}-{}]\n",
        frame.rows(),
        frame.cols(),
        frame.low(),
        frame.high()
    )?;
    writeln!(out, "Puzzle:\n{}\n", grid.text(true))?;
    report(out, quality)?;
    writeln!(out, "\nTotal time: {:.6} seconds", begun.elapsed().as_secs_f64())?;
    Ok(exit)
}

/// Prints the lines of the report, from the solution to the score.
pub fn report(out: &mut dyn Write, quality: &Quality) -> io::Result<()> {
    let yes_no = |yes: bool| if yes { "Yes" } else { "No" };
    writeln!(out, "Solution: {}", yes_no(quality.solvable()))?;
    writeln!(out, "Unique: {}", yes_no(quality.unique))?;
    writeln!(out, "Solution length: {}", quality.length)?;
    writeln!(out, "# of black holes: {}", quality.black_holes)?;
    writeln!(out, "# of white holes: {}", quality.white_holes)?;
    writeln!(out, "# of forced forward moves: {}", quality.forced_forward)?;
    writeln!(out, "# of forced backward moves: {}", quality.forced_backward)?;
    writeln!(out, "Puzzle score: {}", quality.score())
}
