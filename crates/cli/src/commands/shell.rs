//! `heureka shell`: runs the search shell of a course on three text files.

use super::solve::exit;
use crate::args::Limit;
use crate::ask::answer;
use crate::choose;
use crate::exit::{Exit, Failure};
use crate::files;
use crate::formats::human::{CAREFUL, FAINT, GOOD, headline};
use crate::interrupt;
use crate::names::suggest_or;
use crate::output::Output;
use crate::run::under_limits;
use crate::units::{parse_duration, parse_size};
use clap::{Args, ValueEnum};
use heureka_core::strategy::Duplicates;
use heureka_core::{Outcome, Stop};
use heureka_courses::shell::{
    File, FileError, Report, ShellProblem, Source, Specification, TraceWriter, builtin,
    builtin_names, find,
};
use heureka_kit::instance::Solution;
use heureka_kit::trace::Trace;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

pub const EXAMPLES: &str = "\
Examples:
  heureka shell MCPSpec5GBFS InitialStateMCP664 GoalStateMCP000
  heureka shell MCPSpec2BFS InitialStateMCP332 GoalStateMCP000 --trace
  heureka shell my/spec.txt my/start.txt GoalStateMCP000
  heureka shell                    ask for the three names
  heureka shell --list             list the built-in files
  heureka shell --print MCPSpec1   print a built-in file

A name without folder and extension means TextFiles/NAME.txt or, if there is no
such file, a built-in file. Anything else is a path. A specification has one
value per line: strategy (DFS, BFS, UCS, A*, GBFS, IDS, DLS), depth cutoff (0
unless DLS), exploration cutoff (the shell asks whether to continue after this
many expansions; 0 never asks), problem (MCP or Pegs), and for Pegs the shape of
the board, 1 to 6.

Every node taken from the frontier counts as expanded, including the goal. Loops
are successors that are already in the closed list. The exit code is 2 if a file
is invalid, and 0 if you stop the search.";

const LIST_HINT: &str = "run `heureka shell --list` to see the built-in files";

/// The rules of missionaries and cannibals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Rules {
    /// Missionaries must be safe on both banks.
    Correct,
    /// The faulty rules of the published program, to reproduce its runs.
    Published,
}

/// The repeated states that the search drops.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Repeated {
    /// States in the closed list.
    Closed,
    /// All known states.
    Graph,
}

#[derive(Debug, Args)]
pub struct Shell {
    /// Specification file.
    #[arg(requires = "goal")]
    specification: Option<String>,
    /// Initial state file.
    initial: Option<String>,
    /// Goal state file.
    goal: Option<String>,
    /// Print every expanded node, and whether its successors are in the closed list.
    #[arg(long, conflicts_with = "json")]
    trace: bool,
    /// Choose the rules of missionaries and cannibals (MCP).
    #[arg(long, value_enum, default_value_t = Rules::Correct)]
    rules: Rules,
    /// Choose the heuristic [default: the puzzle's first].
    #[arg(short = 'H', long)]
    heuristic: Option<String>,
    /// Choose which repeated states to drop [default: closed for MCP, graph for Pegs].
    #[arg(long, value_enum)]
    duplicates: Option<Repeated>,
    /// List the built-in files.
    #[arg(long, conflicts_with_all = ["specification", "print", "json"])]
    list: bool,
    /// Print a built-in file.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["specification", "json"])]
    print: Option<String>,
    #[command(flatten)]
    output: Output,
    /// Stop after this time, such as 500ms, 60s, 2m or 1h30m.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time_limit: Option<Duration>,
    /// Stop before the search needs more memory than this, such as 256MiB or `none`.
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "4GiB")]
    memory_limit: u64,
}

