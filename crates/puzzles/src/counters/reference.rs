//! Counters by the book: a list of numbers, of which two change places.

use heureka_core::{Claim, Cost, InPlace, Problem};
use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

/// Two counters, the smaller first, counted from 0.
type Swap = (u32, u32);

/// A key as the reference understands it: the numbers one after the other, each less one, as digits.
pub trait Key: Copy + Eq + Hash + Debug {
    /// The key of a board.
    fn write(numbers: &[u32]) -> Self;

    /// The board of a key, given its number of cells.
    fn read(self, cells: usize) -> Vec<u32>;
}

/// Sixteen digits to the base of 16.
impl Key for u64 {
    fn write(numbers: &[u32]) -> Self {
        let digits = numbers.iter().map(|&number| u64::from(number - 1));
        digits.chain(std::iter::repeat(0)).take(16).fold(0, |key, digit| (key << 4) + digit)
    }

    fn read(mut self, cells: usize) -> Vec<u32> {
        let mut numbers = vec![];
        for _ in 0..16 {
            numbers.push((self % 16) as u32 + 1);
            self /= 16;
        }
        numbers.into_iter().rev().take(cells).collect()
    }
}

/// Twenty-five digits to the base of 32.
impl Key for u128 {
    fn write(numbers: &[u32]) -> Self {
        let digits = numbers.iter().map(|&number| u128::from(number - 1));
        digits.chain(std::iter::repeat(0)).take(25).fold(0, |key, digit| (key << 5) + digit)
    }

    fn read(mut self, cells: usize) -> Vec<u32> {
        let mut numbers = vec![];
        for _ in 0..25 {
            numbers.push((self % 32) as u32 + 1);
            self /= 32;
        }
        numbers.into_iter().rev().take(cells).collect()
    }
}

/// A byte a cell.
impl<const N: usize> Key for [u8; N] {
    fn write(numbers: &[u32]) -> Self {
        std::array::from_fn(|cell| numbers.get(cell).map_or(0, |number| (number - 1) as u8))
    }

    fn read(self, cells: usize) -> Vec<u32> {
        self.iter().take(cells).map(|&digit| u32::from(digit) + 1).collect()
    }
}

/// The counters, slow and obvious.
#[derive(Debug)]
pub struct CountersReference<K> {
    start: Vec<u32>,
    heuristic: &'static str,
    key: PhantomData<fn() -> K>,
}

impl<K> CountersReference<K> {
    /// The instance with these numbers and the heuristic of this name.
    #[must_use]
    pub fn new(start: Vec<u32>, heuristic: &'static str) -> Self {
        Self { start, heuristic, key: PhantomData }
    }
}

/// The board on which the numbers of two counters are exchanged.
fn exchanged(board: &[u32], a: u32, b: u32) -> Vec<u32> {
    let other = |&number: &u32| match number {
        number if number == a => b,
        number if number == b => a,
        number => number,
    };
    board.iter().map(other).collect()
}

/// Follows each counter to the cell that it belongs to, and the counter there, until it comes back:
/// a cycle of k counters takes k − 1 moves.
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
                visit(swap, 1, exchanged(board, one, two));
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

/// The rules for boards of any size: only moves that are played are looked at.
#[derive(Debug)]
pub struct LargeCountersReference {
    start: Vec<u32>,
}

impl LargeCountersReference {
    /// The instance with these numbers.
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
        let mut lies_on = vec![0; self.start.len()];
        for (cell, &number) in self.start.iter().enumerate() {
            lies_on[number as usize - 1] = cell;
        }
        (self.start.clone(), lies_on)
    }

    fn is_goal(&self, (board, _): &(Vec<u32>, Vec<usize>)) -> bool {
        board.iter().zip(1..).all(|(&number, place)| number == place)
    }

    fn play(&self, (board, lies_on): &mut (Vec<u32>, Vec<usize>), (a, b): Swap) -> Option<Cost> {
        let (a, b) = (a as usize, b as usize);
        if a == b || a >= board.len() || b >= board.len() {
            return None;
        }
        let (cell_a, cell_b) = (lies_on[a], lies_on[b]);
        board[cell_a] = b as u32 + 1;
        board[cell_b] = a as u32 + 1;
        lies_on[a] = cell_b;
        lies_on[b] = cell_a;
        Some(1)
    }
}
