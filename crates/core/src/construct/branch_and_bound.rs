//! Branch and bound (Land and Doig 1960): every candidate that can matter is looked at, so that the
//! best found is the best there is; all of the best are listed.
//!
//! The tree is split into subtrees, which threads take one by one. A subtree that is stopped is left
//! with the choices that lead to where it was, so that the whole can be written down, read again and
//! gone on with; no node is looked at twice but those on these few paths.

use super::Branching;
use crate::local::Generator;
use crate::parallel::in_parallel;
use crate::search::Countdown;
use crate::{Gauge, Limits, Stats, Stop};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A part of the tree that is still to be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSubtree<C> {
    /// How many of the choices lead to its root.
    pub root: usize,
    /// The choices that lead to the next node to be looked at. What comes before it is done.
    pub next: Vec<C>,
}

/// The best candidates found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<C> {
    /// Their score, or the score that was to be reached if there are none.
    pub score: i64,
    /// How many there are.
    pub count: u64,
    /// The first of them, by their choices.
    pub candidates: Vec<Vec<C>>,
}

/// A branch and bound search under way.
pub struct BranchAndBound<'t, T: Branching> {
    tree: &'t T,
    open: Vec<OpenSubtree<T::Choice>>,
    found: Found<T::Choice>,
    /// How many subtrees there were at first.
    subtrees: usize,
    stats: Stats,
}

/// No more candidates than this are listed; the others are counted.
const LISTED: usize = 10_000;

impl<'t, T: Branching> BranchAndBound<'t, T> {
    /// A search for all of the best candidates that score at least `least`, with the tree split into
    /// what is below the nodes of some depth.
    ///
    /// With a `least` that is one's best score so far, all optima are listed; with one point more,
    /// a search that finds nothing proves that score the best.
    #[must_use]
    pub fn new(tree: &'t T, least: i64, depth: usize) -> Self {
        let mut search = Self {
            tree,
            open: vec![],
            found: Found { score: least, count: 0, candidates: vec![] },
            subtrees: 0,
            stats: Stats::default(),
        };
        search.split(&tree.root(), depth, &mut vec![]);
        search.subtrees = search.open.len();
        // Subtrees differ much in size, neighbors less: in mixed order the number of those that
        // are done tells how far the search is.
        search.open.shuffle(&mut Generator::seed_from_u64(0));
        search
    }

    /// The search as it was when these were what [`BranchAndBound::open`], [`BranchAndBound::found`],
    /// [`BranchAndBound::subtrees`] and [`BranchAndBound::stats`] told.
    #[must_use]
    pub fn restore(
        tree: &'t T,
        open: Vec<OpenSubtree<T::Choice>>,
        found: Found<T::Choice>,
        subtrees: usize,
        stats: Stats,
    ) -> Self {
        Self { tree, open, found, subtrees, stats }
    }

    /// What is still to be searched.
    #[must_use]
    pub fn open(&self) -> &[OpenSubtree<T::Choice>] {
        &self.open
    }

    /// The best candidates so far; the best of all once nothing is open.
    #[must_use]
    pub fn found(&self) -> &Found<T::Choice> {
        &self.found
    }

    /// Into how many subtrees the tree was split.
    #[must_use]
    pub fn subtrees(&self) -> usize {
        self.subtrees
    }

    /// What has been counted so far.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    fn split(&mut self, node: &T::Node, depth: usize, trail: &mut Vec<T::Choice>) {
        if let Some(score) = self.tree.score(node) {
            self.found.offer(score, trail);
        } else if depth == 0 {
            self.open.push(OpenSubtree { root: trail.len(), next: trail.clone() });
        } else {
            self.stats.expanded += 1;
            self.tree.branch(node, self.found.score, &mut |choice, bound, child| {
                if bound >= self.found.score {
                    self.stats.generated += 1;
                    trail.push(choice);
                    self.split(&child, depth - 1, trail);
                    trail.pop();
                }
            });
        }
    }

    /// Searches until nothing is open or a limit is reached; after a stop, another call goes on
    /// where this one ended. A limit on expansions is kept about.
    ///
    /// Progress is reported with the subtrees still open as the frontier.
    pub fn run(&mut self, threads: usize, limits: &mut Limits<'_>) -> Option<Stop> {
        let begun = Instant::now();
        let before = self.stats;
        let found =
            std::mem::replace(&mut self.found, Found { score: 0, count: 0, candidates: vec![] });
        let shared = Shared {
            tree: self.tree,
            least: AtomicI64::new(found.score),
            expanded: AtomicU64::new(0),
            generated: AtomicU64::new(0),
            unfinished: AtomicU64::new(self.open.len() as u64),
            found: Mutex::new(found),
            // Taken from the end.
            waiting: Mutex::new(std::mem::take(&mut self.open)),
            stopped: Mutex::new(vec![]),
        };
        let progress = || {
            let expanded = before.expanded + shared.expanded.load(Ordering::Relaxed);
            let generated = before.generated + shared.generated.load(Ordering::Relaxed);
            let frontier = shared.unfinished.load(Ordering::Relaxed);
            let elapsed = before.elapsed + begun.elapsed();
            let stats = Stats { expanded, generated, elapsed, ..before };
            (stats, Gauge { frontier, ..Gauge::default() })
        };
        let stop = in_parallel(threads, limits, &progress, &|_, stop| shared.work(stop));
        self.stats = progress().0;
        let Shared { waiting, stopped, found, .. } = shared;
        self.open = inner(waiting);
        self.open.extend(inner(stopped));
        self.found = inner(found);
        stop.filter(|_| !self.open.is_empty())
    }
}

