//! Peg solitaire, directly from the statement: a matrix of symbols, and a jump is tried from every
//! cell in every direction.

use super::{Jump, info};
use heureka_core::{Cost, DEAD_END, Problem};

/// A position: rows of `X` (no cell), `0` (a hole) and `1` (a peg).
pub type Matrix = Vec<Vec<char>>;

/// The slow and obvious rules.
#[derive(Debug)]
pub struct PegsReference {
    start: Matrix,
    goal: Matrix,
    heuristic: usize,
    /// The pagoda functions of the heuristic: a value for each cell.
    functions: Vec<Vec<i32>>,
    /// Row and column of the cells, in the order of their numbers: row by row.
    cells: Vec<(usize, usize)>,
    /// The numbers of every three cells in a line, in the direction of a jump.
    lines: Vec<[usize; 3]>,
}

/// Reads the lines of a matrix.
fn matrix(text: &str) -> Matrix {
    text.lines().map(|line| line.chars().filter(|c| !c.is_whitespace()).collect()).collect()
}

/// Counts the pegs.
fn pegs(matrix: &Matrix) -> usize {
    matrix.iter().flatten().filter(|&&sign| sign == '1').count()
}

/// Finds every three cells in a line, in both directions.
fn lines(cells: &[(usize, usize)], directions: &[(isize, isize)]) -> Vec<[usize; 3]> {
    let mut lines = vec![];
    for (from, &(row, column)) in cells.iter().enumerate() {
        for (down, right) in directions {
            let number = |steps: isize| {
                let row = row.checked_add_signed(down * steps)?;
                let cell = (row, column.checked_add_signed(right * steps)?);
                cells.iter().position(|&known| known == cell)
            };
            if let (Some(over), Some(to)) = (number(1), number(2)) {
                lines.push([from, over, to]);
            }
        }
    }
    lines
}

impl PegsReference {
    /// Builds the instance on a board, given by its number, with start and goal as matrices.
    /// Values that are not a pagoda function are dropped.
    pub(super) fn new(
        board: u8,
        positions: [&str; 2],
        heuristic: usize,
        functions: &[Vec<i32>],
    ) -> Self {
        // The last two directions are those of the triangle, which is stored in a matrix.
        let directions = [(-1, 0), (0, -1), (0, 1), (1, 0), (-1, 1), (1, -1)];
        let [start, goal] = positions.map(matrix);
        let mut cells = vec![];
        for (row, line) in start.iter().enumerate() {
            let signs = line.iter().enumerate().filter(|&(_, &sign)| sign != 'X');
            cells.extend(signs.map(|(column, _)| (row, column)));
        }
        let lines = lines(&cells, if board == 6 { &directions } else { &directions[..4] });
        let mut reference = Self { start, goal, heuristic, functions: vec![], cells, lines };
        let sound = functions.iter().filter(|values| reference.is_pagoda(values));
        reference.functions = sound.cloned().collect();
        reference
    }

    /// Returns whether no jump raises the sum of the values of all pegs.
    fn is_pagoda(&self, values: &[i32]) -> bool {
        values.len() == self.cells.len()
            && self.lines.iter().all(|&[from, over, to]| values[from] + values[over] >= values[to])
    }

    /// Returns the sum of the values of all pegs.
    fn worth(&self, values: &[i32], state: &Matrix) -> i32 {
        let key = self.pack(state);
        (0..).zip(values).filter(|(cell, _)| key >> cell & 1 == 1).map(|(_, value)| value).sum()
    }
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
        for &line in &self.lines {
            let places = line.map(|number| self.cells[number]);
            if places.map(|(row, column)| state[row][column]) != ['1', '1', '0'] {
                continue;
            }
            let mut next = state.clone();
            for ((row, column), sign) in places.into_iter().zip(['0', '0', '1']) {
                next[row][column] = sign;
            }
            visit(Jump { from: line[0] as u8, to: line[2] as u8 }, 1, next);
        }
    }

    fn pack(&self, state: &Matrix) -> u64 {
        let cells = self.cells.iter().rev();
        cells.fold(0, |key, &(row, column)| 2 * key + u64::from(state[row][column] == '1'))
    }

    fn unpack(&self, key: &u64) -> Matrix {
        let mut state = self.start.clone();
        for (number, &(row, column)) in self.cells.iter().enumerate() {
            state[row][column] = if key >> number & 1 == 1 { '1' } else { '0' };
        }
        state
    }

    fn h(&self, state: &Matrix) -> Cost {
        let is_dead =
            |values: &Vec<i32>| self.worth(values, state) < self.worth(values, &self.goal);
        match self.heuristic {
            info::PAGODA if self.functions.iter().any(is_dead) => DEAD_END,
            info::PEGS | info::PAGODA => pegs(state).saturating_sub(pegs(&self.goal)) as Cost,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pegs::{Board, info, position_text};

    #[test]
    fn only_pagoda_functions_are_used() {
        let board = Board::numbered(4).unwrap();
        let full = position_text(board, board.full());
        let ones = vec![1; board.cell_count()];
        let mut tower = vec![0; board.cell_count()];
        tower[0] = 1;
        let offered = [ones.clone(), tower, vec![1; 3]];
        let reference = PegsReference::new(4, [&full, &full], info::PAGODA, &offered);
        assert_eq!(reference.functions, [ones]);
    }
}
