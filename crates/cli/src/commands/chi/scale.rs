//! `heureka chi scale`: the best searches on boards of growing size.

use super::measuring::publish;
use super::{parse_shape, solver};
use crate::commands::solve;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::wrap;
use crate::formats::json;
use crate::interrupt;
use crate::run::bar;
use crate::run::building;
use crate::staging::Staging;
use crate::units::{duration, parse_duration, parse_size, size, whole};
use clap::Args;
use heureka_core::{Limits, Optimality, Outcome, Strategy};
use heureka_lab::Provenance;
use heureka_lab::chi::{Growth, Trial};
use heureka_puzzles::chi::course::Solver;
use heureka_puzzles::chi::puzzles;
use heureka_puzzles::tiles::Shape;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  heureka chi scale
  heureka chi scale --sizes 3x4,2x6,3x5,4x4 --boards 10 --time-limit 60s
  heureka chi scale --out growth --searches 'astar pdb,wastar:2 pdb'

A search is a strategy and a heuristic. One that solves no board of a size is
not tried on larger ones.";

const SIZES: &str = "2x2,2x3,2x4,3x3,2x5,3x4,2x6,3x5,4x4,4x5,5x5,6x6";
const SEARCHES: &str = "astar h2,astar pdb,idastar pdb,wastar:2 pdb,anytime:5 pdb";

/// How far to go.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Scale {
    /// The sizes, rows x columns, in the order in which they are tried.
    #[arg(long, value_name = "SIZES", default_value = SIZES, value_delimiter = ',', value_parser = parse_shape)]
    sizes: Vec<Shape>,
    /// The searches, each a strategy and a heuristic.
    #[arg(long, value_name = "LIST", default_value = SEARCHES, value_delimiter = ',', value_parser = parse_search)]
    searches: Vec<Search>,
    /// How many random boards of each size.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    boards: u32,
    /// The seed of the first random board; the others follow.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>, allow_negative_numbers = true)]
    seed: u64,
    /// Stop a search after this time.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "10s")]
    time_limit: Duration,
    /// Stop a search before it takes more memory than this.
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "1GiB")]
    memory_limit: u64,
    /// Write report, table and plots into this folder, which is made if need be.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
}

/// A strategy and a heuristic.
#[derive(Clone, Debug)]
struct Search {
    strategy: Strategy,
    heuristic: &'static str,
}

impl Search {
    fn name(&self) -> String {
        format!("{} {}", self.strategy, self.heuristic)
    }
}

fn parse_search(text: &str) -> Result<Search, String> {
    let (strategy, heuristic) = text
        .trim()
        .split_once(' ')
        .ok_or("expected a strategy, a space and a heuristic, such as astar pdb")?;
    let strategy = strategy.parse::<Strategy>().map_err(|error| error.to_string())?;
    Ok(Search { strategy, heuristic: super::parse_heuristic(heuristic)? })
}

/// Runs the searches on growing boards and tells what came out.
pub fn run(args: &Scale, out: &mut dyn Write) -> Result<Exit, Failure> {
    let staging = args.out.as_deref().map(Staging::new).transpose()?;
    let bar = bar(args.sizes.len() * args.searches.len() * args.boards as usize, "searches");
    let mut trials = vec![];
    let mut hopeless = vec![false; args.searches.len()];
    'all: for &shape in &args.sizes {
        for (search, hopeless) in args.searches.iter().zip(&mut hopeless) {
            if *hopeless {
                bar.inc(u64::from(args.boards));
                continue;
            }
            bar.set_message(format!("{}x{} {}", shape.rows, shape.cols, search.name()));
            let (solver, _) = building("building tables", || solver(shape, search.heuristic));
            let solver = solver?;
            let mut solved = false;
            for (nth, cells) in
                puzzles::random(shape, args.boards as usize, args.seed).iter().enumerate()
            {
                let seed = args.seed.wrapping_add(nth as u64);
                let trial = one(args, shape, &*solver, search, cells, seed)?;
                if interrupt::flag().load(Ordering::Relaxed) {
                    break 'all;
                }
                solved |= trial.cost.is_some();
                trials.push(trial);
                bar.inc(1);
            }
            *hopeless = !solved;
        }
    }
    bar.finish_and_clear();
    let interrupted = interrupt::flag().load(Ordering::Relaxed);
    let growth = Growth::new(trials);
    let limits = format!("{} and {} a search", duration(args.time_limit), size(args.memory_limit));
    if let (Some(staging), false) = (staging, interrupted) {
        let last = args.seed.wrapping_add(u64::from(args.boards) - 1);
        let how = Provenance::here()
            .and("command", "heureka chi scale")
            .and("limits", &limits)
            .and("seeds", format!("{} to {last}", args.seed));
        let page = growth.report(&limits).html(&how);
        publish(staging, &page, &[("growth.csv", growth.csv())], &growth.plots())?;
    }
    if args.json {
        json::print(out, &object(&growth))?;
    } else {
        show(args, &growth, &limits, interrupted, out)?;
    }
    out.flush()?;
    Ok(if interrupted { Exit::Interrupted } else { Exit::Done })
}

