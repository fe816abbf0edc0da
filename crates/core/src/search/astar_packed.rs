//! A\* in eight bytes a state: for problems with spare bits in their keys and a consistent heuristic.
//!
//! With a consistent h the first time a state is taken from the frontier is the cheapest way to it.
//! So duplicates need to be dropped only then; the closed list is a set of keys, with the move that
//! led to each in the key's spare bits; the frontier holds such words themselves, a stack for each
//! (f, g), and h = f − g need not be computed again. Nodes of one (f, g) are taken several at a time
//! so that their places in the table can be fetched together.
//!
//! Which nodes of the last f are expanded therefore differs a little from
//! [`BestFirst`](super::BestFirst), and its frontier is counted with duplicates that wait.

use crate::frontier::Buckets;
use crate::store::{OpenTable, Probe, hash};
use crate::{
    Cost, DEAD_END, Edge, Gauge, Limits, Observer, Optimality, Outcome, Plan, Pruned, Stats, Stop,
    Tagged, Ties,
};
use std::ops::ControlFlow;
use std::time::Instant;

/// How many nodes are taken at a time.
const BATCH: usize = 16;

/// An A\* search over tagged keys under way.
pub struct PackedAStar<'p, P: Tagged> {
    problem: &'p P,
    closed: OpenTable<u64>,
    open: Buckets<u64>,
    batch: [u64; BATCH],
    /// Which part of the batch is still to be looked at.
    at: usize,
    taken: usize,
    /// f and g of the batch.
    f: Cost,
    g: Cost,
    /// Whether memory has become short.
    tight: bool,
    stats: Stats,
}

enum End {
    Goal(u64, Cost),
    Exhausted,
    Stopped(Stop),
}

impl<'p, P: Tagged> PackedAStar<'p, P> {
    const TAG_SHIFT: u32 = 64 - P::TAG_BITS;
    const KEY: u64 = (1 << Self::TAG_SHIFT) - 1;
    /// The tag of the start, which no move led to. Tag 0 is not used, so that no word is 0.
    const NO_MOVE: u64 = (1 << P::TAG_BITS) - 1;

    /// A search that has not begun.
    ///
    /// # Panics
    /// If the problem's heuristic is not claimed to be consistent.
    #[must_use]
    pub fn new(problem: &'p P) -> Self {
        assert!(
            problem.claim().is_consistent(),
            "this A* drops duplicates only when they are taken, which is right only for a \
             consistent heuristic; use BestFirst"
        );
        let mut open = Buckets::new(Ties::HighG);
        let mut stats = Stats::default();
        let start = problem.start();
        let h = problem.h(&start);
        if h == DEAD_END {
            stats.pruned += 1;
        } else {
            open.push(u64::from(h), 0, problem.pack(&start) | Self::NO_MOVE << Self::TAG_SHIFT);
        }
        Self {
            problem,
            closed: OpenTable::new(),
            open,
            batch: [0; BATCH],
            at: 0,
            taken: 0,
            f: 0,
            g: 0,
            tight: false,
            stats,
        }
    }

    /// What has been counted so far.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// How many words are stored: closed states and entries of the frontier.
    #[must_use]
    pub fn stored(&self) -> u64 {
        (self.closed.len() + self.open.len()) as u64
    }

