//! `heureka maze prove`: the best score of a size, proved.

use super::{Size, Threads};
use crate::choose::read;
use crate::commands::solve::save;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{CAREFUL, GOOD, line};
use crate::formats::json;
use crate::interrupt;
use crate::units::{count, duration, parse_duration, rate, whole};
use clap::Args;
use heureka_core::{Limits, Progress, Stop};
use heureka_puzzles::number_maze::Frame;
use heureka_puzzles::number_maze::prove::{LISTED, Proof, begin, resume};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How often the state is written down.
const SAVED_EVERY: Duration = Duration::from_secs(30);

pub const EXAMPLES: &str = "\
Examples:
  heureka maze prove 5 5 1 4
  heureka maze prove 6 6 1 5 --state 6x6.proof     Ctrl-C, and go on later

With --state the proof is written to the file every half minute, on Ctrl-C and
at a time limit; the same command goes on from there.";

/// What to prove.
#[derive(Debug, Args)]
pub struct Prove {
    #[command(flatten)]
    size: Size,
    /// Keep the proof in this file, and go on with it if it is there.
    #[arg(long, visible_alias = "resume", value_name = "FILE")]
    state: Option<PathBuf>,
    /// Stop after this time.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time_limit: Option<Duration>,
    /// Where chance begins in the search for a first good puzzle.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Proved<'a> {
    schema: u32,
    rows: usize,
    cols: usize,
    low: usize,
    high: usize,
    complete: bool,
    reason: Option<&'a str>,
    score: Option<i64>,
    count: usize,
    puzzles: Vec<String>,
    nodes: u64,
    parts: usize,
    open: usize,
    seconds: f64,
}

/// Proves the best score.
pub fn run(args: &Prove, out: &mut dyn Write) -> Result<Exit, Failure> {
    let frame = args.size.frame()?;
    let begun = Instant::now();
    let mut proof = open(args, frame)?;
    let stop = go_on(args, &mut *proof, begun)?;
    let standing = proof.standing();
    let puzzles = proof.puzzles();
    let complete = standing.open == 0;
    if args.json {
        let proved = Proved {
            schema: json::SCHEMA,
            rows: frame.rows(),
            cols: frame.cols(),
            low: frame.low(),
            high: frame.high(),
            complete,
            reason: stop.map(json::stop),
            score: (!complete || !puzzles.is_empty()).then_some(standing.score),
            count: puzzles.len(),
            puzzles: puzzles.iter().map(|puzzle| puzzle.grid.text(false)).collect(),
            nodes: standing.nodes,
            parts: standing.parts,
            open: standing.open,
            seconds: standing.elapsed.as_secs_f64(),
        };
        json::print(out, &proved)?;
    } else {
        let (style, text) = match (complete, puzzles.is_empty()) {
            (true, false) => (GOOD, format!("the best score is {}, proved", standing.score)),
            (true, true) => (GOOD, "no puzzle can be solved, proved".to_owned()),
            (false, _) => (CAREFUL, format!("a score of {}; nothing proved yet", standing.score)),
        };
        let [r, c, i, j] = [frame.rows(), frame.cols(), frame.low(), frame.high()];
        writeln!(out, "{style}{r}x{c} [{i}-{j}]: {text}{style:#}")?;
        let speed = rate(standing.nodes, standing.elapsed).unwrap_or_default();
        line(out, "nodes", &format!("{} ({speed})", count(standing.nodes)))?;
        line(out, "time", &duration(standing.elapsed))?;
        if !complete {
            let done = standing.parts - standing.open.min(standing.parts);
            line(
                out,
                "parts",
                &format!("{} of {} done", count(done as u64), count(standing.parts as u64)),
            )?;
        }
        if !puzzles.is_empty() {
            let classes: BTreeSet<_> =
                puzzles.iter().map(|puzzle| puzzle.grid.canonical()).collect();
            let more = if puzzles.len() >= LISTED { "at least " } else { "" };
            let alike = match puzzles.len() - classes.len() {
                0 => String::new(),
                _ => format!(", {} but for mirror images", count(classes.len() as u64)),
            };
            line(out, "puzzles", &format!("{more}{}{alike}", count(puzzles.len() as u64)))?;
            for puzzle in &puzzles {
                writeln!(out, "\n{}", puzzle.grid.text(false))?;
            }
        }
    }
    out.flush()?;
    match stop {
        None => Ok(Exit::Done),
        Some(stop) => {
            match &args.state {
                Some(path) => {
                    advise(&format!("the same command goes on from {}", path.display()));
                }
                None => advise("with --state FILE the proof could be gone on with"),
            }
            Ok(stop.into())
        }
    }
}

fn open(args: &Prove, frame: Frame) -> Result<Box<dyn Proof>, Failure> {
    match &args.state {
        Some(path) if path.exists() => resume(frame, &read(path)?).map_err(|error| {
            Failure::input(
                format!("{}: {error}", path.display()),
                "give the file of a proof of this size, or one that is not there yet",
            )
        }),
        _ => begin(frame, args.seed, interrupt::flag()).map_err(|error| {
            Failure::usage(error.to_string(), "prove a smaller size; `generate` takes any")
        }),
    }
}

/// Runs the proof to its end or to a limit, and writes it down now and then.
fn go_on(args: &Prove, proof: &mut dyn Proof, begun: Instant) -> Result<Option<Stop>, Failure> {
    let mut whole = Limits::none().interrupt(interrupt::flag());
    if let Some(time) = args.time_limit {
        whole = whole.until(begun + time);
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
        bar.set_style(style);
    }
    let mut told = Instant::now();
    loop {
        let before = proof.standing();
        let mut tell = |progress: &Progress<'_>| {
            let nodes = progress.stats.expanded;
            let open = progress.gauge.frontier as usize;
            let done = before.parts.saturating_sub(open);
            let text = format!(
                "best {} · {} of {} parts done · {} nodes · {}",
                before.score,
                count(done as u64),
                count(before.parts as u64),
                count(nodes),
                rate(nodes, progress.stats.elapsed).unwrap_or_default()
            );
            // A terminal gets one line that changes, a file a line now and then.
            if !std::io::stderr().is_terminal() && told.elapsed() > Duration::from_secs(10) {
                told = Instant::now();
                let _ = writeln!(std::io::stderr(), "{text}");
            }
            bar.set_message(text);
        };
        let mut part = whole.part(SAVED_EVERY).report(&mut tell);
        let mut stop = proof.run(args.threads.number(), &mut part);
        if let Some(path) = &args.state {
            save(path, &proof.text())?;
        }
        let over = args.time_limit.is_some_and(|time| begun.elapsed() >= time);
        if stop == Some(Stop::Time) && !over {
            stop = None;
        }
        if stop.is_some() || proof.standing().open == 0 {
            bar.finish_and_clear();
            return Ok(stop);
        }
    }
}
