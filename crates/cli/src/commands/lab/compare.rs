//! `heureka lab compare`: compares two studies, or two setups of one.

use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{CAREFUL, FAINT, GOOD, HEADING, plural};
use crate::names::suggest;
use crate::output::Output;
use clap::Args;
use heureka_lab::study::{Comparison, Ending, Results};
use serde_json::json;
use std::io::{self, Write};
use std::path::Path;

const EXAMPLES: &str = "\
Examples:
  heureka lab compare old.db new.db
  heureka lab compare study.db 'astar -H pdb' 'astar -H manhattan'

Counts and times are compared only where both decided the instance. A factor is
the second value divided by the first. Times within 5 % of each other count as
equal.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Compare {
    /// First database.
    #[arg(value_name = "DB")]
    database: String,
    /// Second database, or two setups of the first.
    #[arg(value_name = "DB|SETUP", required = true, num_args = 1..=2)]
    others: Vec<String>,
    #[command(flatten)]
    output: Output,
}

pub fn run(args: &Compare, out: &mut dyn Write) -> Result<Exit, Failure> {
    let first = Results::read(&[&args.database])?;
    let comparison = match &args.others[..] {
        [a, b] => Comparison::of_setups(&first, a, b).map_err(|(name, known)| {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            Failure::usage(format!("the study has no setup '{name}'"), suggest(&name, &known))
        })?,
        others => {
            let other = &others[0];
            if !Path::new(other).exists() && first.study.runs.iter().any(|run| run.setup == *other)
            {
                let help = "add a second setup, or give another database";
                return Err(Failure::usage(format!("'{other}' is a single setup"), help));
            }
            let second = Results::read(&[other])?;
            Comparison::of_studies((&args.database, &first), (other, &second))
        }
    };
    args.output.either(out, || object(&comparison), |out| show(out, &comparison))?;
    if comparison.unpaired > 0 && !args.output.json {
        let runs = plural(comparison.unpaired as u64, "run");
        advise(&format!("not compared, because only one side has them: {runs}"));
    }
    Ok(Exit::Done)
}

fn show(out: &mut dyn Write, comparison: &Comparison) -> io::Result<()> {
    writeln!(out, "{FAINT}before{FAINT:#}  {}", comparison.before)?;
    writeln!(out, "{FAINT}after{FAINT:#}   {}\n", comparison.after)?;
    let rows = [
        (CAREFUL, "Decided before, but no longer", comparison.lost()),
        (GOOD, "Decided now, but not before", comparison.gained()),
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
    writeln!(out, "{HEADING}{pairs} of runs{HEADING:#}\n{}", comparison.table().text().trim_end())
}

fn object(comparison: &Comparison) -> serde_json::Value {
    let runs = |runs: Vec<(&str, Ending)>| -> Vec<serde_json::Value> {
        runs.into_iter().map(|(run, ending)| json!({ "run": run, "ending": ending })).collect()
    };
    json!({
        "before": comparison.before,
        "after": comparison.after,
        "pairs": comparison.pairs(),
        "unpaired": comparison.unpaired,
        "lost": runs(comparison.lost()),
        "gained": runs(comparison.gained()),
        "changes": comparison.changes(),
    })
}
