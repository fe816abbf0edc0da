//! A\* with a consistent heuristic on several threads.
//!
//! Each thread has its own frontier. The closed list is shared ([`Sharded`]); a thread closes the nodes of a
//! batch shard by shard, and postpones those whose shard is in use. All threads expand the nodes of one f
//! before any expands those of the next. So a goal that is popped is as cheap as the first one of a single
//! thread, and each state is expanded once, at its cheapest cost. A thread without nodes of this f takes
//! some from the others.

use super::{ConsistentAStar, Expander, Word};
use crate::frontier::Buckets;
use crate::limits::Gauge;
use crate::outcome::Gap;
use crate::parallel::sharded::Sharded;
use crate::parallel::{in_parallel, memory_for};
use crate::search::Report;
use crate::store::{Entry, OpenTable, shard_of, sum};
use crate::strategy::Ties;
use crate::{Cost, Limits, Optimality, Outcome, Problem, Stats, Stop};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The number of nodes that a thread pops at a time.
const BATCH: usize = 1024;
/// The most nodes that a thread gives to others at a time.
const MOST_GIVEN: usize = 1 << 12;
/// The number of nodes that a thread postpones while others use their shards, before it waits.
const MOST_POSTPONED: usize = 1 << 14;
/// How long a waiting thread sleeps before it looks whether the search was stopped.
const NAP: Duration = Duration::from_millis(2);
/// The f of a thread with an empty frontier.
const NONE: u64 = u64::MAX;

/// Continues a search on as many threads as the limits allow.
pub(super) fn run<P: Problem, W: Word<P>>(
    mut search: ConsistentAStar<'_, P, W>,
    limits: &mut Limits<'_>,
) -> Report<P::Action> {
    let (stopwatch, threads, before) = (limits.stopwatch(), limits.threads(), search.stats);
    let shared = Shared::new(&mut search, threads, memory_for(threads, limits));
    let frontiers = split(search, threads);
    let progress = || {
        // The workers look at the memory limit.
        let Gauge { frontier, bytes, .. } = shared.gauge();
        (shared.counted(), Gauge::new(frontier, (bytes, bytes)))
    };
    let stopped = in_parallel(threads, limits, &progress, &|me, stop| {
        let open = std::mem::replace(&mut *lock(&frontiers[me]), Buckets::new(Ties::HighG));
        Worker::new(&shared, me, open).run(stop);
    });
    let stopped = stopped.or(shared.closed.is_full().then_some(Stop::Memory));
    shared.measure();
    let mut stats = shared.counted();
    for slot in &shared.slots {
        stats.duplicates += slot.duplicates.load(Relaxed);
        stats.pruned += slot.pruned.load(Relaxed);
    }
    stats.elapsed = before.elapsed + stopwatch.elapsed(limits);
    let goal = lock(&shared.level).goal;
    let (problem, has_gap) = (shared.expander.problem, shared.has_gap.into_inner());
    let outcome = match (goal, stopped) {
        (Some((word, cost)), _) => {
            let plan = word.plan(cost, problem, &shared.closed.into_tables());
            Outcome::Solved(plan, Optimality::Proved)
        }
        (None, Some(stop)) => Outcome::Stopped(stop),
        (None, None) if has_gap => Outcome::NotFound(Gap::Cost),
        (None, None) => Outcome::Unsolvable,
    };
    Report { outcome, stats }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Distributes the open nodes of a search, some of each f to every thread.
fn split<P: Problem, W: Word<P>>(
    mut search: ConsistentAStar<'_, P, W>,
    threads: usize,
) -> Vec<Mutex<Buckets<W>>> {
    let mut frontiers: Vec<_> = (0..threads).map(|_| Buckets::new(Ties::HighG)).collect();
    let mut turns = (0..threads).cycle();
    let mut give = |f, g, word| {
        frontiers[turns.next().unwrap_or(0)].push(f, g, word);
    };
    for &word in &search.batch[search.next..search.batch_len] {
        give(u64::from(search.f), search.g, word);
    }
    while let Some((f, g, len)) = search.open.pop_batch(&mut search.batch) {
        search.batch[..len].iter().for_each(|&word| give(f, g, word));
    }
    frontiers.into_iter().map(Mutex::new).collect()
}

/// What one thread tells the others; alone in its cache lines.
#[derive(Default)]
#[repr(align(128))]
struct Slot {
    expanded: AtomicU64,
    generated: AtomicU64,
    duplicates: AtomicU64,
    pruned: AtomicU64,
    frontier: AtomicU64,
    bytes: AtomicU64,
    bytes_after_growth: AtomicU64,
    lowest: AtomicU64,
}

/// What all threads share.
struct Shared<'p, P, W> {
    expander: Expander<'p, P>,
    vacant: W,
    closed: Sharded<OpenTable<W>>,
    slots: Vec<Slot>,
    level: Mutex<Level<W>>,
    /// Wakes the threads that wait for nodes or for the next level.
    news: Condvar,
    /// The number of threads that wait for nodes.
    hungry: AtomicUsize,
    is_finished: AtomicBool,
    most_bytes: u64,
    /// Whether nodes were pruned because their costs are too large.
    has_gap: AtomicBool,
    before: Stats,
    /// The counts at the beginning of the level.
    stats: Mutex<Stats>,
}

