//! Running a search under the limits of the command line: progress, interruption. And telling people
//! what they wait for before it begins.

use crate::args::{Horizon, Limit};
use crate::ask::goes_on;
use crate::interrupt;
use crate::quantity::{count, rate, size};
use heureka_core::{Limits, Progress};
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// What takes longer than this is announced.
const PATIENCE: Duration = Duration::from_millis(300);

/// Runs something under limits, with progress on stderr if that is a terminal.
pub fn under_limits<T>(
    limit: &Limit,
    horizon: Option<&Horizon>,
    run: impl FnOnce(&mut Limits<'_>) -> T,
) -> T {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
        bar.set_style(style);
    }
    let result = with_bar(&bar, limit, horizon, run);
    bar.finish_and_clear();
    result
}

/// Runs something under limits and shows its progress as the message of a bar.
pub fn with_bar<T>(
    bar: &ProgressBar,
    limit: &Limit,
    horizon: Option<&Horizon>,
    run: impl FnOnce(&mut Limits<'_>) -> T,
) -> T {
    let mut last = (Instant::now(), 0);
    let mut tell = |progress: &Progress<'_>| {
        bar.set_message(line(progress, last.0.elapsed(), last.1));
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
    run(&mut limits)
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

/// A bar over so many things, with the time left, on stderr if that is a terminal.
pub fn bar(number: usize, things: &str) -> ProgressBar {
    let bar = ProgressBar::new(number as u64);
    let template = format!("{{bar:30}} {{pos}} of {{len}} {things}, {{eta}} left  {{wide_msg}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

/// Builds something, and says so on stderr if it takes long and that is a terminal. Returns how long
/// it took.
pub fn building<T>(what: &'static str, build: impl FnOnce() -> T) -> (T, Duration) {
    let begun = Instant::now();
    let built = std::thread::scope(|scope| {
        let (done, waiting) = channel::<()>();
        scope.spawn(move || {
            if waiting.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                let bar = ProgressBar::new_spinner().with_message(what);
                bar.enable_steady_tick(PATIENCE / 3);
                let _ = waiting.recv();
                bar.finish_and_clear();
            }
        });
        let built = build();
        // The other end waits for this to go away.
        drop(done);
        built
    });
    (built, begun.elapsed())
}
