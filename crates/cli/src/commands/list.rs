//! `heureka list`: lists the puzzles and strategies.

use crate::exit::{Exit, Failure};
use crate::formats::human::{FAINT, HEADING, wrap};
use crate::names::BEST;
use crate::output::Output;
use crate::units::plural;
use clap::Args;
use heureka_core::strategy::{ALGORITHMS, OPTIONS};
use heureka_kit::entry::Entry;
use heureka_lab::catalog;
use heureka_puzzles::registry::PUZZLES;
use std::io::{self, Write};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  heureka list")]
pub struct List {
    #[command(flatten)]
    output: Output,
}

/// The width of the first column.
const INDENT: usize = 18;

pub fn run(args: &List, out: &mut dyn Write) -> Result<Exit, Failure> {
    args.output.either(out, catalog::all, text)?;
    Ok(Exit::Done)
}

fn text(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{HEADING}Puzzles{HEADING:#}")?;
    for info in PUZZLES.iter().map(Entry::info) {
        let heuristics: Vec<_> = info.heuristics.iter().map(|h| h.name).collect();
        let levels = plural(info.instances.len() as u64, "built-in instance");
        let details = format!("heuristics: {}; {levels}", heuristics.join(", "));
        entry(out, info.name, info.title, &details)?;
    }
    writeln!(out, "\n{HEADING}Strategies{HEADING:#}")?;
    for info in ALGORITHMS {
        let name = match info.argument {
            None => info.name.to_owned(),
            Some((_, Some(default))) => format!("{}({default})", info.name),
            Some((_, None)) => format!("{}(N)", info.name),
        };
        let mut details = vec![info.preset.to_owned()];
        details.extend(info.argument.map(|(argument, _)| format!("number: {argument}")));
        if !info.options.is_empty() {
            details.push(format!("options: {}", info.options.join(", ")));
        }
        entry(out, &name, info.summary, &details.join("; "))?;
    }
    let best = "the fastest known strategy and heuristic for the puzzle; the default";
    entry(out, BEST, best, "")?;
    writeln!(out, "\n{HEADING}Strategy options{HEADING:#}, as in astar:ties=low-g")?;
    for option in OPTIONS {
        entry(out, option.name, option.summary, &option.names())?;
    }
    writeln!(
        out,
        "\nRun `heureka describe NAME` to learn more about a puzzle, strategy or heuristic."
    )
}

/// Writes a name and its summary, and details on the lines below.
fn entry(out: &mut dyn Write, name: &str, summary: &str, details: &str) -> io::Result<()> {
    let summary = wrap(summary.split(' '), INDENT);
    writeln!(out, "  {HEADING}{name:<16}{HEADING:#}{summary}")?;
    if details.is_empty() {
        return Ok(());
    }
    writeln!(out, "{:INDENT$}{FAINT}{}{FAINT:#}", "", wrap(details.split(' '), INDENT))
}
