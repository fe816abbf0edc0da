//! An iteration of IDA\* on several threads.
//!
//! The top of the search tree is expanded once. Its leaves are the roots of some hundreds of subtrees, which
//! the threads take one after the other. An iteration without a goal expands the nodes that one thread
//! would; in the last iteration, the threads stop when one of them has found a goal.

use super::dive::clamp;
use super::resumable_recursion::Interrupt;
use crate::limits::{Gauge, Progress};
use crate::parallel::in_parallel;
use crate::{Limits, Problem, Stats};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Mutex, PoisonError};

/// The number of subtrees per thread.
const SUBTREES: usize = 128;
/// The deepest root.
const MAX_DEPTH: usize = 40;
/// The number of expansions from which on an iteration is worth several threads.
const ENOUGH: u64 = 100_000;

/// Returns whether the next iteration runs on several threads.
pub(super) fn is_worth_threads(limits: &Limits<'_>, stats: &Stats) -> bool {
    limits.threads() > 1 && stats.expanded >= ENOUGH
}

/// What a thread found in a subtree.
pub(super) struct Dived<A> {
    /// The path from the start to the node at which the search was interrupted.
    pub path: Option<Vec<A>>,
    /// Why it was interrupted.
    pub interrupt: Interrupt,
    /// The lowest f beyond the bound.
    pub next_bound: u64,
}

/// The root of a subtree.
struct Root<A> {
    path: Vec<A>,
    /// The highest f on the path, which is the lowest bound that reaches the root.
    highest_f: u64,
    /// The cost of the path, if it ends at a goal.
    goal: Option<u64>,
}

/// The top of a search tree.
pub(super) struct Subtrees<A> {
    roots: Vec<Root<A>>,
    /// By expanded node: the highest f on its path, and the number of its successors.
    expanded: Vec<(u64, u64)>,
    /// By successor: the highest f on the path of its parent, and its own f.
    generated: Vec<(u64, u64)>,
}

impl<A: Copy + Send + Sync> Subtrees<A> {
    /// Expands the top of the tree, without moves that undo the previous one.
    pub(super) fn new<P: Problem<Action = A>>(problem: &P, threads: usize) -> Self {
        let start = problem.start();
        let highest_f = u64::from(problem.h(&start));
        let mut level = vec![(start, 0, Root { path: vec![], highest_f, goal: None })];
        let mut top = Self { roots: vec![], expanded: vec![], generated: vec![] };
        for _ in 0..MAX_DEPTH {
            if level.is_empty() || level.len() + top.roots.len() >= threads * SUBTREES {
                break;
            }
            let mut below = vec![];
            for (state, g, node) in level {
                if node.goal.is_some() {
                    top.roots.push(node);
                    continue;
                }
                let before = below.len();
                let previous = node.path.last().copied();
                problem.successors_after(&state, previous, &mut |action, cost, next| {
                    let g = g + u64::from(cost);
                    let f = g + u64::from(problem.h(&next));
                    top.generated.push((node.highest_f, f));
                    let path = node.path.iter().copied().chain([action]).collect();
                    let goal = problem.is_goal(&next).then_some(g);
                    let root = Root { path, highest_f: node.highest_f.max(f), goal };
                    below.push((next, g, root));
                });
                top.expanded.push((node.highest_f, (below.len() - before) as u64));
            }
            level = below;
        }
        top.roots.extend(level.into_iter().map(|(_, _, root)| root));
        top
    }

    /// Runs an iteration. `dive` searches the subtree at the end of a path.
    ///
    /// Returns the path to a goal, or why the search was interrupted; else the lowest f beyond the bound.
    pub(super) fn search(
        &self,
        bound: u64,
        limits: &mut Limits<'_>,
        stats: &mut Stats,
        dive: &(impl Fn(&[A], &mut Limits<'_>, &mut Stats) -> Dived<A> + Sync),
    ) -> Dived<A> {
        let (threads, taken) = (limits.threads(), AtomicUsize::new(0));
        let within: Vec<_> = self.roots.iter().filter(|root| root.highest_f <= bound).collect();
        let counted: Vec<AtomicU64> = (0..threads).map(|_| AtomicU64::new(0)).collect();
        stats.threads = threads as u64;
        let before = *stats;
        let progress = || {
            let more: u64 = counted.iter().map(|count| count.load(Relaxed)).sum();
            (Stats { expanded: before.expanded + more, ..before }, Gauge::default())
        };
        let next_bound = self.count_top(bound, stats);
        if let Some((root, cost)) = within.iter().find_map(|root| Some((root, root.goal?))) {
            let path = Some(root.path.clone());
            return Dived { path, interrupt: Interrupt::Goal(clamp(cost)), next_bound };
        }
        let nothing = Dived { path: None, interrupt: Interrupt::TooDeep, next_bound };
        let result = Mutex::new((nothing, *stats));
        let stopped = in_parallel(threads, limits, &progress, &|index, stop| {
            let mut report = |progress: &Progress<'_>| {
                counted[index].store(progress.stats.expanded, Relaxed);
            };
            let mut own = Stats { max_frontier: before.max_frontier, ..Stats::default() };
            let mut limits = Limits::none().interrupt(stop).report(&mut report);
            let mut next_bound = u64::MAX;
            while !stop.load(Relaxed)
                && let Some(root) = within.get(taken.fetch_add(1, Relaxed))
            {
                let found = dive(&root.path, &mut limits, &mut own);
                next_bound = next_bound.min(found.next_bound);
                // A thread that was told to stop has nothing to say.
                if found.path.is_some() && !matches!(found.interrupt, Interrupt::Stopped(_)) {
                    stop.store(true, Relaxed);
                    let mut result = result.lock().unwrap_or_else(PoisonError::into_inner);
                    result.0 = found;
                }
            }
            let (best, stats) = &mut *result.lock().unwrap_or_else(PoisonError::into_inner);
            best.next_bound = best.next_bound.min(next_bound);
            stats.expanded += own.expanded;
            stats.generated += own.generated;
            stats.max_frontier = stats.max_frontier.max(own.max_frontier);
        });
        let (mut found, sum) = result.into_inner().unwrap_or_else(PoisonError::into_inner);
        *stats = sum;
        if let (None, Some(stop)) = (&found.path, stopped) {
            found = Dived { path: Some(vec![]), interrupt: Interrupt::Stopped(stop), ..found };
        }
        found
    }

    /// Counts the nodes above the roots, and returns the lowest f among them beyond the bound.
    fn count_top(&self, bound: u64, stats: &mut Stats) -> u64 {
        for &(_, successors) in self.expanded.iter().filter(|&&(f, _)| f <= bound) {
            stats.expanded += 1;
            stats.generated += successors;
        }
        let pruned = self.generated.iter().filter(|&&(parent, f)| parent <= bound && f > bound);
        pruned.map(|&(_, f)| f).min().unwrap_or(u64::MAX)
    }
}
