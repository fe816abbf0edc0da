//! Work on several threads, each of which owns the states with certain hashes: it alone expands them and
//! knows which are new. Successors travel to their owners in batches (Kishimoto, Fukunaga and Botea 2009).
//!
//! The threads go from level to level together, where a level is a depth or an f. A level ends when all
//! threads wait and no batch is under way.

use super::in_parallel;
use super::mail::Mail;
use crate::limits::Gauge;
use crate::{Cost, Limits, Stats, Stop};
use std::sync::atomic::Ordering::{AcqRel, Relaxed};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The least memory of a thread, which leaves room for batches on their way.
const LEAST_MEMORY: u64 = 16 << 20;
/// The number of expansions between two looks at the limits and at arrived batches.
const BLOCK: usize = 64;
/// The level of a thread that has nothing left.
const NONE: u64 = u64::MAX;

/// What an attempt to expand a node has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Nothing is left of the level.
    Nothing,
    /// A node was expanded or dropped.
    Expanded,
    /// A goal was found, which ends the work of all threads.
    Goal,
}

/// The states that a thread owns.
pub(crate) trait Part: Send {
    /// What travels to the owner of a successor.
    type Item: Send;

    /// How many of its own successors a thread collects before it takes them in.
    const OWN: usize;

    /// Goes on to the next level.
    fn begin(&mut self, _level: u64) {}

    /// Takes in successors, and empties the batch.
    fn take_in(&mut self, batch: &mut Vec<Self::Item>);

    /// Expands a node of this level or below. Calls `send` with each successor and the hash of its key.
    fn expand(&mut self, level: u64, send: &mut impl FnMut(u32, Self::Item)) -> Step;

    /// Returns the lowest level of which something is left.
    fn lowest(&mut self) -> Option<u64>;

    /// Returns the counts so far.
    fn stats(&self) -> &Stats;

    /// Returns the size.
    fn gauge(&self) -> Gauge;

    /// Prepares for scarce memory by growing in smaller steps; returns false if that is done already.
    fn tighten(&mut self) -> bool;
}

/// Returns whether several threads may work, and have enough memory each.
pub(crate) fn have_room(limits: &Limits<'_>) -> bool {
    limits.threads() > 1 && memory_of_a_thread(limits, limits.threads()) >= LEAST_MEMORY
}

fn memory_of_a_thread(limits: &Limits<'_>, threads: usize) -> u64 {
    limits.memory_left(0).unwrap_or(0) / threads as u64
}

/// Works level by level until nothing is left, a goal is found or a limit is reached.
///
/// Each part has a thread. `before` are the counts of earlier work, to which those of the parts are added;
/// the largest frontier and memory are those at the ends of levels. Returns the limit that was reached.
pub(crate) fn run<S: Part>(
    parts: Vec<S>,
    level: u64,
    before: Stats,
    limits: &mut Limits<'_>,
) -> (Vec<S>, Stats, Option<Stop>) {
    let threads = parts.len();
    let shared = Shared {
        slots: (0..threads).map(|_| Slot::default()).collect(),
        level: AtomicU64::new(level),
        busy: AtomicUsize::new(threads),
        is_finished: AtomicBool::new(false),
        is_out_of_memory: AtomicBool::new(false),
        most_bytes: memory_of_a_thread(limits, threads),
        before,
        stats: Mutex::new(Stats { threads: threads as u64, ..before }),
    };
    let mail = Mail::connect(threads, S::OWN).map(Some);
    let parts: Vec<_> = parts.into_iter().zip(mail).map(Mutex::new).collect();
    let progress = || {
        let bytes = shared.sum(|slot| &slot.bytes);
        (shared.counted(), Gauge::new(shared.sum(|slot| &slot.frontier), (bytes, bytes)))
    };
    let stopped = in_parallel(threads, limits, &progress, &|index, stop| {
        let (part, mail) = &mut *parts[index].lock().unwrap_or_else(PoisonError::into_inner);
        // The inbox closes with the thread.
        if let Some(mail) = mail.take() {
            Worker { part, mail, level }.run(&shared, stop);
        }
        shared.look_at(index, part);
    });
    let is_out_of_memory = shared.is_out_of_memory.load(Relaxed);
    let stopped = stopped.or(is_out_of_memory.then_some(Stop::Memory));
    shared.measure();
    let mut stats = shared.counted();
    let parts =
        parts.into_iter().map(|part| part.into_inner().unwrap_or_else(PoisonError::into_inner));
    let parts: Vec<S> = parts.map(|(part, _)| part).collect();
    for part in &parts {
        stats.duplicates += part.stats().duplicates;
        stats.reopened += part.stats().reopened;
        stats.pruned += part.stats().pruned;
    }
    (parts, stats, stopped)
}

