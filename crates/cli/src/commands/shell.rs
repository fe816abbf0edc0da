//! `heureka shell`: runs the search shell of a course on three text files.

use super::solve::exit;
use crate::args::Limit;
use crate::ask::answer;
use crate::choose;
use crate::exit::{Exit, Failure};
use crate::files::{self, is_stdin};
use crate::formats::human::{CAREFUL, FAINT, GOOD, headline};
use crate::interrupt;
use crate::names::suggest_or;
use crate::output::Output;
use crate::run::{Dialog, in_dialog};
use crate::units::{count, parse_duration, parse_size};
use clap::{Args, ValueEnum};
use heureka_core::strategy::Duplicates;
use heureka_core::{Outcome, Stop};
use heureka_courses::shell::{
    Detail, File, FileError, Report, ShellProblem, Source, Specification, TraceWriter, builtin,
    builtin_names, counts, find, in_folder,
};
use heureka_kit::instance::{Instance, Solution};
use heureka_kit::text::folded;
use heureka_kit::trace::Trace;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

pub const EXAMPLES: &str = "\
Examples:
  heureka shell MCPSpec5GBFS InitialStateMCP664 GoalStateMCP000
  heureka shell MCPSpec2BFS InitialStateMCP332 GoalStateMCP000 --trace
  heureka shell my/spec.txt my/start.txt GoalStateMCP000
  heureka shell                    ask for the three names
  heureka shell --list             list the built-in files
  heureka shell --print MCPSpec1   print a built-in file

A name without a folder means TextFiles/NAME.txt or, if there is no such file, a
built-in file, or else a file here; .txt may be left off. Anything else is a
path.

A specification has one value per line: strategy (DFS, BFS, UCS, A*, GBFS, IDS,
DLS), depth cutoff (0 unless DLS), exploration cutoff (the shell asks whether to
continue after this many expansions; 0 never asks), problem (MCP or Pegs), and
for Pegs the shape of the board, 1 to 6. Blank lines do not count.

Every node taken from the frontier counts as expanded, including the goal. Loops
are successors that are already in the closed list; for Pegs also those that
wait in the frontier. The heuristic of Pegs is minus the number of legal jumps.
The exit code is 2 if a file is invalid, and 0 if you stop the search.";

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
    /// Print every expanded node, and each successor as a loop or added to the frontier.
    #[arg(long, conflicts_with_all = ["json", "verbose"])]
    trace: bool,
    /// Print what --trace does in sentences, with the heuristic value and path cost of each successor.
    #[arg(long, conflicts_with = "json")]
    verbose: bool,
    /// Choose the rules of missionaries and cannibals (MCP).
    #[arg(long, value_enum, default_value_t = Rules::Correct)]
    rules: Rules,
    /// Choose the heuristic [default: start-side-with-boat for MCP, mobility for Pegs].
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

/// The number of expansions, about a second, after which a note says which setup is faster.
const MANY: u64 = 1_000_000;

