//! A\* and uniform-cost search with a consistent heuristic, in little memory.
//!
//! With a consistent h, a state is first popped at its cheapest cost, so duplicates need to be dropped only
//! then. The closed list is a set of keys, each with what leads back to its parent ([`Word`]); it holds no
//! costs. The frontier holds such words, a stack for each (f, g), and h = f − g need not be recomputed.
//! Nodes of one (f, g) are popped in batches, so that their places in the table are fetched together.
//!
//! Therefore the nodes expanded at the last f differ slightly from [`BestFirst`], and the frontier counts
//! include waiting duplicates.

#[cfg(test)]
mod tests;
mod threads;
mod word;

pub use word::{Linked, Word};

use super::{BestFirst, Report, Search, drive};
use crate::abilities::Layers;
use crate::frontier::{Buckets, LARGEST_IN_BUCKETS, Priority};
use crate::limits::Gauge;
use crate::outcome::Gap;
use crate::parallel::have_room;
use crate::store::{NodeId, NodeStore as _, OpenTable, sum};
use crate::strategy::Ties;
use crate::{Cost, DEAD_END, Limits, Observer, Optimality, Outcome, Plan, Problem, Stats};
use std::ops::ControlFlow;

/// The number of nodes popped at a time.
const BATCH: usize = 16;

/// The number of expansions after which [`BestFirst`] is left: counts of smaller searches do not depend on
/// the order in which duplicates are found.
const SMALL: u64 = 100_000;

/// The number of expansions from which on several threads are worth it.
const ENOUGH_FOR_THREADS: u64 = 4_000;

/// An A\* search over words with a consistent heuristic. It cannot be observed.
pub struct ConsistentAStar<'p, P: Problem, W> {
    expander: Expander<'p, P>,
    closed: OpenTable<W>,
    open: Buckets<W>,
    batch: [W; BATCH],
    /// The next entry of the batch.
    next: usize,
    batch_len: usize,
    /// f and g of the batch.
    f: Cost,
    g: Cost,
    /// Plans must be cheaper than this.
    cost_below: u64,
    /// What was pruned without proof, if anything.
    gap: Option<Gap>,
    stats: Stats,
}

/// An A\* search in eight bytes per state, for problems with spare bits in their keys.
pub type PackedAStar<'p, P> = ConsistentAStar<'p, P, u64>;

/// An A\* search in the bytes of a key and four more per state, for all problems.
pub type LinkedAStar<'p, P> = ConsistentAStar<'p, P, Linked<<P as Problem>::Key>>;

debug_by_stats!(ConsistentAStar, [P: Problem, W], ConsistentAStar<'_, P, W>);

/// The problem, as the search sees it.
struct Expander<'p, P> {
    problem: &'p P,
    /// Whether h is used.
    is_informed: bool,
    /// Whether moves can be undone, so that the parent's key is worth a look.
    is_undirected: bool,
}

impl<P> Clone for Expander<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Expander<'_, P> {}

impl<'p, P: Problem> Expander<'p, P> {
    fn new(problem: &'p P, is_informed: bool) -> Self {
        let is_undirected = problem.abilities::<()>().layers == Layers::Undirected;
        Self { problem, is_informed, is_undirected }
    }

    /// Returns the hash of the parent, if its key is worth a look.
    #[inline(always)]
    fn parent_of<W: Word<P>>(&self, word: W) -> Option<u32> {
        word.parent().filter(|_| self.is_undirected)
    }

    /// Returns the state of a word with this h.
    #[inline(always)]
    fn state<W: Word<P>>(&self, word: W, h: Cost) -> P::State {
        if self.is_informed {
            self.problem.unpack_with_h(&word.key(), h)
        } else {
            self.problem.unpack(&word.key())
        }
    }

