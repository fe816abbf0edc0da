//! Beam construction: completes the most promising partial candidates of each level (Lowerre 1976).
//!
//! Unlike beam search for a plan, it collects many complete candidates, drops a node whose future
//! equals that of a better one, and adds noise to the ranking, so that runs differ by seed.

use super::Branching;
use crate::limits::Gauge;
use crate::local::{Generator, ln_random};
use crate::{Limits, Stats, Stop};
use rand::SeedableRng;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::hash::Hash;

/// A tree whose partial candidates can be ranked.
pub trait Promising: Branching {
    /// The part of a node that determines its possible completions.
    type Future: Eq + Hash;

    /// Estimates the loss of a node. The nodes with the smallest loss are kept.
    fn loss(&self, node: &Self::Node) -> f32;

    /// Returns the future of a node. Of several nodes with equal futures, one is kept.
    fn future(&self, node: &Self::Node) -> Self::Future;
}

/// The parameters of [`construct`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Construction {
    /// The number of nodes kept per level; 0 means 1.
    pub width: usize,
    /// The mean of the exponential noise added to each loss.
    pub noise: f32,
    /// The maximum number of complete candidates to return.
    pub candidates: usize,
    /// The lowest score of interest, which [`Branching::branch`] may use to prune.
    pub min_score: i64,
}

/// The result and the statistics of a construction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Built<C> {
    /// The scores and choices of the complete candidates, best first.
    pub complete: Vec<(i64, Vec<C>)>,
    /// The statistics; `expanded` counts the nodes that were branched.
    pub stats: Stats,
    /// The limit that stopped the construction before its last level.
    pub stopped: Option<Stop>,
}

/// The last choice of a node, with the index of its parent in the previous level.
type Step<C> = (u32, C);

/// Constructs candidates level by level and returns the best complete ones.
///
/// Equal seeds give equal results, unless the clock or an interrupt ends the run.
pub fn construct<T: Promising>(
    tree: &T,
    seed: u64,
    settings: &Construction,
    limits: &mut Limits<'_>,
) -> Built<T::Choice> {
    let width = settings.width.max(1);
    let mut generator = Generator::seed_from_u64(seed);
    let mut steps: Vec<Vec<Step<T::Choice>>> = vec![];
    let mut level = vec![tree.root()];
    let mut children = Children::new(width);
    let mut complete: Vec<(i64, usize, Step<T::Choice>)> = vec![];
    let mut stats = Stats::default();
    let mut stopped = None;
    let mut futures = HashSet::new();
    'levels: while !level.is_empty() {
        for (parent, node) in (0..).zip(&level) {
            stopped = limits.poll(&stats, Gauge::default).break_value();
            if stopped.is_some() {
                break 'levels;
            }
            stats.expanded += 1;
            tree.branch(node, settings.min_score, &mut |choice, _, child| {
                stats.generated += 1;
                if let Some(score) = tree.score(&child) {
                    complete.push((score, steps.len(), (parent, choice)));
                    if complete.len() >= settings.candidates.saturating_mul(8).max(64) {
                        keep_best(&mut complete, settings.candidates);
                    }
                    return;
                }
                let noise = settings.noise * -ln_random(&mut generator) as f32;
                children.offer(tree.loss(&child) + noise, (parent, choice), child);
            });
        }
        stats.enter_bound(stats.bound + 1);
        futures.clear();
        level.clear();
        let mut chosen = vec![];
        for (step, node) in children.take_best() {
            if futures.insert(tree.future(&node)) {
                chosen.push(step);
                level.push(node);
                if level.len() == width {
                    break;
                }
            }
        }
        steps.push(chosen);
    }
    keep_best(&mut complete, settings.candidates);
    let complete = complete
        .into_iter()
        .map(|(score, level, (mut parent, last))| {
            let mut choices = vec![last];
            for steps in steps[..level].iter().rev() {
                let (grandparent, choice) = steps[parent as usize];
                choices.push(choice);
                parent = grandparent;
            }
            choices.reverse();
            (score, choices)
        })
        .collect();
    Built { complete, stats, stopped }
}

