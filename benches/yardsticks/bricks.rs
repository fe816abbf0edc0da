//! A hand-written breadth-first search for Klotski (four masks of anchors, an array of states, a
//! table of state numbers), and the crate `pathfinding` on matrices.

use heureka_puzzles::bricks::matrix::{
    GameState, all_moves, apply_move_cloning, game_state_solved, normalize_state,
};
use pathfinding::directed::bfs::bfs;

/// The masks of the master, the upright, the flat and the small bricks, five columns to a row.
pub const KLOTSKI: [u32; 4] =
    [1 << 1, 1 | 1 << 3 | 1 << 10 | 1 << 13, 1 << 11, 1 << 16 | 1 << 17 | 1 << 20 | 1 << 23];

const OPEN: u32 = 0b00110_01111_01111_01111_01111_01111;
const GOAL: u32 = 0b00110 << 25;
const ROW: u32 = 5;

/// The cells of a shape, and its leading cells by direction.
struct Shape {
    cells: &'static [u32],
    leading: [&'static [u32]; 4],
}

const SHAPES: [Shape; 4] = [
    Shape { cells: &[0, 1, 5, 6], leading: [&[0, 1], &[5, 6], &[0, 5], &[1, 6]] },
    Shape { cells: &[0, 5], leading: [&[0], &[5], &[0, 5], &[0, 5]] },
    Shape { cells: &[0, 1], leading: [&[0, 1], &[0, 1], &[0], &[1]] },
    Shape { cells: &[0], leading: [&[0], &[0], &[0], &[0]] },
];

/// A table of state numbers, hashed by the masks and at most half full.
struct Table {
    states: Vec<[u32; 4]>,
    parents: Vec<u32>,
    slots: Vec<u32>,
}

impl Table {
    fn home(&self, state: [u32; 4]) -> usize {
        let low = u64::from(state[0]) | u64::from(state[1]) << 32;
        let high = u64::from(state[2]) | u64::from(state[3]) << 32;
        let mixed =
            (low.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ high).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (mixed >> 32) as usize & (self.slots.len() - 1)
    }

    fn insert(&mut self, state: [u32; 4], parent: u32) -> bool {
        let mut at = self.home(state);
        loop {
            match self.slots[at] {
                0 => break,
                number if self.states[number as usize - 1] == state => return false,
                _ => at = (at + 1) & (self.slots.len() - 1),
            }
        }
        self.states.push(state);
        self.parents.push(parent);
        self.slots[at] = self.states.len() as u32;
        if self.states.len() * 2 > self.slots.len() {
            self.slots = vec![0; self.slots.len() * 4];
            for number in 0..self.states.len() {
                let mut at = self.home(self.states[number]);
                while self.slots[at] != 0 {
                    at = (at + 1) & (self.slots.len() - 1);
                }
                self.slots[at] = number as u32 + 1;
            }
        }
        true
    }
}

fn cover(shape: &Shape, anchors: u32) -> u32 {
    shape.cells.iter().fold(0, |covered, &cell| covered | anchors << cell)
}

/// Returns the steps of a shortest solution and the number of states expanded before the goal.
pub fn klotski() -> (u32, u64) {
    let mut table = Table { states: vec![], parents: vec![], slots: vec![0; 1 << 12] };
    table.insert(KLOTSKI, 0);
    let mut head = 0;
    loop {
        let mut state = table.states[head];
        if cover(&SHAPES[0], state[0]) & GOAL == GOAL {
            let (mut at, mut steps) = (head as u32, 0);
            while at != 0 {
                at = table.parents[at as usize];
                steps += 1;
            }
            return (steps, head as u64);
        }
        let taken = (0..4).fold(0, |taken, i| taken | cover(&SHAPES[i], state[i]));
        let empty = OPEN & !taken;
        let master = state[0];
        let mut moves = [[0; 4]; 4];
        let mut movable = 0;
        for i in 0..4 {
            let e = if i == 0 { empty } else { empty & !GOAL };
            let next_to = [e << ROW, e >> ROW, e << 1, e >> 1];
            for direction in 0..4 {
                moves[i][direction] = SHAPES[i].leading[direction]
                    .iter()
                    .fold(state[i], |m, &cell| m & next_to[direction] >> cell);
                if i > 0 {
                    movable |= moves[i][direction];
                }
            }
        }
        let mut step = |i: usize, bit: u32| {
            let after = [bit >> ROW, bit << ROW, bit >> 1, bit << 1];
            for direction in 0..4 {
                if moves[i][direction] & bit != 0 {
                    let before = state[i];
                    state[i] = before ^ bit ^ after[direction];
                    table.insert(state, head as u32);
                    state[i] = before;
                }
            }
        };
        step(0, master);
        while movable != 0 {
            let bit = movable & movable.wrapping_neg();
            movable ^= bit;
            let i = (1..4).find(|&i| moves[i].iter().any(|m| m & bit != 0)).unwrap_or(1);
            step(i, bit);
        }
        head += 1;
    }
}

/// Returns the steps of a shortest solution by `pathfinding`, on normalized matrices.
pub fn pathfinding(start: &GameState) -> usize {
    let mut start = start.clone();
    normalize_state(&mut start);
    let next = |state: &GameState| {
        all_moves(state)
            .into_iter()
            .filter_map(|step| apply_move_cloning(state, step).ok())
            .map(|mut next| {
                normalize_state(&mut next);
                next
            })
            .collect::<Vec<_>>()
    };
    bfs(&start, next, game_state_solved).expect("solvable").len() - 1
}
