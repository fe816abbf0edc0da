//! `heureka lab report`: what a study found.

use super::run::failure;
use crate::commands::solve::save;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{ERROR, HEADING, wrap};
use crate::formats::json;
use crate::staging::{Staging, distinct};
use clap::Args;
use heureka_lab::study::{Overview, Results};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  heureka lab report counters.db
  heureka lab report counters.db --html counters.html --svg pictures
  heureka lab report shard-*.db --csv runs.csv --markdown report.md

The page needs no network and no script. What needs an explanation stands first:
runs that crashed, answers that contradict each other.";

/// Which records to show, and how.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Report {
    /// The databases: one, or those of all shards of a study.
    #[arg(required = true, value_name = "DB")]
    databases: Vec<PathBuf>,
    /// Write one page with tables and plots.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the tables as markdown.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write every run as a row of comma-separated values.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write every plot as SVG into this folder.
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Leave out what a clock measured: reports of the same runs are then the same to the byte.
    #[arg(long)]
    no_times: bool,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
}

/// What `heureka lab report` tells programs.
#[derive(Serialize)]
struct Reported<'a> {
    schema: u32,
    study: &'a str,
    planned: usize,
    recorded: usize,
    unexplained: Vec<Unexplained<'a>>,
    runs: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Unexplained<'a> {
    run: &'a str,
    what: &'a str,
}

/// A run in the result of `heureka lab report`.
#[derive(Serialize)]
struct Row<'a> {
    key: &'a str,
    puzzle: &'a str,
    instance: &'a str,
    size: Option<f64>,
    seed: Option<u64>,
    setup: &'a str,
    repeat: u32,
    ending: &'a str,
    detail: &'a str,
    optimality: Option<&'a str>,
    cost: Option<u64>,
    length: Option<u64>,
    expanded: Option<u64>,
    generated: Option<u64>,
    max_frontier: Option<u64>,
    peak_bytes: Option<u64>,
    seconds: Option<f64>,
}

/// Shows what is recorded.
pub fn run(args: &Report, out: &mut dyn Write) -> Result<Exit, Failure> {
    let written = [&args.html, &args.markdown, &args.csv, &args.svg].into_iter().flatten();
    distinct(args.databases.iter().map(PathBuf::as_path), written.map(PathBuf::as_path))?;
    let results = Results::read(&args.databases).map_err(failure)?;
    let overview = Overview::new(&results, !args.no_times);
    let write = |path: &Option<PathBuf>, content: &dyn Fn() -> String| match path {
        Some(path) => save(path, &content()),
        None => Ok(()),
    };
    write(&args.html, &|| overview.html())?;
    write(&args.markdown, &|| overview.markdown())?;
    write(&args.csv, &|| overview.runs().csv())?;
    if let Some(folder) = &args.svg {
        let staging = Staging::new(folder)?;
        for (name, plot) in overview.plots() {
            staging.write(&format!("{name}.svg"), plot.svg())?;
        }
        staging.publish()?;
    }
    if args.json {
        json::print(out, &object(&results, &overview))?;
        return Ok(Exit::Done);
    }
    show(out, &results, &overview)?;
    out.flush()?;
    if args.html.is_none() && args.markdown.is_none() && args.svg.is_none() {
        advise("--html FILE writes a page with plots and all instances");
    }
    Ok(Exit::Done)
}

fn show(out: &mut dyn Write, results: &Results, overview: &Overview<'_>) -> Result<(), Failure> {
    writeln!(out, "{HEADING}{}{HEADING:#}", results.study.title)?;
    writeln!(out, "{}\n", wrap(overview.progress().split(' '), 0))?;
    if !overview.unexplained().is_empty() {
        writeln!(out, "{ERROR}To be explained{ERROR:#}\n{}", overview.troubles().text())?;
    }
    for (puzzle, table, how) in overview.summaries() {
        writeln!(out, "{HEADING}{puzzle}{HEADING:#}\n{}", table.text())?;
        writeln!(out, "{}\n", wrap(how.split(' '), 0))?;
    }
    writeln!(
        out,
        "{HEADING}How the runs ended{HEADING:#}\n{}",
        overview.endings().text().trim_end()
    )?;
    Ok(())
}

fn object<'a>(results: &'a Results, overview: &'a Overview<'_>) -> Reported<'a> {
    let runs = results.recorded().map(|(run, record)| (run, record, overview.shown(record)));
    let runs = runs.map(|(run, record, shown)| Row {
        key: &run.key,
        puzzle: &run.puzzle,
        instance: &run.instance,
        size: run.size,
        seed: run.seed,
        setup: &run.setup,
        repeat: run.repeat,
        ending: record.ending.word(),
        detail: &record.detail,
        optimality: record.optimality.as_deref().filter(|_| shown.optimality.is_some()),
        cost: shown.cost,
        length: shown.length,
        expanded: shown.expanded,
        generated: shown.generated,
        max_frontier: shown.max_frontier,
        peak_bytes: shown.peak_bytes,
        seconds: shown.seconds,
    });
    let unexplained = overview.unexplained().iter().map(|(run, what)| Unexplained { run, what });
    Reported {
        schema: json::SCHEMA,
        study: &results.study.title,
        planned: results.study.runs.len(),
        recorded: results.number(),
        unexplained: unexplained.collect(),
        runs: runs.collect(),
    }
}
