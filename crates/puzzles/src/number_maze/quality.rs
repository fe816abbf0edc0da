//! What a puzzle is scored by, and its score.

/// What is counted of a puzzle. See [`Quality::score`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quality {
    /// How many cells the puzzle has.
    pub cells: u32,
    /// The fewest moves from the start to the goal; 0 if there is no way.
    pub length: u32,
    /// Whether exactly one sequence of so many moves leads there.
    pub unique: bool,
    /// Cells that can be reached from the start, and from which the goal cannot.
    pub black_holes: u32,
    /// Cells from which the goal can be reached, and which cannot be from the start.
    pub white_holes: u32,
    /// Reachable cells, the goal apart, with exactly one move out of them.
    pub forced_forward: u32,
    /// Cells that reach the goal, the start apart, with exactly one move into them.
    pub forced_backward: u32,
}

impl Quality {
    /// Whether there is a way from the start to the goal.
    #[must_use]
    pub fn solvable(&self) -> bool {
        self.length > 0
    }

    fn penalties(&self) -> i64 {
        let holes = self.black_holes + self.white_holes;
        2 * i64::from(holes + self.forced_forward + self.forced_backward)
    }

    /// Five points a move, one for each cell if the shortest solution is unique, less two for each
    /// hole and each forced move. A puzzle without a solution is worth nothing.
    #[must_use]
    pub fn score(&self) -> i64 {
        if self.solvable() { self.rank() } else { 0 }
    }

    /// The score by which optimizers order puzzles: those without a solution come below all others,
    /// and among them too fewer holes and forced moves are better.
    #[must_use]
    pub fn rank(&self) -> i64 {
        let cells = i64::from(self.cells);
        let gains = if self.solvable() {
            5 * i64::from(self.length) + if self.unique { cells } else { 0 }
        } else {
            -20 * cells
        };
        gains - self.penalties()
    }
}
