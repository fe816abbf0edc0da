//! Branch and bound (Land and Doig 1960): finds all optimal candidates and proves them optimal.
//!
//! The tree is split into subtrees, which threads process one by one. An interrupted subtree records
//! the choices to its next node, so that a search can be saved, restored and resumed. Only the nodes
//! on these paths are visited twice.

use super::Branching;
use crate::limits::Gauge;
use crate::local::Generator;
use crate::parallel::in_parallel;
use crate::search::Countdown;
use crate::{Limits, Stats, Stop};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A subtree that is not yet searched completely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSubtree<C> {
    /// Its number in the order of the split, from 0.
    pub number: usize,
    /// The number of choices in `next` that lead to the root of the subtree.
    pub root: usize,
    /// The choices from the root of the tree to the next node. All nodes before it are done.
    pub next: Vec<C>,
    /// The number of nodes of the subtree that are expanded already.
    pub expanded: u64,
}

/// A subtree that is searched completely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DoneSubtree {
    /// Its number in the order of the split, from 0.
    pub number: usize,
    /// The number of its expanded nodes.
    pub expanded: u64,
}

/// The best candidates found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<C> {
    /// Their score; with `count` = 0, the score to reach.
    pub score: i64,
    /// The number of candidates with this score.
    pub count: u64,
    /// The choices of the first [`MAX_CANDIDATES`] of them, in an unspecified order.
    pub candidates: Vec<Vec<C>>,
}

/// A resumable branch-and-bound search, which can be saved and restored by its fields.
#[derive(Debug)]
pub struct BranchAndBound<'t, T: Branching> {
    /// The tree to search.
    pub tree: &'t T,
    /// The subtrees that are not yet searched completely.
    pub open: Vec<OpenSubtree<T::Choice>>,
    /// The subtrees that are searched completely. Together with `open`, these are all subtrees.
    pub done: Vec<DoneSubtree>,
    /// The best candidates so far. They are optimal once no subtree is open.
    pub found: Found<T::Choice>,
    /// The statistics so far.
    pub stats: Stats,
}

/// The maximum number of candidates listed; the others are only counted.
pub const MAX_CANDIDATES: usize = 10_000;

impl<'t, T: Branching> BranchAndBound<'t, T> {
    /// Creates a search for all optimal candidates that score at least `min_score`.
    ///
    /// The tree is split at `depth`; equal arguments give equal splits. If `min_score` is a score
    /// already reached, the search lists all optima. If `min_score` is one more and the search finds
    /// nothing, the score already reached is optimal.
    #[must_use]
    pub fn new(tree: &'t T, min_score: i64, depth: usize) -> Self {
        let mut search = Self {
            tree,
            open: vec![],
            done: vec![],
            found: Found { score: min_score, count: 0, candidates: vec![] },
            stats: Stats::default(),
        };
        search.split(&tree.root(), depth, &mut vec![]);
        // Neighboring subtrees have similar sizes. In random order, the number of finished subtrees
        // measures the progress.
        search.open.shuffle(&mut Generator::seed_from_u64(0));
        search
    }

    fn split(&mut self, node: &T::Node, depth: usize, path: &mut Vec<T::Choice>) {
        if let Some(score) = self.tree.score(node) {
            self.found.offer(score, path);
        } else if depth == 0 {
            let (number, root, next) = (self.open.len(), path.len(), path.clone());
            self.open.push(OpenSubtree { number, root, next, expanded: 0 });
        } else {
            self.stats.expanded += 1;
            self.tree.branch(node, self.found.score, &mut |choice, bound, child| {
                if bound >= self.found.score {
                    self.stats.generated += 1;
                    path.push(choice);
                    self.split(&child, depth - 1, path);
                    path.pop();
                }
            });
        }
    }

    /// Searches until no subtree is open or a limit is reached, and returns that limit.
    ///
    /// Another call resumes a stopped search. Threads can exceed an expansion limit slightly. Progress
    /// reports show the number of open subtrees as the frontier.
    ///
    /// # Panics
    /// Panics if the tree panics in a thread.
    pub fn run(&mut self, threads: usize, limits: &mut Limits<'_>) -> Option<Stop> {
        let started = Instant::now();
        let before = self.stats;
        let found = Found { score: self.found.score, count: 0, candidates: vec![] };
        let found = std::mem::replace(&mut self.found, found);
        let shared = Shared::new(self.tree, found, std::mem::take(&mut self.open));
        let progress = || {
            let expanded = before.expanded + shared.expanded.load(Ordering::Relaxed);
            let generated = before.generated + shared.generated.load(Ordering::Relaxed);
            let frontier = shared.unfinished.load(Ordering::Relaxed);
            let elapsed = before.elapsed + started.elapsed();
            let stats = Stats { expanded, generated, elapsed, ..before };
            (stats, Gauge { frontier, ..Gauge::default() })
        };
        let stop = in_parallel(threads, limits, &progress, &|_, stop| {
            while !stop.load(Ordering::Relaxed) {
                let Some(subtree) = lock(&shared.pending).pop() else { return };
                shared.search(&subtree, &mut Limits::none().interrupt(stop));
            }
        });
        self.stats = progress().0;
        let Shared { pending, stopped, done, found, .. } = shared;
        self.open = into_inner(pending);
        self.open.extend(into_inner(stopped));
        self.done.extend(into_inner(done));
        self.found = into_inner(found);
        stop.filter(|_| !self.open.is_empty())
    }
}

