//! The frame of a puzzle and where each value leads: what all evaluators and optimizers share.

use heureka_kit::board::BitSet;
use std::fmt;

/// The most rows or columns.
pub const LONGEST_SIDE: usize = 64;

/// The size of a puzzle and the values that may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    rows: usize,
    cols: usize,
    low: usize,
    high: usize,
}

/// Why numbers make no frame, and what would.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameError(String);

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FrameError {}

impl Frame {
    /// A frame of `rows` × `cols` cells with values from `low` to `high`.
    ///
    /// # Errors
    /// If a side is not from 2 to 64, the range is empty or begins below 1, or its largest value leads
    /// out of the grid from everywhere.
    pub fn new(rows: usize, cols: usize, low: usize, high: usize) -> Result<Self, FrameError> {
        for (side, name) in [(rows, "rows"), (cols, "columns")] {
            if !(2..=LONGEST_SIDE).contains(&side) {
                return Err(FrameError(format!(
                    "{side} {name}: expected from 2 to {LONGEST_SIDE}"
                )));
            }
        }
        let most = rows.max(cols) - 1;
        if low < 1 {
            return Err(FrameError(format!(
                "a least value of {low}: expected from 1 to {most} on a {rows}x{cols} grid"
            )));
        }
        if high > most {
            return Err(FrameError(format!(
                "a largest value of {high} leads out of a {rows}x{cols} grid from every cell: \
                 expected at most {most}"
            )));
        }
        if low > high {
            return Err(FrameError(format!(
                "values from {low} to {high}: expected the least one first, at most the largest"
            )));
        }
        Ok(Self { rows, cols, low, high })
    }

    /// How many rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The least value.
    #[must_use]
    pub fn low(&self) -> usize {
        self.low
    }

    /// The largest value.
    #[must_use]
    pub fn high(&self) -> usize {
        self.high
    }

    /// How many cells, the goal among them.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.rows * self.cols
    }

    /// What a unique shortest solution is worth: a point for each cell.
    #[must_use]
    pub fn bonus(&self) -> i32 {
        // At most 64 by 64.
        i32::from(self.cells() as u16)
    }

    /// No puzzle of this frame scores more: every cell but the start a move further on the only
    /// shortest way, and no hole or forced move.
    #[must_use]
    pub fn highest_score(&self) -> i64 {
        6 * i64::from(self.bonus()) - 5
    }

    /// Calls `visit` with the cells that a value leads to from a cell: left, right, up, down.
    pub fn targets(&self, cell: usize, value: usize, mut visit: impl FnMut(usize)) {
        let (row, col) = (cell / self.cols, cell % self.cols);
        if col >= value {
            visit(cell - value);
        }
        if col + value < self.cols {
            visit(cell + value);
        }
        if row >= value {
            visit(cell - value * self.cols);
        }
        if row + value < self.rows {
            visit(cell + value * self.cols);
        }
    }
}

/// A value that a cell may have, and where it leads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Jump<M> {
    /// The cells it leads to, as a set.
    pub targets: M,
    /// The same as a list, of which the first `degree` count.
    pub list: [u8; 4],
    /// How many cells it leads to.
    pub degree: u8,
    /// The value.
    pub value: u8,
}

/// The jumps of every cell of a frame of up to 128 cells.
#[derive(Debug)]
pub struct Board<M> {
    frame: Frame,
    /// The jumps of all cells, one cell's after the other's.
    jumps: Vec<Jump<M>>,
    /// Where each cell's jumps begin.
    begins: Vec<u16>,
    /// The cells that have a jump to each cell.
    sources: Vec<M>,
    /// Every cell.
    pub all: M,
    /// The goal alone.
    pub goal: M,
    /// The cells that have a choice of jumps.
    free: Vec<u8>,
}

impl<M: BitSet> Board<M> {
    /// The board of a frame. A value that leads nowhere is as good as any other such, so at most one
    /// is kept for each cell: in any case if `dead_ends`, else only where there is no other.
    ///
    /// # Panics
    /// If there are more cells than a set can hold.
    #[must_use]
    pub fn new(frame: Frame, dead_ends: bool) -> Self {
        assert!(frame.cells() <= M::CAPACITY, "more cells than bits");
        let (cells, goal) = (frame.cells(), frame.cells() - 1);
        let mut board = Self {
            frame,
            jumps: vec![],
            begins: vec![],
            sources: vec![M::EMPTY; cells],
            all: (0..cells).fold(M::EMPTY, |all, cell| all | M::only(cell)),
            goal: M::only(goal),
            free: vec![],
        };
        for cell in 0..cells {
            board.begins.push(board.jumps.len() as u16);
            let begin = board.jumps.len();
            let mut dead = None;
            for value in frame.low..=frame.high {
                let mut jump = Jump { value: value as u8, ..Jump::default() };
                frame.targets(cell, value, |target| {
                    jump.targets |= M::only(target);
                    jump.list[usize::from(jump.degree)] = target as u8;
                    jump.degree += 1;
                });
                if jump.degree == 0 {
                    dead = dead.or(Some(jump));
                } else if cell != goal {
                    board.jumps.push(jump);
                    jump.targets.each(|target| board.sources[target] |= M::only(cell));
                }
            }
            if cell == goal {
                board.jumps.push(Jump::default());
            } else if dead_ends || board.jumps.len() == begin {
                board.jumps.extend(dead);
            }
            if board.jumps.len() - begin > 1 {
                board.free.push(cell as u8);
            }
        }
        board.begins.push(board.jumps.len() as u16);
        board
    }

    /// The frame.
    #[must_use]
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The jumps of a cell.
    #[inline(always)]
    #[must_use]
    pub fn jumps(&self, cell: usize) -> &[Jump<M>] {
        &self.jumps[usize::from(self.begins[cell])..usize::from(self.begins[cell + 1])]
    }

    /// The place of a value among a cell's jumps; that of a dead end for one that leads nowhere.
    #[must_use]
    pub fn choice(&self, cell: usize, value: u8) -> Option<u8> {
        let jumps = self.jumps(cell);
        let same = jumps.iter().position(|jump| jump.value == value);
        let dead = || {
            let mut leads = false;
            self.frame.targets(cell, usize::from(value), |_| leads = true);
            jumps.iter().position(|jump| jump.degree == 0).filter(|_| !leads)
        };
        same.or_else(dead).map(|place| place as u8)
    }

    /// The cells that have a jump to a cell.
    #[inline(always)]
    #[must_use]
    pub fn sources(&self, cell: usize) -> M {
        self.sources[cell]
    }

    /// The cells that have a choice of jumps.
    #[must_use]
    pub fn free(&self) -> &[u8] {
        &self.free
    }
}
