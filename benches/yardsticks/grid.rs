//! A\* and uniform-cost search on a grid by hand: one array by cell, one stack for each f.

use heureka_kit::board::{Cell, Direction};
use heureka_puzzles::grid::Map;

/// The mark of a closed cell in its g.
const CLOSED: u32 = 1 << 31;

/// Returns the length of a shortest path and the number of expanded cells. Uninformed, it is uniform cost.
pub fn shortest_path(map: &Map, start: Cell, goal: Cell, is_informed: bool) -> (u32, u64) {
    let (size, mut expanded) = (map.size(), 0);
    let h = |cell: Cell| if is_informed { cell.manhattan(goal) } else { 0 };
    let mut costs = vec![!CLOSED; size.cells()];
    let mut stacks: Vec<Vec<Cell>> = Vec::new();
    costs[size.index(start)] = 0;
    stacks.resize(h(start) as usize + 1, Vec::new());
    stacks[h(start) as usize].push(start);
    let mut f = 0;
    loop {
        let Some(cell) = stacks[f].pop() else {
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
            // Cells outside are not free.
            if map.is_free(next) && costs[size.index(next)] & !CLOSED > g + 1 {
                costs[size.index(next)] = g + 1;
                let f = (g + 1 + h(next)) as usize;
                if stacks.len() <= f {
                    stacks.resize(f + 1, Vec::new());
                }
                stacks[f].push(next);
            }
        }
    }
}
