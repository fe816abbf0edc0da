//! The commands with a search: bfs, dfs, ids, astar, competition, all.

use super::{invalid, invalid_goal, state};
use crate::args::Limit;
use crate::choose;
use crate::commands::solve::exit;
use crate::exit::{Exit, Failure, advise};
use crate::files::{is_stdout, outputs};
use crate::formats::human;
use crate::formats::json::merged;
use crate::interrupt;
use crate::names;
use crate::output::Output;
use crate::run::under_limits;
use crate::seed::Seeded;
use clap::Args;
use heureka_courses::bricks::{compete, print_search};
use heureka_kit::puzzle::Parameters;
use heureka_lab::record::RunRecord;
use heureka_puzzles::bricks::{INFO, is_matrix, settings};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// A search of the assignment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Method {
    name: &'static str,
    /// The strategy; without one, the fastest method.
    strategy: Option<&'static str>,
}

impl Method {
    pub(super) const BFS: Self = Self::new("breadth-first search", Some("bfs"));
    pub(super) const DFS: Self = Self::new("depth-first search", Some("dfs"));
    // The assignment asks for graph search.
    pub(super) const IDS: Self = Self::new("iterative deepening", Some("ids:duplicates=graph"));
    pub(super) const ASTAR: Self = Self::new("A*", Some("astar"));
    pub(super) const COMPETITION: Self = Self::new("competition", None);

    const fn new(name: &'static str, strategy: Option<&'static str>) -> Self {
        Self { name, strategy }
    }
}

#[derive(Debug, Args)]
pub(super) struct Search {
    /// State files or names of built-in instances; - for standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Choose the heuristic of A* [default: the puzzle's first].
    #[arg(short = 'H', long)]
    heuristic: Option<String>,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Args)]
