//! A worker and its connection to all others.
//!
//! A search proceeds in rounds. In a round, each worker expands states and sends successors to their
//! owners; the round ends when all that was sent has arrived, which progress tracking detects. Then the
//! first worker gathers a report of each, decides what comes next, and announces that.

use crate::parcel::{Inbox, Kind, Outlet, Parcel, connect};
use crate::process::{Process, WAIT};
use heureka_core::Stats;
use heureka_core::limits::Gauge;
use std::collections::VecDeque;
use std::time::{Duration, Instant};
use timely::dataflow::operators::probe;
use timely::worker::Worker;

/// The words of all parcels that are being filled, over all receivers.
const FILLING: usize = 1 << 17;
/// The fewest and the most words of a full parcel.
const FULL: (usize, usize) = (1 << 7, 1 << 10);
/// The room for the words of the state that fills a parcel.
const SLACK: usize = 32;
/// The bytes of a worker without states, and of its connection to another one: measured, rounded up.
const WORKER: u64 = 80 << 10;
const CONNECTION: u64 = 1280;
/// The words that a worker sends at a time. It sends no more before what it sent two times earlier has
/// arrived, so that a slow receiver or network holds up the senders instead of filling memory.
const PER_TIME: usize = 1 << 17;
/// The times of a round: its number times this, and following ones.
const TIMES: u64 = 1 << 24;
/// The time between two reports of a process for the progress.
const STATUS_EVERY: Duration = Duration::from_millis(100);

/// The reason to stop if a goal is found; others are the numbers of limits.
pub(crate) const OVER: u64 = 100;

/// Returns the words of a full parcel.
fn full(peers: usize) -> usize {
    (FILLING / peers).clamp(FULL.0, FULL.1)
}

/// Returns the bytes that a worker needs before it has states: its connections, and a parcel for each.
pub(crate) fn fixed_bytes(peers: usize) -> u64 {
    let parcel = (full(peers) + SLACK) * size_of::<u64>();
    WORKER + peers as u64 * (CONNECTION + parcel as u64)
}

/// A worker of a cluster.
pub(crate) struct Member<'a> {
    pub index: usize,
    pub peers: usize,
    pub process: &'a Process,
    worker: Worker,
    outlet: Outlet,
    inbox: Inbox,
    probe: probe::Handle<u64>,
    /// The parcel that is being filled for each worker.
    filling: Vec<Vec<u64>>,
    full: usize,
    spare: Vec<Vec<u64>>,
    /// The words sent at the current time.
    sent: usize,
    states: VecDeque<Vec<u64>>,
    reports: Vec<VecDeque<Vec<u64>>>,
    orders: VecDeque<Vec<u64>>,
    /// Why all stop.
    halted: Option<u64>,
    has_asked: bool,
    last_status: Instant,
}

impl<'a> Member<'a> {
    pub fn new(mut worker: Worker, process: &'a Process) -> Self {
        let (outlet, inbox, probe) = connect(&mut worker);
        let (index, peers) = (worker.index(), worker.peers());
        Self {
            index,
            peers,
            process,
            worker,
            outlet,
            inbox,
            probe,
            filling: vec![vec![]; peers],
            full: full(peers),
            spare: vec![],
            sent: 0,
            states: VecDeque::new(),
            reports: vec![VecDeque::new(); peers],
            orders: VecDeque::new(),
            halted: None,
            has_asked: false,
            last_status: Instant::now(),
        }
    }

    /// Returns whether this worker decides.
    pub fn is_first(&self) -> bool {
        self.index == 0
    }

    /// Returns why all stop, if they do.
    pub fn halted(&self) -> Option<u64> {
        self.halted
    }

    /// Returns the parcel that is being filled for another worker.
    #[inline(always)]
    pub fn filling(&mut self, to: usize) -> &mut Vec<u64> {
        &mut self.filling[to]
    }

    /// Sends the parcel for a worker if it is full.
    #[inline(always)]
    pub fn send_if_full(&mut self, to: usize) {
        if self.filling[to].len() >= self.full {
            self.send_filled(to);
        }
    }

    #[inline(never)]
    fn send_filled(&mut self, to: usize) {
        let next = self.spare.pop().unwrap_or_else(|| Vec::with_capacity(self.full + SLACK));
        let words = std::mem::replace(&mut self.filling[to], next);
        self.sent += words.len();
        self.send(Kind::States, to, words);
    }

    fn send(&mut self, kind: Kind, to: usize, words: Vec<u64>) {
        let mut parcel = Parcel { kind, from: self.index, to, words };
        self.outlet.send_batch(&mut parcel);
    }

