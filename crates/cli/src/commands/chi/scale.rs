//! `heureka chi scale`: the best searches on boards of growing size.

use super::{SLIDES, parse_heuristic, parse_shape};
use crate::exit::{Exit, Failure};
use crate::formats::human::wrap;
use crate::measure::{ExperimentArgs, measure, publish};
use crate::seed::{Seed, Seeded};
use crate::units::whole_in;
use clap::Args;
use heureka_core::Strategy;
use heureka_courses::chi::Growth;
use heureka_kit::board;
use heureka_lab::Provenance;
use heureka_lab::study::Setup;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  heureka chi scale
  heureka chi scale --sizes 3x4,2x6,3x5,4x4 --boards 10 --time-limit 60s
  heureka chi scale --out growth --searches 'astar pdb,wastar:2 pdb'
  heureka chi scale --sizes 2x4,3x3,2x5 --searches 'astar h2' --time-limit none

A search is a strategy and a heuristic. A search that solves no board of a size
skips the later sizes. --out writes report.html, slides.html, growth.csv and
three plots as SVG.";

const SIZES: &str = "2x2,2x3,2x4,3x3,2x5,3x4,2x6,3x5,4x4,4x5,5x5,6x6";
const SEARCHES: &str = "astar h2,astar pdb,idastar pdb,wastar:2 pdb,anytime:5 pdb";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("time_limit", |arg| arg.default_value("10s")))]
#[command(mut_arg("memory_limit", |arg| arg.default_value("1GiB")))]
pub struct Scale {
    /// Choose the sizes, rows x columns, in this order.
    #[arg(long, value_name = "SIZES", default_value = SIZES, value_delimiter = ',', value_parser = parse_shape)]
    sizes: Vec<board::Size>,
    /// Choose the searches, each a strategy and a heuristic.
    #[arg(long, value_name = "LIST", default_value = SEARCHES, value_delimiter = ',', value_parser = parse_search)]
    searches: Vec<Setup>,
    /// Generate N random boards of each size.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole_in::<u32>(1..=10_000))]
    boards: u32,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    experiment: ExperimentArgs,
}

fn parse_search(text: &str) -> Result<Setup, String> {
    let (strategy, heuristic) = text
        .trim()
        .split_once(' ')
        .ok_or("expected a strategy, a space and a heuristic, such as astar pdb")?;
    let strategy = strategy.parse::<Strategy>().map_err(|error| error.to_string())?.to_string();
    Ok(Setup { strategy, heuristic: Some(parse_heuristic(heuristic)?.to_owned()) })
}

pub fn run(args: &Scale, out: &mut dyn Write) -> Result<Exit, Failure> {
    let folder = args.experiment.folder()?;
    let (limit, caps, limits) = args.experiment.limits();
    let seed = args.seed.value();
    let experiment = Growth::experiment(&args.sizes, &args.searches, args.boards, seed, caps);
    let growth = Growth::new(&measure(&experiment, &limit, None, Growth::skips)?);
    let last = seed.wrapping_add(u64::from(args.boards) - 1);
    let provenance = Provenance::here()
        .and("command", "heureka chi scale")
        .and("limits", &limits)
        .and("seeds", format!("{seed} to {last}"));
    let slides = growth.slides(&limits).slides(&provenance);
    let files = [("growth.csv", growth.csv()), (SLIDES, slides)];
    let saved = publish(folder, &growth.report(&limits), &provenance, &files, &growth.plots());
    args.experiment.output.either(out, || Seeded::new(Some(seed), &growth), |out| {
        writeln!(out, "{}", growth.table().text())?;
        for sentence in growth.findings() {
            writeln!(out, "- {}", wrap(sentence.split(' '), 2))?;
        }
        writeln!(out)?;
        let legend = format!(
            "Values are means over the boards of a size. MiB: peak memory of a search, excluding \
             tables. optimal: plans proved optimal. within: a plan costs at most this many times \
             the optimum. ≥: stopped by a limit ({limits})."
        );
        writeln!(out, "{}", wrap(legend.split(' '), 0))
    })?;
    // A full disk does not lose the result.
    saved?;
    Ok(args.experiment.conclude())
}
