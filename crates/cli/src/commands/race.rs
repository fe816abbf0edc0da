//! `heureka race`: several setups on one instance, side by side.

use crate::args::{Horizon, Limit, SubjectArgs, Tables};
use crate::exit::{Exit, Failure, advise};
use crate::files::outputs;
use crate::formats::endings::{ending, legend};
use crate::formats::human::{FAINT, one_line};
use crate::interrupt;
use crate::measure::{exit, measure};
use crate::names::{self, Advice};
use crate::output::Output;
use crate::seed::Seeded;
use clap::Args;
use heureka_kit::text::folded;
use heureka_lab::advice;
use heureka_lab::record::{RunRecord, Verdict};
use heureka_lab::statistics::{Interval, MIN_SAMPLE, interval, median};
use heureka_lab::study::{
    Caps, Experiment, INTERVAL, LEAST_TIME, MAX_REPEATS, Overview, Setup, Source, Subject,
    factor_text,
};
use heureka_lab::table::Cell;
use heureka_lab::units::{duration, size, whole_in};
use heureka_lab::{Axis, Mark, Plot, Point, Series, Table, flags};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

pub const EXAMPLES: &str = "\
Examples:
  heureka race tiles --level eight -s astar -s idastar -s bfs
  heureka race tiles --random 4x4 -s astar -s greedy -H manhattan -H pdb
  heureka race hanoi '4 8' -s 'astar -H patterns' -s bfs --time-limit 10s
  heureka race tiles --repeat 20 --csv runs.csv --svg times.svg

Every informed strategy runs with each given heuristic, unless it names its own.
A factor (×) compares a value with the best in its column, among the setups that
decided the instance. Loops are successors that repeat a known state. The limits
apply to each run.

With --repeat, the setups run in turns. The time is the median of the repeats,
with its 95 % interval (bootstrap percentiles) from six repeats on.";

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
    /// Run every setup N times, to see how much times vary.
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole_in(1..=MAX_REPEATS))]
    repeat: u32,
    /// Write every run as a row of comma-separated values (`-` for standard output); docs/lab.md
    /// describes the columns.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a plot of the times as SVG (`-` for standard output).
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    tables: Tables,
    #[command(flatten)]
    limit: Limit,
    #[command(flatten)]
    horizon: Horizon,
}

/// A setup and its result: one record for all repeats, and the seconds of each.
struct SetupTimes {
    setup: String,
    run: RunRecord,
    seconds: Vec<f64>,
}

impl SetupTimes {
    /// Returns the times of all repeats as an object.
    fn object(&self) -> Value {
        json!({
            "setup": self.setup,
            "repeats": self.seconds.len(),
            "median": median(&self.seconds),
            "interval": self.interval(),
        })
    }

    fn interval(&self) -> Option<Interval> {
        interval(&self.seconds, median)
    }
}

pub fn run(args: &Race, out: &mut dyn Write) -> Result<Exit, Failure> {
    args.tables.open();
    let info = args.subject.info();
    let words: Vec<&str> = match &args.strategies[..] {
        [] => DEFAULT.to_vec(),
        given => given.iter().map(String::as_str).collect(),
    };
    let mut setups: Vec<Setup> = vec![];
    for word in words {
        let setup: Setup = word.parse().map_err(|(what, help): Advice| {
            let each = word.split(',').map(|part| format!(" -s {}", part.trim()));
            let each = if word.contains(',') { each.collect() } else { String::new() };
            (what, if each.is_empty() { help } else { format!("{help}; type{each}") })
        })?;
        for setup in setup.with_each(&args.heuristics, info) {
            setup.suits(info)?;
            if setup.strategy != names::BEST {
                let strategy = names::strategy(&setup.strategy)?;
                advice::horizon(&strategy, args.horizon.depth_limit, args.horizon.cost_limit)?;
            }
            if !setups.contains(&setup) {
                setups.push(setup);
            }
        }
    }
    let [csv, svg] = outputs(&args.subject.choice.inputs(), [&args.csv, &args.svg])?;
    let instance = args.output.or_stopped(out, args.subject.instance(args.limit.reading()))?;
    let seed = args.subject.choice.random_seed();
    let source = match args.subject.choice.random.clone().zip(seed) {
        Some((size, seed)) => Source::Random(size, seed),
        None => Source::Text(folded(&instance.text())),
    };
    let parameters = instance.parameters().0.clone();
    let memory = Some(args.limit.memory).filter(|&bytes| bytes < u64::MAX);
    let (time, expansions) = (args.limit.time, args.limit.expansions);
    let experiment = Experiment {
        title: format!("A race: {}", info.title),
        subjects: vec![Subject { parameters, ..Subject::new(info.name, source) }],
        setups,
        caps: Caps { time, memory, expansions, ..Caps::default() },
        repeats: args.repeat,
    };
    let results = measure(&experiment, &args.limit, Some(&args.horizon), |_, _| false)?;
    let times = results.repeats().into_iter().filter_map(|(planned, record, seconds)| {
        Some(SetupTimes { setup: planned.setup.clone(), run: record.run?, seconds })
    });
    let times: Vec<SetupTimes> = times.collect();
    let board = one_line(&instance.text());
    let saved = [
        csv.map_or(Ok(()), |file| file.save(Overview::new(&results, true).csv())),
        svg.map_or(Ok(()), |file| file.save(plot(&times, info.title, &board).svg())),
    ];
    let object = || {
        let all = results.recorded().filter_map(|(_, record)| record.run.as_ref());
        let mut runs = json!({ "runs": all.collect::<Vec<_>>() });
        if args.repeat > 1 {
            runs["setups"] = times.iter().map(SetupTimes::object).collect();
        }
        Seeded::new(seed, runs)
    };
    args.output.either(out, object, |out| {
        writeln!(out, "{FAINT}{}{FAINT:#} {board}\n", info.name)?;
        show(out, &times, args.repeat)
    })?;
    // A full disk does not lose the result.
    saved.into_iter().collect::<io::Result<()>>()?;
    if interrupt::is_set() {
        advise("interrupted: the remaining runs were not made");
    } else {
        if (2..MIN_SAMPLE as u32).contains(&args.repeat) && !args.output.json {
            advise(&format!("an interval needs {MIN_SAMPLE} repeats: use --repeat {MIN_SAMPLE}"));
        }
        for (run, what) in results.unexplained() {
            advise(&format!("unexplained: {run}: {what}"));
        }
    }
    Ok(exit())
}