/// Keeps the `count` best entries, best first. The sort is stable.
fn keep_best<S>(complete: &mut Vec<(i64, usize, S)>, count: usize) {
    complete.sort_by_key(|&(score, ..)| Reverse(score));
    complete.truncate(count);
}

/// The best children of a level.
struct Children<C, N> {
    /// The loss and the index in `nodes` of each child.
    ranking: Vec<(f32, u32)>,
    nodes: Vec<(Step<C>, N)>,
    /// Children with this loss or a larger one are dropped.
    max_loss: f32,
    /// The number of children kept: more than the width, since some have equal futures.
    keep: usize,
}

impl<C: Copy, N: Clone> Children<C, N> {
    fn new(width: usize) -> Self {
        Self {
            ranking: vec![],
            nodes: vec![],
            max_loss: f32::INFINITY,
            keep: width.saturating_mul(2),
        }
    }

    #[inline]
    fn offer(&mut self, loss: f32, step: Step<C>, node: N) {
        if loss >= self.max_loss {
            return;
        }
        self.ranking.push((loss, self.nodes.len() as u32));
        self.nodes.push((step, node));
        if self.ranking.len() >= self.keep.saturating_mul(3) {
            self.shrink();
        }
    }

    #[cold]
    fn shrink(&mut self) {
        self.ranking.select_nth_unstable_by(self.keep, |&a, &b| order(a, b));
        self.max_loss = self.ranking[self.keep].0;
        self.ranking.truncate(self.keep);
        self.ranking.sort_unstable_by_key(|&(_, index)| index);
        // In index order, no node is overwritten before it is moved.
        for (to, (_, index)) in self.ranking.iter_mut().enumerate() {
            self.nodes.swap(to, *index as usize);
            *index = to as u32;
        }
        self.nodes.truncate(self.keep);
    }

    /// Removes all children and returns the best, in order of loss.
    fn take_best(&mut self) -> Vec<(Step<C>, N)> {
        if self.ranking.len() > self.keep {
            self.shrink();
        }
        self.ranking.sort_unstable_by(|&a, &b| order(a, b));
        let best =
            self.ranking.iter().map(|&(_, index)| self.nodes[index as usize].clone()).collect();
        self.ranking.clear();
        self.nodes.clear();
        self.max_loss = f32::INFINITY;
        best
    }
}

fn order(a: (f32, u32), b: (f32, u32)) -> std::cmp::Ordering {
    a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use super::super::knapsack::Knapsack;
    use super::*;

    const WIDE: Construction =
        Construction { width: 1 << 16, noise: 0.0, candidates: 40, min_score: 0 };

    #[test]
    fn an_unlimited_beam_is_exhaustive() {
        for seed in 0..5 {
            let knapsack = Knapsack::random(14, seed);
            let built = construct(&knapsack, 1, &WIDE, &mut Limits::none());
            assert_eq!(built.complete[0].0, knapsack.best().0, "seed {seed}");
            assert_eq!(built.complete.len(), 40);
            assert!(built.complete.is_sorted_by(|a, b| a.0 >= b.0));
            for (score, choices) in &built.complete {
                assert_eq!((*score, 14), (knapsack.weight(choices), choices.len()));
            }
        }
    }

    #[test]
    fn a_narrow_beam_is_repeatable_by_seed() {
        let knapsack = Knapsack::random(18, 7);
        let settings = Construction { width: 30, noise: 2.0, ..WIDE };
        let run = |seed| construct(&knapsack, seed, &settings, &mut Limits::none());
        assert_eq!(run(3), run(3));
        assert_ne!(run(3).complete, run(4).complete, "seeds change the result");
        let (found, best) = (run(3).complete[0].0, knapsack.best().0);
        assert!(found <= best && found * 10 > best * 9, "{found} of {best}");
        assert!(run(3).stats.expanded <= 1 + 17 * 30);
    }

    #[test]
    fn stops_at_the_expansion_limit() {
        let knapsack = Knapsack::random(14, 1);
        for max in [0, 1, 100] {
            let mut limits = Limits::none().expansions(max);
            let built = construct(&knapsack, 1, &WIDE, &mut limits);
            assert_eq!((built.stats.expanded, built.stopped), (max, Some(Stop::Expansions)));
        }
    }
}
