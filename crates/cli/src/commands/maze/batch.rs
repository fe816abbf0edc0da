//! `heureka maze batch`: many good puzzles on one sheet.

use super::{Judgment, Size, Threads};
use crate::commands::solve::save;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::wrap;
use crate::formats::json;
use crate::interrupt;
use crate::units::{duration, parse_duration, whole};
use clap::Args;
use heureka_core::Limits;
use heureka_lab::Provenance;
use heureka_puzzles::number_maze::collect::collect;
use heureka_puzzles::number_maze::explain::explain;
use heureka_puzzles::number_maze::generate::{Effort, Judged};
use heureka_puzzles::number_maze::sheet;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The most puzzles on one sheet.
const MOST: usize = 10_000;
/// Pixels a cell.
const PIXELS: f64 = 34.0;

pub const EXAMPLES: &str = "\
Examples:
  heureka maze batch 6 6 1 5 --count 8
  heureka maze batch 8 8 1 7 --html sheet.html      to be printed
  heureka maze batch 5 5 1 4 --svg puzzles.svg --time-limit 5s";

/// Which puzzles to make.
#[derive(Debug, Args)]
pub struct Batch {
    #[command(flatten)]
    size: Size,
    /// How many puzzles.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = whole::<usize>, allow_negative_numbers = true)]
    count: usize,
    /// Look for them this long.
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = parse_duration)]
    time_limit: Duration,
    /// Where chance begins.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// Write a page to be printed, the solutions on a page of their own.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Draw the puzzles on one sheet.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Collected {
    schema: u32,
    rows: usize,
    cols: usize,
    low: usize,
    high: usize,
    seed: u64,
    seconds: f64,
    puzzles: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    #[serde(flatten)]
    judgment: Judgment,
    solution: String,
}

impl Batch {
    /// What makes the same puzzles, given as much time.
    fn arguments(&self) -> String {
        let Size { rows, cols, low, high } = &self.size;
        let time = duration(self.time_limit);
        let (count, seed) = (self.count, self.seed);
        format!(
            "maze batch {rows} {cols} {low} {high} --count {count} --seed {seed}, within {time}"
        )
    }
}

/// Makes puzzles.
pub fn run(args: &Batch, out: &mut dyn Write) -> Result<Exit, Failure> {
    let begun = Instant::now();
    let frame = args.size.frame()?;
    if !(1..=MOST).contains(&args.count) {
        let message = format!("--count {}: expected from 1 to {MOST}", args.count);
        return Err(Failure::usage(message, ""));
    }
    let effort = Effort { seed: args.seed, threads: args.threads.number() };
    let mut limits = Limits::none().interrupt(interrupt::flag()).until(begun + args.time_limit);
    let puzzles = collect(frame, &effort, args.count, &mut limits);
    if let Some(path) = &args.html {
        let how = Provenance::here().and("arguments", args.arguments());
        let page = heureka_lab::mazes::sheet(&puzzles).html(&how);
        save(path, &page)?;
    }
    if let Some(path) = &args.svg {
        let sheet = sheet::picture(&puzzles, false).svg("Number mazes", PIXELS);
        save(path, &sheet)?;
    }
    if args.json {
        let puzzles = puzzles.iter().map(|puzzle| Entry {
            judgment: Judgment::new(&puzzle.grid, &puzzle.quality),
            solution: explain(&puzzle.grid).letters(),
        });
        let collected = Collected {
            schema: json::SCHEMA,
            rows: frame.rows(),
            cols: frame.cols(),
            low: frame.low(),
            high: frame.high(),
            seed: args.seed,
            seconds: begun.elapsed().as_secs_f64(),
            puzzles: puzzles.collect(),
        };
        json::print(out, &collected)?;
    } else {
        text(&puzzles, out)?;
    }
    out.flush()?;
    if interrupt::flag().load(Ordering::Relaxed) {
        return Ok(Exit::Interrupted);
    }
    if puzzles.is_empty() {
        advise(
            "no puzzle that can be solved was found; `heureka maze prove` tells whether there is one",
        );
        return Ok(Exit::NotFound);
    }
    if puzzles.len() < args.count {
        advise("fewer puzzles than asked for were found in the time; try a longer --time-limit");
    }
    Ok(Exit::Done)
}

/// The puzzles, and their solutions below all of them.
fn text(puzzles: &[Judged], out: &mut dyn Write) -> io::Result<()> {
    for (number, Judged { grid, quality }) in (1..).zip(puzzles) {
        let holes = quality.black_holes + quality.white_holes;
        let forced = quality.forced_forward + quality.forced_backward;
        let unique = if quality.unique { ", unique" } else { "" };
        writeln!(
            out,
            "{number}. length {}{unique}, holes {holes}, forced {forced}, score {}\n{}\n",
            quality.length,
            quality.score(),
            grid.text(false)
        )?;
    }
    writeln!(out, "Solutions")?;
    for (number, puzzle) in (1..).zip(puzzles) {
        let letters = explain(&puzzle.grid).letters();
        let number = format!("{number}.");
        let words = std::iter::once(number.as_str()).chain(letters.split(' '));
        writeln!(out, "{}", wrap(words, 0))?;
    }
    Ok(())
}
