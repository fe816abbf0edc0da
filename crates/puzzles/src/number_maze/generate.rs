//! Finding the best puzzle of a frame in a given time.
//!
//! The method is chosen by the size: small boards are searched to the end, so that the best puzzle
//! is known for the best; up to 128 cells beams build puzzles and walks polish them; beyond, walks
//! alone have to do.

use super::board::{Board, Frame};
use super::exact::AllPuzzles;
use super::grid::Grid;
use super::optimize::{Memory, Offer, Runs, build_and_polish, wander};
use super::quality::Quality;
use super::reference::{NumberMazeEstimate, NumberMazeReference};
use heureka_core::construct::BranchAndBound;
use heureka_core::{Gauge, Limits, Stats, Stop, in_parallel};
use heureka_kit::board::BitSet;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Frames with at most so many cells are searched to the end, if that can be done in time: 6x6 with
/// values from 1 to 5 takes about 12 CPU seconds.
const SMALL: usize = 36;
/// How many beams each thread builds before that.
const BEFORE: u32 = 3;
/// How long it may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// How deep the tree is split for the threads.
const SPLIT: usize = 5;

/// What a puzzle is worth by the reference rules.
#[must_use]
pub fn judge(grid: &Grid) -> Quality {
    let score = NumberMazeReference::new(grid.in_rows(), NumberMazeEstimate::Zero).score();
    Quality {
        cells: grid.values().len() as u32,
        length: score.length,
        unique: score.unique,
        black_holes: score.black_holes,
        white_holes: score.white_holes,
        forced_forward: score.forced_forward,
        forced_backward: score.forced_backward,
    }
}

/// A puzzle that was found by its score, with what it is worth by the reference rules.
///
/// # Panics
/// If they say otherwise: no puzzle is shown that the two evaluators do not agree on.
#[must_use]
pub fn judged(score: i64, grid: Grid) -> Judged {
    let quality = judge(&grid);
    assert_eq!(
        quality.rank(),
        score,
        "the evaluators disagree, which is a bug:\n{}",
        grid.text(false)
    );
    Judged { grid, quality }
}

/// A puzzle, and what it is worth by the reference rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The puzzle.
    pub grid: Grid,
    /// What it is worth.
    pub quality: Quality,
}

impl Judged {
    /// What puzzles are ordered by from the easiest to the hardest: a longer solution is harder, then
    /// fewer moves that choose themselves, then more cells that lead nowhere.
    #[must_use]
    pub fn difficulty(&self) -> (u32, Reverse<u32>, u32) {
        let Quality { length, forced_forward, forced_backward, black_holes, white_holes, .. } =
            self.quality;
        (length, Reverse(forced_forward + forced_backward), black_holes + white_holes)
    }
}

/// How to look for puzzles.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Where chance begins.
    pub seed: u64,
    /// How many threads look.
    pub threads: usize,
}

impl Effort {
    pub(super) fn seed_of(&self, thread: usize) -> u64 {
        self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(thread as u64)
    }
}

/// The best puzzle found, and how sure it is.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The puzzle.
    pub best: Judged,
    /// Whether it is proved that none is better.
    pub proved: bool,
    /// The limit that ended the search, if one did.
    pub stopped: Option<Stop>,
    /// Nodes of trees and proposals of walks.
    pub work: u64,
}

/// What the threads have found so far.
struct Shared<'a> {
    best: Mutex<Option<Judged>>,
    work: AtomicU64,
    told: &'a (dyn Fn(&Judged) + Sync),
}

pub(super) fn lock<V>(mutex: &Mutex<V>) -> MutexGuard<'_, V> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared<'_> {
    /// The best score so far; 0 without a puzzle that can be solved.
    fn score(&self) -> i64 {
        lock(&self.best).as_ref().map_or(0, |best| best.quality.score())
    }

    /// Takes a puzzle that is better than the best, after the reference rules have said the same.
    fn offer(&self, score: i64, grid: &dyn Fn() -> Grid) {
        let mut best = lock(&self.best);
        if best.as_ref().is_none_or(|best| best.quality.rank() < score) {
            let better = judged(score, grid());
            (self.told)(&better);
            *best = Some(better);
        }
    }

    fn worked(&self, stats: &Stats) {
        self.work.fetch_add(stats.expanded, Ordering::Relaxed);
    }

    fn progress(&self) -> (Stats, Gauge) {
        let expanded = self.work.load(Ordering::Relaxed);
        (Stats { expanded, ..Stats::default() }, Gauge::default())
    }
}

