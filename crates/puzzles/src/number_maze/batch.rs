//! Many good mazes of a specification, no two of them similar.

use super::beam_and_anneal::{Archive, SearchOptions, insert, lock, optimize_in_parallel};
use super::{Grid, ScoredMaze, Spec};
use heureka_core::Limits;
use std::sync::Mutex;

/// Two mazes are similar if at most one cell in this many differs, directly or after mirroring one.
const SIMILAR: usize = 4;

/// The best dissimilar mazes so far, the best first.
struct Batch {
    max: usize,
    mazes: Vec<(i64, Grid)>,
}

impl Batch {
    /// Adds a maze unless the batch is full of better ones or a similar one is at least as good.
    /// Removes worse similar ones.
    fn offer(&mut self, rank: i64, grid: &dyn Fn() -> Grid) {
        if self.mazes.len() >= self.max && self.mazes.last().is_none_or(|last| last.0 >= rank) {
            return;
        }
        let grid = grid();
        let mirrored = grid.transposed();
        let max_differences = grid.values().len() / SIMILAR;
        let similar = |known: &Grid| {
            let near = |other: &Grid| differences(known, other) <= max_differences;
            near(&grid) || mirrored.as_ref().is_some_and(near)
        };
        if self.mazes.iter().any(|(known, maze)| *known >= rank && similar(maze)) {
            return;
        }
        self.mazes.retain(|(_, maze)| !similar(maze));
        insert(&mut self.mazes, self.max, rank, grid.canonical());
    }
}

/// Returns the number of cells in which two grids of one size differ.
fn differences(a: &Grid, b: &Grid) -> usize {
    a.values().iter().zip(b.values()).filter(|(a, b)| a != b).count()
}

/// Returns up to `count` of the best mazes found within the limits, from easy to hard. No two of them
/// are similar.
///
/// # Panics
/// If a fast evaluator and the reference rules disagree about a maze.
pub fn generate_batch(
    spec: Spec,
    options: &SearchOptions,
    count: usize,
    limits: &mut Limits<'_>,
) -> Vec<ScoredMaze> {
    let batch = Mutex::new(Batch { max: count, mazes: vec![] });
    // Unsolvable mazes rank below this.
    let min_rank = -6 * i64::from(spec.bonus());
    let offer = |rank: i64, grid: &dyn Fn() -> Grid| {
        if rank >= min_rank {
            lock(&batch).offer(rank, grid);
        }
    };
    optimize_in_parallel(spec, options, None, &Archive::default(), limits, &offer);
    let found = std::mem::take(&mut lock(&batch).mazes).into_iter();
    let mut mazes: Vec<_> = found.map(|(rank, grid)| ScoredMaze::verified(grid, rank)).collect();
    mazes.sort_by_key(ScoredMaze::difficulty);
    mazes
}

#[cfg(test)]
mod tests {
    use super::super::tests::spec;
    use super::*;
    use std::time::Duration;

    #[test]
    fn batches_have_no_similar_mazes() {
        let options = SearchOptions { seed: 1, threads: 2 };
        let mut limits = Limits::none().time(Duration::from_millis(700));
        let mazes = generate_batch(spec([5, 5, 1, 4]), &options, 6, &mut limits);
        assert!(mazes.len() > 1 && mazes.len() <= 6, "{}", mazes.len());
        assert!(mazes.is_sorted_by_key(ScoredMaze::difficulty));
        for (i, a) in mazes.iter().enumerate() {
            assert!(a.quality.solvable());
            for b in &mazes[..i] {
                assert!(differences(&a.grid, &b.grid) > 6);
                assert!(differences(&a.grid, &b.grid.transposed().unwrap()) > 6);
            }
        }
    }

    #[test]
    fn keeps_the_best_of_similar_mazes() {
        let mut batch = Batch { max: 3, mazes: vec![] };
        let mut offer = |rank, text| {
            batch.offer(rank, &|| Grid::parse(text).unwrap());
            batch.mazes.iter().map(|maze| maze.0).collect::<Vec<_>>()
        };
        assert_eq!(offer(5, "1 1 1/1 1 1/1 2 0"), [5]);
        assert_eq!(offer(4, "1 1 1/1 1 2/1 1 0"), [5], "its mirror image is similar");
        assert_eq!(offer(6, "1 1 1/1 1 2/2 1 0"), [6]);
        assert_eq!(offer(3, "2 2 2/2 2 1/2 1 0"), [6, 3]);
    }
}
