//! Certificates of optimality and unsolvability, and their independent check.
//!
//! A certificate claims that no plan costs less than C. It lists the closed states of a search with
//! their costs g. [`check`] verifies the claim with the rules and an admissible heuristic, without
//! a search. Along any plan, g never exceeds the cost so far while the plan stays in the set. Where
//! the plan leaves the set, g + h is at least C. Neither the search nor the file is trusted.
//!
//! These are the conditions of a feasible dual solution of the shortest-path problem; the heuristic
//! stands for the unexplored part of the space.

mod bytes;

pub use bytes::{DecodeError, KeyBytes, digest, extend_digest};

use crate::limits::Gauge;
use crate::parallel::in_parallel;
use crate::store::index::{Index, MAX_KEYS};
use crate::store::sum;
use crate::{Claim, Cost, DEAD_END, Limits, Problem, Stats, Stop};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Mutex, PoisonError};

/// The closed states of a search with their costs, which prove a lower bound.
///
/// ```
/// use heureka_core::certificate::{Certificate, check};
/// use heureka_core::{Claim, Cost, Limits, Problem};
///
/// /// Climb from 0 to 9 by one or two steps at a time.
/// struct Stairs;
///
/// impl Problem for Stairs {
///     type State = u8;
///     type Key = u8;
///     type Action = u8;
///     fn start(&self) -> u8 { 0 }
///     fn is_goal(&self, state: &u8) -> bool { *state == 9 }
///     fn successors(&self, &state: &u8, visit: &mut impl FnMut(u8, Cost, u8)) {
///         (1..=2).filter(|step| state + step <= 9).for_each(|step| visit(step, 1, state + step));
///     }
///     fn pack(&self, &state: &u8) -> u8 { state }
///     fn unpack(&self, &key: &u8) -> u8 { key.min(10) }
///     fn h(&self, &state: &u8) -> Cost { Cost::from(9u8.saturating_sub(state)) / 2 }
/// }
///
/// // h(0) is only 4, but no plan costs less than 5.
/// let closed = vec![(0, 0), (2, 1), (4, 2), (6, 3), (8, 4), (1, 1), (3, 2), (5, 3), (7, 4)];
/// let mut certificate = Certificate { bound: Some(5), closed };
/// assert!(check(&Stairs, Some(Claim::Consistent), &certificate, &mut Limits::none()).is_ok());
/// certificate.bound = Some(6);
/// assert!(check(&Stairs, Some(Claim::Consistent), &certificate, &mut Limits::none()).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate<K> {
    /// The claim: no plan costs less than this. `None` claims that no plan exists.
    pub bound: Option<Cost>,
    /// The keys and costs of the states, each state once, in any order.
    pub closed: Vec<(K, Cost)>,
}

/// The result of a successful [`check`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checked {
    /// No plan costs less than this; `None` means that no plan exists.
    pub bound: Option<Cost>,
    /// The number of states in the certificate.
    pub states: u64,
    /// The number of moves checked.
    pub moves: u64,
    /// The number of threads that checked the records.
    pub threads: usize,
}

