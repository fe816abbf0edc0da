//! `heureka counters compare`: compares all algorithms on boards of growing size.

use crate::exit::{Exit, Failure};
use crate::formats::human::{HEADING, wrap};
use crate::measure::{ExperimentArgs, measure, publish};
use crate::seed::{Seed, Seeded};
use crate::units::whole_in;
use clap::Args;
use heureka_courses::counters::{Comparison, Kind};
use heureka_lab::Provenance;
use std::io::{self, Write};

const EXAMPLES: &str = "\
Examples:
  heureka counters compare
  heureka counters compare --out growth --largest 8 --boards 10
  heureka counters compare --time-limit 1m --memory-limit 2GiB

--out writes report.html, counters.csv and six plots as SVG.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("time_limit", |arg| arg.default_value("10s")))]
#[command(mut_arg("memory_limit", |arg| arg.default_value("256MiB")))]
pub struct Compare {
    /// Set the side of the largest board, from 2 to 12.
    #[arg(long, value_name = "SIDE", default_value_t = 6, value_parser = whole_in::<u32>(2..=12))]
    largest: u32,
    /// Generate N random boards of each size.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole_in::<u32>(0..=1000))]
    boards: u32,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    experiment: ExperimentArgs,
}

pub fn run(args: &Compare, out: &mut dyn Write) -> Result<Exit, Failure> {
    let folder = args.experiment.folder()?;
    let (limit, caps, limits) = args.experiment.limits();
    // Without random boards, no seed is drawn.
    let seed = if args.boards == 0 { 0 } else { args.seed.value() };
    let experiment = Comparison::experiment(args.largest as usize, args.boards, seed, caps);
    let comparison = Comparison::new(&measure(&experiment, &limit, None, Comparison::skips)?);
    let files = [("counters.csv", comparison.csv())];
    let seeds = match args.boards {
        0 => "none".to_owned(),
        n => format!("{seed} to {}", seed.wrapping_add(u64::from(n) - 1)),
    };
    let arguments = format!(
        "counters compare --largest {} --boards {} --seed {seed}",
        args.largest, args.boards
    );
    let provenance =
        Provenance::here().and("arguments", arguments).and("limits", &limits).and("seeds", seeds);
    let saved = publish(folder, &comparison.report(), &provenance, &files, &comparison.plots());
    let result = || Seeded::new((args.boards > 0).then_some(seed), &comparison);
    args.experiment.output.either(out, result, |out| show(out, &comparison, &limits))?;
    // A full disk does not lose the result.
    saved?;
    Ok(args.experiment.conclude())
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
        "Nodes expanded and queue size are counted as in the course. ≥: stopped by a limit \
         ({limits}); uniform cost then skips larger boards. Random boards: means over solved boards."
    );
    writeln!(out, "{}", wrap(legend.split(' '), 0))
}
