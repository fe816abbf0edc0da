//! Slow, direct rules for grids: a table of free cells.

use heureka_core::{Claim, Cost, Problem};
use heureka_kit::board::{Cell, Direction};

/// A grid by its direct rules.
#[derive(Debug)]
pub struct GridReference {
    /// By row and column, with the wall around the map.
    pub(super) free: Vec<Vec<bool>>,
    pub(super) start: Cell,
    pub(super) goal: Cell,
    pub(super) heuristic: usize,
}

impl Problem for GridReference {
    type State = Cell;
    type Key = u32;
    type Action = Direction;

    fn start(&self) -> Cell {
        self.start
    }

    fn is_goal(&self, state: &Cell) -> bool {
        *state == self.goal
    }

    fn successors(&self, &Cell { row, col }: &Cell, visit: &mut impl FnMut(Direction, Cost, Cell)) {
        for (direction, row, col) in [
            (Direction::Up, row - 1, col),
            (Direction::Down, row + 1, col),
            (Direction::Left, row, col - 1),
            (Direction::Right, row, col + 1),
        ] {
            if self.free[usize::from(row)][usize::from(col)] {
                visit(direction, 1, Cell { row, col });
            }
        }
    }

    fn pack(&self, state: &Cell) -> u32 {
        u32::from(state.row) * 65_536 + u32::from(state.col)
    }

    fn unpack(&self, key: &u32) -> Cell {
        let (last_row, last_col) = (self.free.len() as u32 - 2, self.free[0].len() as u32 - 2);
        let (row, col) = (key / 65_536, key % 65_536);
        Cell::new(row.max(1).min(last_row) as u16, col.max(1).min(last_col) as u16)
    }

    fn h(&self, state: &Cell) -> Cost {
        let rows = (i32::from(state.row) - i32::from(self.goal.row)).unsigned_abs();
        let cols = (i32::from(state.col) - i32::from(self.goal.col)).unsigned_abs();
        [rows + cols, std::cmp::max(rows, cols), 0][self.heuristic]
    }

    fn claim(&self) -> Claim {
        Claim::Consistent
    }
}