fn into_inner<V>(mutex: Mutex<V>) -> V {
    // No mutex is poisoned: a panic of a thread has already propagated.
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

impl<C: Copy> Found<C> {
    fn offer(&mut self, score: i64, choices: &[C]) {
        if score < self.score {
            return;
        }
        if score > self.score {
            *self = Self { score, count: 0, candidates: vec![] };
        }
        self.count += 1;
        if self.candidates.len() < MAX_CANDIDATES {
            self.candidates.push(choices.to_vec());
        }
    }
}

/// The data that the threads share.
struct Shared<'t, T: Branching> {
    tree: &'t T,
    min_score: AtomicI64,
    expanded: AtomicU64,
    generated: AtomicU64,
    unfinished: AtomicU64,
    found: Mutex<Found<T::Choice>>,
    /// Subtrees to search; threads take them from the end.
    pending: Mutex<Vec<OpenSubtree<T::Choice>>>,
    /// Subtrees that were interrupted.
    stopped: Mutex<Vec<OpenSubtree<T::Choice>>>,
    /// Subtrees that are complete.
    done: Mutex<Vec<DoneSubtree>>,
}

fn lock<V>(mutex: &Mutex<V>) -> std::sync::MutexGuard<'_, V> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'t, T: Branching> Shared<'t, T> {
    fn new(tree: &'t T, found: Found<T::Choice>, pending: Vec<OpenSubtree<T::Choice>>) -> Self {
        Self {
            tree,
            min_score: AtomicI64::new(found.score),
            expanded: AtomicU64::new(0),
            generated: AtomicU64::new(0),
            unfinished: AtomicU64::new(pending.len() as u64),
            found: Mutex::new(found),
            pending: Mutex::new(pending),
            stopped: Mutex::new(vec![]),
            done: Mutex::new(vec![]),
        }
    }

    /// Searches a subtree until it is done or a limit interrupts it.
    fn search(&self, subtree: &OpenSubtree<T::Choice>, limits: &mut Limits<'_>) {
        let mut dive = Dive {
            shared: self,
            limits,
            min_score: self.min_score.load(Ordering::Relaxed),
            path: vec![],
            countdown: Countdown::default(),
            stats: Stats::default(),
            published: Stats::default(),
        };
        let interrupted = dive.resume(&self.tree.root(), subtree);
        dive.publish();
        let OpenSubtree { number, root, expanded, .. } = *subtree;
        let expanded = expanded + dive.stats.expanded;
        if interrupted {
            lock(&self.stopped).push(OpenSubtree { number, root, next: dive.path, expanded });
        } else {
            lock(&self.done).push(DoneSubtree { number, expanded });
            self.unfinished.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// A recursive search of one subtree. Methods that search return whether it was interrupted.
struct Dive<'a, 'l, 't, T: Branching> {
    shared: &'a Shared<'t, T>,
    limits: &'a mut Limits<'l>,
    /// The score to reach, as known to this thread.
    min_score: i64,
    /// The choices from the root to the current node.
    path: Vec<T::Choice>,
    countdown: Countdown,
    stats: Stats,
    /// The part of `stats` that is already added to the shared counts.
    published: Stats,
}

impl<T: Branching> Dive<'_, '_, '_, T> {
    /// Follows the choices to the next node, searches it, then searches the nodes after it.
    fn resume(&mut self, node: &T::Node, subtree: &OpenSubtree<T::Choice>) -> bool {
        let depth = self.path.len();
        let Some(&next) = subtree.next.get(depth) else { return self.node(node) };
        let mut interrupted = false;
        let mut before_next = true;
        // No pruning here: the best score may have risen since, which could prune the choice itself.
        self.shared.tree.branch(node, i64::MIN, &mut |choice, bound, child| {
            if interrupted {
            } else if before_next {
                before_next = choice != next;
                if !before_next {
                    self.path.push(choice);
                    interrupted = self.resume(&child, subtree);
                    if !interrupted {
                        self.path.pop();
                    }
                }
            } else if depth >= subtree.root {
                interrupted = self.child(choice, bound, &child);
            }
        });
        interrupted
    }

    #[inline]
    fn child(&mut self, choice: T::Choice, bound: i64, child: &T::Node) -> bool {
        if bound < self.min_score {
            return false;
        }
        self.stats.generated += 1;
        self.path.push(choice);
        let interrupted = self.node(child);
        if !interrupted {
            self.path.pop();
        }
        interrupted
    }

    fn node(&mut self, node: &T::Node) -> bool {
        let tree = self.shared.tree;
        if let Some(score) = tree.score(node) {
            if score >= self.min_score {
                self.offer(score);
            }
            return false;
        }
        if self.countdown.is_due() && self.refill() {
            return true;
        }
        self.countdown.count();
        let mut interrupted = false;
        tree.branch(node, self.min_score, &mut |choice, bound, child| {
            if !interrupted {
                interrupted = self.child(choice, bound, &child);
            }
        });
        interrupted
    }

    #[cold]
    #[inline(never)]
    fn offer(&mut self, score: i64) {
        let mut found = lock(&self.shared.found);
        found.offer(score, &self.path);
        self.min_score = found.score;
        self.shared.min_score.store(found.score, Ordering::Relaxed);
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self) -> bool {
        let stop = self.countdown.refill(self.limits, &mut self.stats, Gauge::default());
        self.min_score = self.min_score.max(self.shared.min_score.load(Ordering::Relaxed));
        self.publish();
        stop.is_some()
    }

    fn publish(&mut self) {
        self.countdown.settle(&mut self.stats);
        let (stats, published) = (self.stats, self.published);
        self.shared.expanded.fetch_add(stats.expanded - published.expanded, Ordering::Relaxed);
        self.shared.generated.fetch_add(stats.generated - published.generated, Ordering::Relaxed);
        self.published = stats;
    }
}

