//! Exploration with two bits per rank instead of a table of keys.

use super::{BATCH, Exploration};
use crate::abilities::Ranked;
use crate::limits::Gauge;
use crate::parallel::in_parallel;
use crate::store::{Mark, RankedMarks, held, push, sum};
use crate::{Limits, Stats, Stop};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};

/// The number of words of marks that a thread takes at a time.
const CHUNK: usize = 1024;

/// The fewest states of a layer that is worth several threads.
const WIDE: u64 = 20_000;

/// One state of this many is few: two lists of so many ranks take a sixteenth of the memory of the marks,
/// and to search all marks takes about as long as to expand the states.
const FEW: u64 = 1024;

/// Explores with two bits per rank instead of a table of keys.
///
/// A layer is found by its marks. While layers are small, which they can be for thousands of layers, a list
/// of their ranks saves the search.
pub fn explore_ranked<P: Ranked>(problem: &P, limits: &mut Limits<'_>) -> Exploration {
    let stopwatch = limits.stopwatch();
    let marks = RankedMarks::new(problem.ranks());
    let mut stats = Stats { peak_bytes: marks.bytes(), ..Stats::default() };
    let start = problem.rank(&problem.start());
    marks.mark::<false>(start, Mark::Even);
    let (mut layers, mut list) = (vec![1], Some(vec![start]));
    let few = (problem.ranks() / FEW).min(limits.memory_left(marks.bytes()).unwrap_or(0) / 32);
    loop {
        let (depth, size) = (layers.len() - 1, layers[layers.len() - 1]);
        let turn = if depth % 2 == 0 { [Mark::Even, Mark::Odd] } else { [Mark::Odd, Mark::Even] };
        stats.enter_bound(depth as u32);
        stats.max_frontier = stats.max_frontier.max(size);
        let layer = Layer { problem, marks: &marks, turn, size };
        let (fresh, stopped) = if limits.threads() > 1 && size >= WIDE {
            list = None;
            layer.expand_on_threads(limits, &mut stats)
        } else if size <= few {
            let mut listed = list.take().unwrap_or_else(|| marks.with(turn[0]).collect());
            let (fresh, stopped) = layer.expand_listed(&mut listed, few, limits, &mut stats);
            list = (fresh <= few).then_some(listed);
            (fresh, stopped)
        } else {
            list = None;
            layer.expand(limits, &mut stats)
        };
        if fresh > 0 {
            layers.push(fresh);
        }
        if fresh == 0 || stopped.is_some() {
            return Exploration::new(layers, stats, stopped, stopwatch.elapsed(limits));
        }
    }
}

/// A layer to expand: its states have the first mark, new ones get the second.
struct Layer<'a, P> {
    problem: &'a P,
    marks: &'a RankedMarks,
    turn: [Mark; 2],
    size: u64,
}

