//! Jump point search: straight and diagonal lines of moves that end where a shortest path may turn.
//!
//! D. Harabor and A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", 2011, here without
//! cutting corners. Of all shortest paths, those count that move diagonally as early as possible. Along a
//! straight line, such a path turns only beside the end of a wall: at a cell whose neighbor at the side is
//! free, while the one before that neighbor is a wall. Along a diagonal, it turns only where a straight line
//! leads to such a cell, or to the goal. So the other cells need not be nodes.
//!
//! Lines are scanned many cells at a time, by the bits of words: D. Harabor and A. Grastien, "Improving Jump
//! Point Search", 2014.
//!
//! The direction in which a jump point was reached excludes most of the others, so it belongs to the state.

use super::{DIAGONAL, Grid, INFO, Map, Moves, STRAIGHT, Step, pack, unpack};
use heureka_core::abilities::Jumping;
use heureka_core::limits::Gauge;
use heureka_core::{Claim, Cost, Limits, Problem, Stats, Stop};
use heureka_kit::board::{Cell, Size};
use std::ops::ControlFlow;

/// A grid with eight moves whose moves are jumps.
#[derive(Debug)]
pub struct JumpPoints<'g> {
    map: &'g Map,
    /// The index in `INFO.heuristics`.
    heuristic: usize,
    rows: Lines,
    cols: Lines,
}

/// Declared only for eight moves.
impl<const N: usize> Jumping for Grid<N> {
    type Jumps<'g> = JumpPoints<'g>;

    fn jumps(&self, limits: &mut Limits<'_>) -> Result<JumpPoints<'_>, Stop> {
        let Size { rows, cols } = self.map.size();
        let is_wall = |row: usize, col: usize| !self.map.is_free(Cell::new(row as u16, col as u16));
        let bytes = Lines::bytes(rows, cols) + Lines::bytes(cols, rows);
        let jumps = {
            let mut limits = limits.building(bytes)?;
            JumpPoints {
                map: &self.map,
                heuristic: self.heuristic,
                rows: Lines::new(rows, cols, is_wall, &mut limits)?,
                cols: Lines::new(cols, rows, |col, row| is_wall(row, col), &mut limits)?,
            }
        };
        match limits.hold(bytes) {
            ControlFlow::Continue(()) => Ok(jumps),
            ControlFlow::Break(stop) => Err(stop),
        }
    }
}

/// The walls of all rows, or of all columns, as bits. Walls surround them.
#[derive(Debug)]
struct Lines {
    words: Vec<u64>,
    /// The number of words of a line.
    stride: usize,
}

/// The bit of the first position: a word of walls comes before it.
const FIRST: usize = 64;

impl Lines {
    /// Returns the number of words of a line.
    fn stride(length: usize) -> usize {
        // Two words of walls follow, since words are read at any bit.
        1 + length.div_ceil(64) + 2
    }

    fn bytes(lines: usize, length: usize) -> u64 {
        ((lines + 2) * Self::stride(length) * size_of::<u64>()) as u64
    }

    fn new(
        lines: usize,
        length: usize,
        is_wall: impl Fn(usize, usize) -> bool,
        limits: &mut Limits<'_>,
    ) -> Result<Self, Stop> {
        let stride = Self::stride(length);
        let mut words = vec![u64::MAX; (lines + 2) * stride];
        let (mut stats, gauge) = (Stats::default(), Gauge::holding(Self::bytes(lines, length)));
        for line in 0..lines {
            if let ControlFlow::Break(stop) = limits.poll(&stats, || gauge) {
                return Err(stop);
            }
            stats.expanded += length as u64;
            for at in (0..length).filter(|&at| !is_wall(line, at)) {
                words[(line + 1) * stride + (FIRST + at) / 64] &= !(1 << (at % 64));
            }
        }
        Ok(Self { words, stride })
    }

    /// Returns the 64 walls of a line from a bit on; lines count from 1.
    #[inline(always)]
    fn walls(&self, line: usize, bit: usize) -> u64 {
        let (word, shift) = (line * self.stride + bit / 64, bit % 64);
        // Shifted in two steps: by 64 in total if the shift is 0.
        self.words[word] >> shift | self.words[word + 1] << 1 << (63 - shift)
    }

    /// Returns the first position after `from` on a line where a path may turn, or the goal.
    #[inline(always)]
    fn forward(&self, line: usize, from: usize, goal: Option<usize>) -> Option<usize> {
        let line = line + 1;
        let mut bit = FIRST + from + 1;
        loop {
            let here = self.walls(line, bit);
            let ends = |side| self.walls(side, bit - 1) & !self.walls(side, bit);
            let stops = here | ends(line - 1) | ends(line + 1);
            let stop = bit + stops.trailing_zeros() as usize;
            // The goal is before the first wall, or not reached.
            if let Some(goal) = goal.filter(|goal| (bit..=stop).contains(&(FIRST + goal))) {
                return Some(goal);
            }
            if stops != 0 {
                let is_wall = here >> stops.trailing_zeros() & 1 == 1;
                return (!is_wall).then(|| stop - FIRST);
            }
            bit += 64;
        }
    }

