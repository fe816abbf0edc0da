//! Rows of boards that move together.
//!
//! A rank is the blank's cell and the number of the tiles' sequence. A move of the blank within its row of
//! cells leaves the sequence as it is, so a whole row of ranks goes to another one. A move to another row of
//! cells takes one tile past some others: in the sequence, a window of tiles rotates by one. That changes
//! only the digits of the window, by a difference that is looked up in a table. Ranks that differ in later
//! digits only move together.

use super::Tiles;
use super::ranks::HALF;
use heureka_core::abilities::{OneByOne, Rows};

/// The rows of a board.
pub(super) struct TileRows<'p> {
    tiles: &'p Tiles<u64>,
    /// The number of rows for each cell of the blank.
    rows: u64,
    /// The moves by the blank's cell; empty if ranks do not fill rows.
    moves: Vec<Vec<Move>>,
}

/// A move of the blank.
struct Move {
    /// The first row of its new cell.
    row: u64,
    /// How the sequence changes, if it does.
    rotation: Option<Rotation>,
}

/// A rotation of the digits in a window.
struct Rotation {
    /// The number of values of the digits after the window.
    low: Divisor,
    /// The number of values of all digits from the window on. Numbers with the same digits before it are a
    /// block: the rotation permutes them.
    block: Divisor,
    /// The most rows that a block touches, and one more.
    rows_of_block: usize,
    /// The change of a number by the digits in the window, if the sum of those before it is even, and odd.
    changes: [Vec<i32>; 2],
    /// A bit for each number of digits before the window: whether their sum is odd. Empty if that does not
    /// matter: only the order of the last two tiles, which have no digits, depends on it.
    odd: Vec<u64>,
}

/// Numbers that a rotation permutes.
struct Block<'a> {
    begin: u64,
    end: u64,
    /// The changes by the digits in the window.
    changes: &'a [i32],
}

/// The most rows of a block in which successors are collected. Small parts of rows scatter over their block;
/// collected first, each row of the block is visited once.
const MAX_COLLECTED_ROWS: usize = 320;

/// A number to divide by, with 2^64 divided by it, rounded up; exact for numbers below 2^32.
struct Divisor {
    value: u64,
    inverse: u64,
}

impl Divisor {
    fn new(value: u64) -> Self {
        Self { value, inverse: (u64::MAX / value).wrapping_add(1) }
    }

    #[inline(always)]
    fn divide(&self, number: u64) -> u64 {
        let product = u128::from(number) * u128::from(self.inverse);
        if self.value == 1 { number } else { (product >> 64) as u64 }
    }
}

/// The most cells: numbers and their changes fit into 32 bits.
const MOST_CELLS: usize = 12;

impl<'p> TileRows<'p> {
    pub fn new(tiles: &'p Tiles<u64>) -> Self {
        let size = tiles.size;
        let half = HALF[size.cells().min(16)];
        let fills = half.is_multiple_of(64) && size.cells() <= MOST_CELLS;
        let cells = if fills { size.cells() } else { 0 };
        let moves_from = |blank: usize| {
            let to = |to: usize| {
                let is_within = blank / size.cols == to / size.cols;
                let rotation = (!is_within).then(|| Rotation::new(tiles, blank, to));
                Move { row: to as u64 * half / 64, rotation }
            };
            let cells = 0..size.cells();
            let adjacent = |&cell: &usize| size.cell(cell).manhattan(size.cell(blank)) == 1;
            cells.filter(adjacent).map(to).collect()
        };
        Self { tiles, rows: half / 64, moves: (0..cells).map(moves_from).collect() }
    }
}

impl Rows for TileRows<'_> {
    #[inline(always)]
    fn expand(&self, first: u64, states: &[u64], visit: &mut impl FnMut(u64, u64)) -> u64 {
        if self.moves.is_empty() {
            return OneByOne(self.tiles).expand(first, states, visit);
        }
        let (mut row, mut left, mut generated) = (first, states, 0);
        while !left.is_empty() {
            let (cell, number) = (row / self.rows, row % self.rows);
            let (states, others) = left.split_at(left.len().min((self.rows - number) as usize));
            let moves = &self.moves[cell as usize];
            let count: u32 = states.iter().map(|states| states.count_ones()).sum();
            generated += u64::from(count) * moves.len() as u64;
            for step in moves {
                match &step.rotation {
                    None => {
                        for (row, &states) in (step.row + number..).zip(states) {
                            if states != 0 {
                                visit(row, states);
                            }
                        }
                    }
                    Some(rotation) => rotation.apply(number, states, step.row, visit),
                }
            }
            row += states.len() as u64;
            left = others;
        }
        generated
    }

    /// A row determines the blank's cell, whose color changes with every move, as on a chessboard.
    fn color(&self, row: u64) -> Option<bool> {
        let cell = || self.tiles.size.cell((row / self.rows) as usize);
        (!self.moves.is_empty()).then(|| (cell().row + cell().col) % 2 == 1)
    }

    fn bytes(&self) -> u64 {
        self.moves
            .iter()
            .flatten()
            .filter_map(|step| step.rotation.as_ref())
            .map(Rotation::bytes)
            .sum()
    }
}

