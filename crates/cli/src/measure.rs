//! Runs experiments in this process under the limits of the command line.

use crate::args::{Horizon, Limit, Tables};
use crate::exit::{Exit, Failure, advise};
use crate::files::output_folder;
use crate::interrupt;
use crate::output::Output;
use crate::run::{Dialog, bar, with_bar};
use crate::units::{duration, parse_duration, parse_size, size};
use clap::Args;
use heureka_core::Limits;
use heureka_lab::files::OutputFolder;
use heureka_lab::study::{Caps, Experiment, Planned, Record, Results};
use heureka_lab::{Plot, Provenance, Report, table_cache};
use std::path::PathBuf;
use std::time::Duration;

/// Limits of each search of an experiment.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct SearchLimits {
    /// Stop a search after this time, such as 60s or `none`.
    #[arg(long, value_name = "TIME", value_parser = parse_time_limit, default_value = "60s")]
    pub time_limit: Duration,
    /// Stop a search before it needs more memory than this, such as 256MiB or `none`.
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "4GiB")]
    pub memory_limit: u64,
    #[command(flatten)]
    pub tables: Tables,
}

impl SearchLimits {
    /// Returns the limits of one search.
    pub fn limits(self) -> Limits<'static> {
        self.tables.open();
        let limits = table_cache::limits().interrupt(interrupt::flag()).memory(self.memory_limit);
        if self.time_limit < Duration::MAX { limits.time(self.time_limit) } else { limits }
    }
}

/// Parses a time, or `none` for the longest one.
pub fn parse_time_limit(text: &str) -> Result<Duration, String> {
    match text {
        "none" => Ok(Duration::MAX),
        _ => parse_duration(text).map_err(|error| error + ", or none"),
    }
}

/// The limits and the output of an experiment.
#[derive(Debug, Args)]
pub struct ExperimentArgs {
    /// Write a report, tables and plots into this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    limits: SearchLimits,
}

impl ExperimentArgs {
    /// Opens the folder for the files, if they are requested.
    pub fn folder(&self) -> Result<Option<OutputFolder>, Failure> {
        self.out.as_deref().map(output_folder).transpose()
    }

    /// Returns the path of a file in the folder, if files are requested.
    pub fn file(&self, name: &str) -> Option<PathBuf> {
        self.out.as_ref().map(|folder| folder.join(name))
    }

    /// Returns the limits: for searches, for the records of an experiment, and in words.
    pub fn limits(&self) -> (Limit, Caps, String) {
        let SearchLimits { time_limit: time, memory_limit: memory, tables } = self.limits;
        tables.open();
        let time = (time < Duration::MAX).then_some(time);
        let caps = Caps { time, memory: Some(memory), ..Caps::default() };
        let words = match (time, memory) {
            (None, u64::MAX) => "none".to_owned(),
            (Some(time), u64::MAX) => format!("{} per search", duration(time)),
            (None, memory) => format!("{} per search", size(memory)),
            (Some(time), memory) => format!("{} and {} per search", duration(time), size(memory)),
        };
        (Limit { time, memory, expansions: None, ask_every: 0, threads: None }, caps, words)
    }

    /// Prints where the files are, or how to get them, and returns the exit code.
    pub fn conclude(&self) -> Exit {
        match &self.out {
            _ if self.output.json => {}
            _ if interrupt::is_set() => advise("interrupted: no file was written"),
            Some(folder) => advise(&format!("written to {}", folder.join("report.html").display())),
            None => advise("use --out DIR to write plots, tables and a report"),
        }
        exit()
    }
}

/// Decides whether to leave out a run, given the runs before it.
pub type Skips = fn(&Planned, &[(Planned, Record)]) -> bool;

/// Runs an experiment, with progress on stderr if that is a terminal.
pub fn measure(
    experiment: &Experiment,
    limit: &Limit,
    horizon: Option<&Horizon>,
    skips: Skips,
) -> Result<Results, Failure> {
    let bar = bar(experiment.runs(), "searches");
    let skips = |run: &Planned, before: &[(Planned, Record)]| {
        bar.set_position(before.len() as u64);
        bar.set_message(run.setup.clone());
        skips(run, before)
    };
    let results = experiment.run(skips, |instance, strategy| {
        if interrupt::is_set() {
            return Ok(None);
        }
        let solve = |limits: &mut Limits<'_>| instance.solve(strategy, limits, None);
        Ok(Some(with_bar(&bar, Dialog::default(), limit, horizon, solve)?))
    });
    bar.finish_and_clear();
    results
}

/// Returns the exit code of an experiment.
pub fn exit() -> Exit {
    if interrupt::is_set() { Exit::Interrupted } else { Exit::Done }
}

/// Writes the page, the tables and the plots of an experiment into a folder, unless interrupted.
pub fn publish(
    folder: Option<OutputFolder>,
    report: &Report,
    provenance: &Provenance,
    files: &[(&str, String)],
    plots: &[(String, Plot)],
) -> Result<(), Failure> {
    let Some(folder) = folder.filter(|_| !interrupt::is_set()) else { return Ok(()) };
    folder.file("report.html")?.save(report.html(provenance))?;
    for (name, content) in files {
        folder.file(name)?.save(content)?;
    }
    for (name, plot) in plots {
        folder.file(&format!("{name}.svg"))?.save(plot.svg())?;
    }
    Ok(folder.publish()?)
}
