//! Peg solitaire, directly from the statement: a matrix of symbols, and a jump is tried from every
//! cell in every direction.

use super::{Jump, info};
use heureka_core::{Cost, DEAD_END, Problem};

/// A position: rows of `X` (no cell), `0` (a hole) and `1` (a peg).
pub type Matrix = Vec<Vec<char>>;

/// A position, and if sweeps count the number of the cell with the peg that jumped last, if it can jump
/// again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    matrix: Matrix,
    last: Option<usize>,
}

/// What the rules need to know of an instance.
pub(super) struct Statement<'a> {
    /// Whether lines also run along the diagonals on which row and column have the same sum.
    pub has_diagonals: bool,
    /// The start, as a matrix.
    pub start: &'a str,
    /// The number of the cell with the peg that jumped last.
    pub last: Option<usize>,
    /// The goal, as a matrix; one peg anywhere if there is none.
    pub goal: Option<&'a str>,
    /// Whether a run of jumps by one peg costs 1, instead of each jump.
    pub sweeps_count: bool,
    /// The index of the heuristic.
    pub heuristic: usize,
    /// The pagoda functions of the heuristic: a value for each cell.
    pub functions: &'a [Vec<i32>],
    /// The families of regions of the heuristic: a bit for each cell of a region.
    pub families: &'a [Vec<u64>],
}

/// The slow and obvious rules.
#[derive(Debug)]
pub struct PegsReference {
    start: Position,
    goal: Option<Matrix>,
    sweeps_count: bool,
    heuristic: usize,
    functions: Vec<Vec<i32>>,
    /// The numbers of the cells of each region of each family.
    families: Vec<Vec<Vec<usize>>>,
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
    /// Builds an instance. Values that are not a pagoda function are dropped, and families with a set
    /// that is not a region, or with regions that are not disjoint.
    pub(super) fn new(statement: &Statement<'_>) -> Self {
        let directions = [(-1, 0), (0, -1), (0, 1), (1, 0), (-1, 1), (1, -1)];
        let start = Position { matrix: matrix(statement.start), last: statement.last };
        let mut cells = vec![];
        for (row, line) in start.matrix.iter().enumerate() {
            let signs = line.iter().enumerate().filter(|&(_, &sign)| sign != 'X');
            cells.extend(signs.map(|(column, _)| (row, column)));
        }
        let directions = if statement.has_diagonals { &directions[..] } else { &directions[..4] };
        let mut reference = Self {
            start,
            goal: statement.goal.map(matrix),
            sweeps_count: statement.sweeps_count,
            heuristic: statement.heuristic,
            functions: vec![],
            families: vec![],
            lines: lines(&cells, directions),
            cells,
        };
        let sound = statement.functions.iter().filter(|values| reference.is_pagoda(values));
        reference.functions = sound.cloned().collect();
        let numbers = |region: &u64| (0..64).filter(|cell| region >> cell & 1 == 1).collect();
        let regions = |family: &Vec<u64>| family.iter().map(numbers).collect::<Vec<Vec<usize>>>();
        let families = statement.families.iter().map(regions);
        reference.families = families.filter(|family| reference.is_family(family)).collect();
        reference
    }

    /// Returns whether no jump raises the sum of the values of all pegs.
    fn is_pagoda(&self, values: &[i32]) -> bool {
        values.len() == self.cells.len()
            && self.lines.iter().all(|&[from, over, to]| values[from] + values[over] >= values[to])
    }

    /// Returns whether sets are disjoint, no peg from outside can capture in a full one, and none may be
    /// full at a given goal.
    fn is_family(&self, family: &[Vec<usize>]) -> bool {
        let mut all = family.concat();
        all.sort_unstable();
        let is_region = |region: &Vec<usize>| {
            let protects = |&[from, over, to]: &[usize; 3]| {
                !region.contains(&over) || region.contains(&from) || region.contains(&to)
            };
            let is_left = self.goal.as_ref().is_none_or(|goal| !self.is_full(region, goal));
            self.lines.iter().all(protects) && is_left
        };
        all.windows(2).all(|pair| pair[0] < pair[1]) && family.iter().all(is_region)
    }

    /// Returns whether a cell, given by its number, holds a peg.
    fn has_peg(&self, number: usize, matrix: &Matrix) -> bool {
        self.cells.get(number).is_some_and(|&(row, column)| matrix[row][column] == '1')
    }

    /// Returns whether all cells of a region hold pegs.
    fn is_full(&self, region: &[usize], matrix: &Matrix) -> bool {
        region.iter().all(|&number| self.has_peg(number, matrix))
    }

    /// Returns the sum of the values of all pegs.
    fn worth(&self, values: &[i32], matrix: &Matrix) -> i32 {
        let pegs = (0..).zip(values).filter(|&(number, _)| self.has_peg(number, matrix));
        pegs.map(|(_, value)| value).sum()
    }

    /// Returns whether the sum of some values proves that the goal cannot be reached.
    fn is_dead(&self, matrix: &Matrix) -> bool {
        let is_less = |values: &Vec<i32>| {
            let goal = self.goal.as_ref();
            goal.is_some_and(|goal| self.worth(values, matrix) < self.worth(values, goal))
        };
        self.functions.iter().any(is_less)
    }

