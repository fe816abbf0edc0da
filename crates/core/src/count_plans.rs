//! Counts all plans of a layered problem, and the states on them.
//!
//! Forward layers from the start and backward layers from the goals grow until they meet. Then each
//! half is restricted to the states that lie on a plan. Most dead ends are never generated. The results do
//! not depend on the number of threads.

use crate::abilities::Reversible;
use crate::explore::Arrivals;
use crate::limits::Gauge;
use crate::parallel::in_parallel;
use crate::parallel::shared_set::{Expand, SharedSet, is_worth_threads};
use crate::store::{KeySet, SetKey, held, push, sum};
use crate::{Limits, Problem, Stats, Stop};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Mutex, PoisonError};

/// The fewest states of a layer that is worth several threads.
const WIDE: usize = 10_000;
/// The number of states that a thread takes at a time to count their plans.
const CHUNK: usize = 1 << 10;

/// The plans of a layered problem, as counted by [`count_plans`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanCount {
    /// The number of states on some plan, by distance 0, 1, 2, … from the start. Empty if there is no
    /// plan, or if a limit stopped the count.
    pub layers: Vec<u64>,
    /// The number of plans, saturating at `u128::MAX`.
    pub plans: u128,
    /// The limit that stopped the count; the other results are then empty.
    pub stopped: Option<Stop>,
    /// The statistics of the search.
    pub stats: Stats,
}

/// The state of a count.
struct Counter<'a, 'l, P: Problem> {
    problem: &'a P,
    limits: &'a mut Limits<'l>,
    stats: Stats,
    /// The bytes of all stored layers.
    kept: u64,
    /// The layer that is being made. All layers use one set, since freed memory may stay in use.
    arrivals: Arrivals<P::Key>,
}

