//! Counts all plans of a layered problem, and the states on them.
//!
//! Forward layers from the start and backward layers from the goals grow until they meet. Then each
//! half is restricted to the states that lie on a plan. Most dead ends are never generated.

use crate::abilities::Reversible;
use crate::explore::Arrivals;
use crate::limits::Gauge;
use crate::store::{KeySet, SetKey, held, push, sum};
use crate::{Limits, Problem, Stats, Stop};
use std::ops::ControlFlow;

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
        wanted: impl Fn(&P::Key) -> bool,
    ) -> Result<Vec<P::Key>, Stop> {
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
        let mut next: Vec<_> = Vec::with_capacity(arrivals.set.len());
        next.extend(arrivals.set.iter());
        next.sort_unstable();
        self.kept += (next.len() * size_of::<P::Key>()) as u64;
        let peak = self.kept + arrivals.set.held().0;
        self.stats.peak_bytes = self.stats.peak_bytes.max(peak);
        Ok(next)
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
        let mut counts = vec![];
        let mut kept = 0;
        for i in 0..layer.len() {
            let known = self.kept + size_of_val(plans) as u64;
            let gauge = || Gauge::new(layer.len() as u64, sum([(known, known), held(&counts)]));
            if let ControlFlow::Break(stop) = self.limits.poll(&self.stats, gauge) {
                return Err(stop);
            }
            self.stats.expanded += 1;
            let mut plans_from = 0u128;
            problem.successors(&problem.unpack(&layer[i]), &mut |_, _, state| {
                if let Ok(position) = next.binary_search(&problem.pack(&state)) {
                    plans_from = plans_from.saturating_add(plans[position]);
                }
            });
            if plans_from > 0 {
                layer[kept] = layer[i];
                kept += 1;
                push(&mut counts, plans_from);
            }
        }
        layer.truncate(kept);
        Ok(counts)
    }
}
