//! `heureka explore`: the whole space that can be reached, counted by depth.

use crate::args::Explore;
use crate::choose;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{CAREFUL, FAINT, GOOD, line, time};
use crate::formats::json;
use crate::run::under_limits;
use crate::units::{count, size};
use heureka_core::Exploration;
use serde::Serialize;
use std::io::{self, Write};

/// The width of the longest bar.
const BAR: usize = 40;
/// A histogram of more layers than this is drawn by groups of layers.
const ROWS: usize = 40;

/// A result of `heureka explore`.
#[derive(Serialize)]
struct Explored<'a> {
    schema: u32,
    puzzle: &'a str,
    instance: String,
    complete: bool,
    reason: Option<&'a str>,
    states: u64,
    depth: usize,
    layers: &'a [u64],
    unfolded: Option<&'a [u64]>,
    expanded: u64,
    generated: u64,
    duplicates: u64,
    seconds: f64,
    peak_bytes: u64,
}

/// Explores a space and prints what there is.
pub fn run(args: &Explore, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entry = choose::puzzle(&args.puzzle)?;
    let instance = choose::small_instance(entry, &args.choice)?;
    let found = under_limits(&args.limit, None, |limits| instance.explore(limits));
    let stats = &found.stats;
    if args.json {
        json::print(
            out,
            &Explored {
                schema: json::SCHEMA,
                puzzle: entry.info().name,
                instance: instance.text(),
                complete: found.stopped.is_none(),
                reason: found.stopped.map(json::stop),
                states: found.states(),
                depth: found.layers.len() - 1,
                layers: &found.layers,
                unfolded: found.unfolded.as_deref(),
                expanded: stats.expanded,
                generated: stats.generated,
                duplicates: stats.duplicates,
                seconds: stats.elapsed.as_secs_f64(),
                peak_bytes: stats.peak_bytes,
            },
        )?;
    } else {
        human(&found, out)?;
    }
    out.flush()?;
    if found.stopped.is_some() {
        advise("the last depth may be incomplete: raise the limit to see the whole space");
    }
    Ok(found.stopped.map_or(Exit::Done, Exit::from))
}

fn human(found: &Exploration, out: &mut dyn Write) -> io::Result<()> {
    histogram("depth", &found.layers, found.unfolded.as_deref(), out)?;
    let stats = &found.stats;
    match found.stopped {
        None => {
            let text = "the whole space that can be reached";
            writeln!(out, "{GOOD}{:<12}{GOOD:#}{text}", "complete")?;
        }
        Some(stop) => writeln!(out, "{CAREFUL}{:<12}{CAREFUL:#}{stop}", "stopped")?,
    }
    match &found.unfolded {
        None => line(out, "states", &count(found.states()))?,
        Some(unfolded) => {
            line(out, "states", &count(unfolded.iter().sum::<u64>()))?;
            line(out, "classes", &format!("{} up to symmetry", count(found.states())))?;
        }
    }
    line(out, "depth", &format!("{} moves from the start at most", found.layers.len() - 1))?;
    if stats.expanded > 0 {
        let moves = stats.generated as f64 / stats.expanded as f64;
        line(out, "branching", &format!("{moves:.3} moves in a state on average"))?;
    }
    line(out, "time", &time(stats))?;
    line(out, "memory", &format!("{} at most", size(stats.peak_bytes)))
}

/// Draws how many states there are of each depth, or of whatever they are counted by; given both, also
/// how many up to symmetry.
pub fn histogram(
    by: &str,
    layers: &[u64],
    unfolded: Option<&[u64]>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let together = layers.len().div_ceil(ROWS);
    let grouped = |layers: &[u64]| -> Vec<u64> {
        layers.chunks(together).map(|group| group.iter().sum()).collect()
    };
    let rows = grouped(layers);
    let unfolded = unfolded.map(grouped);
    let most = rows.iter().copied().max().unwrap_or(1).max(1);
    let titles = match unfolded {
        None => format!("{:>11}  {:>15}", by, "states"),
        Some(_) => format!("{:>11}  {:>15}  {:>15}", by, "states", "up to symmetry"),
    };
    writeln!(out, "{FAINT}{titles}{FAINT:#}")?;
    for (i, &states) in rows.iter().enumerate() {
        let first = i * together;
        let last = (first + together).min(layers.len()) - 1;
        let depth = if first == last { format!("{first}") } else { format!("{first}–{last}") };
        write!(out, "{depth:>11}  ")?;
        if let Some(unfolded) = &unfolded {
            write!(out, "{:>15}  ", count(unfolded[i]))?;
        }
        let bar =
            "█".repeat((u128::from(states) * BAR as u128).div_ceil(u128::from(most)) as usize);
        writeln!(out, "{:>15}  {FAINT}{bar}{FAINT:#}", count(states))?;
    }
    writeln!(out)
}
