//! `heureka chi competition`: solves a puzzle file at the lowest total cost, as fast as possible.

use super::{Size, boards};
use crate::exit::{Exit, Failure, advise};
use crate::files::output_folder;
use crate::formats::json;
use crate::measure::SearchLimits;
use crate::output::Output;
use crate::units::duration;
use clap::Args;
use heureka_core::{Optimality, Outcome, Stop, Strategy};
use heureka_courses::chi::{NO_SOLUTION, Step, instance, solve, write_solution};
use heureka_kit::instance::Instance;
use heureka_lab::files::OutputFolder;
use heureka_lab::{Cell, Table};
use heureka_puzzles::chi::exact;
use serde::Serialize;
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  heureka chi competition puzzles.txt
  heureka chi competition puzzles.txt --out solutions --json

On boards of up to ten cells every plan is optimal: a table of all boards is
built first, and counts toward the time. A* with pattern databases solves larger
boards; if a limit stops it, weighted A* finds a plan that may cost more.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Competition {
    /// Puzzle file, one board per line (`-` for standard input).
    file: PathBuf,
    /// Write a solution file for each puzzle into this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    limits: SearchLimits,
}

/// The result for one puzzle.
#[derive(Serialize)]
struct Entry {
    cost: Option<u32>,
    seconds: f64,
    #[serde(skip)]
    steps: Option<Vec<Step>>,
    #[serde(skip)]
    optimal: bool,
}

pub fn run(args: &Competition, out: &mut dyn Write) -> Result<Exit, Failure> {
    let shape = args.size.shape()?;
    let boards = boards(&args.file, shape)?;
    let folder = args.out.as_deref().map(output_folder).transpose()?;
    let started = Instant::now();
    let instance = instance(shape, "exact").map_err(|error| Failure::bug(error.to_string()))?;
    let strategies: &[&str] =
        if exact::fits(shape) { &["descent"] } else { &["astar", "wastar(1.5)", "wastar(3)"] };
    let mut entries = Vec::with_capacity(boards.len());
    for cells in &boards {
        let Some(entry) = solve_one(args, &*instance, strategies, cells)? else {
            advise("interrupted: no file was written");
            return Ok(Exit::Interrupted);
        };
        entries.push(entry);
    }
    let seconds = started.elapsed().as_secs_f64();
    let saved = folder.map_or(Ok(()), |folder| save(folder, &entries, &boards));
    let total_cost: u64 = entries.iter().filter_map(|entry| entry.cost).map(u64::from).sum();
    if args.output.json {
        // The assignment prescribes the fields.
        let object = json!({ "puzzles": entries, "total_cost": total_cost, "seconds": seconds });
        json::print(out, &object)?;
    } else {
        write!(out, "{}", table(&entries).text())?;
        let time = duration(Duration::from_secs_f64(seconds));
        writeln!(out, "\ntotal cost  {total_cost}\ntotal time  {time}")?;
    }
    out.flush()?;
    // A full disk does not lose the result.
    saved?;
    let all = entries.iter().all(|entry| entry.cost.is_some());
    Ok(if all { Exit::Done } else { Exit::Time })
}

/// Writes the solutions, a file each.
fn save(folder: OutputFolder, entries: &[Entry], boards: &[Vec<u8>]) -> io::Result<()> {
    for (puzzle, (entry, cells)) in entries.iter().zip(boards).enumerate() {
        let mut file = folder.file(&format!("{puzzle}_solution.txt"))?;
        match &entry.steps {
            Some(steps) => write_solution(&mut file, cells, steps, entry.seconds)?,
            None => file.write_all(NO_SOLUTION.as_bytes())?,
        }
        file.publish()?;
    }
    folder.publish()
}

/// Solves one puzzle by the first strategy that finds a plan; returns nothing if interrupted.
fn solve_one(
    args: &Competition,
    instance: &dyn Instance,
    strategies: &[&str],
    cells: &[u8],
) -> Result<Option<Entry>, Failure> {
    let started = Instant::now();
    let entry = |cost, steps, optimal| {
        Some(Entry { cost, seconds: started.elapsed().as_secs_f64(), steps, optimal })
    };
    for name in strategies {
        let strategy: Strategy =
            name.parse().map_err(|_| Failure::bug(format!("invalid strategy '{name}'")))?;
        let run = solve(instance, cells, &strategy, &mut args.limits.limits(), None)?;
        let cost = run.cost();
        match run.outcome {
            Outcome::Solved(steps, optimality) => {
                return Ok(entry(cost, Some(steps), optimality == Optimality::Proved));
            }
            Outcome::Stopped(Stop::Interrupted) => return Ok(None),
            _ => {}
        }
    }
    Ok(entry(None, None, false))
}

fn table(entries: &[Entry]) -> Table {
    let mut table = Table::new(["puzzle", "cost", "moves", "optimal", "seconds"]);
    for (puzzle, entry) in entries.iter().enumerate() {
        let moves = entry.steps.as_ref().map(|steps| steps.len() as u64);
        let optimal = match entry.cost {
            None => NO_SOLUTION,
            Some(_) if entry.optimal => "proved",
            Some(_) => "not proved",
        };
        table.row([
            (puzzle as u64).into(),
            entry.cost.into(),
            moves.into(),
            optimal.into(),
            Cell::Real(entry.seconds, 6),
        ]);
    }
    table
}
