//! `heureka race`: several setups on one instance, side by side.

use crate::args::{Choice, Horizon, Limit, puzzle_names};
use crate::choose::{self, Chosen};
use crate::commands::solve::failure;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{FAINT, one_line, wrap};
use crate::formats::json;
use crate::run::under_limits;
use clap::Args;
use heureka_core::{Optimality, Outcome, Stop, Strategy};
use heureka_kit::instance::Solution;
use heureka_lab::Table;
use heureka_lab::study::{Setup, factor_text};
use heureka_lab::table::Cell;
use heureka_lab::units::{duration, size};
use serde::Serialize;
use std::io::Write;

pub const EXAMPLES: &str = "\
Examples:
  heureka race tiles --level eight -s astar -s idastar -s bfs
  heureka race tiles --random 4x4 -s astar -s greedy -H manhattan -H pdb
  heureka race hanoi '4 8' -s 'astar -H patterns' -s bfs --time-limit 10s

Every strategy that asks a heuristic runs with each one that is given, unless it
brings its own. A factor is the number as a multiple of the best in its column,
among those that decided the instance. The limits hold for each run.";

/// The setups if none is given.
const USUAL: [&str; 5] = ["bfs", "greedy", "wastar", "astar", "idastar"];

/// What runs against what.
#[derive(Debug, Args)]
pub struct Race {
    /// The puzzle.
    #[arg(value_parser = puzzle_names())]
    puzzle: String,
    #[command(flatten)]
    choice: Choice,
    /// A strategy, such as astar, or with its heuristic, 'astar -H pdb'; may be given more than once.
    #[arg(short, long = "strategy", value_name = "SETUP")]
    strategies: Vec<String>,
    /// A heuristic for the strategies that ask one; may be given more than once.
    #[arg(short = 'H', long = "heuristic", value_name = "NAME")]
    heuristics: Vec<String>,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limit: Limit,
    #[command(flatten)]
    horizon: Horizon,
}

/// A run of the race.
struct Entrant {
    setup: Setup,
    chosen: Chosen,
    strategy: Strategy,
    solution: Solution,
}

/// Runs the race.
pub fn run(args: &Race, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entry = choose::puzzle(&args.puzzle)?;
    let info = entry.info();
    let words: Vec<&str> = match &args.strategies[..] {
        [] => USUAL.to_vec(),
        given => given.iter().map(String::as_str).collect(),
    };
    let mut choice = args.choice.clone();
    choice.contents = choice.file.as_deref().map(choose::read).transpose()?;
    let mut setups: Vec<Setup> = vec![];
    for word in words {
        let setup: Setup = word.parse().map_err(choose::usage)?;
        for setup in setup.with_each(&args.heuristics, info) {
            setup.suits(info).map_err(choose::usage)?;
            if setup.strategy != choose::BEST {
                let strategy = choose::strategy(info, Some(&setup.strategy))?;
                choose::horizon(&strategy, &args.horizon)?;
            }
            if !setups.contains(&setup) {
                setups.push(setup);
            }
        }
    }
    let mut entrants: Vec<Entrant> = vec![];
    let mut interrupted = false;
    for setup in setups {
        let (word, heuristic) = (Some(setup.strategy.as_str()), setup.heuristic.as_deref());
        let (chosen, strategy) = choose::search(entry, &choice, word, heuristic)?;
        choose::horizon(&strategy, &args.horizon)?;
        let solved = under_limits(&args.limit, Some(&args.horizon), |limits| {
            chosen.instance.solve(&strategy, limits, None)
        });
        let solution = solved.map_err(|error| failure(&error))?;
        interrupted = solution.outcome == Outcome::Stopped(Stop::Interrupted);
        entrants.push(Entrant { setup, chosen, strategy, solution });
        if interrupted {
            break;
        }
    }
    if args.json {
        print(out, &entrants)?;
    } else {
        show(out, &entrants)?;
    }
    out.flush()?;
    if interrupted {
        advise("interrupted: the setups that are left did not run");
    }
    Ok(if interrupted { Exit::Interrupted } else { Exit::Done })
}

/// How a run ended, in a word or two.
fn ending(solution: &Solution) -> &'static str {
    match &solution.outcome {
        Outcome::Solved(_, Optimality::Proved) => "optimal",
        Outcome::Solved(_, Optimality::Within(_)) => "bounded",
        Outcome::Solved(_, Optimality::NotClaimed) => "solved",
        Outcome::Unsolvable => "unsolvable",
        Outcome::NotFound(_) => "not found",
        Outcome::Stopped(stop) => json::stop(*stop),
    }
}

