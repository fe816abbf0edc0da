//! `heureka solve --batch`: solves every instance of a collection by one setup.

use super::solve::Solve;
use crate::args::Limit;
use crate::choose::{self, BYTES_PER_TEXT_BYTE};
use crate::exit::{Exit, Failure, advise};
use crate::files::{MAX_INSTANCE, display_name, read_until};
use crate::formats::endings::{ending, legend};
use crate::formats::human::{CAREFUL, GOOD, headline, line, parameter};
use crate::interrupt;
use crate::names::{self, BEST};
use crate::run::{Dialog, bar, with_bar};
use crate::units::{count, duration, plural, rate, size};
use heureka_core::{Limits, Stop};
use heureka_kit::instance::Solution;
use heureka_kit::puzzle::{Info, Parameter};
use heureka_lab::batch::{Batch, BatchRun};
use heureka_lab::record::{Optimality, Verdict};
use heureka_lab::table::Cell;
use heureka_lab::{Table, advice};
use serde_json::json;
use std::collections::BTreeMap;
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
    let max_text = args.limit.memory / BYTES_PER_TEXT_BYTE;
    if let Some(line) = text.lines().position(|line| line.len() as u64 > max_text) {
        let what =
            format!("{}: line {}: the instance can be too large", display_name(path), line + 1);
        return args.output.or_stopped(out, Err(Failure::stopped(Stop::Memory, what)));
    }
    let batch = Batch::read(puzzle.entry, args.subject.choice.parameters(), path, &text);
    let batch =
        batch.map_err(|error| Failure::file(path, &error, names::collection_format(info.name)))?;
    let batch = batch.max_text(max_text);
    let instances = batch.instances();
    let runs = solve_all(args, batch, setup)?;
    let differ = runs.iter().filter(|run| run.differs).count();
    let object = || {
        json!({
            "runs": runs,
            "instances": instances,
            "not_tried": instances - runs.len(),
            "parameters": shared_parameters(info, &runs),
            "caveat": shared_caveat(&runs),
            "differ": differ,
        })
    };
    args.output.either(out, object, |out| show(info, &runs, instances, out))?;
    if differ > 0 {
        let results = plural(differ as u64, "result");
        let verb = if differ == 1 { "contradicts" } else { "contradict" };
        advise(&format!("{results} {verb} the published optimum (marked 'differs')"));
    }
    Ok(exit(&runs))
}

/// Returns the parameters that all runs share and the texts of their instances do not show, with the
/// defaults of those not given.
fn shared_parameters(info: &Info, runs: &[BatchRun]) -> BTreeMap<&'static str, String> {
    let known = info.parameters.iter().filter(|known| known.default.is_some());
    let value = |known: &Parameter, run: &BatchRun| {
        let given = run.run.parameters.get(known.name).cloned();
        given.or(known.default.map(str::to_owned)).unwrap_or_default()
    };
    let shared = known.filter_map(|known| {
        let first = value(known, runs.first()?);
        let is_shared = runs.iter().all(|run| value(known, run) == first);
        (is_shared && !first.is_empty()).then_some((known.name, first))
    });
    shared.collect()
}

/// Returns the remark about the rules that belongs to all runs.
fn shared_caveat(runs: &[BatchRun]) -> Option<&str> {
    let first = runs.first()?.run.caveat.as_deref();
    first.filter(|_| runs.iter().all(|run| run.run.caveat.as_deref() == first))
}

