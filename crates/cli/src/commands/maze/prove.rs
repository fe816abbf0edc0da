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
use std::path::{Path, PathBuf};
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
limit. Run the same command again to resume it. The file is checked when it is
read, but it is a saved state, not a certificate: the result names the file and
how many of the nodes come from it. To check it, run the proof again without.";

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

impl Prove {
    /// Returns the file on which the result rests, if the proof was resumed.
    fn saved_state(&self, proof: &Proof) -> Option<&Path> {
        self.state.as_deref().filter(|_| proof.saved_nodes > 0)
    }
}

pub fn run(args: &Prove, out: &mut dyn Write) -> Result<Exit, Failure> {
    let spec = args.spec.spec()?;
    let options = args.search.options();
    let deadline = args.time_limit.and_then(|time| Instant::now().checked_add(time));
    let mut proof = open(args, spec, options.seed, deadline)?;
    let (stop, saved) = run_and_save(args, &mut proof, options.threads, deadline);
    let grids: Vec<Grid> = proof.mazes().into_iter().map(|maze| maze.grid).collect();
    let complete = proof.open.is_empty();
    let result = || {
        let proved = json!({
            "complete": complete,
            "reason": stop.map(Stop::name),
            "score": proof.best(),
            "count": grids.len(),
            "puzzles": grids.iter().map(Grid::text).collect::<Vec<_>>(),
            "nodes": proof.stats.expanded,
            "saved_nodes": proof.saved_nodes,
            "rests_on": args.saved_state(&proof).map(|path| path.display().to_string()),
            "parts": proof.subtrees(),
            "open": proof.open.len(),
            "seed": options.seed,
            "seconds": proof.stats.elapsed.as_secs_f64(),
        });
        merged([json!(args.spec), proved])
    };
    args.output.either(out, result, |out| text(args, &proof, &grids, out))?;
    // A full disk does not lose the result.
    saved?;
    let Some(stop) = stop else { return Ok(Exit::Done) };
    match &args.state {
        Some(path) => {
            advise(&format!("run the same command again to resume from {}", path.display()));
        }
        None => advise("use --state FILE to save the proof and resume it later"),
    }
    Ok(stop.into())
}

fn text(args: &Prove, proof: &Proof, grids: &[Grid], out: &mut dyn Write) -> io::Result<()> {
    let SpecArgs { rows, cols, low, high } = &args.spec;
    let (open, Stats { expanded, elapsed, .. }) = (proof.open.len(), proof.stats);
    let (style, text) = match (open, proof.best()) {
        (0, None) => (GOOD, "no maze is solvable, proved".to_owned()),
        (0, Some(score)) => (GOOD, format!("the best score is {score}, proved")),
        (_, None) => (CAREFUL, "no solvable maze found yet".to_owned()),
        (_, Some(score)) => (CAREFUL, format!("the best score so far is {score}, not proved yet")),
    };
    writeln!(out, "{style}{rows}x{cols} [{low}-{high}]: {text}{style:#}")?;
    if let Some(path) = args.saved_state(proof) {
        let (path, saved) = (path.display(), count(proof.saved_nodes));
        let text = format!("the saved state {path}, {saved} of {} nodes from it", count(expanded));
        line(out, "rests on", &text)?;
    }
    let speed = rate(expanded, elapsed).map(|speed| format!(" ({speed})")).unwrap_or_default();
    line(out, "nodes", &format!("{}{speed}", count(expanded)))?;
    line(out, "time", &duration(elapsed))?;
    if open > 0 {
        line(out, "subtrees", &subtrees_done(open, proof.subtrees()))?;
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

fn limits<'a>(deadline: Option<Instant>) -> Limits<'a> {
    let limits = Limits::none().interrupt(interrupt::flag());
    match deadline {
        Some(moment) => limits.until(moment),
        None => limits,
    }
}

/// Resumes the saved proof, or begins a new one.
fn open(args: &Prove, spec: Spec, seed: u64, deadline: Option<Instant>) -> Result<Proof, Failure> {
    if let Some(path) = &args.state {
        // Whether it can be written shows before the work starts.
        drop(output(path)?);
    }
    let saved = match &args.state {
        // A device cannot hold a proof.
        Some(path) if path.exists() && !path.is_file() => {
            return Err(io::Error::other(format!("{}: not a file", path.display())).into());
        }
        Some(path) if path.exists() => {
            let text = read(path, MAX_PROOF)?;
            let proof = Proof::parse(spec, &text, seed, &mut limits(deadline));
            let help = "give a saved proof of this size and range, or a new file";
            Some(proof.map_err(|error| Failure::file(path, &error, help))?)
        }
        _ => None,
    };
    match saved {
        // Without a first maze, a proof takes longer: one that has not begun starts anew.
        Some(proof) if proof.best().is_some() || !proof.done.is_empty() => Ok(proof),
        _ => Proof::new(spec, seed, &mut limits(deadline)).map_err(|error| {
            let help = "choose a smaller size, or run `heureka maze generate`";
            Failure::usage(error.to_string(), help)
        }),
    }
}

/// Runs the proof to its end or to a limit, and saves it at intervals. Returns the limit, and whether
/// the last save succeeded; a save that fails does not end the work.
fn run_and_save(
    args: &Prove,
    proof: &mut Proof,
    threads: usize,
    deadline: Option<Instant>,
) -> (Option<Stop>, Result<(), Failure>) {
    let bar = spinner();
    let mut last_report = Instant::now();
    let (mut stop, mut saved) = (None, Ok(()));
    while stop.is_none() && !proof.open.is_empty() {
        let (score, subtrees) = (proof.best(), proof.subtrees());
        let mut report = |progress: &Progress<'_>| {
            let nodes = progress.stats.expanded;
            let text = format!(
                "best {} · subtrees: {} · {} nodes · {}",
                score.map_or("none".to_owned(), |score| score.to_string()),
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
        let mut part = limits(deadline).time(SAVE_INTERVAL).report(&mut report);
        stop = proof.run(threads, &mut part);
        let is_over = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if stop == Some(Stop::Time) && !is_over {
            stop = None;
        }
        if let Some(path) = &args.state {
            saved = output(path).and_then(|file| Ok(file.save(proof.text())?));
            if let Err(failure) = &saved {
                bar.suspend(|| failure.print());
            }
        }
    }
    bar.finish_and_clear();
    (stop, saved)
}
