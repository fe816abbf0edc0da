//! What `heureka describe` says about strategies and heuristics.

use super::describe::section;
use crate::formats::human::{HEADING, claim, wrap};
use heureka_core::strategy::AlgorithmInfo;
use heureka_kit::puzzle::{HeuristicInfo, Info};
use heureka_lab::catalog::{options, word};
use std::io::{self, Write};

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
