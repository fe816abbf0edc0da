//! `heureka lab compare`: compares two studies, or two setups.

use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{CAREFUL, ERROR, FAINT, GOOD, HEADING, headline, wrap};
use crate::names::suggest_or;
use crate::output::Output;
use crate::units::plural;
use clap::Args;
use heureka_lab::Table;
use heureka_lab::study::{
    ChangedCount, Comparison, Database, Ending, Regression, Results, Side, min_pairs,
};
use heureka_lab::table::Cell;
use heureka_lab::units::count;
use serde_json::json;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

const EXAMPLES: &str = "\
Examples:
  heureka lab compare old.db new.db
  heureka lab compare old.db new.db --threshold 5%
  heureka lab compare study.db 'astar -H pdb' 'astar -H manhattan'
  heureka lab compare old.db new.db 'astar -H pdb'
  heureka lab compare old.db new.db 'astar -H manhattan' 'astar -H pdb'

Runs are matched by instance and setup. If each side has exactly one other
setup, or a setup of each is named, these two are compared by instance. Values
are compared only where both decided the instance. A factor is the second value
divided by the first, with a bootstrap percentile interval. Counts are compared
exactly, times by Wilcoxon's signed-rank test on the medians of each instance,
with Holm's correction for several setups.

With --threshold, the exit code is 3 after a regression: an instance is no
longer decided; the cost, expanded nodes or memory of a setup rise by more than
the threshold; or its times do, and the test shows that they differ (p < 0.05).
So it is if answers contradict each other, or if the second side lacks a run.";

/// The maximum number of changed counts that are printed.
const MAX_COUNTS: usize = 20;

/// How to see the setups of a study.
const SETUPS: &str = "`heureka lab report STUDY.db` lists the setups";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Compare {
    /// First database: a path or a URL.
    #[arg(value_name = "DB")]
    database: String,
    /// Second database, two setups of the first, or a second database and one setup or one of each.
    #[arg(value_name = "DB|SETUP", required = true, num_args = 1..=3)]
    others: Vec<String>,
    /// Fail if a setup got worse by more than this, such as 5%.
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent)]
    threshold: Option<f64>,
    #[command(flatten)]
    output: Output,
}

fn parse_percent(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim_end().parse::<f64>().ok();
    let number = number.filter(|number| (0.0..1e6).contains(number));
    number.ok_or_else(|| "expected a percentage, such as 5%".to_owned())
}

pub fn run(args: &Compare, out: &mut dyn Write) -> Result<Exit, Failure> {
    let first = Results::read(&[&args.database])?;
    let has = |setup: &String| first.study.runs.iter().any(|run| run.setup == *setup);
    let name_of = |path: &String| Database::name_of(Path::new(path));
    let is_database = |name: &String| Database::may_exist(Path::new(name)) && !has(name);
    let (second, setups) = match &args.others[..] {
        [other] if !Database::may_exist(Path::new(other)) && has(other) => {
            let help = "add a second setup, or give another database";
            return Err(Failure::usage(format!("'{other}' is a single setup"), help));
        }
        [other] => (Some(other), [None, None]),
        [other, setup] if is_database(other) => (Some(other), [Some(setup), Some(setup)]),
        [a, b] if has(a) => (None, [Some(a), Some(b)]),
        [other, _] => {
            let name = name_of(&args.database);
            let what = format!("'{other}' is neither a database nor a setup of {name}");
            let known: BTreeSet<&str> = first.study.runs.iter().map(|run| &*run.setup).collect();
            return Err(Failure::usage(what, suggest_or(other, &Vec::from_iter(known), SETUPS)));
        }
        [other, a, b, ..] => (Some(other), [Some(a), Some(b)]),
        [] => return Err(Failure::usage("nothing to compare with", "give a second database")),
    };
    let [a, b] = setups.map(|setup| setup.map(String::as_str));
    let results = second.map(|path| Results::read(&[path])).transpose()?;
    let names = [Some(&args.database), second].map(|path| path.map(name_of).unwrap_or_default());
    let before = Side { name: &names[0], results: &first, setup: a };
    let after = match (&names[1], &results) {
        (name, Some(results)) => Side { name, results, setup: b },
        (_, None) => Side { setup: b, ..before },
    };
    let comparison = Comparison::new(before, after).map_err(|(name, known)| {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        Failure::usage(
            format!("the study has no setup '{name}'"),
            suggest_or(&name, &known, SETUPS),
        )
    })?;
    let threshold = args.threshold.map(|percent| percent / 100.0);
    let regressions = threshold.map(|threshold| comparison.regressions(threshold));
    let found = regressions.as_deref().unwrap_or_default();
    args.output.either(
        out,
        || object(&comparison, threshold, found),
        |out| {
            show(out, &comparison)?;
            args.threshold.map_or(Ok(()), |percent| conclude(out, percent, found))
        },
    )?;
    explain(&comparison);
    Ok(if found.is_empty() { Exit::Done } else { Exit::Regression })
}

