//! A\* in eight bytes per state: for problems with spare bits in their keys and a consistent
//! heuristic.
//!
//! With a consistent h, a state is first popped at its cheapest cost, so duplicates need to be
//! dropped only then. The closed list is a set of keys, with the move that led to each in the key's
//! spare bits. The frontier holds such words, a stack for each (f, g), and h = f − g need not be
//! recomputed. Nodes of one (f, g) are popped in batches, so that their places in the table are
//! fetched together.
//!
//! Therefore the nodes expanded at the last f differ slightly from [`BestFirst`](super::BestFirst),
//! and the frontier counts include waiting duplicates.

use super::Search;
use super::on_threads::Distributed;
use crate::abilities::Tagged;
use crate::frontier::Buckets;
use crate::limits::Gauge;
use crate::parallel::levels::{Part, Step};
use crate::parallel::owner;
use crate::store::{OpenTable, Probe, hash, sum};
use crate::strategy::Ties;
use crate::{Cost, DEAD_END, Limits, Observer, Optimality, Outcome, Plan, Stats};
use std::ops::ControlFlow;

/// The number of nodes popped at a time.
const BATCH: usize = 16;

/// An A\* search over tagged keys. It cannot be observed.
pub struct PackedAStar<'p, P: Tagged> {
    problem: &'p P,
    closed: OpenTable<u64>,
    open: Buckets<u64>,
    batch: [u64; BATCH],
    /// The next entry of the batch.
    next: usize,
    batch_len: usize,
    /// f and g of the batch.
    f: Cost,
    g: Cost,
    /// The word of a goal and its cost, found by one of several threads.
    goal: Option<(u64, Cost)>,
    stats: Stats,
}

