//! Exploration with two bits per rank instead of a table of keys.

use super::{BATCH, Exploration};
use crate::abilities::{OneByOne, Ranked, Rows};
use crate::limits::{Gauge, Stopwatch};
use crate::parallel::sweep::sweep;
use crate::store::{Mark, RankedMarks, held, push, sum};
use crate::{Limits, Stats, Stop};
use std::ops::ControlFlow;

/// The fewest states of a layer that may be worth several threads.
const WIDE: u64 = 20_000;

/// The number of rows that are expanded together: their successors are often in the same rows.
const BLOCK: usize = 1024;

/// A layer is small if it has at most one of this many states: two lists of its ranks take a thirty-second of
/// the memory of the marks, and to search all marks takes about as long as to expand its states.
const FEW: u64 = 2048;

/// Explores with two bits per rank instead of a table of keys.
///
/// A layer is found by its marks. While layers are small, which they can be for thousands of layers, a list
/// of their ranks saves the search.
pub fn explore_ranked<P: Ranked>(problem: &P, limits: &mut Limits<'_>) -> Exploration {
    let stopwatch = limits.stopwatch();
    let rows = problem.rows();
    if limits.memory_left(RankedMarks::bytes_for(problem.ranks()) + rows.bytes()).is_some() {
        return explore_rows(problem, &rows, stopwatch, limits);
    }
    // Without their tables, it may fit.
    drop(rows);
    explore_rows(problem, &OneByOne(problem), stopwatch, limits)
}

fn explore_rows<P: Ranked>(
    problem: &P,
    rows: &impl Rows,
    stopwatch: Stopwatch,
    limits: &mut Limits<'_>,
) -> Exploration {
    let marks = RankedMarks::new(problem.ranks());
    let bytes = RankedMarks::bytes_for(problem.ranks()) + rows.bytes();
    let mut stats = Stats { peak_bytes: bytes, ..Stats::default() };
    let start = problem.rank(&problem.start());
    marks.mark::<false>(start >> 6, 1 << (start & 63), Mark::Even);
    let (mut layers, mut list) = (vec![1], Some(vec![start]));
    let few = (problem.ranks() / FEW).min(limits.memory_left(bytes).unwrap_or(0) / 32);
    // Threads search the marks together, so a search of all marks pays off for smaller layers.
    let wide = WIDE.max(few / 4);
    loop {
        let (depth, size) = (layers.len() - 1, layers[layers.len() - 1]);
        let turn = if depth % 2 == 0 { [Mark::Even, Mark::Odd] } else { [Mark::Odd, Mark::Even] };
        stats.enter_bound(depth as u32);
        let layer = Layer { problem, rows, marks: &marks, turn, size, bytes };
        let is_wide = limits.threads() > 1 && size >= wide;
        let (fresh, stopped) = if is_wide {
            list = None;
            let before = stats.expanded;
            let (fresh, stopped) = layer.expand_on_threads(limits, &mut stats);
            // Threads that find a state at the same time both count it; it is expanded once.
            let left = if stopped.is_some() { marks.count(turn[0]) } else { 0 };
            layers[depth] = stats.expanded - before + left;
            let is_final = stopped.is_some() || fresh < wide;
            (if is_final { marks.count(turn[1]) } else { fresh }, stopped)
        } else if size <= few {
            let mut listed = list.take().unwrap_or_else(|| marks.ranks_with(turn[0]).collect());
            let (fresh, stopped) = layer.expand_listed(&mut listed, few, limits, &mut stats);
            list = (fresh <= few).then_some(listed);
            (fresh, stopped)
        } else {
            list = None;
            layer.expand(limits, &mut stats)
        };
        stats.max_frontier = stats.max_frontier.max(layers[depth]);
        if fresh > 0 {
            layers.push(fresh);
        }
        if fresh == 0 || stopped.is_some() {
            return Exploration::new(layers, stats, stopped, stopwatch.elapsed(limits));
        }
    }
}

/// A layer to expand: its states have the first mark, new ones get the second.
struct Layer<'a, P, R> {
    problem: &'a P,
    rows: &'a R,
    marks: &'a RankedMarks,
    turn: [Mark; 2],
    size: u64,
    /// The bytes of the marks and of the tables of the rows.
    bytes: u64,
}

