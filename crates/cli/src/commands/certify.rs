//! `heureka certify`: a proof that a plan is optimal or that there is none, written or checked.

use super::solve::{exit, failure, unwritable};
use crate::args::{Certify, Method, Show};
use crate::choose;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{self, CAREFUL, GOOD, line, one_line, plural};
use crate::formats::json;
use crate::run::under_limits;
use crate::units::{count, duration, size};
use heureka_core::certificate::{CertificateError, Checked};
use heureka_core::{Algorithm, Strategy};
use heureka_kit::certificate::{Header, Records, Refusal};
use heureka_kit::instance::{Instance, Solution};
use serde_json::json;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Files longer than this are not read.
const LONGEST_FILE: u64 = 64 << 30;

/// Writes a certificate or checks one.
pub fn run(args: &Certify, out: &mut dyn Write) -> Result<Exit, Failure> {
    match (&args.check, &args.puzzle, &args.out) {
        (Some(path), ..) => check(args, path, out),
        (None, Some(puzzle), Some(path)) => certify(args, puzzle, path, out),
        // The definitions of the arguments do not let this happen.
        _ => Err(Failure::usage("a puzzle and --out FILE are needed, or --check FILE", "")),
    }
}

fn certify(
    args: &Certify,
    puzzle: &str,
    path: &Path,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let entry = choose::puzzle(puzzle)?;
    let chosen = choose::with_heuristic(entry, &args.choice, args.heuristic.as_deref())?;
    let instance = &*chosen.instance;
    if instance.too_large().is_some() {
        return Err(choose::too_large(instance));
    }
    can_rest_on(instance, args.strategy)?;
    // The new file takes the place of what is there: of a file, but not of a folder or a device.
    if path.metadata().is_ok_and(|there| !there.is_file()) {
        return Err(Failure::input(
            format!("{}: this is no ordinary file", path.display()),
            "give the path of a new file, or of one that may be replaced",
        ));
    }
    let partial = Partial(PathBuf::from(format!("{}.partial", path.display())));
    let file = File::create(&partial.0).map_err(|error| unwritable(path, &error))?;
    let informed = args.strategy == Method::Astar;
    let certified = under_limits(&args.limit, None, |limits| instance.certify(informed, limits));
    let (solution, records) = certified.map_err(|error| failure(&error))?;
    let Some(records) = records else {
        let algorithm = if informed { Algorithm::AStar } else { Algorithm::Ucs };
        let strategy = Strategy::new(algorithm);
        if args.json {
            print_written(out, instance, &solution, None)?;
        } else {
            human::solution(out, &chosen, &strategy, &solution, Show::None)?;
        }
        out.flush()?;
        advise("no certificate is written, as nothing is proved");
        return Ok(exit(&solution));
    };
    let header = Header::new(instance, &solution);
    let bytes = write(&header, &*records, file)
        .and_then(|bytes| std::fs::rename(&partial.0, path).map(|()| bytes))
        .map_err(|error| unwritable(path, &error))?;
    let records = records.count() as u64;
    if args.json {
        print_written(out, instance, &solution, Some((records, path, bytes)))?;
    } else {
        writeln!(out, "{GOOD}{:<12}{GOOD:#}{}", "certified", what(&header))?;
        line(out, "records", &format!("{} states", count(records)))?;
        line(out, "expanded", &count(solution.stats.expanded))?;
        line(out, "time", &duration(solution.stats.elapsed))?;
        line(out, "file", &format!("{}, {}", path.display(), size(bytes)))?;
    }
    out.flush()?;
    advise(&format!("check it with `heureka certify --check {}`", path.display()));
    Ok(exit(&solution))
}

/// A file that is still being written. Only a whole certificate gets its name: a run that fails
/// leaves an older one as it was.
struct Partial(PathBuf);

