//! What `heureka describe` says about strategies and heuristics.

use super::describe::section;
use crate::choose::advise_taken_as;
use crate::formats::human::{HEADING, claim, wrap};
use crate::names::{self, Advice};
use heureka_core::Strategy;
use heureka_core::strategy::{AlgorithmInfo, OPTIONS, OptionInfo};
use heureka_kit::entry::Entry;
use heureka_kit::puzzle::{HeuristicInfo, Info};
use heureka_lab::catalog;
use heureka_puzzles::registry;
use serde_json::{Value, json};
use std::io::{self, Write};

/// What a name stands for.
pub enum Named {
    Puzzle(&'static Entry),
    Strategy(&'static AlgorithmInfo),
    /// A heuristic, in every puzzle that has one of this name.
    Heuristics(Vec<(&'static Info, &'static HeuristicInfo)>),
}

/// Returns what a name stands for.
pub fn find(name: &str) -> Result<Named, Advice> {
    if let Some(entry) = registry::puzzle(name) {
        return Ok(Named::Puzzle(entry));
    }
    // An argument or options do not change what is described.
    let algorithm = name.split(['(', ':']).next().unwrap_or_default();
    if let Some(info) = AlgorithmInfo::of(algorithm) {
        return Ok(Named::Strategy(info));
    }
    let found: Vec<_> =
        heuristics_of_all().filter(|(_, heuristic)| heuristic.name == name).collect();
    if !found.is_empty() {
        return Ok(Named::Heuristics(found));
    }
    let found = names::find_puzzle(name).map_err(|_| names::unknown(name))?;
    advise_taken_as(name, found.entry.info(), None);
    Ok(Named::Puzzle(found.entry))
}

/// Returns the heuristics of all puzzles.
fn heuristics_of_all() -> impl Iterator<Item = (&'static Info, &'static HeuristicInfo)> {
    let puzzles = registry::PUZZLES.iter().map(Entry::info);
    puzzles.flat_map(|info| info.heuristics.iter().map(move |heuristic| (info, heuristic)))
}

/// Returns a word for the strategy, with an argument if it takes one.
fn word(info: &AlgorithmInfo) -> String {
    info.argument.map_or_else(
        || info.name.to_owned(),
        |(_, default)| format!("{}:{}", info.name, default.unwrap_or("12")),
    )
}

/// Returns the options of a strategy, each with its default.
fn options(info: &AlgorithmInfo) -> Vec<(&'static OptionInfo, &'static str)> {
    let default: Strategy = word(info).parse().expect("every listed strategy parses");
    let own = OPTIONS.iter().filter(|option| info.options.contains(&option.name));
    own.map(|option| (option, option.value(&default))).collect()
}

/// Returns a strategy with its options, each with its default.
pub fn strategy_json(info: &AlgorithmInfo) -> Value {
    let options = options(info).into_iter().map(|(option, default)| {
        let mut object = catalog::option(option);
        object["default"] = default.into();
        object
    });
    let mut object = catalog::strategy(info);
    object["options"] = options.collect();
    object
}

pub fn strategy(info: &AlgorithmInfo, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{HEADING}{}{HEADING:#}\n\n{}\n", info.name, wrap(info.summary.split(' '), 0))?;
    let yes = |is_so: bool| if is_so { "yes" } else { "no" }.to_owned();
    let mut rows = vec![("how", info.preset.to_owned())];
    rows.extend(info.proof.map(|proof| ("unsolvable", proof.to_owned())));
    if !info.aliases.is_empty() {
        rows.push(("also called", info.aliases.join(", ")));
    }
    if let Some((meaning, default)) = info.argument {
        let default = default.map(|default| format!("; {default} by default"));
        let example = word(info);
        rows.push((
            "argument",
            format!("{meaning}, as in {example}{}", default.unwrap_or_default()),
        ));
    }
    rows.push(("heuristic", yes(info.is_informed)));
    rows.push(("--depth-limit", yes(info.depth_limit)));
    rows.push(("--cost-limit", yes(info.cost_limit)));
    section(out, "Strategy", rows)?;
    for (option, default) in options(info) {
        let title = format!("Option {}: {}", option.name, option.summary);
        let values = option.values.iter().map(|&(name, meaning)| {
            let mark = if name == default { " (default)" } else { "" };
            (name, format!("{meaning}{mark}"))
        });
        section(out, &title, values)?;
    }
    writeln!(out, "Use it as in `heureka solve tiles -s {}`.", with_option(info))
}

/// Returns a word for the strategy with an option that is not the default, if it has options.
fn with_option(info: &AlgorithmInfo) -> String {
    let word = word(info);
    let separator = if info.argument.is_some() { ',' } else { ':' };
    let changed = options(info).into_iter().find_map(|(option, default)| {
        let (value, _) = option.values.iter().find(|(value, _)| *value != default)?;
        Some(format!("{word}{separator}{}={value}", option.name))
    });
    changed.unwrap_or(word)
}

/// Returns heuristics, each with its puzzle.
pub fn heuristics_json(found: &[(&Info, &HeuristicInfo)]) -> Value {
    let heuristics = found.iter().map(|(info, heuristic)| {
        let mut object = catalog::heuristic(heuristic);
        object["puzzle"] = info.name.into();
        object
    });
    json!({ "heuristics": heuristics.collect::<Vec<_>>() })
}

pub fn heuristics(
    found: &[(&'static Info, &HeuristicInfo)],
    out: &mut dyn Write,
) -> io::Result<()> {
    let (puzzle, name) = (found[0].0.name, found[0].1.name);
    let rows = found.iter().map(|(info, heuristic)| {
        (info.name, format!("{}; {}", claim(heuristic.claim), heuristic.summary))
    });
    section(out, &format!("Heuristic {name}"), rows)?;
    writeln!(
        out,
        "Use it as `heureka solve {puzzle} -H {name}`; test its claims by `heureka audit {puzzle} -H {name}`."
    )
}
