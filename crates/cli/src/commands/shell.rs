//! `heureka shell`: the search shell, run by three text files.

use super::solve::{exit, failure};
use crate::args::Limit;
use crate::ask::answer;
use crate::choose;
use crate::exit::{Exit, Failure};
use crate::formats::human::{CAREFUL, GOOD, headline, line, plural};
use crate::formats::json;
use crate::names::suggest_or;
use crate::quantity::{count, parse_duration, parse_size};
use crate::run::under_limits;
use clap::{Args, ValueEnum};
use heureka_core::{Cost, DEAD_END, Duplicates, Gap, Outcome, Stop, Strategy};
use heureka_kit::instance::{Instance, Solution, Station};
use heureka_kit::trace::{Event, Trace};
use heureka_lab::record::{Reason, Verdict};
use heureka_puzzles::shell::{
    File, Mistake, ShellProblem, Specification, States, builtin, builtin_names,
};
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub const EXAMPLES: &str = "\
Examples:
  heureka shell MCPSpec5GBFS InitialStateMCP664 GoalStateMCP000
  heureka shell MCPSpec2BFS InitialStateMCP332 GoalStateMCP000 --trace
  heureka shell my/spec.txt my/start.txt GoalStateMCP000
  heureka shell                    asks for the three names
  heureka shell --list             the built-in files
  heureka shell --print MCPSpec1   one of them

A name without a folder or an ending is looked for as TextFiles/NAME.txt, then
among the built-in files; anything else is a path. A specification has a
value a line: strategy (DFS, BFS, UCS, A*, GBFS, IDS, DLS), depth cutoff (0
unless DLS), exploration cutoff (after every that many expansions the shell
asks whether to go on; 0 is never), problem (MCP or Pegs), and for Pegs the
shape of the board, 1 to 6.

Every node taken from the frontier counts as expanded, the goal too; loops are
successors that are in the closed list. A mistake in a file ends with exit
code 2, a search that is stopped at your word with 0.";

/// By whose rules missionaries and cannibals cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RulesName {
    /// Nobody is outnumbered on either bank.
    Correct,
    /// Those of the original program, with its fault, to repeat its runs.
    Published,
}

/// Which files to run the search shell by.
#[derive(Debug, Args)]
pub struct Shell {
    /// The specification.
    #[arg(requires = "goal")]
    pub specification: Option<String>,
    /// The initial state.
    pub initial: Option<String>,
    /// The goal state.
    pub goal: Option<String>,
    /// Tell every expanded node, and of each successor whether it is in the closed list.
    #[arg(long, conflicts_with = "json")]
    pub trace: bool,
    /// The rules of MCP.
    #[arg(long, value_enum, default_value_t = RulesName::Correct)]
    pub rules: RulesName,
    /// The heuristic; the puzzle's first if not given.
    #[arg(short = 'H', long)]
    pub heuristic: Option<String>,
    /// Which repeated states are dropped: those in the closed list, as the course did and as is usual
    /// for MCP, or all that are known, as is usual for Pegs.
    #[arg(long, value_parser = ["closed", "graph"])]
    pub duplicates: Option<String>,
    /// Print the names of the built-in files.
    #[arg(long, conflicts_with_all = ["specification", "print", "json"])]
    pub list: bool,
    /// Print a built-in file.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["specification", "json"])]
    pub print: Option<String>,
    /// Print the result as one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Stop after this time, such as 500ms, 60s, 2m or 1h30m.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub time_limit: Option<Duration>,
    /// Stop before the search takes more memory than this, such as 256MiB; `none` for no limit.
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "4GiB")]
    pub memory_limit: u64,
}

/// A file of the shell: what it is called and what it says.
struct Text {
    name: String,
    text: String,
}