impl Rotation {
    /// Returns the rotation of a move of the blank to the row of cells below or above.
    fn new(tiles: &Tiles<u64>, blank: usize, to: usize) -> Self {
        let (cells, cols) = (tiles.size.cells(), tiles.size.cols);
        // The tiles from `first` on; one of the last two digits is fixed by parity, the other is always 0.
        let (first, stored) = (blank.min(to), cells - 3);
        let base = |digit: usize| (cells - 1 - digit) as u64;
        let in_window = || first..(first + cols).min(stored);
        let low: u64 = (first + cols..stored).map(base).product();
        let values: u64 = in_window().map(base).product();
        let is_odd = tiles.odd_sequences >> blank & 1 == 1;
        // Whether the window has the two tiles whose order is fixed by parity, or one of them.
        let is_fixed = first + cols > stored;
        let change = |odd_before: bool, value: u64| {
            let (mut digits, mut rest) = ([0; 16], value);
            for digit in in_window().rev() {
                digits[digit] = rest % base(digit);
                rest /= base(digit);
            }
            if is_fixed {
                let sum = digits.iter().sum::<u64>() + u64::from(odd_before) + u64::from(is_odd);
                digits[stored] = sum % 2;
            }
            // A bit for each tile that is not before the window.
            let all = (1u32 << (cells - 1 - first)) - 1;
            let (mut window, mut left) = ([0; 16], all);
            for (tile, digit) in window.iter_mut().zip(&digits[first..first + cols]) {
                let smaller = (0..*digit).fold(left, |left, _| left & (left - 1));
                *tile = smaller & smaller.wrapping_neg();
                left ^= *tile;
            }
            let window = &mut window[..cols];
            window.rotate_right(if to > blank { 1 } else { cols - 1 });
            left = all;
            let rotated = window.iter().zip(in_window()).fold(0, |value, (tile, digit)| {
                let smaller = (left & (tile - 1)).count_ones();
                left ^= tile;
                value * base(digit) + u64::from(smaller)
            });
            (rotated * low).wrapping_sub(value * low).cast_signed() as i32
        };
        let changes = |odd| (0..values).map(|value| change(odd, value)).collect();
        let changes = [changes(false), if is_fixed { changes(true) } else { vec![] }];
        let bases: Vec<u64> = (0..first).map(base).collect();
        let odd = if is_fixed { odd_sums(&bases) } else { vec![] };
        let (low, block) = (Divisor::new(low), Divisor::new(low * values));
        let rows_of_block = block.value.div_ceil(64) as usize + 2;
        Self { low, block, rows_of_block, changes, odd }
    }

