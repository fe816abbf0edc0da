//! The workers of one process, and its limits.

use crate::connect::Connections;
use crate::error::ClusterError;
use crate::member::Member;
use heureka_core::limits::Gauge;
use heureka_core::{Limits, Stats, Stop};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};
use timely::WorkerConfig;
use timely::communication::Allocator;
use timely::worker::Worker;

/// How long whatever waits does so before it looks at other things.
pub(crate) const WAIT: Duration = Duration::from_millis(5);
/// How long other processes may go on after a stop.
const PATIENCE: Duration = Duration::from_secs(10);
/// The least memory of a worker, which leaves room for parcels on their way.
const LEAST_MEMORY: u64 = 16 << 20;
/// The limits by the numbers that travel, from 1 on.
const STOPS: [Stop; 3] = [Stop::Time, Stop::Memory, Stop::Interrupted];

/// Returns the number of a limit.
pub(crate) fn code_of(stop: Stop) -> u64 {
    STOPS.iter().position(|&other| other == stop).map_or(0, |at| at as u64 + 1)
}

/// Returns the limit of a number.
pub(crate) fn stop_of(code: u64) -> Option<Stop> {
    STOPS.get((code as usize).checked_sub(1)?).copied()
}

/// The counts and the size that a worker reports to its process; alone in its cache lines.
#[derive(Default)]
#[repr(align(128))]
struct Slot {
    counts: [AtomicU64; COUNTS],
    bytes_after_growth: AtomicU64,
}

/// The numbers of a status: expanded, generated, frontier and bytes.
pub(crate) const COUNTS: usize = 4;

/// What the workers of a process share.
pub(crate) struct Process {
    /// The number of workers of each process.
    pub workers: usize,
    slots: Vec<Slot>,
    /// The last status of each process, and when it arrived.
    statuses: Mutex<Vec<([u64; COUNTS], Instant)>>,
    /// The number of the limit that this process has reached; 0 if none.
    stop: AtomicU64,
    /// The bound that the search has reached, for the progress.
    pub bound: AtomicU64,
    /// The most bytes of a worker.
    pub most_bytes: u64,
    /// Whether a checkpoint is being written, which no limit stops.
    pub is_saving: AtomicBool,
}

impl Process {
    /// Stores the counts and the size of a worker.
    pub fn look_at(&self, worker: usize, stats: &Stats, gauge: Gauge) {
        let slot = &self.slots[worker % self.workers];
        let counts = [stats.expanded, stats.generated, gauge.frontier, gauge.bytes];
        slot.counts.iter().zip(counts).for_each(|(place, count)| place.store(count, Relaxed));
        slot.bytes_after_growth.store(gauge.bytes_after_growth, Relaxed);
    }

    /// Returns the counts of this process.
    pub fn counted(&self) -> [u64; COUNTS] {
        std::array::from_fn(|at| self.slots.iter().map(|slot| slot.counts[at].load(Relaxed)).sum())
    }

    /// Returns the number of the limit that this process has reached.
    pub fn stop(&self) -> Option<u64> {
        Some(self.stop.load(Relaxed)).filter(|&code| code > 0)
    }

    /// Stores that a worker has no memory left.
    pub fn stop_for_memory(&self) {
        self.stop.store(code_of(Stop::Memory), Relaxed);
    }

    /// Stores the counts of a process.
    pub fn note_status(&self, process: usize, words: &[u64]) {
        let mut statuses = self.statuses.lock().unwrap_or_else(PoisonError::into_inner);
        if let (Some(status), Ok(words)) = (statuses.get_mut(process), words.try_into()) {
            *status = (words, Instant::now());
        }
    }

    /// Returns the processes without a status for some time; they are known to process 0 only.
    fn silent(&self, time: Duration) -> Vec<usize> {
        let statuses = self.statuses.lock().unwrap_or_else(PoisonError::into_inner);
        let is_silent = |process: &usize| statuses[*process].1.elapsed() > time;
        (1..statuses.len()).filter(is_silent).collect()
    }

    /// Checks the limits with the counts of all processes, as far as they are known here.
    fn check(&self, limits: &mut Limits<'_>) -> ControlFlow<Stop> {
        let mut own = self.counted();
        let bytes = own[3];
        let statuses = self.statuses.lock().unwrap_or_else(PoisonError::into_inner);
        for (status, _) in statuses.iter().skip(1) {
            own.iter_mut().zip(status).for_each(|(sum, count)| *sum += count);
        }
        drop(statuses);
        let stats = Stats {
            expanded: own[0],
            generated: own[1],
            bound: self.bound.load(Relaxed) as u32,
            ..Stats::default()
        };
        limits.check(&stats, Gauge::new(own[2], (bytes, bytes)))
    }
}

/// Runs `work` on each worker of this process under limits; returns what it returns for the first of them.
///
/// # Errors
/// If `work` fails.
pub(crate) fn run<R: Send>(
    mut connections: Connections,
    limits: &mut Limits<'_>,
    work: &(impl Fn(&mut Member<'_>) -> Result<R, ClusterError> + Sync),
) -> Result<R, ClusterError> {
    let workers = connections.builders.len();
    let share = limits.memory_left(0).unwrap_or(0) / workers as u64;
    let process = Process {
        workers,
        slots: (0..workers).map(|_| Slot::default()).collect(),
        statuses: Mutex::new(vec![([0; COUNTS], Instant::now()); connections.processes()]),
        stop: AtomicU64::new(0),
        bound: AtomicU64::new(0),
        most_bytes: share.max(LEAST_MEMORY.min(limits.memory_left(0).unwrap_or(0))),
        is_saving: AtomicBool::new(false),
    };
    let mut check = || {
        if let ControlFlow::Break(stop) = process.check(limits) {
            process.stop.store(code_of(stop), Relaxed);
        }
    };
    // A small search would end before the first look at a limit that is reached already.
    check();
    let result = thread::scope(|scope| {
        let (done, all_done) = channel::<()>();
        let mut threads = vec![];
        for builder in std::mem::take(&mut connections.builders) {
            let (done, process) = (done.clone(), &process);
            threads.push(scope.spawn(move || {
                // Dropped when the thread ends.
                let _done = done;
                let allocator = Allocator::Tcp(builder.build());
                // Without the time, it would not park.
                let now = Some(Instant::now());
                let worker = Worker::new(WorkerConfig::default(), allocator, now);
                let mut member = Member::new(worker, process);
                let result = work(&mut member);
                member.close();
                result
            }));
        }
        drop(done);
        let mut stopped = None;
        while all_done.recv_timeout(WAIT) != Err(RecvTimeoutError::Disconnected) {
            check();
            if process.stop().is_none() || process.is_saving.load(Relaxed) {
                stopped = None;
            } else if stopped.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
                connections.give_up(PATIENCE, &process.silent(PATIENCE / 2));
            }
        }
        let results = threads.into_iter().map(|thread| match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        let results: Result<Vec<R>, ClusterError> = results.collect();
        results.map(|mut results| results.swap_remove(0))
    });
    connections.end();
    result
}