pub fn run(args: &Shell, out: &mut dyn Write) -> Result<Exit, Failure> {
    if args.list {
        builtin_names().iter().try_for_each(|name| writeln!(out, "{name}"))?;
        return Ok(Exit::Done);
    }
    if let Some(name) = &args.print {
        out.write_all(builtin(name).ok_or_else(|| no_file(name))?.as_bytes())?;
        return Ok(Exit::Done);
    }
    let published = args.rules == Rules::Published;
    let [specification_file, initial, goal] = match (&args.specification, &args.initial, &args.goal)
    {
        (Some(specification), Some(initial), Some(goal)) => {
            [read(specification)?, read(initial)?, read(goal)?]
        }
        _ => ask_for_files(published)?,
    };
    let names = [&*specification_file.0, &*initial.0, &*goal.0];
    let invalid = |error: FileError| invalid(names[error.file as usize], &error);
    let specification = Specification::parse(&specification_file.1).map_err(invalid)?;
    if published && specification.problem != ShellProblem::Mcp {
        return Err(Failure::usage("--rules published applies only to MCP", "omit --rules"));
    }
    let mut instance = specification.instance(&initial.1, &goal.1, published).map_err(invalid)?;
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
        threads: None,
    };
    let dialog = Dialog {
        counts: |progress| counts(progress.stats.expanded, progress.stats.duplicates),
        note: Some((MANY, faster_setup(&*instance))),
    };
    let detail = if args.verbose { Detail::Sentence } else { Detail::Line };
    let heuristic = instance.heuristic().name;
    // A question may follow a node, so the user has to see it first.
    let flush = io::stdout().is_terminal();
    let mut trace = TraceWriter::new(&mut *out, detail, specification.problem, heuristic, flush);
    let solution = in_dialog(dialog, &limit, None, |limits| {
        let traces = args.trace || args.verbose;
        let trace = traces.then_some(&mut trace as &mut dyn Trace);
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

/// Returns the command that runs the fastest known setup on an instance.
fn faster_setup(instance: &dyn Instance) -> String {
    let (best, name) = (instance.best(), instance.info().name);
    format!(
        "`heureka solve {name} '{}'` runs the fastest known setup, {} with heuristic {}; this \
         search has expanded {} nodes without a solution",
        folded(&instance.text()),
        best.strategy,
        best.heuristic,
        count(MANY)
    )
}

/// The name and the text of a file.
type Named = (String, String);

fn invalid(name: &str, FileError { file, error }: &FileError) -> Failure {
    Failure::usage(format!("{name}: {error}"), file.format())
}

/// Asks for the three files.
fn ask_for_files(published: bool) -> Result<[Named; 3], Failure> {
    let (specification, parsed) = ask_for(File::Specification, Specification::parse)?;
    let (initial, ()) = ask_for(File::Initial, |text| parsed.check_initial(text, published))?;
    let (goal, _) = ask_for(File::Goal, |text| parsed.instance(&initial.1, text, published))?;
    Ok([specification, initial, goal])
}

/// Asks for the name of a file on stderr until there is such a file with valid content, and returns also
/// what the content means.
fn ask_for<T>(
    file: File,
    parse: impl Fn(&str) -> Result<T, FileError>,
) -> Result<(Named, T), Failure> {
    // From now on, Ctrl-C interrupts.
    interrupt::flag();
    let mut stderr = anstream::stderr();
    let missing = || Failure::usage(format!("missing name of the {file} file"), LIST_HINT);
    loop {
        let _ = write!(stderr, "{file} file: ");
        let _ = stderr.flush();
        let name = answer()?.ok_or_else(missing)?;
        match name.trim() {
            "" => missing().print(),
            name => {
                let valid = read(name).and_then(|(name, text)| match parse(&text) {
                    Ok(parsed) => Ok(((name, text), parsed)),
                    Err(error) => Err(invalid(&name, &error)),
                });
                match valid {
                    Ok(found) => return Ok(found),
                    Err(failure) => failure.print(),
                }
            }
        }
    }
}

/// Returns the name and the text of a file.
fn read(name: &str) -> Result<Named, Failure> {
    match find(name).ok_or_else(|| no_file(name))? {
        Source::Builtin(text) => Ok((name.to_owned(), text)),
        Source::Path(path) => match files::read(&path, files::MAX_SMALL) {
            Ok(text) => Ok((path.display().to_string(), text)),
            // The files are part of the command line.
            Err(failure) => Err(Failure { exit: Exit::Usage, ..failure }),
        },
    }
}

fn no_file(name: &str) -> Failure {
    if is_stdin(Path::new(name)) {
        let help = "save the text as a file; standard input carries answers";
        return Failure::usage("the shell reads no file from standard input", help);
    }
    let known = builtin_names();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let path = in_folder(name);
    let what = format!("{} not found, and there is no built-in file '{name}'", path.display());
    Failure::usage(what, suggest_or(name, &known, LIST_HINT))
}

/// Writes the result in the course's words, then what else there is to say.
fn write_report(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    report.write(out)?;
    writeln!(out)?;
    let mut style = if report.outcome == "found" { GOOD } else { CAREFUL };
    for (label, text) in report.lines() {
        headline(out, style, label, &text)?;
        style = FAINT;
    }
    Ok(())
}
