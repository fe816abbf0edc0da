//! `heureka solve`: solves an instance.

use crate::args::{Horizon, Limit, Search, SearchThreads, SubjectArgs, Tables};
use crate::choose;
use crate::commands::batch;
use crate::exit::{Exit, Failure, advise};
use crate::files::outputs;
use crate::formats::human::{self, Show};
use crate::formats::json;
use crate::output::Output;
use crate::run::under_limits;
use crate::seed::Seeded;
use clap::Args;
use heureka_core::Strategy;
use heureka_kit::instance::{Instance, Solution};
use heureka_kit::trace::Trace;
use heureka_lab::advice;
use heureka_lab::files::OutputFile;
use heureka_lab::pictures;
use heureka_lab::record::RunRecord;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  heureka solve hanoi                            first built-in instance
  heureka solve hanoi '4 10' -H patterns         four rods, ten disks
  heureka solve tiles '1 2 3 0 4 5' --rows 2     row by row, 0 is the blank
  heureka solve tiles board.txt                  file; or: cat board.txt | …
  heureka solve klotski                          built-in instance by its name
  heureka solve tiles --random 3x3 --seed 7      random instance
  heureka solve hanoi --level 4x12 --time-limit 10s --memory-limit 1GiB
  heureka solve tiles -s astar --threads 4       on four threads
  heureka solve hanoi > plan.txt                 `heureka check` reads the plan
  heureka solve hanoi --svg hanoi.svg            draw every state of the plan
  heureka solve bricks --html plan.html          the same as pages to print
  heureka solve hanoi --svg - | viewer           `-` is standard output
  heureka solve tiles --batch boards.txt         every instance of a file

A strategy is a name with options: astar, wastar:1.5, 'dls(20)',
astar:ties=low-g. Run `heureka list` to see them all.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Solve {
    #[command(flatten)]
    pub subject: SubjectArgs,
    #[command(flatten)]
    pub search: Search,
    /// Solve every instance of a collection: one per line, or name, instance and optimum separated by
    /// tabs, or a format of the puzzle's own field (docs/collections.md); `-` for standard input.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["instance", "file", "level", "random", "seed", "show", "trace", "svg", "html"]
    )]
    batch: Option<PathBuf>,
    /// Choose how to print the plan.
    #[arg(long, value_enum, default_value_t = Show::Moves)]
    show: Show,
    /// Write every step of the search to a file, one JSON object per line (`-` for standard output).
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Draw the plan as SVG: the route on a map, else every state (`-` for standard output).
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the plan as an HTML page that prints on A4 and Letter (`-` for standard output).
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub threads: SearchThreads,
    #[command(flatten)]
    tables: Tables,
    #[command(flatten)]
    pub limit: Limit,
    #[command(flatten)]
    pub horizon: Horizon,
}

pub fn run(args: &Solve, out: &mut dyn Write) -> Result<Exit, Failure> {
    args.tables.open();
    if let Some(path) = &args.batch {
        return batch::run(args, path, out);
    }
    let begun = Instant::now();
    let written = [&args.trace, &args.svg, &args.html];
    let [trace, svg, html] = outputs(&args.subject.choice.inputs(), written)?;
    let chosen = choose::search(&args.subject, &args.search, args.limit.reading());
    let (instance, strategy) = args.output.or_stopped(out, chosen)?;
    let Horizon { depth_limit, cost_limit } = args.horizon;
    advice::horizon(&strategy, depth_limit, cost_limit)?;
    advice::threads(&*instance, &strategy, args.threads.of_search())?;
    let draws = svg.is_some() || html.is_some() || args.show == Show::States;
    if draws && instance.as_small().is_none() {
        return Err(advice::too_large("draw").into());
    }
    choose::warn_without_effect(&strategy, args.search.heuristic.as_deref());
    let (solution, traced) = search(args, begun, &*instance, &strategy, trace)?;
    let picture = || {
        let (svg, note) = pictures::plan_svg(&*instance, &solution)?;
        if let Some(note) = note {
            advise(&note);
        }
        Ok(svg)
    };
    let page = || Ok(pictures::plan_page(&*instance, &strategy, &solution)?);
    let drawn = svg.map_or(Ok(()), |file| save(file, picture()));
    let printed = html.map_or(Ok(()), |file| save(file, page()));
    let text =
        |out: &mut dyn Write| human::solved(&*instance, &strategy, &solution, args.show, out);
    let seed = args.subject.choice.random_seed();
    let record = || Seeded::new(seed, RunRecord::new(&*instance, &strategy, &solution));
    args.output.either(out, record, text)?;
    // A full disk does not lose the result.
    traced?;
    drawn.and(printed)?;
    Ok(conclude(&strategy, &solution))
}

/// Solves the instance, and returns whether the trace was written, if it is requested.
fn search<'i>(
    args: &Solve,
    begun: Instant,
    instance: &'i dyn Instance,
    strategy: &Strategy,
    trace: Option<OutputFile>,
) -> Result<(Solution<'i>, io::Result<()>), Failure> {
    let mut trace = trace.map(json::TraceWriter::new);
    let limit = args.limit.since(begun).on_threads(args.threads.threads);
    let solution = under_limits(&limit, Some(&args.horizon), |limits| {
        instance.solve(strategy, limits, trace.as_mut().map(|trace| trace as &mut dyn Trace))
    })?;
    let traced = trace.map_or(Ok(()), |trace| trace.finish()?.publish().map(|_| ()));
    Ok((solution, traced))
}

fn save(file: OutputFile, content: Result<String, Failure>) -> Result<(), Failure> {
    Ok(file.save(content?)?)
}

/// Prints what to try next and returns the exit code of a search.
pub fn conclude(strategy: &Strategy, solution: &Solution<'_>) -> Exit {
    if let Some(text) = human::advice(strategy, solution) {
        advise(text);
    }
    exit(solution)
}

/// Returns the exit code of a search.
pub fn exit(solution: &Solution<'_>) -> Exit {
    let (outcome, reason) = json::outcome(solution);
    Exit::of(outcome, reason.as_ref())
}