    /// Expands a state. Calls `push` with f, g and word of each successor, unless its costs add up to
    /// [`DEAD_END`] or more; returns what is missing then.
    #[inline(always)]
    fn expand<W: Word<P>>(
        &self,
        stats: &mut Stats,
        (word, previous, g): (W, W::Previous, Cost),
        state: &P::State,
        push: &mut impl FnMut(u64, Cost, W),
    ) -> Option<Gap> {
        let (problem, parent) = (self.problem, word.hash());
        let (mut generated, mut gap) = (0, None);
        problem.successors(state, &mut |action, cost, next| {
            generated += 1;
            let key = problem.pack(&next);
            if W::leads_back(problem, previous, action, &key) {
                stats.duplicates += 1;
                return;
            }
            let h = if self.is_informed { problem.h(&next) } else { 0 };
            if h == DEAD_END {
                stats.pruned += 1;
                return;
            }
            let next_g = g.saturating_add(cost);
            let f = u64::from(next_g) + u64::from(h);
            if f >= u64::from(DEAD_END) {
                stats.pruned += 1;
                gap = Some(Gap::Cost);
                return;
            }
            push(f, next_g, W::successor(problem, key, action, parent));
        });
        stats.expanded += 1;
        stats.generated += generated;
        gap
    }
}

impl<'p, P: Problem, W: Word<P>> ConsistentAStar<'p, P, W> {
    /// Creates an A\* search.
    ///
    /// # Panics
    /// If the problem's heuristic is not claimed to be consistent.
    #[must_use]
    pub fn new(problem: &'p P) -> Self {
        assert!(
            problem.claim().is_consistent(),
            "ConsistentAStar drops duplicates when they are popped, which requires a consistent \
             heuristic; use BestFirst"
        );
        let mut search = Self::empty(problem, true);
        let start = problem.start();
        let h = problem.h(&start);
        if h == DEAD_END {
            search.stats.pruned += 1;
        } else {
            search.open.push(u64::from(h), 0, W::start(problem, problem.pack(&start)));
        }
        search
    }

    /// Returns a search without nodes.
    fn empty(problem: &'p P, is_informed: bool) -> Self {
        let vacant = W::vacant(problem.pack(&problem.start()));
        Self {
            expander: Expander::new(problem, is_informed),
            closed: OpenTable::new(vacant),
            open: Buckets::new(Ties::HighG),
            batch: [vacant; BATCH],
            next: 0,
            batch_len: 0,
            f: 0,
            g: 0,
            cost_below: u64::MAX,
            gap: None,
            stats: Stats::default(),
        }
    }

    /// From now on prunes what cannot lead to a plan cheaper than `cost`.
    pub(super) fn only_cheaper_than(&mut self, cost: Cost) {
        self.cost_below = cost.into();
    }

    /// Returns the number of stored words: closed states and frontier entries.
    #[must_use]
    pub fn stored(&self) -> u64 {
        (self.closed.len() + self.open.len()) as u64
    }

    /// Records the size of the frontier, which only grows while a batch is expanded.
    #[inline(always)]
    fn measure(&mut self) {
        self.stats.max_frontier = self.stats.max_frontier.max(self.open.len() as u64);
        self.stats.max_frontier_with_stale = self.stats.max_frontier;
    }

    /// Pops the next batch; returns false if the frontier is empty.
    #[inline(always)]
    fn pop_batch(&mut self) -> bool {
        let Some((f, g, len)) = self.open.pop_batch(&mut self.batch) else { return false };
        (self.f, self.g, self.next, self.batch_len) = (f as Cost, g, 0, len);
        let (expander, batch) = (self.expander, &self.batch[..len]);
        let hashes =
            |&word: &W| [Some(word.hash()), expander.parent_of(word)].into_iter().flatten();
        self.closed.touch(batch.iter().flat_map(hashes));
        true
    }

    /// Runs the search on as many threads as the limits allow. A short search runs on one thread.
    pub(crate) fn run_on_threads(mut self, limits: &mut Limits<'_>) -> Report<P::Action> {
        let first = if have_room(limits) { ENOUGH_FOR_THREADS } else { u64::MAX };
        match limits.until_expanded(first, |limits| self.run(limits, &mut ())) {
            Some(outcome) => Report { outcome, stats: self.stats },
            None => threads::run(self, limits),
        }
    }
}

