//! `heureka chi table`: all boards of a size, counted by what their cheapest plans cost.

use super::parse_shape;
use crate::args::Limit;
use crate::commands::explore::histogram;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{CAREFUL, GOOD, line, time};
use crate::formats::json;
use crate::run::under_limits;
use crate::units::{count, size};
use clap::Args;
use heureka_core::Distances;
use heureka_puzzles::chi::exact;
use heureka_puzzles::tiles::Shape;
use serde::Serialize;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  heureka chi table 2x4
  heureka chi table 3x4 --memory-limit 1GiB --json

A byte for each of the (rows x columns)! boards: 3.6 MB for ten cells, 479 MB
for twelve, which take a few minutes.";

/// Which boards.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Table {
    /// The size, rows x columns, of at most twelve cells.
    #[arg(value_name = "SIZE", value_parser = parse_table_shape)]
    size: Shape,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limit: Limit,
}

fn parse_table_shape(text: &str) -> Result<Shape, String> {
    let shape = parse_shape(text)?;
    let most = exact::MOST_CELLS_EVER;
    if shape.cells() <= most {
        Ok(shape)
    } else {
        Err(format!("{} cells: expected at most {most}, as each board takes a byte", shape.cells()))
    }
}

/// A result of `heureka chi table`.
#[derive(Serialize)]
struct Tabled<'a> {
    schema: u32,
    rows: usize,
    cols: usize,
    complete: bool,
    reason: Option<&'a str>,
    states: u64,
    highest: u32,
    mean: f64,
    counts: &'a [u64],
    seconds: f64,
    peak_bytes: u64,
}

/// Builds the table and tells what is in it.
pub fn run(args: &Table, out: &mut dyn Write) -> Result<Exit, Failure> {
    let Shape { rows, cols } = args.size;
    let table = under_limits(&args.limit, None, |limits| exact::table(args.size, limits));
    let Distances { counts, stopped, stats, .. } = &table;
    let complete = stopped.is_none();
    if complete && table.states() != table.bytes() {
        return Err(Failure::bug("some board has no way to a goal", ""));
    }
    if args.json {
        json::print(
            out,
            &Tabled {
                schema: json::SCHEMA,
                rows,
                cols,
                complete,
                reason: stopped.map(json::stop),
                states: table.states(),
                highest: table.highest(),
                mean: if counts.is_empty() { 0.0 } else { table.mean() },
                counts,
                seconds: stats.elapsed.as_secs_f64(),
                peak_bytes: stats.peak_bytes,
            },
        )?;
    } else {
        if !counts.is_empty() {
            histogram("cost", counts, None, out)?;
        }
        match stopped {
            None => writeln!(out, "{GOOD}{:<12}{GOOD:#}all boards of {rows} x {cols}", "complete")?,
            Some(stop) => writeln!(out, "{CAREFUL}{:<12}{CAREFUL:#}{stop}", "stopped")?,
        }
        line(out, "boards", &count(table.states()))?;
        if complete {
            line(out, "highest", &table.highest().to_string())?;
            line(out, "mean", &format!("{:.6}", table.mean()))?;
        }
        line(out, "time", &time(stats))?;
        line(out, "memory", &format!("{} at most", size(stats.peak_bytes)))?;
    }
    out.flush()?;
    if !complete {
        advise("the last cost may be incomplete: raise the limit to see all boards");
    }
    Ok(stopped.map_or(Exit::Done, Exit::from))
}