/// Returns a plot of the times: medians as bars, and every repeat as a dot.
fn plot(times: &[SetupTimes], title: &str, board: &str) -> Plot {
    let names = times.iter().map(|setup| name(&setup.setup, &setup.run));
    let repeats = times.iter().map(|setup| setup.seconds.len()).max().unwrap_or(0);
    let many = repeats > 1;
    let places = || (0..times.len()).map(|place| place as f64).zip(times);
    let bars = places().map(|(x, setup)| {
        let point = Point::new(x, time(&setup.run)).at_least(setup.run.outcome == Verdict::Stopped);
        match setup.interval() {
            Some(found) => point.note(format!("{INTERVAL} {}", between(found))),
            None => point,
        }
    });
    let bars = Series::new(if many { "median" } else { "time" }, Mark::Bars, bars);
    let dots =
        places().flat_map(|(x, setup)| setup.seconds.iter().map(move |&y| (x, y.max(LEAST_TIME))));
    let plot =
        Plot::new(format!("{title}: time by setup"), Axis::names("", names), Axis::log("seconds"))
            .series(bars)
            .note(board);
    if many { plot.series(Series::new("each repeat", Mark::Dots, dots)) } else { plot }
}

/// Returns an interval of seconds as text.
fn between(interval: Interval) -> String {
    interval.text(|seconds| duration(Duration::from_secs_f64(seconds)))
}

/// Returns the seconds of a run, for factors and plots.
fn time(run: &RunRecord) -> f64 {
    run.stats.elapsed.as_secs_f64().max(LEAST_TIME)
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

fn show(out: &mut dyn Write, times: &[SetupTimes], repeats: u32) -> io::Result<()> {
    let time_columns: &[&str] = if repeats > 1 { &["median time", INTERVAL] } else { &["time"] };
    let before = ["setup", "ending", "cost", "length", "expanded", "", "generated", "loops"];
    let before = before.into_iter().chain(["frontier", "memory"]);
    let mut table = Table::new(before.chain(time_columns.iter().copied()).chain(["", "tables"]));
    let expanded = |run: &RunRecord| (run.stats.expanded as f64).max(1.0);
    let factor = |run: &RunRecord, value: &dyn Fn(&RunRecord) -> f64| {
        let decided = times.iter().map(|setup| &setup.run).filter(|run| is_decided(run));
        match decided.map(value).reduce(f64::min) {
            Some(best) if is_decided(run) => Cell::Word(factor_text(value(run) / best)),
            _ => Cell::Word(String::new()),
        }
    };
    let seconds = |seconds: f64| Cell::Word(duration(Duration::from_secs_f64(seconds)));
    for setup in times {
        let run = &setup.run;
        let is_bound = run.outcome == Verdict::Stopped;
        let count = if is_bound { Cell::AtLeast } else { Cell::Whole };
        let mut row = vec![
            name(&setup.setup, run).into(),
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
        ];
        if repeats > 1 {
            row.push(setup.interval().map_or(Cell::Empty, |found| Cell::Word(between(found))));
        }
        let tables = if run.table_bytes > 0 { seconds(run.table_seconds) } else { Cell::Empty };
        row.extend([factor(run, &time), tables]);
        table.row(row);
    }
    write!(out, "{}", table.text())?;
    legend(out, times.iter().map(|setup| &setup.run))
}
