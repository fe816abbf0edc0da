//! `heureka explore`: counts all reachable states by depth.

use crate::args::{Limit, SubjectArgs, Threads};
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{CAREFUL, FAINT, GOOD, headline, line, threads, time};
use crate::output::Output;
use crate::run::under_limits;
use crate::seed::Seeded;
use crate::units::{count, parse_size, plural, size};
use clap::Args;
use heureka_core::{Exploration, Stop};
use heureka_disk::{DiskError, OnDisk};
use heureka_kit::instance::Instance;
use heureka_lab::advice;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  heureka explore tiles --level easy
  heureka explore hanoi '3 12' --json
  heureka explore tiles --random 3x4 --seed 1 --disk space --memory-limit 15MiB
  heureka explore pegs --disk space --disk-limit 20GiB --memory-limit 1GiB

An exploration on disk that a limit, Ctrl-C, an error or a kill has ended is
resumed by the same command, with any limits.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Explore {
    #[command(flatten)]
    subject: SubjectArgs,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    threads: Threads,
    /// Keep the data in this folder, for spaces larger than memory; resume what it has.
    #[arg(long, value_name = "FOLDER")]
    disk: Option<PathBuf>,
    #[command(flatten)]
    limit: Limit,
    /// Stop before the folder needs more space than this, such as 20GiB [default: none]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, requires = "disk", help_heading = "Limits")]
    disk_limit: Option<u64>,
}

/// The width of the longest bar.
const BAR: usize = 40;
/// The most rows of a histogram; more layers are grouped.
const ROWS: usize = 40;

pub fn run(args: &Explore, out: &mut dyn Write) -> Result<Exit, Failure> {
    let begun = Instant::now();
    let chosen = args.subject.instance(args.limit.reading());
    let instance = args.output.or_stopped(out, chosen)?;
    let space = instance.as_small().ok_or_else(|| advice::too_large("explore"))?;
    let limit = args.limit.since(begun).on_threads(args.threads.number());
    let (found, disk_bytes) = under_limits(&limit, None, |limits| match &args.disk {
        None => Ok((space.explore(limits), None)),
        Some(folder) => {
            let disk_limit = args.disk_limit.unwrap_or(u64::MAX);
            let OnDisk { exploration, disk_bytes } =
                heureka_disk::explore(&*instance, space, folder, disk_limit, limits)?;
            Ok::<_, DiskError>((exploration, Some(disk_bytes)))
        }
    })?;
    let seed = args.subject.choice.random_seed();
    print(&*instance, seed, args.output, (&found, disk_bytes), out)?;
    Ok(match (found.stopped, &args.disk) {
        (None, _) | (_, None) => conclude(&found),
        (Some(stop), Some(_)) => {
            advise(match stop {
                Stop::Disk => "run the same command with a higher --disk-limit to resume",
                _ => "run the same command, with a higher limit, to resume",
            });
            stop.into()
        }
    })
}

/// Prints an exploration, and how much of the disk it took.
pub fn print(
    instance: &dyn Instance,
    seed: Option<u64>,
    output: Output,
    (found, disk_bytes): (&Exploration, Option<u64>),
    out: &mut dyn Write,
) -> io::Result<()> {
    let object = || Seeded::new(seed, object(instance, found, disk_bytes));
    output.either(out, object, |out| text(found, disk_bytes, out))
}

/// Prints what to try next and returns the exit code of an exploration in memory.
pub fn conclude(found: &Exploration) -> Exit {
    match found.stopped {
        None => {}
        Some(Stop::Interrupted) => advise("the last layer may be incomplete"),
        Some(_) => {
            advise("the last layer may be incomplete; raise the limit to explore the whole space");
        }
    }
    found.stopped.map_or(Exit::Done, Exit::from)
}

fn object(instance: &dyn Instance, found: &Exploration, disk_bytes: Option<u64>) -> Value {
    let Exploration { layers, unfolded, stopped, stats } = found;
    json!({
        "puzzle": instance.info().name,
        "instance": instance.text(),
        "complete": stopped.is_none(),
        "reason": stopped.map(Stop::name),
        "states": found.states(),
        "depth": layers.len() - 1,
        "layers": layers,
        "unfolded": unfolded,
        "expanded": stats.expanded,
        "generated": stats.generated,
        "duplicates": stats.duplicates,
        "seconds": stats.elapsed.as_secs_f64(),
        "threads": stats.threads,
        "peak_bytes": stats.peak_bytes,
        "disk_bytes": disk_bytes,
    })
}

fn text(found: &Exploration, disk_bytes: Option<u64>, out: &mut dyn Write) -> io::Result<()> {
    let Exploration { layers, unfolded, stopped, stats } = found;
    histogram("depth", layers, unfolded.as_deref(), out)?;
    match stopped {
        None => headline(out, GOOD, "complete", "all reachable states")?,
        Some(stop) => headline(out, CAREFUL, "stopped", &stop.to_string())?,
    }
    let states = count(found.states());
    match unfolded {
        None => line(out, "states", &states)?,
        Some(unfolded) => {
            line(out, "states", &count(unfolded.iter().sum::<u64>()))?;
            line(out, "classes", &format!("{states} up to symmetry"))?;
        }
    }
    line(out, "depth", &format!("{} from the start", plural(layers.len() as u64 - 1, "move")))?;
    if stats.expanded > 0 {
        let moves = stats.generated as f64 / stats.expanded as f64;
        line(out, "branching", &format!("{moves:.3} moves per state on average"))?;
    }
    line(out, "time", &time(stats))?;
    threads(out, stats.threads)?;
    line(out, "memory", &format!("{} (peak)", size(stats.peak_bytes)))?;
    disk_bytes.map_or(Ok(()), |bytes| line(out, "disk", &format!("{} (peak)", size(bytes))))
}

/// Draws a histogram of states by depth or another measure. `unfolded` gives the counts of all
/// states where `layers` counts only one of several symmetric states.
pub fn histogram(
    by: &str,
    layers: &[u64],
    unfolded: Option<&[u64]>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let group = layers.len().div_ceil(ROWS);
    let grouped = |layers: &[u64]| -> Vec<u64> {
        layers.chunks(group).map(|layers| layers.iter().sum()).collect()
    };
    let rows = grouped(layers);
    let unfolded = unfolded.map(grouped);
    let max = rows.iter().copied().max().unwrap_or(1).max(1);
    let symmetry = if unfolded.is_some() { "   up to symmetry" } else { "" };
    writeln!(out, "{FAINT}{by:>11}  {:>15}{symmetry}{FAINT:#}", "states")?;
    for (i, &states) in rows.iter().enumerate() {
        let first = i * group;
        let last = (first + group).min(layers.len()) - 1;
        let depth = if first == last { format!("{first}") } else { format!("{first}–{last}") };
        write!(out, "{depth:>11}  ")?;
        if let Some(unfolded) = &unfolded {
            write!(out, "{:>15}  ", count(unfolded[i]))?;
        }
        let bar = (u128::from(states) * BAR as u128).div_ceil(u128::from(max)) as usize;
        writeln!(out, "{:>15}  {FAINT}{}{FAINT:#}", count(states), "█".repeat(bar))?;
    }
    writeln!(out)
}
