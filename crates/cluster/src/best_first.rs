//! Best-first search: A\*, uniform cost and breadth-first, over all workers.
//!
//! The workers go from level to level together, where a level is an f, or a depth for breadth-first. A
//! level takes as many rounds as it needs until nothing of it is left anywhere. So every goal that is
//! popped is an optimal one: some state of a cheapest path is always open, and none has a lower f
//! (Kishimoto, Fukunaga and Botea 2009 distribute by hash; Burns et al. 2010 by an abstraction).

use crate::error::ClusterError;
use crate::key::{Key, mix, owner};
use crate::member::{Member, OVER};
use crate::process::{code_of, stop_of};
use crate::resume::{Resume, save};
use crate::wire::{self, Reader};
use heureka_core::limits::Gauge;
use heureka_core::search::{Frontier, Priority, Push};
use heureka_core::store::{NO_PARENT, NodeId, NodeStore, Nodes, held, push, sum};
use heureka_core::strategy::Ties;
use heureka_core::{Cost, DEAD_END, Stats, Stop};
use heureka_kit::encoded::{EncodedSpace, Successors};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// The number of states that are expanded before parcels are exchanged.
const CHUNK: usize = 64;
/// The number of successors whose places are fetched together.
const TOGETHER: usize = 16;

/// What the first worker decides after a round.
const CONTINUE: u64 = 0;
const END: u64 = 1;
const SAVE: u64 = 2;
const TRACE: u64 = 3;

/// How states are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// By the cost of the path to a state: uniform cost.
    Cost,
    /// By that cost plus the heuristic value: A\*.
    CostPlusH,
    /// By the number of moves: breadth-first.
    Depth,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The states on the path to a goal, as words of keys; whether all moves have the same cost.
    Solved(Vec<u64>, bool),
    /// All reachable states were searched, except for those that were pruned as dead ends.
    Exhausted,
    /// Likewise, and except for states whose costs are too large to add up.
    TooExpensive,
    Stopped(Stop),
}

/// A state on its way to its owner.
#[derive(Clone, Copy)]
struct Item<K> {
    key: K,
    parent: K,
    g: Cost,
    h: Cost,
}

impl<K: Key> Item<K> {
    const WORDS: usize = 2 * K::WORDS + 1;

    #[inline(always)]
    fn put(&self, out: &mut Vec<u64>) {
        self.key.put(out);
        self.parent.put(out);
        out.push(u64::from(self.g) << 32 | u64::from(self.h));
    }

    #[inline(always)]
    fn from_words(words: &[u64]) -> Self {
        let (g, h) = ((words[2 * K::WORDS] >> 32) as Cost, words[2 * K::WORDS] as Cost);
        Self { key: K::from_words(words), parent: K::from_words(&words[K::WORDS..]), g, h }
    }
}

/// The states that a worker owns.
pub(crate) struct Owned<'a, K> {
    space: &'a dyn EncodedSpace,
    size: usize,
    by: By,
    nodes: Nodes<K>,
    /// The state before each node, on the cheapest known path.
    parents: Vec<K>,
    frontier: Priority,
    /// The number of waiting nodes, without stale entries.
    open: u64,
    stats: Stats,
    /// The smallest and the largest cost of a move.
    costs: (Cost, Cost),
    /// Whether a state was pruned because its f is [`DEAD_END`] or more.
    is_too_expensive: bool,
    goal: Option<NodeId>,
    own: Vec<Item<K>>,
}

impl<'a, K: Key> Owned<'a, K> {
    pub fn new(space: &'a dyn EncodedSpace, by: By) -> Self {
        Self {
            space,
            size: space.key_size(),
            by,
            nodes: Nodes::new(),
            parents: vec![],
            frontier: Priority::new(Ties::HighG),
            open: 0,
            stats: Stats::default(),
            costs: (Cost::MAX, 0),
            is_too_expensive: false,
            goal: None,
            own: vec![],
        }
    }

