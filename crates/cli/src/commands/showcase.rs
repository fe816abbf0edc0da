//! `heureka` alone: one instance of every puzzle solved, and what to try next.

use super::solve::{exit, failure};
use crate::choose;
use crate::exit::{Exit, Failure};
use crate::formats::human::{CAREFUL, FAINT, GOOD, HEADING};
use crate::interrupt;
use crate::quantity::{count, duration};
use heureka_core::{Limits, Optimality, Outcome};
use heureka_kit::puzzle::Parameters;
use heureka_puzzles::registry::PUZZLES;
use std::io::Write;
use std::time::Duration;

/// No puzzle of the showcase takes longer than this.
const TIME: Duration = Duration::from_secs(10);
/// Nor more memory.
const MEMORY: u64 = 1 << 30;

/// Solves the first level of every puzzle.
pub fn run(out: &mut dyn Write) -> Result<Exit, Failure> {
    writeln!(out, "Heureka, the workbench for heuristic search. One instance of every puzzle:\n")?;
    writeln!(
        out,
        "{HEADING}{:<20}{:<28}{:>4}  {:<8}{:>9}{:>9}{HEADING:#}",
        "puzzle and level", "strategy", "cost", "how sure", "expanded", "time"
    )?;
    let mut worst = Exit::Done;
    for entry in PUZZLES {
        let info = entry.info();
        let level = &info.levels[0];
        let mut instance = entry
            .level(level, &Parameters::default())
            .map_err(|error| Failure::bug(format!("a built-in level is wrong: {error}"), ""))?;
        let best = instance.best();
        let strategy = choose::strategy(info, Some(best.strategy))?;
        choose::heuristic(&mut *instance, best.heuristic)?;
        let mut limits = Limits::none().time(TIME).memory(MEMORY).interrupt(interrupt::flag());
        let solution =
            instance.solve(&strategy, &mut limits, None).map_err(|error| failure(&error))?;
        let (style, sure) = match &solution.outcome {
            Outcome::Solved(_, Optimality::Proved) => (GOOD, "optimal"),
            Outcome::Solved(_, Optimality::Within(_)) => (GOOD, "near"),
            Outcome::Solved(_, Optimality::NotClaimed) => (CAREFUL, "a plan"),
            Outcome::Unsolvable => (GOOD, "none"),
            Outcome::NotFound(_) => (CAREFUL, "not-found"),
            Outcome::Stopped(_) => (CAREFUL, "stopped"),
        };
        // Options would not fit; `heureka solve` tells them.
        let name = strategy.algorithm.name();
        let with = if strategy.algorithm.is_informed() {
            format!("{name}, {}", instance.heuristic().name)
        } else {
            name.to_owned()
        };
        let cost = solution.outcome.cost().map_or("–".to_owned(), |cost| cost.to_string());
        writeln!(
            out,
            "{:<20}{with:<28}{cost:>4}  {style}{sure:<8}{style:#}{:>9}{:>9}",
            format!("{} {}", info.name, level.name),
            count(solution.stats.expanded),
            duration(solution.stats.elapsed),
        )?;
        out.flush()?;
        if !matches!(solution.outcome, Outcome::Solved(..) | Outcome::Unsolvable) {
            worst = exit(&solution);
        }
        if worst == Exit::Interrupted {
            break;
        }
    }
    let name = PUZZLES[0].info().name;
    let tries = [
        ("heureka list".to_owned(), "the puzzles and the strategies"),
        (format!("heureka describe {name}"), "rules, text format, heuristics, levels"),
        (format!("heureka solve {name} --show states"), "a plan, drawn"),
        (format!("heureka solve {name} -s bfs --json"), "another strategy, for programs"),
        ("heureka help".to_owned(), "every command"),
    ];
    writeln!(out, "\nTry next:")?;
    for (command, what) in tries {
        writeln!(out, "  {command:<40}{FAINT}{what}{FAINT:#}")?;
    }
    Ok(worst)
}
