//! Slow, direct rules for grids: tries the cells around the current one.

use super::{Map, Moves, Step};
use heureka_core::{Cost, Problem};
use heureka_kit::board::Cell;

/// A grid by its direct rules.
#[derive(Debug)]
pub struct GridReference {
    pub(super) map: Map,
    pub(super) moves: Moves,
    /// The index in `INFO.heuristics`.
    pub(super) heuristic: usize,
}

impl GridReference {
    /// Returns the cell so many rows below and columns to the right of another, if it is free.
    fn free_neighbor(&self, from: Cell, (rows, cols): (i32, i32)) -> Option<Cell> {
        let row = u16::try_from(i32::from(from.row) + rows).ok()?;
        let col = u16::try_from(i32::from(from.col) + cols).ok()?;
        Some(Cell { row, col }).filter(|&cell| self.map.is_free(cell))
    }
}

impl Problem for GridReference {
    type State = Cell;
    type Key = u32;
    type Action = Step;

    fn start(&self) -> Cell {
        self.map.start
    }

    fn is_goal(&self, state: &Cell) -> bool {
        *state == self.map.goal
    }

    /// A diagonal move passes between two other cells, and neither may be a wall. Straight moves cost 1, or
    /// 13,860 if there are diagonal ones, which then cost 19,601.
    fn successors(&self, &state: &Cell, visit: &mut impl FnMut(Step, Cost, Cell)) {
        let has_diagonals = self.moves == Moves::Eight;
        for (step, rows, cols) in [
            (Step::Up, -1, 0),
            (Step::Down, 1, 0),
            (Step::Left, 0, -1),
            (Step::Right, 0, 1),
            (Step::UpLeft, -1, -1),
            (Step::UpRight, -1, 1),
            (Step::DownLeft, 1, -1),
            (Step::DownRight, 1, 1),
        ] {
            let is_diagonal = rows != 0 && cols != 0;
            let Some(next) = self.free_neighbor(state, (rows, cols)) else { continue };
            if !is_diagonal {
                visit(step, if has_diagonals { 13_860 } else { 1 }, next);
            } else if has_diagonals
                && self.free_neighbor(state, (rows, 0)).is_some()
                && self.free_neighbor(state, (0, cols)).is_some()
            {
                visit(step, 19_601, next);
            }
        }
    }

    fn pack(&self, state: &Cell) -> u32 {
        u32::from(state.row) * 65_536 + u32::from(state.col)
    }

    /// Maps the key of a wall to the start.
    fn unpack(&self, key: &u32) -> Cell {
        let cell = Cell::new((key / 65_536) as u16, (key % 65_536) as u16);
        if self.map.is_free(cell) { cell } else { self.start() }
    }

    fn h(&self, state: &Cell) -> Cost {
        let rows = (i64::from(state.row) - i64::from(self.map.goal.row)).unsigned_abs();
        let cols = (i64::from(state.col) - i64::from(self.map.goal.col)).unsigned_abs();
        let diagonals = std::cmp::min(rows, cols);
        let has_diagonals = self.moves == Moves::Eight;
        // The cost of a move over one cell, and the cost without walls in units of 1 / 13,860 moves.
        let unit = if has_diagonals { 13_860 } else { 1 };
        let octile = 19_601 * diagonals + 13_860 * (rows + cols - 2 * diagonals);
        let value = match super::INFO.heuristics[self.heuristic].name {
            "manhattan" if has_diagonals => 19_601 * (rows + cols) / 2,
            "manhattan" => rows + cols,
            "longer-side" => unit * std::cmp::max(rows, cols),
            "octile" => octile * unit / 13_860,
            "euclidean" => {
                // The largest number whose square is not larger, bit by bit.
                let square = (rows * rows + cols * cols) * unit * unit;
                (0..32).rev().map(|bit| 1 << bit).fold(0_u64, |root, bit| {
                    if (root + bit) * (root + bit) <= square { root + bit } else { root }
                })
            }
            _ => 0,
        };
        value as Cost
    }
}
