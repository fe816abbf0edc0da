//! `heureka list`: the puzzles and the strategies.

use crate::exit::{Exit, Failure};
use crate::formats::human::{FAINT, HEADING, wrap};
use heureka_core::{ALGORITHMS, OPTION_VALUES};
use heureka_puzzles::registry::PUZZLES;
use std::io::Write;

/// Where the second column begins.
const INDENT: usize = 18;

/// Prints the list.
pub fn run(out: &mut dyn Write) -> Result<Exit, Failure> {
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
    writeln!(out, "\n{HEADING}Options of strategies{HEADING:#}, as in astar:ties=low-g")?;
    for (name, values) in OPTION_VALUES {
        writeln!(out, "  {HEADING}{name:<16}{HEADING:#}{}", values.join(", "))?;
    }
    writeln!(out, "\n`heureka describe PUZZLE` tells more of a puzzle.")?;
    Ok(Exit::Done)
}