impl Drop for Partial {
    fn drop(&mut self) {
        // It is not there any more if it got its name.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Refuses a heuristic that no proof can rest on, before anybody waits for one.
fn can_rest_on(instance: &dyn Instance, method: Method) -> Result<(), Failure> {
    let heuristic = instance.heuristic();
    if !instance.claim().is_admissible() {
        let able = instance.info().heuristics.iter().filter(|h| h.claim.is_admissible());
        let able: Vec<_> = able.map(|h| h.name).collect();
        return Err(Failure::usage(
            format!("no proof can rest on '{}', which may overestimate", heuristic.name),
            format!("choose an admissible heuristic: {}", able.join(", ")),
        ));
    }
    if method == Method::Astar && !instance.reference_shares_heuristic() {
        return Err(Failure::usage(
            format!(
                "no proof by astar can rest on '{}': the reference rules, which check it, estimate \
                 less",
                heuristic.name
            ),
            "choose another heuristic, or -s ucs, whose proof needs no estimate",
        ));
    }
    Ok(())
}

/// Tells programs what was certified: the number of records, the file and its size.
fn print_written(
    out: &mut dyn Write,
    instance: &dyn Instance,
    solution: &Solution,
    written: Option<(u64, &Path, u64)>,
) -> io::Result<()> {
    let (outcome, reason) = json::outcome(solution);
    let plan = solution.outcome.plan();
    json::print(
        out,
        &json!({
            "schema": json::SCHEMA,
            "puzzle": instance.info().name,
            "instance": instance.text(),
            "heuristic": instance.heuristic().name,
            "certified": written.is_some(),
            "outcome": outcome,
            "reason": reason,
            "cost": plan.map(|plan| plan.cost),
            "length": plan.map(|plan| plan.actions.len()),
            "records": written.map(|(records, ..)| records),
            "expanded": solution.stats.expanded,
            "seconds": solution.stats.elapsed.as_secs_f64(),
            "file": written.map(|(_, path, _)| path.display().to_string()),
            "bytes": written.map(|(.., bytes)| bytes),
        }),
    )
}

/// What a certificate claims, in words.
fn what(header: &Header) -> String {
    match header.claim {
        Some(cost) => {
            let moves = plural(header.plan.len() as u64, "move");
            format!("cost {cost} is optimal ({moves})")
        }
        None => "there is no solution".to_owned(),
    }
}

fn write(header: &Header, records: &dyn Records, file: File) -> io::Result<u64> {
    let mut file = BufWriter::new(file);
    header.write(&mut file)?;
    records.write(&mut file)?;
    let file = file.into_inner()?;
    file.sync_all()?;
    Ok(file.metadata()?.len())
}

fn check(args: &Certify, path: &Path, out: &mut dyn Write) -> Result<Exit, Failure> {
    let begun = Instant::now();
    let wrong = |error: &dyn std::fmt::Display| {
        Failure::input(
            format!("{}: {error}", path.display()),
            "give a file that `heureka certify --out` has written",
        )
    };
    let bytes = choose::read_bytes(path, LONGEST_FILE)?;
    let (header, records) = Header::read(&bytes).map_err(|error| wrong(&error))?;
    let entry = heureka_puzzles::registry::puzzle(&header.puzzle)
        .ok_or_else(|| wrong(&format!("there is no puzzle '{}'", header.puzzle)))?;
    let instance = header.rebuild(entry).map_err(|error| wrong(&error))?;
    let checked =
        under_limits(&args.limit, None, |limits| header.check(&*instance, records, limits));
    if args.json {
        print_checked(out, &header, &checked, begun.elapsed())?;
        out.flush()?;
    }
    match checked {
        Ok(checked) => {
            if !args.json {
                writeln!(out, "{GOOD}{:<12}{GOOD:#}{}", "accepted", what(&header))?;
                line(out, "puzzle", &header.puzzle)?;
                line(out, "instance", &one_line(&header.instance))?;
                let rests = format!("the rules, and {} never overestimating", header.heuristic);
                line(out, "rests on", &rests)?;
                let looked =
                    format!("{} states, {} moves", count(checked.states), count(checked.moves));
                line(out, "checked", &looked)?;
                line(out, "time", &duration(begun.elapsed()))?;
            }
            Ok(Exit::Done)
        }
        Err(Refusal::Records(CertificateError::Stopped(stop))) => {
            if !args.json {
                writeln!(out, "{CAREFUL}{:<12}{CAREFUL:#}{stop}; nothing is proved", "stopped")?;
            }
            out.flush()?;
            advise("raise the limit to see the whole certificate checked");
            Ok(stop.into())
        }
        Err(refusal) => Err(Failure::bug(
            format!("{}: refused: {refusal}", path.display()),
            "the certificate does not prove what it claims; make it anew",
        )),
    }
}

/// Tells programs what became of a check.
fn print_checked(
    out: &mut dyn Write,
    header: &Header,
    checked: &Result<Checked, Refusal>,
    time: Duration,
) -> io::Result<()> {
    let (accepted, reason) = match checked {
        Ok(_) => (Some(true), None),
        Err(Refusal::Records(CertificateError::Stopped(stop))) => {
            (None, Some(json::stop(*stop).to_owned()))
        }
        Err(refusal) => (Some(false), Some(refusal.to_string())),
    };
    let looked = checked.as_ref().ok();
    json::print(
        out,
        &json!({
            "schema": json::SCHEMA,
            "puzzle": header.puzzle,
            "instance": header.instance,
            "heuristic": header.heuristic,
            "accepted": accepted,
            "reason": reason,
            "outcome": if header.claim.is_some() { "solved" } else { "unsolvable" },
            "cost": header.claim,
            "length": header.claim.map(|_| header.plan.len()),
            "states": looked.map(|checked| checked.states),
            "moves": looked.map(|checked| checked.moves),
            "seconds": time.as_secs_f64(),
        }),
    )
}