    /// Searches with all other workers; returns the same on each.
    pub fn solve(
        mut self,
        member: &mut Member<'_>,
        resume: &Resume<'_>,
    ) -> Result<(Ending, Stats), ClusterError> {
        let begun = Instant::now();
        let mut totals = Totals::new(resume.totals());
        if let Some(manifest) = &resume.manifest {
            let mut load = |record: Option<(usize, &[u64])>, member: &mut Member<'_>| match record {
                Some((_, words)) => {
                    let to = self.owner_of(&K::from_words(words), member.peers);
                    member.filling(to).extend_from_slice(words);
                    member.send_if_full(to);
                }
                None => self.load_arrived(member),
            };
            if !resume.load(member, Item::<K>::WORDS, &mut load)? {
                // A part of the frontier would give a wrong bound.
                self = Self { stats: self.stats, ..Self::new(self.space, self.by) };
            }
            totals.level = manifest.round;
        } else {
            let start = K::read(&self.space.start());
            totals.level = u64::from(self.h(&start));
            totals.stats.enter_bound(totals.level as u32);
            if self.owner_of(&start, member.peers) == member.index {
                let h = self.h(&start);
                self.relax(&Item { key: start, parent: start, g: 0, h });
            }
        }
        let mut last_save = Instant::now();
        loop {
            member.process.bound.store(totals.level, Relaxed);
            self.work_on(totals.level, member);
            member.end_round();
            while !member.is_round_over() {
                self.take_in(member);
                // What arrives counts against the limits, too.
                self.goes_on(member);
            }
            let decision = member.gather(self.report()).map(|reports| {
                let is_new_level = totals.add(&reports);
                let stopped = member.halted().and_then(stop_of);
                if let Some(goal) = totals.goal {
                    vec![TRACE, goal as u64]
                } else if totals.lowest.is_none() || stopped.is_some() {
                    totals.end(begun, stopped, member.peers)
                } else if is_new_level && resume.is_due(last_save) {
                    vec![SAVE, totals.level]
                } else {
                    vec![CONTINUE, totals.level]
                }
            });
            let mut order = member.announce(decision);
            if order[0] == TRACE {
                let path = self.trace(order[1] as usize, member);
                let decision = member.is_first().then(|| {
                    let mut words = totals.end(begun, None, member.peers);
                    words.push(u64::from(totals.costs.0 >= totals.costs.1));
                    wire::put_list(&path, &mut words);
                    words
                });
                order = member.announce(decision);
            }
            match order[0] {
                END => return Ok(Self::ending(&order[1..])),
                SAVE => {
                    let totals = totals.words(begun);
                    save(resume, member, order[1], totals, |part| {
                        let mut words = vec![];
                        for id in 0..self.nodes.len() as NodeId {
                            words.clear();
                            self.record(id).put(&mut words);
                            part.put(&words)?;
                        }
                        Ok(())
                    })?;
                    last_save = Instant::now();
                }
                _ => {}
            }
            totals.level = order[1];
        }
    }

    fn ending(words: &[u64]) -> (Ending, Stats) {
        let mut words = Reader(words);
        let (stopped, has_plan) = (stop_of(words.next()), words.next() == 1);
        let is_too_expensive = words.next() == 1;
        let stats = wire::stats(&mut words);
        let ending = match stopped {
            Some(stop) => Ending::Stopped(stop),
            None if has_plan => {
                let is_uniform = words.next() == 1;
                Ending::Solved(words.list().to_vec(), is_uniform)
            }
            None if is_too_expensive => Ending::TooExpensive,
            None => Ending::Exhausted,
        };
        (ending, stats)
    }

    fn bytes(&self, key: &K) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.size);
        key.write(self.size, &mut bytes);
        bytes
    }

    fn h(&self, key: &K) -> Cost {
        if self.by == By::CostPlusH { self.space.h(&self.bytes(key)) } else { 0 }
    }

    fn owner_of(&self, key: &K, peers: usize) -> usize {
        let abstraction = self.space.abstraction(&self.bytes(key));
        owner(abstraction.map_or_else(|| key.mixed(), |value| mix(0, value)), peers)
    }

    /// Expands states up to a level until nothing is left here, or all stop.
    fn work_on(&mut self, level: u64, member: &mut Member<'_>) {
        let mut ids = Vec::with_capacity(CHUNK);
        let mut bytes = Vec::with_capacity(CHUNK * self.size);
        let mut successors = Successors { with_abstractions: true, ..Successors::default() };
        loop {
            let may_send = member.exchange();
            self.take_in(member);
            if !self.goes_on(member) {
                return;
            }
            if !may_send {
                continue;
            }
            ids.clear();
            bytes.clear();
            if self.pop(level, &mut ids, &mut bytes) {
                member.halt(OVER);
                return;
            }
            if ids.is_empty() {
                return;
            }
            successors.clear();
            self.space.expand(&bytes, &mut successors);
            self.stats.expanded += ids.len() as u64;
            self.stats.generated += successors.costs.len() as u64;
            self.deliver(&ids, &successors, member);
        }
    }

    /// Takes states of a level from the frontier. Returns whether one is a goal.
    fn pop(&mut self, level: u64, ids: &mut Vec<NodeId>, bytes: &mut Vec<u8>) -> bool {
        while ids.len() < CHUNK && self.frontier.lowest().is_some_and(|f| f <= level) {
            let Some((_, id)) = self.frontier.pop() else { break };
            if self.nodes.is_closed(id) {
                continue;
            }
            let at = bytes.len();
            self.nodes.key(id).write(self.size, bytes);
            self.nodes.close(id);
            self.open -= 1;
            if self.space.is_goal(&bytes[at..]) {
                self.goal = Some(id);
                return true;
            }
            ids.push(id);
        }
        false
    }

    fn deliver(&mut self, ids: &[NodeId], successors: &Successors, member: &mut Member<'_>) {
        let mut keys = successors.keys.chunks_exact(self.size).enumerate();
        for (&id, &number) in ids.iter().zip(&successors.counts) {
            let (parent, g) = (self.nodes.key(id), self.nodes.g(id));
            for (at, bytes) in keys.by_ref().take(number as usize) {
                let cost = successors.costs[at];
                self.costs = (self.costs.0.min(cost), self.costs.1.max(cost));
                let (step, h) = match self.by {
                    By::Cost => (cost, 0),
                    By::CostPlusH => (cost, successors.h[at]),
                    By::Depth => (1, 0),
                };
                if h == DEAD_END {
                    self.stats.pruned += 1;
                    continue;
                }
                let next_g = g.saturating_add(step);
                if u64::from(next_g) + u64::from(h) >= u64::from(DEAD_END) {
                    self.stats.pruned += 1;
                    self.is_too_expensive = true;
                    continue;
                }
                let key = K::read(bytes);
                let abstraction = successors.abstractions.get(at);
                let hash = abstraction.map_or_else(|| key.mixed(), |&value| mix(0, value));
                let item = Item { key, parent, g: next_g, h };
                let to = owner(hash, member.peers);
                if to == member.index {
                    self.own.push(item);
                } else {
                    item.put(member.filling(to));
                    member.send_if_full(to);
                }
            }
        }
        self.take_in_own();
    }

    fn take_in_own(&mut self) {
        let own = std::mem::take(&mut self.own);
        for items in own.chunks(TOGETHER) {
            for item in items {
                self.nodes.touch(&item.key);
            }
            for item in items {
                self.relax(item);
            }
        }
        self.own = own;
        self.own.clear();
    }

    fn take_in(&mut self, member: &mut Member<'_>) {
        while let Some(words) = member.take_states() {
            self.own.extend(words.chunks_exact(Item::<K>::WORDS).map(Item::from_words));
            self.take_in_own();
            member.reuse(words);
        }
    }

    /// Takes in a path to a state.
    #[inline(always)]
    fn relax(&mut self, &Item { key, parent, g, h }: &Item<K>) {
        let (id, is_new) = self.nodes.find_or_add(key, g, NO_PARENT);
        if is_new {
            push(&mut self.parents, parent);
            self.open += 1;
        } else if g < self.nodes.g(id) {
            if self.nodes.is_closed(id) {
                self.stats.reopened += 1;
                self.open += 1;
            } else {
                // The longer path is not a node of its own.
                self.stats.duplicates += 1;
            }
            self.nodes.improve(id, g, NO_PARENT);
            self.parents[id as usize] = parent;
        } else {
            self.stats.duplicates += 1;
            return;
        }
        self.frontier.push(u64::from(g) + u64::from(h), g, id, &());
    }

    fn goes_on(&mut self, member: &mut Member<'_>) -> bool {
        let parts = [self.nodes.held(), held(&self.parents), self.frontier.held(), held(&self.own)];
        let gauge = Gauge::new(self.open, sum(parts));
        if gauge.bytes_after_growth > member.process.most_bytes && !self.nodes.tighten() {
            member.process.stop_for_memory();
        }
        self.stats.peak_bytes = self.stats.peak_bytes.max(gauge.bytes);
        self.stats.max_frontier_with_stale =
            self.stats.max_frontier_with_stale.max(self.frontier.len() as u64);
        member.goes_on(&self.stats, gauge)
    }

    fn report(&mut self) -> Vec<u64> {
        let mut words = vec![
            self.frontier.lowest().map_or(0, |f| f + 1),
            u64::from(self.goal.is_some()),
            self.open,
            u64::from(self.costs.0),
            u64::from(self.costs.1),
            u64::from(self.is_too_expensive),
        ];
        wire::put_stats(&self.stats, &mut words);
        words
    }

    /// Returns the path to the goal of a worker; empty except on the first one. In turns, the worker that
    /// knows the last state of the path adds those before it that it knows, too.
    fn trace(&self, finder: usize, member: &mut Member<'_>) -> Vec<u64> {
        let mut path: Vec<u64> = vec![];
        let goal = self.goal.filter(|_| member.index == finder).map(|id| self.nodes.key(id));
        let mut last = goal;
        let start = K::read(&self.space.start());
        loop {
            // The goal itself is the first state that is added.
            let mut known = vec![];
            if let Some(key) = goal.filter(|_| last == goal) {
                key.put(&mut known);
            }
            let mut key = last;
            while let Some(id) =
                key.filter(|&key| key != start).and_then(|key| self.nodes.find(&key))
            {
                let parent = self.parents[id as usize];
                parent.put(&mut known);
                key = Some(parent);
            }
            let decision = member.gather(pad(known)).map(|reports| {
                for words in &reports {
                    path.extend_from_slice(&words[1..]);
                }
                let last = &path[path.len() - K::WORDS..];
                [&[u64::from(K::from_words(last) == start)], last].concat()
            });
            let order = member.announce(decision);
            if order[0] == 1 {
                break;
            }
            last = Some(K::from_words(&order[1..]));
        }
        let mut states: Vec<&[u64]> = path.chunks_exact(K::WORDS).collect();
        states.reverse();
        states.concat()
    }

    /// Returns a node as it is saved: the last word says whether it is closed.
    fn record(&self, id: NodeId) -> Item<K> {
        let (key, parent) = (self.nodes.key(id), self.parents[id as usize]);
        Item { key, parent, g: self.nodes.g(id), h: Cost::from(self.nodes.is_closed(id)) }
    }

    fn load_arrived(&mut self, member: &mut Member<'_>) {
        while let Some(words) = member.take_states() {
            // After a stop, what arrives is dropped.
            if self.goes_on(member) {
                for words in words.chunks_exact(Item::<K>::WORDS) {
                    self.load(&Item::from_words(words));
                }
            }
            member.reuse(words);
        }
        self.goes_on(member);
    }

    /// Takes in a saved node. A closed one has no entry in the frontier.
    fn load(&mut self, &Item { key, parent, g, h: is_closed }: &Item<K>) {
        if is_closed == 0 {
            self.relax(&Item { key, parent, g, h: self.h(&key) });
        } else {
            let (id, _) = self.nodes.find_or_add(key, g, NO_PARENT);
            push(&mut self.parents, parent);
            self.nodes.close(id);
        }
    }
}

