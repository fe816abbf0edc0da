//! `heureka describe`: all there is to know of a puzzle.

use crate::args::Describe;
use crate::choose;
use crate::exit::{Exit, Failure};
use crate::formats::human::{FAINT, HEADING, claim, one_line, wrap};
use crate::formats::json;
use crate::units::count;
use heureka_core::{Exploration, Limits};
use heureka_kit::puzzle::{Card, Info, Parameters};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The least width of the column of names.
const LEAST_WIDTH: usize = 14;

/// How many states the branching factor is measured on.
const SAMPLE: u64 = 100_000;

/// Moves counted over part of a space.
#[derive(Serialize)]
struct Branching {
    moves: f64,
    fresh: f64,
    states: u64,
    complete: bool,
}

impl Branching {
    fn of(found: &Exploration) -> Self {
        let stats = &found.stats;
        let per_state = |number: u64| number as f64 / stats.expanded.max(1) as f64;
        Self {
            moves: per_state(stats.generated),
            fresh: per_state(stats.generated - stats.duplicates),
            states: stats.expanded,
            complete: found.stopped.is_none(),
        }
    }

    fn text(&self, from: &str) -> String {
        format!(
            "{:.3} moves in a state on average, {:.3} of them to a state not met before; over {} {} \
             states from {from}",
            self.moves,
            self.fresh,
            if self.complete { "all" } else { "the first" },
            count(self.states),
        )
    }
}

/// Prints the description.
pub fn run(args: &Describe, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entry = choose::puzzle(&args.puzzle)?;
    let info = entry.info();
    let instance = entry
        .level(&info.levels[0], &Parameters::default())
        .map_err(|error| Failure::bug(format!("a built-in level is wrong: {error}"), ""))?;
    let forward = Branching::of(&instance.explore(&mut Limits::none().expansions(SAMPLE)));
    let backward = instance.explore_backward(&mut Limits::none().expansions(SAMPLE));
    let backward = backward.as_ref().map(Branching::of);
    if args.json {
        programs(out, info, &forward, backward.as_ref())?;
    } else {
        people(out, info, &instance.start(), &forward, backward.as_ref())?;
    }
    Ok(Exit::Done)
}

fn card(card: &Card) -> [(&'static str, &'static str); 9] {
    [
        ("performance", card.performance),
        ("environment", card.environment),
        ("actuators", card.actuators),
        ("sensors", card.sensors),
        ("state", card.state),
        ("action", card.action),
        ("goal", card.goal),
        ("cost", card.cost),
        ("states", card.states),
    ]
}

fn programs(
    out: &mut dyn Write,
    info: &Info,
    forward: &Branching,
    backward: Option<&Branching>,
) -> io::Result<()> {
    let heuristics: Vec<_> = info
        .heuristics
        .iter()
        .map(|h| {
            json!({
                "name": h.name,
                "summary": h.summary,
                "admissible": h.claim.is_admissible(),
                "consistent": h.claim.is_consistent(),
            })
        })
        .collect();
    let levels: Vec<_> = info
        .levels
        .iter()
        .map(|level| {
            let settings: BTreeMap<_, _> = level.parameters.iter().copied().collect();
            json!({
                "name": level.name,
                "instance": level.text,
                "parameters": settings,
                "optimum": level.optimum,
            })
        })
        .collect();
    let parameters: BTreeMap<_, _> = info.parameters.iter().map(|p| (p.name, p.help)).collect();
    let card: BTreeMap<_, _> = card(&info.card).into_iter().collect();
    json::print(
        out,
        &json!({
            "schema": json::SCHEMA,
            "puzzle": info.name,
            "title": info.title,
            "rules": info.rules,
            "format": info.format,
            "random": info.sizes,
            "parameters": parameters,
            "strategy": info.strategy,
            "heuristics": heuristics,
            "levels": levels,
            "branching": { "forward": forward, "backward": backward },
            "card": card,
        }),
    )
}

fn people(
    out: &mut dyn Write,
    info: &Info,
    start: &str,
    forward: &Branching,
    backward: Option<&Branching>,
) -> io::Result<()> {
    writeln!(out, "{HEADING}{}{HEADING:#} ({})\n", info.title, info.name)?;
    writeln!(out, "{}\n", wrap(info.rules.split(' '), 0))?;
    writeln!(out, "{start}\n")?;
    section(out, "Text", &[("format", info.format.to_owned()), ("random", info.sizes.to_owned())])?;
    if !info.parameters.is_empty() {
        let rows: Vec<_> = info.parameters.iter().map(|p| (p.name, p.help.to_owned())).collect();
        section(out, "Settings", &rows)?;
    }
    let rows: Vec<_> = info
        .heuristics
        .iter()
        .map(|h| (h.name, format!("{}; {}", claim(h.claim), h.summary)))
        .collect();
    section(out, "Heuristics", &rows)?;
    levels(out, info)?;
    let backward = backward.map_or_else(
        || "not offered by this puzzle".to_owned(),
        |backward| backward.text("a goal, against the moves"),
    );
    let forward = forward.text(&format!("the start of level {}", info.levels[0].name));
    section(out, "Branching, measured", &[("forward", forward), ("backward", backward)])?;
    section(out, "Problem card", &card(&info.card).map(|(name, text)| (name, text.to_owned())))
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