/// What one thread tells the others; alone in its cache lines.
#[derive(Default)]
#[repr(align(128))]
struct Slot {
    expanded: AtomicU64,
    generated: AtomicU64,
    frontier: AtomicU64,
    bytes: AtomicU64,
    lowest: AtomicU64,
}

/// What all threads share.
struct Shared {
    slots: Vec<Slot>,
    level: AtomicU64,
    /// The number of threads that work, plus the number of batches under way.
    busy: AtomicUsize,
    is_finished: AtomicBool,
    is_out_of_memory: AtomicBool,
    /// The most bytes of a thread.
    most_bytes: u64,
    before: Stats,
    /// The counts at the beginning of the level.
    stats: Mutex<Stats>,
}

impl Shared {
    fn sum(&self, count: impl Fn(&Slot) -> &AtomicU64) -> u64 {
        self.slots.iter().map(|slot| count(slot).load(Relaxed)).sum()
    }

    fn stats(&self) -> MutexGuard<'_, Stats> {
        self.stats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the counts so far.
    fn counted(&self) -> Stats {
        let expanded = self.before.expanded + self.sum(|slot| &slot.expanded);
        let generated = self.before.generated + self.sum(|slot| &slot.generated);
        Stats { expanded, generated, ..*self.stats() }
    }

    /// Tells the others about a part. Returns its bytes after the next growth.
    fn look_at<S: Part>(&self, me: usize, part: &mut S) -> u64 {
        let (slot, stats, gauge) = (&self.slots[me], *part.stats(), part.gauge());
        slot.expanded.store(stats.expanded, Relaxed);
        slot.generated.store(stats.generated, Relaxed);
        slot.frontier.store(gauge.frontier, Relaxed);
        slot.bytes.store(gauge.bytes, Relaxed);
        slot.lowest.store(part.lowest().unwrap_or(NONE), Relaxed);
        gauge.bytes_after_growth
    }

    /// Returns whether the work of a thread goes on.
    fn goes_on<S: Part>(&self, me: usize, part: &mut S, stop: &AtomicBool) -> bool {
        if self.look_at(me, part) > self.most_bytes && !part.tighten() {
            self.is_out_of_memory.store(true, Relaxed);
        }
        !self.has_ended(stop)
    }

    fn has_ended(&self, stop: &AtomicBool) -> bool {
        [stop, &self.is_finished, &self.is_out_of_memory].iter().any(|flag| flag.load(Relaxed))
    }

    /// Records the size of all parts.
    fn measure(&self) {
        let mut stats = self.stats();
        stats.max_frontier = stats.max_frontier.max(self.sum(|slot| &slot.frontier));
        stats.max_frontier_with_stale = stats.max_frontier_with_stale.max(stats.max_frontier);
        stats.peak_bytes = stats.peak_bytes.max(self.sum(|slot| &slot.bytes));
    }