/// Puts a word before others, as no parcel is empty.
fn pad(mut words: Vec<u64>) -> Vec<u64> {
    words.insert(0, 0);
    words
}

/// The counts of all workers, which the first one keeps.
struct Totals {
    /// The counts of runs before the checkpoint.
    before: Stats,
    stats: Stats,
    level: u64,
    /// The lowest f that is left.
    lowest: Option<u64>,
    /// The worker that has found a goal.
    goal: Option<usize>,
    costs: (u64, u64),
    /// Whether a worker has pruned a state because its f is [`DEAD_END`] or more.
    is_too_expensive: bool,
}

impl Totals {
    fn new(saved: &[u64]) -> Self {
        let mut words = Reader(saved);
        let before = if saved.is_empty() { Stats::default() } else { wire::stats(&mut words) };
        let costs = if saved.is_empty() { (u64::MAX, 0) } else { (words.next(), words.next()) };
        let is_too_expensive = words.next() == 1;
        Self { before, stats: before, level: 0, lowest: None, goal: None, costs, is_too_expensive }
    }

    /// Returns what a checkpoint needs of them.
    fn words(&self, begun: Instant) -> Vec<u64> {
        let mut words = vec![];
        let elapsed = self.before.elapsed + begun.elapsed();
        wire::put_stats(&Stats { elapsed, ..self.stats }, &mut words);
        words.extend([self.costs.0, self.costs.1, u64::from(self.is_too_expensive)]);
        words
    }

