//! The way through a grid by the book: a table of free cells, and rows and columns counted from 0.

use heureka_core::{Claim, Cost, Problem};
use heureka_kit::board::Direction;

/// The heuristic, in the order in which the puzzle lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridEstimate {
    /// Rows and columns to go.
    Manhattan,
    /// The more of both.
    LongerSide,
    /// Nothing.
    Zero,
}

impl GridEstimate {
    /// All of them, in their order.
    pub const ALL: [Self; 3] = [Self::Manhattan, Self::LongerSide, Self::Zero];
}

/// A row and a column.
type Place = (usize, usize);

/// A grid, slow and obvious.
#[derive(Debug)]
pub struct GridReference {
    free: Vec<Vec<bool>>,
    start: Place,
    goal: Place,
    estimate: GridEstimate,
}

impl GridReference {
    /// The grid with these free cells.
    #[must_use]
    pub fn new(free: Vec<Vec<bool>>, start: Place, goal: Place, estimate: GridEstimate) -> Self {
        Self { free, start, goal, estimate }
    }
}

impl Problem for GridReference {
    type State = Place;
    type Key = u32;
    type Action = Direction;

    fn start(&self) -> Place {
        self.start
    }

    fn is_goal(&self, state: &Place) -> bool {
        *state == self.goal
    }

    fn successors(&self, &(row, col): &Place, visit: &mut impl FnMut(Direction, Cost, Place)) {
        let ways = [
            (Direction::Up, row.checked_sub(1), Some(col)),
            (Direction::Down, Some(row + 1), Some(col)),
            (Direction::Left, Some(row), col.checked_sub(1)),
            (Direction::Right, Some(row), Some(col + 1)),
        ];
        for (step, row, col) in ways {
            let (Some(row), Some(col)) = (row, col) else { continue };
            if self.free.get(row).and_then(|cells| cells.get(col)) == Some(&true) {
                visit(step, 1, (row, col));
            }
        }
    }

    /// The column from 1 in the lower half, the row from 1 in the upper.
    fn pack(&self, &(row, col): &Place) -> u32 {
        (row as u32 + 1) * 65_536 + (col as u32 + 1)
    }

    fn unpack(&self, key: &u32) -> Place {
        let (row, col) = ((key / 65_536) as usize, (key % 65_536) as usize);
        let (rows, cols) = (self.free.len(), self.free[0].len());
        (row.max(1).min(rows) - 1, col.max(1).min(cols) - 1)
    }

    fn h(&self, state: &Place) -> Cost {
        let apart = usize::abs_diff;
        let rows = apart(state.0, self.goal.0);
        let cols = apart(state.1, self.goal.1);
        let steps = match self.estimate {
            GridEstimate::Manhattan => rows + cols,
            GridEstimate::LongerSide => std::cmp::max(rows, cols),
            GridEstimate::Zero => 0,
        };
        steps as Cost
    }

    fn claim(&self) -> Claim {
        Claim::Consistent
    }
}
