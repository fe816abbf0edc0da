//! `heureka maze evaluate`: what a puzzle scores.

use super::{Input, Judgment, generate::report};
use crate::exit::{Exit, Failure};
use crate::formats::json;
use clap::Args;
use heureka_puzzles::number_maze::generate::judge;
use serde::Serialize;
use std::io::Write;

/// Which puzzle to score.
#[derive(Debug, Args)]
pub struct Evaluate {
    #[command(flatten)]
    input: Input,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Evaluated {
    schema: u32,
    #[serde(flatten)]
    judgment: Judgment,
}

/// Scores a puzzle.
pub fn run(args: &Evaluate, out: &mut dyn Write) -> Result<Exit, Failure> {
    let grid = args.input.grid()?;
    let quality = judge(&grid);
    if args.json {
        let judgment = Judgment::new(&grid, &quality);
        json::print(out, &Evaluated { schema: json::SCHEMA, judgment })?;
    } else {
        report(out, &quality)?;
    }
    Ok(Exit::Done)
}