/// The f whose nodes are expanded.
struct Level<W> {
    f: u64,
    /// The number of levels before this one.
    number: u64,
    /// The counts before this level was entered.
    before: Option<Stats>,
    /// Nodes of this f with their g, which some threads leave to the others.
    spare: Vec<(Cost, Vec<W>)>,
    /// A goal and its cost.
    goal: Option<(W, Cost)>,
}

/// What a thread that has no node of the level does next.
enum Next<W> {
    Take(Cost, Vec<W>),
    Level(u64),
    End,
}

impl<'p, P: Problem, W: Word<P>> Shared<'p, P, W> {
    /// Takes the closed nodes of a search.
    fn new(search: &mut ConsistentAStar<'p, P, W>, threads: usize, most_bytes: u64) -> Self {
        let problem = search.expander.problem;
        let vacant = W::vacant(problem.pack(&problem.start()));
        let shards = Sharded::new(threads, || OpenTable::new(vacant));
        let closed = std::mem::replace(&mut search.closed, OpenTable::new(vacant));
        for word in closed.entries() {
            shards.with(shards.of(word.hash()), |table| word.close(table));
        }
        let f = u64::from(search.stats.bound);
        Self {
            expander: search.expander,
            vacant,
            closed: shards,
            slots: (0..threads).map(|_| Slot::default()).collect(),
            level: Mutex::new(Level { f, number: 0, before: None, spare: vec![], goal: None }),
            news: Condvar::new(),
            hungry: AtomicUsize::new(0),
            is_finished: AtomicBool::new(false),
            most_bytes,
            has_gap: AtomicBool::new(search.gap.is_some()),
            before: search.stats,
            stats: Mutex::new(Stats { threads: threads as u64, ..search.stats }),
        }
    }

    fn sum(&self, count: impl Fn(&Slot) -> &AtomicU64) -> u64 {
        self.slots.iter().map(|slot| count(slot).load(Relaxed)).sum()
    }

    /// Returns the counts so far, without duplicates and pruned nodes.
    fn counted(&self) -> Stats {
        let expanded = self.before.expanded + self.sum(|slot| &slot.expanded);
        let generated = self.before.generated + self.sum(|slot| &slot.generated);
        Stats { expanded, generated, ..*lock(&self.stats) }
    }

    fn gauge(&self) -> Gauge {
        let frontiers = (self.sum(|slot| &slot.bytes), self.sum(|slot| &slot.bytes_after_growth));
        let held = sum([self.closed.held(), frontiers]);
        Gauge::new(self.sum(|slot| &slot.frontier), held)
    }

