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
    /// The number of values of the digits after the window, and of those in it.
    low: Divisor,
    values: Divisor,
    /// The change of a number by the digits in the window, if the sum of those before it is even, and odd.
    changes: [Vec<i32>; 2],
    /// A bit for each number of digits before the window: whether their sum is odd. Empty if that does not
    /// matter: only the order of the last two tiles, which have no digits, depends on it.
    odd: Vec<u64>,
    /// The most rows that the states of a row can reach, if these are at most [`NEAR`]; else 0.
    near: usize,
}

/// The most rows in which successors are collected before they are visited. A rotation of the last digits
/// leads from the states of a row, one by one, to a few rows.
const NEAR: usize = 16;

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
const MOST_CELLS: usize = 13;

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
    fn expand(&self, row: u64, states: u64, visit: &mut impl FnMut(u64, u64)) -> u64 {
        let Some(moves) = self.moves.get((row / self.rows.max(1)) as usize) else {
            return OneByOne(self.tiles).expand(row, states, visit);
        };
        let row = row % self.rows;
        for step in moves {
            match &step.rotation {
                None => visit(step.row + row, states),
                Some(rotation) => rotation.apply(row, states, step.row, visit),
            }
        }
        u64::from(states.count_ones()) * moves.len() as u64
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
        let near = (2 * low * values / 64) as usize + 3;
        let near = if near <= NEAR { near } else { 0 };
        Self { low: Divisor::new(low), values: Divisor::new(values), changes, odd, near }
    }

    /// Moves states of a row; `first` is the first row of the blank's new cell.
    #[inline(always)]
    fn apply(&self, row: u64, states: u64, first: u64, visit: &mut impl FnMut(u64, u64)) {
        if self.near == 0 {
            self.rotate(row, states, &mut |row, states| visit(first + row, states));
            return;
        }
        // The row of the first number with the same digits before the window.
        let before = self.values.divide(self.low.divide(row << 6));
        let base = (before * self.values.value * self.low.value) >> 6;
        let mut reached = [0; NEAR];
        self.rotate(row, states, &mut |row, states| reached[(row - base) as usize] |= states);
        for (row, &states) in (first + base..).zip(&reached[..self.near]) {
            if states != 0 {
                visit(row, states);
            }
        }
    }

    /// Rotates the sequences of states of a row. Rows are counted from the first one of the blank's new cell.
    #[inline(always)]
    fn rotate(&self, row: u64, mut states: u64, visit: &mut impl FnMut(u64, u64)) {
        while states != 0 {
            let at = states.trailing_zeros();
            let number = row << 6 | u64::from(at);
            let upper = self.low.divide(number);
            let before = self.values.divide(upper);
            let value = upper - before * self.values.value;
            let odd = self
                .odd
                .get((before >> 6) as usize)
                .is_some_and(|word| word >> (before & 63) & 1 == 1);
            let target =
                number.wrapping_add_signed(self.changes[usize::from(odd)][value as usize].into());
            // The states up to the next value of the window move by as much.
            let end = (upper + 1) * self.low.value - (row << 6);
            let together = if end < 64 { states & ((1 << end) - 1) } else { states };
            states ^= together;
            let (moved, shift) = (together >> at, target & 63);
            visit(target >> 6, moved << shift);
            // Shifts in two steps, as 64 places are too many for one.
            let beyond = moved >> 1 >> (63 - shift);
            if beyond != 0 {
                visit((target >> 6) + 1, beyond);
            }
        }
    }

    fn bytes(&self) -> u64 {
        let changes: usize = self.changes.iter().map(Vec::len).sum();
        (changes * size_of::<i32>() + self.odd.len() * size_of::<u64>()) as u64
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
        for (seed, size) in (0..).zip(["3x3", "3x3", "2x5", "5x2", "3x4", "4x3", "2x3", "2x4"]) {
            let tiles = Tiles::<u64>::random(size, &Parameters::default(), seed).unwrap();
            rows_agree(&tiles, size != "2x3" && size != "2x4");
        }
    }
}
