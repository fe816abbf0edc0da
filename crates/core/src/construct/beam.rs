//! Beam construction: level by level the most promising partial candidates are completed (Lowerre
//! 1976), and the best complete ones are gathered on the way.
//!
//! Unlike the beam search for a plan it does not end at the first one, drops a node whose future is
//! that of a better one, and shakes the ranking by chance, so that each run looks elsewhere.

use super::Branching;
use crate::local::{Generator, ln_random};
use crate::{Gauge, Limits, Stats, Stop};
use rand::SeedableRng;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::hash::Hash;

/// A tree whose nodes can be compared before they are complete.
pub trait Promising: Branching {
    /// What decides what can become of a node.
    type Future: Eq + Hash;

    /// How much a node has lost already or is likely to lose; the least are kept.
    fn loss(&self, node: &Self::Node) -> f32;

    /// What decides what can become of the node: of several with the same future one is kept.
    fn future(&self, node: &Self::Node) -> Self::Future;
}

/// How to construct.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Construction {
    /// How many nodes of a level are kept.
    pub width: usize,
    /// By how much each loss is raised by chance, on average.
    pub noise: f32,
    /// How many complete candidates are gathered at most, the best ones.
    pub gather: usize,
    /// Completions that cannot reach this score need not be looked at.
    pub least: i64,
}

/// What a construction gathered, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built<C> {
    /// The complete candidates by their choices and scores, the best first.
    pub complete: Vec<(i64, Vec<C>)>,
    /// Nodes whose choices were looked at.
    pub stats: Stats,
    /// The limit that ended it before its last level, if one did.
    pub stopped: Option<Stop>,
}

/// A node's choice and its parent's place in the level before.
type Step<C> = (u32, C);

/// Constructs candidates. Equal seeds give equal results, unless the clock ends it.
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
    let mut fresh = Fresh::new(width);
    let mut gathered: Vec<(i64, usize, Step<T::Choice>)> = vec![];
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
            tree.branch(node, settings.least, &mut |choice, _, child| {
                stats.generated += 1;
                if let Some(score) = tree.score(&child) {
                    gathered.push((score, steps.len(), (parent, choice)));
                    if gathered.len() >= settings.gather.saturating_mul(8).max(64) {
                        best_first(&mut gathered, settings.gather);
                    }
                    return;
                }
                let shake = settings.noise * -ln_random(&mut generator) as f32;
                fresh.offer(tree.loss(&child) + shake, (parent, choice), child);
            });
        }
        stats.enter_bound(stats.bound + 1);
        futures.clear();
        level.clear();
        let mut chosen = vec![];
        for (step, node) in fresh.take_best() {
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
    best_first(&mut gathered, settings.gather);
    let complete = gathered
        .into_iter()
        .map(|(score, level, (mut parent, last))| {
            let mut choices = vec![last];
            for steps in steps[..level].iter().rev() {
                let (before, choice) = steps[parent as usize];
                choices.push(choice);
                parent = before;
            }
            choices.reverse();
            (score, choices)
        })
        .collect();
    Built { complete, stats, stopped }
}

/// Sorts by score and cuts to the best; equals in the order in which they were met.
fn best_first<S>(gathered: &mut Vec<(i64, usize, S)>, most: usize) {
    gathered.sort_by_key(|&(score, ..)| Reverse(score));
    gathered.truncate(most);
}

/// The children of a level, of which only the best are kept as they come.
struct Fresh<C, N> {
    /// Losses and places among the nodes.
    ranking: Vec<(f32, u32)>,
    nodes: Vec<(Step<C>, N)>,
    /// What has to be undercut.
    cut: f32,
    /// How many are kept when there are too many: more than the width, as some have equal futures.
    keep: usize,
}

impl<C: Copy, N: Clone> Fresh<C, N> {
    fn new(width: usize) -> Self {
        Self { ranking: vec![], nodes: vec![], cut: f32::INFINITY, keep: width.saturating_mul(2) }
    }

    #[inline]
    fn offer(&mut self, loss: f32, step: Step<C>, node: N) {
        if loss >= self.cut {
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
        self.cut = self.ranking[self.keep].0;
        self.ranking.truncate(self.keep);
        self.ranking.sort_unstable_by_key(|&(_, place)| place);
        // In the order of their places no node is overwritten before it was moved.
        for (to, (_, place)) in self.ranking.iter_mut().enumerate() {
            self.nodes.swap(to, *place as usize);
            *place = to as u32;
        }
        self.nodes.truncate(self.keep);
    }

    /// Empties this, the best first.
    fn take_best(&mut self) -> Vec<(Step<C>, N)> {
        if self.ranking.len() > self.keep {
            self.shrink();
        }
        self.ranking.sort_unstable_by(|&a, &b| order(a, b));
        let best =
            self.ranking.iter().map(|&(_, place)| self.nodes[place as usize].clone()).collect();
        self.ranking.clear();
        self.nodes.clear();
        self.cut = f32::INFINITY;
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

    const WIDE: Construction = Construction { width: 1 << 16, noise: 0.0, gather: 40, least: 0 };

    #[test]
    fn a_beam_that_drops_nothing_finds_the_best() {
        for seed in 0..5 {
            let knapsack = Knapsack::random(14, seed);
            let built = construct(&knapsack, 1, &WIDE, &mut Limits::none());
            assert_eq!(built.complete[0].0, knapsack.best().0, "seed {seed}");
            assert_eq!(built.complete.len(), 40);
            assert!(built.complete.is_sorted_by(|a, b| a.0 >= b.0));
            for (score, choices) in &built.complete {
                assert_eq!((*score, 14), (knapsack.value(choices), choices.len()));
            }
        }
    }

    #[test]
    fn a_narrow_one_is_good_and_repeatable() {
        let knapsack = Knapsack::random(18, 7);
        let settings = Construction { width: 30, noise: 2.0, ..WIDE };
        let run = |seed| construct(&knapsack, seed, &settings, &mut Limits::none());
        assert_eq!(run(3), run(3));
        assert_ne!(run(3).complete, run(4).complete, "chance changes what is met");
        let (found, best) = (run(3).complete[0].0, knapsack.best().0);
        assert!(found <= best && found * 10 > best * 9, "{found} of {best}");
        assert!(run(3).stats.expanded <= 1 + 17 * 30);
    }

    #[test]
    fn stops_where_it_is_told_to() {
        let knapsack = Knapsack::random(14, 1);
        for most in [0, 1, 100] {
            let mut limits = Limits::none().expansions(most);
            let built = construct(&knapsack, 1, &WIDE, &mut limits);
            assert_eq!((built.stats.expanded, built.stopped), (most, Some(Stop::Expansions)));
        }
    }
}