/// Runs one search on one board.
fn one(
    args: &Scale,
    shape: Shape,
    solver: &dyn Solver,
    search: &Search,
    cells: &[u8],
    seed: u64,
) -> Result<Trial, Failure> {
    let mut limits =
        Limits::none().interrupt(interrupt::flag()).time(args.time_limit).memory(args.memory_limit);
    let report = solver.solve(cells, &search.strategy, &mut limits, None);
    let report = report.map_err(|error| solve::failure(&error))?;
    Ok(Trial {
        size: (shape.rows, shape.cols),
        seed,
        search: search.name(),
        cost: report.outcome.cost(),
        within: match report.outcome {
            Outcome::Solved(_, Optimality::Proved) => Some(1.0),
            Outcome::Solved(_, Optimality::Within(ratio)) => Some(ratio.as_f64()),
            _ => None,
        },
        expanded: report.stats.expanded,
        seconds: report.stats.elapsed.as_secs_f64(),
        bytes: report.stats.peak_bytes,
        table_bytes: solver.table_bytes(),
        stopped: match report.outcome {
            Outcome::Stopped(stop) => Some(stop),
            _ => None,
        },
    })
}

fn show(
    args: &Scale,
    growth: &Growth,
    limits: &str,
    interrupted: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    writeln!(out, "{}", growth.table().text())?;
    let legend = format!(
        "Means over the boards of a size; MiB is the most that a search took, tables not counted. \
         optimal: proved so. within: how many times the optimum a plan may cost at most. ≥: stopped \
         by a limit ({limits})."
    );
    writeln!(out, "{}", wrap(legend.split(' '), 0))?;
    out.flush()?;
    match &args.out {
        _ if interrupted => advise("interrupted: no file was written"),
        Some(folder) => advise(&format!("written to {}", folder.join("report.html").display())),
        None => advise("--out DIR writes plots, a table and a report"),
    }
    Ok(())
}

/// A run in the result of `heureka chi scale`.
#[derive(Serialize)]
struct Row<'a> {
    rows: usize,
    cols: usize,
    seed: u64,
    search: &'a str,
    outcome: &'a str,
    reason: Option<&'a str>,
    cost: Option<u32>,
    within: Option<f64>,
    expanded: u64,
    seconds: f64,
    peak_bytes: u64,
    table_bytes: u64,
}

/// A result of `heureka chi scale`.
#[derive(Serialize)]
struct Scaled<'a> {
    schema: u32,
    runs: Vec<Row<'a>>,
}

fn object(growth: &Growth) -> Scaled<'_> {
    let runs = growth.trials().iter().map(|t| Row {
        rows: t.size.0,
        cols: t.size.1,
        seed: t.seed,
        search: &t.search,
        outcome: if t.cost.is_some() { "solved" } else { "stopped" },
        reason: t.stopped.map(json::stop),
        cost: t.cost,
        within: t.within,
        expanded: t.expanded,
        seconds: t.seconds,
        peak_bytes: t.bytes,
        table_bytes: t.table_bytes,
    });
    Scaled { schema: json::SCHEMA, runs: runs.collect() }
}