/// The reason why a certificate is rejected. Records and moves are numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CertificateError {
    /// The heuristic is not claimed to be admissible.
    NotAdmissible,
    /// There are more records than the check supports.
    TooManyRecords,
    /// The key of this record is not the key of a state.
    InvalidKey(usize),
    /// These two records have the same state.
    Duplicate(usize, usize),
    /// The start has no record, and its heuristic value alone does not prove the bound.
    StartMissing,
    /// The record of the start has this cost instead of 0.
    StartCost(usize, Cost),
    /// This record is a goal of this cost, below the bound.
    CheaperGoal(usize, Cost),
    /// A move within the set reaches a state at a lower cost than its record states.
    CheaperPath {
        /// The record where the move begins.
        from: usize,
        /// The number of the move.
        step: u64,
        /// The record where the move ends.
        to: usize,
        /// The cost in that record.
        stated: Cost,
        /// The cost by this move.
        actual: u64,
    },
    /// A move leaves the set for a state that may lie on a plan below the bound.
    Gap {
        /// The record where the move begins.
        from: usize,
        /// The number of the move.
        step: u64,
        /// g + h after the move.
        f: u64,
    },
    /// A limit stopped the check: the claim is neither proved nor refuted.
    Stopped(Stop),
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAdmissible => {
                f.write_str("the heuristic is not claimed to be admissible, which a proof requires")
            }
            Self::TooManyRecords => write!(f, "more than {MAX_KEYS} records are not supported"),
            Self::InvalidKey(record) => {
                write!(f, "record {record}: the key is not a state of this problem")
            }
            Self::Duplicate(first, second) => {
                write!(f, "records {first} and {second}: duplicate state")
            }
            Self::StartMissing => f.write_str(
                "the start is missing: is the certificate for another instance of the puzzle?",
            ),
            Self::StartCost(record, g) => {
                write!(f, "record {record}: expected cost 0 for the start, found {g}")
            }
            Self::CheaperGoal(record, g) => {
                write!(f, "record {record}: goal at cost {g}, below the claimed bound")
            }
            Self::CheaperPath { from, step, to, stated, actual } => write!(
                f,
                "record {to}: stated cost {stated}, but move {step} of record {from} reaches it at {actual}"
            ),
            Self::Gap { from, step, f: total } => write!(
                f,
                "record {from}: move {step} leaves the set with g + h = {total}, below the claimed bound"
            ),
            Self::Stopped(stop) => {
                write!(f, "the check was stopped ({stop}): the claim is neither proved nor refuted")
            }
        }
    }
}

impl std::error::Error for CertificateError {}

/// Checks a certificate by the rules and the heuristic of `problem`, in one pass and without a search.
///
/// A valid certificate and a plan of cost `bound` together prove the plan optimal. For an independent
/// check, `problem` should be other code than the one that was searched. The `claim` of its heuristic
/// is the only thing trusted. Without a claim, h is 0, and nothing is trusted.
///
/// [`Problem::unpack`] is called with arbitrary keys. For a key of no state it must return some valid
/// state; that packs to another key, and the check rejects the record before it asks for the moves
/// or the heuristic of the state. So these are asked of valid states only.
///
/// For the limits, a record is an expansion. They hold within a record, too: they are looked at for
/// each record and each heuristic value, and the records and their index count as memory. Several threads
/// divide the records; the result is the same.
///
/// # Errors
/// Returns the first defect found, or the limit that stopped the check.
pub fn check<P: Problem>(
    problem: &P,
    claim: Option<Claim>,
    certificate: &Certificate<P::Key>,
    limits: &mut Limits<'_>,
) -> Result<Checked, CertificateError> {
    if claim.is_some_and(|claim| !claim.is_admissible()) {
        return Err(CertificateError::NotAdmissible);
    }
    if certificate.closed.len() > MAX_KEYS {
        return Err(CertificateError::TooManyRecords);
    }
    let mut index = Index::new();
    let stats = Stats::default();
    let informed = claim.is_some();
    index_records(problem, certificate, &mut index, limits)?;
    let (index, pending) = (&index, Vec::with_capacity(BATCH));
    let mut check = Check { problem, informed, certificate, index, limits, stats, pending };
    check.start()?;
    let records = certificate.closed.len();
    let threads = if records > WORTH_THREADS { check.limits.threads() } else { 1 };
    let moves = if threads > 1 {
        check.chunks_on_threads()?
    } else {
        (0..records.div_ceil(CHUNK)).try_for_each(|chunk| check.chunk(chunk))?;
        check.stats.generated
    };
    Ok(Checked { bound: certificate.bound, states: records as u64, moves, threads })
}

/// Returns what the records and their index hold.
fn gauge<K>(certificate: &Certificate<K>, index: &Index) -> Gauge {
    let closed = (certificate.closed.capacity() * size_of::<(K, Cost)>()) as u64;
    Gauge::new(0, sum([(closed, closed), index.table.held()]))
}

