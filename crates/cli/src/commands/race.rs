//! `heureka race`: several setups on one instance, side by side.

use crate::args::{Horizon, Limit, SubjectArgs};
use crate::choose;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{FAINT, one_line, wrap};
use crate::interrupt;
use crate::measure::{exit, measure};
use crate::names;
use crate::output::Output;
use crate::seed::Seeded;
use clap::Args;
use heureka_lab::record::{Optimality, RunRecord, Verdict};
use heureka_lab::study::{Caps, Experiment, Setup, Source, Subject, factor_text};
use heureka_lab::table::Cell;
use heureka_lab::units::{duration, size};
use heureka_lab::{Table, flags};
use serde_json::json;
use std::io::{self, Write};
use std::time::Duration;

pub const EXAMPLES: &str = "\
Examples:
  heureka race tiles --level eight -s astar -s idastar -s bfs
  heureka race tiles --random 4x4 -s astar -s greedy -H manhattan -H pdb
  heureka race hanoi '4 8' -s 'astar -H patterns' -s bfs --time-limit 10s

Every informed strategy runs with each given heuristic, unless it names its own.
A factor (×) compares a value with the best in its column, among the setups that
decided the instance. Loops are successors that repeat a known state. The limits
apply to each run.";

/// The default setups.
const DEFAULT: [&str; 5] = ["bfs", "greedy", "wastar", "astar", "idastar"];

#[derive(Debug, Args)]
pub struct Race {
    #[command(flatten)]
    subject: SubjectArgs,
    /// Add a strategy, such as astar, or a setup with its heuristic, such as 'astar -H pdb'.
    #[arg(short, long = flags::STRATEGY, value_name = "SETUP")]
    strategies: Vec<String>,
    /// Add a heuristic for the informed strategies.
    #[arg(short = 'H', long = flags::HEURISTIC, value_name = "NAME")]
    heuristics: Vec<String>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    limit: Limit,
    #[command(flatten)]
    horizon: Horizon,
}

pub fn run(args: &Race, out: &mut dyn Write) -> Result<Exit, Failure> {
    let info = args.subject.info();
    let words: Vec<&str> = match &args.strategies[..] {
        [] => DEFAULT.to_vec(),
        given => given.iter().map(String::as_str).collect(),
    };
    let mut setups: Vec<Setup> = vec![];
    for word in words {
        let setup: Setup = word.parse()?;
        for setup in setup.with_each(&args.heuristics, info) {
            setup.suits(info)?;
            if setup.strategy != names::BEST {
                let strategy = names::strategy(&setup.strategy)?;
                choose::horizon(&strategy, &args.horizon)?;
            }
            if !setups.contains(&setup) {
                setups.push(setup);
            }
        }
    }
    let instance = args.output.or_stopped(out, args.subject.instance(args.limit.reading()))?;
    let subject = Subject {
        parameters: instance.parameters().0.clone(),
        ..Subject::new(info.name, Source::Text(instance.text()))
    };
    let experiment = Experiment {
        title: format!("A race: {}", info.title),
        subjects: vec![subject],
        setups,
        caps: Caps::default(),
    };
    let results = measure(&experiment, &args.limit, Some(&args.horizon), |_, _| false)?;
    let runs = results.recorded().filter_map(|(run, record)| Some((run, record.run.as_ref()?)));
    let runs: Vec<(&str, &RunRecord)> =
        runs.map(|(planned, run)| (planned.setup.as_str(), run)).collect();
    let object = || {
        let runs = json!({ "runs": runs.iter().map(|(_, run)| run).collect::<Vec<_>>() });
        Seeded::new(args.subject.choice.random_seed(), runs)
    };
    args.output.either(out, object, |out| {
        writeln!(out, "{FAINT}{}{FAINT:#} {}\n", info.name, one_line(&instance.text()))?;
        show(out, &runs)
    })?;
    if interrupt::is_set() {
        advise("interrupted: the remaining setups did not run");
    }
    Ok(exit())
}

/// Returns how a run ended, in a word or two.
fn ending(run: &RunRecord) -> String {
    match (run.outcome, run.optimality, &run.reason) {
        (_, Some(Optimality::Proved), _) => "optimal".to_owned(),
        (_, Some(Optimality::Within), _) => "bounded".to_owned(),
        (Verdict::NotFound, ..) => "not found".to_owned(),
        (Verdict::Stopped, _, Some(reason)) => reason.to_string(),
        (outcome, ..) => outcome.to_string(),
    }
}

fn is_decided(run: &RunRecord) -> bool {
    matches!(run.outcome, Verdict::Solved | Verdict::Unsolvable)
}

/// Returns the setup, with the strategy and heuristic that `best` chose.
fn name(setup: &str, run: &RunRecord) -> String {
    match &run.heuristic {
        _ if setup.split(' ').next() != Some(names::BEST) => setup.to_owned(),
        Some(heuristic) => format!("best: {} -H {heuristic}", run.strategy),
        None => format!("best: {}", run.strategy),
    }
}

fn show(out: &mut dyn Write, runs: &[(&str, &RunRecord)]) -> io::Result<()> {
    let mut table = Table::new(
        "setup, ending, cost, length, expanded, , generated, loops, frontier, memory, time, , tables"
            .split(", "),
    );
    let expanded = |run: &RunRecord| (run.stats.expanded as f64).max(1.0);
    let time = |run: &RunRecord| run.stats.elapsed.as_secs_f64().max(1e-6);
    let factor = |run: &RunRecord, value: &dyn Fn(&RunRecord) -> f64| {
        let decided = runs.iter().map(|(_, run)| *run).filter(|run| is_decided(run));
        match decided.map(value).reduce(f64::min) {
            Some(best) if is_decided(run) => Cell::Word(factor_text(value(run) / best)),
            _ => Cell::Word(String::new()),
        }
    };
    let seconds = |seconds: f64| Cell::Word(duration(Duration::from_secs_f64(seconds)));
    for (setup, run) in runs {
        let count = if is_decided(run) { Cell::Whole } else { Cell::AtLeast };
        table.row([
            name(setup, run).into(),
            ending(run).into(),
            run.cost.into(),
            run.length.into(),
            count(run.stats.expanded),
            factor(run, &expanded),
            count(run.stats.generated),
            count(run.stats.duplicates),
            count(run.stats.max_frontier),
            Cell::Word(size(run.stats.peak_bytes)),
            Cell::Word(duration(run.stats.elapsed)),
            factor(run, &time),
            if run.table_bytes > 0 { seconds(run.table_seconds) } else { Cell::Empty },
        ]);
    }
    write!(out, "{}", table.text())?;
    let legend = [
        ("optimal", "optimal: no plan is cheaper"),
        ("bounded", "bounded: at most the strategy's weight times the optimum"),
        ("solved", "solved: cheaper plans may exist"),
        ("unsolvable", "unsolvable: proved"),
    ];
    let found = legend.iter().filter(|(word, _)| runs.iter().any(|(_, run)| ending(run) == *word));
    let legend: Vec<&str> = found.map(|(_, text)| *text).collect();
    if !legend.is_empty() {
        let legend = format!("{}.", legend.join("; "));
        writeln!(out, "\n{FAINT}{}{FAINT:#}", wrap(legend.split(' '), 0))?;
    }
    Ok(())
}