    /// Looks at the memory limit. Near it, tables grow in smaller steps; at it, the search ends.
    fn look_at_memory(&self) {
        self.closed.look_at_memory(|| self.gauge().bytes_after_growth > self.most_bytes);
    }

    fn has_ended(&self, stop: &AtomicBool) -> bool {
        stop.load(Relaxed) || self.is_finished.load(Relaxed) || self.closed.is_full()
    }

    /// Records the size of the search.
    fn measure(&self) {
        let (gauge, mut stats) = (self.gauge(), lock(&self.stats));
        stats.max_frontier = stats.max_frontier.max(gauge.frontier);
        stats.max_frontier_with_stale = stats.max_frontier_with_stale.max(gauge.frontier);
        stats.peak_bytes = stats.peak_bytes.max(gauge.bytes);
    }

    /// Waits for nodes of the level, or until all threads wait, which ends the level.
    fn next(&self, stop: &AtomicBool) -> Next<W> {
        let mut level = lock(&self.level);
        let number = level.number;
        let mut hungry = self.hungry.fetch_add(1, Relaxed) + 1;
        loop {
            if self.has_ended(stop) {
                return Next::End;
            }
            if level.number != number {
                return Next::Level(level.f);
            }
            if let Some((g, words)) = level.spare.pop() {
                self.hungry.fetch_sub(1, Relaxed);
                return Next::Take(g, words);
            }
            if hungry == self.slots.len() {
                self.news.notify_all();
                self.measure();
                // A level whose nodes are all duplicates does not count.
                let mut counted = self.counted();
                if let Some(before) = level.before.filter(|old| old.expanded == counted.expanded) {
                    let Stats { iterations, bound, expanded_below_bound, .. } = before;
                    counted = Stats { iterations, bound, expanded_below_bound, ..counted };
                }
                *lock(&self.stats) = counted;
                let lowest = self.slots.iter().map(|slot| slot.lowest.load(Relaxed)).min();
                let Some(f) = lowest.filter(|&f| f != NONE) else {
                    self.is_finished.store(true, Relaxed);
                    return Next::End;
                };
                level.before = Some(counted);
                counted.enter_bound(Cost::try_from(f).unwrap_or(Cost::MAX));
                *lock(&self.stats) = counted;
                self.hungry.store(0, Relaxed);
                (level.f, level.number) = (f, number + 1);
                return Next::Level(f);
            }
            let woken = self.news.wait_timeout(level, NAP);
            level = woken.unwrap_or_else(PoisonError::into_inner).0;
            hungry = self.hungry.load(Relaxed);
        }
    }
}

/// A thread and its frontier.
struct Worker<'a, 'p, P: Problem, W: Word<P>> {
    shared: &'a Shared<'p, P, W>,
    me: usize,
    open: Buckets<W>,
    /// Nodes of the level whose shards were in use.
    postponed: Buckets<W>,
    stats: Stats,
    batch: Vec<W>,
    /// What tells moves back from the nodes of the batch.
    previous: Vec<W::Previous>,
    by_shard: ByShard,
}

impl<'a, 'p, P: Problem, W: Word<P>> Worker<'a, 'p, P, W> {
    fn new(shared: &'a Shared<'p, P, W>, me: usize, open: Buckets<W>) -> Self {
        let by_shard = ByShard::new(shared.closed.count());
        let (batch, previous) = (Vec::with_capacity(BATCH), Vec::with_capacity(BATCH));
        let (postponed, stats) = (Buckets::new(Ties::HighG), Stats::default());
        Self { shared, me, open, postponed, stats, batch, previous, by_shard }
    }