impl Entrant {
    fn is_decided(&self) -> bool {
        matches!(self.solution.outcome, Outcome::Solved(..) | Outcome::Unsolvable)
    }

    /// The setup, with what `best` turned out to be.
    fn name(&self) -> String {
        if self.setup.strategy != choose::BEST {
            return self.setup.to_string();
        }
        let heuristic = self.chosen.instance.heuristic().name;
        if self.strategy.algorithm.is_informed() {
            format!("best: {} -H {heuristic}", self.strategy)
        } else {
            format!("best: {}", self.strategy)
        }
    }
}

fn show(out: &mut dyn Write, entrants: &[Entrant]) -> Result<(), Failure> {
    if let Some(first) = entrants.first() {
        let instance = &first.chosen.instance;
        writeln!(out, "{FAINT}{}{FAINT:#} {}\n", instance.info().name, one_line(&instance.text()))?;
    }
    let mut table = Table::new([
        "setup",
        "ending",
        "cost",
        "length",
        "expanded",
        "",
        "generated",
        "frontier",
        "memory",
        "time",
        "",
        "tables",
    ]);
    let best = |value: fn(&Entrant) -> f64| {
        let decided = entrants.iter().filter(|entrant| entrant.is_decided());
        decided.map(value).reduce(f64::min)
    };
    let expanded = |entrant: &Entrant| (entrant.solution.stats.expanded as f64).max(1.0);
    let time = |entrant: &Entrant| entrant.solution.stats.elapsed.as_secs_f64().max(1e-6);
    let (least_expanded, least_time) = (best(expanded), best(time));
    let factor = |entrant: &Entrant, value: f64, best: Option<f64>| match best {
        Some(best) if entrant.is_decided() => Cell::Word(factor_text(value / best)),
        _ => Cell::Word(String::new()),
    };
    for entrant in entrants {
        let (stats, plan) = (&entrant.solution.stats, entrant.solution.outcome.plan());
        let count = if entrant.is_decided() { Cell::Whole } else { Cell::AtLeast };
        let tables = entrant.chosen.instance.table_bytes();
        let built = tables > 0 && entrant.strategy.algorithm.is_informed();
        table.row([
            entrant.name().into(),
            ending(&entrant.solution).into(),
            plan.map(|plan| plan.cost).into(),
            plan.map(|plan| plan.actions.len() as u64).into(),
            count(stats.expanded),
            factor(entrant, expanded(entrant), least_expanded),
            count(stats.generated),
            count(stats.max_frontier),
            Cell::Word(size(stats.peak_bytes)),
            Cell::Word(duration(stats.elapsed)),
            factor(entrant, time(entrant), least_time),
            if built { Cell::Word(duration(entrant.chosen.table_time)) } else { Cell::Empty },
        ]);
    }
    write!(out, "{}", table.text())?;
    let words: [(&str, &str); 4] = [
        ("optimal", "optimal: no plan is cheaper"),
        ("bounded", "bounded: at most the strategy's weight times the optimum"),
        ("solved", "solved: cheaper plans may exist"),
        ("unsolvable", "unsolvable: proved"),
    ];
    let met =
        words.iter().filter(|(word, _)| entrants.iter().any(|e| ending(&e.solution) == *word));
    let legend: Vec<&str> = met.map(|(_, text)| *text).collect();
    let legend = format!("{}.", legend.join("; "));
    if legend.len() > 1 {
        writeln!(out, "\n{FAINT}{}{FAINT:#}", wrap(legend.split(' '), 0))?;
    }
    Ok(())
}

/// What `heureka race` tells programs.
#[derive(Serialize)]
struct Raced {
    schema: u32,
    runs: Vec<serde_json::Value>,
}

fn print(out: &mut dyn Write, entrants: &[Entrant]) -> Result<(), Failure> {
    let run = |entrant: &Entrant| {
        json::solution_value(&entrant.chosen, &entrant.strategy, &entrant.solution)
    };
    let runs = entrants.iter().map(run).collect::<Result<Vec<_>, _>>();
    let runs = runs.map_err(|error| Failure::bug(error.to_string(), ""))?;
    json::print(out, &Raced { schema: json::SCHEMA, runs })?;
    Ok(())
}
