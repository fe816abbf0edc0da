//! `heureka certify`: writes or checks a proof that a plan is optimal or that no plan exists.

use super::solve::exit;
use crate::args::{Choice, Limit, puzzles};
use crate::choose;
use crate::exit::{Exit, Failure, advise};
use crate::files::{outputs, read_bytes};
use crate::formats::human::{CAREFUL, GOOD, Show, headline, line, one_line, plural, solved};
use crate::formats::json;
use crate::output::Output;
use crate::run::under_limits;
use crate::units::{count, duration, size};
use clap::{Args, ValueEnum};
use heureka_core::certificate::{CertificateError, Checked};
use heureka_core::{Algorithm, Strategy};
use heureka_kit::certificate::{Header, Records, Rejection};
use heureka_kit::entry::Entry;
use heureka_kit::instance::Instance;
use heureka_lab::files::OutputFile;
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  heureka certify hanoi '4 6' --out hanoi.cert
  heureka certify --check hanoi.cert

A certificate holds the instance, the plan and the distance of every state that
the search closed. Checking it needs the rules, but no search. Exit code 10: the
certificate proves that no plan exists; 30: the check rejected it.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Certify {
    /// Name of the puzzle.
    #[arg(value_parser = puzzles(), required_unless_present = "check")]
    puzzle: Option<&'static Entry>,
    #[command(flatten)]
    choice: Choice,
    /// Choose the search that finds the proof.
    #[arg(short, long, value_enum, default_value_t = Method::Astar)]
    strategy: Method,
    /// Choose an admissible heuristic [default: the puzzle's first].
    #[arg(short = 'H', long)]
    heuristic: Option<String>,
    /// Write the certificate to a file.
    #[arg(long, value_name = "FILE", required_unless_present = "check")]
    out: Option<PathBuf>,
    /// Check the certificate in a file.
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "puzzle", "instance", "file", "level", "random", "seed", "parameters", "rows", "cols",
        "strategy", "heuristic", "out",
    ])]
    check: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
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
    match (&args.check, args.puzzle, &args.out) {
        (Some(path), ..) => check(args, path, out),
        (None, Some(puzzle), Some(path)) => certify(args, puzzle, path, out),
        // The argument definitions exclude this.
        _ => Err(Failure::usage("expected a puzzle and --out FILE, or --check FILE", "")),
    }
}

fn certify(
    args: &Certify,
    puzzle: &Entry,
    path: &Path,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let instance = &*choose::with_heuristic(puzzle, &args.choice, args.heuristic.as_deref())?;
    let subject = instance.as_small().ok_or_else(|| choose::too_large("certify"))?;
    let informed = args.strategy == Method::Astar;
    require_usable_heuristic(instance, informed && !subject.reference_shares_heuristic())?;
    let [file] = outputs(&args.choice.file, [&args.out])?;
    let certified = under_limits(&args.limit, None, |limits| subject.certify(informed, limits));
    let (solution, records) = certified?;
    let header = Header::new(instance, &solution);
    let written = match (&records, file) {
        (Some(records), Some(file)) => {
            Some((records.count() as u64, write(&header, &**records, file)?))
        }
        _ => None,
    };
    let (plan, stats) = (solution.outcome.plan(), &solution.stats);
    let object = || {
        let (outcome, reason) = json::outcome(&solution);
        json!({
            "puzzle": header.puzzle,
            "instance": header.instance,
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
            let algorithm = if informed { Algorithm::AStar } else { Algorithm::Ucs };
            return solved(instance, &Strategy::new(algorithm), &solution, Show::None, out);
        };
        headline(out, GOOD, "certified", &claim(&header))?;
        line(out, "records", &format!("{} states", count(records)))?;
        line(out, "expanded", &count(stats.expanded))?;
        line(out, "time", &duration(stats.elapsed))?;
        line(out, "file", &format!("{}, {}", path.display(), size(bytes)))
    })?;
    advise(&match written {
        Some(_) => format!("check it with `heureka certify --check {}`", path.display()),
        None => "nothing is proved, so no certificate was written".to_owned(),
    });
    Ok(exit(&solution))
}