    fn run(mut self, stop: &AtomicBool) {
        let mut level = lock(&self.shared.level).f;
        loop {
            while self.has_open(level) || self.postponed.len() > 0 {
                let goes_on = self.expand_batch(level);
                self.tell();
                self.shared.look_at_memory();
                if !goes_on || self.shared.has_ended(stop) {
                    return;
                }
                let others_wait = self.shared.hungry.load(Relaxed) > 0;
                if others_wait && self.open.lowest() == Some(level) {
                    self.give();
                }
            }
            self.tell();
            match self.shared.next(stop) {
                Next::Take(g, words) => {
                    for word in words {
                        self.open.push(level, g, word);
                    }
                }
                Next::Level(f) => level = f,
                Next::End => return,
            }
        }
    }

    /// Tells the others what this thread has done.
    fn tell(&mut self) {
        let slot = &self.shared.slots[self.me];
        slot.expanded.store(self.stats.expanded, Relaxed);
        slot.generated.store(self.stats.generated, Relaxed);
        slot.duplicates.store(self.stats.duplicates, Relaxed);
        slot.pruned.store(self.stats.pruned, Relaxed);
        slot.frontier.store((self.open.len() + self.postponed.len()) as u64, Relaxed);
        let (bytes, after) = sum([self.open.held(), self.postponed.held()]);
        slot.bytes.store(bytes, Relaxed);
        slot.bytes_after_growth.store(after, Relaxed);
        slot.lowest.store(self.open.lowest().unwrap_or(NONE), Relaxed);
    }

    /// Leaves half of the nodes of the lowest f to threads that wait.
    fn give(&mut self) {
        let mut left = (self.open.len_of_lowest() / 2).min(MOST_GIVEN);
        if left < BATCH {
            return;
        }
        let mut level = lock(&self.shared.level);
        while left >= BATCH {
            let mut words = vec![self.shared.vacant; BATCH];
            let Some((_, g, len)) = self.open.pop_batch(&mut words) else { break };
            words.truncate(len);
            level.spare.push((g, words));
            left -= len;
        }
        self.shared.news.notify_all();
    }

    /// Returns whether the frontier has nodes of this level.
    fn has_open(&mut self, level: u64) -> bool {
        self.open.lowest().is_some_and(|f| f <= level)
    }

    /// Expands the next nodes of a level. Returns false at a goal.
    fn expand_batch(&mut self, level: u64) -> bool {
        self.batch.resize(BATCH, self.shared.vacant);
        let is_patient = self.postponed.len() >= MOST_POSTPONED || !self.has_open(level);
        let source = if is_patient { &mut self.postponed } else { &mut self.open };
        let Some((f, g, len)) = source.pop_batch(&mut self.batch) else { return true };
        self.batch.truncate(len);
        self.close_batch(f, g, is_patient);
        self.find_previous();
        let expander = self.shared.expander;
        let Self { open, stats, batch, previous, .. } = self;
        for (&word, &previous) in batch.iter().zip(&*previous) {
            let state = expander.state(word, f as Cost - g);
            if expander.problem.is_goal(&state) {
                lock(&self.shared.level).goal = Some((word, g));
                self.shared.is_finished.store(true, Relaxed);
                self.shared.news.notify_all();
                return false;
            }
            let push = &mut |f, g, word| open.push(f, g, word);
            if expander.expand(stats, (word, previous, g), &state, push).is_some() {
                self.shared.has_gap.store(true, Relaxed);
            }
        }
        true
    }

