//! `heureka solve --batch`: solves every instance of a collection by one setup.

use super::solve::Solve;
use crate::choose;
use crate::exit::{Exit, Failure, advise};
use crate::files::{MAX_INSTANCE, read_until};
use crate::formats::endings::{ending, legend};
use crate::formats::human::{CAREFUL, GOOD, headline, line};
use crate::interrupt;
use crate::names::{self, BEST};
use crate::run::{Dialog, bar, with_bar};
use crate::units::{count, duration, plural, rate, size};
use heureka_core::Limits;
use heureka_lab::batch::{Batch, BatchRun};
use heureka_lab::record::{Optimality, Verdict};
use heureka_lab::table::Cell;
use heureka_lab::{Table, advice};
use serde_json::json;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

pub fn run(args: &Solve, path: &Path, out: &mut dyn Write) -> Result<Exit, Failure> {
    let puzzle = &args.subject.puzzle;
    let info = puzzle.entry.info();
    choose::advise_taken_as(&puzzle.typed, info, None);
    let setup = (args.search.strategy.as_deref(), args.search.heuristic.as_deref());
    let word = names::strategy_word(info, setup.0, setup.1);
    if word != BEST {
        let strategy = names::strategy(word)?;
        advice::horizon(&strategy, args.horizon.depth_limit, args.horizon.cost_limit)?;
        choose::warn_without_effect(&strategy, setup.1);
    }
    if let Some(name) = setup.1 {
        names::heuristic(info, name)?;
    }
    let end = args.limit.time.and_then(|time| Instant::now().checked_add(time));
    let text = args.output.or_stopped(out, read_until(path, MAX_INSTANCE, end))?;
    let batch = Batch::read(puzzle.entry, args.subject.choice.parameters(), path, &text);
    let batch =
        batch.map_err(|error| Failure::file(path, &error, names::text_format(info.name)))?;
    let runs = solve_all(args, batch, setup)?;
    let differ = runs.iter().filter(|run| run.differs).count();
    let object = || json!({ "runs": runs, "differ": differ });
    args.output.either(out, object, |out| show(&runs, out))?;
    if differ > 0 {
        let results = plural(differ as u64, "published result");
        advise(&format!("contradicted: {results}, marked 'differs'"));
    }
    Ok(exit(&runs))
}

/// Solves the instances one after the other, with progress on stderr if that is a terminal.
fn solve_all(
    args: &Solve,
    batch: Batch,
    setup: (Option<&str>, Option<&str>),
) -> Result<Vec<BatchRun>, Failure> {
    let bar = bar(batch.len(), "instances");
    let limit = args.limit.clone().on_threads(args.threads.threads);
    let runs = batch.run(setup, |instance, strategy| {
        if interrupt::is_set() {
            return Ok(None);
        }
        advice::threads(instance, strategy, args.threads.threads)?;
        let solve = |limits: &mut Limits<'_>| instance.solve(strategy, limits, None);
        let solution = with_bar(&bar, Dialog::default(), &limit, Some(&args.horizon), solve)?;
        bar.inc(1);
        Ok(Some(solution))
    });
    bar.finish_and_clear();
    runs
}

/// Returns the exit code of a batch: of the first limit that stopped a run, if no result differs.
fn exit(runs: &[BatchRun]) -> Exit {
    if interrupt::is_set() {
        return Exit::Interrupted;
    }
    if runs.iter().any(|run| run.differs) {
        return Exit::Failed;
    }
    let is_decided = |exit: &Exit| matches!(exit, Exit::Done | Exit::Unsolvable);
    runs.iter().map(|run| run.run.exit()).find(|exit| !is_decided(exit)).unwrap_or(Exit::Done)
}

