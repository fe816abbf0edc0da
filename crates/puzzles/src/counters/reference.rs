//! Reference rules of the counters, on a list of numbers from 1.

use super::Swap;
use heureka_core::{Claim, Cost, InPlace, Problem};
use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

/// A key that holds a board: its numbers, each less 1, as digits.
pub trait Key: Copy + Eq + Hash + Debug {
    /// Packs a board.
    fn write(numbers: &[u32]) -> Self;

    /// Unpacks a board with this many cells.
    fn read(self, cells: usize) -> Vec<u32>;
}

/// Implements [`Key`] for a word with a fixed number of digits to a base.
macro_rules! word {
    ($word:ty, $digits:literal, $base:literal) => {
        impl Key for $word {
            fn write(numbers: &[u32]) -> Self {
                let digits = numbers.iter().map(|&number| <$word>::from(number - 1));
                let digits = digits.chain(std::iter::repeat(0)).take($digits);
                digits.fold(0, |key, digit| key * $base + digit)
            }

            fn read(mut self, cells: usize) -> Vec<u32> {
                let mut numbers = vec![];
                for _ in 0..$digits {
                    numbers.push((self % $base) as u32 + 1);
                    self /= $base;
                }
                numbers.into_iter().rev().take(cells).collect()
            }
        }
    };
}
word!(u64, 16, 16);
word!(u128, 25, 32);

/// One byte per cell.
impl<const N: usize> Key for [u8; N] {
    fn write(numbers: &[u32]) -> Self {
        std::array::from_fn(|cell| numbers.get(cell).map_or(0, |number| (number - 1) as u8))
    }

    fn read(self, cells: usize) -> Vec<u32> {
        self.iter().take(cells).map(|&digit| u32::from(digit) + 1).collect()
    }
}

/// The reference rules with keys of type `K`.
#[derive(Debug)]
pub struct CountersReference<K> {
    start: Vec<u32>,
    heuristic: &'static str,
    key: PhantomData<fn() -> K>,
}

impl<K> CountersReference<K> {
    /// Returns the instance with these numbers and a heuristic's name.
    #[must_use]
    pub fn new(start: Vec<u32>, heuristic: &'static str) -> Self {
        Self { start, heuristic, key: PhantomData }
    }
}

/// Swaps two counters.
fn swapped(board: &[u32], a: u32, b: u32) -> Vec<u32> {
    let other = |&number: &u32| match number {
        number if number == a => b,
        number if number == b => a,
        number => number,
    };
    board.iter().map(other).collect()
}

/// Sums k − 1 moves for each cycle of k counters, by following each counter to its place and on.
fn moves_by_cycles(board: &[u32]) -> Cost {
    let mut followed: Vec<u32> = vec![];
    let mut moves = 0;
    for &first in board {
        let mut number = first;
        let mut length = 0;
        while !followed.contains(&number) && number as usize <= board.len() {
            followed.push(number);
            length += 1;
            number = board[number as usize - 1];
        }
        moves += Cost::saturating_sub(length, 1);
    }
    moves
}

impl<K: Key> Problem for CountersReference<K> {
    type State = Vec<u32>;
    type Key = K;
    type Action = Swap;

    fn start(&self) -> Vec<u32> {
        self.start.clone()
    }

    fn is_goal(&self, board: &Vec<u32>) -> bool {
        board.iter().zip(1..).all(|(&number, place)| number == place)
    }

    fn successors(&self, board: &Vec<u32>, visit: &mut impl FnMut(Swap, Cost, Vec<u32>)) {
        for (place, &one) in board.iter().enumerate() {
            for &two in &board[place + 1..] {
                let swap = (one.min(two) - 1, one.max(two) - 1);
                visit(swap, 1, swapped(board, one, two));
            }
        }
    }

    fn pack(&self, board: &Vec<u32>) -> K {
        K::write(board)
    }

    fn unpack(&self, key: &K) -> Vec<u32> {
        key.read(self.start.len())
    }

    fn h(&self, board: &Vec<u32>) -> Cost {
        let misplaced =
            board.iter().zip(1..).filter(|&(&number, place)| number != place).count() as Cost;
        match self.heuristic {
            "cycles" => moves_by_cycles(board),
            "half-misplaced" => misplaced / 2 + misplaced % 2,
            "misplaced" => misplaced,
            _ => board.iter().zip(1..).map(|(&number, place)| number.abs_diff(place)).sum(),
        }
    }

    fn claim(&self) -> Claim {
        match self.heuristic {
            "cycles" | "half-misplaced" => Claim::Consistent,
            _ => Claim::Nothing,
        }
    }
}

/// The reference rules for boards of any size.
#[derive(Debug)]
pub struct LargeCountersReference {
    start: Vec<u32>,
}

impl LargeCountersReference {
    /// Returns the instance with these numbers.
    #[must_use]
    pub fn new(start: Vec<u32>) -> Self {
        Self { start }
    }
}

impl InPlace for LargeCountersReference {
    /// The numbers by cells, and the cells by numbers.
    type State = (Vec<u32>, Vec<usize>);
    type Action = Swap;

    fn start(&self) -> (Vec<u32>, Vec<usize>) {
        let mut cell_of = vec![0; self.start.len()];
        for (cell, &number) in self.start.iter().enumerate() {
            cell_of[number as usize - 1] = cell;
        }
        (self.start.clone(), cell_of)
    }

    fn is_goal(&self, (board, _): &(Vec<u32>, Vec<usize>)) -> bool {
        board.iter().zip(1..).all(|(&number, place)| number == place)
    }

    fn play(&self, (board, cell_of): &mut (Vec<u32>, Vec<usize>), (a, b): Swap) -> Option<Cost> {
        let (a, b) = (a as usize, b as usize);
        if a == b || a >= board.len() || b >= board.len() {
            return None;
        }
        let (cell_a, cell_b) = (cell_of[a], cell_of[b]);
        board[cell_a] = b as u32 + 1;
        board[cell_b] = a as u32 + 1;
        cell_of[a] = cell_b;
        cell_of[b] = cell_a;
        Some(1)
    }
}