/// Solves the instances one after the other, with progress on stderr if that is a terminal.
fn solve_all(
    args: &Solve,
    batch: Batch,
    setup: (Option<&str>, Option<&str>),
) -> Result<Vec<BatchRun>, Failure> {
    let bar = bar(batch.instances(), "instances");
    let limit = args.limit.clone().on_threads(args.threads.threads);
    // Tables serve later runs too, so they do not count against the time of one.
    let building = Limit { time: None, expansions: None, ask_every: 0, ..limit.clone() };
    let mut is_told = false;
    let runs = batch.run(setup, |instance, strategy| {
        if interrupt::is_set() {
            return Ok(None);
        }
        advice::threads(instance, strategy, args.threads.of_search())?;
        if strategy.algorithm.is_informed() {
            let build = |limits: &mut Limits<'_>| instance.build_tables(limits);
            if let Err(stop) = with_bar(&bar, Dialog::default(), &building, None, build) {
                let heuristic = instance.heuristic();
                if !std::mem::replace(&mut is_told, true) {
                    let name = heuristic.name;
                    bar.suspend(|| {
                        advise(&format!("{stop} while building the tables of '{name}'"));
                    });
                }
                bar.inc(1);
                return Ok(Some(Solution::stopped_building(heuristic, stop)));
            }
        }
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
fn show(info: &Info, runs: &[BatchRun], instances: usize, out: &mut dyn Write) -> io::Result<()> {
    let has_names = runs.iter().any(|run| run.name.is_some());
    let has_lengths =
        runs.iter().any(|run| run.run.path_length.or(run.lower_bound_length).is_some());
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
    for BatchRun { line, name, published, differs, lower_bound_length, run } in runs {
        let is_bound = run.outcome == Verdict::Stopped;
        let bound = run.stats.lower_bound.filter(|_| is_bound);
        let cost = bound.map_or_else(|| run.cost.into(), |bound| Cell::AtLeast(bound.into()));
        let length = match lower_bound_length.filter(|_| is_bound) {
            Some(bound) => Cell::Word(format!("≥ {bound:.8}")),
            None => Cell::real(run.path_length, 8),
        };
        let mark = if *differs { " differs" } else { "" };
        let published = published.map_or(Cell::Empty, |value| Cell::Word(format!("{value}{mark}")));
        table.row(keep(vec![
            (*line).into(),
            name.clone().map_or(Cell::Empty, Cell::Word),
            ending(run).into(),
            cost,
            length,
            published,
            run.length.into(),
            if is_bound { Cell::AtLeast(run.stats.expanded) } else { run.stats.expanded.into() },
            Cell::Word(duration(run.stats.elapsed)),
        ]));
    }
    write!(out, "{}", table.text())?;
    legend(out, runs.iter().map(|run| &run.run))?;
    writeln!(out)?;
    totals(info, runs, instances, out)
}

/// Writes how many instances were solved, and sums.
fn totals(info: &Info, runs: &[BatchRun], instances: usize, out: &mut dyn Write) -> io::Result<()> {
    let with = |outcome: Verdict| runs.iter().filter(move |run| run.run.outcome == outcome).count();
    let (solved, unsolvable) = (with(Verdict::Solved), with(Verdict::Unsolvable));
    let is_proved = |run: &&BatchRun| run.run.optimality == Some(Optimality::Proved);
    let proved = runs.iter().filter(is_proved).count();
    let mut text = format!("{} of {}", count(solved as u64), plural(instances as u64, "instance"));
    match proved {
        _ if solved == 0 => {}
        all if all == solved => text.push_str(", all proved optimal"),
        some => text = format!("{text}, {} proved optimal", count(some as u64)),
    }
    if unsolvable > 0 {
        text = format!("{text}; {} proved unsolvable", count(unsolvable as u64));
    }
    if runs.len() < instances {
        text = format!("{text}; {} not tried", count((instances - runs.len()) as u64));
    }
    let is_decided = solved + unsolvable == instances;
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
    let parameters = shared_parameters(info, runs);
    if !parameters.is_empty() {
        let all: Vec<_> = parameters.iter().map(|(name, value)| parameter(name, value)).collect();
        line(out, "parameters", &all.join(", "))?;
    }
    if let Some(caveat) = shared_caveat(runs) {
        line(out, "rules", caveat)?;
    }
    line(out, "strategy", &setups.join("; "))?;
    if solved > 0 {
        let costs = runs.iter().filter_map(|run| run.run.cost).map(u64::from).sum::<u64>();
        let agrees =
            |run: &BatchRun| run.run.cost.is_none() || run.published.is_some() && !run.differs;
        let is_published = proved == solved && runs.iter().all(agrees);
        let known = if is_published { ", as published" } else { "" };
        let lengths: Vec<f64> = runs.iter().filter_map(|run| run.run.path_length).collect();
        if lengths.len() == solved {
            let length: f64 = lengths.iter().sum();
            line(out, "lengths", &format!("{length:.8} in total{known}"))?;
        } else {
            line(out, "costs", &format!("{} in total{known}", count(costs)))?;
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
        line(out, "tables", &format!("{}, ready after {built}", size(tables)))?;
    }
    Ok(())
}