/// Looks for the best puzzle of a frame until it is proved the best or the limits stop it; tells of
/// every improvement.
///
/// # Panics
/// If the fast evaluator and the reference rules disagree on a puzzle.
pub fn generate(
    frame: Frame,
    effort: &Effort,
    limits: &mut Limits<'_>,
    told: &(dyn Fn(&Judged) + Sync),
) -> Generated {
    let shared = Shared { best: Mutex::default(), work: AtomicU64::new(0), told };
    let memory = Memory::default();
    let mut proved = false;
    let mut stopped = None;
    if frame.cells() <= SMALL {
        stopped = look(frame, effort, Runs::Some(BEFORE), &memory, limits, &shared);
        if stopped.is_none() {
            let limits = &mut limits.part(PATIENCE);
            proved = if frame.cells() <= 32 {
                search_all::<u32, 32>(frame, effort, limits, &shared)
            } else {
                search_all::<u64, 64>(frame, effort, limits, &shared)
            };
        }
    }
    if !proved && stopped.is_none() {
        stopped = look(frame, effort, Runs::All, &memory, limits, &shared);
    }
    let best = lock(&shared.best).take();
    let best = best.unwrap_or_else(|| {
        let grid = Grid::new(frame.cols(), vec![frame.low() as u8; frame.cells()]);
        Judged { quality: judge(&grid), grid }
    });
    Generated { best, proved, stopped, work: shared.work.into_inner() }
}

/// Has all threads look for good puzzles.
fn look(
    frame: Frame,
    effort: &Effort,
    runs: Runs,
    memory: &Memory,
    limits: &mut Limits<'_>,
    shared: &Shared<'_>,
) -> Option<Stop> {
    in_parallel(effort.threads, limits, &|| shared.progress(), &|thread, stop| {
        let offer = |score: i64, grid: &dyn Fn() -> Grid| shared.offer(score, grid);
        let work = |stats: &Stats| shared.worked(stats);
        look_alone(frame, effort.seed_of(thread), runs, memory, stop, &work, &offer);
    })
}

/// Looks for good puzzles by the method that suits the frame.
pub(super) fn look_alone(
    frame: Frame,
    seed: u64,
    runs: Runs,
    memory: &Memory,
    stop: &AtomicBool,
    work: &dyn Fn(&Stats),
    offer: Offer<'_>,
) {
    match frame.cells() {
        0..=32 => on_board::<u32, 32>(frame, seed, runs, memory, stop, work, offer),
        33..=64 => on_board::<u64, 64>(frame, seed, runs, memory, stop, work, offer),
        65..=128 => on_board::<u128, 128>(frame, seed, runs, memory, stop, work, offer),
        _ => wander(frame, seed, stop, work, offer),
    }
}

fn on_board<M: BitSet, const N: usize>(
    frame: Frame,
    seed: u64,
    runs: Runs,
    memory: &Memory,
    stop: &AtomicBool,
    work: &dyn Fn(&Stats),
    offer: Offer<'_>,
) {
    // With dead ends: a black hole in the right place is worth its two points.
    let board = Board::<M>::new(frame, true);
    build_and_polish::<M, N>(&board, seed, runs, memory, stop, work, offer);
}

/// Looks at all puzzles of a frame that may be better than the best; says whether it came to an end.
fn search_all<M: BitSet, const N: usize>(
    frame: Frame,
    effort: &Effort,
    limits: &mut Limits<'_>,
    shared: &Shared<'_>,
) -> bool {
    let tree = AllPuzzles::<M, N>::new(frame);
    let mut search = BranchAndBound::new(&tree, shared.score() + 1, SPLIT);
    let stop = search.run(effort.threads, limits);
    shared.worked(search.stats());
    let found = search.found();
    if let Some(grid) = tree.puzzles(&found.candidates, 1).into_iter().next() {
        shared.offer(found.score, &|| grid.clone());
    }
    stop.is_none()
}
