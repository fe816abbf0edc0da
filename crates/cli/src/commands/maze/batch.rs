//! `heureka maze batch`: many good mazes, also as a sheet to print.

use super::{MazeRecord, SearchArgs, SpecArgs};
use crate::exit::{Exit, Failure, advise};
use crate::files::save;
use crate::formats::human::wrap;
use crate::interrupt;
use crate::summary::{Output, Summary};
use crate::units::{duration, parse_duration, whole};
use clap::Args;
use heureka_core::Limits;
use heureka_lab::Provenance;
use heureka_puzzles::number_maze::analysis::Analysis;
use heureka_puzzles::number_maze::batch::generate_batch;
use heureka_puzzles::number_maze::draw::draw_sheet;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The maximum number of mazes.
const MAX_COUNT: usize = 10_000;
/// The size of a cell in pixels.
const PIXELS: f64 = 34.0;

pub const EXAMPLES: &str = "\
Examples:
  heureka maze batch 6 6 1 5 --count 8
  heureka maze batch 8 8 1 7 --html sheet.html      write a sheet to print
  heureka maze batch 5 5 1 4 --svg mazes.svg --time-limit 5s";

#[derive(Debug, Args)]
pub struct Batch {
    #[command(flatten)]
    spec: SpecArgs,
    /// Generate at most N mazes
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = whole::<usize>, allow_negative_numbers = true)]
    count: usize,
    /// Stop after this time
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = parse_duration)]
    time_limit: Duration,
    #[command(flatten)]
    search: SearchArgs,
    /// Write a printable HTML page, solutions on a separate page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Draw all mazes into one SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

#[derive(Serialize)]
struct BatchResult<'a> {
    #[serde(flatten)]
    spec: &'a SpecArgs,
    seed: u64,
    seconds: f64,
    puzzles: Vec<SolvedMaze>,
}

#[derive(Serialize)]
struct SolvedMaze {
    #[serde(flatten)]
    maze: MazeRecord,
    solution: String,
}

impl Summary for BatchResult<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        for (number, SolvedMaze { maze, .. }) in (1..).zip(&self.puzzles) {
            let MazeRecord { length, score, puzzle, .. } = maze;
            let holes = maze.black_holes + maze.white_holes;
            let forced = maze.forced_forward + maze.forced_backward;
            let unique = if maze.unique { ", unique" } else { "" };
            writeln!(
                out,
                "{number}. length {length}{unique}, holes {holes}, forced {forced}, score {score}\n{puzzle}\n"
            )?;
        }
        writeln!(out, "Solutions")?;
        for (number, maze) in (1..).zip(&self.puzzles) {
            let number = format!("{number}.");
            let words = std::iter::once(number.as_str()).chain(maze.solution.split(' '));
            writeln!(out, "{}", wrap(words, 0))?;
        }
        Ok(())
    }
}

pub fn run(args: &Batch, out: &mut dyn Write) -> Result<Exit, Failure> {
    let begun = Instant::now();
    let spec = args.spec.spec()?;
    if !(1..=MAX_COUNT).contains(&args.count) {
        let message = format!("invalid --count {}: expected 1 to {MAX_COUNT}", args.count);
        return Err(Failure::usage(message, ""));
    }
    let options = args.search.options();
    let mut limits = Limits::none().interrupt(interrupt::flag()).until(begun + args.time_limit);
    let mazes = generate_batch(spec, &options, args.count, &mut limits);
    if let Some(path) = &args.html {
        let SpecArgs { rows, cols, low, high } = &args.spec;
        let (count, seed, time) = (args.count, options.seed, duration(args.time_limit));
        let command = format!(
            "maze batch {rows} {cols} {low} {high} --count {count} --seed {seed} (time limit {time})"
        );
        let provenance = Provenance::here().and("arguments", command);
        save(path, &heureka_lab::mazes::sheet(&mazes).html(&provenance))?;
    }
    if let Some(path) = &args.svg {
        save(path, &draw_sheet(&mazes).svg("Number mazes", PIXELS))?;
    }
    let puzzles = mazes.iter().map(|maze| SolvedMaze {
        maze: MazeRecord::from(maze),
        solution: Analysis::new(&maze.grid).letters(),
    });
    let result = BatchResult {
        spec: &args.spec,
        seed: options.seed,
        seconds: begun.elapsed().as_secs_f64(),
        puzzles: puzzles.collect(),
    };
    args.output.print(&result, out)?;
    if interrupt::is_set() {
        return Ok(Exit::Interrupted);
    }
    if mazes.is_empty() {
        advise("found no solvable maze; run `heureka maze prove` to see whether there is one");
        return Ok(Exit::NotFound);
    }
    if mazes.len() < args.count {
        advise("found fewer mazes than requested; increase --time-limit to find more");
    }
    Ok(Exit::Done)
}
