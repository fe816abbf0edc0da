//! `heureka lab status`: how far a study is, and which workers make its runs.

use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{CAREFUL, ERROR, GOOD, headline, line};
use crate::output::Output;
use crate::units::{count, duration, plural};
use clap::Args;
use heureka_lab::study::{Running, Status as Progress};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  heureka lab status counters.db
  heureka lab status postgres://ann@db.example.org/counters --json

A worker is a process of `heureka lab run`: host, process id and a random
number. The estimate is the mean time of the recorded runs, times the runs that
are left, divided by the runs under way.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Status {
    /// Database of a study: a path, `sqlite:PATH` or `postgres://USER@HOST/DATABASE`.
    #[arg(value_name = "DB")]
    database: PathBuf,
    #[command(flatten)]
    output: Output,
}

pub fn run(args: &Status, out: &mut dyn Write) -> Result<Exit, Failure> {
    let status = Progress::read(&args.database)?;
    let Progress { planned, recorded, left, unexplained, running, .. } = &status;
    args.output.either(
        out,
        || json!(status),
        |out| {
            let runs = plural(*planned as u64, "run");
            let runs = format!("recorded {} of {runs}", count(*recorded as u64));
            match (left, running.len()) {
                (0, _) => headline(out, GOOD, "complete", &runs)?,
                (_, 0) => headline(out, CAREFUL, "incomplete", &format!("{runs}; no worker"))?,
                _ => headline(out, GOOD, "running", &runs)?,
            }
            if *unexplained > 0 {
                headline(out, ERROR, "unexplained", &plural(*unexplained as u64, "run"))?;
            }
            line(out, "study", &status.study)?;
            line(out, "left", &count(*left as u64))?;
            if let Some(seconds) = status.seconds_left {
                let left = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
                line(out, "estimate", &format!("about {} left", duration(left)))?;
            }
            running.iter().try_for_each(|Running { run, worker }| {
                line(out, "run", &format!("{run}, by {worker}"))
            })
        },
    )?;
    if *left > 0 && running.is_empty() && !args.output.json {
        advise("start a worker to continue: heureka lab run STUDY --db DB");
    }
    Ok(Exit::Done)
}
