//! Peg solitaire by the book: a matrix of signs, and a jump is looked for from every cell in every
//! direction.

use crate::pegs::Jump;
use heureka_core::{Claim, Cost, DEAD_END, Problem};

/// A position: rows of `X` (no cell), `0` (a hole) and `1` (a peg).
pub type Matrix = Vec<Vec<char>>;

/// The heuristic, as the reference knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PegsEstimate {
    /// Nothing.
    Zero,
    /// Pegs that are too many.
    Pegs,
    /// The same, with dead ends by functions that give each cell, row by row, a value. They are
    /// checked on every jump, and those that are no pagoda functions are not used.
    Pagoda(Vec<Vec<i32>>),
}

/// Peg solitaire, slow and obvious.
#[derive(Debug)]
pub struct PegsReference {
    start: Matrix,
    goal: Matrix,
    /// The ways a peg can jump, as steps of one cell.
    directions: Vec<(isize, isize)>,
    estimate: PegsEstimate,
    /// The cells in the order of their numbers: row by row.
    cells: Vec<(usize, usize)>,
}

/// Reads the lines of a matrix.
fn matrix(text: &str) -> Matrix {
    text.lines().map(|line| line.chars().filter(|c| !c.is_whitespace()).collect()).collect()
}

/// How many pegs there are.
fn pegs(matrix: &Matrix) -> usize {
    matrix.iter().flatten().filter(|&&sign| sign == '1').count()
}

/// What stands at a place that may lie beside the matrix.
fn sign(matrix: &Matrix, row: isize, column: isize) -> char {
    let at = || matrix.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied();
    at().unwrap_or('X')
}

impl PegsReference {
    /// The instance on a board given by its number, with start and goal as matrices.
    #[must_use]
    pub fn new(board: u8, start: &str, goal: &str, estimate: PegsEstimate) -> Self {
        let mut directions = vec![(-1, 0), (0, -1), (0, 1), (1, 0)];
        if board == 6 {
            // The triangle's third direction, as it lies in the matrix.
            directions.extend([(-1, 1), (1, -1)]);
        }
        let start = matrix(start);
        let mut reference = Self {
            cells: cells(&start),
            start,
            goal: matrix(goal),
            directions,
            estimate: PegsEstimate::Zero,
        };
        reference.estimate = match estimate {
            PegsEstimate::Pagoda(functions) => {
                let sound = |values: &Vec<i32>| reference.is_pagoda(values);
                PegsEstimate::Pagoda(functions.into_iter().filter(sound).collect())
            }
            other => other,
        };
        reference
    }

    /// Whether the peg that jumps and the one taken are worth at least what the landed one is worth,
    /// wherever three cells are in a line.
    fn is_pagoda(&self, values: &[i32]) -> bool {
        let cells = &self.cells;
        let value = |row: isize, column: isize| {
            let place = cells
                .iter()
                .position(|&(r, c)| (r.cast_signed(), c.cast_signed()) == (row, column))?;
            values.get(place).copied()
        };
        cells.iter().all(|&(row, column)| {
            let (row, column) = (row.cast_signed(), column.cast_signed());
            self.directions.iter().all(|(down, right)| {
                let from = value(row, column);
                let over = value(row + down, column + right);
                let to = value(row + 2 * down, column + 2 * right);
                match (from, over, to) {
                    (Some(from), Some(over), Some(to)) => from + over >= to,
                    _ => true,
                }
            })
        })
    }

    /// What the pegs of a position are worth together.
    fn worth(&self, values: &[i32], state: &Matrix) -> i32 {
        let cells = &self.cells;
        cells.iter().zip(values).filter(|&(&(r, c), _)| state[r][c] == '1').map(|(_, v)| v).sum()
    }
}

/// Row and column of every cell, row by row.
fn cells(matrix: &Matrix) -> Vec<(usize, usize)> {
    let mut cells = vec![];
    for (row, line) in matrix.iter().enumerate() {
        for (column, &sign) in line.iter().enumerate() {
            if sign != 'X' {
                cells.push((row, column));
            }
        }
    }
    cells
}

impl Problem for PegsReference {
    type State = Matrix;
    type Key = u64;
    type Action = Jump;

    fn start(&self) -> Matrix {
        self.start.clone()
    }

    fn is_goal(&self, state: &Matrix) -> bool {
        *state == self.goal
    }

    fn successors(&self, state: &Matrix, visit: &mut impl FnMut(Jump, Cost, Matrix)) {
        let cells = &self.cells;
        for (from, &(row, column)) in (0..).zip(cells) {
            for (down, right) in &self.directions {
                let place = |steps: isize| {
                    (row.cast_signed() + down * steps, column.cast_signed() + right * steps)
                };
                let at = |steps| sign(state, place(steps).0, place(steps).1);
                if (at(0), at(1), at(2)) != ('1', '1', '0') {
                    continue;
                }
                let mut next = state.clone();
                for (steps, sign) in [(0, '0'), (1, '0'), (2, '1')] {
                    next[place(steps).0.cast_unsigned()][place(steps).1.cast_unsigned()] = sign;
                }
                let lands =
                    |&(r, c): &(usize, usize)| (r.cast_signed(), c.cast_signed()) == place(2);
                let to = cells.iter().position(lands).expect("a hole is a cell");
                visit(Jump { from, to: to as u8 }, 1, next);
            }
        }
    }

    fn pack(&self, state: &Matrix) -> u64 {
        let cells = &self.cells;
        cells
            .iter()
            .rev()
            .fold(0, |key, &(row, column)| 2 * key + u64::from(state[row][column] == '1'))
    }

    fn unpack(&self, key: &u64) -> Matrix {
        let mut state = self.start.clone();
        let mut left = *key;
        for &(row, column) in &self.cells {
            state[row][column] = if left % 2 == 1 { '1' } else { '0' };
            left /= 2;
        }
        state
    }

    fn h(&self, state: &Matrix) -> Cost {
        let too_many = pegs(state).saturating_sub(pegs(&self.goal)) as Cost;
        match &self.estimate {
            PegsEstimate::Zero => 0,
            PegsEstimate::Pegs => too_many,
            PegsEstimate::Pagoda(functions) => {
                let lost =
                    |values: &Vec<i32>| self.worth(values, state) < self.worth(values, &self.goal);
                if functions.iter().any(lost) { DEAD_END } else { too_many }
            }
        }
    }

    fn claim(&self) -> Claim {
        Claim::Consistent
    }
}