    /// Returns the block of a number.
    #[inline(always)]
    fn block_of(&self, number: u64) -> Block<'_> {
        let block = self.block.divide(number);
        let is_odd = |word: &u64| word >> (block & 63) & 1 == 1;
        let odd = self.odd.get((block >> 6) as usize).is_some_and(is_odd);
        let begin = block * self.block.value;
        let changes = &self.changes[usize::from(odd)];
        Block { begin, end: begin + self.block.value, changes }
    }

    /// Moves states of consecutive rows; `first` is the first row of the blank's new cell.
    #[inline(always)]
    fn apply(&self, row: u64, states: &[u64], first: u64, visit: &mut impl FnMut(u64, u64)) {
        if self.rows_of_block > MAX_COLLECTED_ROWS {
            self.by_block(row, states, &mut |row, states, block| {
                self.rotate(row, states, block, &mut |row, states, beyond| {
                    visit(first + row, states);
                    if beyond != 0 {
                        visit(first + row + 1, beyond);
                    }
                });
            });
            return;
        }
        let mut collected = [0; MAX_COLLECTED_ROWS];
        let collected = &mut collected[..self.rows_of_block];
        let mut base = 0;
        self.by_block(row, states, &mut |row, states, block| {
            if block.begin >> 6 != base {
                visit_collected(collected, first + base, visit);
                base = block.begin >> 6;
            }
            self.rotate(row, states, block, &mut |row, states, beyond| {
                let row = (row - base) as usize;
                collected[row] |= states;
                collected[row + 1] |= beyond;
            });
        });
        visit_collected(collected, first + base, visit);
    }

    /// Divides states of consecutive rows into parts of one row and one block each.
    #[inline(always)]
    fn by_block(&self, row: u64, states: &[u64], visit: &mut impl FnMut(u64, u64, &Block<'_>)) {
        let mut block = Block { begin: 0, end: 0, changes: &[] };
        for (row, &states) in (row..).zip(states) {
            let mut left = states;
            while left != 0 {
                let number = row << 6 | u64::from(left.trailing_zeros());
                if number >= block.end {
                    block = self.block_of(number);
                }
                let part = before(left, block.end - (row << 6));
                left ^= part;
                visit(row, part, &block);
            }
        }
    }

    /// Rotates the sequences of states of a row in a block. Rows are counted from the first one of the blank's
    /// new cell.
    #[inline(always)]
    fn rotate(
        &self,
        row: u64,
        mut states: u64,
        block: &Block<'_>,
        visit: &mut impl FnMut(u64, u64, u64),
    ) {
        if self.low.value == 1 {
            while states != 0 {
                let number = row << 6 | u64::from(states.trailing_zeros());
                let change = block.changes[(number - block.begin) as usize];
                let target = number.wrapping_add_signed(change.into());
                visit(target >> 6, 1 << (target & 63), 0);
                states &= states - 1;
            }
            return;
        }
        while states != 0 {
            let at = states.trailing_zeros();
            let number = row << 6 | u64::from(at);
            let value = self.low.divide(number - block.begin);
            let target = number.wrapping_add_signed(block.changes[value as usize].into());
            // The states up to the next value of the window move by as much.
            let end = block.begin + (value + 1) * self.low.value - (row << 6);
            let together = before(states, end);
            states ^= together;
            let (moved, shift) = (together >> at, target & 63);
            // Shifts in two steps, as 64 places are too many for one.
            visit(target >> 6, moved << shift, moved >> 1 >> (63 - shift));
        }
    }

    fn bytes(&self) -> u64 {
        let changes: usize = self.changes.iter().map(Vec::len).sum();
        (changes * size_of::<i32>() + self.odd.len() * size_of::<u64>()) as u64
    }
}

/// Returns those of some states of a row that come before a place, which may be beyond the row.
#[inline(always)]
fn before(states: u64, place: u64) -> u64 {
    if place < 64 { states & ((1 << place) - 1) } else { states }
}

/// Visits the states collected in some rows, the first of which is given, and removes them.
#[inline(always)]
fn visit_collected(collected: &mut [u64], first: u64, visit: &mut impl FnMut(u64, u64)) {
    for (row, states) in (first..).zip(collected) {
        if *states != 0 {
            visit(row, std::mem::take(states));
        }
    }
}

/// Returns a bit for each number of some digits with these bases: whether the sum of its digits is odd.
fn odd_sums(bases: &[u64]) -> Vec<u64> {
    let numbers: u64 = bases.iter().product();
    let mut words = vec![0; numbers.div_ceil(64) as usize];
    let (mut digits, mut is_odd) = ([0; 16], false);
    for number in 0..numbers {
        words[(number / 64) as usize] |= u64::from(is_odd) << (number % 64);
        // Adds 1 to the number; no digit is divided out, which would take ten times as long.
        for (digit, &base) in digits.iter_mut().zip(bases).rev() {
            *digit += 1;
            if *digit < base {
                is_odd = !is_odd;
                break;
            }
            is_odd ^= base.is_multiple_of(2);
            *digit = 0;
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules_agree::rows_agree;
    use heureka_kit::puzzle::{Parameters, Puzzle as _};

    #[test]
    fn the_parity_of_digits_is_found_for_all_numbers() {
        for bases in [&[][..], &[5], &[7, 6], &[8, 7, 6, 5]] {
            let (odd, numbers) = (odd_sums(bases), bases.iter().product::<u64>());
            assert_eq!(odd.len() as u64, numbers.div_ceil(64));
            for number in 0..numbers {
                let (mut rest, mut sum) = (number, 0);
                for base in bases.iter().rev() {
                    sum += rest % base;
                    rest /= base;
                }
                let bit = odd[(number / 64) as usize] >> (number % 64) & 1;
                assert_eq!(bit, sum % 2, "{number} of {bases:?}");
            }
        }
    }

    #[test]
    fn rows_move_as_their_boards_do() {
        for (seed, size) in
            (0..).zip(["3x3", "2x5", "5x2", "2x6", "6x2", "3x4", "4x3", "2x3", "2x4"])
        {
            let tiles = Tiles::<u64>::random(size, &Parameters::default(), seed).unwrap();
            rows_agree(&tiles, size != "2x3" && size != "2x4");
        }
    }
}