pub(super) struct All {
    /// State files or names of built-in instances [default: all built-in boards of numbers].
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Write the result to this file, such as output-part2.txt (`-` for standard output, the default).
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

/// What every search takes: what it counts, how it prints, and its limits.
#[derive(Debug, Args)]
struct Common {
    /// Add goal cells that the master brick covers at the start, such as '1,2;1,3' (row,column).
    #[arg(long, value_name = "CELLS")]
    goal: Option<String>,
    /// Number the bricks as in the file, or as in the normal form of each state.
    #[arg(long, value_parser = ["original", "normal"], default_value = "original")]
    labels: String,
    /// Count each cell that a brick moves (steps), or each path of a brick (moves).
    #[arg(long, value_parser = ["steps", "moves"], default_value = "steps")]
    metric: String,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    limit: Limit,
}

impl Common {
    /// Returns the parameters that are not defaults.
    fn parameters(&self) -> Parameters {
        let metric = (self.metric == "moves").then_some(("metric", &self.metric));
        let labels = (self.labels == "normal").then_some(("labels", &self.labels));
        let goal = self.goal.as_ref().map(|goal| ("goal", goal));
        let given = [metric, labels, goal].into_iter().flatten();
        Parameters(given.map(|(name, value)| (name.to_owned(), value.clone())).collect())
    }
}

/// The result of a search: its print, its record and how it ended.
struct Found {
    title: String,
    text: Vec<u8>,
    file: String,
    record: RunRecord,
    exit: Exit,
    advice: Option<&'static str>,
}

/// Solves each board by one method. Several results are titled, and one JSON object lists them.
pub(super) fn run(args: &Search, method: Method, out: &mut dyn Write) -> Result<Exit, Failure> {
    let Search { files, heuristic, common } = args;
    let found = search_each(files, &[method], common, heuristic.as_deref())?;
    let [only] = &found[..] else {
        args.common.output.either(out, || runs(&found), |out| out.write_all(&titled(&found)))?;
        return Ok(conclude(&found));
    };
    let record = || Seeded::new(None, &only.record);
    args.common.output.either(out, record, |out| out.write_all(&only.text))?;
    Ok(conclude(&found))
}

/// Solves each board by breadth-first and depth-first search, as the assignment's last part asks.
pub(super) fn run_all(args: &All, out: &mut dyn Write) -> Result<Exit, Failure> {
    // The assignment knows boards of numbers only.
    let built_in = INFO.instances.iter().filter(|level| is_matrix(level.text));
    let built_in = built_in.map(|level| level.name.to_owned());
    let files = if args.files.is_empty() { built_in.collect() } else { args.files.clone() };
    let read: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
    let [file] = outputs(&read, [&args.out])?;
    let found = search_each(&files, &[Method::BFS, Method::DFS], &args.common, None)?;
    let text = titled(&found);
    let to_stdout = file.is_none();
    if let Some(file) = file.filter(|_| !interrupt::is_set()) {
        file.save(&text)?;
    }
    let print = |out: &mut dyn Write| if to_stdout { out.write_all(&text) } else { Ok(()) };
    args.common.output.either(out, || runs(&found), print)?;
    match &args.out {
        Some(_) if interrupt::is_set() => advise("interrupted: no file was written"),
        Some(path) if !is_stdout(path) => advise(&format!("written to {}", path.display())),
        _ => {}
    }
    Ok(conclude(&found))
}

/// Solves each board by each method, until interrupted.
fn search_each(
    files: &[String],
    methods: &[Method],
    common: &Common,
    heuristic: Option<&str>,
) -> Result<Vec<Found>, Failure> {
    let mut found = vec![];
    for file in files {
        for &method in methods {
            if !interrupt::is_set() || found.is_empty() {
                found.push(search(file, method, common, heuristic)?);
            }
        }
    }
    Ok(found)
}

fn search(
    file: &str,
    method: Method,
    common: &Common,
    heuristic: Option<&str>,
) -> Result<Found, Failure> {
    let entry = names::puzzle(INFO.name)?;
    let parameters = common.parameters();
    let start = state(file, common.goal.as_deref())?;
    let settings = settings(&parameters).map_err(|error| invalid_goal(&error))?;
    let parsed = entry.parse(&start.to_string(), &parameters);
    let mut instance = parsed.map_err(|error| invalid(file, &error))?;
    if let Some(name) = heuristic {
        choose::heuristic(&mut *instance, name)?;
    }
    let searched = under_limits(&common.limit, None, |limits| {
        let Some(word) = method.strategy else {
            let (strategy, method, solution) = compete(&*instance, limits)?;
            return Ok((strategy, Some(method), solution));
        };
        let strategy = names::strategy(word)?;
        choose::warn_without_effect(&strategy, heuristic);
        let solution = instance.solve(&strategy, limits, None)?;
        Ok::<_, Failure>((strategy, None, solution))
    });
    let (strategy, description, solution) = searched?;
    let mut text = vec![];
    let start = (&start, settings.labels);
    print_search(start, &strategy, description.as_deref(), &solution, &mut text)?;
    Ok(Found {
        title: format!("{file}: {}", method.name),
        text,
        file: file.to_owned(),
        record: RunRecord::new(&*instance, &strategy, &solution),
        exit: exit(&solution),
        advice: human::advice(&strategy, &solution),
    })
}

/// Returns the prints of several searches, each below its title.
fn titled(found: &[Found]) -> Vec<u8> {
    let parts = found.iter().map(|found| [found.title.as_bytes(), b"\n", &found.text].concat());
    parts.collect::<Vec<_>>().join(&b"\n"[..])
}

fn runs(found: &[Found]) -> serde_json::Value {
    let run = |found: &Found| merged([json!({ "file": found.file }), json!(found.record)]);
    json!({ "runs": found.iter().map(run).collect::<Vec<_>>() })
}

/// Prints what to try next, and returns the exit code of the first search that found no plan.
fn conclude(found: &[Found]) -> Exit {
    for Found { title, advice, .. } in found {
        if let Some(advice) = advice {
            let place = if found.len() > 1 { format!("{title}: ") } else { String::new() };
            advise(&format!("{place}{advice}"));
        }
    }
    let exits = found.iter().map(|found| found.exit);
    exits.into_iter().find(|&exit| exit != Exit::Done).unwrap_or(Exit::Done)
}
