//! `heureka chi run`: writes a solution and a search file for every puzzle and search, or none.

use super::{Size, boards, parse_heuristic};
use crate::exit::{Exit, Failure, advise};
use crate::files::output_folder;
use crate::interrupt;
use crate::measure::SearchLimits;
use crate::output::Output;
use crate::run::bar;
use crate::units::{plural, whole_in};
use clap::Args;
use heureka_core::parallel::cores;
use heureka_core::{Limits, Outcome};
use heureka_courses::chi::{NO_SOLUTION, Task, write_solution};
use heureka_kit::instance::Instance;
use heureka_lab::Table;
use heureka_lab::files::OutputFolder;
use serde::Serialize;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

const EXAMPLES: &str = "\
Examples:
  heureka chi run puzzles.txt --out results
  heureka chi run puzzles.txt --out demo --heuristics h0 --time-limit 60s
  heureka chi run large.txt --out large --rows 3 --cols 3 --jobs 4

Writes k_ucs_solution.txt and k_ucs_search.txt for puzzle number k, from 0, and
the same for gbfs-h1, gbfs-h2, astar-h1 and astar-h2.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Run {
    /// Puzzle file, one board per line (`-` for standard input).
    file: PathBuf,
    /// Write the results into this folder; create it if necessary.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    size: Size,
    /// Choose the heuristics, separated by commas.
    #[arg(long, value_name = "NAMES", default_value = "h1,h2", value_delimiter = ',', value_parser = parse_heuristic)]
    heuristics: Vec<&'static str>,
    /// Run N searches in parallel [default: number of cores].
    #[arg(long, value_name = "N", value_parser = whole_in::<usize>(1..))]
    jobs: Option<usize>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    limits: SearchLimits,
}

/// The result of a search.
#[derive(Clone, Debug, Serialize)]
struct Row {
    puzzle: usize,
    search: String,
    solved: bool,
    reason: Option<&'static str>,
    cost: Option<u32>,
    length: Option<usize>,
    expanded: u64,
    seconds: f64,
}

pub fn run(args: &Run, out: &mut dyn Write) -> Result<Exit, Failure> {
    let size = args.size.shape()?;
    let boards = boards(&args.file, size)?;
    let folder = output_folder(&args.out)?;
    let mut heuristics: Vec<&str> = vec![];
    for &name in &args.heuristics {
        if !heuristics.contains(&name) {
            heuristics.push(name);
        }
    }
    let tasks = Task::all(&heuristics);
    let instances = tasks.iter().map(|task| task.instance(size));
    let instances: Vec<_> =
        instances.collect::<Result<_, _>>().map_err(|error| Failure::bug(error.to_string()))?;
    let number = boards.len() * tasks.len();
    let workers = args.jobs.unwrap_or_else(cores).min(number);
    let rows = in_parallel(number, workers, |index| {
        let (puzzle, task) = (index / tasks.len(), index % tasks.len());
        let memory = args.limits.memory_limit / workers as u64;
        let mut limits = args.limits.limits().memory(memory);
        search(&folder, (puzzle, &boards[puzzle]), &tasks[task], &*instances[task], &mut limits)
    })?;
    let Some(rows) = rows else {
        advise("interrupted: no file was written");
        return Ok(Exit::Interrupted);
    };
    let saved = folder.publish();
    let ran = || json!({ "puzzles": boards.len(), "runs": rows });
    args.output.either(out, ran, |out| write!(out, "{}", summary(&tasks, &rows).text()))?;
    // A full disk does not lose the result.
    saved?;
    if !args.output.json {
        let files = plural(2 * rows.len() as u64, "file");
        advise(&format!("{files} written to {}", args.out.display()));
    }
    Ok(Exit::Done)
}

/// Runs searches in parallel and returns their rows in order; returns `None` if interrupted.
fn in_parallel(
    number: usize,
    workers: usize,
    run: impl Fn(usize) -> Result<Row, Failure> + Sync,
) -> Result<Option<Vec<Row>>, Failure> {
    let bar = bar(number, "searches");
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(number));
    let work = || {
        while !interrupt::is_set() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= number {
                return;
            }
            let row = run(index);
            let failed = row.is_err();
            results.lock().unwrap_or_else(PoisonError::into_inner).push((index, row));
            bar.inc(1);
            if failed {
                // The other searches would fail as well.
                next.store(number, Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
    });
    bar.finish_and_clear();
    if interrupt::is_set() {
        return Ok(None);
    }
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, row)| row).collect::<Result<_, _>>().map(Some)
}

/// Runs one search and writes its two files.
fn search(
    folder: &OutputFolder,
    (puzzle, cells): (usize, &[u8]),
    task: &Task,
    instance: &dyn Instance,
    limits: &mut Limits<'_>,
) -> Result<Row, Failure> {
    let name = task.name();
    let [solution, trace] =
        ["solution", "search"].map(|what| format!("{puzzle}_{name}_{what}.txt"));
    let mut file = folder.file(&trace)?;
    let run = task.run(instance, cells, limits, &mut file)?;
    file.publish()?;
    let seconds = run.stats.elapsed.as_secs_f64();
    let steps = run.outcome.plan();
    if let Some(steps) = steps {
        let mut file = folder.file(&solution)?;
        write_solution(&mut file, cells, steps, seconds)?;
        file.publish()?;
    } else {
        folder.file(&trace)?.save(NO_SOLUTION)?;
        folder.file(&solution)?.save(NO_SOLUTION)?;
    }
    Ok(Row {
        puzzle,
        search: name,
        solved: steps.is_some(),
        reason: match run.outcome {
            Outcome::Stopped(stop) => Some(stop.name()),
            _ => None,
        },
        cost: run.cost(),
        length: steps.map(Vec::len),
        expanded: run.stats.expanded,
        seconds,
    })
}

/// Returns the totals of each search.
fn summary(tasks: &[Task], rows: &[Row]) -> Table {
    let mut table = Table::new(["search", "solved", "no solution", "cost", "moves", "expanded"]);
    for task in tasks {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.search == task.name()).collect();
        let solved = rows.iter().filter(|row| row.solved).count();
        table.row([
            task.name().into(),
            (solved as u64).into(),
            ((rows.len() - solved) as u64).into(),
            rows.iter().filter_map(|row| row.cost).map(u64::from).sum::<u64>().into(),
            rows.iter().filter_map(|row| row.length).map(|moves| moves as u64).sum::<u64>().into(),
            rows.iter().map(|row| row.expanded).sum::<u64>().into(),
        ]);
    }
    table
}
