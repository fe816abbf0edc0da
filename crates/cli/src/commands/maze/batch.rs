//! `heureka maze batch`: generates many good mazes, also as a printable page.

use super::{SearchArgs, SpecArgs, object};
use crate::exit::{Exit, Failure, advise};
use crate::files::outputs;
use crate::formats::human::wrap;
use crate::formats::json::merged;
use crate::interrupt;
use crate::output::Output;
use crate::units::{duration, parse_duration, whole_in};
use clap::Args;
use heureka_core::Limits;
use heureka_lab::Provenance;
use heureka_puzzles::number_maze::ScoredMaze;
use heureka_puzzles::number_maze::analysis::Analysis;
use heureka_puzzles::number_maze::batch::generate_batch;
use heureka_puzzles::number_maze::draw::draw_sheet;
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

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
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = whole_in::<u32>(1..=10_000))]
    count: u32,
    /// Stop after this time
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = parse_duration)]
    time_limit: Duration,
    #[command(flatten)]
    search: SearchArgs,
    /// Write a printable HTML page, with the solutions on a separate sheet (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Draw all mazes into one SVG file (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

fn text(mazes: &[ScoredMaze], solutions: &[String], out: &mut dyn Write) -> io::Result<()> {
    for (number, ScoredMaze { grid, quality }) in (1..).zip(mazes) {
        let unique = if quality.unique { ", unique" } else { "" };
        let holes = quality.black_holes + quality.white_holes;
        let forced = quality.forced_forward + quality.forced_backward;
        let (length, score) = (quality.length, quality.score());
        write!(out, "{number}. length {length}{unique}, holes {holes}, ")?;
        writeln!(out, "forced {forced}, score {score}\n{}\n", grid.text())?;
    }
    writeln!(out, "Solutions")?;
    for (number, solution) in (1..).zip(solutions) {
        writeln!(out, "{}", wrap(format!("{number}. {solution}").split(' '), 0))?;
    }
    Ok(())
}

pub fn run(args: &Batch, out: &mut dyn Write) -> Result<Exit, Failure> {
    let started = Instant::now();
    let spec = args.spec.spec()?;
    let options = args.search.options();
    let [html, svg] = outputs([], [&args.html, &args.svg])?;
    let mut limits = Limits::none().interrupt(interrupt::flag()).until(started + args.time_limit);
    let mazes = generate_batch(spec, &options, args.count as usize, &mut limits);
    let saved = html.map_or(Ok(()), |file| {
        let SpecArgs { rows, cols, low, high } = &args.spec;
        let (count, seed, time) = (args.count, options.seed, duration(args.time_limit));
        let command = format!(
            "maze batch {rows} {cols} {low} {high} --count {count} --seed {seed} (time limit {time})"
        );
        let provenance = Provenance::here().and("arguments", command);
        file.save(heureka_courses::maze::sheet(&mazes).html(&provenance))
    });
    let drawn =
        svg.map_or(Ok(()), |file| file.save(draw_sheet(&mazes).svg("Number mazes", PIXELS)));
    let solutions: Vec<_> = mazes.iter().map(|maze| Analysis::new(&maze.grid).letters()).collect();
    let result = || {
        let solved = mazes.iter().zip(&solutions);
        let puzzles =
            solved.map(|(maze, letters)| merged([object(maze), json!({ "solution": letters })]));
        let (puzzles, seconds) = (puzzles.collect::<Vec<_>>(), started.elapsed().as_secs_f64());
        let found = json!({ "seed": options.seed, "seconds": seconds, "puzzles": puzzles });
        merged([json!(args.spec), found])
    };
    args.output.either(out, result, |out| text(&mazes, &solutions, out))?;
    // A full disk does not lose the result.
    saved.and(drawn)?;
    if interrupt::is_set() {
        return Ok(Exit::Interrupted);
    }
    if mazes.is_empty() {
        advise(
            "found no maze: this search builds mazes with a unique shortest solution; \
             `heureka maze prove` finds the others",
        );
        return Ok(Exit::NotFound);
    }
    if mazes.len() < args.count as usize {
        advise("found fewer mazes than requested; increase --time-limit to find more");
    }
    Ok(Exit::Done)
}