#[cfg(test)]
mod tests {
    use super::super::knapsack::Knapsack;
    use super::*;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn finds_all_optima() {
        for seed in 0..10 {
            let knapsack = Knapsack::random(14, seed);
            let best = knapsack.best();
            for (min_score, depth, threads) in [(0, 0, 1), (best.0, 3, 2), (best.0 - 5, 20, 1)] {
                let mut search = BranchAndBound::new(&knapsack, min_score, depth);
                assert_eq!(search.run(threads, &mut Limits::none()), None);
                let found = &search.found;
                assert_eq!((found.score, found.count as usize), best, "seed {seed}");
                assert!(found.candidates.iter().all(|c| knapsack.weight(c) == best.0));
                assert_eq!(found.candidates.len(), best.1);
            }
            let mut search = BranchAndBound::new(&knapsack, best.0 + 1, 2);
            assert_eq!(search.run(2, &mut Limits::none()), None);
            assert_eq!(search.found.count, 0, "no candidate exceeds the optimum");
        }
    }

    /// Interrupts a search every ten nodes and restores it: the result and the counts are the same.
    #[test]
    fn resumes_without_repeating_nodes() {
        let knapsack = Knapsack::random(16, 3);
        let (best, _) = knapsack.best();
        let mut uninterrupted = BranchAndBound::new(&knapsack, best, 4);
        assert_eq!(uninterrupted.run(1, &mut Limits::none()), None);
        let mut search = BranchAndBound::new(&knapsack, best, 4);
        let (subtrees, split) = (search.open.len(), search.stats.expanded);
        let mut interrupts = 0;
        while let Some(subtree) = search.open.pop() {
            let shared = Shared::new(&knapsack, search.found.clone(), vec![]);
            shared.search(&subtree, &mut Limits::none().expansions(10));
            search.stats.expanded += shared.expanded.load(Ordering::Relaxed);
            let stopped = into_inner(shared.stopped);
            interrupts += stopped.len();
            search.open.extend(stopped);
            search.done.extend(into_inner(shared.done));
            search.found = into_inner(shared.found);
        }
        assert!(interrupts > 20, "{interrupts}");
        assert_eq!(search.found.count, uninterrupted.found.count);
        assert_eq!(search.stats.expanded, uninterrupted.stats.expanded);
        // The nodes of the subtrees and of the split are all nodes.
        for done in [&mut search.done, &mut uninterrupted.done] {
            done.sort_unstable();
            assert!((0..subtrees).eq(done.iter().map(|subtree| subtree.number)));
            let nodes: u64 = done.iter().map(|subtree| subtree.expanded).sum();
            assert_eq!(split + nodes, search.stats.expanded);
        }
        assert_eq!(search.done, uninterrupted.done);
    }

    #[test]
    fn an_interrupted_search_can_be_completed() {
        let knapsack = Knapsack::random(16, 5);
        let mut search = BranchAndBound::new(&knapsack, 0, 3);
        let flag = AtomicBool::new(true);
        let stop = search.run(2, &mut Limits::none().interrupt(&flag));
        assert_eq!(stop, Some(Stop::Interrupted));
        assert!(!search.open.is_empty());
        assert_eq!(search.run(2, &mut Limits::none()), None);
        assert_eq!(search.found.score, knapsack.best().0);
    }
}
