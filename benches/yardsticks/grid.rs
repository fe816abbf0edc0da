//! A\* and uniform-cost search on a grid by hand: one array by cell, and one stack for each f, or for each
//! f and g.

use heureka_kit::board::{Cell, Direction, Size};
use heureka_puzzles::grid::Map;
use std::collections::VecDeque;

/// The mark of a closed cell in its g.
const CLOSED: u32 = 1 << 31;

/// A map with a bit for each wall, surrounded by walls, so that moves off it need no test.
pub struct Walls {
    /// With the border.
    size: Size,
    bits: Vec<u64>,
}

/// Returns the place of a cell inside the border.
fn inside(cell: Cell) -> Cell {
    Cell::new(cell.row + 1, cell.col + 1)
}

impl Walls {
    /// Copies the walls of a map.
    pub fn of(map: &Map) -> Self {
        let inner = map.size();
        let size = Size { rows: inner.rows + 2, cols: inner.cols + 2 };
        let mut bits = vec![u64::MAX; size.cells().div_ceil(64)];
        let cells = (0..inner.cells()).map(|index| inner.cell(index));
        for cell in cells.filter(|&cell| map.is_free(cell)) {
            let index = size.index(inside(cell));
            bits[index / 64] ^= 1 << (index % 64);
        }
        Self { size, bits }
    }

    #[inline(always)]
    fn is_free(&self, cell: Cell) -> bool {
        let index = self.size.index(cell);
        self.bits[index / 64] >> (index % 64) & 1 == 0
    }
}

/// The open cells of one f.
pub trait Open: Clone + Default {
    /// Adds a cell.
    fn push(&mut self, g: usize, cell: Cell);

    /// Removes the cell that is expanded next.
    fn pop(&mut self) -> Option<Cell>;
}

/// Of cells with the same f, the last one found comes first.
impl Open for Vec<Cell> {
    #[inline(always)]
    fn push(&mut self, _g: usize, cell: Cell) {
        Self::push(self, cell);
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<Cell> {
        Self::pop(self)
    }
}

/// The order of the engine: of cells with the same f, one with the highest g comes first.
#[derive(Clone, Default)]
pub struct ByG {
    /// By g, from `lowest_g` on.
    stacks: VecDeque<Vec<Cell>>,
    lowest_g: usize,
    /// The highest stack that can be non-empty.
    best: usize,
}

impl Open for ByG {
    fn push(&mut self, g: usize, cell: Cell) {
        if self.stacks.is_empty() {
            self.lowest_g = g;
        }
        let missing = self.lowest_g.saturating_sub(g);
        (0..missing).for_each(|_| self.stacks.push_front(Vec::new()));
        self.lowest_g -= missing;
        let at = g - self.lowest_g;
        if self.stacks.len() <= at {
            self.stacks.resize(at + 1, Vec::new());
        }
        self.stacks[at].push(cell);
        self.best = at.max(self.best + missing);
    }

    fn pop(&mut self) -> Option<Cell> {
        loop {
            if let Some(cell) = self.stacks.get_mut(self.best)?.pop() {
                return Some(cell);
            }
            self.best = self.best.checked_sub(1)?;
        }
    }
}

/// Returns the length of a shortest path and the number of expanded cells. Uninformed, it is uniform cost.
pub fn shortest_path<O: Open>(
    map: &Walls,
    start: Cell,
    goal: Cell,
    is_informed: bool,
) -> (u32, u64) {
    let (size, mut expanded) = (map.size, 0);
    let (start, goal) = (inside(start), inside(goal));
    let h = |cell: Cell| if is_informed { cell.manhattan(goal) } else { 0 };
    let mut costs = vec![!CLOSED; size.cells()];
    let mut open: Vec<O> = Vec::new();
    costs[size.index(start)] = 0;
    open.resize(h(start) as usize + 1, O::default());
    open[h(start) as usize].push(0, start);
    let mut f = 0;
    loop {
        let Some(cell) = open[f].pop() else {
            f += 1;
            continue;
        };
        let g = costs[size.index(cell)];
        if g & CLOSED != 0 {
            continue;
        }
        if cell == goal {
            return (g, expanded);
        }
        costs[size.index(cell)] = g | CLOSED;
        expanded += 1;
        for step in Direction::ALL {
            let next = cell.neighbor(step);
            if map.is_free(next) && costs[size.index(next)] & !CLOSED > g + 1 {
                costs[size.index(next)] = g + 1;
                let f = (g + 1 + h(next)) as usize;
                if open.len() <= f {
                    open.resize(f + 1, O::default());
                }
                open[f].push((g + 1) as usize, next);
            }
        }
    }
}