/// Counts all plans and the states on them. Every plan must have exactly `depth` moves.
///
/// For a [`Quotient`](crate::quotient::Quotient), it counts representatives. The number of plans is that of
/// the problem itself if no other state is symmetric to the start.
pub fn count_plans<P: Reversible>(problem: &P, depth: u32, limits: &mut Limits<'_>) -> PlanCount
where
    P::Key: SetKey + Ord,
{
    let stopwatch = limits.stopwatch();
    let arrivals = Arrivals::new(KeySet::new());
    let mut counter = Counter { problem, limits, stats: Stats::default(), kept: 0, arrivals };
    let (layers, plans, stopped) = match counter.run(depth as usize) {
        Ok((layers, plans)) => (layers, plans, None),
        Err(stop) => (vec![], 0, Some(stop)),
    };
    counter.stats.elapsed = stopwatch.elapsed(counter.limits);
    counter.stats.threads = counter.stats.threads.max(1);
    PlanCount { layers, plans, stopped, stats: counter.stats }
}

impl<P: Reversible<Key: SetKey + Ord>> Counter<'_, '_, P> {
    fn run(&mut self, depth: usize) -> Result<(Vec<u64>, u128), Stop> {
        let problem = self.problem;
        let mut goals = vec![];
        problem.goals(&mut |goal| goals.push(problem.pack(&goal)));
        goals.sort_unstable();
        goals.dedup();
        let mut forward = vec![vec![problem.pack(&problem.start())]];
        let mut backward = vec![goals];
        while forward.len() + backward.len() < depth + 2 {
            let (last, first) = (&forward[forward.len() - 1], &backward[backward.len() - 1]);
            if last.len() <= first.len() {
                let next = self.step(last, true, |_| true)?;
                forward.push(next);
            } else {
                let next = self.step(first, false, |_| true)?;
                backward.push(next);
            }
        }
        // The last layers of both halves are the same layer of the space.
        let mut layers = forward;
        let meeting = layers.len() - 1;
        let reaching = backward.pop().unwrap_or_default();
        layers[meeting].retain(|key| reaching.binary_search(key).is_ok());
        drop(reaching);
        while let Some(reaching) = backward.pop() {
            let last = &layers[layers.len() - 1];
            let next = self.step(last, true, |key| reaching.binary_search(key).is_ok())?;
            layers.push(next);
        }
        self.arrivals = Arrivals::new(KeySet::new());
        let mut counts = vec![1u128; layers[layers.len() - 1].len()];
        for depth in (0..layers.len() - 1).rev() {
            let (before, after) = layers.split_at_mut(depth + 1);
            counts = self.count(&mut before[depth], &after[0], &counts)?;
        }
        if counts.is_empty() {
            return Ok((vec![], 0));
        }
        Ok((layers.iter().map(|layer| layer.len() as u64).collect(), counts.iter().sum()))
    }

    /// Returns the `wanted` successors or predecessors of a layer, sorted.
    fn step(
        &mut self,
        layer: &[P::Key],
        forward: bool,
        wanted: impl Fn(&P::Key) -> bool + Sync,
    ) -> Result<Vec<P::Key>, Stop> {
        if is_worth_threads(self.limits, layer.len()) {
            return self.step_on_threads(layer, forward, &wanted);
        }
        let (problem, kept, arrivals) = (self.problem, self.kept, &mut self.arrivals);
        arrivals.set.clear();
        for key in layer {
            // The keys are copied out of the set in the end.
            let later = kept + (arrivals.set.len() * size_of::<P::Key>()) as u64;
            let others = || (layer.len() as u64, (kept, later));
            if let Some(stop) = arrivals.poll(self.limits, &self.stats, others) {
                return Err(stop);
            }
            self.stats.expanded += 1;
            let generated = &mut self.stats.generated;
            let mut arrive = |_, _, next: P::State| {
                *generated += 1;
                let key = problem.pack(&next);
                if wanted(&key) {
                    arrivals.arrive(key, &mut |_| {});
                }
            };
            let state = problem.unpack(key);
            if forward {
                problem.successors(&state, &mut arrive);
            } else {
                problem.predecessors(&state, &mut arrive);
            }
        }
        arrivals.settle(&mut |_| {});
        let bytes = arrivals.set.held().0;
        let mut next = Vec::with_capacity(arrivals.set.len());
        next.extend(arrivals.set.iter());
        Ok(self.keep(next, bytes))
    }

    /// Does the same on several threads.
    fn step_on_threads(
        &mut self,
        layer: &[P::Key],
        forward: bool,
        wanted: &(impl Fn(&P::Key) -> bool + Sync),
    ) -> Result<Vec<P::Key>, Stop> {
        let set = SharedSet::new(self.limits.threads(), false);
        let steps = Steps { problem: self.problem, forward, wanted };
        let (limits, stats) = (&mut *self.limits, &mut self.stats);
        let found = set.expand(&[layer], self.kept, &steps, limits, stats);
        if let Some(stop) = found.stopped {
            return Err(stop);
        }
        let (bytes, _) = set.held();
        Ok(self.keep(found.lists.concat(), bytes))
    }

    /// Sorts a layer, which was found with sets of this size, and counts its memory.
    fn keep(&mut self, mut layer: Vec<P::Key>, bytes: u64) -> Vec<P::Key> {
        layer.sort_unstable();
        self.kept += (layer.len() * size_of::<P::Key>()) as u64;
        self.stats.peak_bytes = self.stats.peak_bytes.max(self.kept + bytes);
        layer
    }

    /// Removes the states without a successor in `next` from a layer.
    ///
    /// Returns the number of plans from each remaining state, given those of `next`.
    fn count(
        &mut self,
        layer: &mut Vec<P::Key>,
        next: &[P::Key],
        plans: &[u128],
    ) -> Result<Vec<u128>, Stop> {
        let problem = self.problem;
        let plans_from = |key: &P::Key| {
            let mut plans_from = 0u128;
            problem.successors(&problem.unpack(key), &mut |_, _, state| {
                if let Ok(position) = next.binary_search(&problem.pack(&state)) {
                    plans_from = plans_from.saturating_add(plans[position]);
                }
            });
            plans_from
        };
        let known = self.kept + size_of_val(plans) as u64;
        if layer.len() >= WIDE && self.limits.threads() > 1 {
            let counted = (layer.len() * size_of::<(P::Key, u128)>()) as u64;
            let gauge = Gauge::new(layer.len() as u64, (known, known + counted));
            let found = self.count_on_threads(layer, gauge, &plans_from)?;
            layer.clear();
            layer.extend(found.iter().map(|(key, _)| key));
            return Ok(found.into_iter().map(|(_, plans)| plans).collect());
        }
        let mut counts = vec![];
        let mut kept = 0;
        for i in 0..layer.len() {
            let gauge = || Gauge::new(layer.len() as u64, sum([(known, known), held(&counts)]));
            if let ControlFlow::Break(stop) = self.limits.poll(&self.stats, gauge) {
                return Err(stop);
            }
            self.stats.expanded += 1;
            let plans_from = plans_from(&layer[i]);
            if plans_from > 0 {
                layer[kept] = layer[i];
                kept += 1;
                push(&mut counts, plans_from);
            }
        }
        layer.truncate(kept);
        Ok(counts)
    }

    /// Returns the keys of a layer from which there are plans, with their number.
    fn count_on_threads(
        &mut self,
        layer: &[P::Key],
        gauge: Gauge,
        plans_from: &(impl Fn(&P::Key) -> u128 + Sync),
    ) -> Result<Vec<(P::Key, u128)>, Stop> {
        let (threads, before) = (self.limits.threads(), self.stats);
        let chunks: Vec<_> = layer.chunks(CHUNK).map(|keys| (keys, Mutex::new(vec![]))).collect();
        let (free, expanded) = (AtomicUsize::new(0), AtomicU64::new(before.expanded));
        let counted =
            || Stats { expanded: expanded.load(Relaxed), threads: threads as u64, ..before };
        let stopped = in_parallel(threads, self.limits, &|| (counted(), gauge), &|_, stop| {
            while !stop.load(Relaxed)
                && let Some((keys, found)) = chunks.get(free.fetch_add(1, Relaxed))
            {
                let plans = keys.iter().map(|key| (*key, plans_from(key)));
                let plans: Vec<_> = plans.filter(|&(_, plans)| plans > 0).collect();
                *found.lock().unwrap_or_else(PoisonError::into_inner) = plans;
                expanded.fetch_add(keys.len() as u64, Relaxed);
            }
        });
        self.stats = counted();
        let found = chunks.into_iter().map(|(_, found)| found.into_inner());
        let found = found.flat_map(|found| found.unwrap_or_else(PoisonError::into_inner));
        stopped.map_or_else(|| Ok(found.collect()), Err)
    }
}

/// Steps to wanted states, forward or backward.
struct Steps<'a, P, W> {
    problem: &'a P,
    forward: bool,
    wanted: &'a W,
}

impl<P: Reversible, W: Fn(&P::Key) -> bool + Sync> Expand<P::Key> for Steps<'_, P, W> {
    fn expand(&self, key: &P::Key, visit: &mut impl FnMut(P::Key)) -> u64 {
        let (problem, mut generated) = (self.problem, 0);
        let mut arrive = |_, _, next: P::State| {
            generated += 1;
            let key = problem.pack(&next);
            if (self.wanted)(&key) {
                visit(key);
            }
        };
        let state = problem.unpack(key);
        if self.forward {
            problem.successors(&state, &mut arrive);
        } else {
            problem.predecessors(&state, &mut arrive);
        }
        generated
    }
}