impl<P: Ranked, R: Rows> Layer<'_, P, R> {
    /// Expands the states. Returns the number of new states, and what stopped it.
    fn expand(&self, limits: &mut Limits<'_>, stats: &mut Stats) -> (u64, Option<Stop>) {
        let Self { rows, marks, turn: [current, next], size, bytes, .. } = *self;
        let mut arrivals = Arrivals::new(marks, next);
        let mut stopped = None;
        let [mut taken, mut part] = [[0; BLOCK]; 2];
        'layer: for first in (0..marks.rows()).step_by(BLOCK) {
            let taken = &mut taken[..BLOCK.min(marks.rows() - first)];
            marks.take_all::<false>(first, current, taken);
            while taken.iter().any(|&states| states != 0) {
                let gauge = || Gauge::new(size, (bytes, bytes));
                if let ControlFlow::Break(why) = limits.poll(stats, gauge) {
                    stopped = Some(why);
                    break 'layer;
                }
                let due = limits.due_in(stats);
                let mut left = due;
                for (part, states) in part.iter_mut().zip(&mut *taken) {
                    *part = first_of(*states, left);
                    *states ^= *part;
                    left -= u64::from(part.count_ones());
                }
                stats.expanded += due - left;
                stats.generated += arrivals.expand::<false>(rows, first, &part[..taken.len()]);
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
        let Self { problem, marks, turn: [_, next], size, bytes, .. } = *self;
        let (mut list, mut fresh, mut stopped) = (Vec::new(), 0, None);
        let bytes = |list: &Vec<u64>| sum([(bytes, bytes), held(ranks), held(list)]);
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
                if marks.mark::<false>(rank >> 6, 1 << (rank & 63), next) == 1 {
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

    /// Does the same as [`Layer::expand`] on several threads. The number of new states may be too high by
    /// those that several threads find at the same time.
    fn expand_on_threads(&self, limits: &mut Limits<'_>, stats: &mut Stats) -> (u64, Option<Stop>) {
        let Self { rows, marks, turn: [current, next], size, bytes, .. } = *self;
        stats.threads = limits.threads() as u64;
        let gauge = Gauge::new(size, (bytes, bytes));
        sweep(marks.rows(), gauge, limits, stats, &|parts| {
            let mut arrivals = Arrivals::new(marks, next);
            let mut block = [0; BLOCK];
            let is_bipartite = rows.color(0).is_some();
            while let Some(part) = parts.next() {
                for first in part.clone().step_by(BLOCK) {
                    let block = &mut block[..BLOCK.min(part.end - first)];
                    // Then no thread marks successors in a row that has states of this layer.
                    parts.expanded += if is_bipartite {
                        marks.take_all::<false>(first, current, block)
                    } else {
                        marks.take_all::<true>(first, current, block)
                    };
                    parts.generated += arrivals.expand::<true>(rows, first, block);
                }
            }
            arrivals.settle::<true>();
            arrivals.fresh
        })
    }
}

/// Returns the first `most` of some states, or all if they are fewer.
#[inline(always)]
fn first_of(states: u64, most: u64) -> u64 {
    if u64::from(states.count_ones()) <= most {
        return states;
    }
    let rest = (0..most).fold(states, |rest, _| rest & (rest - 1));
    states ^ rest
}

/// Successors that wait to be marked.
struct Arrivals<'a> {
    marks: &'a RankedMarks,
    mark: Mark,
    /// Rows, and states in them.
    waiting: [(u64, u64); BATCH],
    count: usize,
    /// The number of states that were unseen.
    fresh: u64,
}

impl<'a> Arrivals<'a> {
    fn new(marks: &'a RankedMarks, mark: Mark) -> Self {
        Self { marks, mark, waiting: [(0, 0); BATCH], count: 0, fresh: 0 }
    }

    /// Expands states of consecutive rows and returns the number of successors.
    #[inline(never)]
    fn expand<const SHARED: bool>(
        &mut self,
        rows: &impl Rows,
        first: usize,
        states: &[u64],
    ) -> u64 {
        rows.expand(first as u64, states, &mut |row, states| {
            if let Some((last, waiting)) = self.waiting[..self.count].last_mut()
                && *last == row
            {
                *waiting |= states;
                return;
            }
            self.waiting[self.count] = (row, states);
            self.count += 1;
            if self.count == BATCH {
                self.settle::<SHARED>();
            }
        })
    }

    /// Marks all waiting states.
    #[inline(always)]
    fn settle<const SHARED: bool>(&mut self) {
        let waiting = &self.waiting[..std::mem::take(&mut self.count)];
        self.fresh += self.marks.mark_all::<SHARED>(waiting, self.mark);
    }
}