/// Writes a row for each run, then the totals.
fn show(runs: &[BatchRun], out: &mut dyn Write) -> io::Result<()> {
    let has_names = runs.iter().any(|run| run.name.is_some());
    let has_lengths = runs.iter().any(|run| run.run.path_length.is_some());
    let has_published = runs.iter().any(|run| run.published.is_some());
    let columns = [
        ("line", true),
        ("name", has_names),
        ("ending", true),
        ("cost", !has_lengths),
        ("length", has_lengths),
        ("published", has_published),
        ("moves", true),
        ("expanded", true),
        ("time", true),
    ];
    let keep = |cells: Vec<Cell>| {
        cells.into_iter().zip(columns).filter(|(_, (_, is_shown))| *is_shown).map(|(cell, _)| cell)
    };
    let shown = columns.iter().filter(|(_, is_shown)| *is_shown);
    let mut table = Table::new(shown.map(|(name, _)| *name));
    for BatchRun { line, name, published, differs, run } in runs {
        let is_bound = run.outcome == Verdict::Stopped;
        let bound = run.stats.lower_bound.filter(|_| is_bound);
        let cost = bound.map_or_else(|| run.cost.into(), |bound| Cell::AtLeast(bound.into()));
        let mark = if *differs { " differs" } else { "" };
        let published = published.map_or(Cell::Empty, |value| Cell::Word(format!("{value}{mark}")));
        table.row(keep(vec![
            (*line).into(),
            name.clone().map_or(Cell::Empty, Cell::Word),
            ending(run).into(),
            cost,
            Cell::real(run.path_length, 8),
            published,
            run.length.into(),
            if is_bound { Cell::AtLeast(run.stats.expanded) } else { run.stats.expanded.into() },
            Cell::Word(duration(run.stats.elapsed)),
        ]));
    }
    write!(out, "{}", table.text())?;
    legend(out, runs.iter().map(|run| &run.run))?;
    writeln!(out)?;
    totals(runs, out)
}

/// Writes how many instances were solved, and sums.
fn totals(runs: &[BatchRun], out: &mut dyn Write) -> io::Result<()> {
    let with = |outcome: Verdict| runs.iter().filter(move |run| run.run.outcome == outcome).count();
    let (solved, unsolvable) = (with(Verdict::Solved), with(Verdict::Unsolvable));
    let is_proved = |run: &&BatchRun| run.run.optimality == Some(Optimality::Proved);
    let proved = runs.iter().filter(is_proved).count();
    let mut text = format!("{} of {}", count(solved as u64), plural(runs.len() as u64, "instance"));
    match proved {
        _ if solved == 0 => {}
        all if all == solved => text.push_str(", all proved optimal"),
        some => text = format!("{text}, {} proved optimal", count(some as u64)),
    }
    if unsolvable > 0 {
        text = format!("{text}; {} proved unsolvable", count(unsolvable as u64));
    }
    let is_decided = solved + unsolvable == runs.len();
    headline(out, if is_decided { GOOD } else { CAREFUL }, "solved", &text)?;
    let mut setups: Vec<String> = vec![];
    for run in runs.iter().map(|run| &run.run) {
        let setup = match &run.heuristic {
            Some(heuristic) => format!("{}, heuristic {heuristic}", run.strategy),
            None => run.strategy.clone(),
        };
        if !setups.contains(&setup) {
            setups.push(setup);
        }
    }
    line(out, "strategy", &setups.join("; "))?;
    if solved > 0 {
        let costs = runs.iter().filter_map(|run| run.run.cost).map(u64::from).sum::<u64>();
        let agrees =
            |run: &BatchRun| run.run.cost.is_none() || run.published.is_some() && !run.differs;
        let is_published = proved == solved && runs.iter().all(agrees);
        let known = if is_published { ", as published" } else { "" };
        match runs.iter().map(|run| run.run.path_length).sum::<Option<f64>>() {
            Some(length) => line(out, "lengths", &format!("{length:.8} in all{known}"))?,
            None => line(out, "costs", &format!("{} in all{known}", count(costs)))?,
        }
    }
    let expanded = runs.iter().map(|run| run.run.stats.expanded).sum::<u64>();
    line(out, "expanded", &count(expanded))?;
    let elapsed = runs.iter().map(|run| run.run.stats.elapsed).sum::<Duration>();
    let speed = rate(expanded, elapsed).map(|rate| format!(" ({rate})")).unwrap_or_default();
    line(out, "time", &format!("{}{speed}", duration(elapsed)))?;
    let peak = runs.iter().map(|run| run.run.stats.peak_bytes).max().unwrap_or(0);
    line(out, "memory", &format!("{} (peak)", size(peak)))?;
    let tables = runs.iter().map(|run| run.run.table_bytes).max().unwrap_or(0);
    if tables > 0 {
        let seconds = runs.iter().map(|run| run.run.table_seconds).fold(0.0, f64::max);
        let built = duration(Duration::from_secs_f64(seconds));
        line(out, "tables", &format!("{}, built in {built}", size(tables)))?;
    }
    Ok(())
}