/// Indexes the records by key and checks that the keys are valid and distinct.
fn index_records<P: Problem>(
    problem: &P,
    certificate: &Certificate<P::Key>,
    index: &mut Index,
    limits: &mut Limits<'_>,
) -> Result<(), CertificateError> {
    let closed = &certificate.closed;
    let mut records = closed.iter().enumerate();
    for batch in closed.chunks(BATCH) {
        for (key, _) in batch {
            index.prepare(key);
        }
        for (i, (key, _)) in records.by_ref().take(batch.len()) {
            let looked_at = limits.check(&Stats::default(), gauge(certificate, index));
            if let ControlFlow::Break(stop) = looked_at {
                return Err(CertificateError::Stopped(stop));
            }
            if problem.pack(&problem.unpack(key)) != *key {
                return Err(CertificateError::InvalidKey(i + 1));
            }
            if let Some(first) = index.find_or_add(key, i, |i| closed[i].0) {
                return Err(CertificateError::Duplicate(first + 1, i + 1));
            }
        }
    }
    Ok(())
}

/// The number of records that a thread takes at a time.
const CHUNK: usize = 1 << 12;

/// The most records that one thread checks sooner than several, which take some milliseconds to start.
const WORTH_THREADS: usize = 8 * CHUNK;

/// The number of keys that are looked up together, so that their cache misses overlap.
const BATCH: usize = 256;

/// A move to check.
struct Move<K> {
    /// The record where it begins, from 1.
    from: usize,
    /// Its number among the moves of that record, from 1.
    step: u64,
    /// The key of the state it leads to, and its hash.
    key: K,
    hash: u32,
    /// The cost of that state by this move.
    g: u64,
}

/// A check in progress.
struct Check<'c, 'l, P: Problem> {
    problem: &'c P,
    /// Whether the heuristic is used.
    informed: bool,
    certificate: &'c Certificate<P::Key>,
    /// The positions of the records by key.
    index: &'c Index,
    limits: &'c mut Limits<'l>,
    stats: Stats,
    /// At most [`BATCH`] moves that wait to be looked up.
    pending: Vec<Move<P::Key>>,
}

