//! Limits: when a search stops, asks or reports. They cost one comparison per expansion.

use crate::tables::TableCache;
use crate::{Cost, Outcome, Stats, Stop};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The maximum number of expansions between two looks at the clock.
const MAX_STRIDE: u64 = 1 << 16;
/// The target time between two looks at the clock.
const TICK: Duration = Duration::from_millis(2);
/// The share of memory, in bytes per generated node, that limits the expansions between two looks at
/// the size: nodes take about 64 bytes, and structures may grow by about one part in 64 meanwhile.
const MEMORY_PER_NODE: u64 = 64 * 64;
/// The minimum time between two progress reports.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// The current size of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gauge {
    /// Open nodes.
    pub frontier: u64,
    /// Bytes allocated by the search's data structures.
    pub bytes: u64,
    /// Bytes allocated after the next growth of these structures, if that is near.
    pub bytes_after_growth: u64,
}

impl Gauge {
    /// Returns a gauge from open nodes and bytes: allocated now, and after the next growth.
    #[must_use]
    pub fn new(frontier: u64, (bytes, bytes_after_growth): (u64, u64)) -> Self {
        Self { frontier, bytes, bytes_after_growth }
    }

    /// Returns the size of two searches together.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            frontier: self.frontier + other.frontier,
            bytes: self.bytes.saturating_add(other.bytes),
            bytes_after_growth: self.bytes_after_growth.saturating_add(other.bytes_after_growth),
        }
    }

    /// Returns the gauge of work on structures of a fixed size.
    #[must_use]
    pub fn holding(bytes: u64) -> Self {
        Self::new(0, (bytes, bytes))
    }
}

/// A progress report of a running search.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The statistics so far.
    pub stats: &'a Stats,
    /// The current size.
    pub gauge: Gauge,
    /// While tables are built before the search, their size in bytes; `stats` then count their
    /// entries.
    pub building: Option<u64>,
    /// A remark for the user, as [`Limits::note`] gives it.
    pub note: Option<&'a str>,
}

/// A callback that decides whether a search continues.
pub type Ask<'a> = &'a mut dyn FnMut(&Progress<'_>) -> bool;
/// A callback that receives progress reports.
pub type Tell<'a> = &'a mut dyn FnMut(&Progress<'_>);

/// Measures the time of work without the time that questions wait for answers.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    begun: Instant,
    waited: Duration,
}

impl Stopwatch {
    /// Returns the time of the work since the start, under the same limits.
    #[must_use]
    pub fn elapsed(self, limits: &Limits<'_>) -> Duration {
        self.begun.elapsed().saturating_sub(limits.waited.saturating_sub(self.waited))
    }
}

/// Conditions under which a search stops, asks or reports.
///
/// Time runs from the first check, so each run needs a new `Limits`. Expansions and memory are
/// totals of the search: to resume it after a stop, pass limits that allow more.
///
/// ```
/// use heureka_core::limits::Progress;
/// use heureka_core::{Cost, Limits, Outcome, Problem, Stop, solve};
/// use std::time::Duration;
///
/// // `Line` is a problem whose states are the numbers from 0 to 9.
/// # struct Line;
/// # impl Problem for Line {
/// #     type State = u32; type Key = u32; type Action = char;
/// #     fn start(&self) -> u32 { 0 }
/// #     fn is_goal(&self, &state: &u32) -> bool { state == 9 }
/// #     fn successors(&self, &state: &u32, visit: &mut impl FnMut(char, Cost, u32)) {
/// #         if state < 9 { visit('+', 1, state + 1); }
/// #         if state > 0 { visit('-', 1, state - 1); }
/// #     }
/// #     fn pack(&self, &state: &u32) -> u32 { state }
/// #     fn unpack(&self, &key: &u32) -> u32 { key }
/// # }
/// let mut report = |progress: &Progress| eprintln!("{} expanded", progress.stats.expanded);
/// let limits = Limits::none().time(Duration::from_secs(60)).memory(4 << 30);
/// let mut limits = limits.expansions(5).report(&mut report);
/// let found = solve(&Line, &"bfs".parse()?, &mut limits, &mut ())?;
/// assert_eq!(found.outcome, Outcome::Stopped(Stop::Expansions));
/// assert_eq!(found.stats.expanded, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
#[must_use]
pub struct Limits<'a> {
    time: Option<Duration>,
    until: Option<Instant>,
    expansions: Option<u64>,
    memory: Option<u64>,
    /// Bytes that the caller holds.
    held: u64,
    /// The size of another search, which is paused.
    other: Gauge,
    /// Bytes that tables outside the search hold.
    tables: u64,
    /// The size of the tables that are built under these limits.
    building: Option<u64>,
    /// Whether these tables are announced; before that, nothing is reported.
    is_announced: bool,
    depth: Option<u32>,
    cost: Option<Cost>,
    /// The most threads; 0 means one.
    threads: usize,
    /// The most threads that build tables; 0 means as many as `threads`.
    table_threads: usize,
    table_cache: Option<&'a dyn TableCache>,
    interrupt: Option<&'a AtomicBool>,
    ask: Option<(u64, Ask<'a>)>,
    cutoffs_asked: u64,
    report: Option<Tell<'a>>,
    started: Option<Instant>,
    /// How long the questions waited for their answers.
    waited: Duration,
    last_tick: Duration,
    last_report: Duration,
    stride: u64,
    due: u64,
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Limits");
        debug.field("time", &self.time).field("until", &self.until);
        debug.field("expansions", &self.expansions).field("memory", &self.memory);
        debug.field("depth", &self.depth).field("cost", &self.cost).finish_non_exhaustive()
    }
}

