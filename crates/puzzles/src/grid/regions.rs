//! Connected regions of free cells, found by runs of free cells, so an empty grid takes one step per
//! row.

use super::map::{Map, cell_at, place};
use heureka_kit::board::Cell;
use std::cmp::Reverse;
use std::mem::replace;

/// The runs of a region in row-major order: the row, the first column and the column after the last,
/// all counted from 0.
pub struct Region(Vec<(usize, usize, usize)>);

/// Returns the regions of a map.
pub fn regions(map: &Map) -> Vec<Region> {
    let row_runs = |row| map.runs(row).map(|(begin, end)| (row, begin, end)).collect();
    let rows: Vec<Vec<_>> = (0..map.size().rows).map(row_runs).collect();
    let mut seen: Vec<_> = rows.iter().map(|runs| vec![false; runs.len()]).collect();
    let mut regions = vec![];
    for (row, index) in (0..rows.len()).flat_map(|row| (0..rows[row].len()).map(move |i| (row, i)))
    {
        if replace(&mut seen[row][index], true) {
            continue;
        }
        let mut region = vec![rows[row][index]];
        let mut expanded = 0;
        while let Some(&(row, begin, end)) = region.get(expanded) {
            expanded += 1;
            for near in [row.wrapping_sub(1), row + 1] {
                let runs = rows.get(near).map_or(&[][..], Vec::as_slice);
                let touching = runs.partition_point(|run| run.2 <= begin)
                    ..runs.partition_point(|run| run.1 < end);
                let new = touching.filter(|&index| !replace(&mut seen[near][index], true));
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
        let (row, col) = place(cell);
        self.0.iter().any(|run| run.0 == row && (run.1..run.2).contains(&col))
    }

    /// Returns the cells that are closest to the bottom left and to the top right corner.
    pub fn ends(&self) -> Option<(Cell, Cell)> {
        let height = |&(row, col): &(usize, usize)| col + usize::from(u16::MAX) - row;
        let start = self.0.iter().map(|run| (run.0, run.1)).min_by_key(height)?;
        let ends = self.0.iter().map(|run| (run.0, run.2 - 1));
        let goal = ends.min_by_key(|cell| Reverse(height(cell)))?;
        Some((cell_at(start.0, start.1), cell_at(goal.0, goal.1)))
    }
}