/// Rejects a heuristic that cannot support a proof, before the search starts.
fn require_usable_heuristic(instance: &dyn Instance, unchecked: bool) -> Result<(), Failure> {
    let name = instance.heuristic().name;
    if !instance.claim().is_admissible() {
        let admissible = instance.info().heuristics.iter().filter(|h| h.claim.is_admissible());
        let names: Vec<_> = admissible.map(|h| h.name).collect();
        let what = format!("heuristic '{name}' cannot support a proof: it may overestimate");
        let help = format!("choose an admissible heuristic: {}", names.join(", "));
        return Err(Failure::usage(what, help));
    }
    if unchecked {
        let what = format!(
            "heuristic '{name}' cannot support a proof by astar: the reference rules estimate lower values"
        );
        return Err(Failure::usage(what, "choose another heuristic, or -s ucs, which uses none"));
    }
    Ok(())
}

/// Writes a certificate and returns its size in bytes.
fn write(header: &Header, records: &dyn Records, mut file: OutputFile) -> io::Result<u64> {
    header.write(&mut file)?;
    records.write(&mut file)?;
    file.publish()
}

/// Returns the claim of a certificate in words.
fn claim(header: &Header) -> String {
    match header.claim {
        Some(cost) => {
            format!("cost {cost} is optimal ({})", plural(header.plan.len() as u64, "move"))
        }
        None => "no solution exists".to_owned(),
    }
}

fn check(args: &Certify, path: &Path, out: &mut dyn Write) -> Result<Exit, Failure> {
    let started = Instant::now();
    let invalid = |error: &dyn std::fmt::Display| {
        Failure::file(path, error, "give a file written by `heureka certify --out`")
    };
    let bytes = read_bytes(path, MAX_FILE)?;
    let (header, records) = Header::read(&bytes).map_err(|error| invalid(&error))?;
    let puzzle = heureka_puzzles::registry::puzzle(&header.puzzle)
        .ok_or_else(|| invalid(&format!("unknown puzzle '{}'", header.puzzle)))?;
    let instance = header.rebuild(puzzle).map_err(|error| invalid(&error))?;
    let result =
        under_limits(&args.limit, None, |limits| header.check(&*instance, records, limits));
    let time = started.elapsed();
    let stopped = match result {
        Err(Rejection::Records(CertificateError::Stopped(stop))) => Some(stop),
        _ => None,
    };
    let object = || {
        let refusal = result.as_ref().err().map(ToString::to_string);
        json!({
            "puzzle": header.puzzle,
            "instance": header.instance,
            "heuristic": header.heuristic,
            "accepted": stopped.is_none().then_some(result.is_ok()),
            "reason": stopped.map(|stop| stop.name().to_owned()).or(refusal),
            "outcome": if header.claim.is_some() { "solved" } else { "unsolvable" },
            "cost": header.claim,
            "length": header.claim.map(|_| header.plan.len()),
            "states": result.as_ref().ok().map(|checked| checked.states),
            "moves": result.as_ref().ok().map(|checked| checked.moves),
            "seconds": time.as_secs_f64(),
        })
    };
    args.output.either(out, object, |out| {
        if let Some(stop) = stopped {
            return headline(out, CAREFUL, "stopped", &format!("{stop}; nothing is proved"));
        }
        // A rejection is an error, which follows on stderr.
        let Ok(Checked { states, moves, .. }) = result else { return Ok(()) };
        headline(out, GOOD, "accepted", &claim(&header))?;
        line(out, "puzzle", &header.puzzle)?;
        line(out, "instance", &one_line(&header.instance))?;
        line(out, "assumes", &format!("the rules, and that {} is admissible", header.heuristic))?;
        line(out, "checked", &format!("{} states, {} moves", count(states), count(moves)))?;
        line(out, "time", &duration(time))
    })?;
    if let Some(stop) = stopped {
        advise("raise the limit to check the whole certificate");
        return Ok(stop.into());
    }
    result.map(|_| Exit::Done).map_err(|refusal| {
        let help = "the certificate does not prove its claim; write it again";
        let what = format!("{}: rejected: {refusal}", path.display());
        Failure::new(Exit::Bug, what, help)
    })
}
