//! `heureka lab tie-breaking`: A\* preferring the smaller and the larger g.

use super::theory::Output;
use crate::exit::{Exit, Failure};
use crate::units::whole;
use clap::Args;
use heureka_lab::theory::tie_breaking::compare;
use heureka_puzzles::grid::{Grid, Map};
use serde_json::json;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  heureka lab tie-breaking                             an empty grid, 120 x 120
  heureka lab tie-breaking --svg maps.svg              both maps side by side
  heureka lab tie-breaking --size 80x140 --random 30 --seed 7 --html ties.html";

/// The grid.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct TieBreaking {
    /// Rows and columns.
    #[arg(long, value_name = "ROWSxCOLS", default_value = "120x120", value_parser = parse_size)]
    size: (usize, usize),
    /// Percentage of cells with random walls; start and goal are far apart in the largest region.
    #[arg(long, value_name = "WALLS", value_parser = clap::value_parser!(u32).range(0..=99))]
    random: Option<u32>,
    /// Random seed of the walls.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    output: Output,
}

/// The longest side that is still worth drawing.
const MAX_SIDE: usize = 2000;

fn parse_size(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str| text.parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    let sides = text.split_once('x').and_then(|(rows, cols)| Some((side(rows)?, side(cols)?)));
    sides.ok_or_else(|| format!("expected rows and columns from 1 to {MAX_SIDE}, such as 120x120"))
}

/// Runs both searches and prints the comparison.
pub fn run(args: &TieBreaking, out: &mut dyn Write) -> Result<Exit, Failure> {
    args.output.check(None)?;
    let (rows, cols) = args.size;
    let map = match args.random {
        None => Map::empty(rows, cols),
        Some(walls) => Map::random(rows, cols, walls, args.seed),
    };
    let map = map.map_err(|error| Failure::usage(error.to_string(), "choose another grid"))?;
    let random = args.random.map(|walls| format!(" --random {walls} --seed {}", args.seed));
    let arguments = format!("lab tie-breaking --size {rows}x{cols}{}", random.unwrap_or_default());
    let parameters = json!({ "walls": args.random, "seed": args.random.map(|_| args.seed) });
    args.output.answer(&arguments, &parameters, out, |limits| compare(Grid::new(map), limits))
}
