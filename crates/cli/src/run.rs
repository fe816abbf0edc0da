//! Runs work under the limits of the command line and shows progress on a terminal.

use crate::args::{Horizon, Limit};
use crate::ask::{status, wants_to_continue};
use crate::exit::advise;
use crate::interrupt;
use crate::units::{count, rate, size};
use heureka_core::Limits;
use heureka_core::limits::Progress;
use heureka_lab::table_cache;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Instant;

/// Tables that are larger than this take seconds to build, so that a note says so first.
const LARGE_TABLES: u64 = 16 << 20;

/// Tables that are larger than this take a minute, such as those of the 24-puzzle.
const VERY_LARGE_TABLES: u64 = 192 << 20;

/// What a search says on stderr while it runs.
pub struct Dialog {
    /// Returns the counts that precede the question whether to continue.
    pub counts: fn(&Progress<'_>) -> String,
    /// A note, and after how many expansions it is due.
    pub note: Option<(u64, String)>,
}

impl Default for Dialog {
    fn default() -> Self {
        Self { counts: status, note: None }
    }
}

/// Runs a search under limits, with progress on stderr if that is a terminal.
pub fn under_limits<T>(
    limit: &Limit,
    horizon: Option<&Horizon>,
    run: impl FnOnce(&mut Limits<'_>) -> T,
) -> T {
    in_dialog(Dialog::default(), limit, horizon, run)
}

/// Runs a search as [`under_limits`] does, with other words.
pub fn in_dialog<T>(
    dialog: Dialog,
    limit: &Limit,
    horizon: Option<&Horizon>,
    run: impl FnOnce(&mut Limits<'_>) -> T,
) -> T {
    let bar = spinner();
    let result = with_bar(&bar, dialog, limit, horizon, run);
    bar.finish_and_clear();
    result
}

/// Runs a search under limits and shows its progress as the message of a bar.
pub fn with_bar<T>(
    bar: &ProgressBar,
    Dialog { counts, mut note }: Dialog,
    limit: &Limit,
    horizon: Option<&Horizon>,
    run: impl FnOnce(&mut Limits<'_>) -> T,
) -> T {
    let (mut last, mut is_announced) = ((Instant::now(), 0), false);
    let mut report = |Progress { stats, gauge, building, note: remark }: &Progress<'_>| {
        if let Some(remark) = remark {
            bar.suspend(|| advise(remark));
            return;
        }
        if let Some(bytes) = *building {
            let text = format!("building tables of {}", size(bytes));
            if !is_announced && bytes > LARGE_TABLES {
                is_announced = true;
                let time =
                    if bytes > VERY_LARGE_TABLES { "a minute or so" } else { "some seconds" };
                bar.suspend(|| advise(&format!("{text}, which takes {time}")));
            }
            bar.set_message(format!("{text} · {} entries", count(stats.expanded)));
            return;
        }
        if let Some((_, text)) = note.take_if(|(due, _)| stats.expanded >= *due) {
            bar.suspend(|| advise(&text));
        }
        let recent = stats.expanded.saturating_sub(last.1);
        let plan = stats.best_plan.map(|cost| format!("plan {} · ", count(cost)));
        let proved = stats.best_plan.and(stats.lower_bound);
        let proved = proved.map(|cost| format!("at least {} · ", count(cost)));
        bar.set_message(format!(
            "{}{}expanded {} · {} · frontier {} · bound {} · {}",
            plan.unwrap_or_default(),
            proved.unwrap_or_default(),
            count(stats.expanded),
            rate(recent, last.0.elapsed()).unwrap_or_default(),
            count(gauge.frontier),
            stats.bound,
            size(gauge.bytes),
        ));
        last = (Instant::now(), stats.expanded);
    };
    let mut ask = |progress: &Progress<'_>| bar.suspend(|| wants_to_continue(&counts(progress)));
    let mut limits = table_cache::limits()
        .interrupt(interrupt::flag())
        .memory(limit.memory)
        .ask_every(limit.ask_every, &mut ask)
        .report(&mut report);
    if let Some(threads) = limit.threads {
        limits = limits.with_threads(threads).with_table_threads(threads);
    }
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

/// Returns a changing line on stderr if that is a terminal.
pub fn spinner() -> ProgressBar {
    styled(ProgressBar::new_spinner(), "{wide_msg}")
}

/// Returns a progress bar over `number` items, on stderr if that is a terminal.
pub fn bar(number: usize, items: &str) -> ProgressBar {
    let template = format!("{{bar:30}} {{pos}} of {{len}} {items}, {{eta}} left  {{wide_msg}}");
    styled(ProgressBar::new(number as u64), &template)
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