    /// Goes on to the lowest level of which something is left. Called while all threads wait.
    fn next_level(&self) -> Option<u64> {
        let lowest = self.slots.iter().map(|slot| slot.lowest.load(Relaxed)).min();
        let level = lowest.filter(|&level| level != NONE)?;
        self.measure();
        let mut counted = self.counted();
        counted.enter_bound(Cost::try_from(level).unwrap_or(Cost::MAX));
        *self.stats() = counted;
        self.level.store(level, Relaxed);
        Some(level)
    }
}

/// A thread's part and its mail.
struct Worker<'a, S: Part> {
    part: &'a mut S,
    mail: Mail<S::Item>,
    level: u64,
}

impl<S: Part> Worker<'_, S> {
    fn run(&mut self, shared: &Shared, stop: &AtomicBool) {
        while self.finish_level(shared, stop) {
            shared.look_at(self.mail.me, self.part);
            // Ordered after everything that this thread has sent and told the others.
            let is_last = shared.busy.fetch_sub(1, AcqRel) == 1;
            if is_last {
                self.begin_level(shared);
            } else if !self.wait(shared, stop) {
                return;
            }
        }
    }

    /// Expands nodes and takes in batches until nothing is left to do. Returns whether the work goes on.
    fn finish_level(&mut self, shared: &Shared, stop: &AtomicBool) -> bool {
        loop {
            if !shared.goes_on(self.mail.me, self.part, stop) {
                return false;
            }
            let received = self.mail.receive(&mut |batch| {
                self.part.take_in(batch);
                shared.busy.fetch_sub(1, AcqRel);
            });
            if received {
                continue;
            }
            for _ in 0..BLOCK {
                let Self { part, mail, level } = self;
                match part.expand(*level, &mut |key_hash, item| mail.push(key_hash, item)) {
                    Step::Expanded if mail.has_full => _ = self.deliver(false, shared),
                    Step::Expanded => {}
                    // Batches that are not full leave only now.
                    Step::Nothing if self.deliver(true, shared) => break,
                    Step::Nothing => return true,
                    Step::Goal => {
                        shared.is_finished.store(true, Relaxed);
                        self.wake(shared);
                        return false;
                    }
                }
            }
        }
    }

    /// Begins the next level on all threads, or ends the work.
    fn begin_level(&mut self, shared: &Shared) {
        // This thread works again, so that no level ends before the others are told.
        shared.busy.store(1, Relaxed);
        match shared.next_level() {
            Some(next) => {
                self.level = next;
                self.part.begin(next);
            }
            None => shared.is_finished.store(true, Relaxed),
        }
        self.wake(shared);
    }

    /// Waits for a batch. Returns whether the work goes on.
    fn wait(&mut self, shared: &Shared, stop: &AtomicBool) -> bool {
        while !shared.has_ended(stop) {
            let arrived = self.mail.wait(&mut |batch| {
                let level = shared.level.load(Relaxed);
                if level != self.level {
                    self.level = level;
                    self.part.begin(level);
                }
                // From now on, this thread counts as busy instead of the batch.
                self.part.take_in(batch);
            });
            if arrived {
                return true;
            }
        }
        false
    }

    /// Delivers the batches that are full or, if `all`, not empty. Returns whether there was one.
    fn deliver(&mut self, all: bool, shared: &Shared) -> bool {
        let mut delivered = false;
        while let Some((to, batch)) = self.mail.take(all) {
            delivered = true;
            if to == self.mail.me {
                self.mail.open(batch, &mut |batch| self.part.take_in(batch));
            } else {
                self.send(to, batch, shared);
            }
        }
        delivered
    }

    /// Sends an empty batch to all other threads.
    fn wake(&mut self, shared: &Shared) {
        for to in 0..shared.slots.len() {
            if to != self.mail.me {
                self.send(to, vec![], shared);
            }
        }
    }

    fn send(&mut self, to: usize, batch: Vec<S::Item>, shared: &Shared) {
        shared.busy.fetch_add(1, AcqRel);
        self.mail.send(to, batch, &mut |batch| {
            self.part.take_in(batch);
            shared.busy.fetch_sub(1, AcqRel);
        });
    }
}