debug_by_stats!(PackedAStar, [P: Tagged], PackedAStar<'_, P>);

impl<'p, P: Tagged> PackedAStar<'p, P> {
    const TAG_SHIFT: u32 = 64 - P::TAG_BITS;
    const KEY: u64 = (1 << Self::TAG_SHIFT) - 1;
    /// The tag of the start, which has no move. Tag 0 is unused, so that no word is 0.
    const NO_MOVE: u64 = (1 << P::TAG_BITS) - 1;

    /// Creates the search.
    ///
    /// # Panics
    /// If the problem's heuristic is not claimed to be consistent.
    #[must_use]
    pub fn new(problem: &'p P) -> Self {
        assert!(
            problem.claim().is_consistent(),
            "PackedAStar drops duplicates when they are popped, which requires a consistent \
             heuristic; use BestFirst"
        );
        let mut search = Self::empty(problem);
        let start = problem.start();
        let h = problem.h(&start);
        if h == DEAD_END {
            search.stats.pruned += 1;
        } else {
            let word = problem.pack(&start) | Self::NO_MOVE << Self::TAG_SHIFT;
            search.open.push(u64::from(h), 0, word);
        }
        search
    }

    /// Returns a search without states.
    fn empty(problem: &'p P) -> Self {
        Self {
            problem,
            closed: OpenTable::new(),
            open: Buckets::new(Ties::HighG),
            batch: [0; BATCH],
            next: 0,
            batch_len: 0,
            f: 0,
            g: 0,
            goal: None,
            stats: Stats::default(),
        }
    }

    /// Returns the number of stored words: closed states and frontier entries.
    #[must_use]
    pub fn stored(&self) -> u64 {
        (self.closed.len() + self.open.len()) as u64
    }

    /// Pops the next batch; returns false if the frontier is empty.
    #[inline(always)]
    fn pop_batch(&mut self) -> bool {
        let Some((f, g, len)) = self.open.pop_batch(&mut self.batch) else { return false };
        let f = f as Cost;
        if f > self.f || self.stats.iterations == 0 {
            self.stats.enter_bound(f);
        }
        (self.f, self.g, self.next, self.batch_len) = (f, g, 0, len);
        let mut touched = 0;
        for word in &self.batch[..len] {
            touched ^= self.closed.touch(hash(&(word & Self::KEY)));
        }
        std::hint::black_box(touched);
        true
    }

    /// Expands a state. Calls `push` with f, g and word of each successor.
    #[inline(always)]
    fn successors(
        problem: &P,
        stats: &mut Stats,
        (tag, g): (u64, Cost),
        state: &P::State,
        push: &mut impl FnMut(u64, Cost, u64),
    ) {
        let previous = (tag != Self::NO_MOVE).then(|| problem.action(tag - 1));
        let mut generated = 0;
        problem.successors(state, &mut |action, cost, next| {
            generated += 1;
            if previous.is_some_and(|previous| problem.undoes(previous, action)) {
                stats.duplicates += 1;
                return;
            }
            let h = problem.h(&next);
            if h == DEAD_END {
                stats.pruned += 1;
                return;
            }
            let next_g = g + cost;
            let word = problem.pack(&next) | (problem.tag(action) + 1) << Self::TAG_SHIFT;
            push(u64::from(next_g) + u64::from(h), next_g, word);
        });
        stats.expanded += 1;
        stats.generated += generated;
    }

    #[inline(always)]
    fn expand(&mut self, tag: u64, state: &P::State) {
        let Self { problem, open, stats, g, .. } = self;
        Self::successors(problem, stats, (tag, *g), state, &mut |f, g, word| open.push(f, g, word));
        stats.max_frontier = stats.max_frontier.max(open.len() as u64);
        stats.max_frontier_with_stale = stats.max_frontier;
    }

    /// Reconstructs the plan by following the moves stored in the closed words of all searches, each of
    /// which owns a part of the keys.
    fn plan(searches: &[Self], (goal, cost): (u64, Cost)) -> Outcome<Plan<P::Action>> {
        let problem = searches[0].problem;
        let mut actions = Vec::new();
        let mut word = goal;
        let mut state = problem.unpack(&(goal & Self::KEY));
        while word >> Self::TAG_SHIFT != Self::NO_MOVE {
            let action = problem.action((word >> Self::TAG_SHIFT) - 1);
            actions.push(action);
            state = problem.retract(&state, action);
            let key = problem.pack(&state);
            let closed = &searches[owner(hash(&key), searches.len())].closed;
            let Probe::Found(place) = closed.probe(hash(&key), |e| e & Self::KEY == key) else {
                panic!("retract() must return the state in which the move was played");
            };
            word = closed.at(place);
        }
        actions.reverse();
        Outcome::Solved(Plan { actions, cost }, Optimality::Proved)
    }

    /// Closes a word. Returns whether its key was open.
    #[inline(always)]
    fn close(&mut self, word: u64) -> bool {
        let key = word & Self::KEY;
        match self.closed.probe(hash(&key), |entry| entry & Self::KEY == key) {
            Probe::Found(_) => false,
            Probe::Vacant(place) => {
                self.closed.put(place, word, |entry| hash(&(entry & Self::KEY)));
                true
            }
        }
    }
}

impl<P: Tagged> Search<P::State, P::Action> for PackedAStar<'_, P> {
    fn advance<O: Observer<P::State, P::Action>>(
        &mut self,
        limits: &mut Limits<'_>,
        _observer: &mut O,
    ) -> Outcome<Plan<P::Action>> {
        loop {
            if self.next == self.batch_len && !self.pop_batch() {
                return Outcome::Unsolvable;
            }
            while self.next < self.batch_len {
                if let ControlFlow::Break(stop) = self.poll(limits) {
                    return Outcome::Stopped(stop);
                }
                let word = self.batch[self.next];
                self.next += 1;
                if !self.close(word) {
                    self.stats.duplicates += 1;
                    continue;
                }
                let state = self.problem.unpack_with_h(word & Self::KEY, self.f - self.g);
                if self.problem.is_goal(&state) {
                    return Self::plan(std::slice::from_ref(self), (word, self.g));
                }
                self.expand(word >> Self::TAG_SHIFT, &state);
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

impl<P: Tagged> Distributed<P::State, P::Action> for PackedAStar<'_, P> {
    type Owned = Self;

    fn split(mut self, limits: &Limits<'_>) -> Vec<Self> {
        let threads = limits.threads();
        let mut parts: Vec<Self> = (0..threads).map(|_| Self::empty(self.problem)).collect();
        let owner = |word: u64| owner(hash(&(word & Self::KEY)), threads);
        for word in self.closed.entries() {
            parts[owner(word)].close(word);
        }
        let rest = &self.batch[self.next..self.batch_len];
        for &word in rest {
            parts[owner(word)].open.push(u64::from(self.f), self.g, word);
        }
        while let Some((f, g, len)) = self.open.pop_batch(&mut self.batch) {
            for &word in &self.batch[..len] {
                parts[owner(word)].open.push(f, g, word);
            }
        }
        parts
    }

    fn solved(parts: &[Self]) -> Option<Outcome<Plan<P::Action>>> {
        parts.iter().find_map(|part| part.goal).map(|goal| Self::plan(parts, goal))
    }

    fn exhausted(_parts: &[Self]) -> Outcome<Plan<P::Action>> {
        Outcome::Unsolvable
    }
}

impl<P: Tagged> Part for PackedAStar<'_, P> {
    /// f, g and the word.
    type Item = (Cost, Cost, u64);

    /// Taken in at once: the latest nodes with the highest g are the next to expand.
    const OWN: usize = 1;

    fn take_in(&mut self, batch: &mut Vec<Self::Item>) {
        batch.drain(..).for_each(|(f, g, word)| self.open.push(u64::from(f), g, word));
    }

    fn expand(&mut self, level: u64, send: &mut impl FnMut(u32, Self::Item)) -> Step {
        if self.open.lowest().is_none_or(|f| f > level) || !self.pop_batch() {
            return Step::Nothing;
        }
        while self.next < self.batch_len {
            let word = self.batch[self.next];
            self.next += 1;
            if !self.close(word) {
                self.stats.duplicates += 1;
                continue;
            }
            let (problem, g) = (self.problem, self.g);
            let state = problem.unpack_with_h(word & Self::KEY, self.f - g);
            if problem.is_goal(&state) {
                self.goal = Some((word, g));
                return Step::Goal;
            }
            let tag = word >> Self::TAG_SHIFT;
            Self::successors(problem, &mut self.stats, (tag, g), &state, &mut |f, g, word| {
                send(hash(&(word & Self::KEY)), (f as Cost, g, word));
            });
        }
        Step::Expanded
    }

    fn lowest(&mut self) -> Option<u64> {
        self.open.lowest()
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn gauge(&self) -> Gauge {
        Search::gauge(self)
    }

    fn tighten(&mut self) -> bool {
        Search::tighten(self)
    }
}
