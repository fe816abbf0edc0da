//! `heureka lab inconsistency`: the search trees of A\* without and with reopening.

use super::theory::Output;
use crate::choose;
use crate::exit::{Exit, Failure};
use clap::Args;
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_lab::theory::inconsistency::compare;
use heureka_puzzles::graph::{Graph, INCONSISTENT};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  heureka lab inconsistency                       the built-in graph
  heureka lab inconsistency --svg tree.svg
  heureka lab inconsistency --file graph.txt --html tree.html

Run `heureka describe graph` for the format of graphs.";

/// The graph.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Inconsistency {
    /// Read the graph from a file; `-` is standard input.
    #[arg(long, value_name = "GRAPH")]
    file: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

/// Runs both searches and prints their trees.
pub fn run(args: &Inconsistency, out: &mut dyn Write) -> Result<Exit, Failure> {
    args.output.check(args.file.as_deref())?;
    let graph = match &args.file {
        None => Graph::parse(INCONSISTENT, &Parameters::default())
            .map_err(|error| Failure::bug(error.to_string(), "please report this")),
        Some(path) => Graph::parse(&choose::read(path)?, &Parameters::default()).map_err(|error| {
            let error = format!("{}: {error}", path.display());
            Failure::input(error, "run `heureka describe graph` for the format of graphs")
        }),
    }?;
    let file = args.file.as_ref().map(|path| format!(" --file {}", path.display()));
    let arguments = format!("lab inconsistency{}", file.unwrap_or_default());
    args.output.answer(&arguments, &json!({}), out, |limits| compare(graph, limits))
}
