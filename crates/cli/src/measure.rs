//! Runs experiments in this process under the limits of the command line.

use crate::args::{Horizon, Limit};
use crate::exit::{Exit, Failure, advise};
use crate::interrupt;
use crate::run::{bar, with_bar};
use crate::staging::Staging;
use crate::summary::Output;
use crate::units::{duration, size};
use heureka_core::Limits;
use heureka_lab::study::{Caps, Experiment, Planned, Record, Results};
use heureka_lab::{Plot, Provenance, Report};
use std::path::Path;
use std::time::Duration;

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
        Ok(Some(with_bar(&bar, limit, horizon, solve)?))
    });
    bar.finish_and_clear();
    results
}

/// Returns the exit code of an experiment.
pub fn exit() -> Exit {
    if interrupt::is_set() { Exit::Interrupted } else { Exit::Done }
}

/// Returns limits of time and memory: for searches, for the records of an experiment, and in words.
pub fn limits(time: Duration, memory: u64) -> (Limit, Caps, String) {
    let caps = Caps { time: Some(time), memory: Some(memory), ..Caps::default() };
    let words = format!("{} and {} per search", duration(time), size(memory));
    (Limit { time: Some(time), memory, expansions: None, ask_every: 0 }, caps, words)
}

/// Writes the page, the tables and the plots of an experiment into a folder, unless interrupted.
pub fn publish(
    staging: Option<Staging>,
    report: &Report,
    provenance: &Provenance,
    files: &[(&str, String)],
    plots: &[(String, Plot)],
) -> Result<(), Failure> {
    let Some(staging) = staging.filter(|_| !interrupt::is_set()) else { return Ok(()) };
    staging.write("report.html", report.html(provenance))?;
    for (name, content) in files {
        staging.write(name, content)?;
    }
    for (name, plot) in plots {
        staging.write(&format!("{name}.svg"), plot.svg())?;
    }
    staging.publish()
}

/// Says where the files of an experiment are, or how to get them.
pub fn advise_files(output: Output, folder: Option<&Path>) {
    match folder {
        _ if output.json => {}
        _ if interrupt::is_set() => advise("interrupted: no file was written"),
        Some(folder) => advise(&format!("written to {}", folder.join("report.html").display())),
        None => advise("--out DIR writes plots, tables and a report"),
    }
}
