//! `heureka certify`: writes or checks a proof that a plan is optimal or that no plan exists.

use super::solve::exit;
use crate::args::{Choice, Limit, Reading, Tables, Threads};
use crate::choose::{self, BYTES_PER_TEXT_BYTE};
use crate::exit::{Exit, Failure, advise};
use crate::files::{is_stdout, output_name, outputs, read_bytes, unreadable};
use crate::formats::human::{
    CAREFUL, GOOD, Show, caveat, effective, exact_line, headline, line, parameter, solved, subject,
    threads,
};
use crate::formats::json;
use crate::names::{self, NamedPuzzle};
use crate::output::Output;
use crate::puzzle_arg::PuzzleName;
use crate::run::under_limits;
use crate::units::{count, duration, plural, size};
use clap::{Args, ValueEnum};
use heureka_core::certificate::Checked;
use heureka_core::limits::Gauge;
use heureka_core::{Algorithm, Limits, Stats, Stop, Strategy};
use heureka_kit::certificate::{FIRST_LINE, Header, Records, Rejection};
use heureka_kit::instance::Instance;
use heureka_kit::text::folded;
use heureka_lab::advice;
use heureka_lab::files::OutputFile;
use serde_json::json;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  heureka certify hanoi '4 6' --out hanoi.cert
  heureka certify --check hanoi.cert
  heureka certify --check hanoi.cert --expect hanoi '4 6'
  heureka certify --check river.cert --expect river 443 -p rules=correct

A certificate holds the instance, the plan and the distance of every state that
the search closed. Checking it needs the rules, but no search. The claim names
the puzzle, the instance and its parameters: read them, or give what you mean
with --expect. Exit codes: with --out, 10 if no plan exists; with --check, 0 if
the certificate is accepted, whatever it claims, and 30 if it is rejected.
docs/trust.md specifies the format and says what a check rests on.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("threads", |arg| arg.conflicts_with("out")))]
pub struct Certify {
    /// Name of the puzzle; with --expect, the one that the certificate must be about.
    #[arg(value_parser = PuzzleName, required_unless_present = "check")]
    puzzle: Option<NamedPuzzle>,
    #[command(flatten)]
    choice: Choice,
    /// Choose the search that finds the proof.
    #[arg(short, long, value_enum, default_value_t = Method::Astar)]
    strategy: Method,
    /// Choose an admissible heuristic [default: the puzzle's first].
    #[arg(short = 'H', long)]
    heuristic: Option<String>,
    /// Write the certificate to a file (`-` for standard output).
    #[arg(long, value_name = "FILE", required_unless_present = "check")]
    out: Option<PathBuf>,
    /// Check the certificate in a file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["strategy", "heuristic", "out"])]
    check: Option<PathBuf>,
    /// Reject a certificate that is not about the puzzle, instance and parameters given.
    #[arg(long, requires_all = ["check", "puzzle"])]
    expect: bool,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    tables: Tables,
    #[command(flatten)]
    limit: Limit,
}

/// A search whose closed states prove its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Method {
    /// A*, which records the fewest states.
    Astar,
    /// Uniform-cost search, which needs no heuristic but records more states.
    Ucs,
}

/// The largest certificate that is read.
const MAX_FILE: u64 = 64 << 30;

pub fn run(args: &Certify, out: &mut dyn Write) -> Result<Exit, Failure> {
    args.tables.open();
    match (&args.check, &args.puzzle, &args.out) {
        (Some(path), ..) => check(args, path, out),
        (None, Some(puzzle), Some(path)) => certify(args, puzzle, path, out),
        // The argument definitions exclude this.
        _ => Err(Failure::usage("expected a puzzle and --out FILE, or --check FILE", "")),
    }
}

