//! `heureka chi analyze`: all searches with all heuristics on one set of puzzles.

use super::measuring::publish;
use super::{Size, Source, run_failure};
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{HEADING, wrap};
use crate::formats::json;
use crate::interrupt;
use crate::run::bar;
use crate::staging::Staging;
use crate::units::{duration, parse_duration, parse_size, size};
use clap::Args;
use heureka_core::{Limits, Outcome};
use heureka_lab::Provenance;
use heureka_lab::chi::{Analysis, Sample};
use heureka_puzzles::chi::course::{self, Task};
use heureka_puzzles::chi::{INFO, exact, puzzles};
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  heureka chi analyze --out analysis
  heureka chi analyze puzzles.txt --out analysis --time-limit 60s
  heureka chi analyze --random 10 --seed 3 --rows 3 --cols 3 --json

With --out the folder gets report.html, analysis.csv, totals.csv, runs.csv, the
puzzles and a plot for each question as SVG.";

/// What to analyze.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Analyze {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    size: Size,
    /// Give a search up after this time.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "60s")]
    time_limit: Duration,
    /// Give a search up before it takes more memory than this.
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "4GiB")]
    memory_limit: u64,
    /// Write report, tables and plots into this folder, which is made if need be.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs every search on every puzzle and tells what came out.
pub fn run(args: &Analyze, out: &mut dyn Write) -> Result<Exit, Failure> {
    let shape = args.size.shape()?;
    let boards = args.source.boards(shape)?;
    let staging = args.out.as_deref().map(Staging::new).transpose()?;
    let judge = if exact::fits(shape) { course::solver(shape, "exact") } else { None };
    let mut names: Vec<_> = INFO.heuristics.iter().map(|heuristic| heuristic.name).collect();
    // By name, that which knows all last.
    names.sort_by_key(|&name| (name == "exact", name));
    let tasks = Task::all(&names);
    let bar = bar(tasks.len() * boards.len(), "searches");
    let mut samples = Vec::with_capacity(tasks.len() * boards.len());
    'all: for task in &tasks {
        bar.set_message(task.name());
        let solver = task.solver(shape).ok_or_else(|| Failure::bug("no solver", ""))?;
        for (puzzle, cells) in boards.iter().enumerate() {
            let mut limits = Limits::none()
                .interrupt(interrupt::flag())
                .time(args.time_limit)
                .memory(args.memory_limit);
            let report =
                task.run(&*solver, cells, &mut limits, &mut io::sink()).map_err(run_failure)?;
            if interrupt::flag().load(Ordering::Relaxed) {
                break 'all;
            }
            let plan = report.outcome.plan();
            samples.push(Sample {
                search: task.name(),
                puzzle,
                optimum: judge.as_ref().map(|judge| judge.h(cells)),
                cost: plan.map(|plan| plan.cost),
                length: plan.map(|plan| plan.actions.len() as u64),
                searched: report.stats.expanded + u64::from(plan.is_some()),
                seconds: report.stats.elapsed.as_secs_f64(),
                stopped: match report.outcome {
                    Outcome::Stopped(stop) => Some(stop),
                    _ => None,
                },
            });
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let interrupted = interrupt::flag().load(Ordering::Relaxed);
    let analysis = Analysis::new(samples);
    if let (Some(staging), false) = (staging, interrupted) {
        let what = format!("{}, {} × {}", args.source.describe(), shape.rows, shape.cols);
        let limits =
            format!("{} and {} a search", duration(args.time_limit), size(args.memory_limit));
        let how = Provenance::here()
            .and("command", "heureka chi analyze")
            .and("puzzles", &what)
            .and("limits", limits);
        let files = [
            ("analysis.csv", analysis.averages().csv()),
            ("totals.csv", analysis.totals().csv()),
            ("runs.csv", analysis.csv()),
            ("puzzles.txt", puzzles::write(&boards)),
        ];
        publish(staging, &analysis.report(&what).html(&how), &files, &analysis.plots())?;
    }
    if args.json {
        json::print(out, &object(&analysis))?;
    } else {
        show(args, &analysis, interrupted, out)?;
    }
    out.flush()?;
    Ok(if interrupted { Exit::Interrupted } else { Exit::Done })
}

fn show(
    args: &Analyze,
    analysis: &Analysis,
    interrupted: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    writeln!(out, "{HEADING}Averages{HEADING:#}\n{}", analysis.averages().text())?;
    writeln!(out, "{HEADING}Totals{HEADING:#}\n{}", analysis.totals().text())?;
    let legend = "A search path is the nodes expanded and the goal. optimal: plans that cost as \
                  little as a table of all boards says is possible.";
    writeln!(out, "{}", wrap(legend.split(' '), 0))?;
    out.flush()?;
    match &args.out {
        _ if interrupted => advise("interrupted: no file was written"),
        Some(folder) => advise(&format!("written to {}", folder.join("report.html").display())),
        None => advise("--out DIR writes plots, tables and a report"),
    }
    Ok(())
}

/// A run in the result of `heureka chi analyze`.
#[derive(Serialize)]
struct Row<'a> {
    search: &'a str,
    puzzle: usize,
    outcome: &'a str,
    reason: Option<&'a str>,
    cost: Option<u32>,
    optimum: Option<u32>,
    length: Option<u64>,
    search_length: u64,
    seconds: f64,
}

/// A result of `heureka chi analyze`.
#[derive(Serialize)]
struct Analyzed<'a> {
    schema: u32,
    runs: Vec<Row<'a>>,
}

fn object(analysis: &Analysis) -> Analyzed<'_> {
    let runs = analysis.samples().iter().map(|s| Row {
        search: &s.search,
        puzzle: s.puzzle,
        outcome: if s.cost.is_some() { "solved" } else { "stopped" },
        reason: s.stopped.map(json::stop),
        cost: s.cost,
        optimum: s.optimum,
        length: s.length,
        search_length: s.searched,
        seconds: s.seconds,
    });
    Analyzed { schema: json::SCHEMA, runs: runs.collect() }
}