fn inner<V>(mutex: Mutex<V>) -> V {
    // A thread that panicked has ended the program already.
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
        if self.candidates.len() < LISTED {
            self.candidates.push(choices.to_vec());
        }
    }
}

/// What the threads share.
struct Shared<'t, T: Branching> {
    tree: &'t T,
    least: AtomicI64,
    expanded: AtomicU64,
    generated: AtomicU64,
    unfinished: AtomicU64,
    found: Mutex<Found<T::Choice>>,
    waiting: Mutex<Vec<OpenSubtree<T::Choice>>>,
    stopped: Mutex<Vec<OpenSubtree<T::Choice>>>,
}

fn lock<V>(mutex: &Mutex<V>) -> std::sync::MutexGuard<'_, V> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Branching> Shared<'_, T> {
    fn work(&self, stop: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) {
            let Some(subtree) = lock(&self.waiting).pop() else { return };
            let mut limits = Limits::none().interrupt(stop);
            let mut dive = Dive {
                shared: self,
                limits: &mut limits,
                least: self.least.load(Ordering::Relaxed),
                trail: vec![],
                countdown: Countdown::new(),
                stats: Stats::default(),
                told: Stats::default(),
            };
            let broke = dive.go_on(&self.tree.root(), &subtree);
            dive.tell();
            if broke {
                let next = dive.trail;
                lock(&self.stopped).push(OpenSubtree { root: subtree.root, next });
            } else {
                self.unfinished.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }
}

/// The search of one subtree by recursion; methods say whether it was broken off.
struct Dive<'a, 'l, 't, T: Branching> {
    shared: &'a Shared<'t, T>,
    limits: &'a mut Limits<'l>,
    /// The score to reach, as far as this thread knows.
    least: i64,
    trail: Vec<T::Choice>,
    countdown: Countdown,
    stats: Stats,
    /// What the other threads know of it.
    told: Stats,
}

impl<T: Branching> Dive<'_, '_, '_, T> {
    /// Follows the choices to the next node, searches it and then what comes after it.
    fn go_on(&mut self, node: &T::Node, subtree: &OpenSubtree<T::Choice>) -> bool {
        let depth = self.trail.len();
        let Some(&next) = subtree.next.get(depth) else { return self.node(node) };
        let mut broke = false;
        let mut before = true;
        // Nothing is left out by the hint: the best score may have risen since, and the choice that
        // is looked for with it.
        self.shared.tree.branch(node, i64::MIN, &mut |choice, bound, child| {
            if broke {
            } else if before {
                before = choice != next;
                if !before {
                    self.trail.push(choice);
                    broke = self.go_on(&child, subtree);
                    if !broke {
                        self.trail.pop();
                    }
                }
            } else if depth >= subtree.root {
                broke = self.child(choice, bound, &child);
            }
        });
        broke
    }

    #[inline]
    fn child(&mut self, choice: T::Choice, bound: i64, child: &T::Node) -> bool {
        if bound < self.least {
            return false;
        }
        self.stats.generated += 1;
        self.trail.push(choice);
        let broke = self.node(child);
        if !broke {
            self.trail.pop();
        }
        broke
    }

    fn node(&mut self, node: &T::Node) -> bool {
        let tree = self.shared.tree;
        if let Some(score) = tree.score(node) {
            if score >= self.least {
                self.offer(score);
            }
            return false;
        }
        if self.countdown.is_due() && self.refill() {
            return true;
        }
        self.countdown.count();
        let mut broke = false;
        tree.branch(node, self.least, &mut |choice, bound, child| {
            if !broke {
                broke = self.child(choice, bound, &child);
            }
        });
        broke
    }

    #[cold]
    #[inline(never)]
    fn offer(&mut self, score: i64) {
        let mut found = lock(&self.shared.found);
        found.offer(score, &self.trail);
        self.least = found.score;
        self.shared.least.store(found.score, Ordering::Relaxed);
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self) -> bool {
        let stop = self.countdown.refill(self.limits, &mut self.stats, Gauge::default());
        self.least = self.least.max(self.shared.least.load(Ordering::Relaxed));
        self.tell();
        stop.is_some()
    }

    fn tell(&mut self) {
        self.countdown.settle(&mut self.stats);
        let (stats, told) = (self.stats, self.told);
        self.shared.expanded.fetch_add(stats.expanded - told.expanded, Ordering::Relaxed);
        self.shared.generated.fetch_add(stats.generated - told.generated, Ordering::Relaxed);
        self.told = stats;
    }
}

