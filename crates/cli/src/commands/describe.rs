//! `heureka describe`: describes a puzzle, a strategy or a heuristic.

use super::describe_search;
use crate::choose::{self, advise_taken_as};
use crate::exit::{Exit, Failure};
use crate::formats::human::{FAINT, HEADING, claim, one_line, wrap};
use crate::output::Output;
use crate::units::count;
use clap::Args;
use heureka_kit::entry::Entry;
use heureka_kit::puzzle::{BuiltIn, Info};
use heureka_lab::catalog::{self, Branching, Named, card};
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

pub fn run(args: &Describe, out: &mut dyn Write) -> Result<Exit, Failure> {
    match catalog::find(&args.name)? {
        Named::Puzzle(entry) => {
            advise_taken_as(&args.name, entry.info(), None);
            puzzle(entry, args.output, out)?;
        }
        Named::Strategy(info) => args.output.either(
            out,
            || catalog::described_strategy(info),
            |out| describe_search::strategy(info, out),
        )?,
        Named::Heuristics(found) => args.output.either(
            out,
            || catalog::described_heuristics(&found),
            |out| describe_search::heuristics(&found, out),
        )?,
    }
    Ok(Exit::Done)
}

fn puzzle(entry: &Entry, output: Output, out: &mut dyn Write) -> Result<(), Failure> {
    let info = entry.info();
    let instance = choose::built_in(entry, &info.instances[0])?;
    let branching = catalog::branching(&*instance);
    let start = instance.start();
    output.either(
        out,
        || catalog::described_puzzle(info, &branching),
        |out| text(info, &start, &branching, out),
    )?;
    Ok(())
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
        Some(branching) => branching_text(branching, origin),
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

fn branching_text(branching: &Branching, origin: &str) -> String {
    let part = if branching.complete { "all" } else { "the first" };
    let states = count(branching.states);
    format!(
        "{:.3} moves per state on average, {:.3} of them to a new state; measured over {part} \
         {states} states from {origin}",
        branching.moves, branching.fresh,
    )
}