fn certify(
    args: &Certify,
    puzzle: &NamedPuzzle,
    path: &Path,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let informed = args.strategy == Method::Astar;
    let heuristic =
        args.heuristic.as_deref().map(|name| names::heuristic(puzzle.entry.info(), name));
    let heuristic = heuristic.transpose()?.map(|heuristic| heuristic.name);
    let begun = Instant::now();
    let heuristic_used = heuristic.filter(|_| informed);
    let chosen = choose::with_heuristic(puzzle, &args.choice, heuristic_used, args.limit.reading());
    let instance = &*args.output.or_stopped(out, chosen)?;
    let small = instance.as_small().ok_or_else(|| advice::too_large("certify"))?;
    let algorithm = if informed { Algorithm::AStar } else { Algorithm::Ucs };
    let strategy = Strategy::new(algorithm);
    choose::warn_without_effect(&strategy, heuristic);
    if informed {
        advice::proof_by_astar(instance)?;
    }
    if let Some(reason) = instance.unsolvable() {
        advise(&format!(
            "no solution exists, proved without a search: {reason}; a certificate may need a record \
             of every reachable state, which can take long"
        ));
    }
    let [file] = outputs(&args.choice.inputs(), [&args.out])?;
    let certified =
        under_limits(&args.limit.since(begun), None, |limits| small.certify(informed, limits));
    let (solution, records) = certified?;
    let header = Header::new(instance, informed, &solution);
    let saved = match (&records, file) {
        (Some(records), Some(file)) => {
            let bytes = write(&header, &**records, file);
            bytes.map(|bytes| Some((records.count() as u64, bytes)))
        }
        _ => Ok(None),
    };
    let written = *saved.as_ref().unwrap_or(&None);
    let (plan, stats) = (solution.outcome.plan(), &solution.stats);
    let object = || {
        let (outcome, reason) = json::outcome(&solution);
        json!({
            "puzzle": header.puzzle,
            "instance": header.instance,
            "seed": args.choice.random_seed(),
            "parameters": effective(instance),
            "caveat": instance.caveat(),
            "heuristic": header.heuristic,
            "certified": written.is_some(),
            "outcome": outcome,
            "reason": reason,
            "cost": plan.map(|plan| plan.cost()),
            "length": plan.map(|plan| plan.len()),
            "records": written.map(|(records, _)| records),
            "expanded": stats.expanded,
            "seconds": stats.elapsed.as_secs_f64(),
            "file": written.map(|_| path.display().to_string()),
            "bytes": written.map(|(_, bytes)| bytes),
        })
    };
    args.output.either(out, object, |out| {
        let Some((records, bytes)) = written else {
            return solved(instance, &strategy, &solution, Show::None, out);
        };
        headline(out, GOOD, "certified", &claim(&header, instance))?;
        caveat(out, instance)?;
        line(out, "records", &plural(records, "state"))?;
        line(out, "expanded", &count(stats.expanded))?;
        line(out, "time", &duration(stats.elapsed))?;
        line(out, "file", &format!("{}, {}", output_name(path), size(bytes)))
    })?;
    // A full disk does not lose the result.
    saved?;
    match written {
        Some(_) if is_stdout(path) => {}
        Some(_) => advise(&format!("check it with `heureka certify --check {}`", path.display())),
        None => advise("nothing is proved, so no certificate was written"),
    }
    Ok(exit(&solution))
}

/// Writes a certificate and returns its size in bytes.
fn write(header: &Header, records: &dyn Records, mut file: OutputFile) -> io::Result<u64> {
    header.write(&mut file)?;
    records.write(&mut file)?;
    file.publish()
}

/// Returns the claim of a certificate in words, with all that it is about.
fn claim(header: &Header, instance: &dyn Instance) -> String {
    let subject = subject(instance);
    match header.claim {
        Some(cost) => {
            let moves = plural(header.moves() as u64, "move");
            format!("cost {cost} is optimal ({moves}) for {subject}")
        }
        None => format!("no solution exists for {subject}"),
    }
}

/// What a certificate is about, if its header was read, and whether it proves that.
type Verdict = (Option<(Header, Box<dyn Instance>)>, Result<Checked, Rejection>);