impl<'p, P: Problem> LinkedAStar<'p, P> {
    /// Runs a search by f with a consistent heuristic, or without one: first as it is, then in less memory.
    pub(crate) fn run_after(
        mut search: BestFirst<'p, P, Priority>,
        limits: &mut Limits<'_>,
    ) -> Report<P::Action> {
        let first = if have_room(limits) { ENOUGH_FOR_THREADS } else { SMALL };
        if let Some(outcome) = limits.until_expanded(first, |limits| search.run(limits, &mut ())) {
            return Report { outcome, stats: *search.stats() };
        }
        // Both hold the nodes for a moment; and buckets suit small costs only.
        let has_room = limits.memory_left(2 * search.gauge().bytes).is_some();
        if !has_room || u64::from(search.stats().bound) > LARGEST_IN_BUCKETS {
            return drive(search, limits, &mut ());
        }
        let lean = Self::from(search);
        if have_room(limits) { threads::run(lean, limits) } else { drive(lean, limits, &mut ()) }
    }
}

/// Takes over the nodes of a search by f whose heuristic is consistent, or not used.
impl<'p, P: Problem> From<BestFirst<'p, P, Priority>> for ConsistentAStar<'p, P, Linked<P::Key>> {
    fn from(mut search: BestFirst<'p, P, Priority>) -> Self {
        let (problem, is_informed) = (search.problem, search.rule.weight_h > 0);
        let mut lean = Self::empty(problem, is_informed);
        lean.stats = *search.stats();
        (lean.f, lean.gap) = (lean.stats.bound, search.gap());
        for id in 0..search.nodes.len() as NodeId {
            let (key, is_closed) = (search.nodes.key(id), search.nodes.is_closed(id));
            let parent = search.nodes.parent(id).map(|parent| search.nodes.key(parent));
            // Dead ends have no parent either.
            let Some(parent) = parent.or((Some(id) == search.start).then_some(key)) else {
                continue;
            };
            let word = Linked::new(key, &parent);
            if is_closed {
                Word::<P>::close(word, &mut lean.closed);
            } else {
                let h = if is_informed { problem.h(&problem.unpack(&key)) } else { 0 };
                let g = search.nodes.g(id);
                lean.open.push(u64::from(g) + u64::from(h), g, word);
            }
        }
        lean
    }
}

impl<P: Problem, W: Word<P>> Search<P::State, P::Action> for ConsistentAStar<'_, P, W> {
    fn advance<O: Observer<P::State, P::Action>>(
        &mut self,
        limits: &mut Limits<'_>,
        _observer: &mut O,
    ) -> Outcome<Plan<P::Action>> {
        loop {
            self.measure();
            if self.next == self.batch_len && !self.pop_batch() {
                return self.gap.map_or(Outcome::Unsolvable, Outcome::NotFound);
            }
            while self.next < self.batch_len {
                if let ControlFlow::Break(stop) = self.poll(limits) {
                    self.measure();
                    return Outcome::Stopped(stop);
                }
                let word = self.batch[self.next];
                self.next += 1;
                if !word.close(&mut self.closed) {
                    self.stats.duplicates += 1;
                    continue;
                }
                let Self { expander, closed, open, stats, f, g, cost_below, gap, .. } = self;
                // Not where all nodes of this f are duplicates.
                if *f > stats.bound || stats.iterations == 0 {
                    stats.enter_bound(*f);
                }
                let problem = expander.problem;
                let state = expander.state(word, *f - *g);
                if problem.is_goal(&state) {
                    let plan = word.plan(*g, problem, std::slice::from_ref(closed));
                    self.measure();
                    return Outcome::Solved(plan, Optimality::Proved);
                }
                let table = expander.parent_of(word).map(|_| &*closed);
                let previous = word.previous(problem, table);
                let push = &mut |f, g, word| {
                    if f < *cost_below {
                        open.push(f, g, word);
                    }
                };
                *gap = expander.expand(stats, (word, previous, *g), &state, push).or(*gap);
            }
        }
    }

    fn stats(&mut self) -> &mut Stats {
        &mut self.stats
    }

    fn gauge(&self) -> Gauge {
        let frontier = (self.open.len() + self.batch_len - self.next) as u64;
        Gauge::new(frontier, sum([self.closed.held(), self.open.held()]))
    }

    /// Returns the f of the current batch.
    fn lower_bound(&self) -> Option<Cost> {
        Some(self.f)
    }

    fn tighten(&mut self) -> bool {
        self.closed.tighten()
    }
}
