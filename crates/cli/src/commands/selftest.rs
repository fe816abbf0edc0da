//! `heureka selftest`: tests the program itself on random instances, strategies, options and limits.

use crate::args::Threads;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{CAREFUL, ERROR, GOOD, headline, line};
use crate::interrupt;
use crate::output::Output;
use crate::puzzle_arg::puzzles;
use crate::run::spinner;
use crate::seed::Seed;
use crate::units::{count, duration, parse_duration, plural, rate, whole, whole_in};
use clap::Args;
use heureka_core::limits::Progress;
use heureka_core::{Limits, Stop};
use heureka_kit::entry::Entry;
use heureka_lab::flags;
use heureka_lab::selftest::SelfTest;
use heureka_puzzles::registry::PUZZLES;
use serde_json::json;
use std::io::Write;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  heureka selftest
  heureka selftest --time-limit 8h
  heureka selftest tiles pegs --seed 7 --rounds 100

Every round draws an instance with at most 45,000 states, enumerates them by the
reference rules, and finds the cheapest plan by another algorithm: Bellman-Ford.
Random searches, certificates and forged certificates are then compared with
this truth. One of four instances is unsolvable if the puzzle has such ones. The
seed is printed and repeats the run. Exit code 30: an answer was wrong; 21: the
time was too short for a round; 11: no instance was small enough.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Selftest {
    /// Puzzles to test [default: all].
    #[arg(value_parser = puzzles())]
    puzzles: Vec<&'static Entry>,
    /// Stop after this time, such as 10m or 8h [default: 1m].
    #[arg(long = flags::TIME_LIMIT, value_name = "TIME", value_parser = parse_duration)]
    time_limit: Option<Duration>,
    /// Same as --time-limit, in hours.
    #[arg(long, value_name = "H", value_parser = parse_hours, hide = true, conflicts_with = "time_limit")]
    hours: Option<Duration>,
    /// Stop after N rounds.
    #[arg(long, value_name = "N", value_parser = whole_in::<u64>(1..))]
    rounds: Option<u64>,
    /// Run only the round of this number.
    #[arg(long, value_name = "N", value_parser = whole::<u64>, conflicts_with = "rounds")]
    round: Option<u64>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    output: Output,
}

fn parse_hours(text: &str) -> Result<Duration, String> {
    let hours = text.parse().ok().filter(|&hours: &f64| hours > 0.0 && hours <= 100_000.0);
    let hours = hours.ok_or("expected a number of hours above 0, such as 0.5 or 8")?;
    Ok(Duration::from_secs_f64(hours * 3600.0))
}

/// The time of a test without --time-limit, --rounds and --round.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

pub fn run(args: &Selftest, out: &mut dyn Write) -> Result<Exit, Failure> {
    let started = Instant::now();
    let seed = args.seed.value();
    let puzzles = match &args.puzzles[..] {
        [] => PUZZLES.iter().collect(),
        some => some.to_vec(),
    };
    let range = match (args.round, args.rounds) {
        (Some(number), _) => (number, 1),
        (None, rounds) => (0, rounds.unwrap_or(u64::MAX)),
    };
    let bar = spinner();
    let mut report = |Progress { stats, .. }: &Progress<'_>| {
        bar.set_message(format!("{} cases", count(stats.expanded)));
    };
    let mut limits = Limits::none().interrupt(interrupt::flag()).report(&mut report);
    let endless = args.rounds.or(args.round).is_none();
    if let Some(time) = args.time_limit.or(args.hours).or(endless.then_some(DEFAULT_TIME)) {
        limits = limits.time(time);
    }
    let test = SelfTest { puzzles, seed };
    let (tally, stop) = test.run(range, args.threads.number(), &mut limits);
    bar.finish_and_clear();
    let time = started.elapsed();
    let object = || {
        json!({
            "seed": seed,
            "cases": tally.cases(),
            "instances": tally.instances,
            "unsolvable": tally.unsolvable,
            "searches": tally.searches,
            "proofs": tally.proofs,
            "certificates": tally.certificates,
            "forgeries": tally.forgeries,
            "harmless": tally.harmless,
            "failed": tally.failed,
            "failures": tally.failures,
            "seconds": time.as_secs_f64(),
        })
    };
    args.output.either(out, object, |out| {
        for failure in &tally.failures {
            writeln!(out, "{ERROR}wrong:{ERROR:#} {failure}\n")?;
        }
        let cases = plural(tally.cases(), "case");
        match (tally.failed, tally.cases()) {
            (0, 0) => headline(out, CAREFUL, "untested", "no case was run")?,
            (0, _) => headline(out, GOOD, "passed", &cases)?,
            (failed, _) => headline(out, ERROR, "failed", &format!("{failed} of {cases}"))?,
        }
        let instances = format!("{} ({} unsolvable)", count(tally.instances), tally.unsolvable);
        line(out, "instances", &instances)?;
        let searches = format!("{} ({} proofs)", count(tally.searches), count(tally.proofs));
        line(out, "searches", &searches)?;
        line(out, "certified", &count(tally.certificates))?;
        let forgeries = format!("{} ({} still true)", count(tally.forgeries), tally.harmless);
        line(out, "forged", &forgeries)?;
        line(out, "seed", &seed.to_string())?;
        let speed = rate(tally.cases(), time).unwrap_or_default();
        line(out, "time", &format!("{}, {speed}", duration(time)))
    })?;
    if tally.failed > 0 {
        return Err(Failure::bug(format!("{} wrong", plural(tally.failed, "answer"))));
    }
    if tally.cases() == 0 {
        advise("no case was run: give more time or rounds, or another seed");
        return Ok(stop.map_or(Exit::NotFound, Exit::from));
    }
    Ok(if stop == Some(Stop::Interrupted) { Exit::Interrupted } else { Exit::Done })
}