pub fn run(args: &Shell, out: &mut dyn Write) -> Result<Exit, Failure> {
    if args.list {
        builtin_names().iter().try_for_each(|name| writeln!(out, "{name}"))?;
        return Ok(Exit::Done);
    }
    if let Some(name) = &args.print {
        out.write_all(builtin(name).ok_or_else(|| no_file(name))?.as_bytes())?;
        return Ok(Exit::Done);
    }
    let read = |name: &Option<String>, file| read(name.clone().map_or_else(|| ask_for(file), Ok)?);
    let (name, text) = read(&args.specification, File::Specification)?;
    let (initial_name, initial) = read(&args.initial, File::Initial)?;
    let (goal_name, goal) = read(&args.goal, File::Goal)?;
    let names = [name.as_str(), &initial_name, &goal_name];
    let invalid = |FileError { file, error }| {
        Failure::usage(format!("{}: {error}", names[file as usize]), file.format())
    };
    let specification = Specification::parse(&text).map_err(invalid)?;
    let published = args.rules == Rules::Published;
    if published && specification.problem != ShellProblem::Mcp {
        return Err(Failure::usage("--rules published applies only to MCP", "omit --rules"));
    }
    let mut instance = specification.instance(&initial, &goal, published).map_err(invalid)?;
    if let Some(name) = &args.heuristic {
        choose::heuristic(&mut *instance, name)?;
    }
    let mut strategy = specification.strategy();
    match args.duplicates {
        Some(Repeated::Graph) => strategy.duplicates = Duplicates::Graph,
        Some(Repeated::Closed) => strategy.duplicates = Duplicates::Closed,
        None => {}
    }
    let limit = Limit {
        time: args.time_limit,
        memory: args.memory_limit,
        expansions: None,
        ask_every: specification.cutoff,
    };
    // A question may follow a node, so the user has to see it first.
    let mut trace = TraceWriter::new(&mut *out, io::stdout().is_terminal());
    let solution = under_limits(&limit, None, |limits| {
        let trace = args.trace.then_some(&mut trace as &mut dyn Trace);
        // The assignment prints h whatever the strategy.
        if let Err(stop) = instance.build_tables(limits) {
            return Ok(Solution::stopped_building(instance.heuristic(), stop));
        }
        instance.solve(&strategy, limits, trace)
    });
    trace.finish()?;
    let solution = solution?;
    let report = Report::new(names, &specification, &*instance, &strategy, &solution);
    args.output.either(out, || &report, |out| write_report(&report, out))?;
    Ok(match solution.outcome {
        Outcome::Stopped(Stop::Declined) => Exit::Done,
        _ => exit(&solution),
    })
}

/// Asks for the name of a file on stderr.
fn ask_for(file: File) -> Result<String, Failure> {
    // From now on, Ctrl-C interrupts.
    interrupt::flag();
    let mut stderr = anstream::stderr();
    let _ = write!(stderr, "{file} file: ");
    let _ = stderr.flush();
    let name = answer()?.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    name.ok_or_else(|| Failure::usage(format!("missing name of the {file} file"), LIST_HINT))
}

/// Returns the name and the text of a file.
fn read(name: String) -> Result<(String, String), Failure> {
    match find(&name).ok_or_else(|| no_file(&name))? {
        Source::Builtin(text) => Ok((name, text)),
        Source::Path(path) => match files::read(&path, files::MAX_SMALL) {
            Ok(text) => Ok((path.display().to_string(), text)),
            // The files are part of the command line.
            Err(failure) => Err(Failure { exit: Exit::Usage, ..failure }),
        },
    }
}

fn no_file(name: &str) -> Failure {
    let known = builtin_names();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let what = format!("TextFiles/{name}.txt not found, and there is no built-in file '{name}'");
    Failure::usage(what, suggest_or(name, &known, LIST_HINT))
}

fn write_report(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut style = if report.outcome == "found" { GOOD } else { CAREFUL };
    for (label, text) in report.lines() {
        headline(out, style, label, &text)?;
        style = FAINT;
    }
    if !report.states.is_empty() {
        writeln!(out)?;
    }
    report.states.iter().try_for_each(|state| writeln!(out, "{state}"))
}
