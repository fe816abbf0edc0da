//! One pass over an array of marks or distances on several threads.

use super::in_parallel;
use super::shares::{OwnLines, Shares};
use crate::limits::Gauge;
use crate::{Limits, Stats, Stop};
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// The most entries that a thread takes at a time. Neighbors often lead to neighbors: with small parts,
/// threads would write to the same cache lines.
const MOST: usize = 1 << 14;
/// The fewest parts for each thread, so that all end at about the same time.
const PARTS: usize = 16;

/// The parts of the array that a thread takes, one by one.
pub(crate) struct Parts<'a> {
    sweep: &'a Sweep,
    me: usize,
    numbers: &'a mut dyn Iterator<Item = usize>,
    stop: &'a AtomicBool,
    /// The states that this thread has expanded.
    pub expanded: u64,
    /// Their successors.
    pub generated: u64,
}

/// What the threads share.
struct Sweep {
    entries: usize,
    /// The number of entries in a part.
    part: usize,
    /// The expanded and generated states of each thread.
    counts: Vec<OwnLines<[AtomicU64; 2]>>,
}

impl Parts<'_> {
    /// Takes the next part, unless none is left or the threads have to stop.
    pub fn next(&mut self) -> Option<Range<usize>> {
        let Sweep { entries, part, counts } = self.sweep;
        let [expanded, generated] = &counts[self.me].0;
        expanded.store(self.expanded, Relaxed);
        generated.store(self.generated, Relaxed);
        let first = self.numbers.next().filter(|_| !self.stop.load(Relaxed))? * part;
        Some(first..(first + part).min(*entries))
    }
}

/// Sweeps an array on as many threads as the limits allow. Each calls `work` once, which takes its parts.
/// Counts the expanded states and their successors. Returns the sum of what `work` returned, and what stopped
/// it.
pub(crate) fn sweep(
    entries: usize,
    gauge: Gauge,
    limits: &mut Limits<'_>,
    stats: &mut Stats,
    work: &(impl Fn(&mut Parts<'_>) -> u64 + Sync),
) -> (u64, Option<Stop>) {
    let (threads, before) = (limits.threads(), *stats);
    let counts = (0..threads).map(|_| OwnLines([const { AtomicU64::new(0) }; 2])).collect();
    let part = (entries / (PARTS * threads)).clamp(1, MOST);
    let shares = Shares::new(entries.div_ceil(part), threads);
    let sweep = Sweep { entries, part, counts };
    let sum = |which: usize| -> u64 {
        sweep.counts.iter().map(|counts| counts.0[which].load(Relaxed)).sum()
    };
    let counted = || Stats {
        expanded: before.expanded + sum(0),
        generated: before.generated + sum(1),
        ..before
    };
    let found = AtomicU64::new(0);
    let stopped = in_parallel(threads, limits, &|| (counted(), gauge), &|me, stop| {
        let numbers = &mut shares.of(me);
        let mut parts = Parts { sweep: &sweep, me, numbers, stop, expanded: 0, generated: 0 };
        found.fetch_add(work(&mut parts), Relaxed);
    });
    *stats = counted();
    (found.into_inner(), stopped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_take_every_entry_once() {
        for (threads, entries) in [(1, 10), (2, 0), (2, 1), (3, 1_000), (4, 2_000_003)] {
            let taken: Vec<_> = (0..entries).map(|_| AtomicU64::new(0)).collect();
            let mut stats = Stats { expanded: 5, ..Stats::default() };
            let mut limits = Limits::none().with_threads(threads);
            let work = |parts: &mut Parts<'_>| {
                let mut sum = 0;
                while let Some(part) = parts.next() {
                    for entry in part {
                        taken[entry].fetch_add(1, Relaxed);
                        parts.expanded += 1;
                        parts.generated += 2;
                        sum += entry as u64;
                    }
                }
                sum
            };
            let (sum, stopped) = sweep(entries, Gauge::default(), &mut limits, &mut stats, &work);
            assert!(taken.iter().all(|times| times.load(Relaxed) == 1));
            let expected = (0..entries as u64).sum::<u64>();
            assert_eq!((sum, stopped), (expected, None));
            let entries = entries as u64;
            assert_eq!((stats.expanded, stats.generated), (5 + entries, 2 * entries));
        }
    }
}
