//! `heureka cluster`: one space over threads, processes and machines.

mod explore;
mod solve;

use crate::args::{Limit, SubjectArgs};
use crate::exit::{Exit, Failure, advise};
use crate::files;
use crate::interrupt;
use crate::measure::parse_time_limit;
use crate::output::Output;
use crate::run::{Dialog, spinner, with_bar};
use crate::units::{parse_duration, parse_size, whole, whole_in};
use clap::{Args, Subcommand};
use heureka_cluster::{Checkpoints, Cluster as Setup, ClusterError, parse_hosts};
use heureka_core::Limits;
use heureka_kit::instance::Instance;
use heureka_lab::flags;
use indicatif::ProgressBar;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  heureka cluster explore hanoi '4 12' --workers 4
  heureka cluster explore pegs --hosts hosts.txt --process 0   # and 1, 2, …
  heureka cluster explore tiles --checkpoint run1   # run again to resume
  heureka cluster solve tiles -s astar -H manhattan --workers 4

The hosts file has a line `host:port` for each process, and all processes get
the same arguments, except for --process. Process 0 prints the result.

Connections between processes are neither authenticated nor encrypted. Use a
network that you trust, or tunnels. Without --hosts, no port is opened.

If a process is lost, all others end. With --checkpoint, start them again to
resume from the last checkpoint; the number of workers may differ.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Cluster {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Count all reachable states by depth.
    Explore(explore::Explore),
    /// Solve an instance by astar, ucs or bfs.
    Solve(solve::Solve),
}

pub fn run(args: &Cluster, out: &mut dyn Write) -> Result<Exit, Failure> {
    match &args.command {
        Command::Explore(args) => explore::run(args, out),
        Command::Solve(args) => solve::run(args, out),
    }
}

/// The workers, and where they are.
#[derive(Debug, Args)]
#[command(next_help_heading = "Workers")]
struct Team {
    /// Use N workers in each process, at most 256.
    // Every worker is connected with every other, which no limit interrupts.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_in::<usize>(1..=256))]
    workers: usize,
    /// Read the addresses of all processes, a line `host:port` for each.
    #[arg(long, value_name = "FILE", requires = "process")]
    hosts: Option<PathBuf>,
    /// Set the number of this process: its line in the hosts file, from 0 on.
    #[arg(long, value_name = "I", requires = "hosts", value_parser = whole::<usize>)]
    process: Option<usize>,
    /// Wait at most this long for the other processes.
    #[arg(long, value_name = "TIME", value_parser = parse_time_limit, default_value = "60s", requires = "hosts")]
    connect_timeout: Duration,
    /// Write checkpoints into this folder, which all processes share, and resume from the last one.
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// Let at least this time pass between two checkpoints.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "10m", requires = "checkpoint")]
    checkpoint_every: Duration,
}

impl Team {
    /// Returns the setup of this process. The time limit includes reading the hosts file.
    fn setup(&self, subject: &SubjectArgs, limit: &ClusterLimit) -> Result<Setup, Failure> {
        if self.hosts.is_some()
            && subject.choice.random.is_some()
            && !subject.choice.seed.is_given()
        {
            let what = "--random without --seed: each process would have another instance";
            return Err(Failure::usage(what, "give all processes the same --seed"));
        }
        let mut hosts = vec![];
        if let Some(path) = &self.hosts {
            let end = limit.time.and_then(|time| Instant::now().checked_add(time));
            let text = files::read_until(path, files::MAX_SMALL, end)?;
            hosts = parse_hosts(&text).map_err(|error| {
                Failure::input(format!("{}:{error}", files::display_name(path)), error.remedy)
            })?;
        }
        let process = self.process.unwrap_or(0);
        if process > 0 && process >= hosts.len() {
            let what = format!("--process {process}: the hosts file has {} lines", hosts.len());
            let help = format!("give a number below {}, or add a line", hosts.len());
            return Err(Failure::usage(what, help));
        }
        Ok(Setup {
            workers: self.workers,
            hosts,
            process,
            connect_timeout: self.connect_timeout,
            checkpoints: self.checkpoint.as_ref().map(|folder| {
                // From now on, a signal must not end the program before unfinished files are removed.
                interrupt::flag();
                Checkpoints { folder: folder.clone(), every: self.checkpoint_every }
            }),
            tell: advise,
            fail: |error| Failure::from(error.clone()).print(),
        })
    }

    /// Does the same as [`Output::or_stopped`] in process 0; the others print no results.
    fn or_stopped<T>(
        &self,
        output: Output,
        out: &mut dyn Write,
        made: Result<T, Failure>,
    ) -> Result<T, Failure> {
        if self.process.is_some_and(|process| process > 0) {
            return made;
        }
        output.or_stopped(out, made)
    }
}

/// Limits that stop a cluster.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
struct ClusterLimit {
    /// Stop after this time, such as 500ms, 60s, 2m or 1h30m.
    #[arg(long = flags::TIME_LIMIT, value_name = "TIME", value_parser = parse_time_limit)]
    time: Option<Duration>,
    /// Stop before a process needs more memory than this, such as 256MiB or `none`.
    #[arg(long = flags::MEMORY_LIMIT, value_name = "SIZE", value_parser = parse_size, default_value = "4GiB")]
    memory: u64,
}

impl ClusterLimit {
    fn limit(&self) -> Limit {
        let Self { time, memory } = *self;
        Limit { time, memory, expansions: None, ask_every: 0, threads: None }
    }
}

/// Runs a search under limits; only the first process shows its progress.
fn under_limits<T>(setup: &Setup, limit: &Limit, run: impl FnOnce(&mut Limits<'_>) -> T) -> T {
    let bar = if setup.process == 0 { spinner() } else { ProgressBar::hidden() };
    let result = with_bar(&bar, Dialog::default(), limit, None, run);
    bar.finish_and_clear();
    result
}

/// Returns what identifies a search: other processes and checkpoints must have the same.
fn subject(what: &str, instance: &dyn Instance) -> String {
    let parameters: Vec<_> =
        instance.parameters().0.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let version = env!("CARGO_PKG_VERSION");
    let (puzzle, text) = (instance.info().name, instance.text());
    format!("heureka {version}\n{what}\n{puzzle}\n{}\n{text}", parameters.join(" "))
}

impl From<ClusterError> for Failure {
    fn from(error: ClusterError) -> Self {
        Self::new(error.exit, error.what, error.remedy)
    }
}