impl<P: Ranked> Layer<'_, P> {
    /// Expands the states. Returns the number of new states, and what stopped it.
    fn expand(&self, limits: &mut Limits<'_>, stats: &mut Stats) -> (u64, Option<Stop>) {
        let Self { problem, marks, turn: [current, next], size } = *self;
        let mut arrivals = Arrivals::new(problem, marks, next);
        let mut stopped = None;
        'layer: for word in 0..marks.words() {
            let mut taken = marks.take::<false>(word, current);
            while taken != 0 {
                let gauge = || Gauge::new(size, (marks.bytes(), marks.bytes()));
                if let ControlFlow::Break(why) = limits.poll(stats, gauge) {
                    stopped = Some(why);
                    break 'layer;
                }
                stats.expanded += 1;
                stats.generated += arrivals.expand::<false>(rank(word, taken));
                taken &= taken - 1;
            }
        }
        arrivals.settle::<false>();
        (arrivals.fresh, stopped)
    }

    /// Expands the states, given by their ranks, and replaces these by the ranks of new states, up to `most`.
    /// Returns the number of new states, and what stopped it.
    fn expand_listed(
        &self,
        ranks: &mut Vec<u64>,
        most: u64,
        limits: &mut Limits<'_>,
        stats: &mut Stats,
    ) -> (u64, Option<Stop>) {
        let Self { problem, marks, turn: [_, next], size } = *self;
        let (mut list, mut fresh, mut stopped) = (Vec::new(), 0, None);
        let bytes =
            |list: &Vec<u64>| sum([(marks.bytes(), marks.bytes()), held(ranks), held(list)]);
        for &rank in &*ranks {
            let gauge = || Gauge::new(size, bytes(&list));
            if let ControlFlow::Break(why) = limits.poll(stats, gauge) {
                stopped = Some(why);
                break;
            }
            marks.expanded(rank);
            stats.expanded += 1;
            let mut generated = 0;
            problem.successors(&problem.unrank(rank), &mut |_, _, state| {
                generated += 1;
                let rank = problem.rank(&state);
                if marks.mark::<false>(rank, next) {
                    fresh += 1;
                    if fresh <= most {
                        push(&mut list, rank);
                    }
                }
            });
            stats.generated += generated;
        }
        stats.peak_bytes = stats.peak_bytes.max(bytes(&list).0);
        *ranks = list;
        (fresh, stopped)
    }

    /// Does the same as [`Layer::expand`] on several threads.
    fn expand_on_threads(&self, limits: &mut Limits<'_>, stats: &mut Stats) -> (u64, Option<Stop>) {
        let Self { problem, marks, turn: [current, next], size } = *self;
        let [expanded, generated, fresh] = [const { AtomicU64::new(0) }; 3];
        let (threads, free) = (limits.threads(), AtomicUsize::new(0));
        let before = *stats;
        let counted = || Stats {
            expanded: before.expanded + expanded.load(Relaxed),
            generated: before.generated + generated.load(Relaxed),
            threads: threads as u64,
            ..before
        };
        let progress = || (counted(), Gauge::new(size, (marks.bytes(), marks.bytes())));
        let stopped = in_parallel(threads, limits, &progress, &|_, stop| {
            let mut arrivals = Arrivals::new(problem, marks, next);
            loop {
                let first = free.fetch_add(CHUNK, Relaxed);
                if first >= marks.words() || stop.load(Relaxed) {
                    break;
                }
                let mut counts = [0, 0];
                for word in first..(first + CHUNK).min(marks.words()) {
                    let mut taken = marks.take::<true>(word, current);
                    while taken != 0 {
                        counts[0] += 1;
                        counts[1] += arrivals.expand::<true>(rank(word, taken));
                        taken &= taken - 1;
                    }
                }
                expanded.fetch_add(counts[0], Relaxed);
                generated.fetch_add(counts[1], Relaxed);
            }
            arrivals.settle::<true>();
            fresh.fetch_add(arrivals.fresh, Relaxed);
        });
        *stats = counted();
        (fresh.into_inner(), stopped)
    }
}

/// Returns the rank of the first mark that was taken from a word.
#[inline(always)]
fn rank(word: usize, taken: u64) -> u64 {
    word as u64 * 32 + u64::from(taken.trailing_zeros() / 2)
}

/// Ranks of successors that wait to be marked.
struct Arrivals<'a, P> {
    problem: &'a P,
    marks: &'a RankedMarks,
    mark: Mark,
    waiting: [u64; BATCH],
    count: usize,
    /// The number of states that were unseen.
    fresh: u64,
}

impl<'a, P: Ranked> Arrivals<'a, P> {
    fn new(problem: &'a P, marks: &'a RankedMarks, mark: Mark) -> Self {
        Self { problem, marks, mark, waiting: [0; BATCH], count: 0, fresh: 0 }
    }

    /// Expands a state and returns the number of successors.
    #[inline(always)]
    fn expand<const SHARED: bool>(&mut self, rank: u64) -> u64 {
        let mut generated = 0;
        self.problem.successors(&self.problem.unrank(rank), &mut |_, _, state| {
            generated += 1;
            self.waiting[self.count] = self.problem.rank(&state);
            self.count += 1;
            if self.count == BATCH {
                self.settle::<SHARED>();
            }
        });
        generated
    }

    /// Marks all waiting ranks.
    #[inline(always)]
    fn settle<const SHARED: bool>(&mut self) {
        let waiting = &self.waiting[..std::mem::take(&mut self.count)];
        self.fresh += self.marks.mark_all::<SHARED>(waiting, self.mark);
    }
}