    /// Returns the jumps to the goal; if sweeps count, 1 if there are any and no sweep can go on.
    fn jumps_left(&self, state: &Position) -> usize {
        let at_goal = self.goal.as_ref().map_or(1, pegs);
        let jumps = pegs(&state.matrix).saturating_sub(at_goal);
        if self.sweeps_count { usize::from(jumps > 0 && state.last.is_none()) } else { jumps }
    }

    /// Returns the most full regions of a family in which a sweep has to begin: not where one can go on,
    /// nor, if any peg may be the last, a cell where it may stay.
    fn sweeps_left(&self, state: &Position) -> usize {
        let sweeps = |family: &Vec<Vec<usize>>| {
            let is_closed = |region: &&Vec<usize>| {
                self.is_full(region, &state.matrix)
                    && !state.last.is_some_and(|l| region.contains(&l))
            };
            let closed: Vec<_> = family.iter().filter(is_closed).collect();
            let may_stay = self.goal.is_none() && closed.iter().any(|region| region.len() == 1);
            closed.len() - usize::from(may_stay)
        };
        self.families.iter().map(sweeps).max().unwrap_or(0)
    }

    /// Returns whether a jump along a line is legal.
    fn is_legal(&self, line: [usize; 3], matrix: &Matrix) -> bool {
        line.map(|number| self.has_peg(number, matrix)) == [true, true, false]
    }

    /// Returns the peg in a cell, if sweeps count and it can jump.
    fn sweeper(&self, number: usize, matrix: &Matrix) -> Option<usize> {
        let can_jump =
            self.lines.iter().any(|&line| line[0] == number && self.is_legal(line, matrix));
        (self.sweeps_count && can_jump).then_some(number)
    }
}

impl Problem for PegsReference {
    type State = Position;
    type Key = u64;
    type Action = Jump;

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn is_goal(&self, state: &Position) -> bool {
        match &self.goal {
            Some(goal) => state.matrix == *goal,
            None => pegs(&state.matrix) == 1,
        }
    }

    fn successors(&self, state: &Position, visit: &mut impl FnMut(Jump, Cost, Position)) {
        for &line in &self.lines {
            if !self.is_legal(line, &state.matrix) {
                continue;
            }
            let [from, _, to] = line;
            let mut matrix = state.matrix.clone();
            for (number, sign) in line.into_iter().zip(['0', '0', '1']) {
                let (row, column) = self.cells[number];
                matrix[row][column] = sign;
            }
            // The same peg goes on with its sweep.
            let cost = Cost::from(state.last != Some(from));
            let last = self.sweeper(to, &matrix);
            visit(Jump { from: from as u8, to: to as u8 }, cost, Position { matrix, last });
        }
    }

    fn pack(&self, state: &Position) -> u64 {
        let cells = self.cells.iter().rev();
        let matrix = &state.matrix;
        let key =
            cells.fold(0, |key, &(row, column)| 2 * key + u64::from(matrix[row][column] == '1'));
        key | state.last.map_or(0, |number| (number as u64 + 1) << 58)
    }

    fn unpack(&self, key: &u64) -> Position {
        let mut matrix = self.start.matrix.clone();
        for (number, &(row, column)) in self.cells.iter().enumerate() {
            matrix[row][column] = if key >> number & 1 == 1 { '1' } else { '0' };
        }
        let last = (key >> 58).checked_sub(1).filter(|_| self.sweeps_count);
        let last = last.and_then(|number| self.sweeper(number as usize, &matrix));
        Position { matrix, last }
    }

    fn h(&self, state: &Position) -> Cost {
        let has_dead_ends = [info::PAGODA, info::REGIONS].contains(&self.heuristic);
        if has_dead_ends && self.is_dead(&state.matrix) {
            return DEAD_END;
        }
        match self.heuristic {
            info::REGIONS => self.jumps_left(state).max(self.sweeps_left(state)) as Cost,
            info::PEGS | info::PAGODA => self.jumps_left(state) as Cost,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pegs::{Board, position_text};

    /// On the English board, where cells are numbered from 0 to 32, row by row.
    #[test]
    fn only_pagoda_functions_and_regions_are_used() {
        let board = Board::numbered(4).unwrap();
        let full = position_text(board, board.full());
        let goal = position_text(board, 1);
        let ones = vec![1; board.cell_count()];
        let mut tower = vec![0; board.cell_count()];
        tower[0] = 1;
        let block = 1 << 8 | 1 << 9 | 1 << 15 | 1 << 16;
        let reference = PegsReference::new(&Statement {
            has_diagonals: false,
            start: &full,
            last: None,
            goal: Some(&goal),
            sweeps_count: true,
            heuristic: info::REGIONS,
            functions: &[ones.clone(), tower, vec![1; 3]],
            families: &[
                vec![1 << 2, block],
                // The goal keeps its peg; an edge can be captured; regions overlap.
                vec![1],
                vec![1 << 1],
                vec![1 << 2, 1 << 2],
            ],
        });
        assert_eq!(reference.functions, [ones]);
        assert_eq!(reference.families, [[vec![2], vec![8, 9, 15, 16]]]);
        assert_eq!(reference.h(&reference.start()), 2);
    }
}
