//! Reference rules of the counters, on a list of numbers from 1.

use super::{Board, Swap};
use heureka_core::abilities::InPlace;
use heureka_core::{Cost, Problem};
use std::marker::PhantomData;

/// The reference rules with keys of type `B`.
#[derive(Debug)]
pub struct CountersReference<B> {
    pub(super) start: Vec<u32>,
    pub(super) heuristic: &'static str,
    pub(super) key: PhantomData<fn() -> B>,
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

impl<B: Board> Problem for CountersReference<B> {
    type State = Vec<u32>;
    type Key = B;
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

    fn pack(&self, board: &Vec<u32>) -> B {
        let counters: Vec<u32> = board.iter().map(|number| number - 1).collect();
        B::of(&counters)
    }

    /// Maps a key without one counter of each number to the start.
    fn unpack(&self, key: &B) -> Vec<u32> {
        let board: Vec<u32> = (0..self.start.len()).map(|cell| key.get(cell) as u32 + 1).collect();
        let mut sorted = board.clone();
        sorted.sort_unstable();
        if sorted.into_iter().eq(1..=board.len() as u32) { board } else { self.start.clone() }
    }

    fn h(&self, board: &Vec<u32>) -> Cost {
        let misplaced =
            board.iter().zip(1..).filter(|&(&number, place)| number != place).count() as Cost;
        match self.heuristic {
            "cycles" => moves_by_cycles(board),
            "half-misplaced" => misplaced / 2 + misplaced % 2,
            "misplaced" => misplaced,
            "manhattan-2d" => {
                let side = board.len().isqrt() as u32;
                let place = |number: u32| ((number - 1) / side, (number - 1) % side);
                let distance = |(&number, cell): (&u32, u32)| {
                    let ((row, col), (goal_row, goal_col)) = (place(cell), place(number));
                    row.abs_diff(goal_row) + col.abs_diff(goal_col)
                };
                board.iter().zip(1..).map(distance).sum()
            }
            _ => board.iter().zip(1..).map(|(&number, place)| number.abs_diff(place)).sum(),
        }
    }
}

/// The reference rules for boards of any size.
#[derive(Debug)]
pub struct LargeCountersReference(pub(super) Vec<u32>);

impl InPlace for LargeCountersReference {
    /// The numbers by cells, and the cells by numbers.
    type State = (Vec<u32>, Vec<usize>);
    type Action = Swap;

    fn start(&self) -> (Vec<u32>, Vec<usize>) {
        let mut cell_of = vec![0; self.0.len()];
        for (cell, &number) in self.0.iter().enumerate() {
            cell_of[number as usize - 1] = cell;
        }
        (self.0.clone(), cell_of)
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
