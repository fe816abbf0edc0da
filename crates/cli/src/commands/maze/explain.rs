//! `heureka maze explain`: every cell of a puzzle, looked at.

use super::{Input, Judgment, generate::report};
use crate::commands::solve::save;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{HEADING, line, wrap};
use crate::formats::json;
use clap::Args;
use heureka_puzzles::number_maze::explain::{Explanation, Kind, Remark, explain};
use heureka_puzzles::number_maze::generate::judged;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;

/// Pixels a cell.
const PIXELS: f64 = 60.0;

/// Which puzzle to explain.
#[derive(Debug, Args)]
pub struct Explain {
    #[command(flatten)]
    input: Input,
    /// Draw it to a file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Explained<'a> {
    schema: u32,
    #[serde(flatten)]
    judgment: Judgment,
    solution: Vec<String>,
    cells: Vec<CellRemark<'a>>,
}

#[derive(Serialize)]
struct CellRemark<'a> {
    row: usize,
    col: usize,
    value: u8,
    kind: &'a str,
    from_start: Option<u32>,
    to_goal: Option<u32>,
    forced_forward: bool,
    forced_backward: bool,
}

/// Explains a puzzle.
pub fn run(args: &Explain, out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut explained = explain(&args.input.grid()?);
    // What is printed is what the reference rules say.
    explained.quality = judged(explained.quality.rank(), explained.grid.clone()).quality;
    if let Some(path) = &args.svg {
        let svg = explained.remarks_picture().svg("A number maze, explained", PIXELS);
        save(path, &svg)?;
    }
    if args.json {
        json::print(out, &object(&explained))?;
    } else {
        text(&explained, out)?;
    }
    out.flush()?;
    if let Some(path) = &args.svg {
        advise(&format!("drawn to {}", path.display()));
    }
    Ok(Exit::Done)
}

fn object(explained: &Explanation) -> Explained<'static> {
    let cols = explained.grid.cols();
    let cells = explained.cells.iter().enumerate();
    Explained {
        schema: json::SCHEMA,
        judgment: Judgment::new(&explained.grid, &explained.quality),
        solution: explained.solution.iter().map(|(letter, _)| letter.to_string()).collect(),
        cells: cells
            .map(|(place, cell)| CellRemark {
                row: place / cols + 1,
                col: place % cols + 1,
                value: cell.value,
                kind: cell.kind.name(),
                from_start: cell.from_start,
                to_goal: cell.to_goal,
                forced_forward: cell.forced_forward,
                forced_backward: cell.forced_backward,
            })
            .collect(),
    }
}

fn text(explained: &Explanation, out: &mut dyn Write) -> io::Result<()> {
    let mut grid = String::new();
    // Writing to a string does not fail.
    let _ = explained.write_kinds(true, &mut grid);
    writeln!(out, "{grid}\n")?;
    line(out, "marks", "* on the solution, b black hole, w white hole, - apart from both")?;
    line(out, "", "<x one move leads to it, x> one move leads out of it")?;
    for (from_start, title) in [(true, "moves from the start"), (false, "moves to the goal")] {
        let mut grid = String::new();
        let _ = explained.write_distances(from_start, &mut grid);
        writeln!(out, "\n{HEADING}{title}{HEADING:#}\n{grid}")?;
    }
    writeln!(out)?;
    let cols = explained.grid.cols();
    let places = |is: &dyn Fn(&Remark) -> bool| {
        let cells = explained.cells.iter().enumerate().filter(|(_, cell)| is(cell));
        let places: Vec<_> =
            cells.map(|(i, _)| format!("({},{})", i / cols + 1, i % cols + 1)).collect();
        if places.is_empty() { "none".to_owned() } else { places.join(" ") }
    };
    line(out, "black holes", &places(&|cell| cell.kind == Kind::BlackHole))?;
    line(out, "white holes", &places(&|cell| cell.kind == Kind::WhiteHole))?;
    line(out, "forced out", &places(&|cell| cell.forced_forward))?;
    line(out, "forced in", &places(&|cell| cell.forced_backward))?;
    if !explained.solution.is_empty() {
        writeln!(out, "\n{}", wrap(explained.letters().split(' '), 0))?;
    }
    writeln!(out)?;
    report(out, &explained.quality)
}
