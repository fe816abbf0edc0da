//! `heureka audit`: does a heuristic keep its promises?

use crate::args::Audit as Args;
use crate::choose;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{CAREFUL, ERROR, FAINT, GOOD, HEADING, line, one_line, plural};
use crate::quantity::count;
use crate::run::under_limits;
use anstyle::Style;
use heureka_core::heuristic::audit::{Audit, Exact, Finding};
use heureka_core::{Cost, DEAD_END};
use std::io::{self, Write};

/// Audits one heuristic, or all of the puzzle's.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entry = choose::puzzle(&args.puzzle)?;
    let mut instance = choose::instance(entry, &args.choice)?;
    let names: Vec<&str> = match &args.heuristic {
        Some(name) => vec![name],
        None => entry.info().heuristics.iter().map(|h| h.name).collect(),
    };
    let mut ended = Exit::Done;
    for (i, name) in names.iter().enumerate() {
        choose::heuristic(&mut *instance, name)?;
        let found = under_limits(&args.limit, None, |limits| instance.audit(limits));
        if i > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{HEADING}{name}{HEADING:#} on {}", one_line(&instance.text()))?;
        print(&found, out)?;
        out.flush()?;
        if found.refuted() {
            ended = Exit::Failed;
        } else if let Some(stop) = found.stopped {
            advise("raise the limit or take a smaller instance to audit the whole space");
            return Ok(stop.into());
        }
    }
    Ok(ended)
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
    let (mut states, mut equal, mut sum_h, mut sum_exact) = (0, 0, 0.0, 0.0);
    for pair in exact.pairs.iter().filter(|pair| pair.h < DEAD_END && pair.exact < DEAD_END) {
        states += pair.states;
        equal += if pair.h == pair.exact { pair.states } else { 0 };
        sum_h += f64::from(pair.h) * pair.states as f64;
        sum_exact += f64::from(pair.exact) * pair.states as f64;
    }
    if states > 0 {
        let of = states as f64;
        let text = format!(
            "{:.3} on average, where {:.3} is exact; exact in {:.1} % of the states",
            sum_h / of,
            sum_exact / of,
            100.0 * equal as f64 / of
        );
        line(out, "estimate", &text)?;
    }
    Ok(())
}

fn value(h: Cost) -> String {
    if h == DEAD_END { "dead end".to_owned() } else { h.to_string() }
}

fn counterexamples(found: &Audit<String, String>, out: &mut dyn Write) -> io::Result<()> {
    let over = found.exact.as_ref().map(|exact| &exact.overestimates);
    for (number, example) in [Some(&found.goals_above_zero), over].into_iter().flatten() {
        if let Some(o) = example {
            writeln!(
                out,
                "{} states are overestimated; the first has h = {} where {} is exact:\n{}",
                count(*number),
                value(o.h),
                value(o.exact),
                o.state
            )?;
            break;
        }
    }
    let (number, example) = &found.inconsistencies;
    if let Some(i) = example {
        writeln!(
            out,
            "along {} moves h falls by more than they cost; the first, {}, costs {}, from h = {}:\n\
             {}\nto h = {}:\n{}",
            count(*number),
            i.action,
            i.cost,
            value(i.h),
            i.state,
            value(i.next_h),
            i.next
        )?;
    }
    Ok(())
}
