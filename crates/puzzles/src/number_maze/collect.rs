//! Many good puzzles of a frame, no two of them much alike.

use super::board::Frame;
use super::generate::{Effort, Judged, judged, lock, look_alone};
use super::grid::Grid;
use super::optimize::{Memory, Runs};
use heureka_core::{Gauge, Limits, Stats, in_parallel};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Two puzzles are alike if no more than one cell in so many differs, as they are or mirrored.
const ALIKE: usize = 4;

/// The best puzzles so far, the best first.
struct Kept {
    most: usize,
    puzzles: Vec<(i64, Grid)>,
}

impl Kept {
    /// Whether a puzzle of this score is of interest at all.
    fn wants(&self, score: i64) -> bool {
        self.puzzles.len() < self.most || self.puzzles.last().is_some_and(|last| last.0 < score)
    }

    /// Keeps the puzzle, unless one that is alike is as good; those alike that are worse go.
    fn offer(&mut self, score: i64, grid: &Grid) {
        let mirrored = grid.transposed();
        let enough = grid.values().len() / ALIKE;
        let alike = |known: &Grid| {
            let near = |other: &Grid| differences(known, other) <= enough;
            near(grid) || mirrored.as_ref().is_some_and(near)
        };
        if self.puzzles.iter().any(|(known, puzzle)| *known >= score && alike(puzzle)) {
            return;
        }
        self.puzzles.retain(|(_, puzzle)| !alike(puzzle));
        let place = self.puzzles.partition_point(|(known, _)| *known >= score);
        self.puzzles.insert(place, (score, grid.canonical()));
        self.puzzles.truncate(self.most);
    }
}

fn differences(a: &Grid, b: &Grid) -> usize {
    a.values().iter().zip(b.values()).filter(|(a, b)| a != b).count()
}

/// The best puzzles of a frame that can be found until the limits stop it, from the easiest to the
/// hardest. No two of them are the same by symmetry, nor nearly so.
///
/// # Panics
/// If the fast evaluator and the reference rules disagree on a puzzle.
pub fn collect(
    frame: Frame,
    effort: &Effort,
    count: usize,
    limits: &mut Limits<'_>,
) -> Vec<Judged> {
    let kept = Mutex::new(Kept { most: count, puzzles: vec![] });
    let work = AtomicU64::new(0);
    let progress = || {
        let expanded = work.load(Ordering::Relaxed);
        let frontier = lock(&kept).puzzles.len() as u64;
        (Stats { expanded, ..Stats::default() }, Gauge { frontier, ..Gauge::default() })
    };
    // What cannot be solved has a score below this.
    let least = -6 * i64::from(frame.bonus());
    let offer = |score: i64, grid: &dyn Fn() -> Grid| {
        if score >= least && lock(&kept).wants(score) {
            let grid = grid();
            lock(&kept).offer(score, &grid);
        }
    };
    let memory = Memory::default();
    in_parallel(effort.threads, limits, &progress, &|thread, stop| {
        let work = |stats: &Stats| {
            work.fetch_add(stats.expanded, Ordering::Relaxed);
        };
        look_alone(frame, effort.seed_of(thread), Runs::All, &memory, stop, &work, &offer);
    });
    let kept = kept.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut puzzles: Vec<Judged> =
        kept.puzzles.into_iter().map(|(score, grid)| judged(score, grid)).collect();
    puzzles.sort_by_key(Judged::difficulty);
    puzzles
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn no_two_puzzles_are_alike() {
        let frame = Frame::new(5, 5, 1, 4).unwrap();
        let effort = Effort { seed: 1, threads: 2 };
        let mut limits = Limits::none().time(Duration::from_millis(700));
        let puzzles = collect(frame, &effort, 6, &mut limits);
        assert!(puzzles.len() > 1 && puzzles.len() <= 6, "{}", puzzles.len());
        assert!(puzzles.is_sorted_by_key(Judged::difficulty));
        for (i, a) in puzzles.iter().enumerate() {
            assert!(a.quality.solvable());
            for b in &puzzles[..i] {
                assert!(differences(&a.grid, &b.grid) > 6);
                assert!(differences(&a.grid, &b.grid.transposed().unwrap()) > 6);
            }
        }
    }

    #[test]
    fn the_better_of_two_alike_is_kept() {
        let grid = |text| Grid::parse(text).unwrap();
        let mut kept = Kept { most: 3, puzzles: vec![] };
        kept.offer(5, &grid("1 1 1/1 1 1/1 2 0"));
        kept.offer(4, &grid("1 1 1/1 1 2/1 1 0"));
        assert_eq!(kept.puzzles.len(), 1, "its mirror image was there");
        kept.offer(6, &grid("1 1 1/1 1 2/2 1 0"));
        assert_eq!((kept.puzzles.len(), kept.puzzles[0].0), (1, 6));
        kept.offer(3, &grid("2 2 2/2 2 1/2 1 0"));
        assert_eq!(kept.puzzles.len(), 2);
        assert!(kept.wants(-100));
    }
}
