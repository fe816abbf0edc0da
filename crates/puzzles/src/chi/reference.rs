//! Reference rules of the χ-puzzle, on a list of cells.

use crate::tiles::Word;
use crate::tiles::text::is_board;
use heureka_core::{Cost, Problem};
use heureka_kit::board::Size;
use std::marker::PhantomData;

/// The reference rules with keys of type `W`.
#[derive(Clone, Debug)]
pub struct ChiReference<W> {
    size: Size,
    start: Vec<u8>,
    heuristic: &'static str,
    /// The [`sources`] of each cell.
    sources: Vec<Vec<(usize, Cost)>>,
    goals: [Vec<u8>; 2],
    key: PhantomData<fn() -> W>,
}

/// Returns the cells from which a tile can slide into an empty cell, with the costs.
fn sources(Size { rows, cols }: Size, blank: usize) -> Vec<(usize, Cost)> {
    let (row, col) = (blank / cols, blank % cols);
    let (bottom, right) = (rows - 1, cols - 1);
    let corner = (row == 0 || row == bottom) && (col == 0 || col == right);
    let cost = |other: usize| {
        let (down, across) = ((other / cols).abs_diff(row), (other % cols).abs_diff(col));
        // Regular moves.
        if down + across == 1 {
            return Some(1);
        }
        // Wrapping moves: the other end of the row, and of the column if it is longer than 2.
        let wraps = down == 0 && across == right || across == 0 && down == bottom && rows > 2;
        if corner && wraps {
            return Some(2);
        }
        // Diagonal moves: the cell next to the corner, and the opposite corner.
        let diagonal = down == 1 && across == 1 || down == bottom && across == right;
        (corner && diagonal).then_some(3)
    };
    let cells = (0..rows * cols).filter(|&other| other != blank);
    cells.filter_map(|other| Some((other, cost(other)?))).collect()
}

/// Returns the two goals.
fn goals(Size { rows, cols }: Size) -> [Vec<u8>; 2] {
    let mut goals = [vec![0; rows * cols], vec![0; rows * cols]];
    for row in 0..rows {
        for col in 0..cols {
            goals[0][row * cols + col] = (row * cols + col + 1) as u8;
            goals[1][row * cols + col] = (col * rows + row + 1) as u8;
        }
    }
    for goal in &mut goals {
        goal[rows * cols - 1] = 0;
    }
    goals
}

impl<W> ChiReference<W> {
    /// Returns the puzzle with this start, row by row, 0 for the blank.
    ///
    /// Heuristics other than `h0` and `h1` use `h2`, which is never larger.
    #[must_use]
    pub fn new(size: Size, start: Vec<u8>, heuristic: &'static str) -> Self {
        let sources = (0..size.cells()).map(|blank| sources(size, blank)).collect();
        Self { size, start, heuristic, sources, goals: goals(size), key: PhantomData }
    }

    /// Returns the cost of the cheapest path of a tile between two cells, by relaxation.
    fn path_cost(&self, from: usize, to: usize) -> Cost {
        let mut costs = vec![Cost::MAX; self.sources.len()];
        costs[from] = 0;
        loop {
            let before = costs.clone();
            for (cell, sources) in self.sources.iter().enumerate() {
                for &(source, cost) in sources {
                    costs[cell] = costs[cell].min(costs[source].saturating_add(cost));
                }
            }
            if costs == before {
                return costs[to];
            }
        }
    }
}

impl<W: Word> Problem for ChiReference<W> {
    type State = Vec<u8>;
    type Key = W;
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

    fn pack(&self, state: &Vec<u8>) -> W {
        W::of(state).key()
    }

    /// Maps a key of no board to the start.
    fn unpack(&self, key: &W) -> Vec<u8> {
        let cells = W::of_key(*key, self.start.len());
        let tiles = || (0..self.start.len()).map(|cell| cells.tile(cell));
        if !is_board(self.size, tiles()) {
            return self.start.clone();
        }
        tiles().map(|tile| tile as u8).collect()
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
                    sum += if self.heuristic == "h1" { 1 } else { self.path_cost(cell, place) };
                }
            }
            sum
        };
        self.goals.iter().map(to_goal).min().unwrap_or(0)
    }
}
