//! Connected regions of free cells, found by runs of free cells, so an empty grid takes one step per
//! row.

use super::Map;
use heureka_kit::board::Cell;
use std::cmp::Reverse;

/// A run of free cells: the row, the first column and the column after the last.
type Run = (u16, u16, u16);

/// The runs of a region in row-major order.
pub struct Region(Vec<Run>);

/// Returns the regions of a map, in the order of their first cells.
pub fn regions(map: &Map) -> Vec<Region> {
    let (mut runs, mut row_starts): (Vec<Run>, _) = (vec![], vec![0]);
    for row in 0..map.size().rows {
        runs.extend(map.runs(row).map(|(begin, end)| (row as u16, begin as u16, end as u16)));
        row_starts.push(runs.len());
    }
    // Each run points to an earlier run of its region, the first one to itself.
    let mut earlier: Vec<usize> = (0..runs.len()).collect();
    for bounds in row_starts.windows(3) {
        let (mut above, mut below) = (bounds[0], bounds[1]);
        while above < bounds[1] && below < bounds[2] {
            let ((_, begin, end), (_, begin_below, end_below)) = (runs[above], runs[below]);
            if begin < end_below && begin_below < end {
                let firsts = [first(&mut earlier, above), first(&mut earlier, below)];
                earlier[firsts[0].max(firsts[1])] = firsts[0].min(firsts[1]);
            }
            if end < end_below {
                above += 1;
            } else {
                below += 1;
            }
        }
    }
    let (mut regions, mut numbers) = (vec![], vec![0; runs.len()]);
    for (index, &run) in runs.iter().enumerate() {
        let first = first(&mut earlier, index);
        if first == index {
            numbers[index] = regions.len();
            regions.push(Region(vec![]));
        }
        regions[numbers[first]].0.push(run);
    }
    regions
}

/// Returns the first run of a region, and shortens the path to it.
fn first(earlier: &mut [usize], mut run: usize) -> usize {
    while earlier[run] != run {
        earlier[run] = earlier[earlier[run]];
        run = earlier[run];
    }
    run
}

impl Region {
    /// Returns the number of cells.
    pub fn cells(&self) -> usize {
        self.0.iter().map(|&(_, begin, end)| usize::from(end - begin)).sum()
    }

    /// Returns whether the region contains a cell.
    pub fn contains(&self, cell: Cell) -> bool {
        self.0.iter().any(|run| run.0 == cell.row && (run.1..run.2).contains(&cell.col))
    }

    /// Returns the cells that are closest to the bottom left and to the top right corner.
    pub fn ends(&self) -> Option<(Cell, Cell)> {
        let height = |&(row, col): &(u16, u16)| u32::from(col) + u32::from(u16::MAX - row);
        let start = self.0.iter().map(|run| (run.0, run.1)).min_by_key(height)?;
        let ends = self.0.iter().map(|run| (run.0, run.2 - 1));
        let goal = ends.min_by_key(|cell| Reverse(height(cell)))?;
        let cell = |(row, col)| Cell::new(row, col);
        Some((cell(start), cell(goal)))
    }
}
