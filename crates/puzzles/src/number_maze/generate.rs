//! Finding the best puzzle of a frame in a given time.

use super::board::{Board, Frame};
use super::cells::Cells;
use super::grid::Grid;
use super::optimise::{Runs, build_and_polish};
use super::quality::Quality;
use crate::reference::{NumberMazeEstimate, NumberMazeReference};
use heureka_core::{Gauge, Limits, Stats, Stop, in_parallel};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

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

/// A puzzle, and what it is worth by the reference rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The puzzle.
    pub grid: Grid,
    /// What it is worth.
    pub quality: Quality,
}

/// How to look for a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Where chance begins.
    pub seed: u64,
    /// How many threads look.
    pub threads: usize,
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
    /// Nodes of beams and proposals of walks.
    pub work: u64,
}

/// What the threads have found so far.
#[derive(Default)]
struct Shared {
    best: Mutex<Option<Judged>>,
    work: AtomicU64,
    enough: AtomicBool,
}

fn lock<V>(mutex: &Mutex<V>) -> MutexGuard<'_, V> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Takes a puzzle that is better than the best, after the reference rules have said the same.
    fn offer(&self, score: i64, grid: Grid, told: &(dyn Fn(&Judged) + Sync)) {
        let mut best = lock(&self.best);
        if best.as_ref().is_some_and(|best| best.quality.rank() >= score) {
            return;
        }
        let quality = judge(&grid);
        assert_eq!(quality.rank(), score, "the evaluators disagree on\n{}", grid.text(false));
        let judged = Judged { grid, quality };
        told(&judged);
        *best = Some(judged);
    }
}

/// Looks for the best puzzle of a frame until the limits stop it; tells of every improvement.
///
/// # Panics
/// If the fast evaluator and the reference rules disagree on a puzzle.
pub fn generate(
    frame: Frame,
    effort: &Effort,
    limits: &mut Limits<'_>,
    told: &(dyn Fn(&Judged) + Sync),
) -> Generated {
    match frame.cells() {
        0..=32 => on_board::<u32, 32>(frame, effort, limits, told),
        33..=64 => on_board::<u64, 64>(frame, effort, limits, told),
        _ => on_board::<u128, 128>(frame, effort, limits, told),
    }
}

fn on_board<M: Cells, const N: usize>(
    frame: Frame,
    effort: &Effort,
    limits: &mut Limits<'_>,
    told: &(dyn Fn(&Judged) + Sync),
) -> Generated {
    // A black hole in the right place is worth its two points: it lengthens the way.
    let board = Board::<M>::new(frame, true);
    let shared = Shared::default();
    let progress = || {
        let expanded = shared.work.load(Ordering::Relaxed);
        (Stats { expanded, ..Stats::default() }, Gauge::default())
    };
    let stopped = in_parallel(effort.threads, limits, &progress, &|index, stop| {
        let seed = effort.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(index as u64);
        let work = |stats: &Stats| {
            shared.work.fetch_add(stats.expanded, Ordering::Relaxed);
        };
        build_and_polish::<M, N>(&board, seed, Runs::All, stop, &work, &|score, grid| {
            shared.offer(score, grid, told);
        });
    });
    let best = lock(&shared.best).take();
    let best = best.unwrap_or_else(|| {
        let values = (0..frame.cells()).map(|_| frame.low() as u8).collect();
        let grid = Grid::new(frame.cols(), values);
        Judged { quality: judge(&grid), grid }
    });
    Generated { best, proved: shared.enough.into_inner(), stopped, work: shared.work.into_inner() }
}
