//! Yardsticks of the engine: minimal hand-written loops, each for a single puzzle, and the crate
//! `pathfinding` on the same packed states.

#![allow(dead_code, reason = "each bench uses a part of it")]

pub mod astar;
pub mod bookkeeping;
pub mod bricks;
pub mod grid;
pub mod ida;
pub mod pathfinding;
pub mod pegs;
pub mod ranked;

/// Packs the cells of a fifteen-puzzle, four bits per cell, the first cell lowest.
pub fn pack(cells: &[u8]) -> u64 {
    cells.iter().rev().fold(0, |word, &tile| word << 4 | u64::from(tile))
}

/// The solved fifteen-puzzle.
pub const GOAL: u64 = 0x0FED_CBA9_8765_4321;

/// Returns the cell of the blank.
#[inline(always)]
pub fn blank(cells: u64) -> usize {
    let any = cells | cells >> 1;
    let any = any | any >> 2;
    (!any & 0x1111_1111_1111_1111).trailing_zeros() as usize / 4
}

/// Returns the distance of a tile from its goal cell.
pub const fn distance(tile: usize, cell: usize) -> u32 {
    let goal = tile - 1;
    ((goal / 4).abs_diff(cell / 4) + (goal % 4).abs_diff(cell % 4)) as u32
}

/// Returns the sum of all distances.
pub fn manhattan(cells: u64) -> u32 {
    (0..16)
        .map(|cell| (cells >> (4 * cell) & 15, cell))
        .filter(|&(tile, _)| tile > 0)
        .map(|(tile, cell)| distance(tile as usize, cell))
        .sum()
}

/// A slide: the cell that the tile leaves, the number of the slide, and a bit for each tile that it
/// moves away from its goal cell.
#[derive(Clone, Copy, Default)]
pub struct Step {
    pub from: u8,
    pub slide: u8,
    pub away: u16,
}

/// The slides by the cell of the blank, in the order up, left, right, down.
pub struct Steps {
    pub steps: [[Step; 4]; 16],
    pub count: [u8; 16],
}

impl Steps {
    pub fn new() -> Self {
        let mut all = Self { steps: [[Step::default(); 4]; 16], count: [0; 16] };
        for to in 0..16usize {
            let sources = [
                (to < 12).then_some(to + 4),
                (to % 4 < 3).then_some(to + 1),
                (!to.is_multiple_of(4)).then(|| to - 1),
                (to > 3).then(|| to - 4),
            ];
            for (slide, from) in sources.into_iter().enumerate() {
                let Some(from) = from else { continue };
                let away = (1..16)
                    .filter(|&tile| distance(tile, to) > distance(tile, from))
                    .fold(0, |bits, tile| bits | 1 << tile);
                all.steps[to][usize::from(all.count[to])] =
                    Step { from: from as u8, slide: slide as u8, away };
                all.count[to] += 1;
            }
        }
        all
    }
}