fn check(args: &Certify, path: &Path, out: &mut dyn Write) -> Result<Exit, Failure> {
    let started = Instant::now();
    let expected = args.output.or_stopped(out, expected(args))?;
    let limit = args.limit.since(started).on_threads(args.threads.number());
    let (about, result) = under_limits(&limit, None, |limits| {
        read_and_check(path, &limit, expected.as_deref(), limits)
    })?;
    let worked = result.as_ref().map_or(1, |checked| checked.threads as u64);
    let time = started.elapsed();
    let stopped = match result {
        Err(Rejection::Stopped(stop)) => Some(stop),
        _ => None,
    };
    let object = || {
        let rejection = result.as_ref().err().map(ToString::to_string);
        let header = about.as_ref().map(|(header, _)| header);
        let instance = about.as_ref().map(|(_, instance)| instance);
        let claim = header.map(|header| header.claim);
        json!({
            "puzzle": header.map(|header| &header.puzzle),
            "instance": instance.map(|instance| instance.text()),
            "parameters": instance.map(|instance| effective(&**instance)),
            "caveat": instance.and_then(|instance| instance.caveat()),
            "heuristic": header.and_then(|header| header.heuristic.as_ref()),
            "accepted": stopped.is_none().then_some(result.is_ok()),
            "reason": stopped.map(|stop| stop.name().to_owned()).or(rejection),
            "outcome": claim.map(|cost| if cost.is_some() { "solved" } else { "unsolvable" }),
            "cost": claim.flatten(),
            "length": header.filter(|header| header.claim.is_some()).map(Header::moves),
            "states": result.as_ref().ok().map(|checked| checked.states),
            "moves": result.as_ref().ok().map(|checked| checked.moves),
            "seconds": time.as_secs_f64(),
            "threads": worked,
        })
    };
    args.output.either(out, object, |out| {
        if let Some(stop) = stopped {
            return headline(out, CAREFUL, "stopped", &format!("{stop}; nothing is proved"));
        }
        // A rejection is an error, which follows on stderr.
        let (Ok(checked), Some((header, instance))) = (&result, &about) else { return Ok(()) };
        accepted(header, &**instance, *checked, out)?;
        line(out, "time", &duration(time))?;
        threads(out, worked)
    })?;
    if let Some(stop) = stopped {
        advise("raise the limit to check the whole certificate");
        return Ok(stop.into());
    }
    result.map(|_| Exit::Done).map_err(|rejection| {
        let help = match rejection {
            Rejection::Unexpected(_) => "check another file, or change what you expect",
            _ => "the certificate does not prove its claim; write it again",
        };
        let what = format!("{}: rejected: {rejection}", path.display());
        Failure::new(Exit::Bug, what, help)
    })
}

/// Returns the instance that the certificate must be about, if one is given.
fn expected(args: &Certify) -> Result<Option<Box<dyn Instance>>, Failure> {
    match &args.puzzle {
        Some(puzzle) if args.expect => {
            let reading = Reading { pipe: false, ..args.limit.reading() };
            choose::instance(puzzle, &args.choice, reading).map(Some)
        }
        _ if args.puzzle.is_some() || args.choice.is_given() => {
            let what = "a puzzle, an instance and parameters cannot be used with --check alone: \
                        the certificate holds its own";
            Err(Failure::usage(what, "add --expect to compare them with the certificate"))
        }
        _ => Ok(None),
    }
}