    /// Lets parcels travel. Returns whether this worker may send more: otherwise it is too far ahead of the
    /// others, and has waited for a moment.
    pub fn exchange(&mut self) -> bool {
        self.step(Duration::ZERO);
        if self.sent > PER_TIME {
            self.sent = 0;
            self.outlet.advance_to(*self.outlet.time() + 1);
        }
        let is_ahead = self.probe.less_than(&self.outlet.time().saturating_sub(1));
        if is_ahead && self.states.is_empty() {
            self.step(WAIT);
        }
        !is_ahead
    }

    /// Sends all that is left of a round. What arrives until [`Member::is_round_over`] belongs to it.
    pub fn end_round(&mut self) {
        for to in 0..self.peers {
            if !self.filling[to].is_empty() {
                self.send_filled(to);
            }
        }
        self.sent = 0;
        self.outlet.advance_to((*self.outlet.time() / TIMES + 1) * TIMES);
    }

    /// Returns whether all that was sent in this round has arrived; otherwise waits for more.
    pub fn is_round_over(&mut self) -> bool {
        self.step(Duration::ZERO);
        let is_over = !self.probe.less_than(self.outlet.time());
        if !is_over && self.states.is_empty() {
            self.step(WAIT);
        }
        is_over && self.states.is_empty()
    }

    /// Returns states that have arrived.
    pub fn take_states(&mut self) -> Option<Vec<u64>> {
        self.states.pop_front()
    }

    /// Keeps an empty parcel for later.
    pub fn reuse(&mut self, mut words: Vec<u64>) {
        // From another machine, it may have any size.
        if self.spare.len() < self.peers && words.capacity() >= self.full {
            words.clear();
            self.spare.push(words);
        }
    }

    /// Sends a report to the first worker, which gets those of all, in their order.
    pub fn gather(&mut self, report: Vec<u64>) -> Option<Vec<Vec<u64>>> {
        self.send(Kind::Report, 0, report);
        if !self.is_first() {
            return None;
        }
        while self.reports.iter().any(VecDeque::is_empty) {
            self.step(WAIT);
        }
        Some(self.reports.iter_mut().filter_map(VecDeque::pop_front).collect())
    }

    /// Sends what the first worker has decided to all; returns that.
    pub fn announce(&mut self, decision: Option<Vec<u64>>) -> Vec<u64> {
        if let Some(words) = decision {
            for to in 1..self.peers {
                self.send(Kind::Order, to, words.clone());
            }
            return words;
        }
        loop {
            if let Some(words) = self.orders.pop_front() {
                return words;
            }
            self.step(WAIT);
        }
    }

    /// Asks the first worker to stop all, for some reason.
    pub fn halt(&mut self, reason: u64) {
        if !std::mem::replace(&mut self.has_asked, true) {
            self.send(Kind::Halt, 0, vec![reason]);
        }
    }

    /// Tells the process about counts and size, and stops all if it has reached a limit. Returns whether
    /// the search goes on.
    pub fn goes_on(&mut self, stats: &Stats, gauge: Gauge) -> bool {
        self.process.look_at(self.index, stats, gauge);
        if let Some(reason) = self.process.stop() {
            self.halt(reason);
        }
        self.halted.is_none()
    }

    /// Lets parcels travel and sorts what has arrived. From time to time, tells the first process about counts.
    fn step(&mut self, wait: Duration) {
        let is_speaker = self.index.is_multiple_of(self.process.workers);
        if is_speaker && self.last_status.elapsed() > STATUS_EVERY {
            self.last_status = Instant::now();
            let words = self.process.counted();
            self.send(Kind::Status, 0, words.to_vec());
        }
        self.worker.step_or_park(Some(wait));
        let arrived = std::mem::take(&mut *self.inbox.borrow_mut());
        for Parcel { kind, from, words, .. } in arrived {
            match kind {
                Kind::States => self.states.push_back(words),
                Kind::Report => self.reports[from].push_back(words),
                Kind::Order => self.orders.push_back(words),
                Kind::Halt if self.halted.is_none() => {
                    self.halted = Some(words[0]);
                    for to in 1..self.peers {
                        self.send(Kind::Halted, to, words.clone());
                    }
                }
                Kind::Halt => {}
                Kind::Halted => self.halted = Some(words[0]),
                Kind::Status => self.process.note_status(from / self.process.workers, &words),
            }
        }
    }

    /// Waits until all workers have ended.
    pub fn close(mut self) {
        drop(self.outlet);
        while self.worker.step_or_park(None) {}
    }
}
