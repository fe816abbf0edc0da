//! `heureka lab run`: starts a process for each run of a study and stores its record.

use crate::args::Tables;
use crate::exit::{Exit, Failure, advise};
use crate::files::{MAX_STUDY, is_stdin, read};
use crate::formats::human::{CAREFUL, ERROR, GOOD, headline, line};
use crate::interrupt;
use crate::output::Output;
use crate::run::bar;
use crate::units::{count, duration, parse_duration, plural, whole_in};
use clap::Args;
use heureka_core::certificate::digest;
use heureka_lab::study::{Database, Event, LEASE, Planned, Runner, Study};
use serde_json::json;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  heureka lab run studies/counters.toml
  heureka lab run study.toml --jobs 8 --db results.db
  heureka lab run study.toml --shard 3/16 --db shard-3.db
  heureka lab run study.toml --db postgres://ann@db.example.org/study
  heureka lab run study.toml --list

You can stop the command at any time: finished runs are kept, and the same
command continues with the missing ones. Several processes may share a database;
each run is made by one of them. With PostgreSQL, they may be on many machines:
see docs/scale.md. The environment variable PGPASSWORD may hold the password.
Shards may also have a database each: `heureka lab report` reads several. For
precise times, use one job. docs/lab.md describes study files.";

/// How often to print progress without a terminal.
const PRINT_EVERY: Duration = Duration::from_secs(30);

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Run {
    /// Study file (TOML).
    pub study: PathBuf,
    /// Store the records in this database [default: STUDY.db in the current folder, study.db for `-`].
    ///
    /// A path or `sqlite:PATH` is a file; `postgres://USER@HOST/DATABASE` is a server.
    #[arg(long, value_name = "DB")]
    pub db: Option<PathBuf>,
    /// Start up to N runs in parallel.
    #[arg(long, short, value_name = "N", default_value = "1", value_parser = whole_in::<usize>(1..))]
    pub jobs: usize,
    /// Run only this part of the study, such as 3/16.
    #[arg(long, value_name = "K/N", value_parser = parse_shard, default_value = "1/1")]
    pub shard: Shard,
    /// Run another build of heureka, to compare versions [default: this one].
    #[arg(long, value_name = "FILE")]
    pub program: Option<PathBuf>,
    /// Lease of a run; others take it if this process does not answer for so long.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, hide = true)]
    pub lease: Option<Duration>,
    /// List the runs and whether they are recorded, without starting any.
    #[arg(long)]
    pub list: bool,
    #[command(flatten)]
    pub tables: Tables,
    #[command(flatten)]
    pub output: Output,
}

/// A part of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: usize,
    of: usize,
}

fn parse_shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(number, of)| {
        let (number, of): (usize, usize) = (number.trim().parse().ok()?, of.trim().parse().ok()?);
        (1..=of).contains(&number).then_some(Shard { number, of })
    });
    parts.ok_or_else(|| "expected K/N with K from 1 to N, such as 3/16".to_owned())
}

impl Shard {
    /// Returns the runs of this part, in the study's order.
    ///
    /// Runs are distributed by a digest of their keys, so that no machine gets all runs of a setup.
    fn of_runs(self, runs: &[Planned]) -> Vec<&Planned> {
        let mut order: Vec<usize> = (0..runs.len()).collect();
        order.sort_by_cached_key(|&i| (digest(runs[i].key.as_bytes()), i));
        let mut selected: Vec<usize> =
            order.into_iter().skip(self.number - 1).step_by(self.of).collect();
        selected.sort_unstable();
        selected.into_iter().map(|i| &runs[i]).collect()
    }
}