    /// Adds the reports of a round. Returns whether a new level begins.
    fn add(&mut self, reports: &[Vec<u64>]) -> bool {
        let all = reports.iter().map(|words| wire::stats(&mut Reader(&words[6..])));
        let mut sum = Stats { peak_bytes: 0, max_frontier_with_stale: 0, ..self.before };
        for stats in all {
            sum.expanded += stats.expanded;
            sum.generated += stats.generated;
            sum.duplicates += stats.duplicates;
            sum.reopened += stats.reopened;
            sum.pruned += stats.pruned;
            sum.peak_bytes += stats.peak_bytes;
            sum.max_frontier_with_stale += stats.max_frontier_with_stale;
        }
        sum.peak_bytes = sum.peak_bytes.max(self.before.peak_bytes);
        sum.max_frontier_with_stale =
            sum.max_frontier_with_stale.max(self.before.max_frontier_with_stale);
        let Stats { iterations, bound, expanded_below_bound, max_frontier, .. } = self.stats;
        let open = reports.iter().map(|words| words[2]).sum::<u64>();
        let max_frontier = max_frontier.max(open);
        self.stats = Stats { iterations, bound, expanded_below_bound, max_frontier, ..sum };
        self.lowest = reports.iter().filter_map(|words| words[0].checked_sub(1)).min();
        self.goal = reports.iter().position(|words| words[1] == 1);
        for words in reports {
            self.costs = (self.costs.0.min(words[3]), self.costs.1.max(words[4]));
            self.is_too_expensive |= words[5] == 1;
        }
        // After a goal, a higher f that is left does not matter.
        let lowest = self.lowest.filter(|_| self.goal.is_none());
        let level = lowest.unwrap_or(self.level).max(self.level);
        let is_new = level > self.level;
        if is_new {
            self.stats.enter_bound(level as u32);
        }
        self.level = level;
        is_new
    }

    fn end(&mut self, begun: Instant, stopped: Option<Stop>, peers: usize) -> Vec<u64> {
        self.stats.elapsed = self.before.elapsed + begun.elapsed();
        self.stats.threads = peers as u64;
        self.stats.lower_bound = stopped.map(|_| self.level as Cost);
        let flags = [self.goal.is_some(), self.is_too_expensive].map(u64::from);
        let mut words = vec![END, stopped.map_or(0, code_of), flags[0], flags[1]];
        wire::put_stats(&self.stats, &mut words);
        words
    }
}

#[cfg(test)]
mod tests;