/// Runs the search that the three files describe, and reports.
pub fn run(args: &Shell, out: &mut dyn Write) -> Result<Exit, Failure> {
    if args.list {
        builtin_names().iter().try_for_each(|name| writeln!(out, "{name}"))?;
        return Ok(Exit::Done);
    }
    if let Some(name) = &args.print {
        out.write_all(builtin(name).ok_or_else(|| no_file(name))?.as_bytes())?;
        return Ok(Exit::Done);
    }
    let names = [&args.specification, &args.initial, &args.goal];
    let files = [File::Specification, File::Initial, File::Goal];
    let mut texts = Vec::with_capacity(3);
    for (name, file) in names.into_iter().zip(files) {
        let name = match name {
            Some(name) => name.clone(),
            None => ask_for(file)?,
        };
        texts.push(find(name)?);
    }
    let [specification, initial, goal] = &texts[..] else { unreachable!("three files were read") };
    let mistake = |Mistake { file, error }: Mistake| {
        let name = &texts[file as usize].name;
        Failure::usage(format!("{name}: {error}"), help(file))
    };
    let parsed = Specification::parse(&specification.text);
    let parsed = parsed.map_err(|error| mistake(Mistake { file: File::Specification, error }))?;
    let states = States::join(parsed.problem, &initial.text, &goal.text).map_err(mistake)?;
    let mut parameters = parsed.problem.parameters();
    if args.rules == RulesName::Published {
        if parsed.problem != ShellProblem::Mcp {
            return Err(Failure::usage(
                "--rules published: only MCP has published rules of its own",
                "leave it out",
            ));
        }
        parameters.0.push(("rules".to_owned(), "published".to_owned()));
    }
    let entry = choose::puzzle(parsed.problem.puzzle())?;
    let instance = entry.parse(&states.text, &parameters);
    let mut instance = instance.map_err(|error| mistake(states.locate(error)))?;
    if let Some(name) = &args.heuristic {
        choose::heuristic(&mut *instance, name)?;
    }
    let strategy = strategy(&parsed, args.duplicates.as_deref());
    let limit = Limit {
        time: args.time_limit,
        memory: args.memory_limit,
        expansions: None,
        ask_every: parsed.cutoff,
    };
    let solution = if args.trace {
        let mut teller = Teller { out, taken: 0, written: Ok(()) };
        let solved = under_limits(&limit, None, |limits| {
            instance.solve(&strategy, limits, Some(&mut teller))
        });
        teller.written?;
        solved
    } else {
        under_limits(&limit, None, |limits| instance.solve(&strategy, limits, None))
    };
    let solution = solution.map_err(|error| failure(&error))?;
    let run = Run { specification: parsed, strategy, instance: &*instance, solution: &solution };
    if args.json {
        run.json(out, &texts)?;
    } else {
        run.tell(out)?;
    }
    Ok(match solution.outcome {
        // Whoever says no has what they wanted.
        Outcome::Stopped(Stop::Declined) => Exit::Done,
        _ => exit(&solution),
    })
}

fn strategy(specification: &Specification, duplicates: Option<&str>) -> Strategy {
    let mut strategy = specification.strategy();
    match duplicates {
        Some("graph") => strategy.duplicates = Duplicates::Graph,
        Some(_) => strategy.duplicates = Duplicates::Closed,
        None => {}
    }
    strategy
}

/// Asks for the name of a file on stderr.
fn ask_for(file: File) -> Result<String, Failure> {
    let mut stderr = anstream::stderr();
    let _ = write!(stderr, "{file} file: ");
    let _ = stderr.flush();
    let name = answer().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    name.ok_or_else(|| {
        Failure::usage(
            format!("no name was given for the {file} file"),
            "`heureka shell --list` tells the built-in files",
        )
    })
}

/// Reads a file: a bare name from `TextFiles` or from those built in, anything else as a path.
fn find(name: String) -> Result<Text, Failure> {
    let path = Path::new(&name);
    let bare = path.extension().is_none() && path.file_name() == Some(path.as_os_str());
    if bare {
        let file: PathBuf = Path::new("TextFiles").join(format!("{name}.txt"));
        if !file.exists() {
            let text = builtin(&name).ok_or_else(|| no_file(&name))?;
            return Ok(Text { name, text });
        }
        return Ok(Text { text: read(&file)?, name: file.display().to_string() });
    }
    let text = read(path)?;
    Ok(Text { name, text })
}

