//! `heureka maze generate`: the best puzzle that can be found in the time, reported as the course
//! wants it.

use crate::exit::{Exit, Failure};
use crate::formats::json;
use crate::interrupt;
use crate::quantity::{parse_duration, whole};
use clap::Args;
use heureka_core::Limits;
use heureka_puzzles::number_maze::generate::{Effort, Judged, generate};
use heureka_puzzles::number_maze::{Frame, Grid, Quality};
use serde::Serialize;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// The size and the values.
#[derive(Debug, Args)]
pub struct Size {
    /// Rows, from 2 to 64.
    #[arg(value_name = "R", value_parser = whole::<usize>, allow_negative_numbers = true)]
    rows: usize,
    /// Columns, from 2 to 64.
    #[arg(value_name = "C", value_parser = whole::<usize>, allow_negative_numbers = true)]
    cols: usize,
    /// The least value, at least 1.
    #[arg(value_name = "I", value_parser = whole::<usize>, allow_negative_numbers = true)]
    low: usize,
    /// The largest value: less than the longer side, and not less than I.
    #[arg(value_name = "J", value_parser = whole::<usize>, allow_negative_numbers = true)]
    high: usize,
}

impl Size {
    /// The frame, if there is one of this size with these values.
    pub fn frame(&self) -> Result<Frame, Failure> {
        Frame::new(self.rows, self.cols, self.low, self.high).map_err(|error| {
            Failure::usage(
                error.to_string(),
                "allowed are 2 to 64 rows and columns, and values 1 ≤ I ≤ J < the longer side",
            )
        })
    }
}

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
    /// How many threads look for it; as many as there are cores if not given.
    #[arg(long, value_name = "N", value_parser = whole::<usize>, allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
}

/// A puzzle and what it is worth, for programs.
#[derive(Serialize)]
pub struct Judgement {
    puzzle: String,
    solvable: bool,
    unique: bool,
    length: u32,
    black_holes: u32,
    white_holes: u32,
    forced_forward: u32,
    forced_backward: u32,
    score: i64,
}

impl Judgement {
    /// What is told of a puzzle.
    pub fn new(grid: &Grid, quality: &Quality) -> Self {
        Self {
            puzzle: grid.text(false),
            solvable: quality.solvable(),
            unique: quality.unique,
            length: quality.length,
            black_holes: quality.black_holes,
            white_holes: quality.white_holes,
            forced_forward: quality.forced_forward,
            forced_backward: quality.forced_backward,
            score: quality.score(),
        }
    }
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
    quality: Judgement,
    proved: bool,
    reason: Option<&'a str>,
    seed: u64,
    threads: usize,
    work: u64,
    seconds: f64,
}

/// As many threads as were asked for, or as there are cores.
pub fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into)).max(1)
}

/// Generates a puzzle and prints it with its report.
pub fn run(args: &Generate, out: &mut dyn Write) -> Result<Exit, Failure> {
    let begun = Instant::now();
    let frame = args.size.frame()?;
    let effort = Effort { seed: args.seed, threads: threads(args.threads) };
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
    if args.json {
        let result = Generated {
            schema: json::SCHEMA,
            rows: frame.rows(),
            cols: frame.cols(),
            low: frame.low(),
            high: frame.high(),
            quality: Judgement::new(grid, quality),
            proved: generated.proved,
            reason: generated.stopped.map(json::stop),
            seed: args.seed,
            threads: effort.threads,
            work: generated.work,
            seconds: begun.elapsed().as_secs_f64(),
        };
        json::print(out, &result)?;
        return Ok(Exit::Done);
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
    Ok(Exit::Done)
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
