//! `heureka audit`: does a heuristic keep its promises?

use crate::args::Audit as Args;
use crate::choose;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{CAREFUL, ERROR, FAINT, GOOD, HEADING, line, one_line, plural, wrap};
use crate::formats::json;
use crate::quantity::count;
use crate::run::{building, under_limits};
use anstyle::Style;
use heureka_core::heuristic::audit::{Audit, Exact, Finding};
use heureka_core::{Cost, DEAD_END};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Audits one heuristic, or all of the puzzle's.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entry = choose::puzzle(&args.puzzle)?;
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
        if args.json {
            audits.push(object(name, &found));
        } else {
            if i > 0 {
                writeln!(out)?;
            }
            writeln!(out, "{HEADING}{name}{HEADING:#} on {}", one_line(&instance.text()))?;
            print(&found, out)?;
            out.flush()?;
        }
        if found.refuted() {
            ended = Exit::Failed;
        } else if let Some(stop) = found.stopped {
            if !matches!(ended, Exit::Failed) {
                ended = stop.into();
            }
            break;
        }
    }
    if args.json {
        json::print(
            out,
            &json!({
                "schema": json::SCHEMA,
                "puzzle": entry.info().name,
                "instance": instance.text(),
                "heuristics": audits,
            }),
        )?;
    }
    out.flush()?;
    if !matches!(ended, Exit::Done | Exit::Failed) {
        advise("raise the limit or take a smaller instance to audit the whole space");
    }
    Ok(ended)
}

/// What was found, for programs.
fn object(name: &str, found: &Audit<String, String>) -> Value {
    let over = found.exact.as_ref().map(|exact| &exact.overestimates);
    let over = over.filter(|over| over.1.is_some()).unwrap_or(&found.goals_above_zero);
    let cost = |cost: Cost| (cost < DEAD_END).then_some(cost);
    let quality = found.exact.as_ref().and_then(Quality::of);
    json!({
        "name": name,
        "complete": found.stopped.is_none(),
        "reason": found.stopped.map(json::stop),
        "admissible": found.admissible(),
        "admissible_claimed": found.claims.admissible || found.claims.consistent,
        "consistent": found.consistent(),
        "consistent_claimed": found.claims.consistent,
        "states": found.states,
        "moves": found.moves,
        "goals": found.goals,
        "start_cost": found.exact.as_ref().and_then(|exact| cost(exact.start)),
        "dead_ends": found.exact.as_ref().map(|exact| exact.dead),
        "mean_h": quality.as_ref().map(|quality| quality.mean_h),
        "mean_exact": quality.as_ref().map(|quality| quality.mean_exact),
        "exact_share": quality.as_ref().map(|quality| quality.exact_share),
        "overestimates": over.0,
        "overestimate": over.1.as_ref().map(|o| json!({
            "state": o.state,
            "h": cost(o.h),
            "exact": cost(o.exact),
        })),
        "inconsistencies": found.inconsistencies.0,
        "inconsistency": found.inconsistencies.1.as_ref().map(|i| json!({
            "state": i.state,
            "h": cost(i.h),
            "action": i.action,
            "cost": i.cost,
            "next": i.next,
            "next_h": cost(i.next_h),
        })),
    })
}

/// How near estimates come to the exact distances, on the states that are no dead ends.
struct Quality {
    mean_h: f64,
    mean_exact: f64,
    exact_share: f64,
}

impl Quality {
    fn of(exact: &Exact<String>) -> Option<Self> {
        let (mut states, mut equal, mut sum_h, mut sum_exact) = (0, 0, 0.0, 0.0);
        for pair in exact.pairs.iter().filter(|pair| pair.h < DEAD_END && pair.exact < DEAD_END) {
            states += pair.states;
            equal += if pair.h == pair.exact { pair.states } else { 0 };
            sum_h += f64::from(pair.h) * pair.states as f64;
            sum_exact += f64::from(pair.exact) * pair.states as f64;
        }
        let of = states as f64;
        (states > 0).then(|| Self {
            mean_h: sum_h / of,
            mean_exact: sum_exact / of,
            exact_share: equal as f64 / of,
        })
    }
}

fn print(found: &Audit<String, String>, out: &mut dyn Write) -> io::Result<()> {
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
fn quality(exact: &Exact<String>, out: &mut dyn Write) -> io::Result<()> {
    let start = if exact.start == DEAD_END {
        "no goal can be reached".to_owned()
    } else {
        format!("the cheapest plan costs {}", exact.start)
    };
    line(out, "start", &start)?;
    if exact.dead > 0 {
        line(out, "dead ends", &format!("{} states", count(exact.dead)))?;
    }
    let Some(Quality { mean_h, mean_exact, exact_share }) = Quality::of(exact) else {
        return Ok(());
    };
    let text = format!(
        "{mean_h:.3} on average, where {mean_exact:.3} is exact; exact in {:.1} % of the states",
        100.0 * exact_share
    );
    line(out, "estimate", &text)
}

fn value(h: Cost) -> String {
    if h == DEAD_END { "dead end".to_owned() } else { h.to_string() }
}

fn counterexamples(found: &Audit<String, String>, out: &mut dyn Write) -> io::Result<()> {
    let over = found.exact.as_ref().map(|exact| &exact.overestimates);
    for (number, example) in [Some(&found.goals_above_zero), over].into_iter().flatten() {
        if let Some(o) = example {
            let text = format!(
                "{} states are overestimated; the first has h = {} where {} is exact:",
                count(*number),
                value(o.h),
                value(o.exact),
            );
            writeln!(out, "{}\n{}", wrap(text.split(' '), 0), o.state)?;
            break;
        }
    }
    let (number, example) = &found.inconsistencies;
    if let Some(i) = example {
        let text = format!(
            "along {} moves h falls by more than they cost; the first, {}, costs {}, from h = {}:",
            count(*number),
            i.action,
            i.cost,
            value(i.h),
        );
        let (text, next_h) = (wrap(text.split(' '), 0), value(i.next_h));
        writeln!(out, "{text}\n{}\nto h = {next_h}:\n{}", i.state, i.next)?;
    }
    Ok(())
}
