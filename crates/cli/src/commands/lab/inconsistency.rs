//! `heureka lab inconsistency`: the search trees of A\*, without and with reopening.

use super::theory::{Asked, trouble};
use crate::choose;
use crate::exit::{Exit, Failure};
use crate::formats::human::{HEADING, wrap};
use crate::formats::json;
use crate::run::under_limits;
use clap::Args;
use heureka_core::DEAD_END;
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_lab::theory::inconsistency::{self, Inconsistency as Question, MOST_DRAWN, Run};
use heureka_lab::theory::{Fate, Why};
use heureka_puzzles::graph::{Graph, INCONSISTENT};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  heureka lab inconsistency                       a graph of our own
  heureka lab inconsistency --svg tree.svg
  heureka lab inconsistency --file graph.txt --html tree.html

`heureka describe graph` tells how graphs are written.";

/// Of which graph.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Inconsistency {
    /// Read the graph from a file; `-` is the standard input.
    #[arg(long, value_name = "GRAPH")]
    file: Option<PathBuf>,
    #[command(flatten)]
    asked: Asked,
}

/// Runs both searches and shows their trees.
pub fn run(args: &Inconsistency, out: &mut dyn Write) -> Result<Exit, Failure> {
    args.asked.check(args.file.as_deref())?;
    let remedy = "`heureka describe graph` tells how graphs are written";
    let graph = match &args.file {
        None => Graph::parse(INCONSISTENT, &Parameters::default())
            .map_err(|error| Failure::bug(error.to_string(), "please report this")),
        Some(path) => Graph::parse(&choose::read(path)?, &Parameters::default())
            .map_err(|error| Failure::input(format!("{}: {error}", path.display()), remedy)),
    }?;
    let found =
        under_limits(&args.asked.limit, None, |limits| inconsistency::compare(graph, limits));
    let found = match found {
        Ok(found) => found,
        Err(why) => return trouble(&why, args.asked.json, out),
    };
    let picture = found.picture();
    if args.asked.draws() && picture.is_none() {
        return Err(Failure::usage(
            format!("the graph or a tree has more than {MOST_DRAWN} nodes: too many to be drawn"),
            "take a smaller graph, or leave --svg out",
        ));
    }
    let title = "The search trees of A* without and with reopening";
    let svg = || picture.map(|picture| picture.svg(title, 40.0)).unwrap_or_default();
    let file = args.file.as_ref().map(|path| format!(" --file {}", path.display()));
    let arguments = format!("lab inconsistency{}", file.unwrap_or_default());
    args.asked.write(svg, || found.report(), &arguments)?;
    if args.asked.json {
        json::print(out, &object(&found))?;
    } else {
        for (name, run) in [("without", &found.without), ("with", &found.with)] {
            writeln!(out, "{HEADING}A* {name} reopening{HEADING:#}")?;
            writeln!(out, "{}", found.text(run))?;
        }
        let legend = "A line is a node: the number of its expansion, its state, and g + h = f. ✗ is \
                      crossed out, · waits still.";
        writeln!(out, "{}\n", wrap(legend.split(' '), 0))?;
        write!(out, "{}", found.table().text())?;
        args.asked.end(out, &found.explanation())?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn object(found: &Question) -> Value {
    let early = found.early.iter().map(|early| {
        json!({
            "state": found.graph().name(early.state),
            "order": early.number,
            "g": early.g,
            "cheapest": early.cheapest,
        })
    });
    json!({
        "schema": json::SCHEMA,
        "instance": found.graph().text(),
        "admissible": found.audit.admissible(),
        "consistent": found.audit.consistent(),
        "early": early.collect::<Vec<_>>(),
        "without": side(found, &found.without),
        "with": side(found, &found.with),
    })
}

fn side(found: &Question, run: &Run) -> Value {
    let names = |states: &[u32]| -> Vec<String> {
        states.iter().map(|&state| found.graph().name(state).to_owned()).collect()
    };
    let nodes = run.tree.nodes().iter().map(|node| {
        let (fate, order, known) = match node.fate {
            Fate::Waiting => ("waiting", None, None),
            Fate::Expanded(number) => ("expanded", Some(number), None),
            Fate::Goal(number) => ("goal", Some(number), None),
            Fate::Pruned(Why::NoCheaper(known)) => ("no-cheaper", None, Some(known)),
            Fate::Pruned(Why::Closed(known)) => ("closed", None, Some(known)),
            Fate::Pruned(Why::Overtaken(better)) => ("overtaken", None, Some(better)),
            Fate::Pruned(Why::DeadEnd) => ("dead-end", None, None),
        };
        json!({
            "state": found.graph().name(node.state),
            "parent": node.parent,
            "g": node.g,
            "h": (node.h < DEAD_END).then_some(node.h),
            "f": node.f(),
            "fate": fate,
            "order": order,
            "known": known,
        })
    });
    json!({
        "strategy": run.strategy.to_string(),
        "cost": run.cost,
        "way": names(&run.way),
        "expanded": run.expanded,
        "reopened": run.reopened,
        "nodes": nodes.collect::<Vec<_>>(),
    })
}