/// Reads and checks a certificate under limits, which include reading it.
fn read_and_check(
    path: &Path,
    limit: &Limit,
    expected: Option<&dyn Instance>,
    limits: &mut Limits<'_>,
) -> Result<Verdict, Failure> {
    // Starts the clock of the limits. A limit that is reached already stops the check below.
    let _ = limits.check(&Stats::default(), Gauge::default());
    let stopped = |stop| Ok((None, Err(Rejection::Stopped(stop))));
    let end = limit.time.and_then(|time| Instant::now().checked_add(time));
    let invalid = |error: &dyn std::fmt::Display| {
        Failure::file(path, error, "give a file written by `heureka certify --out`")
    };
    let bytes = match read_bytes(path, FIRST_LINE, limit.memory.min(MAX_FILE), end) {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(error)) if error.kind() == ErrorKind::FileTooLarge && limit.memory < MAX_FILE => {
            return stopped(Stop::Memory);
        }
        Ok(Err(error)) if error.kind() == ErrorKind::InvalidInput => {
            return Err(invalid(&format!("not a certificate: line 1: {error}")));
        }
        Ok(Err(error)) => return Err(unreadable(path, &error)),
        Err(failure) => return failure.stop().map_or(Err(failure), stopped),
    };
    // Reading the header copies it, so its size counts before that.
    let end_of_header = bytes.windows(9).position(|bytes| bytes == b"\nrecords\n");
    let header = end_of_header.unwrap_or(bytes.len());
    if limits.hold((bytes.len() + header) as u64).is_break() {
        return stopped(Stop::Memory);
    }
    let (header, records) = Header::read(&bytes).map_err(|error| invalid(&error))?;
    let instance_bytes = header.instance.len() as u64 * BYTES_PER_TEXT_BYTE;
    if limits.hold(instance_bytes).is_break() {
        return stopped(Stop::Memory);
    }
    let puzzle = heureka_puzzles::registry::puzzle(&header.puzzle)
        .ok_or_else(|| invalid(&format!("unknown puzzle '{}'", header.puzzle)))?;
    let instance = header.rebuild(puzzle).map_err(|error| invalid(&error))?;
    let result = match expected.and_then(|expected| difference(&*instance, expected)) {
        Some(difference) => Err(Rejection::Unexpected(difference)),
        None => header.check(&*instance, records, limits),
    };
    Ok((Some((header, instance)), result))
}

/// Returns in what an instance differs from the expected one.
fn difference(found: &dyn Instance, expected: &dyn Instance) -> Option<String> {
    let names = [found, expected].map(|instance| instance.info().name);
    if names[0] != names[1] {
        return Some(format!("it is about {}, expected {}", names[0], names[1]));
    }
    for known in found.info().parameters.iter().filter(|known| known.default.is_some()) {
        let name = known.name;
        let [value, wanted] = [found, expected].map(|instance| {
            let given = effective(instance).remove(name).filter(|value| !value.is_empty());
            given.or_else(|| instance.default_of(name).map(str::to_owned))
        });
        if value != wanted {
            let text = |value: Option<String>| parameter(name, &value.unwrap_or_default());
            return Some(format!("it is about {}, expected {}", text(value), text(wanted)));
        }
    }
    let [text, wanted] = [found, expected].map(Instance::text);
    (text != wanted).then(|| {
        format!("it is about the instance '{}', expected '{}'", folded(&text), folded(&wanted))
    })
}

/// Writes all that an accepted certificate proves, and what that rests on.
fn accepted(
    header: &Header,
    instance: &dyn Instance,
    Checked { states, moves, .. }: Checked,
    out: &mut dyn Write,
) -> io::Result<()> {
    headline(out, GOOD, "accepted", &claim(header, instance))?;
    line(out, "puzzle", &header.puzzle)?;
    // The instance is never shortened: its goal may be at the end.
    exact_line(out, "instance", &folded(&instance.text()))?;
    let parameters: Vec<_> =
        effective(instance).iter().map(|(name, value)| parameter(name, value)).collect();
    if !parameters.is_empty() {
        line(out, "parameters", &parameters.join(", "))?;
    }
    caveat(out, instance)?;
    let assumed = match &header.heuristic {
        Some(heuristic) => format!("the rules, and that {heuristic} is admissible"),
        None => "the rules; no heuristic".to_owned(),
    };
    line(out, "assumes", &assumed)?;
    line(out, "checked", &format!("{}, {}", plural(states, "state"), plural(moves, "move")))
}
