//! Slow, direct rules for grids: tries the four cells around the current one.

use super::Grid;
use heureka_core::{Cost, Problem};
use heureka_kit::board::{Cell, Direction};

/// A grid by its direct rules.
#[derive(Debug)]
pub struct GridReference(pub(super) Grid);

impl Problem for GridReference {
    type State = Cell;
    type Key = u32;
    type Action = Direction;

    fn start(&self) -> Cell {
        self.0.map.start
    }

    fn is_goal(&self, state: &Cell) -> bool {
        *state == self.0.map.goal
    }

    fn successors(&self, &Cell { row, col }: &Cell, visit: &mut impl FnMut(Direction, Cost, Cell)) {
        for (direction, row, col) in [
            (Direction::Up, row.wrapping_sub(1), col),
            (Direction::Down, row + 1, col),
            (Direction::Left, row, col.wrapping_sub(1)),
            (Direction::Right, row, col + 1),
        ] {
            let next = Cell { row, col };
            if self.0.map.is_free(next) {
                visit(direction, 1, next);
            }
        }
    }

    fn pack(&self, state: &Cell) -> u32 {
        u32::from(state.row) * 65_536 + u32::from(state.col)
    }

    /// Maps the key of a wall to the start.
    fn unpack(&self, key: &u32) -> Cell {
        let cell = Cell::new((key / 65_536) as u16, (key % 65_536) as u16);
        if self.0.map.is_free(cell) { cell } else { self.start() }
    }

    fn h(&self, state: &Cell) -> Cost {
        let rows = (i32::from(state.row) - i32::from(self.0.map.goal.row)).unsigned_abs();
        let cols = (i32::from(state.col) - i32::from(self.0.map.goal.col)).unsigned_abs();
        [rows + cols, std::cmp::max(rows, cols), 0][self.0.heuristic]
    }
}
