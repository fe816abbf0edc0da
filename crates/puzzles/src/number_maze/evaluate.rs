//! The evaluator for mazes of any size: two breadth-first searches from scratch per evaluation.

use super::spec::Spec;
use super::{Grid, Quality, targets};
use heureka_core::local::{Candidate, Generator};
use heureka_core::{Cost, DEAD_END};
use heureka_kit::board::Size;
use rand::RngExt;
use std::ops::RangeInclusive;

/// The distance of a cell without a path.
pub const UNREACHABLE: Cost = DEAD_END;
/// The end of a list of moves.
const END: u16 = u16::MAX;

/// A maze of any size with its distances and its quality.
#[derive(Clone, Debug)]
pub struct EvaluatedMaze {
    size: Size,
    values: Vec<u8>,
    /// The values that changes choose from.
    range: RangeInclusive<u8>,
    /// The number of moves from the start to each cell, or [`UNREACHABLE`].
    pub from_start: Vec<Cost>,
    /// The number of moves from each cell to the goal, or [`UNREACHABLE`].
    pub to_goal: Vec<Cost>,
    /// Whether several shortest paths lead to each cell.
    several_paths: Vec<bool>,
    out_degree: Vec<u8>,
    /// The moves into each cell as linked lists. A move's number is 4 · source cell + index.
    first_in: Vec<u16>,
    next_in: Vec<u16>,
    queue: Vec<u16>,
    /// The counts that determine the score.
    pub quality: Quality,
}

impl EvaluatedMaze {
    /// Evaluates a grid.
    #[must_use]
    pub fn new(grid: &Grid) -> Self {
        let cells = grid.values().len();
        let mut maze = Self {
            size: grid.size(),
            values: grid.values().to_vec(),
            range: 1..=grid.size().rows.max(grid.size().cols) as u8 - 1,
            from_start: vec![UNREACHABLE; cells],
            to_goal: vec![UNREACHABLE; cells],
            several_paths: vec![false; cells],
            out_degree: vec![0; cells],
            first_in: vec![END; cells],
            next_in: vec![END; 4 * cells],
            queue: Vec::with_capacity(cells),
            quality: Quality { cells: cells as u32, ..Quality::default() },
        };
        maze.evaluate(i64::MIN);
        maze
    }

    /// Returns a maze of random values. Changes stay within the specification.
    #[must_use]
    pub fn random(spec: Spec, generator: &mut Generator) -> Self {
        let range = spec.values();
        let values = (0..spec.size.cells()).map(|_| generator.random_range(range.clone()));
        let grid = Grid::new(spec.size, values.collect());
        Self { range, ..Self::new(&grid) }
    }

    /// Evaluates the values and returns whether the rank is at least `threshold`. Stops as soon as
    /// the rank cannot reach it.
    fn evaluate(&mut self, threshold: i64) -> bool {
        let goal = self.values.len() - 1;
        self.search_forward();
        let solvable = self.from_start[goal] != UNREACHABLE;
        self.quality = Quality {
            cells: self.quality.cells,
            length: if solvable { self.from_start[goal] } else { 0 },
            unique: solvable && !self.several_paths[goal],
            ..Quality::default()
        };
        // Only penalties are missing.
        if self.quality.rank() < threshold {
            return false;
        }
        self.search_backward();
        for cell in 0..=goal {
            let reachable = self.from_start[cell] != UNREACHABLE;
            let reaching = self.to_goal[cell] != UNREACHABLE;
            self.quality.black_holes += u32::from(reachable && !reaching);
            self.quality.white_holes += u32::from(reaching && !reachable);
            self.quality.forced_forward += u32::from(self.forced_forward(cell));
            self.quality.forced_backward += u32::from(self.forced_backward(cell));
        }
        self.quality.rank() >= threshold
    }

    fn search_forward(&mut self) {
        let goal = self.values.len() - 1;
        let Self { size, values, from_start, several_paths, queue, .. } = self;
        from_start.fill(UNREACHABLE);
        several_paths.fill(false);
        from_start[0] = 0;
        queue.clear();
        queue.push(0);
        let mut next = 0;
        while let Some(&cell) = queue.get(next) {
            next += 1;
            let cell = usize::from(cell);
            if cell == goal {
                continue;
            }
            let (moves, several) = (from_start[cell] + 1, several_paths[cell]);
            for target in targets(*size, cell, values[cell]).into_iter().flatten() {
                if from_start[target] == UNREACHABLE {
                    from_start[target] = moves;
                    several_paths[target] = several;
                    queue.push(target as u16);
                } else if from_start[target] == moves {
                    several_paths[target] = true;
                }
            }
        }
    }

    fn search_backward(&mut self) {
        let goal = self.values.len() - 1;
        let Self { size, values, to_goal, out_degree, first_in, next_in, queue, .. } = self;
        to_goal.fill(UNREACHABLE);
        first_in.fill(END);
        for cell in 0..goal {
            let mut degree = 0;
            for target in targets(*size, cell, values[cell]).into_iter().flatten() {
                let number = 4 * cell + usize::from(degree);
                next_in[number] = first_in[target];
                first_in[target] = number as u16;
                degree += 1;
            }
            out_degree[cell] = degree;
        }
        to_goal[goal] = 0;
        queue.clear();
        queue.push(goal as u16);
        let mut next = 0;
        while let Some(&cell) = queue.get(next) {
            next += 1;
            let moves = to_goal[usize::from(cell)] + 1;
            let mut number = first_in[usize::from(cell)];
            while number != END {
                let source = usize::from(number) / 4;
                if to_goal[source] == UNREACHABLE {
                    to_goal[source] = moves;
                    queue.push(source as u16);
                }
                number = next_in[usize::from(number)];
            }
        }
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        Grid::new(self.size, self.values.clone())
    }

    /// Returns whether a cell is reachable and has exactly one move out.
    #[must_use]
    pub fn forced_forward(&self, cell: usize) -> bool {
        // The goal has no moves out.
        self.from_start[cell] != UNREACHABLE && self.out_degree[cell] == 1
    }

    /// Returns whether a cell other than the start can reach the goal and has exactly one move in.
    #[must_use]
    pub fn forced_backward(&self, cell: usize) -> bool {
        let first = self.first_in[cell];
        let one_in = first != END && self.next_in[usize::from(first)] == END;
        cell != 0 && self.to_goal[cell] != UNREACHABLE && one_in
    }
}

impl Candidate for EvaluatedMaze {
    /// A cell and its new value.
    type Change = (usize, u8);

    fn score(&self) -> i64 {
        self.quality.rank()
    }

    fn propose(&self, generator: &mut Generator) -> (usize, u8) {
        let cell = generator.random_range(0..self.values.len() - 1);
        (cell, generator.random_range(self.range.clone()))
    }

    fn try_change(&mut self, &(cell, value): &(usize, u8), threshold: i64) -> Option<i64> {
        let before = (self.values[cell], self.quality);
        self.values[cell] = value;
        if self.evaluate(threshold) {
            return Some(self.quality.rank());
        }
        // The distances now belong to the rejected maze, but the next evaluation replaces them.
        (self.values[cell], self.quality) = before;
        None
    }
}
