//! Every state on the way to a goal, and how many plans there are, where moves go by layers.
//!
//! Both halves of the space are walked from their ends until they meet in the middle; from there on,
//! each half is cut down to what the other can be reached from. So most states that lead nowhere are
//! never met.

use crate::explore::Arrivals;
use crate::limits::Gauge;
use crate::store::{KeySet, SetKey};
use crate::{Limits, Reversible, Stats, Stop};
use std::ops::ControlFlow;
use std::time::Instant;

/// What leads to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanCount {
    /// How many states that are 0, 1, 2, … moves from the start are on the way of a plan; none if
    /// there is no plan, or if it was stopped.
    pub layers: Vec<u64>,
    /// How many plans there are.
    pub plans: u128,
    /// Why it ended too early to tell.
    pub stopped: Option<Stop>,
    /// What was counted.
    pub stats: Stats,
}

/// A walk under limits.
struct Walk<'a, 'l, P> {
    problem: &'a P,
    limits: &'a mut Limits<'l>,
    stats: Stats,
    /// Bytes of the layers kept.
    kept: u64,
}

/// A layer, sorted.
type Layer<K> = Vec<K>;

/// Finds all states on the way of a plan, and counts the plans. Every plan must have `depth` moves.
///
/// Of a [`Quotient`](crate::Quotient) the states are representatives, and the plans those of the
/// problem itself if its start is alone in its class.
pub fn count_plans<P: Reversible>(problem: &P, depth: u32, limits: &mut Limits<'_>) -> PlanCount
where
    P::Key: SetKey + Ord,
{
    let begun = Instant::now();
    let mut walk = Walk { problem, limits, stats: Stats::default(), kept: 0 };
    let (layers, plans, stopped) = match walk.run(depth as usize) {
        Ok((layers, plans)) => (layers, plans, None),
        Err(why) => (vec![], 0, Some(why)),
    };
    walk.stats.elapsed = begun.elapsed();
    PlanCount { layers, plans, stopped, stats: walk.stats }
}

impl<P: Reversible> Walk<'_, '_, P>
where
    P::Key: SetKey + Ord,
{
    fn run(&mut self, depth: usize) -> Result<(Vec<u64>, u128), Stop> {
        let problem = self.problem;
        let mut goals = vec![];
        problem.goals(&mut |goal| goals.push(problem.pack(&goal)));
        goals.sort_unstable();
        goals.dedup();
        let mut there = vec![vec![problem.pack(&problem.start())]];
        let mut back = vec![goals];
        while there.len() + back.len() < depth + 2 {
            let (ahead, behind) = (&there[there.len() - 1], &back[back.len() - 1]);
            if ahead.len() <= behind.len() {
                let next = self.step(ahead, true, |_| true)?;
                there.push(next);
            } else {
                let next = self.step(behind, false, |_| true)?;
                back.push(next);
            }
        }
        // What both halves have in their last layers.
        let other = back.pop().unwrap_or_default();
        let meeting = there.len() - 1;
        let mut won = there;
        won[meeting].retain(|key| other.binary_search(key).is_ok());
        drop(other);
        while let Some(reaching) = back.pop() {
            let next =
                self.step(&won[won.len() - 1], true, |k| reaching.binary_search(k).is_ok())?;
            won.push(next);
        }
        let mut counts = vec![1u128; won[won.len() - 1].len()];
        for at in (0..won.len() - 1).rev() {
            let (before, after) = won.split_at_mut(at + 1);
            counts = self.count(&mut before[at], &after[0], &counts)?;
        }
        if counts.is_empty() {
            return Ok((vec![], 0));
        }
        Ok((won.iter().map(|layer| layer.len() as u64).collect(), counts.iter().sum()))
    }

    /// The states after, or before, those of a layer, as far as they are wanted.
    fn step(
        &mut self,
        layer: &[P::Key],
        forwards: bool,
        wanted: impl Fn(&P::Key) -> bool,
    ) -> Result<Layer<P::Key>, Stop> {
        let (problem, kept) = (self.problem, self.kept);
        let mut arrivals = Arrivals::new(KeySet::new());
        for key in layer {
            let others = || (layer.len() as u64, (kept, kept));
            if let Some(why) = arrivals.poll(self.limits, &self.stats, others) {
                return Err(why);
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
            if forwards {
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

    /// Leaves of a layer what has a successor in the next, and says how many ways lead on from each.
    fn count(
        &mut self,
        layer: &mut Layer<P::Key>,
        next: &[P::Key],
        ways: &[u128],
    ) -> Result<Vec<u128>, Stop> {
        let problem = self.problem;
        let mut counts = vec![];
        let mut left = 0;
        for at in 0..layer.len() {
            let bytes = self.kept + 2 * size_of_val(ways) as u64;
            let gauge = || Gauge { frontier: layer.len() as u64, bytes, bytes_after_growth: bytes };
            if let ControlFlow::Break(why) = self.limits.poll(&self.stats, gauge) {
                return Err(why);
            }
            self.stats.expanded += 1;
            let mut sum = 0u128;
            problem.successors(&problem.unpack(&layer[at]), &mut |_, _, state| {
                if let Ok(place) = next.binary_search(&problem.pack(&state)) {
                    sum = sum.saturating_add(ways[place]);
                }
            });
            if sum > 0 {
                layer[left] = layer[at];
                left += 1;
                counts.push(sum);
            }
        }
        layer.truncate(left);
        Ok(counts)
    }
}