/// Prints what was not compared, and what is missing for a test.
fn explain(comparison: &Comparison) {
    if comparison.unpaired > 0 {
        let runs = plural(comparison.unpaired as u64, "run");
        advise(&format!("not compared, because only one side has them: {runs}"));
    }
    if comparison.compared() == 0 {
        advise(
            "no run is in both: name a setup of each, \
             heureka lab compare OLD NEW 'SETUP' 'SETUP'",
        );
        return;
    }
    let needed = min_pairs(comparison.times.len());
    if comparison.times.iter().any(|test| test.pairs < needed) {
        advise(&format!(
            "fewer than {needed} instances per setup cannot show that times differ: add instances"
        ));
    }
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
    let contradictions = comparison.contradictions();
    if !contradictions.is_empty() {
        writeln!(out, "{ERROR}Answers contradict{ERROR:#}")?;
        for (run, what) in contradictions {
            writeln!(out, "  {run}: {what}")?;
        }
        writeln!(out)?;
    }
    let pairs = plural(comparison.compared() as u64, "pair");
    writeln!(out, "{HEADING}{pairs} of runs{HEADING:#}\n{}", comparison.table().text())?;
    let changed = comparison.changed_counts();
    if !changed.is_empty() {
        let table = changed_table(&changed[..changed.len().min(MAX_COUNTS)]);
        writeln!(out, "{CAREFUL}Counts that changed{CAREFUL:#}\n{}", table.text().trim_end())?;
        if changed.len() > MAX_COUNTS {
            let more = count((changed.len() - MAX_COUNTS) as u64);
            writeln!(out, "and {more} more; --json lists them all")?;
        }
        writeln!(out)?;
    }
    let times = comparison.times_table().text();
    writeln!(out, "{HEADING}Times, setup by setup{HEADING:#}\n{}", times.trim_end())?;
    let how = "p: Wilcoxon's signed-rank test; Holm: corrected for all setups. Below 0.05, times \
               differ.";
    writeln!(out, "\n{FAINT}{}{FAINT:#}", wrap(how.split(' '), 0))
}

fn changed_table(changed: &[ChangedCount]) -> Table {
    let mut table = Table::new(["run", "attribute", "before", "after"]);
    for ChangedCount { run, attribute, before, after } in changed {
        let cells = [*before, *after].map(|value| Cell::Real(value, 0));
        table.row([run.as_str().into(), (*attribute).into()].into_iter().chain(cells));
    }
    table
}

fn conclude(out: &mut dyn Write, percent: f64, found: &[Regression]) -> io::Result<()> {
    writeln!(out)?;
    if found.is_empty() {
        let text = format!("no regression beyond {percent} %");
        return headline(out, GOOD, "passed", &text);
    }
    found.iter().try_for_each(|Regression { setup, what }| {
        headline(out, ERROR, "regression", &format!("{setup}: {what}"))
    })
}

fn object(
    comparison: &Comparison,
    threshold: Option<f64>,
    regressions: &[Regression],
) -> serde_json::Value {
    let runs = |runs: Vec<(&str, Ending)>| -> Vec<serde_json::Value> {
        runs.into_iter().map(|(run, ending)| json!({ "run": run, "ending": ending })).collect()
    };
    let contradictions = comparison.contradictions().into_iter();
    let contradictions = contradictions.map(|(run, what)| json!({ "run": run, "what": what }));
    json!({
        "before": comparison.before,
        "after": comparison.after,
        "pairs": comparison.compared(),
        "unpaired": comparison.unpaired,
        "lost": runs(comparison.lost()),
        "gained": runs(comparison.gained()),
        "contradictions": contradictions.collect::<Vec<_>>(),
        "changes": comparison.changes(),
        "changed_counts": comparison.changed_counts(),
        "times": comparison.times,
        "threshold": threshold,
        "regressions": regressions,
    })
}