/// The shell's files are part of its command line: a wrong one ends with the code for that.
fn read(path: &Path) -> Result<String, Failure> {
    choose::read(path).map_err(|failure| match failure {
        Failure::Input(what, remedy) => Failure::Usage(what, remedy),
        other => other,
    })
}

fn no_file(name: &str) -> Failure {
    let known = builtin_names();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    Failure::usage(
        format!("TextFiles/{name}.txt: there is no such file, nor a built-in one"),
        suggest_or(name, &known, "`heureka shell --list` tells the built-in files"),
    )
}

fn help(file: File) -> &'static str {
    match file {
        File::Specification => {
            "a specification has a value a line: strategy, depth cutoff, exploration cutoff, \
             problem, and for Pegs the shape of the board"
        }
        File::Initial => "MCP: `M C CAPACITY`; Pegs: a matrix of X, 0 and 1 in the board's outline",
        File::Goal => "MCP: `M C BOAT`; Pegs: a matrix of X, 0 and 1 in the board's outline",
    }
}

/// A state in the shell's words; a matrix has lines of its own.
fn state(text: &str, h: Cost, g: Cost) -> String {
    let h = if h == DEAD_END { "none".to_owned() } else { h.to_string() };
    let values = format!("Heuristic value: {h}  |  Path Cost: {g}");
    if text.contains('\n') {
        format!("State:\n{text}\n{values}")
    } else {
        format!("State: {text}    {values}")
    }
}

/// Tells what a search does, step by step.
struct Teller<'a> {
    out: &'a mut dyn Write,
    /// Nodes taken from the frontier.
    taken: u64,
    written: io::Result<()>,
}

impl Teller<'_> {
    fn tell(&mut self, event: &Event<'_>) -> io::Result<()> {
        let (text, h, g) = (event.state.unwrap_or(""), event.h.unwrap_or(0), event.g.unwrap_or(0));
        let what = match event.kind {
            "expand" | "solved" => {
                self.taken += 1;
                let goal = if event.kind == "solved" { " (goal)" } else { "" };
                writeln!(self.out, "{}.{goal} {}", self.taken, state(text, h, g))?;
                // A question may follow, and whoever answers it should have seen this.
                return if io::stdout().is_terminal() { self.out.flush() } else { Ok(()) };
            }
            "bound" => return Ok(()),
            "generate" => "new",
            "duplicate" => "in the closed list",
            "reopen" => "in the closed list, but cheaper now",
            _ => "left out",
        };
        let action = event.action.unwrap_or("");
        if text.contains('\n') {
            writeln!(self.out, "   {action}, {what}:\n{text}")
        } else {
            writeln!(self.out, "   {action:<8}{text}  {what}")
        }
    }
}

impl Trace for Teller<'_> {
    fn event(&mut self, event: &Event<'_>) {
        if self.written.is_ok() {
            self.written = self.tell(event);
        }
    }
}

/// A search that has ended.
struct Run<'a> {
    specification: Specification,
    strategy: Strategy,
    instance: &'a dyn Instance,
    solution: &'a Solution,
}

/// A result of `heureka shell`.
#[derive(Serialize)]
struct Report<'a> {
    schema: u32,
    specification: &'a str,
    initial: &'a str,
    goal: &'a str,
    problem: &'a str,
    puzzle: &'a str,
    instance: String,
    strategy: &'a str,
    engine: String,
    heuristic: &'a str,
    caveat: Option<&'a str>,
    outcome: &'a str,
    reason: Option<Reason>,
    expanded: u64,
    loops: u64,
    path_cost: Option<Cost>,
    states: Vec<StateReport>,
    seconds: f64,
}

#[derive(Serialize)]
struct StateReport {
    state: String,
    action: Option<String>,
    h: Option<Cost>,
    g: Cost,
}