impl<'a> Limits<'a> {
    /// Returns limits that never stop a search.
    pub fn none() -> Self {
        Self::default()
    }

    /// Stops the search after this time.
    pub fn time(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// Stops the search at this moment, for runs that share a deadline.
    pub fn until(self, moment: Instant) -> Self {
        Self { until: Some(moment), ..self }
    }

    /// Returns limits for a subtask: the same interrupt, deadline and memory, and at most this time.
    ///
    /// Other limits, reports and questions are not inherited.
    pub fn part<'b>(&self, time: Duration) -> Limits<'b>
    where
        'a: 'b,
    {
        let now = Instant::now();
        let end = self.time.and_then(|time| self.started.unwrap_or(now).checked_add(time));
        let until = [end, self.until].into_iter().flatten().min();
        Limits {
            interrupt: self.interrupt,
            until,
            time: Some(time),
            memory: self.memory,
            held: self.held,
            other: self.other,
            tables: self.tables,
            threads: self.threads,
            table_threads: self.table_threads,
            table_cache: self.table_cache,
            ..Limits::default()
        }
    }

    /// Returns limits for tables that are built or read before the search, and whose construction needs
    /// this many bytes: the same clock, memory limit, interrupt and reports. Limits on expansions and
    /// questions are left to the search. The first construction announces the tables
    /// ([`Limits::building`]).
    ///
    /// # Errors
    /// The limit that is reached already, or that the tables would exceed.
    pub fn preparing(&mut self, bytes: u64) -> Result<Limits<'_>, Stop> {
        let mut limits = self.for_tables(bytes);
        match limits.check(&Stats::default(), Gauge::new(0, (0, bytes))) {
            ControlFlow::Break(stop) => Err(stop),
            ControlFlow::Continue(()) => Ok(limits),
        }
    }

    fn for_tables(&mut self, bytes: u64) -> Limits<'_> {
        Limits {
            time: self.time,
            until: self.until,
            memory: self.memory,
            held: self.held,
            other: self.other,
            tables: self.tables,
            threads: if self.table_threads > 0 { self.table_threads } else { self.threads },
            table_cache: self.table_cache,
            interrupt: self.interrupt,
            report: self.report.as_mut().map(|report| &mut **report as Tell<'_>),
            started: Some(*self.started.get_or_insert_with(Instant::now)),
            last_report: self.last_report,
            building: self.building.or(Some(bytes)),
            is_announced: self.is_announced,
            ..Limits::default()
        }
    }