#[cfg(test)]
mod tests {
    use super::super::knapsack::Knapsack;
    use super::*;

    #[test]
    fn finds_all_of_the_best() {
        for seed in 0..10 {
            let knapsack = Knapsack::random(14, seed);
            let best = knapsack.best();
            for (least, depth, threads) in [(0, 0, 1), (best.0, 3, 2), (best.0 - 5, 20, 1)] {
                let mut search = BranchAndBound::new(&knapsack, least, depth);
                assert_eq!(search.run(threads, &mut Limits::none()), None);
                let found = search.found();
                assert_eq!((found.score, found.count as usize), best, "seed {seed}");
                assert!(found.candidates.iter().all(|c| knapsack.value(c) == best.0));
                assert_eq!(found.candidates.len(), best.1);
            }
            let mut search = BranchAndBound::new(&knapsack, best.0 + 1, 2);
            assert_eq!(search.run(2, &mut Limits::none()), None);
            assert_eq!(search.found().count, 0, "nothing is better than the best");
        }
    }

    /// Stopped again and again, written down and restored: the same result by as many nodes.
    #[test]
    fn goes_on_where_it_was_stopped() {
        let knapsack = Knapsack::random(18, 3);
        let (best, _) = knapsack.best();
        let mut whole = BranchAndBound::new(&knapsack, best, 4);
        assert_eq!(whole.run(1, &mut Limits::none()), None);
        let mut parts = BranchAndBound::new(&knapsack, best, 4);
        assert_eq!(parts.subtrees(), parts.open().len());
        let mut stops = 0;
        loop {
            let mut dive_once = |search: &mut BranchAndBound<'_, Knapsack>| {
                // One subtree at a time, left after some nodes.
                let mut subtree = search.open.pop().expect("one is open");
                let found = search.found.clone();
                let shared = Shared {
                    tree: &knapsack,
                    least: AtomicI64::new(found.score),
                    expanded: AtomicU64::new(0),
                    generated: AtomicU64::new(0),
                    unfinished: AtomicU64::new(0),
                    found: Mutex::new(found),
                    waiting: Mutex::new(vec![]),
                    stopped: Mutex::new(vec![]),
                };
                let mut limits = Limits::none().expansions(10);
                let mut dive = Dive {
                    shared: &shared,
                    limits: &mut limits,
                    least: best,
                    trail: vec![],
                    countdown: Countdown::new(),
                    stats: Stats::default(),
                    told: Stats::default(),
                };
                let broke = dive.go_on(&knapsack.root(), &subtree);
                dive.tell();
                subtree.next = dive.trail;
                search.stats.expanded += shared.expanded.load(Ordering::Relaxed);
                search.stats.generated += shared.generated.load(Ordering::Relaxed);
                search.found = inner(shared.found);
                if broke {
                    stops += 1;
                    search.open.push(subtree);
                }
            };
            if parts.open().is_empty() {
                break;
            }
            dive_once(&mut parts);
            let (open, found) = (parts.open().to_vec(), parts.found().clone());
            parts = BranchAndBound::restore(&knapsack, open, found, 0, *parts.stats());
        }
        assert!(stops > 20, "{stops}");
        assert_eq!(parts.found().count, whole.found().count);
        assert_eq!(parts.stats().expanded, whole.stats().expanded);
    }

    #[test]
    fn an_interrupt_loses_nothing() {
        let knapsack = Knapsack::random(16, 5);
        let mut search = BranchAndBound::new(&knapsack, 0, 3);
        let flag = AtomicBool::new(true);
        let stop = search.run(2, &mut Limits::none().interrupt(&flag));
        assert_eq!(stop, Some(Stop::Interrupted));
        assert!(!search.open().is_empty());
        assert_eq!(search.run(2, &mut Limits::none()), None);
        assert_eq!(search.found().score, knapsack.best().0);
    }
}
