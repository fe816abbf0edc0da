//! `heureka maze prove`: proves the highest score of a size.

use super::{SearchArgs, SpecArgs};
use crate::exit::{Exit, Failure, advise};
use crate::files::{MAX_PROOF, output, read};
use crate::formats::human::{CAREFUL, GOOD, line};
use crate::formats::json::merged;
use crate::interrupt;
use crate::output::Output;
use crate::run::spinner;
use crate::units::{count, duration, parse_duration, rate};
use clap::Args;
use heureka_core::limits::Progress;
use heureka_core::{Limits, Stats, Stop};
use heureka_puzzles::number_maze::proof::{MAX_LISTED, Proof};
use heureka_puzzles::number_maze::{Grid, Spec};
use serde_json::json;
use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The time between two saves of the proof.
const SAVE_INTERVAL: Duration = Duration::from_secs(30);
/// The time between two progress lines in a file.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);

pub const EXAMPLES: &str = "\
Examples:
  heureka maze prove 5 5 1 4
  heureka maze prove 6 6 1 5 --state 6x6.proof     save the proof to resume it

With --state, the proof is saved every 30 seconds, on Ctrl-C and at the time
limit. Run the same command again to resume it.";

#[derive(Debug, Args)]
pub struct Prove {
    #[command(flatten)]
    spec: SpecArgs,
    /// Save the proof to this file, and resume it from there
    #[arg(long, visible_alias = "resume", value_name = "FILE")]
    state: Option<PathBuf>,
    /// Stop after this time
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    output: Output,
}

pub fn run(args: &Prove, out: &mut dyn Write) -> Result<Exit, Failure> {
    let spec = args.spec.spec()?;
    let started = Instant::now();
    let mut proof = open(args, spec)?;
    let stop = run_and_save(args, &mut proof, started)?;
    let grids: Vec<Grid> = proof.mazes().into_iter().map(|maze| maze.grid).collect();
    let complete = proof.open.is_empty();
    let result = || {
        let proved = json!({
            "complete": complete,
            "reason": stop.map(Stop::name),
            "score": (!complete || !grids.is_empty()).then_some(proof.found.score),
            "count": grids.len(),
            "puzzles": grids.iter().map(Grid::text).collect::<Vec<_>>(),
            "nodes": proof.stats.expanded,
            "parts": proof.subtrees,
            "open": proof.open.len(),
            "seconds": proof.stats.elapsed.as_secs_f64(),
        });
        merged([json!(args.spec), proved])
    };
    args.output.either(out, result, |out| text(&args.spec, &proof, &grids, out))?;
    let Some(stop) = stop else { return Ok(Exit::Done) };
    match &args.state {
        Some(path) => {
            advise(&format!("run the same command again to resume from {}", path.display()));
        }
        None => advise("use --state FILE to save the proof and resume it later"),
    }
    Ok(stop.into())
}

fn text(spec: &SpecArgs, proof: &Proof, grids: &[Grid], out: &mut dyn Write) -> io::Result<()> {
    let SpecArgs { rows, cols, low, high } = spec;
    let (open, score, Stats { expanded, elapsed, .. }) =
        (proof.open.len(), proof.found.score, proof.stats);
    let (style, text) = match open {
        0 if grids.is_empty() => (GOOD, "no maze is solvable, proved".to_owned()),
        0 => (GOOD, format!("the best score is {score}, proved")),
        _ => (CAREFUL, format!("the best score so far is {score}, not proved yet")),
    };
    writeln!(out, "{style}{rows}x{cols} [{low}-{high}]: {text}{style:#}")?;
    let speed = rate(expanded, elapsed).unwrap_or_default();
    line(out, "nodes", &format!("{} ({speed})", count(expanded)))?;
    line(out, "time", &duration(elapsed))?;
    if open > 0 {
        line(out, "subtrees", &subtrees_done(open, proof.subtrees))?;
    }
    if grids.is_empty() {
        return Ok(());
    }
    let distinct: BTreeSet<_> = grids.iter().map(Grid::canonical).collect();
    let at_least = if grids.len() >= MAX_LISTED { "at least " } else { "" };
    let reflections = match grids.len() - distinct.len() {
        0 => String::new(),
        _ => format!(", {} up to reflection", count(distinct.len() as u64)),
    };
    line(out, "mazes", &format!("{at_least}{}{reflections}", count(grids.len() as u64)))?;
    grids.iter().try_for_each(|maze| writeln!(out, "\n{}", maze.text()))
}

fn subtrees_done(open: usize, all: usize) -> String {
    format!("{} of {} done", count(all.saturating_sub(open) as u64), count(all as u64))
}

/// Resumes the saved proof, or begins a new one.
fn open(args: &Prove, spec: Spec) -> Result<Proof, Failure> {
    match &args.state {
        Some(path) if path.exists() => {
            Proof::parse(spec, &read(path, MAX_PROOF)?).map_err(|error| {
                Failure::file(
                    path,
                    &error,
                    "give a saved proof of this size and range, or a new file",
                )
            })
        }
        _ => Proof::new(spec, args.search.seed, interrupt::flag()).map_err(|error| {
            let help = "choose a smaller size, or run `heureka maze generate`";
            Failure::usage(error.to_string(), help)
        }),
    }
}

/// Runs the proof to its end or to a limit, and saves it at intervals.
fn run_and_save(
    args: &Prove,
    proof: &mut Proof,
    started: Instant,
) -> Result<Option<Stop>, Failure> {
    let mut limits = Limits::none().interrupt(interrupt::flag());
    if let Some(time) = args.time_limit {
        limits = limits.until(started + time);
    }
    let bar = spinner();
    let mut last_report = Instant::now();
    loop {
        let (score, subtrees) = (proof.found.score, proof.subtrees);
        let mut report = |progress: &Progress<'_>| {
            let nodes = progress.stats.expanded;
            let text = format!(
                "best {score} · subtrees: {} · {} nodes · {}",
                subtrees_done(progress.gauge.frontier as usize, subtrees),
                count(nodes),
                rate(nodes, progress.stats.elapsed).unwrap_or_default()
            );
            // A terminal shows one changing line; a file gets a line at intervals.
            if !io::stderr().is_terminal() && last_report.elapsed() > REPORT_INTERVAL {
                last_report = Instant::now();
                let _ = writeln!(io::stderr(), "{text}");
            }
            bar.set_message(text);
        };
        let mut part = limits.part(SAVE_INTERVAL).report(&mut report);
        let mut stop = proof.run(args.search.options().threads, &mut part);
        if let Some(path) = &args.state {
            output(path)?.save(proof.text())?;
        }
        let timed_out = args.time_limit.is_some_and(|time| started.elapsed() >= time);
        if stop == Some(Stop::Time) && !timed_out {
            stop = None;
        }
        if stop.is_some() || proof.open.is_empty() {
            bar.finish_and_clear();
            return Ok(stop);
        }
    }
}
