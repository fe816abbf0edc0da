//! Connected regions of free cells, found by runs of free cells, so an empty grid takes one step per
//! row.

use super::Map;
use heureka_kit::board::Cell;
use std::cmp::Reverse;
use std::mem::replace;

/// The runs of a region in row-major order: the row, the first column and the column after the last.
pub struct Region(Vec<(usize, usize, usize)>);

/// Returns the regions of a map.
pub fn regions(map: &Map) -> Vec<Region> {
    let in_row = |row| map.runs(row).map(move |(begin, end)| (row, begin, end));
    let runs: Vec<_> = (0..map.size().rows).flat_map(in_row).collect();
    let mut seen = vec![false; runs.len()];
    let mut regions = vec![];
    for first in 0..runs.len() {
        if replace(&mut seen[first], true) {
            continue;
        }
        let (mut region, mut expanded) = (vec![runs[first]], 0);
        while let Some(&(row, begin, end)) = region.get(expanded) {
            expanded += 1;
            for near in [row.wrapping_sub(1), row + 1] {
                // The runs of that row that share a column with this one.
                let touching = runs.partition_point(|run| (run.0, run.2) <= (near, begin))
                    ..runs.partition_point(|run| (run.0, run.1) < (near, end));
                let new = touching.filter(|&index| !replace(&mut seen[index], true));
                region.extend(new.map(|index| runs[index]));
            }
        }
        region.sort_unstable();
        regions.push(Region(region));
    }
    regions
}

impl Region {
    /// Returns the number of cells.
    pub fn cells(&self) -> usize {
        self.0.iter().map(|(_, begin, end)| end - begin).sum()
    }

    /// Returns whether the region contains a cell.
    pub fn contains(&self, cell: Cell) -> bool {
        let (row, col) = (usize::from(cell.row), usize::from(cell.col));
        self.0.iter().any(|run| run.0 == row && (run.1..run.2).contains(&col))
    }

    /// Returns the cells that are closest to the bottom left and to the top right corner.
    pub fn ends(&self) -> Option<(Cell, Cell)> {
        let height = |&(row, col): &(usize, usize)| col + usize::from(u16::MAX) - row;
        let start = self.0.iter().map(|run| (run.0, run.1)).min_by_key(height)?;
        let ends = self.0.iter().map(|run| (run.0, run.2 - 1));
        let goal = ends.min_by_key(|cell| Reverse(height(cell)))?;
        let cell = |(row, col)| Cell::new(row as u16, col as u16);
        Some((cell(start), cell(goal)))
    }
}
