//! `heureka certify`: a proof that a plan is optimal or that there is none, written or checked.

use super::solve::{exit, failure, unwritable};
use crate::args::{Certify, Method};
use crate::choose;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{self, CAREFUL, GOOD, line, one_line, plural};
use crate::quantity::{count, duration, size};
use crate::run::under_limits;
use heureka_core::certificate::CertificateError;
use heureka_core::{Algorithm, Strategy};
use heureka_puzzles::certificate::{Header, Records, Refusal};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

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
    let mut instance = choose::instance(entry, &args.choice)?;
    if let Some(name) = &args.heuristic {
        choose::heuristic(&mut *instance, name)?;
    }
    let heuristic = instance.heuristic();
    if !heuristic.claims.admissible {
        let able = entry.info().heuristics.iter().filter(|h| h.claims.admissible);
        let able: Vec<_> = able.map(|h| h.name).collect();
        return Err(Failure::usage(
            format!("no proof can rest on '{}', which may overestimate", heuristic.name),
            format!("choose an admissible heuristic: {}", able.join(", ")),
        ));
    }
    // Only a whole certificate gets the name: a run that fails leaves an older file as it was.
    let partial = PathBuf::from(format!("{}.partial", path.display()));
    let file = File::create(&partial).map_err(|error| unwritable(path, &error))?;
    let informed = args.strategy == Method::Astar;
    let certified = under_limits(&args.limit, None, |limits| instance.certify(informed, limits));
    let (solution, records) = certified.map_err(|error| failure(&error))?;
    let Some(records) = records else {
        drop(file);
        let _ = std::fs::remove_file(&partial);
        let algorithm = if informed { Algorithm::AStar } else { Algorithm::Ucs };
        let strategy = Strategy::new(algorithm);
        human::solution(out, &*instance, &strategy, &solution, crate::args::Show::None)?;
        advise("no certificate is written, as nothing is proved");
        return Ok(exit(&solution));
    };
    let header = Header::new(&*instance, &solution);
    let bytes = write(&header, &*records, file)
        .and_then(|bytes| std::fs::rename(&partial, path).map(|()| bytes))
        .map_err(|error| unwritable(path, &error))?;
    let what = match header.claim {
        Some(cost) => format!("cost {cost} is optimal ({})", moves(&header)),
        None => "there is no solution".to_owned(),
    };
    writeln!(out, "{GOOD}{:<12}{GOOD:#}{what}", "certified")?;
    line(out, "records", &format!("{} states", count(records.count() as u64)))?;
    line(out, "expanded", &count(solution.stats.expanded))?;
    line(out, "time", &duration(solution.stats.elapsed))?;
    line(out, "file", &format!("{}, {}", path.display(), size(bytes)))?;
    out.flush()?;
    advise(&format!("check it with `heureka certify --check {}`", path.display()));
    Ok(exit(&solution))
}

fn write(header: &Header, records: &dyn Records, file: File) -> io::Result<u64> {
    let mut file = BufWriter::new(file);
    header.write(&mut file)?;
    records.write(&mut file)?;
    let file = file.into_inner()?;
    file.sync_all()?;
    Ok(file.metadata()?.len())
}

fn moves(header: &Header) -> String {
    plural(header.plan.len() as u64, "move")
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
    let instance = header.rebuild().map_err(|error| wrong(&error))?;
    let checked =
        under_limits(&args.limit, None, |limits| header.check(&*instance, records, limits));
    match checked {
        Ok(checked) => {
            let what = match header.claim {
                Some(cost) => format!("cost {cost} is optimal ({})", moves(&header)),
                None => "there is no solution".to_owned(),
            };
            writeln!(out, "{GOOD}{:<12}{GOOD:#}{what}", "accepted")?;
            line(out, "puzzle", &header.puzzle)?;
            line(out, "instance", &one_line(&header.instance))?;
            let rests = format!("the rules, and {} never overestimating", header.heuristic);
            line(out, "rests on", &rests)?;
            let looked =
                format!("{} states, {} moves", count(checked.states), count(checked.moves));
            line(out, "checked", &looked)?;
            line(out, "time", &duration(begun.elapsed()))?;
            Ok(Exit::Done)
        }
        Err(Refusal::Records(CertificateError::Stopped(stop))) => {
            writeln!(out, "{CAREFUL}{:<12}{CAREFUL:#}{stop}; nothing is proved", "stopped")?;
            Ok(stop.into())
        }
        Err(refusal) => Err(Failure::bug(
            format!("{}: refused: {refusal}", path.display()),
            "the certificate does not prove what it claims; make it anew",
        )),
    }
}
