//! `heureka list`: the puzzles and the strategies.

use crate::args::List;
use crate::choose::BEST;
use crate::exit::{Exit, Failure};
use crate::formats::human::{FAINT, HEADING, wrap};
use crate::formats::json;
use heureka_core::{ALGORITHMS, OPTION_VALUES};
use heureka_kit::entry::Entry;
use heureka_puzzles::registry::PUZZLES;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Where the second column begins.
const INDENT: usize = 18;

/// A result of `heureka list --json`.
#[derive(Serialize)]
struct Listed {
    schema: u32,
    puzzles: Vec<ListedPuzzle>,
    strategies: Vec<ListedStrategy>,
    options: BTreeMap<&'static str, &'static [&'static str]>,
}

#[derive(Serialize)]
struct ListedPuzzle {
    name: &'static str,
    title: &'static str,
    strategy: &'static str,
    heuristics: Vec<&'static str>,
    levels: Vec<&'static str>,
}

#[derive(Serialize)]
struct ListedStrategy {
    name: &'static str,
    summary: &'static str,
    preset: &'static str,
    number: Option<&'static str>,
    default: Option<&'static str>,
    options: &'static [&'static str],
}

fn programs(out: &mut dyn Write) -> io::Result<()> {
    let puzzles = PUZZLES.iter().map(Entry::info).map(|info| ListedPuzzle {
        name: info.name,
        title: info.title,
        strategy: info.strategy,
        heuristics: info.heuristics.iter().map(|h| h.name).collect(),
        levels: info.levels.iter().map(|level| level.name).collect(),
    });
    let strategies = ALGORITHMS.iter().map(|info| ListedStrategy {
        name: info.name,
        summary: info.summary,
        preset: info.preset,
        number: info.argument.map(|(number, _)| number),
        default: info.argument.and_then(|(_, default)| default),
        options: info.options,
    });
    json::print(
        out,
        &Listed {
            schema: json::SCHEMA,
            puzzles: puzzles.collect(),
            strategies: strategies.collect(),
            options: OPTION_VALUES.iter().copied().collect(),
        },
    )
}

/// Prints the list.
pub fn run(args: &List, out: &mut dyn Write) -> Result<Exit, Failure> {
    if args.json {
        programs(out)?;
        return Ok(Exit::Done);
    }
    writeln!(out, "{HEADING}Puzzles{HEADING:#}")?;
    for entry in PUZZLES {
        let info = entry.info();
        let levels = info.levels.len();
        let heuristics: Vec<_> = info.heuristics.iter().map(|h| h.name).collect();
        writeln!(out, "  {HEADING}{:<16}{HEADING:#}{}", info.name, info.title)?;
        let text = format!("heuristics {}; levels: {levels}", heuristics.join(", "));
        writeln!(out, "{:INDENT$}{FAINT}{}{FAINT:#}", "", wrap(text.split(' '), INDENT))?;
    }
    writeln!(out, "\n{HEADING}Strategies{HEADING:#}")?;
    for info in ALGORITHMS {
        let name = match info.argument {
            None => info.name.to_owned(),
            Some((_, Some(default))) => format!("{}({default})", info.name),
            Some((_, None)) => format!("{}(N)", info.name),
        };
        let summary = wrap(info.summary.split(' '), INDENT);
        writeln!(out, "  {HEADING}{name:<16}{HEADING:#}{summary}")?;
        let mut more = vec![info.preset.to_owned()];
        more.extend(info.argument.map(|(argument, _)| format!("the number: {argument}")));
        if !info.options.is_empty() {
            more.push(format!("options {}", info.options.join(", ")));
        }
        let more = more.join("; ");
        writeln!(out, "{:INDENT$}{FAINT}{}{FAINT:#}", "", wrap(more.split(' '), INDENT))?;
    }
    let summary = "what solves the puzzle fastest: a strategy of those above, and a heuristic";
    writeln!(out, "  {HEADING}{:<16}{HEADING:#}{}", BEST, wrap(summary.split(' '), INDENT))?;
    writeln!(out, "\n{HEADING}Options of strategies{HEADING:#}, as in astar:ties=low-g")?;
    for (name, values) in OPTION_VALUES {
        writeln!(out, "  {HEADING}{name:<16}{HEADING:#}{}", values.join(", "))?;
    }
    writeln!(out, "\n`heureka describe PUZZLE` tells more of a puzzle.")?;
    Ok(Exit::Done)
}