pub fn run(args: &Run, out: &mut dyn Write) -> Result<Exit, Failure> {
    args.tables.open();
    let started = Instant::now();
    let study = Study::read(&read(&args.study, MAX_STUDY)?, &args.study)
        .map_err(|error| Failure::file(&args.study, &error, &error.remedy))?;
    let path = args.db.clone().unwrap_or_else(|| {
        let study = if is_stdin(&args.study) { Path::new("study") } else { &args.study };
        let mut name = study.file_stem().unwrap_or_default().to_owned();
        name.push(".db");
        PathBuf::from(name)
    });
    let selected = args.shard.of_runs(&study.runs);
    if args.list {
        return list(args, out, &study, &selected, &path);
    }
    // From now on, a database that grows beyond the limit of its size is an error, not a signal.
    interrupt::flag();
    let mut database = Database::create(&path)?;
    if database.plan(&study)? {
        advise("the study has changed since its last run with this database: only new runs start");
    }
    let known = database.keys()?;
    let missing: Vec<&Planned> =
        selected.iter().filter(|run| !known.contains(&run.key)).copied().collect();
    let runner = Runner {
        program: args.program.clone().map_or_else(std::env::current_exe, Ok)?,
        jobs: args.jobs,
        lease: args.lease.unwrap_or(LEASE),
        interrupt: interrupt::flag(),
    };
    let mut tally = Tally::new(missing.len());
    let database = Mutex::new(database);
    let ran = runner.run(&missing, &database, |event| tally.note(event));
    tally.bar.finish_and_clear();
    ran?;
    let interrupted = interrupt::is_set();
    let (planned, time) = (selected.len(), started.elapsed());
    let recorded = planned - missing.len() + tally.made + tally.skipped;
    let object = || {
        json!({
            "study": study.title,
            "database": Database::name_of(&path),
            "planned": planned,
            "recorded": recorded,
            "made": tally.made,
            "interrupted": interrupted,
            "unexplained": tally.unexplained,
            "seconds": time.as_secs_f64(),
        })
    };
    args.output.either(out, object, |out| {
        let part = match args.shard {
            Shard { of: 1, .. } => String::new(),
            Shard { number, of } => format!(" of shard {number}/{of}"),
        };
        let runs = plural(planned as u64, "run");
        let runs = format!("recorded {} of {runs}{part}", count(recorded as u64));
        if recorded == planned {
            headline(out, GOOD, "complete", &runs)?;
        } else {
            let text = format!("{runs}; run the command again to continue");
            headline(out, CAREFUL, "incomplete", &text)?;
        }
        if tally.unexplained > 0 {
            headline(out, ERROR, "unexplained", &plural(tally.unexplained as u64, "run"))?;
        }
        line(out, "new runs", &count(tally.made as u64))?;
        line(out, "database", &Database::name_of(&path))?;
        line(out, "time", &duration(time))
    })?;
    if tally.unexplained > 0 {
        advise("some runs failed unexpectedly: see the beginning of the report");
    } else if tally.interrupted > 0 && !interrupted {
        advise("interrupted runs are not recorded; run the command again to repeat them");
    }
    Ok(if recorded < planned {
        Exit::Interrupted
    } else if tally.unexplained > 0 && tally.unexplained == tally.made {
        Exit::Failed
    } else {
        Exit::Done
    })
}

fn list(
    args: &Run,
    out: &mut dyn Write,
    study: &Study,
    runs: &[&Planned],
    path: &Path,
) -> Result<Exit, Failure> {
    let recorded = Database::keys_in(path)?;
    let object = || {
        let runs = runs.iter().map(|run| {
            let recorded = recorded.contains(&run.key);
            json!({ "key": run.key, "recorded": recorded, "command": run.command_line() })
        });
        let (runs, database) = (runs.collect::<Vec<_>>(), Database::name_of(path));
        json!({ "study": study.title, "database": database, "runs": runs })
    };
    args.output.either(out, object, |out| {
        runs.iter().try_for_each(|run| {
            let mark = if recorded.contains(&run.key) { "done" } else { "    " };
            writeln!(out, "{mark}  {}", run.key)
        })
    })?;
    Ok(Exit::Done)
}

/// Counts of what has happened so far, shown on stderr.
struct Tally {
    bar: indicatif::ProgressBar,
    all: usize,
    made: usize,
    skipped: usize,
    interrupted: usize,
    unexplained: usize,
    started: Instant,
    printed: Instant,
}

impl Tally {
    fn new(all: usize) -> Self {
        let (bar, started, printed) = (bar(all, "runs"), Instant::now(), Instant::now());
        let [made, skipped, interrupted, unexplained] = [0; 4];
        Self { bar, all, made, skipped, interrupted, unexplained, started, printed }
    }

    fn note(&mut self, event: Event) {
        self.bar.inc(1);
        match event {
            Event::Done(record) => {
                self.made += 1;
                if !record.ending.is_explained() {
                    self.unexplained += 1;
                    let note = format!("{}: {}: {}", record.key, record.ending, record.detail);
                    self.bar.suspend(|| advise(&note));
                }
                self.bar.set_message(record.key);
            }
            Event::Skipped => self.skipped += 1,
            Event::Late(run) => {
                self.skipped += 1;
                let note = format!("{run}: another worker recorded it first; result dropped");
                self.bar.suspend(|| advise(&note));
            }
            Event::Interrupted => self.interrupted += 1,
        }
        if !io::stderr().is_terminal() && self.printed.elapsed() > PRINT_EVERY {
            self.printed = Instant::now();
            let done = self.made + self.skipped + self.interrupted;
            let left = self.started.elapsed().mul_f64((self.all - done) as f64 / done as f64);
            let (done, all) = (count(done as u64), count(self.all as u64));
            advise(&format!("{done} of {all} runs, about {} left", duration(left)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_partition_the_runs() {
        for text in ["", "0/3", "4/3", "1", "a/b", "1/0", "-1/2"] {
            assert!(parse_shard(text).is_err(), "{text}");
        }
        let shards: Vec<_> = (1..=3).map(|k| parse_shard(&format!("{k}/3")).unwrap()).collect();
        let study = "strategies = [\"bfs\", \"ucs\", \"astar\"]\n[[instances]]\npuzzle = \"tiles\"\n\
                     random = \"3x3\"\nseeds = \"1-20\"\n";
        let study = Study::read(study, Path::new("study.toml")).unwrap();
        let parts: Vec<_> = shards.iter().map(|shard| shard.of_runs(&study.runs)).collect();
        let mut all: Vec<_> = parts.iter().flatten().map(|run| &run.key).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 60);
        for part in parts {
            assert_eq!(part.len(), 20);
            let setups: std::collections::HashSet<_> = part.iter().map(|run| &run.setup).collect();
            assert_eq!(setups.len(), 3, "every shard has runs of every setup");
        }
    }
}
