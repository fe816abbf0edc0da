//! `heureka lab compare`: what got better and worse between two studies, or two setups of one.

use super::run::failure;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{CAREFUL, FAINT, GOOD, HEADING, plural};
use crate::formats::json;
use crate::names::suggest;
use clap::Args;
use heureka_lab::study::{Comparison, Results};
use serde::Serialize;
use std::io::Write;
use std::path::Path;

const EXAMPLES: &str = "\
Examples:
  heureka lab compare old.db new.db
  heureka lab compare study.db 'astar -H pdb' 'astar -H manhattan'

Counts and times are compared only where both decided. A factor is the second as
a multiple of the first. Times within a twentieth count as the same.";

/// What to compare.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Compare {
    /// The database before.
    #[arg(value_name = "DB")]
    database: String,
    /// The database after; or two setups of the first one.
    #[arg(value_name = "DB|SETUP", required = true, num_args = 1..=2)]
    others: Vec<String>,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
}

/// What `heureka lab compare` tells programs.
#[derive(Serialize)]
struct Compared<'a> {
    schema: u32,
    before: &'a str,
    after: &'a str,
    pairs: usize,
    unpaired: usize,
    lost: Vec<Row<'a>>,
    gained: Vec<Row<'a>>,
    changes: Vec<Changed>,
}

/// A run that only one of both decided.
#[derive(Serialize)]
struct Row<'a> {
    run: &'a str,
    ending: &'a str,
}

/// How an attribute changed.
#[derive(Serialize)]
struct Changed {
    attribute: &'static str,
    better: usize,
    worse: usize,
    same: usize,
    before: Option<f64>,
    after: Option<f64>,
    factor: Option<f64>,
}

/// Compares.
pub fn run(args: &Compare, out: &mut dyn Write) -> Result<Exit, Failure> {
    let first = Results::read(&[&args.database]).map_err(failure)?;
    let comparison = match &args.others[..] {
        [a, b] => Comparison::of_setups(&first, a, b).map_err(|(name, known)| {
            let mut known: Vec<&str> = known.iter().map(String::as_str).collect();
            known.dedup();
            Failure::usage(format!("the study has no setup '{name}'"), suggest(&name, &known))
        })?,
        others => {
            let other = &others[0];
            if !Path::new(other).exists() && first.study.runs.iter().any(|run| run.setup == *other)
            {
                return Err(Failure::usage(
                    format!("'{other}' is one setup, and there is nothing to hold it against"),
                    "give two setups, or another database",
                ));
            }
            let second = Results::read(&[other]).map_err(failure)?;
            Comparison::of_studies((&args.database, &first), (other, &second))
        }
    };
    if args.json {
        json::print(out, &object(&comparison))?;
    } else {
        show(out, &comparison)?;
    }
    Ok(Exit::Done)
}

fn show(out: &mut dyn Write, comparison: &Comparison) -> Result<(), Failure> {
    writeln!(out, "{FAINT}before{FAINT:#}  {}", comparison.before)?;
    writeln!(out, "{FAINT}after{FAINT:#}   {}\n", comparison.after)?;
    let rows = [
        (CAREFUL, "Decided before, and no longer", comparison.lost()),
        (GOOD, "Decided now, and not before", comparison.gained()),
    ];
    for (style, what, rows) in rows {
        if !rows.is_empty() {
            writeln!(out, "{style}{what}{style:#}")?;
            for (name, ending) in rows {
                writeln!(out, "  {name} ({ending})")?;
            }
            writeln!(out)?;
        }
    }
    let pairs = plural(comparison.pairs() as u64, "pair");
    writeln!(out, "{HEADING}{pairs} of runs{HEADING:#}\n{}", comparison.table().text().trim_end())?;
    out.flush()?;
    if comparison.unpaired > 0 {
        advise(&format!("{} have no partner", plural(comparison.unpaired as u64, "run")));
    }
    Ok(())
}

fn object(comparison: &Comparison) -> Compared<'_> {
    let row = |(run, ending)| Row { run, ending };
    let changes = comparison.changes().into_iter().map(|change| Changed {
        attribute: change.attribute,
        better: change.better,
        worse: change.worse,
        same: change.same,
        before: change.before,
        after: change.after,
        factor: change.factor,
    });
    Compared {
        schema: json::SCHEMA,
        before: &comparison.before,
        after: &comparison.after,
        pairs: comparison.pairs(),
        unpaired: comparison.unpaired,
        lost: comparison.lost().into_iter().map(row).collect(),
        gained: comparison.gained().into_iter().map(row).collect(),
        changes: changes.collect(),
    }
}
