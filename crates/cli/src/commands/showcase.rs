//! `heureka` without a command: one board, solved twice, and what to try next.

use crate::choose;
use crate::exit::{Exit, Failure};
use crate::formats::human::{FAINT, GOOD, HEADING};
use crate::interrupt;
use crate::names;
use crate::units::{count, duration};
use heureka_core::Limits;
use std::io::Write;
use std::time::Duration;

/// The board: one of the two 8-puzzles that are farthest from the goal.
const PUZZLE: &str = "tiles";
const LEVEL: &str = "eight";
const HEURISTIC: &str = "manhattan";

/// The commands to try next, and what they show.
const NEXT: &[(&str, &str)] = &[
    ("heureka list", "puzzles and strategies"),
    ("heureka solve hanoi --show states", "a plan, drawn step by step"),
    ("heureka race tiles --level eight", "more strategies on this board"),
    ("heureka play tiles --level eight", "solve it yourself, with hints"),
];

pub fn run(out: &mut dyn Write) -> Result<Exit, Failure> {
    let entry = names::puzzle(PUZZLE)?;
    let level = names::built_in(entry.info(), LEVEL)?;
    let mut instance = choose::built_in(entry, level)?;
    choose::heuristic(&mut *instance, HEURISTIC)?;
    writeln!(out, "{HEADING}Heureka{HEADING:#}, a workbench for heuristic search\n")?;
    writeln!(out, "One of the two hardest 8-puzzles:\n")?;
    for line in instance.start().lines() {
        writeln!(out, "    {line}")?;
    }
    out.flush()?;
    let limits = || Limits::none().time(Duration::from_secs(60)).interrupt(interrupt::flag());
    let search = |word: &str| -> Result<_, Failure> {
        Ok(instance.solve(&names::strategy(word)?, &mut limits(), None)?)
    };
    let (bfs, astar) = (search("bfs")?, search("astar")?);
    for solution in [&bfs, &astar] {
        if solution.outcome.plan().is_none() {
            return Ok(super::solve::exit(solution));
        }
    }
    let moves = astar.outcome.plan().map_or(0, |plan| plan.len());
    let (blind, informed) = (&bfs.stats, &astar.stats);
    writeln!(out, "\n{GOOD}solved{GOOD:#} in {moves} moves, proved optimal")?;
    writeln!(
        out,
        "bfs: {} nodes in {}; A*: {} nodes in {} ({:.0} times fewer)\n",
        count(blind.expanded),
        duration(blind.elapsed),
        count(informed.expanded),
        duration(informed.elapsed),
        blind.expanded as f64 / informed.expanded.max(1) as f64,
    )?;
    writeln!(out, "Try next:")?;
    for (command, shows) in NEXT {
        writeln!(out, "  {command:<36}{FAINT}{shows}{FAINT:#}")?;
    }
    Ok(Exit::Done)
}
