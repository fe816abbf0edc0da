//! The number maze by the book: rows of numbers, walked through one breadth-first search at a time.

use heureka_core::{Claim, Cost, Problem};
use std::collections::VecDeque;

/// A row and a column, counted from 0.
pub type Place = (usize, usize);

/// The estimate, as the reference knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberMazeEstimate {
    /// Nothing.
    Zero,
    /// The rows to the goal over the largest number, rounded up, and the same for the columns.
    Jumps,
    /// The moves to the goal.
    Exact,
}

/// What the statement scores a puzzle by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NumberMazeScore {
    /// The moves of a shortest solution, or 0.
    pub length: u32,
    /// Whether there is exactly one shortest solution.
    pub unique: bool,
    /// Dead ends: cells that can be reached, but do not reach the goal.
    pub black_holes: u32,
    /// Cells that reach the goal, but cannot be reached.
    pub white_holes: u32,
    /// Cells that can be reached with a single action that leaves them.
    pub forced_forward: u32,
    /// Cells that reach the goal with a single action that leads to them.
    pub forced_backward: u32,
    /// The score; 0 without a solution.
    pub score: i64,
}

/// A number maze, slow and obvious.
#[derive(Debug)]
pub struct NumberMazeReference {
    rows: Vec<Vec<u32>>,
    estimate: NumberMazeEstimate,
}

impl NumberMazeReference {
    /// The puzzle with these numbers; that of the goal, the last one, does not matter.
    #[must_use]
    pub fn new(rows: Vec<Vec<u32>>, estimate: NumberMazeEstimate) -> Self {
        Self { rows, estimate }
    }

    fn goal(&self) -> Place {
        (self.rows.len() - 1, self.rows[0].len() - 1)
    }

    /// Every action that leaves a cell, with the cell it leads to. None leaves the goal.
    fn actions(&self, (row, col): Place) -> Vec<(char, Place)> {
        if (row, col) == self.goal() {
            return vec![];
        }
        // A number too large to be a distance leads out of any grid.
        let by = isize::try_from(self.rows[row][col]).unwrap_or(isize::MAX);
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

    /// The fewest moves from `from` to each cell along `edges`, and how many ways there are of so
    /// many moves, as far as 2 are told from 1.
    fn distances(&self, from: Place, edges: &[Vec<Vec<Place>>]) -> Vec<Vec<Option<(u32, u32)>>> {
        let mut known = vec![vec![None; self.rows[0].len()]; self.rows.len()];
        known[from.0][from.1] = Some((0, 1));
        let mut waiting = VecDeque::from([from]);
        while let Some((row, col)) = waiting.pop_front() {
            let Some((moves, ways)) = known[row][col] else { continue };
            for &(r, c) in &edges[row][col] {
                match &mut known[r][c] {
                    None => {
                        known[r][c] = Some((moves + 1, ways));
                        waiting.push_back((r, c));
                    }
                    Some((as_many, other)) if *as_many == moves + 1 => {
                        *other = (*other + ways).min(2);
                    }
                    Some(_) => {}
                }
            }
        }
        known
    }

    /// Scores the puzzle.
    #[must_use]
    pub fn score(&self) -> NumberMazeScore {
        let mut out = vec![vec![vec![]; self.rows[0].len()]; self.rows.len()];
        let mut into = out.clone();
        for (row, col) in self.places() {
            for (_, (r, c)) in self.actions((row, col)) {
                out[row][col].push((r, c));
                into[r][c].push((row, col));
            }
        }
        let goal = self.goal();
        let from_start = self.distances((0, 0), &out);
        let to_goal = self.distances(goal, &into);
        let mut score = NumberMazeScore::default();
        if let Some((length, ways)) = from_start[goal.0][goal.1] {
            score.length = length;
            score.unique = ways == 1;
        }
        for (row, col) in self.places() {
            let reachable = from_start[row][col].is_some();
            let reaching = to_goal[row][col].is_some();
            score.black_holes += u32::from(reachable && !reaching);
            score.white_holes += u32::from(reaching && !reachable);
            let forced = (row, col) != goal && out[row][col].len() == 1;
            score.forced_forward += u32::from(reachable && forced);
            let forced = (row, col) != (0, 0) && into[row][col].len() == 1;
            score.forced_backward += u32::from(reaching && forced);
        }
        if score.length > 0 {
            let cells = self.rows.len() * self.rows[0].len();
            let bonus = if score.unique { i64::from(cells as u32) } else { 0 };
            let holes = score.black_holes + score.white_holes;
            let forced = score.forced_forward + score.forced_backward;
            score.score = 5 * i64::from(score.length) + bonus - 2 * i64::from(holes + forced);
        }
        score
    }
}

impl Problem for NumberMazeReference {
    type State = Place;
    type Key = u32;
    type Action = char;

    fn start(&self) -> Place {
        (0, 0)
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
        // A key from a file may be none of ours; whatever comes of it does not pack to it again.
        let cell = *key as usize % (self.rows.len() * self.rows[0].len());
        (cell / self.rows[0].len(), cell % self.rows[0].len())
    }

    fn h(&self, &(row, col): &Place) -> Cost {
        let goal = self.goal();
        match self.estimate {
            NumberMazeEstimate::Zero => 0,
            NumberMazeEstimate::Jumps => {
                let others = self.places().filter(|&place| place != goal);
                let largest = others.map(|(r, c)| self.rows[r][c]).max().unwrap_or(1);
                (goal.0 as u32 - row as u32).div_ceil(largest)
                    + (goal.1 as u32 - col as u32).div_ceil(largest)
            }
            NumberMazeEstimate::Exact => {
                let mut into = vec![vec![vec![]; self.rows[0].len()]; self.rows.len()];
                for place in self.places() {
                    for (_, (r, c)) in self.actions(place) {
                        into[r][c].push(place);
                    }
                }
                self.distances(goal, &into)[row][col].map_or(heureka_core::DEAD_END, |(h, _)| h)
            }
        }
    }

    fn claim(&self) -> Claim {
        Claim::Consistent
    }
}
