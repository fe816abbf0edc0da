//! Slow reference rules: rows of numbers and one breadth-first search at a time.

use super::{Grid, Quality, info};
use heureka_core::{Cost, Problem};
use std::collections::VecDeque;

/// A row and a column, counted from 0.
pub type Place = (usize, usize);

/// The neighbors of each cell by row and column.
type Edges = Vec<Vec<Vec<Place>>>;

/// A number maze with slow, obvious rules.
#[derive(Debug)]
pub struct NumberMazeReference {
    rows: Vec<Vec<u8>>,
    start: Place,
    /// The index in the puzzle's list of heuristics.
    heuristic: usize,
}

impl NumberMazeReference {
    /// Returns the maze of a grid with the piece on the cell `start`.
    #[must_use]
    pub fn new(grid: &Grid, start: usize, heuristic: usize) -> Self {
        let cols = grid.size().cols;
        let rows = grid.values().chunks(cols).map(<[u8]>::to_vec).collect();
        Self { rows, start: (start / cols, start % cols), heuristic }
    }

    fn goal(&self) -> Place {
        (self.rows.len() - 1, self.rows[0].len() - 1)
    }

    /// Returns the actions from a cell, each with the cell it leads to. The goal has none.
    fn actions(&self, (row, col): Place) -> Vec<(char, Place)> {
        if (row, col) == self.goal() {
            return vec![];
        }
        let by = isize::from(self.rows[row][col]);
        let mut actions = vec![];
        for (name, down, right) in [('L', 0, -by), ('R', 0, by), ('U', -by, 0), ('D', by, 0)] {
            let to = (row.checked_add_signed(down), col.checked_add_signed(right));
            if let (Some(r), Some(c)) = to
                && r <= self.goal().0
                && c <= self.goal().1
            {
                actions.push((name, (r, c)));
            }
        }
        actions
    }

    fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let (last_row, last_col) = self.goal();
        (0..=last_row).flat_map(move |row| (0..=last_col).map(move |col| (row, col)))
    }

    /// Returns the successors and the predecessors of each cell.
    fn edges(&self) -> (Edges, Edges) {
        let mut successors = vec![vec![vec![]; self.rows[0].len()]; self.rows.len()];
        let mut predecessors = successors.clone();
        for (row, col) in self.places() {
            for (_, (r, c)) in self.actions((row, col)) {
                successors[row][col].push((r, c));
                predecessors[r][c].push((row, col));
            }
        }
        (successors, predecessors)
    }

    /// Returns the fewest moves from `from` to each cell along `edges`, and the number of shortest
    /// paths, capped at 2.
    fn distances(&self, from: Place, edges: &Edges) -> Vec<Vec<Option<(u32, u32)>>> {
        let mut known = vec![vec![None; self.rows[0].len()]; self.rows.len()];
        known[from.0][from.1] = Some((0, 1));
        let mut queue = VecDeque::from([from]);
        while let Some((row, col)) = queue.pop_front() {
            let Some((moves, paths)) = known[row][col] else { continue };
            for &(r, c) in &edges[row][col] {
                match &mut known[r][c] {
                    None => {
                        known[r][c] = Some((moves + 1, paths));
                        queue.push_back((r, c));
                    }
                    Some((same, other)) if *same == moves + 1 => {
                        *other = (*other + paths).min(2);
                    }
                    Some(_) => {}
                }
            }
        }
        known
    }

    /// Counts what determines the maze's score.
    #[must_use]
    pub fn quality(&self) -> Quality {
        let (successors, predecessors) = self.edges();
        let goal = self.goal();
        let from_start = self.distances((0, 0), &successors);
        let to_goal = self.distances(goal, &predecessors);
        let cells = self.rows.len() * self.rows[0].len();
        let mut quality = Quality { cells: cells as u32, ..Quality::default() };
        if let Some((length, paths)) = from_start[goal.0][goal.1] {
            quality.length = length;
            quality.unique = paths == 1;
        }
        for (row, col) in self.places() {
            let reachable = from_start[row][col].is_some();
            let reaching = to_goal[row][col].is_some();
            quality.black_holes += u32::from(reachable && !reaching);
            quality.white_holes += u32::from(reaching && !reachable);
            let forced = (row, col) != goal && successors[row][col].len() == 1;
            quality.forced_forward += u32::from(reachable && forced);
            let forced = (row, col) != (0, 0) && predecessors[row][col].len() == 1;
            quality.forced_backward += u32::from(reaching && forced);
        }
        quality
    }
}

impl Problem for NumberMazeReference {
    type State = Place;
    type Key = u32;
    type Action = char;

    fn start(&self) -> Place {
        self.start
    }

    fn is_goal(&self, state: &Place) -> bool {
        *state == self.goal()
    }

    fn successors(&self, state: &Place, visit: &mut impl FnMut(char, Cost, Place)) {
        for (action, next) in self.actions(*state) {
            visit(action, 1, next);
        }
    }

    fn pack(&self, &(row, col): &Place) -> u32 {
        (row * self.rows[0].len() + col) as u32
    }

    fn unpack(&self, key: &u32) -> Place {
        // An invalid key from a file becomes a valid state, which packs to a different key.
        let cell = *key as usize % (self.rows.len() * self.rows[0].len());
        (cell / self.rows[0].len(), cell % self.rows[0].len())
    }

    fn h(&self, &(row, col): &Place) -> Cost {
        let goal = self.goal();
        match self.heuristic {
            info::JUMPS => {
                let others = self.places().filter(|&place| place != goal);
                let largest = others.map(|(r, c)| u32::from(self.rows[r][c])).max().unwrap_or(1);
                (goal.0 as u32 - row as u32).div_ceil(largest)
                    + (goal.1 as u32 - col as u32).div_ceil(largest)
            }
            info::EXACT => {
                let distances = self.distances(goal, &self.edges().1);
                distances[row][col].map_or(heureka_core::DEAD_END, |(moves, _)| moves)
            }
            _ => 0,
        }
    }
}
