//! `heureka maze explain`: the kind, distances and forced moves of each cell.

use super::{Input, letters, object};
use crate::exit::{Exit, Failure, advise};
use crate::files::{is_stdout, outputs};
use crate::formats::human::{HEADING, line, wrap};
use crate::formats::json::merged;
use clap::Args;
use heureka_courses::maze::write_score;
use heureka_puzzles::number_maze::ScoredMaze;
use heureka_puzzles::number_maze::analysis::{Analysis, CellAnalysis, CellKind};
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;

/// The size of a cell in pixels.
const PIXELS: f64 = 60.0;

#[derive(Debug, Args)]
pub struct Explain {
    #[command(flatten)]
    input: Input,
    /// Draw the analysis as SVG (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn run(args: &Explain, out: &mut dyn Write) -> Result<Exit, Failure> {
    let [svg] = outputs([&args.input.file], [&args.svg])?;
    let (analysis, maze) = args.input.analyze()?;
    let picture = || analysis.analysis_picture().svg("Analysis of a number maze", PIXELS);
    let drawn = svg.map_or(Ok(()), |file| file.save(picture()));
    let result = || {
        let cells = cells(&analysis).map(|(row, col, cell)| {
            json!({
                "row": row,
                "col": col,
                "value": cell.value,
                "kind": cell.kind.name(),
                "from_start": cell.from_start,
                "to_goal": cell.to_goal,
                "forced_forward": cell.forced_forward,
                "forced_backward": cell.forced_backward,
            })
        });
        let cells: Vec<_> = cells.collect();
        merged([object(&maze), json!({ "solution": letters(&analysis), "cells": cells })])
    };
    args.input.output.either(out, result, |out| text(&analysis, &maze, out))?;
    // A full disk does not lose the result.
    drawn?;
    if let Some(path) = args.svg.as_ref().filter(|path| !is_stdout(path)) {
        advise(&format!("wrote {}", path.display()));
    }
    Ok(Exit::Done)
}

/// Returns the cells with their rows and columns, counted from 1.
fn cells(analysis: &Analysis) -> impl Iterator<Item = (usize, usize, &CellAnalysis)> {
    let cols = analysis.grid.size().cols;
    let cells = analysis.cells.iter().enumerate();
    cells.map(move |(index, cell)| (index / cols + 1, index % cols + 1, cell))
}

fn text(analysis: &Analysis, maze: &ScoredMaze, out: &mut dyn Write) -> io::Result<()> {
    let mut grid = String::new();
    // Writing to a string does not fail.
    let _ = analysis.write_kinds(true, &mut grid);
    writeln!(out, "{grid}\n")?;
    line(out, "marks", "* solution, b black hole, w white hole, - isolated")?;
    line(out, "", "<x one move into the cell, x> one move out of the cell")?;
    for (from_start, title) in [(true, "moves from the start"), (false, "moves to the goal")] {
        let mut grid = String::new();
        let _ = analysis.write_distances(from_start, &mut grid);
        writeln!(out, "\n{HEADING}{title}{HEADING:#}\n{grid}")?;
    }
    writeln!(out)?;
    let places = |matches: &dyn Fn(&CellAnalysis) -> bool| {
        let cells = cells(analysis).filter(|(_, _, cell)| matches(cell));
        let places: Vec<_> = cells.map(|(row, col, _)| format!("({row},{col})")).collect();
        if places.is_empty() { "none".to_owned() } else { places.join(" ") }
    };
    line(out, "black holes", &places(&|cell| cell.kind == CellKind::BlackHole))?;
    line(out, "white holes", &places(&|cell| cell.kind == CellKind::WhiteHole))?;
    line(out, "forced out", &places(&|cell| cell.forced_forward))?;
    line(out, "forced in", &places(&|cell| cell.forced_backward))?;
    if !analysis.solution.is_empty() {
        writeln!(out, "\n{}", wrap(analysis.letters().split(' '), 0))?;
    }
    writeln!(out)?;
    write_score(maze, out)
}
