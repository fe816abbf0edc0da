//! `heureka chi analyze`: all searches with all heuristics on one set of puzzles.

use super::{Size, Source};
use crate::exit::{Exit, Failure};
use crate::formats::human::{HEADING, wrap};
use crate::measure::{advise_files, exit, limits, measure, publish};
use crate::staging::Staging;
use crate::summary::Output;
use crate::units::{parse_duration, parse_size};
use clap::Args;
use heureka_courses::chi::Analysis;
use heureka_lab::Provenance;
use heureka_puzzles::chi::puzzles;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  heureka chi analyze --out analysis
  heureka chi analyze puzzles.txt --out analysis --time-limit 60s
  heureka chi analyze --random 10 --seed 3 --rows 3 --cols 3 --json

--out writes report.html, analysis.csv, totals.csv, runs.csv, the puzzles and
three plots as SVG.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Analyze {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    size: Size,
    /// Stop a search after this time.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "60s")]
    time_limit: Duration,
    /// Stop a search before it takes more memory than this.
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "4GiB")]
    memory_limit: u64,
    /// Write a report, tables and plots into this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

pub fn run(args: &Analyze, out: &mut dyn Write) -> Result<Exit, Failure> {
    let shape = args.size.shape()?;
    let boards = args.source.boards(shape)?;
    let staging = args.out.as_deref().map(Staging::new).transpose()?;
    let (limit, caps, limits) = limits(args.time_limit, args.memory_limit);
    let experiment = Analysis::experiment(&boards, shape, caps);
    let analysis = Analysis::new(&measure(&experiment, &limit, None, |_, _| false)?);
    let what = format!("{}, {} × {}", args.source.describe(), shape.rows, shape.cols);
    let provenance = Provenance::here()
        .and("command", "heureka chi analyze")
        .and("puzzles", &what)
        .and("limits", limits);
    let files = [
        ("analysis.csv", analysis.averages().csv()),
        ("totals.csv", analysis.totals().csv()),
        ("runs.csv", analysis.csv()),
        ("puzzles.txt", puzzles::write(&boards)),
    ];
    publish(staging, &analysis.report(&what), &provenance, &files, &analysis.plots())?;
    args.output.either(out, || &analysis, |out| {
        writeln!(out, "{HEADING}Averages{HEADING:#}\n{}", analysis.averages().text())?;
        writeln!(out, "{HEADING}Totals{HEADING:#}\n{}", analysis.totals().text())?;
        let legend = "A search path consists of the expanded nodes and the goal. optimal: plans \
                      whose cost a search proved optimal.";
        writeln!(out, "{}", wrap(legend.split(' '), 0))
    })?;
    advise_files(args.output, args.out.as_deref());
    Ok(exit())
}
