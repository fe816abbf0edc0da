//! `heureka describe`: describes a puzzle, a strategy or a heuristic.

use super::describe_search::{self, Named};
use crate::choose;
use crate::exit::{Exit, Failure};
use crate::formats::human::{FAINT, HEADING, claim, one_line, wrap};
use crate::output::Output;
use crate::units::count;
use clap::Args;
use heureka_core::{Exploration, Limits};
use heureka_kit::entry::Entry;
use heureka_kit::puzzle::{BuiltIn, Card, Info};
use heureka_lab::catalog;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, Write};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  heureka describe hanoi           a puzzle: rules, text, heuristics, instances
  heureka describe astar           a strategy: what it does, its options
  heureka describe manhattan       a heuristic, in every puzzle that has it")]
pub struct Describe {
    /// Name of a puzzle, a strategy or a heuristic.
    name: String,
    #[command(flatten)]
    output: Output,
}

/// About the number of moves over which the branching factor is measured.
const SAMPLE: u64 = 100_000;

pub fn run(args: &Describe, out: &mut dyn Write) -> Result<Exit, Failure> {
    match describe_search::find(&args.name)? {
        Named::Puzzle(entry) => puzzle(entry, args.output, out)?,
        Named::Strategy(info) => args.output.either(
            out,
            || describe_search::strategy_json(info),
            |out| describe_search::strategy(info, out),
        )?,
        Named::Heuristics(found) => args.output.either(
            out,
            || describe_search::heuristics_json(&found),
            |out| describe_search::heuristics(&found, out),
        )?,
    }
    Ok(Exit::Done)
}

fn puzzle(entry: &Entry, output: Output, out: &mut dyn Write) -> Result<(), Failure> {
    let info = entry.info();
    let instance = choose::built_in(entry, &info.instances[0])?;
    let space = instance.as_small();
    let first = space.map(|space| space.explore(&mut Limits::none().expansions(1)));
    let moves = first.map_or(1, |first| first.stats.generated.max(1));
    let limits = || Limits::none().expansions(SAMPLE / moves);
    let forward = space.map(|space| Branching::new(&space.explore(&mut limits())));
    let backward = space.and_then(|space| space.explore_backward(&mut limits()));
    let branching = [forward, backward.as_ref().map(Branching::new)];
    let start = instance.start();
    output.either(out, || json(info, &branching), |out| text(info, &start, &branching, out))?;
    Ok(())
}

/// Branching factors, measured over part of a state space.
#[derive(Serialize)]
struct Branching {
    moves: f64,
    fresh: f64,
    states: u64,
    complete: bool,
}

impl Branching {
    fn new(Exploration { stats, stopped, .. }: &Exploration) -> Self {
        let per_state = |number: u64| number as f64 / stats.expanded.max(1) as f64;
        Self {
            moves: per_state(stats.generated),
            fresh: per_state(stats.generated - stats.duplicates),
            states: stats.expanded,
            complete: stopped.is_none(),
        }
    }

    fn text(&self, origin: &str) -> String {
        let part = if self.complete { "all" } else { "the first" };
        let states = count(self.states);
        format!(
            "{:.3} moves per state on average, {:.3} of them to a new state; measured over {part} \
             {states} states from {origin}",
            self.moves, self.fresh,
        )
    }
}

fn card(card: &Card) -> [(&'static str, &'static str); 10] {
    [
        ("performance", card.performance),
        ("environment", card.environment),
        ("actuators", card.actuators),
        ("sensors", card.sensors),
        ("state", card.state),
        ("action", card.action),
        ("transition", card.transition),
        ("goal", card.goal),
        ("cost", card.cost),
        ("states", card.states),
    ]
}

fn json(info: &Info, [forward, backward]: &[Option<Branching>; 2]) -> Value {
    let levels = info.instances.iter().map(|level| {
        json!({
            "name": level.name,
            "instance": level.text,
            "parameters": level.parameters.iter().copied().collect::<BTreeMap<_, _>>(),
            "optimum": level.optimum,
        })
    });
    let parameters = info.parameters.iter().map(|parameter| (parameter.name, parameter.help));
    let questions = info.questions.iter().map(|asked| {
        json!({ "question": asked.question, "answer": asked.answer, "checked": (asked.check)() })
    });
    json!({
        "puzzle": info.name,
        "title": info.title,
        "rules": info.rules,
        "format": info.format,
        "random": info.sizes,
        "parameters": parameters.collect::<BTreeMap<_, _>>(),
        "strategy": info.strategy,
        "heuristics": info.heuristics.iter().map(catalog::heuristic).collect::<Vec<_>>(),
        "levels": levels.collect::<Vec<Value>>(),
        "branching": { "forward": forward, "backward": backward },
        "questions": questions.collect::<Vec<Value>>(),
        "card": card(&info.card).into_iter().collect::<BTreeMap<_, _>>(),
    })
}

fn text(
    info: &Info,
    start: &str,
    [forward, backward]: &[Option<Branching>; 2],
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{HEADING}{}{HEADING:#} ({})\n", info.title, info.name)?;
    writeln!(out, "{}\n\n{}\n", wrap(info.rules.split(' '), 0), start)?;
    let text = [("format", info.format.to_owned()), ("random", info.sizes.to_owned())];
    section(out, "Text", text)?;
    let parameters = info.parameters.iter().map(|p| (p.name, p.help.to_owned()));
    section(out, "Parameters", parameters)?;
    let heuristics = info.heuristics.iter();
    let heuristics = heuristics.map(|h| (h.name, format!("{}; {}", claim(h.claim), h.summary)));
    section(out, "Heuristics", heuristics)?;
    let levels = info.instances.iter().map(|level| (level.name, level_text(level)));
    section(out, "Built-in instances", levels)?;
    let origin = format!("the start of {}", info.instances[0].name);
    let measured = |branching: &Option<Branching>, origin: &str| match branching {
        Some(branching) => branching.text(origin),
        None => "not supported by this puzzle".to_owned(),
    };
    let branching = [
        ("forward", measured(forward, &origin)),
        ("backward", measured(backward, "a goal, with reversed moves")),
    ];
    section(out, "Branching factor", branching)?;
    section(out, "Problem card", card(&info.card).map(|(name, text)| (name, text.to_owned())))?;
    for asked in info.questions {
        let rows = [("answer", asked.answer.to_owned()), ("checked", (asked.check)())];
        section(out, asked.question, rows)?;
    }
    Ok(())
}

/// Writes a section of named texts; nothing if there are none.
pub fn section(
    out: &mut dyn Write,
    title: &str,
    rows: impl IntoIterator<Item = (&'static str, String)>,
) -> io::Result<()> {
    const MIN_WIDTH: usize = 14;
    let rows: Vec<_> = rows.into_iter().collect();
    let Some(longest) = rows.iter().map(|(name, _)| name.chars().count()).max() else {
        return Ok(());
    };
    let width = (longest + 2).max(MIN_WIDTH);
    writeln!(out, "{HEADING}{title}{HEADING:#}")?;
    for (name, text) in rows {
        writeln!(out, "  {FAINT}{name:<width$}{FAINT:#}{}", wrap(text.split(' '), width + 2))?;
    }
    writeln!(out)
}

fn level_text(level: &BuiltIn) -> String {
    let parameters = level.parameters.iter().map(|(name, value)| format!("{name}={value}"));
    let cost = level.optimum.map_or("unsolvable".to_owned(), |cost| format!("cost {cost}"));
    let mut parts = vec![one_line(level.text)];
    parts.extend(parameters);
    parts.push(format!("({cost})"));
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
}
