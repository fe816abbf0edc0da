//! Regions: which cells can be reached from which, found row by row from runs of free cells.
//!
//! A run belongs to the region of every run that it touches in the row above, so an empty grid takes
//! as many steps as it has rows (Rosenfeld and Pfaltz 1966, with runs for cells).

use super::map::{Cell, Map};

/// A run of free cells: its row and columns from 0, its end not among them.
struct Run {
    row: usize,
    begin: usize,
    end: usize,
}

/// The regions of a map.
pub struct Regions {
    /// In the order of rows, and in each from left to right.
    runs: Vec<Run>,
    /// For every run another one of its region, or itself.
    link: Vec<u32>,
    /// How many cells each region has, kept where its links end.
    cells: Vec<usize>,
}

impl Regions {
    /// Finds the regions of a map.
    #[must_use]
    pub fn of(map: &Map) -> Self {
        let mut regions = Self { runs: vec![], link: vec![], cells: vec![] };
        let mut above = 0..0;
        for row in 0..map.rows() {
            let first = regions.runs.len();
            let mut upper = above.start;
            for (begin, end) in map.runs(row) {
                let run = regions.runs.len();
                regions.runs.push(Run { row, begin, end });
                regions.link.push(run as u32);
                regions.cells.push(end - begin);
                while upper < above.end && regions.runs[upper].end <= begin {
                    upper += 1;
                }
                let mut touched = upper;
                while touched < above.end && regions.runs[touched].begin < end {
                    regions.join(run, touched);
                    touched += 1;
                }
            }
            above = first..regions.runs.len();
        }
        regions
    }

    /// Where the links of a run end; the way there is halved.
    fn root(&mut self, run: usize) -> usize {
        let mut at = run as u32;
        while self.link[at as usize] != at {
            let next = self.link[self.link[at as usize] as usize];
            self.link[at as usize] = next;
            at = next;
        }
        at as usize
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            let (large, small) = if self.cells[a] < self.cells[b] { (b, a) } else { (a, b) };
            self.link[small] = large as u32;
            self.cells[large] += std::mem::take(&mut self.cells[small]);
        }
    }

    fn run_at(&self, cell: Cell) -> Option<usize> {
        let (row, col) = cell.place();
        let after = self.runs.partition_point(|run| (run.row, run.begin) <= (row, col));
        let run = after.checked_sub(1)?;
        (self.runs[run].row == row && col < self.runs[run].end).then_some(run)
    }

    /// How many cells can be reached from a cell, itself among them, and whether another is.
    #[must_use]
    pub fn reach(&mut self, from: Cell, other: Cell) -> (usize, bool) {
        let (Some(from), Some(other)) = (self.run_at(from), self.run_at(other)) else {
            return (0, false);
        };
        let (from, other) = (self.root(from), self.root(other));
        (self.cells[from], from == other)
    }

    /// The cells of the largest region that are nearest to the bottom left corner and to the top right
    /// one; nothing if no region has two cells.
    #[must_use]
    pub fn ends_of_largest(mut self) -> Option<(Cell, Cell)> {
        let largest =
            (0..self.runs.len()).max_by_key(|&run| (self.cells[run], usize::MAX - run))?;
        if self.cells[largest] < 2 {
            return None;
        }
        // How far up and to the right a cell is, counted so that it is never below 0.
        let rows = self.runs.last()?.row;
        let way = |row: usize, col: usize| col + rows - row;
        let (mut start, mut goal) = (None, None);
        for run in 0..self.runs.len() {
            if self.root(run) != largest {
                continue;
            }
            let Run { row, begin, end } = self.runs[run];
            if start.is_none_or(|(least, _)| way(row, begin) < least) {
                start = Some((way(row, begin), Cell::at(row, begin)));
            }
            if goal.is_none_or(|(most, _)| way(row, end - 1) > most) {
                goal = Some((way(row, end - 1), Cell::at(row, end - 1)));
            }
        }
        Some((start?.1, goal?.1)).filter(|(start, goal)| start != goal)
    }
}