    /// Closes the nodes of the batch, and drops those that were closed before. Where another thread uses the
    /// shard of a node, waits if patient, else postpones the node.
    fn close_batch(&mut self, f: u64, g: Cost, is_patient: bool) {
        let Self { shared, batch, by_shard, .. } = self;
        by_shard.sort(batch.iter().map(|word| word.hash()));
        let mut duplicates = 0;
        let mut close = |table: &mut OpenTable<W>, group: &[u16]| {
            table.touch(group.iter().map(|&at| batch[at as usize].hash()));
            for &at in group {
                let word = &mut batch[at as usize];
                if !word.close(table) {
                    *word = shared.vacant;
                    duplicates += 1;
                }
            }
        };
        by_shard.visit(&shared.closed, &mut close);
        if is_patient {
            by_shard.visit_busy(&shared.closed, &mut close);
        } else {
            for &at in by_shard.busy.iter().flat_map(|&shard| by_shard.group(shard)) {
                let word = std::mem::replace(&mut batch[at as usize], shared.vacant);
                self.postponed.push(f, g, word);
            }
        }
        batch.retain(|word| !word.is_vacant());
        self.stats.duplicates += duplicates;
    }

    /// Finds what tells moves back from the nodes of the batch.
    fn find_previous(&mut self) {
        let Self { shared, batch, previous, by_shard, .. } = self;
        let expander = &shared.expander;
        previous.clear();
        previous.extend(batch.iter().map(|word| word.previous(expander.problem, None)));
        let is_needed = batch.first().is_some_and(|&word| expander.parent_of(word).is_some());
        if !is_needed {
            return;
        }
        let parent = |word: W| word.parent().unwrap_or(0);
        by_shard.sort(batch.iter().map(|&word| parent(word)));
        let mut find = |table: &mut OpenTable<W>, group: &[u16]| {
            table.touch(group.iter().map(|&at| parent(batch[at as usize])));
            for &at in group {
                let word = batch[at as usize];
                previous[at as usize] = word.previous(expander.problem, Some(table));
            }
        };
        by_shard.visit(&shared.closed, &mut find);
        by_shard.visit_busy(&shared.closed, &mut find);
    }
}

/// The numbers of the nodes of a batch, sorted by shard.
struct ByShard {
    /// The end of each shard's group.
    ends: Vec<u16>,
    order: Vec<u16>,
    /// The shards that other threads used at the last visit.
    busy: Vec<usize>,
}

impl ByShard {
    fn new(shards: usize) -> Self {
        Self { ends: vec![0; shards], order: vec![0; BATCH], busy: Vec::with_capacity(shards) }
    }

    /// Sorts at most [`BATCH`] hashes.
    fn sort(&mut self, hashes: impl Iterator<Item = u32> + Clone) {
        let shards = self.ends.len();
        self.ends.fill(0);
        hashes.clone().for_each(|hash| self.ends[shard_of(hash, shards)] += 1);
        let mut sum = 0;
        for end in &mut self.ends {
            (*end, sum) = (sum, sum + *end);
        }
        // Each end is the start of its group until the group is filled.
        for (at, hash) in (0..).zip(hashes) {
            let end = &mut self.ends[shard_of(hash, shards)];
            self.order[usize::from(*end)] = at;
            *end += 1;
        }
    }

    /// Returns the numbers of the nodes of a shard.
    fn group(&self, shard: usize) -> &[u16] {
        let start = if shard == 0 { 0 } else { self.ends[shard - 1] };
        &self.order[start.into()..self.ends[shard].into()]
    }

    /// Works on the table of each shard with its group. Notes those that other threads use now.
    fn visit<W: Entry>(
        &mut self,
        shards: &Sharded<OpenTable<W>>,
        mut work: impl FnMut(&mut OpenTable<W>, &[u16]),
    ) {
        self.busy.clear();
        for shard in 0..self.ends.len() {
            let group = self.group(shard);
            if !group.is_empty() && !shards.try_with(shard, |table| work(table, group)) {
                self.busy.push(shard);
            }
        }
    }

    /// Works on the tables that were in use.
    fn visit_busy<W: Entry>(
        &self,
        shards: &Sharded<OpenTable<W>>,
        mut work: impl FnMut(&mut OpenTable<W>, &[u16]),
    ) {
        for &shard in &self.busy {
            shards.with(shard, |table| work(table, self.group(shard)));
        }
    }
}
