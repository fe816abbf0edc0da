//! `heureka lab ancestry`: searches of a family tree up, down and from both ends.

use super::theory::Output;
use crate::exit::{Exit, Failure};
use crate::units::whole;
use clap::Args;
use heureka_lab::theory::ancestry::compare;
use heureka_puzzles::graph::family::Family;
use serde_json::json;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  heureka lab ancestry
  heureka lab ancestry --generations 3 --children 3 --svg tree.svg
  heureka lab ancestry --generations 9 --children 3 --html ancestry.html";

/// The family tree.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Ancestry {
    /// Number of generations between the ancestor and the descendant.
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=20))]
    generations: u32,
    /// Number of children of each couple.
    #[arg(long, value_name = "K", default_value_t = 4, value_parser = clap::value_parser!(u32).range(2..=100))]
    children: u32,
    /// Random seed of the tree.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    output: Output,
}

/// Runs the three searches and prints the comparison.
pub fn run(args: &Ancestry, out: &mut dyn Write) -> Result<Exit, Failure> {
    args.output.check(None)?;
    let Ancestry { generations, children, seed, .. } = *args;
    let family = Family::new(generations, children, seed).map_err(|error| {
        Failure::usage(error.to_string(), "choose fewer generations or fewer children")
    })?;
    let arguments =
        format!("lab ancestry --generations {generations} --children {children} --seed {seed}");
    let parameters = json!({ "generations": generations, "children": children, "seed": seed });
    args.output.answer(&arguments, &parameters, out, |limits| compare(family, limits))
}
