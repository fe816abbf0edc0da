//! Proofs of the best score of a specification, with all mazes that reach it.
//!
//! An incomplete proof can be saved as text and resumed later (`saved_proof.rs`).

use super::beam_and_anneal::{Archive, lock, optimize_in_parallel};
use super::exact_tree::ExactTree;
pub use super::exact_tree::MAX_CELLS;
use super::{Grid, ScoredMaze, SearchOptions, Spec};
use heureka_core::construct::{BranchAndBound, DoneSubtree, Found, OpenSubtree};
use heureka_core::{Limits, Stats, Stop};
use heureka_kit::text::ParseError;
use std::sync::Mutex;
use std::time::Instant;

/// The maximum number of best mazes that are listed.
pub const MAX_LISTED: usize = 1000;
/// The depth at which the tree is split into subtrees.
pub(super) const SPLIT_DEPTH: usize = 7;
/// The number of beams that search for a good first score.
const FIRST_BEAMS: u32 = 6;

/// A proof, which is complete once no subtree is open.
#[derive(Debug)]
pub struct Proof {
    pub(super) spec: Spec,
    pub(super) tree: ExactTree,
    /// The maze whose score prunes the tree from the start, if the short search found one.
    pub(super) first: Option<ScoredMaze>,
    /// The subtrees that the search has not completed.
    pub open: Vec<OpenSubtree<u8>>,
    /// The subtrees that the search has completed. Together with `open`, these are all subtrees.
    pub done: Vec<DoneSubtree>,
    /// The best score so far, and the mazes that reach it.
    pub found: Found<u8>,
    /// The number of nodes and the time spent.
    pub stats: Stats,
    /// The number of nodes that a saved proof claims to have expanded. The result rests on them.
    pub saved_nodes: u64,
}

impl Proof {
    /// Starts a proof. A short search for a good maze comes first, because a better score prunes
    /// more; it ends early if a limit is reached.
    ///
    /// # Errors
    /// If there are more than [`MAX_CELLS`] cells.
    pub fn new(spec: Spec, seed: u64, limits: &mut Limits<'_>) -> Result<Self, ParseError> {
        let started = Instant::now();
        check_cells(spec)?;
        let mut proof = Self::split(spec, first_maze(spec, seed, limits));
        proof.stats.elapsed = started.elapsed();
        Ok(proof)
    }

    /// Splits the tree into subtrees, all of them open. Equal arguments give equal splits.
    pub(super) fn split(spec: Spec, first: Option<ScoredMaze>) -> Self {
        let tree = ExactTree::new(spec);
        let min_score = first.as_ref().map_or(min_score(spec), |maze| maze.quality.score());
        let BranchAndBound { open, done, found, stats, .. } =
            BranchAndBound::new(&tree, min_score, SPLIT_DEPTH);
        Self { spec, tree, first, open, done, found, stats, saved_nodes: 0 }
    }

    /// Returns the number of all subtrees.
    #[must_use]
    pub fn subtrees(&self) -> usize {
        self.open.len() + self.done.len()
    }

    /// Returns the best score so far, if a solvable maze is known.
    #[must_use]
    pub fn best(&self) -> Option<i64> {
        (self.first.is_some() || self.found.count > 0).then_some(self.found.score)
    }

    /// Continues until the proof is complete or a limit stops it. Progress reports give the number of
    /// open subtrees as the frontier.
    pub fn run(&mut self, threads: usize, limits: &mut Limits<'_>) -> Option<Stop> {
        let (open, done) = (std::mem::take(&mut self.open), std::mem::take(&mut self.done));
        let Self { ref tree, stats, .. } = *self;
        let mut search = BranchAndBound { tree, open, done, found: self.found.clone(), stats };
        let stop = search.run(threads, limits);
        let BranchAndBound { open, done, found, stats, .. } = search;
        (self.open, self.done, self.found, self.stats) = (open, done, found, stats);
        stop
    }

    /// Returns the visited mazes with the best score, at most [`MAX_LISTED`].
    ///
    /// # Panics
    /// If the tree and the reference rules disagree about a maze.
    #[must_use]
    pub fn mazes(&self) -> Vec<ScoredMaze> {
        let grids = self.tree.mazes(&self.found.candidates, MAX_LISTED);
        grids.into_iter().map(|grid| ScoredMaze::verified(grid, self.found.score)).collect()
    }
}

pub(super) fn check_cells(spec: Spec) -> Result<(), ParseError> {
    let cells = spec.size.cells();
    if cells <= MAX_CELLS {
        return Ok(());
    }
    Err(ParseError::whole(format!(
        "too many cells to prove ({cells}): expected at most {MAX_CELLS}"
    )))
}

/// Returns a score that no solvable maze is below: each cell is at most one hole and two forced moves.
pub(super) fn min_score(spec: Spec) -> i64 {
    -6 * i64::from(spec.bonus())
}

/// Returns a good maze, or `None` if the search finds no solvable one.
pub(super) fn first_maze(spec: Spec, seed: u64, limits: &mut Limits<'_>) -> Option<ScoredMaze> {
    let best: Mutex<Option<ScoredMaze>> = Mutex::default();
    let offer = |rank: i64, grid: &dyn Fn() -> Grid| {
        let mut best = lock(&best);
        let least = best.as_ref().map_or(min_score(spec) - 1, |best| best.quality.rank());
        // Unsolvable mazes rank below all others.
        if rank > least {
            *best = Some(ScoredMaze::verified(grid(), rank));
        }
    };
    let (options, archive) = (SearchOptions { seed, threads: 1 }, Archive::default());
    optimize_in_parallel(spec, &options, Some(FIRST_BEAMS), &archive, limits, &offer);
    best.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::super::tests::spec;
    use super::*;
    use heureka_kit::board::Size;

    fn prove(numbers: [usize; 4]) -> Proof {
        Proof::new(spec(numbers), 1, &mut Limits::none()).unwrap()
    }

    #[test]
    fn proofs_agree_with_exhaustive_enumeration() {
        for numbers in
            [[2, 2, 1, 1], [2, 3, 1, 2], [3, 2, 1, 2], [3, 3, 1, 2], [3, 3, 2, 2], [2, 5, 1, 4]]
        {
            let [rows, cols, low, high] = numbers;
            let size = Size { rows, cols };
            let choices = high - low + 1;
            let mut best = (0, vec![]);
            for number in 0..choices.pow(size.cells() as u32 - 1) {
                let value = |cell| (low + number / choices.pow(cell) % choices) as u8;
                let grid = Grid::new(size, (0..size.cells() as u32).map(value).collect());
                let ScoredMaze { grid, quality } = ScoredMaze::new(grid);
                if quality.solvable() && quality.score() >= best.0 {
                    if quality.score() > best.0 {
                        best = (quality.score(), vec![]);
                    }
                    best.1.push(grid);
                }
            }
            best.1.sort();
            let mut proof = prove(numbers);
            assert_eq!(proof.run(2, &mut Limits::none()), None);
            let found: Vec<Grid> = proof.mazes().into_iter().map(|maze| maze.grid).collect();
            assert_eq!(found, best.1, "{numbers:?}");
            assert!(found.is_empty() || proof.found.score == best.0, "{numbers:?}");
        }
    }
}
