//! `heureka chi table`: counts all boards of a size by their optimal cost.

use super::parse_shape;
use crate::args::{Limit, Threads};
use crate::commands::explore::histogram;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{CAREFUL, GOOD, headline, line, time};
use crate::output::Output;
use crate::run::under_limits;
use crate::units::{count, size};
use clap::Args;
use heureka_core::Stop;
use heureka_core::distances::Distances;
use heureka_kit::board::Size;
use heureka_puzzles::chi::exact;
use serde_json::json;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  heureka chi table 2x4
  heureka chi table 3x4 --memory-limit 1GiB --json

The table takes one byte for each of the (rows x columns)! boards: 3.6 MB for
ten cells, 479 MB and a few minutes for twelve.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Table {
    /// Board size, such as 2x4, at most twelve cells.
    #[arg(value_name = "SIZE", value_parser = parse_table_shape)]
    size: Size,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    limit: Limit,
}

fn parse_table_shape(text: &str) -> Result<Size, String> {
    let size = parse_shape(text)?;
    let (cells, max) = (size.cells(), exact::MAX_CELLS);
    if cells <= max { Ok(size) } else { Err(format!("{cells} cells: expected at most {max}")) }
}

pub fn run(args: &Table, out: &mut dyn Write) -> Result<Exit, Failure> {
    let Size { rows, cols } = args.size;
    let threads = args.threads.number();
    let limit = args.limit.clone().on_threads(threads);
    let table = under_limits(&limit, None, |limits| exact::table(args.size, limits));
    let Distances { counts, stopped, stats, .. } = &table;
    let complete = stopped.is_none();
    if complete && table.states() != table.bytes() {
        return Err(Failure::bug("a board has no path to a goal"));
    }
    let object = || {
        json!({
            "rows": rows,
            "cols": cols,
            "complete": complete,
            "reason": stopped.map(Stop::name),
            "states": table.states(),
            "highest": table.highest(),
            "mean": if counts.is_empty() { 0.0 } else { table.mean() },
            "counts": counts,
            "seconds": stats.elapsed.as_secs_f64(),
            "threads": threads,
            "peak_bytes": stats.peak_bytes,
        })
    };
    args.output.either(out, object, |out| {
        if !counts.is_empty() {
            histogram("cost", counts, None, out)?;
        }
        match stopped {
            None => headline(out, GOOD, "complete", &format!("all {rows}x{cols} boards"))?,
            Some(stop) => headline(out, CAREFUL, "stopped", &stop.to_string())?,
        }
        line(out, "boards", &count(table.states()))?;
        if complete {
            line(out, "highest", &table.highest().to_string())?;
            line(out, "mean", &format!("{:.6}", table.mean()))?;
        }
        line(out, "time", &time(stats))?;
        line(out, "memory", &format!("{} (peak)", size(stats.peak_bytes)))
    })?;
    if !complete {
        advise("the count of the last cost may be incomplete; raise the limit to see all boards");
    }
    Ok(stopped.map_or(Exit::Done, Exit::from))
}
