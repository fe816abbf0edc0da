//! Running a search under the limits of the command line: progress, questions, interruption.

use crate::args::{Horizon, Limit};
use crate::interrupt;
use crate::quantity::{count, rate, size};
use heureka_core::{Limits, Progress};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Runs something under limits, with progress on stderr if that is a terminal.
pub fn under_limits<T>(
    limit: &Limit,
    horizon: Option<&Horizon>,
    run: impl FnOnce(&mut Limits<'_>) -> T,
) -> T {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner:.cyan} {wide_msg}") {
        bar.set_style(style);
    }
    let mut last = (Instant::now(), 0);
    let mut tell = |progress: &Progress<'_>| {
        bar.set_message(line(progress, last.0.elapsed(), last.1));
        bar.tick();
        last = (Instant::now(), progress.stats.expanded);
    };
    let mut ask = |progress: &Progress<'_>| bar.suspend(|| goes_on(progress));
    let mut limits = Limits::none()
        .interrupt(interrupt::flag())
        .memory(limit.memory)
        .ask_every(limit.ask_every, &mut ask)
        .report(&mut tell);
    if let Some(time) = limit.time {
        limits = limits.time(time);
    }
    if let Some(expansions) = limit.expansions {
        limits = limits.expansions(expansions);
    }
    if let Some(depth) = horizon.and_then(|horizon| horizon.depth_limit) {
        limits = limits.depth(depth);
    }
    if let Some(cost) = horizon.and_then(|horizon| horizon.cost_limit) {
        limits = limits.cost(cost);
    }
    let result = run(&mut limits);
    bar.finish_and_clear();
    result
}

fn line(progress: &Progress<'_>, since: Duration, expanded_before: u64) -> String {
    let Progress { stats, gauge } = progress;
    let speed = rate(stats.expanded.saturating_sub(expanded_before), since).unwrap_or_default();
    format!(
        "expanded {} · {speed} · frontier {} · bound {} · {}",
        count(stats.expanded),
        count(gauge.frontier),
        stats.bound,
        size(gauge.bytes),
    )
}

/// Asks on stderr whether to go on; the end of the input is a no.
fn goes_on(progress: &Progress<'_>) -> bool {
    let Progress { stats, gauge } = progress;
    // Not locked: while we wait for an answer, Ctrl-C has to be able to say something.
    let mut stderr = anstream::stderr();
    let _ = writeln!(
        stderr,
        "expanded {}, generated {}, duplicates {}, frontier {}, bound {}, memory {}",
        count(stats.expanded),
        count(stats.generated),
        count(stats.duplicates),
        count(gauge.frontier),
        stats.bound,
        size(gauge.bytes),
    );
    loop {
        let _ = write!(stderr, "continue? [y/n] ");
        let _ = stderr.flush();
        let mut answer = String::new();
        if !matches!(io::stdin().read_line(&mut answer), Ok(1..)) {
            let _ = writeln!(stderr);
            return false;
        }
        match answer.trim().to_lowercase().as_str() {
            "y" | "yes" => return true,
            "n" | "no" => return false,
            _ => {}
        }
    }
}
