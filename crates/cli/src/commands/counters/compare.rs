//! `heureka counters compare`: what each algorithm costs as boards grow.

use crate::exit::{Exit, Failure};
use crate::formats::human::{HEADING, wrap};
use crate::measure::{advise_files, exit, limits, measure, publish};
use crate::staging::Staging;
use crate::summary::Output;
use crate::units::{parse_duration, parse_size, whole};
use clap::Args;
use heureka_courses::counters::{Comparison, Kind};
use heureka_lab::Provenance;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  heureka counters compare
  heureka counters compare --out growth --largest 8 --boards 10
  heureka counters compare --time-limit 1m --memory-limit 2GiB

--out writes report.html, counters.csv and six plots as SVG.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Compare {
    /// The side of the largest board, from 2 to 12.
    #[arg(long, value_name = "SIDE", default_value_t = 6, value_parser = clap::value_parser!(u32).range(2..=12))]
    largest: u32,
    /// How many random boards of each size.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=1000))]
    boards: u32,
    /// Random seed of the first board; the next boards use the next seeds.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>, allow_negative_numbers = true)]
    seed: u64,
    /// Stop a search after this time, such as 10s.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "10s")]
    time_limit: Duration,
    /// Stop a search before it takes more memory than this, such as 256MiB.
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "256MiB")]
    memory_limit: u64,
    /// Write a report, a table and plots into this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

pub fn run(args: &Compare, out: &mut dyn Write) -> Result<Exit, Failure> {
    let staging = args.out.as_deref().map(Staging::new).transpose()?;
    let (limit, caps, limits) = limits(args.time_limit, args.memory_limit);
    let experiment = Comparison::experiment(args.largest as usize, args.boards, args.seed, caps);
    let comparison = Comparison::new(&measure(&experiment, &limit, None, Comparison::skips)?);
    let files = [("counters.csv", comparison.csv())];
    let seeds = match args.boards {
        0 => "none".to_owned(),
        n => format!("{} to {}", args.seed, args.seed.saturating_add(u64::from(n) - 1)),
    };
    let arguments = format!(
        "counters compare --largest {} --boards {} --seed {}",
        args.largest, args.boards, args.seed
    );
    let provenance =
        Provenance::here().and("arguments", arguments).and("limits", &limits).and("seeds", seeds);
    publish(staging, &comparison.report(), &provenance, &files, &comparison.plots())?;
    args.output.either(out, || &comparison, |out| show(out, &comparison, &limits))?;
    advise_files(args.output, args.out.as_deref());
    Ok(exit())
}

fn show(out: &mut dyn Write, comparison: &Comparison, limits: &str) -> io::Result<()> {
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
        "Nodes expanded and queue size are counted as the course does. ≥: stopped by a limit \
         ({limits}); uniform cost then skips the larger boards. Random boards: means over those solved."
    );
    writeln!(out, "{}", wrap(legend.split(' '), 0))
}
