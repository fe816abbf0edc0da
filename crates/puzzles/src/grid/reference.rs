//! Slow, direct rules for grids: a table of free cells.

use super::Grid;
use heureka_core::{Cost, Problem};
use heureka_kit::board::{Cell, Direction};

/// A grid by its direct rules.
#[derive(Debug)]
pub struct GridReference {
    pub(super) grid: Grid,
    /// Whether each cell is free, by row and column.
    pub(super) free: Vec<Vec<bool>>,
}

impl Problem for GridReference {
    type State = Cell;
    type Key = u32;
    type Action = Direction;

    fn start(&self) -> Cell {
        self.grid.map.start
    }

    fn is_goal(&self, state: &Cell) -> bool {
        *state == self.grid.map.goal
    }

    fn successors(&self, &Cell { row, col }: &Cell, visit: &mut impl FnMut(Direction, Cost, Cell)) {
        for (direction, row, col) in [
            (Direction::Up, row.wrapping_sub(1), col),
            (Direction::Down, row + 1, col),
            (Direction::Left, row, col.wrapping_sub(1)),
            (Direction::Right, row, col + 1),
        ] {
            let cells = self.free.get(usize::from(row));
            if cells.and_then(|cells| cells.get(usize::from(col))) == Some(&true) {
                visit(direction, 1, Cell { row, col });
            }
        }
    }

    fn pack(&self, state: &Cell) -> u32 {
        u32::from(state.row) * 65_536 + u32::from(state.col)
    }

    fn unpack(&self, key: &u32) -> Cell {
        let (last_row, last_col) = (self.free.len() as u32 - 1, self.free[0].len() as u32 - 1);
        Cell::new((key / 65_536).min(last_row) as u16, (key % 65_536).min(last_col) as u16)
    }

    fn h(&self, state: &Cell) -> Cost {
        let rows = (i32::from(state.row) - i32::from(self.grid.map.goal.row)).unsigned_abs();
        let cols = (i32::from(state.col) - i32::from(self.grid.map.goal.col)).unsigned_abs();
        [rows + cols, std::cmp::max(rows, cols), 0][self.grid.heuristic]
    }
}
