//! The χ-puzzle by its statement, on a plain list of cells.

use crate::tiles::reference::Key;
use heureka_core::{Claim, Cost, Problem};
use std::marker::PhantomData;

/// A χ-puzzle whose keys are of type `K`.
#[derive(Clone, Debug)]
pub struct ChiReference<K> {
    start: Vec<u8>,
    heuristic: &'static str,
    /// By cell, what [`sources`] says.
    sources: Vec<Vec<(usize, Cost)>>,
    goals: [Vec<u8>; 2],
    key: PhantomData<fn() -> K>,
}

/// The cells from which a tile may slide into this empty one, with the price.
fn sources(rows: usize, cols: usize, blank: usize) -> Vec<(usize, Cost)> {
    let (row, col) = (blank / cols, blank % cols);
    let (bottom, right) = (rows - 1, cols - 1);
    let mut sources = vec![];
    for other in 0..rows * cols {
        let (down, across) = ((other / cols).abs_diff(row), (other % cols).abs_diff(col));
        // Regular moves.
        if down + across == 1 {
            sources.push((other, 1));
        }
        let corners = [(0, 0), (0, right), (bottom, 0), (bottom, right)];
        if !corners.contains(&(row, col)) {
            continue;
        }
        // Wrapping moves: the other end of the row, and of the column if it is longer than 2.
        if down == 0 && across == right {
            sources.push((other, 2));
        }
        if across == 0 && down == bottom && rows > 2 {
            sources.push((other, 2));
        }
        // Diagonal moves: the cell next to the corner, and the corner across the board.
        if down == 1 && across == 1 || down == bottom && across == right {
            sources.push((other, 3));
        }
    }
    // Two moves of the same tile are one, the cheaper one.
    let all = sources.clone();
    sources.retain(|(cell, cost)| !all.iter().any(|(c, lower)| c == cell && lower < cost));
    sources
}

/// The two boards to be reached.
fn goals(rows: usize, cols: usize) -> [Vec<u8>; 2] {
    let mut by_rows = vec![0; rows * cols];
    let mut by_columns = vec![0; rows * cols];
    let mut number = 1;
    for row in 0..rows {
        for col in 0..cols {
            by_rows[row * cols + col] = number;
            number += 1;
        }
    }
    number = 1;
    for col in 0..cols {
        for row in 0..rows {
            by_columns[row * cols + col] = number;
            number += 1;
        }
    }
    by_rows[rows * cols - 1] = 0;
    by_columns[rows * cols - 1] = 0;
    [by_rows, by_columns]
}

impl<K> ChiReference<K> {
    /// The puzzle that begins with the given cells, row by row, 0 the blank.
    ///
    /// Of the heuristics it knows `h0`, `h1` and `h2`; for all others it counts `h2`, which is never
    /// more.
    #[must_use]
    pub fn new(rows: usize, cols: usize, start: Vec<u8>, heuristic: &'static str) -> Self {
        let sources = (0..rows * cols).map(|blank| sources(rows, cols, blank)).collect();
        let goals = goals(rows, cols);
        Self { start, heuristic, sources, goals, key: PhantomData }
    }

    /// The cheapest way of a tile from a cell to another: prices are lowered until none can be.
    fn way(&self, from: usize, to: usize) -> Cost {
        let mut price = vec![Cost::MAX; self.sources.len()];
        price[from] = 0;
        loop {
            let mut changed = false;
            for (cell, sources) in self.sources.iter().enumerate() {
                for &(source, cost) in sources {
                    let sum = price[source].saturating_add(cost);
                    if sum < price[cell] {
                        price[cell] = sum;
                        changed = true;
                    }
                }
            }
            if !changed {
                return price[to];
            }
        }
    }
}

impl<K: Key> Problem for ChiReference<K> {
    type State = Vec<u8>;
    type Key = K;
    type Action = u8;

    fn start(&self) -> Vec<u8> {
        self.start.clone()
    }

    fn is_goal(&self, state: &Vec<u8>) -> bool {
        self.goals.contains(state)
    }

    fn successors(&self, state: &Vec<u8>, visit: &mut impl FnMut(u8, Cost, Vec<u8>)) {
        let Some(blank) = state.iter().position(|&tile| tile == 0) else { return };
        for &(source, cost) in &self.sources[blank] {
            let mut next = state.clone();
            next.swap(blank, source);
            visit(next[blank], cost, next);
        }
    }

    fn pack(&self, state: &Vec<u8>) -> K {
        K::write(state)
    }

    fn unpack(&self, key: &K) -> Vec<u8> {
        key.read(self.start.len())
    }

    fn h(&self, state: &Vec<u8>) -> Cost {
        if self.heuristic == "h0" {
            return Cost::from(state.last() != Some(&0));
        }
        let to_goal = |goal: &Vec<u8>| {
            let mut sum: Cost = 0;
            for (cell, &tile) in state.iter().enumerate() {
                let Some(place) = goal.iter().position(|&other| other == tile) else { continue };
                if tile > 0 && place != cell {
                    sum += if self.heuristic == "h1" { 1 } else { self.way(cell, place) };
                }
            }
            sum
        };
        self.goals.iter().map(to_goal).min().unwrap_or(0)
    }

    fn claim(&self) -> Claim {
        Claim::Consistent
    }
}