    /// Searches until a goal is taken, nothing is left or a limit is reached; after a stop, another
    /// call goes on where this one ended.
    pub fn run<O: Observer<P>>(
        &mut self,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Outcome<P::Action> {
        let begun = Instant::now();
        let end = self.search(limits, observer);
        self.stats.elapsed += begun.elapsed();
        self.stats.peak_bytes = self.gauge().bytes;
        match end {
            End::Goal(word, cost) => Outcome::Solved(self.plan(word, cost), Optimality::Proved),
            End::Exhausted => Outcome::Unsolvable,
            End::Stopped(why) => Outcome::Stopped(why),
        }
    }

    fn search<O: Observer<P>>(&mut self, limits: &mut Limits<'_>, observer: &mut O) -> End {
        loop {
            if self.at == self.taken && !self.take_batch(observer) {
                return End::Exhausted;
            }
            while self.at < self.taken {
                if let ControlFlow::Break(why) = limits.poll(&self.stats, || self.gauge()) {
                    if why == Stop::Memory && !std::mem::replace(&mut self.tight, true) {
                        self.closed.tighten();
                        continue;
                    }
                    return End::Stopped(why);
                }
                let word = self.batch[self.at];
                self.at += 1;
                let key = word & Self::KEY;
                match self.closed.probe(hash(&key), |entry| entry & Self::KEY == key) {
                    Probe::Found(_) => self.stats.duplicates += 1,
                    Probe::Vacant(place) => {
                        self.closed.put(place, word, |entry| hash(&(entry & Self::KEY)));
                        let state = self.problem.unpack_with_h(key, self.f - self.g);
                        if self.problem.is_goal(&state) {
                            observer.solved(&state, self.g);
                            return End::Goal(word, self.g);
                        }
                        self.stats.expanded += 1;
                        observer.expanded(&state, self.g);
                        self.expand(word >> Self::TAG_SHIFT, &state, observer);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn take_batch<O: Observer<P>>(&mut self, observer: &mut O) -> bool {
        let Some((f, g, taken)) = self.open.pop_batch(&mut self.batch) else { return false };
        let f = f as Cost;
        if f > self.f || self.stats.iterations == 0 {
            self.stats.enter_bound(f);
            observer.bound(f);
        }
        (self.f, self.g, self.at, self.taken) = (f, g, 0, taken);
        let mut seen = 0;
        for word in &self.batch[..taken] {
            seen ^= self.closed.touch(hash(&(word & Self::KEY)));
        }
        std::hint::black_box(seen);
        true
    }

    #[inline(always)]
    fn expand<O: Observer<P>>(&mut self, tag: u64, state: &P::State, observer: &mut O) {
        let Self { problem, open, stats, g, .. } = self;
        let previous = (tag != Self::NO_MOVE).then(|| problem.action(tag - 1));
        let mut generated = 0;
        problem.successors(state, &mut |action, cost, next| {
            generated += 1;
            let edge = Edge { from: state, action, to: &next, g: *g + cost };
            if previous.is_some_and(|previous| problem.undoes(previous, action)) {
                stats.duplicates += 1;
                observer.duplicate(&edge);
                return;
            }
            let h = problem.h(&next);
            if h == DEAD_END {
                stats.pruned += 1;
                observer.pruned(&edge, Pruned::DeadEnd);
                return;
            }
            observer.generated(&edge);
            let word = problem.pack(&next) | (problem.tag(action) + 1) << Self::TAG_SHIFT;
            open.push(u64::from(edge.g) + u64::from(h), edge.g, word);
        });
        stats.generated += generated;
        stats.max_frontier = stats.max_frontier.max(open.len() as u64);
        stats.max_frontier_with_stale = stats.max_frontier;
    }

    /// Walks back from the goal by the moves in the closed words.
    fn plan(&self, goal: u64, cost: Cost) -> Plan<P::Action> {
        let mut actions = Vec::new();
        let mut word = goal;
        let mut state = self.problem.unpack(&(goal & Self::KEY));
        while word >> Self::TAG_SHIFT != Self::NO_MOVE {
            let action = self.problem.action((word >> Self::TAG_SHIFT) - 1);
            actions.push(action);
            state = self.problem.retract(&state, action);
            let key = self.problem.pack(&state);
            let Probe::Found(place) = self.closed.probe(hash(&key), |e| e & Self::KEY == key)
            else {
                panic!("retract() must lead back to the state that the move was played in");
            };
            word = self.closed.at(place);
        }
        actions.reverse();
        Plan { actions, cost }
    }

    fn gauge(&self) -> Gauge {
        let ((now, soon), (queue, queue_soon)) = (self.closed.held(), self.open.held());
        let frontier = (self.open.len() + self.taken - self.at) as u64;
        Gauge { frontier, bytes: now + queue, bytes_after_growth: soon + queue_soon }
    }
}