impl Run<'_> {
    /// Nodes taken from the frontier, the goal among them.
    fn expanded(&self) -> u64 {
        let goal = matches!(self.solution.outcome, Outcome::Solved(..));
        self.solution.stats.expanded + u64::from(goal)
    }

    /// Calls `visit` with every state of the solution, if there is one.
    fn walk(&self, visit: &mut dyn FnMut(&Station<'_>)) {
        if let Some(plan) = self.solution.outcome.plan() {
            self.instance.walk(&plan.actions, visit);
        }
    }

    fn tell(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { specification, strategy, instance, solution } = self;
        let problem = specification.problem.word();
        match &solution.outcome {
            Outcome::Solved(..) => headline(out, GOOD, "found", &format!("{problem} is solved"))?,
            Outcome::Unsolvable => {
                let why = solution.reason.as_deref();
                let why = why.unwrap_or("every state that can be reached was looked at");
                headline(out, CAREFUL, "failed", &format!("there is no solution: {why}"))?;
            }
            Outcome::NotFound(Gap::Depth) => {
                let text = format!(
                    "no solution within {} moves; there may be one beyond",
                    specification.depth
                );
                headline(out, CAREFUL, "failed", &text)?;
            }
            Outcome::NotFound(gap) => headline(out, CAREFUL, "failed", &gap.to_string())?,
            Outcome::Stopped(Stop::Declined) => {
                headline(out, CAREFUL, "stopped", "at your word, before the search had ended")?;
            }
            Outcome::Stopped(stop) => {
                headline(out, CAREFUL, "stopped", &format!("{stop}, before the search had ended"))?;
            }
        }
        if let Some(caveat) = instance.caveat() {
            line(out, "rules", caveat)?;
        }
        let (word, heuristic) = (specification.word(), instance.heuristic().name);
        line(out, "strategy", &format!("{word}, heuristic {heuristic} (engine: {strategy})"))?;
        line(out, "expanded", &plural(self.expanded(), "node"))?;
        let loops = count(solution.stats.duplicates);
        let known = match strategy.duplicates {
            Duplicates::Graph => "already met",
            _ => "already in the closed list",
        };
        line(out, "loops", &format!("{loops} detected: successors {known}"))?;
        if let Some(cost) = solution.outcome.cost() {
            line(out, "path cost", &cost.to_string())?;
            writeln!(out)?;
        }
        let mut written = Ok(());
        self.walk(&mut |at| {
            if written.is_ok() {
                written = writeln!(out, "{}", state(at.state, at.h, at.g));
            }
        });
        written
    }

    fn json(&self, out: &mut dyn Write, texts: &[Text]) -> io::Result<()> {
        let Self { specification, strategy, instance, solution } = self;
        let (outcome, reason) = json::outcome(solution);
        let mut states = vec![];
        self.walk(&mut |at| {
            states.push(StateReport {
                state: at.state.to_owned(),
                action: at.action.map(str::to_owned),
                h: Some(at.h).filter(|&h| h != DEAD_END),
                g: at.g,
            });
        });
        json::print(
            out,
            &Report {
                schema: json::SCHEMA,
                specification: &texts[0].name,
                initial: &texts[1].name,
                goal: &texts[2].name,
                problem: specification.problem.word(),
                puzzle: specification.problem.puzzle(),
                instance: instance.text(),
                strategy: specification.word(),
                engine: strategy.to_string(),
                heuristic: instance.heuristic().name,
                caveat: instance.caveat(),
                outcome: match outcome {
                    Verdict::Solved => "found",
                    Verdict::Stopped => "stopped",
                    Verdict::Unsolvable | Verdict::NotFound => "failed",
                },
                reason,
                expanded: self.expanded(),
                loops: solution.stats.duplicates,
                path_cost: solution.outcome.cost(),
                states,
                seconds: solution.stats.elapsed.as_secs_f64(),
            },
        )
    }
}
