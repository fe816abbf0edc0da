//! How runs ended, in a word each, for tables of many runs.

use crate::formats::human::{FAINT, wrap};
use heureka_lab::record::{Optimality, RunRecord, Verdict};
use std::io::{self, Write};

/// What the words mean that do not explain themselves.
const MEANINGS: [(&str, &str); 4] = [
    ("optimal", "optimal: no plan is cheaper"),
    ("bounded", "bounded: at most the strategy's weight times the optimum"),
    ("solved", "solved: cheaper plans may exist"),
    ("unsolvable", "unsolvable: proved"),
];

/// Returns how a run ended, in a word or two.
pub fn ending(run: &RunRecord) -> String {
    match (run.outcome, run.optimality, &run.reason) {
        (_, Some(Optimality::Proved), _) => "optimal".to_owned(),
        (_, Some(Optimality::Within), _) => "bounded".to_owned(),
        (Verdict::NotFound, ..) => "not found".to_owned(),
        (Verdict::Stopped, _, Some(reason)) => reason.to_string(),
        (outcome, ..) => outcome.to_string(),
    }
}

/// Writes what the endings of some runs mean.
pub fn legend<'r>(
    out: &mut dyn Write,
    runs: impl Iterator<Item = &'r RunRecord>,
) -> io::Result<()> {
    let endings: Vec<String> = runs.map(ending).collect();
    let found = MEANINGS.iter().filter(|(word, _)| endings.iter().any(|ending| ending == word));
    let legend: Vec<&str> = found.map(|(_, text)| *text).collect();
    if legend.is_empty() {
        return Ok(());
    }
    let legend = format!("{}.", legend.join("; "));
    writeln!(out, "\n{FAINT}{}{FAINT:#}", wrap(legend.split(' '), 0))
}