impl<P: Problem> Check<'_, '_, P> {
    fn within_limits(&mut self) -> Result<(), CertificateError> {
        match self.limits.check(&self.stats, gauge(self.certificate, self.index)) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(stop) => Err(CertificateError::Stopped(stop)),
        }
    }

    /// Checks the records of a chunk.
    fn chunk(&mut self, chunk: usize) -> Result<(), CertificateError> {
        let first = chunk * CHUNK;
        let end = self.certificate.closed.len().min(first + CHUNK);
        (first..end).try_for_each(|record| self.record(record))?;
        self.pending_moves()
    }

    /// Checks all chunks on several threads. Returns the number of moves, or the error of the first chunk
    /// that has one, as a single thread would.
    fn chunks_on_threads(&mut self) -> Result<u64, CertificateError> {
        let Self { problem, informed, certificate, index, .. } = *self;
        let (threads, chunks) = (self.limits.threads(), certificate.closed.len().div_ceil(CHUNK));
        let [expanded, generated] = [const { AtomicU64::new(0) }; 2];
        let free = AtomicUsize::new(0);
        // No chunk beyond one with an error needs a check.
        let failed: Mutex<(usize, Option<CertificateError>)> = Mutex::new((chunks, None));
        let lock = || failed.lock().unwrap_or_else(PoisonError::into_inner);
        let before = self.stats;
        let progress = || {
            let expanded = before.expanded + expanded.load(Relaxed);
            (Stats { expanded, ..before }, gauge(certificate, index))
        };
        let stopped = in_parallel(threads, self.limits, &progress, &|_, stop| {
            let mut limits = Limits::none().interrupt(stop);
            let (stats, pending) = (Stats::default(), Vec::with_capacity(BATCH));
            let limits = &mut limits;
            let mut check = Check { problem, informed, certificate, index, limits, stats, pending };
            loop {
                let chunk = free.fetch_add(1, Relaxed);
                if chunk >= lock().0 {
                    break;
                }
                match check.chunk(chunk) {
                    Ok(()) => {}
                    // Told to stop: it has nothing to say.
                    Err(CertificateError::Stopped(_)) => break,
                    Err(error) => {
                        let mut failed = lock();
                        if chunk < failed.0 {
                            *failed = (chunk, Some(error));
                        }
                        break;
                    }
                }
                expanded.fetch_add(CHUNK as u64, Relaxed);
            }
            generated.fetch_add(check.stats.generated, Relaxed);
        });
        let error = lock().1;
        match stopped {
            Some(stop) => Err(CertificateError::Stopped(stop)),
            None => error.map_or(Ok(generated.into_inner()), Err),
        }
    }

    /// Checks that the start has a record of cost 0, or needs none.
    fn start(&mut self) -> Result<(), CertificateError> {
        let closed = &self.certificate.closed;
        let start = self.problem.start();
        match self.index.find(&self.problem.pack(&start), |i| closed[i].0) {
            Some(i) if closed[i].1 > 0 => Err(CertificateError::StartCost(i + 1, closed[i].1)),
            Some(_) => Ok(()),
            None if self.proves(0, self.h(&start)) => Ok(()),
            None => Err(CertificateError::StartMissing),
        }
    }

    /// Checks that a record is not a cheaper goal, and its moves.
    fn record(&mut self, record: usize) -> Result<(), CertificateError> {
        self.within_limits()?;
        self.stats.expanded += 1;
        let (key, g) = self.certificate.closed[record];
        // No successor of a state at the bound can cost less, since costs are not negative.
        if self.certificate.bound.is_some_and(|bound| g >= bound) {
            return Ok(());
        }
        let problem = self.problem;
        let state = problem.unpack(&key);
        if problem.is_goal(&state) {
            return Err(CertificateError::CheaperGoal(record + 1, g));
        }
        let (from, mut step, mut result) = (record + 1, 0, Ok(()));
        problem.visit_successors(&state, &mut |_, cost, next| {
            // After a failure, the rest of the visit does nothing.
            if result.is_err() {
                return;
            }
            step += 1;
            let key = problem.pack(&next);
            let hash = self.index.prepare(&key);
            let g = u64::from(g) + u64::from(cost);
            self.pending.push(Move { from, step, key, hash, g });
            if self.pending.len() == BATCH {
                result = self.pending_moves();
            }
        });
        self.stats.generated += step;
        result
    }

    /// Checks the moves that wait, and forgets them.
    fn pending_moves(&mut self) -> Result<(), CertificateError> {
        self.within_limits()?;
        let closed = &self.certificate.closed;
        // Taken, so that the limits can be looked at; the buffer comes back below.
        let mut moves = std::mem::take(&mut self.pending);
        for Move { from, step, key, hash, g } in moves.drain(..) {
            if let Some(i) = self.index.find_hashed(&key, hash, |i| closed[i].0) {
                let (to, stated, actual) = (i + 1, closed[i].1, g);
                if u64::from(stated) > actual {
                    return Err(CertificateError::CheaperPath { from, step, to, stated, actual });
                }
            } else {
                self.within_limits()?;
                let h = self.h(&self.problem.unpack(&key));
                if !self.proves(g, h) {
                    return Err(CertificateError::Gap { from, step, f: g + u64::from(h) });
                }
            }
        }
        self.pending = moves;
        Ok(())
    }

    fn h(&self, state: &P::State) -> Cost {
        if self.informed { self.problem.h(state) } else { 0 }
    }

    /// Returns whether every plan through a state with this g and h costs at least the bound.
    fn proves(&self, g: u64, h: Cost) -> bool {
        let bound = self.certificate.bound;
        h == DEAD_END || bound.is_some_and(|bound| g + u64::from(h) >= u64::from(bound))
    }
}

#[cfg(test)]
mod tests;
