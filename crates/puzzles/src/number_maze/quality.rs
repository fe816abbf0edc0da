//! The counts that determine a maze's score, and the score.

use super::Grid;
use super::info::ZERO;
use super::reference::NumberMazeReference;
use std::cmp::Reverse;

/// The counts that determine a maze's score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quality {
    /// The number of cells.
    pub cells: u32,
    /// The fewest moves from the start to the goal; 0 if there is no solution.
    pub length: u32,
    /// Whether there is exactly one shortest solution.
    pub unique: bool,
    /// The cells that are reachable from the start but cannot reach the goal.
    pub black_holes: u32,
    /// The cells that can reach the goal but are not reachable from the start.
    pub white_holes: u32,
    /// The reachable cells, except the goal, with exactly one move out.
    pub forced_forward: u32,
    /// The cells that can reach the goal, except the start, with exactly one move in.
    pub forced_backward: u32,
}

impl Quality {
    /// Returns whether the maze has a solution.
    #[must_use]
    pub fn solvable(&self) -> bool {
        self.length > 0
    }

    /// Returns the number of holes of both kinds.
    #[must_use]
    pub fn holes(&self) -> u32 {
        self.black_holes + self.white_holes
    }

    /// Returns the number of forced moves of both kinds.
    #[must_use]
    pub fn forced(&self) -> u32 {
        self.forced_forward + self.forced_backward
    }

    /// Returns the score: 5 points per move of the shortest solution, 1 point per cell if it is unique,
    /// minus 2 points per hole and per forced move. An unsolvable maze has only the penalties.
    #[must_use]
    pub fn score(&self) -> i64 {
        let bonus = if self.unique { i64::from(self.cells) } else { 0 };
        5 * i64::from(self.length) + bonus - 2 * i64::from(self.holes() + self.forced())
    }

    /// Returns the score that optimizers maximize. Unsolvable mazes rank below all others, and fewer
    /// holes and forced moves are better among them too.
    #[must_use]
    pub fn rank(&self) -> i64 {
        let offset = if self.solvable() { 0 } else { 20 * i64::from(self.cells) };
        self.score() - offset
    }
}

/// A maze and its quality by the reference rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredMaze {
    /// The maze.
    pub grid: Grid,
    /// Its quality.
    pub quality: Quality,
}

impl ScoredMaze {
    /// Evaluates a maze by the reference rules.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        let quality = NumberMazeReference::new(&grid, 0, ZERO).quality();
        Self { grid, quality }
    }

    /// Evaluates a maze for which a fast evaluator found the rank `rank`.
    ///
    /// # Panics
    /// If the reference rules find a different rank, so that no wrong score is ever shown.
    #[must_use]
    pub fn verified(grid: Grid, rank: i64) -> Self {
        let maze = Self::new(grid);
        let text = maze.grid.text();
        assert_eq!(maze.quality.rank(), rank, "bug: the evaluators disagree about\n{text}");
        maze
    }

    /// Returns a key that sorts mazes from easy to hard: by length, then by fewer forced moves, then
    /// by more holes.
    #[must_use]
    pub fn difficulty(&self) -> (u32, Reverse<u32>, u32) {
        (self.quality.length, Reverse(self.quality.forced()), self.quality.holes())
    }
}