    /// Returns limits for building tables, as [`Limits::preparing`] does, and announces the tables. If they
    /// are parts of others, all are announced together, once.
    ///
    /// # Errors
    /// The limit that is reached already, or that the tables would exceed.
    pub fn building(&mut self, bytes: u64) -> Result<Limits<'_>, Stop> {
        drop(self.preparing(bytes)?);
        let is_new = !self.is_announced;
        self.is_announced = self.building.is_some();
        let mut limits = self.for_tables(bytes);
        limits.is_announced = true;
        let (stats, building) = (Stats::default(), limits.building);
        if let Some(report) = limits.report.as_mut().filter(|_| is_new) {
            report(&Progress { stats: &stats, gauge: Gauge::default(), building, note: None });
        }
        Ok(limits)
    }

    /// Sets the size of the tables that is announced, if it is not what their construction needs.
    pub fn announcing(self, bytes: u64) -> Self {
        Self { building: Some(bytes), ..self }
    }

    /// Reports a remark for the user at once, such as that tables are smaller than they could be.
    pub fn note(&mut self, note: &str) {
        if let Some(report) = &mut self.report {
            let (stats, gauge) = (&Stats::default(), Gauge::default());
            report(&Progress { stats, gauge, building: self.building, note: Some(note) });
        }
    }

    /// Returns whether these are limits for tables.
    pub(crate) fn is_preparing(&self) -> bool {
        self.building.is_some()
    }

    /// Sets the number of bytes that tables outside the search hold. They count against the memory
    /// limit; a second call replaces the number of the first.
    pub fn set_tables(&mut self, bytes: u64) {
        self.tables = bytes;
    }

    /// Returns the number of bytes set by [`Limits::set_tables`].
    #[must_use]
    pub fn tables(&self) -> u64 {
        self.tables
    }

    /// Stops the search after exactly this many expansions.
    pub fn expansions(self, expansions: u64) -> Self {
        Self { expansions: Some(expansions), ..self }
    }

    /// Stops the search before its data structures exceed this many bytes.
    pub fn memory(self, bytes: u64) -> Self {
        Self { memory: Some(bytes), ..self }
    }

    /// Excludes plans with more moves than this.
    pub fn depth(self, moves: u32) -> Self {
        Self { depth: Some(moves), ..self }
    }

    /// Excludes plans that cost more than this.
    pub fn cost(self, cost: Cost) -> Self {
        Self { cost: Some(cost), ..self }
    }

    /// Allows this many threads. With a limit on expansions, or questions after some, one thread works:
    /// several cannot stop at an exact count.
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Allows this many threads for building tables, instead of the number for the search.
    pub fn with_table_threads(self, threads: usize) -> Self {
        Self { table_threads: threads, ..self }
    }

    /// Keeps tables that take long to build in a cache.
    pub fn with_table_cache(self, cache: &'a dyn TableCache) -> Self {
        Self { table_cache: Some(cache), ..self }
    }

    /// Returns the cache of tables.
    pub(crate) fn table_cache(&self) -> Option<&'a dyn TableCache> {
        self.table_cache
    }

    /// Stops the search soon after the flag becomes true.
    pub fn interrupt(self, flag: &'a AtomicBool) -> Self {
        Self { interrupt: Some(flag), ..self }
    }

    /// Calls `ask` after every `every` expansions; a result of false stops the search. 0 means never.
    pub fn ask_every(self, every: u64, ask: Ask<'a>) -> Self {
        Self { ask: (every > 0).then_some((every, ask)), ..self }
    }

    /// Calls `report` about ten times a second.
    pub fn report(self, report: Tell<'a>) -> Self {
        Self { report: Some(report), ..self }
    }

    /// Counts bytes that the caller holds until the end against the memory limit. Calls add up.
    ///
    /// Breaks if they exceed the limit.
    pub fn hold(&mut self, bytes: u64) -> ControlFlow<Stop> {
        self.held = self.held.saturating_add(bytes);
        if self.memory_left(0).is_some() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(Stop::Memory)
        }
    }

    /// Returns the bytes left of the memory limit when the search has this many, or nothing if they
    /// exceed the limit.
    #[must_use]
    pub fn memory_left(&self, bytes: u64) -> Option<u64> {
        let all = [self.held, self.other.bytes, self.tables];
        let all = all.into_iter().fold(bytes, u64::saturating_add);
        self.memory.unwrap_or(u64::MAX).checked_sub(all)
    }

    /// Returns the depth limit.
    #[must_use]
    pub fn max_depth(&self) -> Option<u32> {
        self.depth
    }

    /// Returns the cost limit.
    #[must_use]
    pub fn max_cost(&self) -> Option<Cost> {
        self.cost
    }

    /// Returns how many threads may work, at least one.
    #[must_use]
    pub fn threads(&self) -> usize {
        let is_exact = self.expansions.is_some() || self.ask.is_some();
        if is_exact { 1 } else { self.threads.max(1) }
    }

    /// Returns the limit on expansions.
    #[must_use]
    pub fn max_expansions(&self) -> Option<u64> {
        self.expansions
    }

    /// Starts to measure the time of work under these limits.
    #[must_use]
    pub fn stopwatch(&self) -> Stopwatch {
        Stopwatch { begun: Instant::now(), waited: self.waited }
    }

    /// Runs a search on one thread until it has made this many expansions in all. Returns nothing if it has
    /// more to do.
    pub(crate) fn until_expanded<T>(
        &mut self,
        expansions: u64,
        run: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Option<Outcome<T>> {
        let limit = self.expansions;
        self.expansions = Some(limit.map_or(expansions, |limit| limit.min(expansions)));
        self.due = self.due.min(expansions);
        let outcome = run(self);
        self.expansions = limit;
        let has_more = limit.is_none_or(|limit| limit > expansions)
            && matches!(outcome, Outcome::Stopped(Stop::Expansions));
        (!has_more).then_some(outcome)
    }

    /// Runs a search while another one of this size is paused, which counts against the memory limit.
    pub(crate) fn with_other<T>(&mut self, other: Gauge, run: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.other, other);
        let result = run(self);
        self.other = before;
        result
    }

    /// Checks the limits if a check is due. A search calls this before each expansion.
    ///
    /// Breaks with the reason if the search must stop.
    #[inline(always)]
    pub fn poll(&mut self, stats: &Stats, gauge: impl FnOnce() -> Gauge) -> ControlFlow<Stop> {
        if stats.expanded < self.due {
            return ControlFlow::Continue(());
        }
        self.check(stats, gauge())
    }

    /// Returns how many expansions may pass before the next [`Limits::check`] is due.
    ///
    /// It serves searches that count down instead of polling.
    #[inline(always)]
    #[must_use]
    pub fn due_in(&self, stats: &Stats) -> u64 {
        self.due.saturating_sub(stats.expanded)
    }

    /// Checks all limits now, and reports or asks if that is due.
    ///
    /// Breaks with the reason if the search must stop.
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
        let Some(left) = self.memory_left(gauge.bytes_after_growth) else {
            return ControlFlow::Break(Stop::Memory);
        };
        let since = elapsed.saturating_sub(self.last_tick);
        self.last_tick = elapsed;
        self.stride = next_stride(self.stride, since);
        if self.memory.is_some() {
            let moves = stats.generated / stats.expanded.max(1) + 1;
            let most = gauge.bytes.max(left) / MEMORY_PER_NODE / moves;
            self.stride = self.stride.min(most.max(1));
        }
        let mut due = stats.expanded + self.stride;
        let all = gauge.plus(self.other);
        let progress = Progress { stats, gauge: all, building: self.building, note: None };
        if let Some(report) = &mut self.report
            && (self.building.is_none() || self.is_announced)
            && elapsed >= self.last_report + REPORT_EVERY
        {
            self.last_report = elapsed;
            report(&progress);
        }
        if let Some(max) = self.expansions {
            if stats.expanded >= max {
                return ControlFlow::Break(Stop::Expansions);
            }
            due = due.min(max);
        }
        if let Some((every, ask)) = &mut self.ask {
            let cutoffs = stats.expanded / *every;
            if cutoffs > self.cutoffs_asked {
                self.cutoffs_asked = cutoffs;
                let asked = Instant::now();
                let continues = ask(&progress);
                // Waiting for an answer is not work: it counts neither as time nor against the limit.
                let waited = asked.elapsed();
                self.waited += waited;
                self.started = self.started.map(|started| started + waited);
                if !continues {
                    // An interrupt during the question is not an answer.
                    let interrupted = self.interrupt.is_some_and(|f| f.load(Ordering::Relaxed));
                    let stop = if interrupted { Stop::Interrupted } else { Stop::Declined };
                    return ControlFlow::Break(stop);
                }
            }
            due = due.min((cutoffs + 1) * *every);
        }
        self.due = due;
        ControlFlow::Continue(())
    }
}

/// Returns the number of expansions until the next check, so that a check comes about every [`TICK`].
fn next_stride(stride: u64, since: Duration) -> u64 {
    match stride {
        0 => 1,
        stride if since < TICK / 2 => (stride * 2).min(MAX_STRIDE),
        stride if since > TICK * 2 => (stride / 2).max(1),
        stride => stride,
    }
}

#[cfg(test)]
mod tests;
