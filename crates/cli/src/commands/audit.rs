//! `heureka audit`: checks on all reachable states what a heuristic claims.

use crate::args::Audit as Args;
use crate::choose;
use crate::commands::solve::save;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{CAREFUL, ERROR, FAINT, GOOD, HEADING, line, one_line};
use crate::formats::json;
use crate::run::{building, under_limits};
use crate::staging::distinct;
use anstyle::Style;
use heureka_core::heuristic::audit::Finding;
use heureka_lab::Provenance;
use heureka_lab::audit::{self, AuditResult};
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;

/// Audits one heuristic, or every heuristic of the puzzle.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entry = choose::puzzle(&args.puzzle)?;
    let written = [&args.svg, &args.html].into_iter().flatten().map(PathBuf::as_path);
    distinct(args.choice.file.as_deref(), written)?;
    let mut instance = choose::small_instance(entry, &args.choice)?;
    let names: Vec<&str> = match &args.heuristic {
        Some(name) => vec![name],
        None => entry.info().heuristics.iter().map(|h| h.name).collect(),
    };
    let mut exit = Exit::Done;
    let mut results = vec![];
    for (i, name) in names.iter().enumerate() {
        building("building tables", || choose::heuristic(&mut *instance, name)).0?;
        let found = under_limits(&args.limit, None, |limits| instance.audit(limits));
        let (refuted, stopped) = (found.refuted(), found.stopped);
        let reason = stopped.map(json::stop);
        let result = AuditResult { name: (*name).to_owned(), audit: found, reason };
        if !args.json {
            if i > 0 {
                writeln!(out)?;
            }
            writeln!(out, "{HEADING}{name}{HEADING:#} on {}", one_line(&instance.text()))?;
            print(&result, out)?;
            out.flush()?;
        }
        results.push(result);
        if refuted {
            exit = Exit::Failed;
        } else if let Some(stop) = stopped {
            if !matches!(exit, Exit::Failed) {
                exit = stop.into();
            }
            break;
        }
    }
    let title = format!("{}: audit of heuristics", entry.info().title);
    if let Some(path) = &args.svg {
        save(path, &audit::sheet(&title, &results))?;
    }
    if let Some(path) = &args.html {
        let names: Vec<_> = results.iter().map(|result| result.name.as_str()).collect();
        let provenance =
            Provenance::here().and("puzzle", entry.info().name).and("heuristics", names.join(", "));
        save(path, &audit::report(&title, &instance.text(), &results).html(&provenance))?;
    }
    if args.json {
        let object = json!({
            "schema": json::SCHEMA,
            "puzzle": entry.info().name,
            "instance": instance.text(),
            "heuristics": results,
        });
        json::print(out, &object)?;
    }
    out.flush()?;
    if !matches!(exit, Exit::Done | Exit::Failed) {
        advise("to audit the whole space, raise the limit or choose a smaller instance");
    }
    Ok(exit)
}

fn print(result: &AuditResult, out: &mut dyn Write) -> io::Result<()> {
    let audit = &result.audit;
    for (name, finding) in
        [("admissible", audit.admissibility()), ("consistent", audit.consistency())]
    {
        let style = match finding {
            Finding::Confirmed => GOOD,
            Finding::Refuted => ERROR,
            Finding::TrueButNotClaimed | Finding::FalseAndNotClaimed => Style::new(),
            Finding::Open => CAREFUL,
        };
        writeln!(out, "{FAINT}{name:<12}{FAINT:#}{style}{finding}{style:#}")?;
    }
    for (name, text) in result.facts() {
        line(out, name, &text)?;
    }
    for example in result.counterexamples() {
        writeln!(out, "{}", example.title)?;
        for (caption, state) in &example.frames {
            writeln!(out, "{caption}:\n{}", state.painted)?;
        }
    }
    Ok(())
}
