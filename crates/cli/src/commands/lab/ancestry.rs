//! `heureka lab ancestry`: a family tree searched up, down and from both ends.

use super::theory::{Asked, trouble};
use crate::exit::{Exit, Failure};
use crate::formats::human::{HEADING, wrap};
use crate::formats::json;
use crate::quantity::{count, whole};
use crate::run::under_limits;
use clap::Args;
use heureka_lab::theory::ancestry::{self, Way};
use heureka_puzzles::graph::family::Family;
use serde_json::{Value, json};
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  heureka lab ancestry
  heureka lab ancestry --generations 3 --children 3 --svg tree.svg
  heureka lab ancestry --generations 9 --children 3 --html ancestry.html";

/// Which family tree.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Ancestry {
    /// How many generations lie between the ancestor and the descendant.
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=20))]
    generations: u32,
    /// How many children a couple has.
    #[arg(long, value_name = "K", default_value_t = 4, value_parser = clap::value_parser!(u32).range(2..=100))]
    children: u32,
    /// The seed of the tree: the same seed makes the same tree everywhere.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    asked: Asked,
}

/// Runs all three searches and tells what they did.
pub fn run(args: &Ancestry, out: &mut dyn Write) -> Result<Exit, Failure> {
    args.asked.check(None)?;
    let Ancestry { generations, children, seed, .. } = *args;
    let family = Family::new(generations, children, seed).map_err(|error| {
        Failure::usage(error.to_string(), "take fewer generations or fewer children")
    })?;
    let found = under_limits(&args.asked.limit, None, |limits| ancestry::compare(family, limits));
    let found = match found {
        Ok(found) => found,
        Err(why) => return trouble(&why, args.asked.json, out),
    };
    let arguments =
        format!("lab ancestry --generations {generations} --children {children} --seed {seed}");
    // The tree where it can be drawn, else the plot.
    let title = "The part of the tree that was searched";
    let svg = || found.picture().map_or_else(|| found.plot().svg(), |tree| tree.svg(title, 30.0));
    args.asked.write(svg, || found.report(), &arguments)?;
    if args.asked.json {
        json::print(
            out,
            &json!({
                "schema": json::SCHEMA,
                "generations": generations,
                "children": children,
                "seed": seed,
                "people": found.family().people,
                "ancestor": found.ends().0,
                "descendant": found.ends().1,
                "up": way(&found.up),
                "down": way(&found.down),
                "both_up": way(&found.both_up),
                "both_down": way(&found.both_down),
            }),
        )?;
    } else {
        let (ancestor, descendant) = found.ends();
        let people = count(found.family().people.iter().sum::<u64>());
        let heading = format!(
            "Does {descendant} descend from {ancestor}? {people} people, {generations} generations \
             apart"
        );
        writeln!(out, "{HEADING}{}{HEADING:#}\n", wrap(heading.split(' '), 0))?;
        write!(out, "{}", found.table().text())?;
        args.asked.end(out, &found.explanation())?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn way(way: &Way) -> Value {
    json!({
        "expanded": way.expanded(),
        "leading": way.leading,
        "generated": way.generated,
        "layers": way.layers,
        "branching": way.branching(),
    })
}
