//! Limits: when a search stops, asks or reports. One compare per expansion while nothing is due.

use crate::{Cost, Stats, Stop};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The longest a search goes without looking at its clock, in expansions.
const LONGEST_STRIDE: u64 = 1 << 16;
/// How often the clock is looked at, about.
const TICK: Duration = Duration::from_millis(2);
/// How often progress is reported, about.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// What a search holds at this moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gauge {
    /// Nodes waiting.
    pub frontier: u64,
    /// Bytes held by the search's structures.
    pub bytes: u64,
    /// Bytes held after the growth that is due soon.
    pub bytes_after_growth: u64,
}

/// A report on a search under way.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The counts so far.
    pub stats: &'a Stats,
    /// What the search holds.
    pub gauge: Gauge,
}

/// Asked at every exploration cutoff: go on?
pub type Ask<'a> = &'a mut dyn FnMut(&Progress<'_>) -> bool;
/// Told about ten times a second.
pub type Tell<'a> = &'a mut dyn FnMut(&Progress<'_>);

/// When to stop, ask or report.
///
/// ```
/// use heureka_core::Limits;
/// use std::time::Duration;
/// let limits = Limits::none().time(Duration::from_secs(60)).memory(4 << 30).expansions(1_000_000);
/// ```
///
/// The time runs from the first poll, so one `Limits` serves one run. Expansions and memory are
/// those of the whole search: to go on after a stop, pass new limits that allow more.
#[derive(Default)]
pub struct Limits<'a> {
    time: Option<Duration>,
    until: Option<Instant>,
    expansions: Option<u64>,
    memory: Option<u64>,
    depth: Option<u32>,
    cost: Option<Cost>,
    interrupt: Option<&'a AtomicBool>,
    ask: Option<(u64, Ask<'a>)>,
    asked_at: u64,
    report: Option<Tell<'a>>,
    started: Option<Instant>,
    last_tick: Duration,
    last_report: Duration,
    stride: u64,
    due: u64,
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("time", &self.time)
            .field("until", &self.until)
            .field("expansions", &self.expansions)
            .field("memory", &self.memory)
            .field("depth", &self.depth)
            .field("cost", &self.cost)
            .finish_non_exhaustive()
    }
}

impl<'a> Limits<'a> {
    /// No limits at all.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Stop after this long.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Stop at this moment: for runs that share a deadline, whenever each of them begins.
    #[must_use]
    pub fn until(mut self, moment: Instant) -> Self {
        self.until = Some(moment);
        self
    }

    /// Limits for a part of the work that these limit: the same interrupt, the same end, and at most
    /// this long. Counts, reports and questions stay with the whole.
    #[must_use]
    pub fn part<'b>(&self, time: Duration) -> Limits<'b>
    where
        'a: 'b,
    {
        let now = Instant::now();
        let end = self.time.map(|time| self.started.unwrap_or(now) + time);
        let until = [end, self.until].into_iter().flatten().min();
        Limits { interrupt: self.interrupt, until, time: Some(time), ..Limits::default() }
    }

    /// Stop when this many nodes have been expanded.
    #[must_use]
    pub fn expansions(mut self, expansions: u64) -> Self {
        self.expansions = Some(expansions);
        self
    }

    /// Stop before the search's structures take more bytes than this.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Do not look at plans of more moves than this.
    #[must_use]
    pub fn depth(mut self, moves: u32) -> Self {
        self.depth = Some(moves);
        self
    }

    /// Do not look at plans that cost more than this.
    #[must_use]
    pub fn cost(mut self, cost: Cost) -> Self {
        self.cost = Some(cost);
        self
    }

    /// Stop soon after the flag is raised.
    #[must_use]
    pub fn interrupt(mut self, flag: &'a AtomicBool) -> Self {
        self.interrupt = Some(flag);
        self
    }

    /// Ask after every `every` expansions whether to go on; 0 means never.
    #[must_use]
    pub fn ask_every(mut self, every: u64, ask: Ask<'a>) -> Self {
        self.ask = (every > 0).then_some((every, ask));
        self
    }

    /// Report about ten times a second.
    #[must_use]
    pub fn report(mut self, report: Tell<'a>) -> Self {
        self.report = Some(report);
        self
    }

    /// The depth limit, if any.
    #[must_use]
    pub fn max_depth(&self) -> Option<u32> {
        self.depth
    }

    /// The cost limit, if any.
    #[must_use]
    pub fn max_cost(&self) -> Option<Cost> {
        self.cost
    }

    /// The limit on expansions, if any.
    #[must_use]
    pub fn max_expansions(&self) -> Option<u64> {
        self.expansions
    }

    /// The memory limit, if any.
    #[must_use]
    pub fn max_memory(&self) -> Option<u64> {
        self.memory
    }

    /// Called by a search before each expansion.
    ///
    /// # Errors
    /// Breaks with the reason when the search has to stop.
    #[inline(always)]
    pub fn poll(&mut self, stats: &Stats, gauge: impl FnOnce() -> Gauge) -> ControlFlow<Stop> {
        if stats.expanded < self.due {
            return ControlFlow::Continue(());
        }
        self.check(stats, gauge())
    }

    /// How many expansions may pass before the next [`Limits::check`] is due; for searches that
    /// count down instead of polling.
    #[must_use]
    pub fn due_in(&self, stats: &Stats) -> u64 {
        self.due.saturating_sub(stats.expanded)
    }

    /// The slow part of [`Limits::poll`], whatever the count.
    ///
    /// # Errors
    /// Breaks with the reason when the search has to stop.
    #[cold]
    #[inline(never)]
    pub fn check(&mut self, stats: &Stats, gauge: Gauge) -> ControlFlow<Stop> {
        let now = Instant::now();
        let elapsed = now.saturating_duration_since(*self.started.get_or_insert(now));
        if self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return ControlFlow::Break(Stop::Interrupted);
        }
        if self.time.is_some_and(|time| elapsed >= time)
            || self.until.is_some_and(|moment| now >= moment)
        {
            return ControlFlow::Break(Stop::Time);
        }
        if self.memory.is_some_and(|memory| gauge.bytes_after_growth > memory) {
            return ControlFlow::Break(Stop::Memory);
        }
        let since = elapsed.saturating_sub(self.last_tick);
        self.last_tick = elapsed;
        self.stride = match self.stride {
            0 => 1,
            stride if since < TICK / 2 => (stride * 2).min(LONGEST_STRIDE),
            stride if since > TICK * 2 => (stride / 2).max(1),
            stride => stride,
        };
        let mut due = stats.expanded + self.stride;
        let progress = Progress { stats, gauge };
        if let Some(report) = &mut self.report
            && elapsed >= self.last_report + REPORT_EVERY
        {
            self.last_report = elapsed;
            report(&progress);
        }
        if let Some(most) = self.expansions {
            if stats.expanded >= most {
                return ControlFlow::Break(Stop::Expansions);
            }
            due = due.min(most);
        }
        if let Some((every, ask)) = &mut self.ask {
            let at = stats.expanded / *every;
            if at > self.asked_at {
                self.asked_at = at;
                if !ask(&progress) {
                    // Whoever interrupts a question has not answered it.
                    let interrupted = self.interrupt.is_some_and(|f| f.load(Ordering::Relaxed));
                    let why = if interrupted { Stop::Interrupted } else { Stop::Declined };
                    return ControlFlow::Break(why);
                }
            }
            due = due.min((at + 1) * *every);
        }
        self.due = due;
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(limits: &mut Limits<'_>, most: u64) -> (u64, Option<Stop>) {
        let mut stats = Stats::default();
        while stats.expanded < most {
            if let ControlFlow::Break(why) = limits.poll(&stats, Gauge::default) {
                return (stats.expanded, Some(why));
            }
            stats.expanded += 1;
        }
        (stats.expanded, None)
    }

    #[test]
    fn expansions_stop_exactly() {
        for most in [0, 1, 2, 1023, 1024, 70_000] {
            let got = run(&mut Limits::none().expansions(most), 100_000);
            assert_eq!(got, (most, Some(Stop::Expansions)));
        }
    }

    #[test]
    fn asks_at_every_cutoff_and_once_each() {
        let mut asked = vec![];
        let mut ask = |p: &Progress<'_>| {
            asked.push(p.stats.expanded);
            asked.len() < 3
        };
        let got = run(&mut Limits::none().ask_every(700, &mut ask), 100_000);
        assert_eq!(got, (2100, Some(Stop::Declined)));
        assert_eq!(asked, [700, 1400, 2100]);
    }

    #[test]
    fn a_question_that_is_interrupted_is_not_answered() {
        let flag = AtomicBool::new(false);
        let mut ask = |_: &Progress<'_>| {
            flag.store(true, Ordering::Relaxed);
            false
        };
        let mut limits = Limits::none().interrupt(&flag).ask_every(10, &mut ask);
        assert_eq!(run(&mut limits, 100), (10, Some(Stop::Interrupted)));
    }

    #[test]
    fn a_part_ends_with_the_whole_or_before() {
        let hour = Duration::from_secs(3600);
        let whole = Limits::none().time(hour);
        assert_eq!(run(&mut whole.part(Duration::ZERO), 10).1, Some(Stop::Time));
        assert_eq!(run(&mut whole.part(hour), 10).1, None);
        assert_eq!(
            run(&mut Limits::none().time(Duration::ZERO).part(hour), 10).1,
            Some(Stop::Time)
        );
        let flag = AtomicBool::new(true);
        let part = run(&mut Limits::none().interrupt(&flag).part(hour), 10).1;
        assert_eq!(part, Some(Stop::Interrupted));
    }

    #[test]
    fn an_interrupt_and_the_clock_are_seen() {
        let flag = AtomicBool::new(true);
        assert_eq!(run(&mut Limits::none().interrupt(&flag), 10).1, Some(Stop::Interrupted));
        assert_eq!(run(&mut Limits::none().time(Duration::ZERO), 10).1, Some(Stop::Time));
    }
}
