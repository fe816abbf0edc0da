//! `heureka lab tie-breaking`: A\* with ties to the smaller and to the larger g, side by side.

use super::theory::{Asked, trouble};
use crate::exit::{Exit, Failure};
use crate::formats::human::{HEADING, line, wrap};
use crate::formats::json;
use crate::quantity::whole;
use crate::run::under_limits;
use clap::Args;
use heureka_kit::text::ParseError;
use heureka_lab::theory::tie_breaking::{self, Run};
use heureka_puzzles::grid::{Grid, Map};
use serde::Serialize;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  heureka lab tie-breaking                             an empty grid, 120 x 120
  heureka lab tie-breaking --svg maps.svg              both maps side by side
  heureka lab tie-breaking --size 80x140 --random 30 --seed 7 --html ties.html";

/// On which grid.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct TieBreaking {
    /// Rows and columns.
    #[arg(long, value_name = "ROWSxCOLS", default_value = "120x120", value_parser = parse_size)]
    size: (usize, usize),
    /// Put walls on so many of a hundred cells, at random; from one end of the largest region that
    /// they leave to the other.
    #[arg(long, value_name = "WALLS", value_parser = clap::value_parser!(u32).range(0..=99))]
    random: Option<u32>,
    /// The seed of the walls: the same seed makes the same grid everywhere.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    asked: Asked,
}

/// The longest side: both maps have to be looked at.
const LONGEST: usize = 2000;

fn parse_size(text: &str) -> Result<(usize, usize), String> {
    let sides = text
        .split_once('x')
        .and_then(|(rows, cols)| Some((rows.parse::<usize>().ok()?, cols.parse::<usize>().ok()?)));
    let fits = |side: usize| (1..=LONGEST).contains(&side);
    sides
        .filter(|&(rows, cols)| fits(rows) && fits(cols))
        .ok_or_else(|| format!("expected rows and columns from 1 to {LONGEST}, such as 120x120"))
}

/// Runs both searches and tells what they did.
pub fn run(args: &TieBreaking, out: &mut dyn Write) -> Result<Exit, Failure> {
    args.asked.check(None)?;
    let (rows, cols) = args.size;
    let wrong = |error: ParseError| Failure::usage(error.to_string(), "take another grid");
    let map = match args.random {
        None => Map::empty(rows, cols),
        Some(walls) => Map::random(rows, cols, walls, args.seed),
    };
    let grid = Grid::new(map.map_err(wrong)?);
    let found = under_limits(&args.asked.limit, None, |limits| tie_breaking::compare(grid, limits));
    let found = match found {
        Ok(found) => found,
        Err(why) => return trouble(&why, args.asked.json, out),
    };
    let random = args.random.map(|walls| format!(" --random {walls} --seed {}", args.seed));
    let arguments = format!("lab tie-breaking --size {rows}x{cols}{}", random.unwrap_or_default());
    let title = "A* with ties to the smaller and to the larger g";
    args.asked.write(|| found.picture().svg(title, 1.0), || found.report(), &arguments)?;
    if args.asked.json {
        let side = |run: &Run| Side {
            strategy: run.strategy.to_string(),
            expanded: run.expanded(),
            below: run.below,
            level: run.level,
        };
        json::print(
            out,
            &Compared {
                schema: json::SCHEMA,
                rows,
                cols,
                walls: args.random,
                seed: args.random.map(|_| args.seed),
                cost: found.optimum,
                below: found.below,
                level: found.level,
                low_g: side(&found.low),
                high_g: side(&found.high),
                ratio: found.ratio(),
            },
        )?;
    } else {
        let heading = format!("A* with Manhattan distance on {}", found.what());
        writeln!(out, "{HEADING}{}{HEADING:#}\n", wrap(heading.split(' '), 0))?;
        write!(out, "{}", found.table().text())?;
        if let Some(ratio) = found.ratio() {
            writeln!(out)?;
            let text = format!("the smaller g expands {ratio:.1} times as many");
            line(out, "ratio", &text)?;
        }
        args.asked.end(out, &found.explanation())?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// What one search expanded.
#[derive(Serialize)]
struct Side {
    strategy: String,
    expanded: u64,
    below: u64,
    level: u64,
}

/// A result of `heureka lab tie-breaking`.
#[derive(Serialize)]
struct Compared {
    schema: u32,
    rows: usize,
    cols: usize,
    walls: Option<u32>,
    seed: Option<u64>,
    cost: u32,
    below: u64,
    level: u64,
    low_g: Side,
    high_g: Side,
    ratio: Option<f64>,
}