    /// Returns the first position before `from`, likewise.
    #[inline(always)]
    fn backward(&self, line: usize, from: usize, goal: Option<usize>) -> Option<usize> {
        let line = line + 1;
        // The last of 64 bits.
        let mut bit = FIRST + from - 1;
        loop {
            let first = bit - 63;
            let here = self.walls(line, first);
            let ends = |side| self.walls(side, first + 1) & !self.walls(side, first);
            let stops = here | ends(line - 1) | ends(line + 1);
            let stop = bit - (stops.leading_zeros() as usize).min(63);
            if let Some(goal) = goal.filter(|goal| (stop..=bit).contains(&(FIRST + goal))) {
                return Some(goal);
            }
            if stops != 0 {
                let is_wall = here << stops.leading_zeros() >> 63 == 1;
                return (!is_wall).then(|| stop - FIRST);
            }
            bit -= 64;
        }
    }
}

impl JumpPoints<'_> {
    /// Returns the end of the straight line of moves from a cell, if it leads anywhere.
    #[inline(always)]
    fn straight(&self, Cell { row, col }: Cell, step: Step) -> Option<Cell> {
        let goal = self.map.goal;
        let goal_col = (goal.row == row).then_some(goal.col.into());
        let goal_row = (goal.col == col).then_some(goal.row.into());
        let (line, at) = (usize::from(row), usize::from(col));
        let in_row = |at: usize| Cell::new(row, at as u16);
        let in_col = |at: usize| Cell::new(at as u16, col);
        match step {
            Step::Right => self.rows.forward(line, at, goal_col).map(in_row),
            Step::Left => self.rows.backward(line, at, goal_col).map(in_row),
            Step::Down => self.cols.forward(at, line, goal_row).map(in_col),
            _ => self.cols.backward(at, line, goal_row).map(in_col),
        }
    }

    /// Returns the end of the diagonal line of moves from a cell, if it leads anywhere, and their number.
    fn diagonal(&self, from: Cell, step: Step) -> Option<(Cell, u32)> {
        let (vertical, horizontal) = match step {
            Step::UpLeft => (Step::Up, Step::Left),
            Step::UpRight => (Step::Up, Step::Right),
            Step::DownLeft => (Step::Down, Step::Left),
            _ => (Step::Down, Step::Right),
        };
        let mut cell = from;
        for moves in 1.. {
            let next = step.from(cell);
            let beside = [vertical.from(cell), horizontal.from(cell), next];
            if !beside.into_iter().all(|cell| self.map.is_free(cell)) {
                return None;
            }
            cell = next;
            let turns = |step| self.straight(cell, step).is_some();
            if cell == self.map.goal || turns(horizontal) || turns(vertical) {
                return Some((cell, moves));
            }
        }
        None
    }
}

/// A jump point, and the direction in which it was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JumpPoint {
    cell: Cell,
    /// `None` at the start.
    reached: Option<Step>,
}

impl JumpPoint {
    /// Returns the directions in which a path may go on, as bits by their order.
    #[inline(always)]
    fn directions(self, map: &Map) -> u8 {
        let Some(step) = self.reached else { return u8::MAX };
        let parts = step.beside();
        if parts != 0 {
            return parts | 1 << step as u8;
        }
        let previous = step.opposite().from(self.cell);
        // The directions to each side, and the diagonal ones between them and this one.
        let sides = match step {
            Step::Up => [(Step::Left, Step::UpLeft), (Step::Right, Step::UpRight)],
            Step::Down => [(Step::Left, Step::DownLeft), (Step::Right, Step::DownRight)],
            Step::Left => [(Step::Up, Step::UpLeft), (Step::Down, Step::DownLeft)],
            _ => [(Step::Up, Step::UpRight), (Step::Down, Step::DownRight)],
        };
        sides.into_iter().fold(1 << step as u8, |all, (side, between)| {
            let was_wall = !map.is_free(side.from(previous));
            all | u8::from(was_wall) << side as u8 | u8::from(was_wall) << between as u8
        })
    }
}

impl Problem for JumpPoints<'_> {
    type State = JumpPoint;
    type Key = u64;
    type Action = Step;

    fn start(&self) -> JumpPoint {
        JumpPoint { cell: self.map.start, reached: None }
    }

    #[inline]
    fn is_goal(&self, state: &JumpPoint) -> bool {
        state.cell == self.map.goal
    }

    /// In the order of single moves.
    fn successors(&self, state: &JumpPoint, visit: &mut impl FnMut(Step, Cost, JumpPoint)) {
        let (cell, directions) = (state.cell, state.directions(self.map));
        for step in Step::ALL.into_iter().filter(|&step| directions >> step as u8 & 1 == 1) {
            let jump = if step.beside() == 0 {
                self.straight(cell, step).map(|end| (end, STRAIGHT * end.manhattan(cell)))
            } else {
                self.diagonal(cell, step).map(|(end, moves)| (end, DIAGONAL * moves))
            };
            if let Some((cell, cost)) = jump {
                visit(step, cost, JumpPoint { cell, reached: Some(step) });
            }
        }
    }

    #[inline]
    fn pack(&self, state: &JumpPoint) -> u64 {
        let reached = state.reached.map_or(0, |step| 1 + step as u64);
        u64::from(pack(state.cell)) | reached << 32
    }

    #[inline]
    fn unpack(&self, key: &u64) -> JumpPoint {
        let reached = (key >> 32) as usize;
        let reached = reached.checked_sub(1).map(|index| Step::ALL[index]);
        JumpPoint { cell: unpack(*key as u32), reached }
    }

    #[inline]
    fn h(&self, state: &JumpPoint) -> Cost {
        Moves::Eight.h(self.heuristic, state.cell, self.map.goal)
    }

    /// A heuristic that is consistent along single moves is consistent along their sums.
    fn claim(&self) -> Claim {
        INFO.heuristics[self.heuristic].claim
    }
}
