//! `heureka counters compare`: what each algorithm costs as boards grow.

use super::search;
use crate::args::Limit;
use crate::commands::solve::unwritable;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{HEADING, wrap};
use crate::formats::json;
use crate::interrupt;
use crate::units::{duration, parse_duration, parse_size, size, whole};
use clap::Args;
use heureka_core::{Outcome, Stop};
use heureka_lab::Provenance;
use heureka_lab::counters::{Board, Comparison, Kind, Measurement};
use heureka_puzzles::counters::course::Algorithm;
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  heureka counters compare
  heureka counters compare --out growth --largest 8 --boards 10
  heureka counters compare --time-limit 1m --memory-limit 2GiB

With --out the folder gets report.html, counters.csv and a plot for each
question as SVG.";

/// How far to go.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Compare {
    /// The side of the largest board, from 2 to 12.
    #[arg(long, value_name = "SIDE", default_value_t = 6, value_parser = clap::value_parser!(u32).range(2..=12))]
    largest: u32,
    /// How many random boards of each size.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=1000))]
    boards: u32,
    /// The seed of the first random board; the others follow.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>, allow_negative_numbers = true)]
    seed: u64,
    /// Stop a search after this time, such as 10s.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "10s")]
    time_limit: Duration,
    /// Stop a search before it takes more memory than this, such as 256MiB.
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "256MiB")]
    memory_limit: u64,
    /// Write report, table and plots into this folder, which is made if need be.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs every algorithm on every board and tells what came out.
pub fn run(args: &Compare, out: &mut dyn Write) -> Result<Exit, Failure> {
    if let Some(folder) = &args.out {
        // Before the work, not after it.
        fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    }
    let limit = Limit {
        time: Some(args.time_limit),
        memory: args.memory_limit,
        expansions: None,
        ask_every: 0,
    };
    let boards = Board::all(args.largest as usize, args.boards, args.seed);
    let mut measurements = vec![];
    // A uniform search that was stopped on a board hardly fares better on the next ones of its kind,
    // which are as large or larger.
    let mut hopeless = None;
    'all: for board in &boards {
        for algorithm in Measurement::ALGORITHMS {
            if algorithm == Algorithm::Uniform && hopeless == Some(board.kind) {
                continue;
            }
            let run = search(&limit, algorithm, &board.counters, &mut ())?;
            if let (Outcome::Stopped(_), Algorithm::Uniform) = (&run.outcome, algorithm) {
                hopeless = Some(board.kind);
            }
            let interrupted = run.outcome == Outcome::Stopped(Stop::Interrupted);
            measurements.push(Measurement::new(board, algorithm, &run));
            if interrupted || interrupt::flag().load(Ordering::Relaxed) {
                break 'all;
            }
        }
    }
    let comparison = Comparison::new(measurements);
    let limits = format!("{} and {} a search", duration(args.time_limit), size(args.memory_limit));
    if let Some(folder) = &args.out {
        write(folder, &comparison, &provenance(args, &limits))?;
    }
    if args.json {
        json::print(out, &object(&comparison))?;
    } else {
        show(out, args, &comparison, &limits)?;
    }
    out.flush()?;
    let interrupted = interrupt::flag().load(Ordering::Relaxed);
    Ok(if interrupted { Exit::Interrupted } else { Exit::Done })
}

fn show(
    out: &mut dyn Write,
    args: &Compare,
    comparison: &Comparison,
    limits: &str,
) -> Result<(), Failure> {
    for kind in Kind::ALL {
        let table = match kind {
            Kind::Random => comparison.means(),
            _ => comparison.table(kind),
        };
        if !table.rows().is_empty() {
            writeln!(out, "{HEADING}{}{HEADING:#}\n{}", kind.title(), table.text())?;
        }
    }
    let legend = format!(
        "Nodes expanded and queue size are counted as the course does. ≥ means stopped by a limit \
         ({limits}); what comes after is then left out. Of random boards means are given, over those \
         solved."
    );
    writeln!(out, "{}", wrap(legend.split(' '), 0))?;
    out.flush()?;
    match &args.out {
        Some(folder) => advise(&format!("written to {}", folder.join("report.html").display())),
        None => advise("--out DIR writes plots, a table and a report"),
    }
    Ok(())
}

fn provenance(args: &Compare, limits: &str) -> Provenance {
    let seeds = match args.boards {
        0 => "none".to_owned(),
        n => format!("{} to {}", args.seed, args.seed.saturating_add(u64::from(n) - 1)),
    };
    let arguments = format!(
        "counters compare --largest {} --boards {} --seed {}",
        args.largest, args.boards, args.seed
    );
    Provenance::here().and("arguments", arguments).and("limits", limits).and("seeds", seeds)
}

fn write(folder: &Path, comparison: &Comparison, how: &Provenance) -> Result<(), Failure> {
    let save = |name: &str, content: String| {
        let path = folder.join(name);
        fs::write(&path, content).map_err(|error| unwritable(&path, &error))
    };
    for (name, plot) in comparison.plots() {
        save(&format!("{name}.svg"), plot.svg())?;
    }
    save("counters.csv", comparison.csv())?;
    save("report.html", comparison.report().html(how))
}

/// A run in the result of `heureka counters compare`.
#[derive(Serialize)]
struct Row<'a> {
    board: &'a str,
    cells: usize,
    seed: Option<u64>,
    algorithm: &'a str,
    outcome: &'a str,
    reason: Option<&'a str>,
    nodes_expanded: u64,
    max_queue_size: u64,
    max_frontier: u64,
    length: Option<u32>,
    shortest: u32,
    seconds: f64,
}

/// A result of `heureka counters compare`.
#[derive(Serialize)]
struct Compared<'a> {
    schema: u32,
    runs: Vec<Row<'a>>,
}

fn object(comparison: &Comparison) -> Compared<'_> {
    let runs = comparison.measurements().iter().map(|m| Row {
        board: m.kind.name(),
        cells: m.cells,
        seed: m.seed,
        algorithm: m.algorithm.title(),
        outcome: if m.stopped.is_some() { "stopped" } else { "solved" },
        reason: m.stopped.map(json::stop),
        nodes_expanded: m.expanded,
        max_queue_size: m.queue,
        max_frontier: m.frontier,
        length: m.length,
        shortest: m.shortest,
        seconds: m.seconds,
    });
    Compared { schema: json::SCHEMA, runs: runs.collect() }
}
