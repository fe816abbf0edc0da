//! `heureka audit`: does a heuristic keep its promises?

use crate::args::Audit as Args;
use crate::choose;
use crate::commands::solve::save;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{CAREFUL, ERROR, FAINT, GOOD, HEADING, line, one_line, plural, wrap};
use crate::formats::json;
use crate::quantity::count;
use crate::run::{building, under_limits};
use crate::staging::distinct;
use anstyle::Style;
use heureka_core::heuristic::audit::{Audit, Exact, Finding, Pair};
use heureka_core::{Cost, DEAD_END};
use heureka_kit::instance::{Instance, Shown};
use heureka_lab::audit::{self as shown, Quality, overestimate, value};
use heureka_lab::{Provenance, Report};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::PathBuf;

/// Audits one heuristic, or all of the puzzle's.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entry = choose::puzzle(&args.puzzle)?;
    let written = [&args.svg, &args.html].into_iter().flatten().map(PathBuf::as_path);
    distinct(args.choice.file.as_deref(), written)?;
    let mut instance = choose::small_instance(entry, &args.choice)?;
    let names: Vec<&str> = match &args.heuristic {
        Some(name) => vec![name],
        None => entry.info().heuristics.iter().map(|h| h.name).collect(),
    };
    let mut ended = Exit::Done;
    let mut audits = vec![];
    for (i, name) in names.iter().enumerate() {
        building("building tables", || choose::heuristic(&mut *instance, name)).0?;
        let found = under_limits(&args.limit, None, |limits| instance.audit(limits));
        if !args.json {
            if i > 0 {
                writeln!(out)?;
            }
            writeln!(out, "{HEADING}{name}{HEADING:#} on {}", one_line(&instance.text()))?;
            print(&found, out)?;
            out.flush()?;
        }
        let (refuted, stopped) = (found.refuted(), found.stopped);
        audits.push(((*name).to_owned(), found));
        if refuted {
            ended = Exit::Failed;
        } else if let Some(stop) = stopped {
            if !matches!(ended, Exit::Failed) {
                ended = stop.into();
            }
            break;
        }
    }
    draw(args, &*instance, &audits)?;
    if args.json {
        json::print(
            out,
            &json!({
                "schema": json::SCHEMA,
                "puzzle": entry.info().name,
                "instance": instance.text(),
                "heuristics": audits.iter().map(|(name, found)| object(name, found)).collect::<Vec<_>>(),
            }),
        )?;
    }
    out.flush()?;
    if !matches!(ended, Exit::Done | Exit::Failed) {
        advise("raise the limit or take a smaller instance to audit the whole space");
    }
    Ok(ended)
}

/// Writes plots, counterexamples and a page where that is asked for.
fn draw(
    args: &Args,
    instance: &dyn Instance,
    audits: &[(String, Audit<Shown, String>)],
) -> Result<(), Failure> {
    let title = format!("{}: estimates audited", instance.info().title);
    if let Some(path) = &args.svg {
        save(path, &shown::sheet(&title, audits))?;
    }
    if let Some(path) = &args.html {
        let mut report = Report::new(&title);
        report.paragraph(
            "A heuristic is admissible if it never overestimates, consistent if along no move it \
             falls by more than the move costs.",
        );
        let stopped = audits.iter().find_map(|(name, found)| Some((name, found.stopped?)));
        report.paragraph(&match stopped {
            None => "Every state that can be reached, and every move, was held against the exact \
                     distances."
                .to_owned(),
            Some((name, stop)) => format!(
                "The audit was stopped by {stop} at {name}: nothing here speaks for states that were \
                 not reached."
            ),
        });
        report.lines(&instance.text());
        for (name, found) in audits {
            shown::add_to(&mut report, name, found);
        }
        let names: Vec<_> = audits.iter().map(|(name, _)| name.as_str()).collect();
        let how = Provenance::here()
            .and("puzzle", instance.info().name)
            .and("heuristics", names.join(", "));
        save(path, &report.html(&how))?;
    }
    Ok(())
}

