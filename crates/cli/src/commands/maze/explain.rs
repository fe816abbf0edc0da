//! `heureka maze explain`: the kind, distances and forced moves of each cell.

use super::{Input, MazeRecord};
use crate::exit::{Exit, Failure, advise};
use crate::files::save;
use crate::formats::human::{HEADING, line, wrap};
use crate::summary::Summary;
use clap::Args;
use heureka_puzzles::number_maze::analysis::Analysis;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;

/// The size of a cell in pixels.
const PIXELS: f64 = 60.0;

#[derive(Debug, Args)]
pub struct Explain {
    #[command(flatten)]
    input: Input,
    /// Draw the analysis into an SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

#[derive(Serialize)]
struct Explained {
    #[serde(skip)]
    analysis: Analysis,
    #[serde(flatten)]
    maze: MazeRecord,
    solution: Vec<String>,
    cells: Vec<CellRecord>,
}

#[derive(Serialize)]
struct CellRecord {
    row: usize,
    col: usize,
    value: u8,
    kind: &'static str,
    from_start: Option<u32>,
    to_goal: Option<u32>,
    forced_forward: bool,
    forced_backward: bool,
}

pub fn run(args: &Explain, out: &mut dyn Write) -> Result<Exit, Failure> {
    let (analysis, maze) = args.input.analyze()?;
    if let Some(path) = &args.svg {
        save(path, &analysis.analysis_picture().svg("Analysis of a number maze", PIXELS))?;
    }
    let cols = analysis.grid.size().cols;
    let cells = analysis.cells.iter().enumerate().map(|(index, cell)| CellRecord {
        row: index / cols + 1,
        col: index % cols + 1,
        value: cell.value,
        kind: cell.kind.name(),
        from_start: cell.from_start,
        to_goal: cell.to_goal,
        forced_forward: cell.forced_forward,
        forced_backward: cell.forced_backward,
    });
    let explained = Explained {
        maze,
        solution: analysis.solution.iter().map(|(letter, _)| letter.to_string()).collect(),
        cells: cells.collect(),
        analysis,
    };
    args.input.output.print(&explained, out)?;
    if let Some(path) = &args.svg {
        advise(&format!("wrote {}", path.display()));
    }
    Ok(Exit::Done)
}

impl Summary for Explained {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut grid = String::new();
        // Writing to a string does not fail.
        let _ = self.analysis.write_kinds(true, &mut grid);
        writeln!(out, "{grid}\n")?;
        line(out, "marks", "* solution, b black hole, w white hole, - isolated")?;
        line(out, "", "<x one move into the cell, x> one move out of the cell")?;
        for (from_start, title) in [(true, "moves from the start"), (false, "moves to the goal")] {
            let mut grid = String::new();
            let _ = self.analysis.write_distances(from_start, &mut grid);
            writeln!(out, "\n{HEADING}{title}{HEADING:#}\n{grid}")?;
        }
        writeln!(out)?;
        let places = |matches: &dyn Fn(&CellRecord) -> bool| {
            let cells = self.cells.iter().filter(|cell| matches(cell));
            let places: Vec<_> = cells.map(|cell| format!("({},{})", cell.row, cell.col)).collect();
            if places.is_empty() { "none".to_owned() } else { places.join(" ") }
        };
        line(out, "black holes", &places(&|cell| cell.kind == "black hole"))?;
        line(out, "white holes", &places(&|cell| cell.kind == "white hole"))?;
        line(out, "forced out", &places(&|cell| cell.forced_forward))?;
        line(out, "forced in", &places(&|cell| cell.forced_backward))?;
        if !self.solution.is_empty() {
            writeln!(out, "\n{}", wrap(self.solution.iter().map(String::as_str), 0))?;
        }
        writeln!(out)?;
        self.maze.text(out)
    }
}
