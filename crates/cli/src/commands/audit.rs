//! `heureka audit`: checks on all reachable states what a heuristic claims.

use crate::args::{Limit, SubjectArgs, Tables, Threads};
use crate::choose;
use crate::exit::{Exit, Failure, advise};
use crate::files::outputs;
use crate::formats::human::{CAREFUL, ERROR, FAINT, GOOD, HEADING, line, one_line, threads};
use crate::output::Output;
use crate::run::under_limits;
use anstyle::Style;
use clap::Args;
use heureka_core::heuristic::audit::Finding;
use heureka_lab::Provenance;
use heureka_lab::advice;
use heureka_lab::audit::{self, AuditResult};
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  heureka audit tiles --level easy -H pdb
  heureka audit graph too-high -H given
  heureka audit hanoi '4 6' --html hanoi.html";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Audit {
    #[command(flatten)]
    subject: SubjectArgs,
    /// Audit only this heuristic [default: all of the puzzle's].
    #[arg(short = 'H', long)]
    heuristic: Option<String>,
    /// Plot estimates against exact distances, with counterexamples, as SVG (`-` for standard output).
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a self-contained HTML report (`-` for standard output).
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    tables: Tables,
    #[command(flatten)]
    limit: Limit,
}

pub fn run(args: &Audit, out: &mut dyn Write) -> Result<Exit, Failure> {
    args.tables.open();
    let info = args.subject.info();
    let [svg, html] = outputs(&args.subject.choice.inputs(), [&args.svg, &args.html])?;
    let mut instance = args.output.or_stopped(out, args.subject.instance(args.limit.reading()))?;
    let names: Vec<&str> = match &args.heuristic {
        Some(name) => vec![name],
        None => info.heuristics.iter().map(|h| h.name).collect(),
    };
    let mut exit = Exit::Done;
    let mut results = vec![];
    let limit = args.limit.clone().on_threads(args.threads.number());
    let most_threads = limit.most_threads() as u64;
    for name in names {
        choose::heuristic(&mut *instance, name)?;
        let subject = instance.as_small().ok_or_else(|| advice::too_large("audit"))?;
        let found = under_limits(&limit, None, |limits| subject.audit(limits));
        let (refuted, stopped) = (found.refuted(), found.stopped);
        let result = AuditResult { name: name.to_owned(), audit: found };
        if !args.output.json {
            let gap = if results.is_empty() { "" } else { "\n" };
            writeln!(out, "{gap}{HEADING}{name}{HEADING:#} on {}", one_line(&instance.text()))?;
            print(&result, out)?;
            threads(out, most_threads)?;
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
    let title = format!("{}: audit of heuristics", info.title);
    let drawn = svg.map_or(Ok(()), |file| file.save(audit::sheet(&title, &results)));
    let reported = html.map_or(Ok(()), |file| {
        let names: Vec<_> = results.iter().map(|result| result.name.as_str()).collect();
        let provenance =
            Provenance::here().and("puzzle", info.name).and("heuristics", names.join(", "));
        file.save(audit::report(&title, &instance.text(), &results).html(&provenance))
    });
    let (puzzle, text) = (info.name, instance.text());
    let seed = args.subject.choice.random_seed();
    let object = || {
        json!({
            "puzzle": puzzle,
            "instance": text,
            "seed": seed,
            "heuristics": results,
            "threads": most_threads,
        })
    };
    // The text is printed as it is found.
    args.output.either(out, object, |_| Ok(()))?;
    // A full disk does not lose the result.
    drawn.and(reported)?;
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
            writeln!(out, "{caption}:\n{}", state.colored)?;
        }
    }
    Ok(())
}