/// What was found, for programs.
fn object(name: &str, found: &Audit<Shown, String>) -> Value {
    let over = overestimate(found);
    let cost = |cost: Cost| (cost < DEAD_END).then_some(cost);
    let quality = found.exact.as_ref().and_then(Quality::of);
    json!({
        "name": name,
        "complete": found.stopped.is_none(),
        "reason": found.stopped.map(json::stop),
        "admissible": found.admissible(),
        "admissible_claimed": found.claim.is_admissible() || found.claim.is_consistent(),
        "consistent": found.consistent(),
        "consistent_claimed": found.claim.is_consistent(),
        "states": found.states,
        "moves": found.moves,
        "goals": found.goals,
        "start_cost": found.exact.as_ref().and_then(|exact| cost(exact.start)),
        "dead_ends": found.exact.as_ref().map(|exact| exact.dead),
        "mean_h": quality.as_ref().map(|quality| quality.mean_h),
        "mean_exact": quality.as_ref().map(|quality| quality.mean_exact),
        "exact_share": quality.as_ref().map(Quality::exact_share),
        "pairs": found.exact.as_ref().map(|exact| {
            let pair = |pair: &Pair| json!({
                "h": cost(pair.h),
                "exact": cost(pair.exact),
                "states": pair.states,
            });
            exact.pairs.iter().map(pair).collect::<Vec<_>>()
        }),
        "overestimates": over.0,
        "overestimate": over.1.map(|o| json!({
            "state": o.state.text,
            "h": cost(o.h),
            "exact": cost(o.exact),
        })),
        "inconsistencies": found.inconsistencies.0,
        "inconsistency": found.inconsistencies.1.as_ref().map(|i| json!({
            "state": i.state.text,
            "h": cost(i.h),
            "action": i.action,
            "cost": i.cost,
            "next": i.next.text,
            "next_h": cost(i.next_h),
        })),
    })
}

fn print(found: &Audit<Shown, String>, out: &mut dyn Write) -> io::Result<()> {
    for (what, finding) in
        [("admissible", found.admissibility()), ("consistent", found.consistency())]
    {
        let style = match finding {
            Finding::Confirmed => GOOD,
            Finding::Refuted => ERROR,
            Finding::TrueButNotClaimed | Finding::FalseAndNotClaimed => Style::new(),
            Finding::Open => CAREFUL,
        };
        writeln!(out, "{FAINT}{what:<12}{FAINT:#}{style}{finding}{style:#}")?;
    }
    let counts = [(found.states, "state"), (found.moves, "move"), (found.goals, "goal")];
    let counts = counts.map(|(number, what)| plural(number, what));
    line(out, "looked at", &counts.join(", "))?;
    if let Some(exact) = &found.exact {
        quality(exact, out)?;
    }
    counterexamples(found, out)
}

/// How near the estimates come to the exact distances.
fn quality(exact: &Exact<Shown>, out: &mut dyn Write) -> io::Result<()> {
    let start = if exact.start == DEAD_END {
        "no goal can be reached".to_owned()
    } else {
        format!("the cheapest plan costs {}", exact.start)
    };
    line(out, "start", &start)?;
    if exact.dead > 0 {
        line(out, "dead ends", &format!("{} states", count(exact.dead)))?;
    }
    let Some(quality) = Quality::of(exact) else { return Ok(()) };
    let Quality { mean_h, mean_exact, .. } = quality;
    let words = quality.exact_in_words();
    let text = format!("{mean_h:.3} on average, where {mean_exact:.3} is exact; {words}");
    line(out, "estimate", &text)
}

fn counterexamples(found: &Audit<Shown, String>, out: &mut dyn Write) -> io::Result<()> {
    if let (number, Some(o)) = overestimate(found) {
        let text = format!(
            "{} overestimated; the first has h = {} where {} is exact:",
            if number == 1 {
                "1 state is".to_owned()
            } else {
                format!("{} states are", count(number))
            },
            value(o.h),
            value(o.exact),
        );
        writeln!(out, "{}\n{}", wrap(text.split(' '), 0), o.state.painted)?;
    }
    let (number, example) = &found.inconsistencies;
    if let Some(i) = example {
        let text = format!(
            "along {} h falls by more than {}; the first, {}, costs {}, from h = {}:",
            plural(*number, "move"),
            if *number == 1 { "it costs" } else { "they cost" },
            i.action,
            i.cost,
            value(i.h),
        );
        let (text, next_h) = (wrap(text.split(' '), 0), value(i.next_h));
        writeln!(out, "{text}\n{}\nto h = {next_h}:\n{}", i.state.painted, i.next.painted)?;
    }
    Ok(())
}
