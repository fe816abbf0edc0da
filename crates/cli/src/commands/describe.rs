//! `heureka describe`: all there is to know of a puzzle.

use crate::args::Describe;
use crate::choose;
use crate::exit::{Exit, Failure};
use crate::formats::human::{FAINT, HEADING, claims, one_line, wrap};
use crate::quantity::count;
use heureka_core::Limits;
use heureka_puzzles::puzzle::{Info, Parameters};
use std::io::{self, Write};

/// The least width of the column of names.
const LEAST_WIDTH: usize = 14;

/// How many states the branching factor is measured on.
const SAMPLE: u64 = 100_000;

/// Prints the description.
pub fn run(args: &Describe, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entry = choose::puzzle(&args.puzzle)?;
    let info = entry.info();
    writeln!(out, "{HEADING}{}{HEADING:#} ({})\n", info.title, info.name)?;
    writeln!(out, "{}\n", wrap(info.rules.split(' '), 0))?;
    let instance = entry
        .level(&info.levels[0], &Parameters::default())
        .map_err(|error| Failure::bug(format!("a built-in level is wrong: {error}"), ""))?;
    writeln!(out, "{}\n", instance.start())?;
    section(out, "Text", &[("format", info.format.to_owned()), ("random", info.sizes.to_owned())])?;
    if !info.parameters.is_empty() {
        let rows: Vec<_> = info.parameters.iter().map(|p| (p.name, p.help.to_owned())).collect();
        section(out, "Settings", &rows)?;
    }
    let rows: Vec<_> = info
        .heuristics
        .iter()
        .map(|h| (h.name, format!("{}; {}", claims(h.claims), h.summary)))
        .collect();
    section(out, "Heuristics", &rows)?;
    levels(out, info)?;
    let found = instance.explore(&mut Limits::none().expansions(SAMPLE));
    let stats = &found.stats;
    let (moves, fresh) = (stats.generated, stats.generated - stats.duplicates);
    let per_state = |number: u64| format!("{:.3}", number as f64 / stats.expanded.max(1) as f64);
    let sample = if found.stopped.is_some() { "the first" } else { "all" };
    section(
        out,
        "Branching, measured",
        &[(
            "forward",
            format!(
                "{} moves in a state on average, {} of them to a state not met before; over {sample} \
                 {} states of level {}",
                per_state(moves),
                per_state(fresh),
                count(stats.expanded),
                info.levels[0].name
            ),
        )],
    )?;
    let card = &info.card;
    section(
        out,
        "Problem card",
        &[
            ("performance", card.performance.to_owned()),
            ("environment", card.environment.to_owned()),
            ("actuators", card.actuators.to_owned()),
            ("sensors", card.sensors.to_owned()),
            ("state", card.state.to_owned()),
            ("action", card.action.to_owned()),
            ("goal", card.goal.to_owned()),
            ("cost", card.cost.to_owned()),
            ("states", card.states.to_owned()),
        ],
    )?;
    Ok(Exit::Done)
}

fn section(out: &mut dyn Write, title: &str, rows: &[(&str, String)]) -> io::Result<()> {
    writeln!(out, "{HEADING}{title}{HEADING:#}")?;
    let longest = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let width = (longest + 2).max(LEAST_WIDTH);
    for (name, text) in rows {
        writeln!(out, "  {FAINT}{name:<width$}{FAINT:#}{}", wrap(text.split(' '), width + 2))?;
    }
    writeln!(out)
}

fn levels(out: &mut dyn Write, info: &Info) -> io::Result<()> {
    let rows: Vec<_> = info
        .levels
        .iter()
        .map(|level| {
            let settings: Vec<_> =
                level.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let text = one_line(level.text);
            let best = level.optimum.map_or("unsolvable".to_owned(), |cost| format!("cost {cost}"));
            let parts = [text, settings.join(" "), format!("({best})")];
            let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            (level.name, parts.join(" "))
        })
        .collect();
    section(out, "Levels", &rows)
}
